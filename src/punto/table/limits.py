"""Limits of wagers: which ones a table offers, minimum and maximum, whole chips, and wagers that another one needs."""

from __future__ import annotations

from punto.core.money import Cents
from punto.core.posting import felt_account, seat_account
from punto.rules.house_rules import HouseRules
from punto.table.commands import Reason, Refusal, Wager
from punto.table.plan import plan_of
from punto.table.settlement import DEFERRED_KEY as DEFERRED
from punto.table.settlement import UNIT, due
from punto.table.state import Accounts, TableState

HOUSE_LIMITS = (Reason.BELOW_MINIMUM, Reason.ABOVE_MAXIMUM, Reason.DIFFERENCE_EXCEEDED)
MEANS = "wager.means"


def not_offered(rules: HouseRules, seat: int, key: str) -> Refusal | None:
    """Refuse a wager that this table, or this seat, does not offer."""
    book = rules.rulebook
    if key not in rules.limits:
        offered = ", ".join(one.key for one in rules.wagers)
        return Refusal(Reason.NOT_OFFERED, book.section("wager.permissible"), {"offered": offered})
    royal9 = rules.royal9
    if royal9 is not None and seat not in royal9.combinations and plan_of(rules).wagers[key].wager.posted:
        # Seats beyond the document's number have no combination to win with (reading 4).
        return Refusal(Reason.NOT_OFFERED, book.section("royal9.multilevel.chairs"), {"seat": seat})
    return None


def needs_of(rules: HouseRules, key: str) -> tuple[tuple[str, ...], str]:
    """Return the wagers that a wager must stand next to, with the section."""
    terms = plan_of(rules).wagers[key]
    return terms.needs, terms.needs_section


def amount_refused(rules: HouseRules, accounts: Accounts, seat: int, key: str, cents: Cents) -> Refusal | None:
    """Refuse an amount not in whole chips, outside the limits, or without the wager that it needs."""
    terms = plan_of(rules).wagers[key]
    limit, total = terms.limit, accounts.get(felt_account(seat, key), 0) + cents
    if cents <= 0 or cents % rules.smallest_chip:
        section = terms.fixed or rules.rulebook.section(MEANS)
        return Refusal(Reason.BAD_AMOUNT, section, {"smallest-chip": rules.smallest_chip})
    if total < limit.least:
        return Refusal(Reason.BELOW_MINIMUM, terms.fixed, {"minimum": limit.least})
    if total > limit.most:
        return Refusal(Reason.ABOVE_MAXIMUM, terms.fixed, {"maximum": limit.most})
    most = _difference_left(rules, accounts, key) if rules.difference is not None else None
    if most is not None and cents > most:
        return Refusal(Reason.DIFFERENCE_EXCEEDED, detail={"difference": rules.difference or 0})
    if terms.needs and not any(felt_account(seat, other) in accounts for other in terms.needs):
        return Refusal(Reason.NEEDS_ANOTHER_WAGER, terms.needs_section, {"needs": ", ".join(terms.needs)})
    barred = [other for other in terms.excludes if felt_account(seat, other) in accounts] if terms.excludes else None
    if barred:
        return Refusal(Reason.NOT_ALLOWED_HERE, terms.wager.section, {"excludes": ", ".join(barred)})
    return None


def excluded(rules: HouseRules, key: str) -> tuple[str, ...]:
    """Return the wagers that cannot stand next to this one, whichever of the two says so."""
    return plan_of(rules).wagers[key].excludes


def within_limits(rules: HouseRules, accounts: Accounts, seat: int, key: str, cents: Cents) -> Refusal | None:
    """Refuse to let an amount stand that needs no approval, or that approval cannot permit (reading 14)."""
    refusal = amount_refused(rules, accounts, seat, key, cents)
    if refusal is None:
        limit = rules.limits[key]
        detail: dict[str, str | int] = {"minimum": limit.least, "maximum": limit.most}
        return Refusal(Reason.BAD_AMOUNT, rules.rulebook.section(MEANS), detail)
    return None if refusal.reason in HOUSE_LIMITS and not rules.wager(key).for_one else refusal


