"""Wagers: chips on the felt, until "no more bets" (ma-mini 7, md-mini .07)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from punto.core.money import Cents
from punto.core.posting import DROP, HOUSE, RACK, Posting, felt_account, seat_account
from punto.core.roles import DEALER, FLOOR, PLAYER
from punto.rules.house_rules import HouseRules
from punto.table.authorization import not_at_seat, not_the_role
from punto.table.commands import (
    CHIPS,
    Confirm,
    FreeHand,
    LetStand,
    Reason,
    Refusal,
    Verbal,
    Wager,
    Wagers,
    Withdraw,
)
from punto.table.events import AnyEvent, FreeHandAsked, VerbalCalled, VerbalEnded, WagerMade, WagerWithdrawn
from punto.table.limits import (
    MEANS,
    amount_refused,
    coupon_refused,
    excluded,
    needs_of,
    not_offered,
    short_of_chips,
    within_limits,
)
from punto.table.phases import BETTING, DEALING, IDLE, PREPARING
from punto.table.settlement import new_shoe_refused
from punto.table.state import Draft, Outcome, TableState, any_stakes, stakes_of

Decision = tuple[AnyEvent, ...] | Refusal

CLOSE = "no-more-bets"


# ---------------------------------------------------------------- when wagers are open


def closed(state: TableState) -> bool:
    """Return whether wagers cannot be changed: before a shoe is ready, and after "no more bets"."""
    return state.phase is not BETTING or CLOSE in state.done


def too_late(rules: HouseRules, state: TableState) -> Refusal | None:
    """Refuse to make, increase or withdraw a wager after "no more bets" (ma-mini 7(d)).

    Before a shoe is ready, or while it is passed, the refusal cites the act that is due instead.
    """
    if not closed(state):
        return None
    called = CLOSE in state.done or state.phase not in (PREPARING, IDLE)
    section = rules.rulebook.section("wager.no-more-bets") if called else ""
    return Refusal(Reason.WRONG_PHASE, section, {"phase": state.phase})


def taken(rules: HouseRules, state: TableState) -> bool:
    """Return whether wagers are accepted now."""
    return not closed(state) and state.kind != "simulated" and new_shoe_refused(rules, state) is None


def open_to(rules: HouseRules, seat: int, own: Collection[str]) -> Iterator[str]:
    """Return the wagers that a seat may make in addition to its own; amounts are not checked."""
    for one in rules.wagers:
        needs, _ = needs_of(rules, one.key)
        beside = (not needs or not set(needs).isdisjoint(own)) and set(excluded(rules, one.key)).isdisjoint(own)
        if beside and not_offered(rules, seat, one.key) is None:
            yield one.key


# ---------------------------------------------------------------- wagers with chips


def wager(rules: HouseRules, state: TableState, command: Wager) -> Decision:
    """Accept a wager, or refuse it."""
    refusal = (
        _refused(rules, state, command)
        or _means_refused(rules, command.wager, command.means, command.coupon)
        or amount_refused(rules, state.accounts, command.seat, command.wager, command.cents)
        or coupon_refused(rules, state, command)
        or short_of_chips(rules, state, state.accounts, command.seat, command.cents)
        or new_shoe_refused(rules, state)
    )
    if refusal:
        return refusal
    made = _made(rules, command.seat, command.wager, command.cents, coupon=command.coupon, means=command.means)
    if not command.coupon:
        return (made,)
    return (replace(made, coupon_number=command.coupon_number, coupon_seen_by=command.coupon_seen_by),)


def wagers(rules: HouseRules, state: TableState, command: Wagers) -> Outcome | Refusal:
    """Make all wagers that a seat names, in its order, or none."""
    seat, draft, made = command.seat, Draft.of(state), list[AnyEvent]()
    sender, simulated = _sender_refused(rules, state, command), _simulated(rules, state)
    new_shoe = new_shoe_refused(rules, state)
    for key, cents in command.stakes.items():
        refusal = (
            sender
            or not_offered(rules, seat, key)
            or simulated
            or _means_refused(rules, key, CHIPS, 0)
            or amount_refused(rules, draft.accounts, seat, key, cents)
            or short_of_chips(rules, draft, draft.accounts, seat, cents)
            or new_shoe
        )
        if refusal:
            return refusal
        one = _made(rules, seat, key, cents, means=CHIPS)
        draft.follow(one)
        made.append(one)
    return Outcome(tuple(made), draft.frozen()) if made else Refusal(Reason.NO_WAGERS, rules.rulebook.section(MEANS))


def _made(rules: HouseRules, seat: int, key: str, cents: Cents, *, coupon: Cents = 0, means: str) -> WagerMade:
    posting = Posting(seat_account(seat), felt_account(seat, key), cents, "wager")
    section = rules.rulebook.section(MEANS)
    return WagerMade(
        seat=seat, wager=key, cents=cents, coupon=coupon, means=means, section=section, postings=(posting,)
    )


def _refused(rules: HouseRules, state: TableState, command: Wager | Verbal) -> Refusal | None:
    """Check everything about a wager except its amount: time, player, and whether the table offers it."""
    return (
        _sender_refused(rules, state, command)
        or not_offered(rules, command.seat, command.wager)
        or _simulated(rules, state)
    )


def _sender_refused(rules: HouseRules, state: TableState, command: Wager | Verbal | Wagers) -> Refusal | None:
    """Refuse a wager after "no more bets", and one of a sender other than the seat's player."""
    if not closed(state) and command.by is PLAYER and state.seated.get(command.seat) == command.who:
        return None
    section = rules.rulebook.section(MEANS)
    return (
        too_late(rules, state)
        or not_the_role(command, PLAYER, section)
        or not_at_seat(state, command, command.seat, section)
    )


