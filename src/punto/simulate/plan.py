"""The plan of a simulation, the tally of its counts, and the inputs of its kernels as arrays.

A plan is the shoes and their rules as plain numbers for a kernel. Kernels know no wagers: each wager's own function is
applied afterwards, once per class of coup.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields, replace
from fractions import Fraction
from functools import cache
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from punto.core.bounded import json_value
from punto.core.cards import DECK
from punto.core.coup import CoupClass, classes
from punto.core.tableau import DRAW, NATURALS, PLAYER_DRAWS
from punto.rules.house_rules import HouseRules, ShoeRules
from punto.simulate.stream import key_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from punto.wagers.wager import Wager


MOST_CARDS_OF_A_COUP = 6
MOST_DECKS = 16
CONTINUOUS_COUPS = 80  # a continuous shoe never ends; this many coups count as one
MOST_SHOES = 2**62
MOST_SEED = 2**64
KINDS: dict[str, tuple[type, str]] = {"burns": (tuple, "list"), "continuous": (bool, "true or false")}


class PlanError(ValueError):
    """A plan that cannot be dealt; the message is one line."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Shoes from number ``first`` on. The same plan gives the same counts wherever it is dealt."""

    shoes: int
    seed: int = 1
    first: int = 0
    decks: int = 8
    burns: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)  # by rank of the first card; empty for none
    cover_depth: int = 14
    coups_after_cover: int = 1
    coups: int = 0  # deal exactly this many per shoe; 0 if the cover card ends it
    continuous: bool = False  # the cards are returned after each coup

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            wanted, what = KINDS.get(field.name, (int, "whole number"))
            if type(value) is not wanted:
                raise PlanError(f"{_kebab(field.name)}: expected {what}, not {value!r}")
        if not 1 <= self.shoes <= MOST_SHOES:
            raise PlanError(f"invalid number of shoes {self.shoes}: expected 1 to {MOST_SHOES}")
        if not 0 <= self.seed < MOST_SEED:
            raise PlanError(f"invalid seed {self.seed}: expected 0 to {MOST_SEED - 1}")
        if not 0 <= self.first <= MOST_SHOES:
            raise PlanError(f"invalid first shoe {self.first}: expected 0 to {MOST_SHOES}")
        if not 1 <= self.decks <= MOST_DECKS:
            raise PlanError(f"invalid number of decks {self.decks}: expected 1 to {MOST_DECKS}")
        if self.burns and (len(self.burns) != 13 or not all(type(n) is int and 0 <= n <= 10 for n in self.burns)):
            raise PlanError("invalid burns: expected 13 numbers from 0 to 10, one per rank, or none")
        self._check_end()

    def _check_end(self) -> None:
        burned = 1 + max(self.burns) if self.burns else 0
        if self.continuous:
            if not 1 <= self.coups <= 10_000 or self.burns:
                raise PlanError("invalid continuous shoe: expected no burns and 1 to 10000 coups")
            return
        if self.coups:
            if self.coups < 0 or MOST_CARDS_OF_A_COUP * self.coups > 52 * self.decks - burned:
                raise PlanError(f"too many coups: {self.decks} decks may not last for {self.coups}")
            return
        least = MOST_CARDS_OF_A_COUP * (1 + self.coups_after_cover)
        if self.coups_after_cover < 0 or self.cover_depth < least:
            raise PlanError(f"invalid cover depth {self.cover_depth}: the shoe could run out; use at least {least}")
        if self.cover_depth > 52 * self.decks - burned:
            raise PlanError(f"invalid cover depth {self.cover_depth}: the cover card would be burned")

    @classmethod
    def of_rules(cls, rules: HouseRules, shoes: int, seed: int = 1, decks: int | None = None) -> Plan:
        """Return a plan of shoes under house rules."""
        burns = tuple(rules.burn_count(card) for card in DECK[:13]) if rules.shoe.burn else ()
        return cls.of_shoe(rules.shoe, burns, shoes, seed, decks)

    @classmethod
    def of_shoe(
        cls, shoe: ShoeRules, burns: tuple[int, ...], shoes: int, seed: int = 1, decks: int | None = None
    ) -> Plan:
        """Return a plan of shoes under the rules of a shoe; ``burns`` are the cards each rank burns."""
        return cls(
            shoes=shoes,
            seed=seed,
            decks=decks or shoe.decks,
            burns=burns if shoe.burn else (),
            cover_depth=shoe.cover_depth,
            coups_after_cover=shoe.coups_after_cover,
            coups=CONTINUOUS_COUPS if shoe.continuous else 0,
            continuous=shoe.continuous,
        )

    @classmethod
    def from_json(cls, text: str) -> Plan:
        """Parse a plan; keys are kebab-case, and defaults are those of Massachusetts."""
        try:
            data = json_value(text)
        except ValueError as error:
            raise PlanError(f"invalid JSON: {error}") from None
        if not isinstance(data, dict) or "shoes" not in data:
            raise PlanError('invalid plan: expected a JSON object with the number of shoes, like {"shoes": 1000}')
        return cls.of_json(data)

    @classmethod
    def of_json(cls, data: Mapping[str, Any]) -> Plan:
        """Convert decoded JSON to a plan."""
        names = {_kebab(field.name): field.name for field in fields(cls)}
        unknown = [key for key in data if key not in names]
        if unknown:
            raise PlanError(f"unknown key {unknown[0]!r}: expected {', '.join(names)}")
        values: dict[str, Any] = {
            names[key]: tuple(value) if isinstance(value, list) else value for key, value in data.items()
        }
        return cls(**values)

    def as_json(self) -> dict[str, Any]:
        """Return the plan as JSON-ready data."""
        return {_kebab(key): list(value) if isinstance(value, tuple) else value for key, value in asdict(self).items()}

    def parts(self, size: int) -> Iterator[Plan]:
        """Split the plan into plans of ``size`` shoes."""
        for start in range(0, self.shoes, size):
            yield replace(self, first=self.first + start, shoes=min(size, self.shoes - start))

    @property
    def most_coups(self) -> int:
        """Upper bound on the coups of a shoe."""
        return self.coups or 13 * self.decks + 1