def stake_range(rules: HouseRules, accounts: Accounts, seat: int, key: str) -> tuple[Cents, Cents]:
    """Return the minimum and maximum that a seat may add to a wager, in whole chips; maximum < minimum if none."""
    limit, chip, lying = rules.limits[key], rules.smallest_chip, accounts.get(felt_account(seat, key), 0)
    most, left = limit.most - lying, _difference_left(rules, accounts, key)
    least = max(limit.least - lying, chip)
    return -(-least // chip) * chip, (most if left is None else min(most, left)) // chip * chip


def _difference_left(rules: HouseRules, accounts: Accounts, key: str) -> Cents | None:
    """Return how much more one hand may get by the operator's limit on the difference of both hands (reading 14).

    An amount that reduces the difference is always permitted. None if there is no such limit.
    """
    hand = plan_of(rules).wagers[key].wager.hand if rules.difference is not None else None
    if rules.difference is None or hand is None:
        return None
    ahead = 0
    for account, side in plan_of(rules).hands:
        staked = accounts.get(account, 0)
        ahead += staked if side == hand else -staked
    return max(rules.difference - ahead, 0) if ahead >= 0 else max(rules.difference, -ahead) - ahead


def coupon_refused(rules: HouseRules, state: TableState, command: Wager) -> Refusal | None:
    """Refuse a match play coupon without whole chips for its face and at least as many chips (reading 10)."""
    if not command.coupon and not command.coupon_number and not command.coupon_seen_by:
        return None
    account = felt_account(command.seat, command.wager)
    face = state.coupons.get(account, 0) + command.coupon
    chips = state.accounts.get(account, 0) + command.cents
    if command.coupon < 0 or command.coupon % rules.smallest_chip or face > chips or not command.coupon:
        section = rules.rulebook.section(MEANS)
        return Refusal(Reason.BAD_AMOUNT, section, {"coupon": face, "chips": chips})
    return coupon_unvouched(rules, state, command)


def coupon_unvouched(rules: HouseRules, state: TableState, command: Wager) -> Refusal | None:
    """Refuse a coupon without an issued number, or without a dealer at a physical shoe who saw it.

    A table without a coupon book accepts a coupon by its face: its log is older than coupon books, or one person is
    both player and dealer.
    """
    section = rules.rulebook.section(MEANS)
    if command.coupon_number < 0 or (command.coupon_number and command.coupon_seen_by):
        return Refusal(Reason.COUPON_REFUSED, section, {"because": "no-such-coupon"})
    if command.coupon_seen_by and state.fair is not None:
        return Refusal(Reason.COUPON_REFUSED, section, {"because": "not-issued"})
    if state.coupon_book and not command.coupon_number and not command.coupon_seen_by:
        return Refusal(Reason.COUPON_REFUSED, section, {"because": "not-issued"})
    return None


def short_of_chips(rules: HouseRules, state: TableState, accounts: Accounts, seat: int, cents: Cents) -> Refusal | None:
    """Refuse a wager of chips that the seat does not have, or that its marker button is owed (reading 33)."""
    chips = accounts.get(seat_account(seat), 0)
    if chips < cents:
        return Refusal(Reason.NOT_ENOUGH_CHIPS, rules.rulebook.section(MEANS), {"chips": chips})
    if rules.vigorish is None or seat not in state.owed:
        return None
    if chips - cents > state.owed[seat] // UNIT + rules.vigorish.unit:
        return None  # a cheap upper bound: rounding cannot change the answer
    owed = due(rules, state, seat)
    if chips < cents + owed:
        return Refusal(Reason.VIGORISH_OWED, rules.rulebook.section(DEFERRED), {"owed": owed, "chips": chips})
    return None


def spendable(rules: HouseRules, state: TableState, seat: int) -> Cents:
    """Return the chips that a seat may wager: all except those owed for its marker button (reading 33)."""
    chips = state.accounts.get(seat_account(seat), 0)
    return chips - due(rules, state, seat) if seat in state.owed else chips
