"""Result of a study: tables for readers, a document for programs, and a chart."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from importlib.resources import files
from math import sqrt
from typing import Any, NamedTuple, Protocol

from punto.core.cards import Composition
from punto.draw.chart import Chart, chart_svg
from punto.law.rulebook import load
from punto.odds import Sheet, sheet
from punto.rules.house_rules import HouseRules
from punto.rules.review import review
from punto.simulate.plan import Plan
from punto.wagers.book import Terms, known, vigorish_rate
from punto.wagers.wager import Wager

Progress = Callable[[int, int], None]  # shoes done, total
PART = 500  # shoes per batch


class StudyError(ValueError):
    """A study that cannot be run; the message is one line."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table for readers; the last ``numbers`` columns are numeric."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    numbers: int


@dataclass(frozen=True, slots=True)
class Study:
    """Result of a study."""

    name: str
    title: str
    tables: Sequence[Table]
    notes: Sequence[str]
    document: Mapping[str, Any]
    chart: Chart

    def __repr__(self) -> str:
        return f"<Study {self.name}: {self.title}>"

    def _repr_svg_(self) -> str:
        return chart_svg(self.chart)


@dataclass(frozen=True, slots=True)
class Sample:
    """Number of shoes, seed, progress callback, and own wagers of a study."""

    shoes: int
    seed: int
    progress: Progress = field(default=lambda done, of: None, compare=False)
    offered: tuple[Wager, ...] = ()  # wagers to study; empty for those of the study

    def parts(self, plan: Plan) -> Iterator[Plan]:
        """Split a plan into parts, and report progress after each."""
        done = 0
        for part in plan.parts(PART):
            yield part
            done += part.shoes
            self.progress(done, plan.shoes)


class Numbers(Protocol):
    """Array operations needed for a mean."""

    def __len__(self) -> int: ...
    def sum(self) -> Any:
        """Add up."""

    def __mul__(self, other: Any) -> Any: ...


class Mean(NamedTuple):
    """A mean over shoes, with its standard error."""

    value: float
    error: float

    def over(self, other: float) -> Mean:
        """Divide by a number with negligible error."""
        return Mean(self.value / other, self.error / other)


class Averages:
    """Means of numbers added in batches, one number per shoe."""

    def __init__(self) -> None:
        self.count: dict[Any, int] = {}
        self._sum: dict[Any, float] = {}
        self._square: dict[Any, float] = {}

    def add(self, key: Any, values: Numbers) -> None:
        """Add the numbers of some shoes."""
        self.count[key] = self.count.get(key, 0) + len(values)
        self._sum[key] = self._sum.get(key, 0.0) + float(values.sum())
        self._square[key] = self._square.get(key, 0.0) + float((values * values).sum())

    def __getitem__(self, key: Any) -> Mean:
        count = self.count[key]
        mean = self._sum[key] / count
        variance = max(0.0, self._square[key] / count - mean**2)
        return Mean(mean, sqrt(variance / max(1, count - 1)))

    def deviation(self, key: Any) -> float:
        """Return the standard deviation of the numbers themselves."""
        return self[key].error * sqrt(max(1, self.count[key] - 1))


# ---------------------------------------------------------------- felts

# Built-in tables, and the wagers of a whole document, as inputs of studies.

BOOK, DECKS = "ma-mini", 8


@cache
def examples() -> dict[str, HouseRules]:
    """Return the house rules of every built-in submission under a document of an authority, by name."""
    found = {}
    for entry in sorted(files("punto").joinpath("submissions").iterdir(), key=lambda entry: entry.name):
        rules = review(entry.read_text(encoding="utf-8")).rules
        if rules is not None and rules.rulebook.source == "document":
            found[entry.name.removesuffix(".toml")] = rules
    return found


@cache
def wagers(*keys: str, tie: int | None = None, table: str = "A") -> tuple[Wager, ...]:
    """Return wagers of ma-mini by key, or all on points; ``tie-9`` is a tie that pays nine."""
    every = {wager.key: wager for wager in known(load(BOOK), Terms(Fraction(tie) if tie else None, table))}
    nine = known(load(BOOK), Terms(Fraction(9)))
    every["tie-9"] = replace(next(wager for wager in nine if wager.key == "tie"), key="tie-9")
    if not keys:
        return tuple(wager for key, wager in every.items() if wager.on_class and key != "tie-9")
    return tuple(every[key] for key in keys)


def vigorish() -> Fraction:
    """Return the rate of ma-mini 12(c)."""
    return vigorish_rate(load(BOOK))


@cache
def full_shoe(decks: int = DECKS) -> Sheet:
    """Return the odds of every wager on points at a full shoe."""
    return sheet(Composition.decks(decks), wagers(), rate=vigorish())
