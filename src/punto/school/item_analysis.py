"""Item analysis: how hard a question is, and whether it tells those who know from those who do not.

*Difficulty* is the share of those asked who answered rightly. *Discrimination* is that share among the best sittings
less that among the last, by score, 27 in a hundred of each (Kelley, 1939): near one, a question separates; near nought,
it does not; below, it misleads. Exact fractions throughout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from punto.school.exam import score
from punto.school.progress import Sitting

PART = Fraction(27, 100)


class Analysis(NamedTuple):
    """What many answers say about an item."""

    item: str
    asked: int
    right: int
    discrimination: Fraction | None  # nothing where it was asked in one part only

    @property
    def difficulty(self) -> Fraction:
        """The share of right answers."""
        return Fraction(self.right, self.asked)


def by_question(name: str) -> str:
    """Take each question for itself."""
    return name


def by_kind(name: str) -> str:
    """Take all questions of a kind and a rulebook together."""
    return name.rpartition("/")[0]


def analyse(sittings: Iterable[Sitting], item: Callable[[str], str] = by_question) -> tuple[Analysis, ...]:
    """Analyse the items of some sittings, the hardest first."""
    found = sorted((one for one in sittings if one.marks), key=score)
    size = max(1, round(len(found) * PART)) if len(found) > 1 else 0
    all_of, low, high = _counted(found, item), _counted(found[:size], item), _counted(found[len(found) - size :], item)
    rows = (
        Analysis(name, asked, right, _difference(low.get(name), high.get(name)))
        for name, (right, asked) in all_of.items()
    )
    return tuple(sorted(rows, key=lambda row: (row.difficulty, row.item)))


def _counted(sittings: list[Sitting], item: Callable[[str], str]) -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    for name, right in _marks(sittings):
        hits, asked = found.get(item(name), (0, 0))
        found[item(name)] = hits + right, asked + 1
    return found


def _marks(sittings: list[Sitting]) -> Iterator[tuple[str, bool]]:
    for sitting in sittings:
        for mark in sitting.marks:
            yield mark.question, mark.right


def _difference(low: tuple[int, int] | None, high: tuple[int, int] | None) -> Fraction | None:
    return Fraction(*high) - Fraction(*low) if low and high else None
