"""Wagers: chips on the felt, until "no more bets" (ma-mini 7, md-mini .07)."""

from __future__ import annotations

from punto.houserules import HouseRules
from punto.money import Cents
from punto.posting import Posting, felt_account, seat_account
from punto.roles import Role
from punto.table.commands import Wager
from punto.table.events import AnyEvent, WagerMade
from punto.table.phases import Phase
from punto.table.refusals import Reason, Refusal
from punto.table.state import TableState


def stakes(state: TableState) -> dict[tuple[int, str], Cents]:
    """Return what lies on the felt, by seat and wager."""
    found = {}
    for account, cents in state.accounts.items():
        place, _, rest = account.partition("/")
        if place == "felt":
            seat, _, key = rest.partition("/")
            found[int(seat), key] = cents
    return found


def wager(rules: HouseRules, state: TableState, command: Wager) -> tuple[AnyEvent, ...] | Refusal:
    """Take a wager, or say why not."""
    refusal = _refused(rules, state, command)
    if refusal is not None:
        return refusal
    posting = Posting(seat_account(command.seat), felt_account(command.seat, command.wager), command.cents, "wager")
    section = rules.rulebook.section("wager.means")
    made = WagerMade(seat=command.seat, wager=command.wager, cents=command.cents, section=section, postings=(posting,))
    return (made,)


def _refused(rules: HouseRules, state: TableState, command: Wager) -> Refusal | None:
    book = rules.rulebook
    if command.by is not Role.PLAYER:
        return Refusal(Reason.WRONG_ROLE, book.section("wager.means"), {"by": Role.PLAYER})
    if state.phase is not Phase.BETTING:
        return Refusal(Reason.WRONG_PHASE, book.section("wager.no-more-bets"), {"phase": state.phase})
    if state.seated.get(command.seat) != command.who:
        return Refusal(Reason.NOT_YOUR_SEAT, detail={"seat": command.seat})
    if command.wager not in rules.limits:
        offered = ", ".join(one.key for one in rules.wagers)
        return Refusal(Reason.NOT_OFFERED, book.section("wager.permissible"), {"offered": offered})
    return _amount_refused(rules, state, command)


def _amount_refused(rules: HouseRules, state: TableState, command: Wager) -> Refusal | None:
    limit = rules.limits[command.wager]
    lying = stakes(state)
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
    chips = state.accounts.get(seat_account(command.seat), 0)
    if chips < command.cents:
        return Refusal(Reason.NOT_ENOUGH_CHIPS, detail={"chips": chips})
    return None
