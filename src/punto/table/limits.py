"""Limits of wagers: which ones a table offers, minimum and maximum, whole chips, and wagers that another one needs."""

from __future__ import annotations

from punto.core.memo import memoize_per_rules
from punto.core.money import Cents
from punto.core.posting import felt_account, seat_account
from punto.law.words import stated
from punto.rules.house_rules import HouseRules
from punto.table.commands import Reason, Refusal, Wager
from punto.table.settlement import DEFERRED_KEY as DEFERRED
from punto.table.settlement import UNIT, due
from punto.table.state import Accounts, TableState, on_felt

HOUSE_LIMITS = (Reason.BELOW_MINIMUM, Reason.ABOVE_MAXIMUM, Reason.DIFFERENCE_EXCEEDED)
MEANS = "wager.means"


def not_offered(rules: HouseRules, seat: int, key: str) -> Refusal | None:
    """Refuse a wager that this table, or this seat, does not offer."""
    book = rules.rulebook
    if key not in rules.limits:
        offered = ", ".join(one.key for one in rules.wagers)
        return Refusal(Reason.NOT_OFFERED, book.section("wager.permissible"), {"offered": offered})
    if rules.royal9 is not None and rules.wager(key).posted and seat not in rules.royal9.combinations:
        # Seats beyond the document's number have no combination to win with (reading 4).
        return Refusal(Reason.NOT_OFFERED, book.section("royal9.multilevel.chairs"), {"seat": seat})
    return None


def needs_of(rules: HouseRules, key: str) -> tuple[tuple[str, ...], str]:
    """Return the wagers that a wager must stand next to, with the section; Royal 9 alone needs any (reading 30)."""
    return _needs(rules)[key]


@memoize_per_rules
def _needs(rules: HouseRules) -> dict[str, tuple[tuple[str, ...], str]]:
    needs = {one.key: (one.needs, one.section) for one in rules.wagers}
    progressive = rules.rulebook.law.royal9.progressive
    for posted in (one.key for one in rules.wagers if one.posted and progressive is not None):
        underlying = stated(progressive).underlying
        keys = tuple(one.key for one in rules.wagers if {one.key, one.hand} & set(underlying.beside))
        needs[posted] = keys, underlying.section
    return needs


def amount_refused(rules: HouseRules, accounts: Accounts, seat: int, key: str, cents: Cents) -> Refusal | None:
    """Refuse an amount not in whole chips, outside the limits, or without the wager that it needs."""
    limit = rules.limits[key]
    total = accounts.get(felt_account(seat, key), 0) + cents
    fixed = _fixed(rules, key)
    if cents <= 0 or cents % rules.smallest_chip:
        section = fixed or rules.rulebook.section(MEANS)
        return Refusal(Reason.BAD_AMOUNT, section, {"smallest-chip": rules.smallest_chip})
    if total < limit.least:
        return Refusal(Reason.BELOW_MINIMUM, fixed, {"minimum": limit.least})
    if total > limit.most:
        return Refusal(Reason.ABOVE_MAXIMUM, fixed, {"maximum": limit.most})
    most = _difference_left(rules, accounts, key)
    if most is not None and cents > most:
        return Refusal(Reason.DIFFERENCE_EXCEEDED, detail={"difference": rules.difference or 0})
    needs, section = needs_of(rules, key)
    if needs and not any(felt_account(seat, other) in accounts for other in needs):
        return Refusal(Reason.NEEDS_ANOTHER_WAGER, section, {"needs": ", ".join(needs)})
    barred = [other for other in excluded(rules, key) if felt_account(seat, other) in accounts]
    if barred:
        return Refusal(Reason.NOT_ALLOWED_HERE, rules.wager(key).section, {"excludes": ", ".join(barred)})
    return None


def excluded(rules: HouseRules, key: str) -> tuple[str, ...]:
    """Return the wagers that cannot stand next to this one, whichever of the two says so."""
    return _excluded(rules)[key]


@memoize_per_rules
def _excluded(rules: HouseRules) -> dict[str, tuple[str, ...]]:
    every = {one.key: one.excludes for one in rules.wagers}
    return {
        key: tuple(other for other in every if other in excludes or key in every[other])
        for key, excludes in every.items()
    }


def within_limits(rules: HouseRules, accounts: Accounts, seat: int, key: str, cents: Cents) -> Refusal | None:
    """Refuse to let an amount stand that needs no approval, or that approval cannot permit (reading 14)."""
    refusal = amount_refused(rules, accounts, seat, key, cents)
    if refusal is None:
        limit = rules.limits[key]
        detail: dict[str, str | int] = {"minimum": limit.least, "maximum": limit.most}
        return Refusal(Reason.BAD_AMOUNT, rules.rulebook.section(MEANS), detail)
    return None if refusal.reason in HOUSE_LIMITS and not rules.wager(key).for_one else refusal


def _fixed(rules: HouseRules, key: str) -> str:
    """Return the section that fixes the stake of a wager, or ""; other limits are the operator's own (reading 14)."""
    wager = rules.wager(key)
    if not wager.posted:
        return wager.section if wager.for_one else ""
    royal9 = rules.rulebook.law.royal9
    return royal9.multilevel.terms.section if royal9.multilevel else stated(royal9.progressive).terms.section


def stake_range(rules: HouseRules, accounts: Accounts, seat: int, key: str) -> tuple[Cents, Cents]:
    """Return the minimum and maximum that a seat may add to a wager, in whole chips; maximum < minimum if none."""
    limit, chip, lying = rules.limits[key], rules.smallest_chip, on_felt(accounts).get((seat, key), 0)
    most, left = limit.most - lying, _difference_left(rules, accounts, key)
    least = max(limit.least - lying, chip)
    return -(-least // chip) * chip, (most if left is None else min(most, left)) // chip * chip


def _difference_left(rules: HouseRules, accounts: Accounts, key: str) -> Cents | None:
    """Return how much more one hand may get by the operator's limit on the difference of both hands (reading 14).

    An amount that reduces the difference is always permitted. None if there is no such limit.
    """
    hand = rules.wager(key).hand if rules.difference is not None else None
    if rules.difference is None or hand is None:
        return None
    ahead = sum(
        staked if side == hand else -staked
        for (_, other), staked in on_felt(accounts).items()
        if (side := rules.wager(other).hand)
    )
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
