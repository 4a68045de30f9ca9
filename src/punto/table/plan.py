"""The plan of a table: everything about its play that its house rules alone determine, compiled once.

Ceremonies become automata whose stages name the acts that are due; wagers become one record each, with limits, order of
payment and the wagers they need. A plan reads no state. It is immutable and belongs to its house rules, whose life it
shares; only settlements of wagers that players repeat are added to it, as a pure function of stake and result.

Seat numbers rise counterclockwise seen from above; seat 1 is at the dealer's right, and the dealer is between the
highest seat and seat 1. So "to the right" is the next higher number and wraps past the dealer, and "nearest the dealer,
counterclockwise" is the lowest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec.structs import replace

from punto.core.coup import CoupClass
from punto.core.money import Cents
from punto.core.posting import Posting, felt_account
from punto.core.roles import CURATOR, DEALER, Rank, Role
from punto.law.ceremony import Ceremony, CeremonyError, Stage, Step, compiled
from punto.law.schema import Law, provisions
from punto.law.schema.play import SeveralDealers
from punto.law.words import Direction, Procedure
from punto.rules.house_rules import HouseRules, Limit
from punto.table.commands import Deal, Perform
from punto.table.events import SettlementLine
from punto.table.holes import Due
from punto.table.staff_events import ASSIGNED
from punto.wagers.wager import Wager

COVER = "cover-card"
RESULT = "announce-result"
PAYMENTS = frozenset({"collect-losing", "pay-seat"})  # steps of the dealers who handle the wagers
OPTIONAL = frozenset({"give-up", "ask-face-up", "ask-inspection"})  # steps for which play does not wait
MOST_SETTLED = 4096  # settlements of wagers that a plan keeps


class PlannedStep(NamedTuple):
    """A step, with its act if it needs only the order of its ceremony and its role."""

    step: Step
    act: Due
    by_dealer: Due  # the same act if the shoe has no holder


class PlannedCeremony(NamedTuple):
    """A ceremony as an automaton."""

    ceremony: Ceremony
    steps: Mapping[str, PlannedStep]
    first: Stage

    def stage(self, done: tuple[str, ...]) -> Stage:
        """Return the stage after some steps; those of other ceremonies are skipped. Raises ``CeremonyError``."""
        here = self.first
        for step in done:
            found = here.then.get(step)
            if found is not None:
                here = found
            elif step in self.steps:
                raise CeremonyError(f"ceremony {self.ceremony.key!r}: no {step!r} after {', '.join(done)}")
        return here


class WagerTerms(NamedTuple):
    """The terms of a wager under the house rules."""

    wager: Wager
    place: int  # in the order of the layout
    limit: Limit
    needs: tuple[str, ...]  # wagers of which one must lie beside it
    needs_section: str
    excludes: tuple[str, ...]
    fixed: str  # the section that fixes its stake, or ""; other limits are the operator's own (reading 14)


class SettledWager(NamedTuple):
    """The settlement line of a wager, and its postings."""

    line: SettlementLine
    postings: tuple[Posting, ...]


SettledKey = tuple[int, str, Cents, Cents, str]  # seat, wager, stake, coupon, category of the result


@dataclass(frozen=True, slots=True)
class Plan:
    """The compiled form of house rules for play."""

    ceremonies: Mapping[str, PlannedCeremony]
    wagers: Mapping[str, WagerTerms]
    hands: tuple[tuple[str, str], ...]  # every account of a wager on a hand, and that hand
    early: Wager | None  # settled before third cards
    metered: Wager | None  # whose stakes feed meters
    onwards: int  # -1 if winners are paid from the highest seat down, else 1
    apart: Mapping[str, frozenset[str]]  # for each step, the steps whose maker may not make it
    signed: frozenset[str]  # steps whose maker is recorded
    ranks: Mapping[str, Rank]  # the least rank of a floorperson for a step, where it is not the lowest
    assigned: Mapping[str, str]  # steps of the floorperson assigned to the table, and their sections
    posts: tuple[tuple[str, int], ...]  # that are signed for, and how many people each needs
    letters: Mapping[str, str]  # of each hand that is dealt
    places: tuple[str, ...]  # of the first four cards, in order
    deals: Mapping[str, tuple[Due, Due]]  # the dealing of each of them: by the dealer, by the holder of the shoe
    cover: tuple[Due, Due]  # setting the cover card aside: permitted, due
    cover_depth: int  # the least number of cards behind it
    cover_comes: bool  # whether the document says when it must have come out
    staked: Mapping[str, tuple[tuple[int, str], ...]]  # of each hand: seats and accounts of wagers on it
    felt: Mapping[str, tuple[int, WagerTerms]]  # seat and terms of every account of a wager
    _settled: dict[SettledKey, SettledWager] = field(default_factory=dict, repr=False, compare=False)
    calls: dict[CoupClass, str] = field(default_factory=dict, repr=False, compare=False)

    def settled(self, key: SettledKey) -> SettledWager | None:
        """Return the settlement of such a wager, if it is known."""
        return self._settled.get(key)

    def settle(self, key: SettledKey, settled: SettledWager) -> SettledWager:
        """Keep the settlement of a wager, and return it."""
        if len(self._settled) >= MOST_SETTLED:
            self._settled.clear()
        self._settled[key] = settled
        return settled


def plan_of(rules: HouseRules) -> Plan:
    """Return the plan of house rules."""
    plan: Plan | None = rules.derived.plan
    if plan is None:
        plan = rules.derived.plan = _planned(rules)
    return plan


def _planned(rules: HouseRules) -> Plan:
    law, apart = rules.rulebook.law, _apart(rules.rulebook.law)
    letters: dict[str, str] = {hand: hand[0].upper() for hand in law.deal.two_hands.hands}
    order = law.deal.four.order
    places = tuple(f"{letters[side]}{order[:number].count(side) + 1}" for number, side in enumerate(order))
    cover = Due(Perform, DEALER, "set-aside-cover", section=rules.rulebook.section(COVER))
    wagers = {wager.key: _terms(rules, place) for place, wager in enumerate(rules.wagers)}
    return Plan(
        ceremonies={key: _ceremony(ceremony) for key, ceremony in rules.rulebook.ceremonies.items()},
        wagers=wagers,
        hands=tuple(
            (felt_account(seat, wager.key), wager.hand)
            for seat in range(1, rules.seats + 1)
            for wager in rules.wagers
            if wager.hand is not None
        ),
        early=rules.early,
        metered=rules.metered,
        onwards=-1 if law.result.pay_order.from_ == "highest" else 1,
        apart=apart,
        signed=frozenset(apart).union(*apart.values()),
        ranks={step.key: Rank(step.rank) for step in _steps(rules) if step.rank},
        assigned={step.key: step.cite.section for step in _steps(rules) if step.post == "assigned"},
        posts=_posts(rules),
        letters=letters,
        places=places,
        deals={place: _deals(place, law.deal.four.section) for place in places},
        cover=(cover, replace(cover, must=True)),
        cover_depth=law.cut.cover.cover_depth,
        cover_comes=law.shoe.cover_card.due is not None,
        staked={letter: _staked(rules, hand) for hand, letter in letters.items()},
        felt={
            felt_account(seat, key): (seat, terms)
            for seat in range(1, rules.seats + 1)
            for key, terms in wagers.items()
        },
    )


def _steps(rules: HouseRules) -> Iterable[Step]:
    return (step for ceremony in rules.rulebook.ceremonies.values() for step in ceremony.steps.values())


def _posts(rules: HouseRules) -> tuple[tuple[str, int], ...]:
    """Return the posts at a table: dealers as its document and its shuffle need them, and one floorperson."""
    staff, dealers = staffing(rules.rulebook.law), rules.shuffling.dealers
    if staff is None:
        return ("dealer", dealers), (ASSIGNED, 1)
    least = max(staff.on_wagers_least, dealers - staff.calling)
    return ("caller", staff.calling), ("wagers", least), (ASSIGNED, 1)


def _deals(place: str, section: str) -> tuple[Due, Due]:
    by_dealer = Due(Deal, DEALER, places=(place,), must=True, section=section)
    return by_dealer, replace(by_dealer, by=CURATOR)


def _staked(rules: HouseRules, hand: str) -> tuple[tuple[int, str], ...]:
    """Return the accounts of a hand's wagers with their seats, from the seat next to the dealer on."""
    equal = rules.rulebook.law.deal.squeeze_equal
    if not rules.squeeze or equal is None:
        return ()
    keys = [wager.key for wager in rules.wagers if wager.hand == hand]
    order = tour(rules.seats, 1 if equal.direction == "counterclockwise" else rules.seats, equal.direction)
    return tuple((seat, felt_account(seat, key)) for seat in order for key in keys)


