"""Seats, chips and dealers: sitting down, buying in, leaving, marker buttons, and the assignment of dealers."""

from __future__ import annotations

import re

from msgspec.structs import replace

from punto.core.posting import DROP, HOUSE, RACK, Posting, seat_account
from punto.core.roles import DEALER, FLOOR, PLAYER, SYSTEM
from punto.rules.house_rules import HouseRules
from punto.table.authorization import lacks_second, not_at_seat, not_the_role, without_second
from punto.table.commands import Adopt, BuyIn, CollectVigorish, Fill, Leave, Reason, Refusal, Sit, Staff, TakeOption
from punto.table.due import due as due_acts
from punto.table.event import OptionInForce
from punto.table.events import (
    AnyEvent,
    ChipsBought,
    PlayerLeft,
    PlayerSeated,
    RackFilled,
    TableAdopted,
    VigorishCollected,
)
from punto.table.phases import PAYING
from punto.table.plan import staffing
from punto.table.preparation import option_value, with_options
from punto.table.procedure import step_made
from punto.table.settlement import DEFERRED_KEY as DEFERRED
from punto.table.settlement import due, falls_due
from punto.table.staff_events import TableStaffed
from punto.table.state import TableState, stakes_of

Decision = tuple[AnyEvent, ...] | Refusal
MOST_FILL = 10**11  # cents: a billion dollars in one fill
NAME = re.compile(r"[^\s/\x00-\x1f\x7f]([^/\x00-\x1f\x7f]{0,78}[^\s/\x00-\x1f\x7f])?")  # nothing invisible, no path
DECLINING = ("decline-cut", "decline-shoe", "decline-next", "give-up")  # how leaving answers an offer


def sit(rules: HouseRules, state: TableState, command: Sit) -> Decision:
    """Seat a player: cash goes to the drop, chips come from the rack."""
    refusal = not_the_role(command, PLAYER)
    if refusal:
        return refusal
    if not NAME.fullmatch(command.who):
        return Refusal(Reason.BAD_NAME, detail={"pattern": NAME.pattern})
    if not 1 <= command.seat <= rules.seats:
        return Refusal(Reason.NO_SUCH_SEAT, _seats_section(rules), {"seats": rules.seats})
    if command.seat in state.seated or command.who in state.seated.values():
        return Refusal(Reason.SEAT_TAKEN, detail={"seat": command.seat})
    bought = _chips(rules, state, command.seat, command.buy_in)
    if isinstance(bought, Refusal):
        return bought
    return (PlayerSeated(seat=command.seat, who=command.who, section=_seats_section(rules), postings=bought),)


def _seats_section(rules: HouseRules) -> str:
    return rules.rulebook.law.table.seats.section


def buy_in(rules: HouseRules, state: TableState, command: BuyIn) -> Decision:
    """Sell a seat more chips."""
    refusal = not_the_role(command, PLAYER) or not_at_seat(state, command, command.seat)
    if refusal:
        return refusal
    bought = _chips(rules, state, command.seat, command.cents)
    if isinstance(bought, Refusal):
        return bought
    return (ChipsBought(seat=command.seat, cents=command.cents, postings=bought),)


def _chips(rules: HouseRules, state: TableState, seat: int, cents: int) -> tuple[Posting, ...] | Refusal:
    if cents <= 0 or cents % rules.smallest_chip:
        return Refusal(Reason.BAD_AMOUNT, detail={"smallest-chip": rules.smallest_chip})
    if cents > state.accounts.get(RACK, 0):
        return Refusal(Reason.RACK_EMPTY, detail={"rack": state.accounts.get(RACK, 0)})
    return (Posting(HOUSE, DROP, cents, "cash"), Posting(RACK, seat_account(seat), cents, "chips"))


def fill(rules: HouseRules, state: TableState, command: Fill) -> Decision:
    """Fill the rack or credit chips from it, by a floorperson; the documents do not describe this."""
    refusal = not_the_role(command, FLOOR)
    if refusal:
        return refusal
    cents, rack = command.cents, state.accounts.get(RACK, 0)
    if not cents or (cents % rules.smallest_chip and not command.slip) or abs(cents) > MOST_FILL:
        return Refusal(Reason.BAD_AMOUNT, detail={"smallest-chip": rules.smallest_chip, "most": MOST_FILL})
    if cents < 0 and (state.moved or state.settlement):  # a void or a correction may need these chips
        return Refusal(Reason.WAGERS_STAND, detail={"coup": state.coup})
    if cents < 0 and rack < -cents:
        return Refusal(Reason.RACK_EMPTY, detail={"rack": rack})
    refusal = None if command.slip else lacks_second(state, command, state.alone)  # others have signed a slip
    if refusal:
        return refusal
    posting = Posting(HOUSE, RACK, cents, "fill") if cents > 0 else Posting(RACK, HOUSE, -cents, "credit")
    return (
        RackFilled(cents=cents, alone_by="" if command.slip else without_second(state, command), postings=(posting,)),
    )


# ---------------------------------------------------------------- leaving