def _simulated(rules: HouseRules, state: TableState) -> Refusal | None:
    """Refuse a wager on a simulated round (ma-mini 13(d)); a free hand accepts one, and stops being free."""
    if state.kind != "simulated":
        return None
    remedy = rules.rulebook.law.remedies.doing("simulate-round")
    return Refusal(Reason.NOT_ALLOWED_HERE, remedy.source.section if remedy else "", {"kind": state.kind})


def _means_refused(rules: HouseRules, key: str, with_: str, coupon: Cents) -> Refusal | None:
    """Refuse a wager made with anything but what the document names: chips, plaques, or match play."""
    book = rules.rulebook
    means = book.law.wager.means.means
    if with_ not in means or with_ == "match-play":  # a coupon is not a wager by itself
        return Refusal(Reason.NOT_ALLOWED_HERE, book.section(MEANS), {"means": ", ".join(means)})
    if coupon and not (rules.match_play and "match-play" in means):
        return Refusal(Reason.NOT_ALLOWED_HERE, book.section(MEANS), {"means": ", ".join(means)})
    if coupon and rules.wager(key).for_one:  # its stake is fixed, and is not returned
        return Refusal(Reason.NOT_ALLOWED_HERE, rules.wager(key).section, {"wager": key})
    return None


def withdraw(rules: HouseRules, state: TableState, command: Withdraw) -> Decision:
    """Return a wager before the close, or the cash of a verbal one; a wager that another needs stays."""
    section, means = rules.rulebook.section("wager.no-more-bets"), rules.rulebook.section(MEANS)
    refusal = (
        too_late(rules, state)
        or not_the_role(command, PLAYER, means)
        or not_at_seat(state, command, command.seat, means)
    )
    if refusal:
        return refusal
    own = stakes_of(state, command.seat)
    if command.wager not in own:
        if state.verbal.get(command.seat, ("",))[0] == command.wager:
            return (VerbalEnded(seat=command.seat, confirmed=False, at=_played(rules, command), section=means),)
        return Refusal(Reason.NOT_OFFERED, means, {"standing": ", ".join(own)})
    refusal = withdraw_refused(rules, own, command.wager)
    if refusal:
        return refusal
    cents = own[command.wager]
    posting = Posting(felt_account(command.seat, command.wager), seat_account(command.seat), cents, "withdrawn")
    return (
        WagerWithdrawn(
            seat=command.seat,
            wager=command.wager,
            cents=cents,
            at=_played(rules, command),
            section=section,
            postings=(posting,),
        ),
    )


def withdraw_refused(rules: HouseRules, own: Collection[str], wager: str) -> Refusal | None:
    """Refuse to withdraw a wager that another wager of the seat needs."""
    rest = [key for key in own if key != wager]
    for key in rest:
        needs, cited = needs_of(rules, key)
        if needs and set(needs).isdisjoint(rest):
            return Refusal(Reason.WAGERS_STAND, cited, {"wager": key})
    return None


def _played(rules: HouseRules, command: Withdraw) -> int:
    """Return when a wager was withdrawn, at a table that becomes idle without any (ma-mini 5(g)); else 0."""
    return command.at if rules.applies("idle-table") else 0


# ---------------------------------------------------------------- wagers outside the limits


def let_stand(rules: HouseRules, state: TableState, command: LetStand) -> Decision:
    """Enter a wager outside the limits that the dealer has let stand; it is settled as made (reading 14).

    It was on the felt before "no more bets", so it may be entered until the first card is dealt; later an adjustment
    decides the dispute. At a virtual shoe wagers are made on screens, so that each one was accepted.
    """
    means = rules.rulebook.section(MEANS)
    refusal = (
        _first_card_dealt(rules, state)
        or not_the_role(command, FLOOR, means)
        or _empty(state, command.seat, means)
        or not_offered(rules, command.seat, command.wager)
        or _simulated(rules, state)
        or _own_seat(state, command, means)
        or within_limits(rules, state.accounts, command.seat, command.wager, command.cents)
        or short_of_chips(rules, state, state.accounts, command.seat, command.cents)
        or new_shoe_refused(rules, state)
    )
    if refusal is None and not command.why.strip():
        refusal = Refusal(Reason.CANNOT_STAND, means, {"needs": "why"})
    if refusal:
        return refusal
    return (replace(_made(rules, command.seat, command.wager, command.cents, means=CHIPS), let_stand=command.why),)


