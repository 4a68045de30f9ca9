"""The language of wagers: a wager as data, and the table over all classes of coup that is compiled from it.

A wager is a list of *lines*, as the documents print them: each has a name and a condition, and the first that fits a
coup decides; if none fits, the stake is lost. The payouts of lines are *awards*, by name: odds, minimum odds that a
licensee may pay, an amount for the fixed stake, or a part of a meter. ``punto.law`` builds these values from the text
of a rulebook; this package does not depend on rulebooks.

The moment of settlement and the exact counter follow from the facts of a wager (``Wager.pairs``, ``tells``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from punto.core.cards import Card
from punto.core.coup import CoupClass
from punto.core.money import Cents
from punto.wagers.cards import CardTable
from punto.wagers.facts import SIZE, Hand, Reads, When, fact_of, first_fit, place
from punto.wagers.openings import Combinations, OpeningTable, Royal
from punto.wagers.wager import LOSE, Moment, Result, Verdict, Wager, WagerError

NOTHING: Mapping[str, Fraction] = MappingProxyType({})
# Variants of vigorish: percent of a win, or a push on a Dragon 7. A rulebook may name others.
VIGORISH, EZ = "vigorish", "ez"


class Line(NamedTuple):
    """A line of a wager: its name, its condition, and what happens to the stake."""

    name: str
    when: When
    verdict: Verdict = Verdict.WIN


class Award(NamedTuple):
    """The payout of a line: odds (or minimum odds), cents for the fixed stake, or percent of a meter."""

    odds: Fraction | None = None
    least: bool = False
    cents: Cents = 0
    meter: str = ""
    percent: int = 100


class Rides(NamedTuple):
    """The hands on which a payout may ride, and whether a licensee may let a part of it ride."""

    onto: tuple[Hand, ...]
    portion: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerLaw:
    """A wager as a rulebook states it, with the choices of a licensee."""

    key: str  # of its provisions: ``dragon-bonus``
    titles: Mapping[str, str]
    section: str
    lines: tuple[Line, ...]
    awards: Mapping[str, Award]  # by the names of lines, in printed order
    paytables: Mapping[str, Mapping[str, Fraction]] = field(default_factory=dict)
    ruled_by: str  # the provisions that state and pay it
    paid_by: str
    each: tuple[Hand, ...] = ()  # one wager on each of these hands
    hand: Hand | None = None
    settles: Moment = "after-result"
    variant: str = ""  # the vigorish of the tables that offer it; "" for any
    required: bool = False  # by every table of its variant
    by_leave: bool = False  # may be omitted with the regulator's permission
    needs: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    stake: Cents | None = None
    vigorish: int = 0  # percent of a win
    exempt: tuple[str, ...] = ()  # lines that owe no vigorish
    rides: Rides | None = None
    royal: Royal | None = None  # the definition of a Royal 9, for facts that use it
    posted: Combinations | None = None  # by seat; empty if the licensee files them

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of its wagers: its own, or one for each hand."""
        return tuple(f"{self.key}-{hand}" for hand in self.each) or (self.key,)

    @property
    def reads(self) -> frozenset[Reads]:
        """The inputs on which its facts depend."""
        names = (name for line in self.lines for name in line.when.facts())
        found = {fact.reads for name in names if (fact := fact_of(name))}
        return frozenset(found | {"cards"} if any(any(line.when.selections()) for line in self.lines) else found)

    @property
    def on_cards(self) -> bool:
        """Whether it is settled by single cards of all six, or by suits and the finished coup."""
        return "cards" in self.reads or {"suits", "final"} <= self.reads

    @property
    def by_cards(self) -> bool:
        """Whether single cards decide it, and not points and pairs alone."""
        return self.on_cards or "suits" in self.reads

    @property
    def thirds(self) -> bool:
        """Whether it depends on third cards."""
        facts = (fact_of(name) for line in self.lines for name in line.when.facts())
        places = {place for line in self.lines for each in line.when.selections() for place in each.places}
        return any(fact and fact.reads in ("final", "cards") for fact in facts) or bool(places & {2, 5})

    def table(self, hand: Hand | None = None) -> tuple[bytes, tuple[bool, ...]]:
        """Return for every class the number of its deciding line, and which lines decide some coup."""
        return first_fit(tuple(line.when.seen_from(hand) for line in self.lines))

    @property
    def meters(self) -> tuple[str, ...]:
        """The meters that its lines pay."""
        return tuple(dict.fromkeys(award.meter for award in self.awards.values() if award.meter))

    @property
    def least(self) -> Fraction | None:
        """The minimum odds that a licensee may choose to pay; None if the document fixes them."""
        return next((award.odds for award in self.awards.values() if award.least), None)