def _ceremony(ceremony: Ceremony) -> PlannedCeremony:
    steps = {key: _step(step) for key, step in ceremony.steps.items()}
    return PlannedCeremony(ceremony, steps, compiled(ceremony))


def _step(step: Step) -> PlannedStep:
    by, must, section = Role(step.by), step.key not in OPTIONAL, step.cite.section
    rank = Rank(step.rank) if step.rank else None
    act = Due(Perform, by, step.key, must=must, section=section, rank=rank)
    by_dealer = Due(Perform, DEALER, step.key, must=must, section=section) if by is CURATOR else act
    return PlannedStep(step, act, by_dealer)


def _terms(rules: HouseRules, place: int) -> WagerTerms:
    """Return the terms of a wager; Royal 9 alone needs any of several wagers (reading 30)."""
    wager, royal9 = rules.wagers[place], rules.rulebook.law.royal9
    needs, section, fixed = wager.needs, wager.section, wager.section if wager.for_one else ""
    if wager.posted:
        if royal9.progressive is not None:
            underlying = royal9.progressive.underlying
            needs = tuple(one.key for one in rules.wagers if {one.key, one.hand} & set(underlying.beside))
            section = underlying.section
        fixes = royal9.multilevel or royal9.progressive
        fixed = fixes.terms.section if fixes else fixed
    excludes = tuple(
        one.key for one in rules.wagers if one.key in wager.excludes or wager.key in one.excludes
    )  # whichever of the two says so
    return WagerTerms(wager, place, rules.limits[wager.key], needs, section, excludes, fixed)


