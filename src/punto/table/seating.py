"""Taking seats, buying chips, leaving."""

from __future__ import annotations

from punto.houserules import HouseRules
from punto.posting import DROP, HOUSE, RACK, Posting, seat_account
from punto.roles import Role
from punto.table.betting import stakes_of
from punto.table.commands import BuyIn, CollectVigorish, Leave, Sit
from punto.table.events import AnyEvent, ChipsBought, PlayerLeft, PlayerSeated, VigorishCollected
from punto.table.refusals import Reason, Refusal
from punto.table.state import TableState
from punto.table.vigorish import due
from punto.table.who import not_at_seat, not_the_role

Decision = tuple[AnyEvent, ...] | Refusal


def sit(rules: HouseRules, state: TableState, command: Sit) -> Decision:
    """Seat a player, whose cash goes to the drop and whose chips come from the rack."""
    refusal = not_the_role(command, Role.PLAYER)
    if refusal:
        return refusal
    if not 1 <= command.seat <= rules.seats:
        return Refusal(Reason.NO_SUCH_SEAT, _seats_section(rules), {"seats": rules.seats})
    if command.seat in state.seated or command.who in state.seated.values():
        return Refusal(Reason.SEAT_TAKEN, detail={"seat": command.seat})
    bought = _chips(rules, state, command.seat, command.buy_in)
    if isinstance(bought, Refusal):
        return bought
    return (PlayerSeated(seat=command.seat, who=command.who, section=_seats_section(rules), postings=bought),)


def _seats_section(rules: HouseRules) -> str:
    return rules.rulebook.section("table.seats.max-9") or rules.rulebook.section("table.seats.10-14")


def buy_in(rules: HouseRules, state: TableState, command: BuyIn) -> Decision:
    """Sell a seat more chips."""
    refusal = not_the_role(command, Role.PLAYER) or not_at_seat(state, command, command.seat)
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


def leave(rules: HouseRules, state: TableState, command: Leave) -> Decision:
    """Let a player go: no wager may stand, and vigorish owed is collected first (ma-mini 12(d)(2)(i))."""
    refusal = not_the_role(command, Role.PLAYER) or not_at_seat(state, command, command.seat)
    if refusal:
        return refusal
    if stakes_of(state, command.seat) or command.seat in state.verbal:
        return Refusal(Reason.WAGERS_STAND, detail={"seat": command.seat})
    owed = due(rules, state, command.seat)
    chips = state.accounts.get(seat_account(command.seat), 0)
    if owed > chips:
        section = rules.rulebook.section("vigorish.deferred")
        return Refusal(Reason.VIGORISH_OWED, section, {"owed": owed, "chips": chips})
    events: list[AnyEvent] = [collected(rules, state, command.seat)] if command.seat in state.owed else []
    rest = chips - owed
    postings = (Posting(seat_account(command.seat), HOUSE, rest, "chips taken away"),) if rest else ()
    return (*events, PlayerLeft(seat=command.seat, who=command.who, postings=postings))


def collect_vigorish(rules: HouseRules, state: TableState, command: CollectVigorish) -> Decision:
    """Collect what a marker says."""
    section = rules.rulebook.section("vigorish.deferred")
    refusal = not_the_role(command, Role.DEALER, section)
    if refusal:
        return refusal
    if command.seat not in state.owed:
        return Refusal(Reason.NOTHING_OWED, section, {"seat": command.seat})
    owed, chips = due(rules, state, command.seat), state.accounts.get(seat_account(command.seat), 0)
    if owed > chips:
        return Refusal(Reason.NOT_ENOUGH_CHIPS, section, {"owed": owed, "chips": chips})
    return (collected(rules, state, command.seat),)


def collected(rules: HouseRules, state: TableState, seat: int) -> VigorishCollected:
    """Return the event of taking a marker up."""
    cents = due(rules, state, seat)
    postings = (Posting(seat_account(seat), RACK, cents, "vigorish"),) if cents else ()
    section = rules.rulebook.section("vigorish.deferred")
    return VigorishCollected(seat=seat, cents=cents, section=section, postings=postings)
