"""The ``Wager``: a table of results, and the coups of each.

A wager reads a ``CoupClass`` (points and pairs), an ``Opening`` with the seat (Royal 9), or all cards, and returns a
``Result``. It contains no money: ``pay`` turns a stake and a result into cents, for every wager.

The documents state their wagers as printed tables: lines with a condition each, and the first that fits decides.
``punto.wagers.language`` compiles such lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple, get_args

from punto.core.cards import Card
from punto.core.coup import CoupClass, Opening, classes
from punto.core.money import Cents, Vigorish, part_of
from punto.wagers.facts import HANDS, Hand


class WagerError(ValueError):
    """Error for an invalid wager; the message says what is wrong and what is valid."""


class Verdict(StrEnum):
    """The outcome of a stake."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"


@dataclass(frozen=True, slots=True)
class Result:
    """One line of a wager's table."""

    verdict: Verdict
    category: str  # "win", "by-9", "suited-royal-9"
    pays: Fraction | str = Fraction(0)  # to one (or for one, see Wager); a str names a meter
    share: Fraction = Fraction(1)  # of that meter


LOSE = Result(Verdict.LOSE, "lose")
PUSH = Result(Verdict.PUSH, "push")

OnClass = Callable[[CoupClass], Result]
OnOpening = Callable[[Opening, int], Result]
OnCards = Callable[[Sequence[Card], Sequence[Card]], Result]  # the cards of the Player's Hand, and of the Banker's
Moment = Literal["before-third-cards", "after-result"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wager:
    """A wager, defined once for table, odds, simulator, felt and school.

    Exactly one of ``on_class``, ``on_opening`` and ``on_cards`` is given. The other fields say how to treat it.
    """

    key: str  # "dragon-bonus-player"; the same in TOML, JSON and events
    title: str  # in English
    results: tuple[Result, ...]  # all results, in printed order
    on_class: OnClass | None = None
    on_opening: OnOpening | None = None
    on_cards: OnCards | None = None
    section: str = ""  # of the document
    hand: Hand | None = None  # of a main wager: for the squeeze, and for House Money that rides
    vigorish: bool = False
    rate: Fraction | None = None  # of vigorish, where it is not the highest of the rulebook
    exempt: tuple[str, ...] = ()  # results that owe no vigorish
    settles: Moment = "after-result"
    needs: tuple[str, ...] = ()  # it requires one of these wagers
    excludes: tuple[str, ...] = ()  # it cannot stand next to any of these
    for_one: bool = False  # the stake is not returned with a win
    stake: Cents = 0  # where it is fixed
    pairs: bool = True  # whether it reads pairs; otherwise odds may merge them
    tells: tuple[Card, ...] = ()  # the cards that an opening wager distinguishes; all others are equivalent
    family: str = ""  # of its provisions: ``dragon-bonus`` for the wager on either hand
    rides: tuple[Hand, ...] = ()  # its payout may ride on the seat's wager on one of these hands
    posted: bool = False  # it uses combinations posted at the seat
    titles: Mapping[str, str] = field(default_factory=dict, compare=False)  # in other languages, by language tag

    def __post_init__(self) -> None:
        if [self.on_class, self.on_opening, self.on_cards].count(None) != 2:
            raise WagerError(f"wager {self.key!r} needs exactly one of on_class, on_opening and on_cards")
        if self.settles not in get_args(Moment):
            raise WagerError(f"wager {self.key!r} settles {self.settles!r}: use {' or '.join(get_args(Moment))}")

    def __repr__(self) -> str:
        return f"<Wager {self.key}: {len(self.results)} results>"

    @property
    def metered(self) -> bool:
        """Whether a result pays from a meter, which the stakes feed."""
        return any(isinstance(result.pays, str) for result in self.results)

    def owes(self, result: Result) -> bool:
        """Return whether a win with this result owes vigorish."""
        return self.vigorish and result.category not in self.exempt

    def net(self, result: Result, rate: Fraction = Fraction(0)) -> Fraction:
        """Return what one unit gains (or loses) by a result, vigorish at ``rate`` or its own taken off a win."""
        if result.verdict is Verdict.LOSE:
            return Fraction(-1)
        if result.verdict is Verdict.PUSH:
            return Fraction(0)
        if isinstance(result.pays, str):
            raise ValueError(f"{self.key} {result.category} pays a meter: its amount must be given")
        own = rate if self.rate is None else self.rate
        pays = result.pays * (1 - own) if self.owes(result) else result.pays
        return pays - 1 if self.for_one else pays


NOTHING = Fraction(0)


class Payment(NamedTuple):
    """The payment of a result: chips paid in addition to the stake, the outcome of the stake, exact vigorish owed."""

    paid: Cents
    returned: Cents
    vigorish: Fraction


def pay(wager: Wager, result: Result, stake: Cents, vigorish: Vigorish | None, meters: Mapping[str, Cents]) -> Payment:
    """Turn a stake and a result into cents; the only pay function.

    Vigorish is a share of the amount won (ma-mini 12(c)); it is rounded when it is collected, not here.
    """
    if result.verdict is Verdict.LOSE:
        return Payment(0, 0, NOTHING)
    if result.verdict is Verdict.PUSH:
        return Payment(0, stake, NOTHING)
    pays = result.pays
    paid = part_of(meters[pays], result.share) if isinstance(pays, str) else part_of(stake, pays)
    owed = paid * vigorish.rate if vigorish and wager.owes(result) else NOTHING
    return Payment(paid, 0 if wager.for_one else stake, owed)


@lru_cache(maxsize=256)  # each request for a table's rules asks for all of its wagers
def backed(wager: Wager) -> Hand | None:
    """Return the hand that has won whenever the wager wins, or None; it determines the side on the felt."""
    if wager.hand or wager.on_class is None:
        return wager.hand
    winners = {coup.winner for coup in classes() if wager.on_class(coup).verdict is Verdict.WIN}
    return next((hand for hand in HANDS if winners == {hand}), None)


def in_order(found: Iterable[Result]) -> tuple[Result, ...]:
    """Return results as a paytable prints them: wins first, the best paid first, meters before all."""
    order = {Verdict.WIN: 0, Verdict.PUSH: 1, Verdict.LOSE: 2}

    def place(line: Result) -> tuple[int, bool, Fraction, str]:
        meter = isinstance(line.pays, str)
        return order[line.verdict], not meter, Fraction(0) if isinstance(line.pays, str) else -line.pays, line.category

    return tuple(sorted(found, key=place))