class Choice(NamedTuple):
    """A licensee's choices about a wager; the default is the document's own or first choice."""

    pays: Fraction | None = None
    paytable: str = ""
    combinations: Combinations | None = None


@dataclass(frozen=True, slots=True)
class ClassTable:
    """The results of a wager on points and pairs, by class of coup."""

    results: tuple[Result, ...]
    cells: bytes  # for each index, the number of its result

    @classmethod
    def of(cls, answers: Mapping[CoupClass, Result]) -> ClassTable:
        """Build the table from a function's results; other classes lose."""
        numbers = {result: number for number, result in enumerate(dict.fromkeys((LOSE, *answers.values())))}
        cells = bytearray(SIZE)
        for coup, result in answers.items():
            cells[place(coup)] = numbers[result]
        return cls(tuple(numbers), bytes(cells))

    def __call__(self, coup: CoupClass) -> Result:
        """Return the result of a class of coup."""
        return self.results[self.cells[place(coup)]]


def build(law: WagerLaw, choice: Choice = Choice()) -> tuple[Wager, ...]:  # noqa: B008 - an immutable value
    """Build the wagers of a law, one or one for each hand. Raises WagerError for an unknown paytable."""
    table = next(iter(law.paytables.values()), NOTHING)
    if choice.paytable:
        if choice.paytable not in law.paytables:
            there = ", ".join(law.paytables) or "none"
            raise WagerError(f"{law.titles['en']} has no paytable {choice.paytable!r}: there are {there}")
        table = law.paytables[choice.paytable]
    results = [_result(line, law, table, choice.pays) for line in law.lines]
    return tuple(_wager(law, results, hand, choice.combinations) for hand in law.each or (None,))


def _result(line: Line, law: WagerLaw, table: Mapping[str, Fraction], pays: Fraction | None) -> Result:
    if line.verdict is not Verdict.WIN:
        return LOSE if line.verdict is Verdict.LOSE else Result(Verdict.PUSH, line.name)
    award = law.awards.get(line.name, Award())
    if award.meter:
        return Result(Verdict.WIN, line.name, award.meter, Fraction(award.percent, 100))
    if award.cents:
        return Result(Verdict.WIN, line.name, Fraction(award.cents, law.stake or 1))
    odds = table.get(line.name, award.odds)
    return Result(Verdict.WIN, line.name, pays if award.least and pays is not None else odds or Fraction(0))


def _wager(law: WagerLaw, results: list[Result], hand: Hand | None, combinations: Combinations | None) -> Wager:
    conditions = tuple(line.when.seen_from(hand) for line in law.lines)
    posted = combinations if combinations is not None else law.posted
    key, title = law.key, law.titles["en"]
    tells: tuple[Card, ...] = ()
    cards = CardTable(tuple(zip(conditions, results, strict=True))) if law.on_cards else None
    if cards is not None:
        lines, on_class, opening = (*results, LOSE), None, None
    elif "suits" in law.reads:
        opening = OpeningTable(tuple(zip(conditions, results, strict=True)), law.royal, posted or {})
        lines, on_class = (*results, LOSE), None
        tells = opening.tells
    else:
        cells, decides = law.table(hand)
        on_class, opening = ClassTable((LOSE, *results), cells), None
        lines = (*(result for result, here in zip(results, decides[1:], strict=True) if here), *(LOSE,) * decides[0])
    return Wager(
        key=f"{key}-{hand}" if hand else key,
        family=key,
        title=f"{title} {hand.capitalize()}" if hand else title,
        titles={} if hand else {tag: words for tag, words in law.titles.items() if tag != "en"},
        results=_printed(lines, law),
        on_class=on_class,
        on_opening=opening,
        on_cards=cards,
        section=law.section,
        hand=law.hand,
        vigorish=law.vigorish > 0,
        exempt=law.exempt,
        settles=law.settles,
        needs=law.needs,
        excludes=law.excludes,
        for_one=law.stake is not None,
        stake=law.stake or 0,
        pairs="pairs" in law.reads or "suits" in law.reads,
        tells=tells,
        rides=law.rides.onto if law.rides else (),
        posted=law.posted is not None,
    )


def _printed(results: Iterable[Result], law: WagerLaw) -> tuple[Result, ...]:
    """Return results as the document prints them: wins in the order of the awards, then pushes, then losses."""
    order = list(next(iter(law.paytables.values()), law.awards))
    by_verdict = {Verdict.WIN: 0, Verdict.PUSH: 1, Verdict.LOSE: 2}

    def turn(result: Result) -> tuple[int, int]:
        name = result.category
        return by_verdict[result.verdict], order.index(name) if name in order else len(order)

    return tuple(sorted(dict.fromkeys(results), key=turn))
