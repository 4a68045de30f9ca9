"""Wagers: chips on the felt, until "no more bets" (ma-mini 7, md-mini .07)."""

from __future__ import annotations

from punto.houserules import HouseRules
from punto.money import Cents
from punto.posting import DROP, HOUSE, RACK, Posting, felt_account, seat_account
from punto.roles import Role
from punto.table.commands import Confirm, FreeHand, Verbal, Wager, Withdraw
from punto.table.events import AnyEvent, FreeHandAsked, VerbalCalled, VerbalEnded, WagerMade, WagerWithdrawn
from punto.table.phases import Phase
from punto.table.refusals import Reason, Refusal
from punto.table.state import TableState
from punto.table.who import not_at_seat, not_the_role

Decision = tuple[AnyEvent, ...] | Refusal
Stakes = dict[tuple[int, str], Cents]


def stakes(state: TableState) -> Stakes:
    """Return what lies on the felt, by seat and wager."""
    found = {}
    for account, cents in state.accounts.items():
        if account.startswith("felt/"):
            _, seat, key = account.split("/")
            found[int(seat), key] = cents
    return found


def stakes_of(state: TableState, seat: int) -> dict[str, Cents]:
    """Return a seat's wagers."""
    return {key: cents for (own, key), cents in stakes(state).items() if own == seat}


# ---------------------------------------------------------------- chips


def wager(rules: HouseRules, state: TableState, command: Wager) -> Decision:
    """Take a wager, or say why not."""
    refusal = _refused(rules, state, command) or _coupon_refused(rules, state, command)
    if refusal is None and state.accounts.get(seat_account(command.seat), 0) < command.cents:
        refusal = Refusal(Reason.NOT_ENOUGH_CHIPS, detail={"chips": state.accounts.get(seat_account(command.seat), 0)})
    return refusal or (_made(rules, command.seat, command.wager, command.cents, command.coupon),)


def _made(rules: HouseRules, seat: int, key: str, cents: Cents, coupon: Cents = 0) -> WagerMade:
    posting = Posting(seat_account(seat), felt_account(seat, key), cents, "wager")
    section = rules.rulebook.section("wager.means")
    return WagerMade(seat=seat, wager=key, cents=cents, coupon=coupon, section=section, postings=(posting,))


def _refused(rules: HouseRules, state: TableState, command: Wager | Verbal) -> Refusal | None:
    book = rules.rulebook
    if state.phase is not Phase.BETTING:
        return Refusal(Reason.WRONG_PHASE, book.section("wager.no-more-bets"), {"phase": state.phase})
    refusal = not_the_role(command, Role.PLAYER, book.section("wager.means")) or not_at_seat(
        state, command, command.seat
    )
    if refusal:
        return refusal
    if command.wager not in rules.limits:
        offered = ", ".join(one.key for one in rules.wagers)
        return Refusal(Reason.NOT_OFFERED, book.section("wager.permissible"), {"offered": offered})
    if state.kind != "wagered":  # neither a free hand nor a simulated round takes wagers
        section = book.section("def.free-hand" if state.kind == "free" else "irregular.disclosed")
        return Refusal(Reason.NOT_ALLOWED_HERE, section, {"kind": state.kind})
    if state.owed and state.coup == state.shoe_began:
        return Refusal(Reason.VIGORISH_OWED, book.section("vigorish.deferred"), {"seat": min(state.owed)})
    return _amount_refused(rules, state, command)


def _amount_refused(rules: HouseRules, state: TableState, command: Wager | Verbal) -> Refusal | None:
    limit, lying = rules.limits[command.wager], stakes(state)
    total = lying.get((command.seat, command.wager), 0) + command.cents
    if command.cents <= 0 or command.cents % rules.smallest_chip:
        return Refusal(Reason.BAD_AMOUNT, detail={"smallest-chip": rules.smallest_chip})
    if total < limit.least:
        return Refusal(Reason.BELOW_MINIMUM, detail={"minimum": limit.least})
    if total > limit.most:
        return Refusal(Reason.ABOVE_MAXIMUM, detail={"maximum": limit.most})
    needs = rules.wager(command.wager).needs
    if needs and not any((command.seat, key) in lying for key in needs):
        return Refusal(Reason.NEEDS_ANOTHER_WAGER, rules.wager(command.wager).section, {"needs": ", ".join(needs)})
    return _difference_refused(rules, lying, command)


def _difference_refused(rules: HouseRules, lying: Stakes, command: Wager | Verbal) -> Refusal | None:
    """The greatest difference between the action on the two hands is the house's own limit (reading 14)."""
    hand = rules.wager(command.wager).hand
    if rules.difference is None or hand is None:
        return None
    action = {"player": 0, "banker": 0}
    for (_, key), cents in lying.items():
        side = rules.wager(key).hand
        if side:
            action[side] += cents
    before = abs(action["player"] - action["banker"])
    action[hand] += command.cents
    after = abs(action["player"] - action["banker"])
    if after > rules.difference and after > before:
        return Refusal(Reason.DIFFERENCE_EXCEEDED, detail={"difference": rules.difference})
    return None