# ---------------------------------------------------------------- steps that require different people


def staffing(law: Law) -> SeveralDealers | None:
    """Return the document's provision on several dealers at one table, or None."""
    return law.staff.several_dealers if law.staff is not None else None


def _apart(law: Law) -> dict[str, frozenset[str]]:
    """Return for each step the steps whose maker may not make it: inspection, three shuffles, the call of a result."""
    found: dict[str, frozenset[str]] = {}
    for provision in provisions(law):
        if isinstance(provision, Procedure):
            steps = frozenset(provision.distinct)
            found |= {step: steps - {step} for step in steps}
    staff = staffing(law)
    if staff is not None and staff.apart:
        found |= dict.fromkeys(PAYMENTS, frozenset({RESULT}))
    return found


# ---------------------------------------------------------------- order of seats


def tour(seats: int, start: int, direction: Direction) -> tuple[int, ...]:
    """Return all seats in the order of a tour from ``start`` on, empty ones included.

    >>> tour(7, 7, "clockwise"), tour(7, 7, "counterclockwise")
    ((7, 6, 5, 4, 3, 2, 1), (7, 1, 2, 3, 4, 5, 6))
    """
    step = 1 if direction == "counterclockwise" else -1
    return tuple((start - 1 + step * number) % seats + 1 for number in range(seats))


def first_of(order: Iterable[int], seated: Iterable[int], passed_over: Iterable[int] = ()) -> int | None:
    """Return the first occupied seat of an order that is not passed over, or None."""
    here, gone = set(seated), set(passed_over)
    return next((seat for seat in order if seat in here and seat not in gone), None)