def _first_card_dealt(rules: HouseRules, state: TableState) -> Refusal | None:
    if state.phase is BETTING or (state.phase is DEALING and not state.places):
        return None
    section = "" if state.phase in (PREPARING, IDLE) else rules.rulebook.section("wager.no-more-bets")
    return Refusal(Reason.WRONG_PHASE, section, {"phase": state.phase})


def _empty(state: TableState, seat: int, section: str) -> Refusal | None:
    return None if seat in state.seated else Refusal(Reason.NO_SUCH_SEAT, section, {"seat": seat})


def _own_seat(state: TableState, command: LetStand, section: str) -> Refusal | None:
    """Refuse this at a table where wagers are made on screens, and for the floorperson's own seat."""
    if state.fair is not None:
        return Refusal(Reason.NOT_ALLOWED_HERE, detail={"shoe": "virtual"})
    if state.seated[command.seat] == command.who:
        return Refusal(Reason.WRONG_STAFF, section, {"seat": command.seat, "own": command.who})
    return None


# ---------------------------------------------------------------- verbal wagers


def verbal(rules: HouseRules, state: TableState, command: Verbal) -> Decision:
    """Record a verbal wager with cash; it counts once the dealer confirms it (reading 11)."""
    section = rules.rulebook.section(MEANS)
    refusal = _refused(rules, state, command)
    if refusal is None and not rules.verbal_wagers:
        refusal = Refusal(Reason.NOT_ALLOWED_HERE, section, {"means": ", ".join(rules.rulebook.law.wager.means.means)})
    refusal = refusal or amount_refused(rules, state.accounts, command.seat, command.wager, command.cents)
    if refusal is None and command.seat in state.verbal:
        refusal = Refusal(Reason.WAGERS_STAND, section, {"seat": command.seat})
    refusal = refusal or new_shoe_refused(rules, state)
    return refusal or (VerbalCalled(seat=command.seat, wager=command.wager, cents=command.cents, section=section),)


def confirm(rules: HouseRules, state: TableState, command: Confirm) -> Decision:
    """Confirm a verbal wager: cash to the drop, chips to the felt. Limits include wagers made since it was called."""
    means = rules.rulebook.law.wager.means
    section, into = means.section, means.cash_becomes
    refusal = too_late(rules, state) or not_the_role(command, DEALER, section)
    if refusal:
        return refusal
    if command.seat not in state.verbal:
        called = ", ".join(map(str, sorted(state.verbal)))
        return Refusal(Reason.STEP_NOT_DUE, section, {"called": called})
    key, cents = state.verbal[command.seat]
    if command.into not in into:
        return Refusal(Reason.NOT_ALLOWED_HERE, section, {"into": ", ".join(into)})
    refusal = confirm_refused(rules, state, command.seat)
    if refusal:
        return refusal
    postings = (Posting(HOUSE, DROP, cents, "cash"), Posting(RACK, seat_account(command.seat), cents, "chips"))
    ended = VerbalEnded(seat=command.seat, confirmed=True, section=section, postings=postings)
    return (ended, _made(rules, command.seat, key, cents, means=command.into))


def confirm_refused(rules: HouseRules, state: TableState, seat: int) -> Refusal | None:
    """Refuse to confirm a verbal wager that now exceeds the limits, or that the rack has no chips for."""
    key, cents = state.verbal[seat]
    refusal = _simulated(rules, state) or amount_refused(rules, state.accounts, seat, key, cents)
    if refusal is None and cents > state.accounts.get(RACK, 0):
        refusal = Refusal(Reason.RACK_EMPTY, detail={"rack": state.accounts.get(RACK, 0)})
    return refusal


# ---------------------------------------------------------------- free hand and close


def free_hand(rules: HouseRules, state: TableState, command: FreeHand) -> Decision:
    """Grant a hand without wagers; any player's wager, before or after, ends it (ma-mini 7(c), reading 26)."""
    wagers = rules.rulebook.law.wager
    granted = wagers.free_hand
    section = (granted or wagers.permissible).section
    refusal = too_late(rules, state) or not_the_role(command, PLAYER, section)
    refusal = refusal or not_at_seat(state, command, command.seat, section)
    if refusal:
        return refusal
    if not rules.free_hands or granted is None or not granted.allowed or state.kind != "wagered":
        return Refusal(Reason.NOT_ALLOWED_HERE, section, {"kind": state.kind})
    if any_stakes(state):
        return Refusal(Reason.WAGERS_STAND, section)
    return (FreeHandAsked(seat=command.seat, section=section),)


def close_refused(rules: HouseRules, state: TableState) -> Refusal | None:
    """Refuse "no more bets" over an empty felt, or while the last shoe's vigorish is owed (readings 30, 32)."""
    if state.kind == "wagered" and not any_stakes(state):
        return Refusal(Reason.NO_WAGERS, rules.rulebook.section("deal.announce"))
    return new_shoe_refused(rules, state)


def overtaken(rules: HouseRules, state: TableState) -> tuple[AnyEvent, ...]:
    """Return the cash of verbal wagers that were not confirmed in time (reading 11)."""
    section = rules.rulebook.section(MEANS)
    return tuple(VerbalEnded(seat=seat, confirmed=False, section=section) for seat in sorted(state.verbal))