def _coupon_refused(rules: HouseRules, state: TableState, command: Wager) -> Refusal | None:
    """Match play only where the document names it, with at least as many chips beside it (reading 10)."""
    if not command.coupon:
        return None
    section = rules.rulebook.section("wager.means")
    if not rules.match_play:
        return Refusal(Reason.NOT_ALLOWED_HERE, section, {"means": "match-play"})
    if command.coupon < 0 or command.coupon > command.cents:
        return Refusal(Reason.BAD_AMOUNT, section, {"coupon": command.coupon, "chips": command.cents})
    return None


def withdraw(rules: HouseRules, state: TableState, command: Withdraw) -> Decision:
    """Give a wager back before the close; one that another rests on stays."""
    section = rules.rulebook.section("wager.no-more-bets")
    if state.phase is not Phase.BETTING:
        return Refusal(Reason.WRONG_PHASE, section, {"phase": state.phase})
    refusal = not_the_role(command, Role.PLAYER) or not_at_seat(state, command, command.seat)
    if refusal:
        return refusal
    own = stakes_of(state, command.seat)
    if command.wager not in own:
        return Refusal(Reason.NOT_OFFERED, detail={"standing": ", ".join(own)})
    rest = {key for key in own if key != command.wager}
    for key in rest:
        needs = rules.wager(key).needs
        if needs and not rest & set(needs):
            return Refusal(Reason.WAGERS_STAND, rules.wager(key).section, {"wager": key})
    cents = own[command.wager]
    posting = Posting(felt_account(command.seat, command.wager), seat_account(command.seat), cents, "withdrawn")
    return (WagerWithdrawn(seat=command.seat, wager=command.wager, cents=cents, section=section, postings=(posting,)),)


# ---------------------------------------------------------------- verbal, with cash


def verbal(rules: HouseRules, state: TableState, command: Verbal) -> Decision:
    """Hear a called wager; it is none until the dealer confirms it (reading 11)."""
    refusal = _refused(rules, state, command)
    if refusal is None and command.seat in state.verbal:
        refusal = Refusal(Reason.WAGERS_STAND, rules.rulebook.section("wager.means"), {"seat": command.seat})
    if refusal:
        return refusal
    section = rules.rulebook.section("wager.means")
    return (VerbalCalled(seat=command.seat, wager=command.wager, cents=command.cents, section=section),)


def confirm(rules: HouseRules, state: TableState, command: Confirm) -> Decision:
    """Confirm a called wager: cash to the drop, chips to the felt."""
    section = rules.rulebook.section("wager.means")
    refusal = not_the_role(command, Role.DEALER, section)
    if refusal:
        return refusal
    if state.phase is not Phase.BETTING or command.seat not in state.verbal:
        return Refusal(Reason.WRONG_PHASE, section, {"phase": state.phase})
    key, cents = state.verbal[command.seat]
    if cents > state.accounts.get(RACK, 0):
        return Refusal(Reason.RACK_EMPTY, detail={"rack": state.accounts.get(RACK, 0)})
    postings = (Posting(HOUSE, DROP, cents, "cash"), Posting(RACK, seat_account(command.seat), cents, "chips"))
    ended = VerbalEnded(seat=command.seat, confirmed=True, section=section, postings=postings)
    return (ended, _made(rules, command.seat, key, cents))


# ---------------------------------------------------------------- free hand, close


def free_hand(rules: HouseRules, state: TableState, command: FreeHand) -> Decision:
    """Grant a hand without wagers; one wager from anybody bars it (ma-mini 7(c), reading 26)."""
    section = rules.rulebook.section("wager.free-hand")
    if not rules.free_hands:
        return Refusal(Reason.NOT_ALLOWED_HERE, section or rules.rulebook.section("wager.permissible"))
    if state.phase is not Phase.BETTING:
        return Refusal(Reason.WRONG_PHASE, section, {"phase": state.phase})
    refusal = not_the_role(command, Role.PLAYER, section) or not_at_seat(state, command, command.seat)
    if refusal:
        return refusal
    if stakes(state):
        return Refusal(Reason.WAGERS_STAND, section)
    return (FreeHandAsked(seat=command.seat, section=section),)


def close_refused(rules: HouseRules, state: TableState) -> Refusal | None:
    """Refuse "no more bets" over an empty felt, or while the last shoe's vigorish is owed (readings 30, 32)."""
    if state.kind == "wagered" and not stakes(state):
        return Refusal(Reason.NO_WAGERS, rules.rulebook.section("deal.announce"))
    if state.owed and state.coup == state.shoe_began:
        section = rules.rulebook.section("vigorish.deferred")
        return Refusal(Reason.VIGORISH_OWED, section, {"seat": min(state.owed)})
    return None


def overtaken(rules: HouseRules, state: TableState) -> tuple[AnyEvent, ...]:
    """Give back the cash of called wagers that nobody confirmed in time (reading 11)."""
    section = rules.rulebook.section("wager.means")
    return tuple(VerbalEnded(seat=seat, confirmed=False, section=section) for seat in sorted(state.verbal))