def leave(rules: HouseRules, state: TableState, command: Leave) -> Decision:
    """Let a player leave: there may be no wager, and vigorish owed is collected first (ma-mini 12(d)(2)(i)).

    Whatever the player was offered (the cut, the shoe, a hand to turn) is given up with the seat.
    """
    seat = command.seat
    refusal = not_the_role(command, PLAYER) or not_at_seat(state, command, seat)
    if refusal:
        return refusal
    if stakes_of(state, seat) or seat in state.verbal or _just_settled(state, seat):
        return Refusal(Reason.WAGERS_STAND, detail={"seat": seat})
    takes = seat in state.owed and falls_due(rules, "leaving")
    owed = due(rules, state, seat) if takes else 0
    chips = state.accounts.get(seat_account(seat), 0)
    if owed > chips:
        return Refusal(Reason.VIGORISH_OWED, rules.rulebook.section(DEFERRED), {"owed": owed, "chips": chips})
    events: list[AnyEvent] = [collected(rules, state, seat)] if takes else []
    offered = due_acts(rules, replace(state, trouble=None))  # offers that wait behind an irregularity are given up too
    events += [step_made(rules, state, act, command) for act in offered if act.seat == seat and act.step in DECLINING]
    rest = chips - owed
    postings = (Posting(seat_account(seat), HOUSE, rest, "chips taken away"),) if rest else ()
    return (*events, PlayerLeft(seat=seat, who=command.who, postings=postings))


def _just_settled(state: TableState, seat: int) -> bool:
    """Return whether a seat's wagers of this coup are settled, but its cards are still on the table."""
    account = seat_account(seat)
    return any(account in (posting.debit, posting.credit) for posting in state.settlement)


# ---------------------------------------------------------------- vigorish


def collect_vigorish(rules: HouseRules, state: TableState, command: CollectVigorish) -> Decision:
    """Collect the vigorish of a marker button; that of this coup waits until its cards are cleared."""
    section = rules.rulebook.section(DEFERRED)
    if state.phase is PAYING and command.seat in state.marks:
        return Refusal(Reason.WRONG_PHASE, section, {"phase": state.phase})
    refusal = not_the_role(command, DEALER, section)
    if refusal:
        return refusal
    if command.seat not in state.owed:
        return Refusal(Reason.NOTHING_OWED, section, {"seat": command.seat})
    owed, chips = due(rules, state, command.seat), state.accounts.get(seat_account(command.seat), 0)
    if owed > chips:
        return Refusal(Reason.NOT_ENOUGH_CHIPS, section, {"owed": owed, "chips": chips})
    return (collected(rules, state, command.seat),)


def collected(rules: HouseRules, state: TableState, seat: int) -> VigorishCollected:
    """Return the event that removes a marker button."""
    cents = due(rules, state, seat)
    postings = (Posting(seat_account(seat), RACK, cents, "vigorish"),) if cents else ()
    return VigorishCollected(seat=seat, cents=cents, section=rules.rulebook.section(DEFERRED), postings=postings)


# ---------------------------------------------------------------- dealers


def staff(rules: HouseRules, state: TableState, command: Staff) -> Decision:
    """Assign who calls the game and who handles the wagers, if the document separates them (ma-baccarat 12(b))."""
    several = staffing(rules.rulebook.law)
    section = several.section if several is not None else ""
    refusal = not_the_role(command, FLOOR, section)
    if refusal:
        return refusal
    if several is None or state.posted:
        return Refusal(Reason.NOT_ALLOWED_HERE, section, {"posts": "dealers sign on"} if state.posted else {})
    calling, least = several.calling, several.on_wagers_least
    names = {*command.calling, *command.wagers}
    if len(set(command.calling)) != calling or len(set(command.wagers)) < least or not all(map(str.strip, names)):
        return Refusal(Reason.WRONG_STAFF, section, {"calling": calling, "on-wagers-least": least})
    both = sorted({*command.calling} & {*command.wagers})
    if both and several.apart:
        return Refusal(Reason.WRONG_STAFF, section, {"both": ", ".join(both)})
    return (TableStaffed(calling=command.calling, wagers=command.wagers, section=section),)


def adopt(rules: HouseRules, state: TableState, command: Adopt) -> Decision:
    """Record that another process owns the table from here on; the game does not change."""
    refusal = not_the_role(command, SYSTEM)
    return refusal or (TableAdopted(process=command.process),)


def take_option(rules: HouseRules, state: TableState, command: TakeOption) -> Decision:
    """Change an option of shuffling after its notice; a shuffle that has begun is finished as it began."""
    refusal = not_the_role(command, SYSTEM)
    if refusal:
        return refusal
    value = option_value(rules, state, command.option, command.at)
    section = rules.rulebook.section("shuffle.reshuffle-option") if value is not None else ""
    if value is None or value is command.value:
        return Refusal(Reason.NOT_ALLOWED_HERE, section, {"option": command.option})
    begun = 1 if state.done else 0
    ahead = with_options(rules, {command.option: command.value}, state.agenda[begun:])
    return (
        OptionInForce(
            option=command.option,
            value=command.value,
            notice=command.notice,
            agenda=state.agenda[:begun] + ahead,
            section=section,
        ),
    )