def _kebab(name: str) -> str:
    return name.replace("_", "-")


# ---------------------------------------------------------------- the tally

OUTCOMES = ("banker", "player", "tie")


class WagerTally(NamedTuple):
    """Result of a wager with one unit staked on every coup."""

    ev: Fraction
    stderr: float  # of ev, from the variance per coup; coups of a shoe are practically uncorrelated
    rounds: int

    @classmethod
    def of(cls, wager: Wager, found: Mapping[str, int], rate: Fraction) -> WagerTally:
        """Return the result of a wager from the number of its results, by category."""
        rounds = sum(found.values())
        gains = {result.category: wager.net(result, rate) for result in wager.results}
        ev = sum((number * gains[name] for name, number in found.items()), Fraction(0)) / rounds
        square = sum((number * gains[name] ** 2 for name, number in found.items()), Fraction(0)) / rounds
        return cls(ev, sqrt((square - ev**2) / rounds), rounds)


@dataclass(frozen=True)
class Tally:
    """Counts by class of coup, in the order of ``punto.core.coup.classes``, over whole shoes."""

    shoes: int
    counts: NDArray[np.int64]

    @property
    def rounds(self) -> int:
        """Number of coups dealt."""
        return int(self.counts.sum())

    @property
    def digest(self) -> str:
        """Return a digest of the counts; the same on every machine."""
        return hashlib.sha256(self.counts.astype("<i8").tobytes()).hexdigest()

    def by_class(self) -> Mapping[CoupClass, int]:
        """Return the counts of the classes that occurred."""
        return {coup: number for coup, number in zip(classes(), self.counts.tolist(), strict=True) if number}

    @property
    def outcomes(self) -> dict[str, int]:
        """Number of coups won by each hand, and of ties."""
        found: Counter[str] = Counter()
        for coup, number in self.by_class().items():
            found[coup.winner] += number
        return {name: found[name] for name in OUTCOMES}

    def categories(self, wager: Wager) -> dict[str, int]:
        """Return the number of occurrences of each result of a wager, by category."""
        found: Counter[str] = Counter()
        if wager.on_class is None:
            raise ValueError(f"unsupported wager {wager.key}: single cards are not counted")
        for coup, number in self.by_class().items():
            found[wager.on_class(coup).category] += number
        return {result.category: found[result.category] for result in wager.results}

    def fare(self, wager: Wager, rate: Fraction) -> WagerTally:
        """Return the result of a wager, with vigorish at ``rate`` deducted from its wins."""
        return WagerTally.of(wager, self.categories(wager), rate)


# ---------------------------------------------------------------- inputs of the kernels


CODES = 4 * 10 * 10 * 11 * 11
RANK_PLACES = tuple((place + 9) % 13 for place in range(13))  # ranks minus one, in the order 10 J Q K A 2 … 9


class Tables(NamedTuple):
    """Drawing rules for a kernel: DRAW as bits, and the two counts that bound the Player's draws."""

    rows: NDArray[np.uint16]  # by the Banker's count: one bit per value drawn, and one for none
    stands: int  # lowest count on which the Player's Hand stands
    natural: int  # lowest natural


@cache
def tables() -> Tables:
    """Return the tableau in the form a kernel expects."""
    rows = np.array([sum(draws << drawn for drawn, draws in enumerate(row)) for row in DRAW], np.uint16)
    stands, natural = sum(PLAYER_DRAWS), min(NATURALS)
    bounded = (True,) * stands + (False,) * (natural - stands)
    if bounded != PLAYER_DRAWS or tuple(range(natural, 10)) != NATURALS:
        raise ValueError("unsupported tableau: the kernels require two bounds for the Player's Hand")
    return Tables(rows, stands, natural)


def burns_of(plan: Plan) -> NDArray[np.uint16]:
    """Return the cards each rank burns, in the order of the streams; zeros if none are burned."""
    return np.array([plan.burns[rank] for rank in RANK_PLACES] if plan.burns else [], np.uint16)


def key_word(plan: Plan) -> np.uint64:
    """Return the start of a plan's streams."""
    return np.uint64(key_of(plan.seed))


@cache
def codes_of_classes() -> NDArray[Any]:
    """Return the code of each class of coup, in the order of ``punto.core.coup.classes``."""
    return np.array(
        [
            (((c.player_pair + 2 * c.banker_pair) * 10 + c.player_two) * 10 + c.banker_two) * 121
            + c.player_third * 11
            + c.banker_third
            for c in classes()
        ],
        np.int64,
    )


def by_class(counts: NDArray[Any]) -> NDArray[np.int64]:
    """Return counts by class from counts by code; raise ``ValueError`` if an impossible code was counted."""
    found: NDArray[np.int64] = counts[codes_of_classes()].astype(np.int64)
    if int(found.sum()) != int(counts[:CODES].sum(dtype=np.int64)):
        raise ValueError("a kernel counted an impossible coup")
    return found
