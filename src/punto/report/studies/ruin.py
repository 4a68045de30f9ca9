"""Ruin: how long a bankroll lasts, and its bounds over time.

Exact for one unit per coup and the odds of a full shoe at every coup: a bankroll is a number of smallest parts, and the
probabilities of all such numbers are propagated from one coup to the next. (Coups of one shoe are not quite
independent. Whole shoes give the same figures within their errors; a test compares the two.)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import accumulate
from math import ceil, lcm, sqrt
from operator import add
from typing import NamedTuple

from punto.draw.chart import Axis, Band, Chart, Line, plain
from punto.odds import WagerOdds
from punto.report.studies.answer import DECKS, Sample, Study, Table, full_shoe

WAGERS = ("player", "banker", "ez-banker", "tie", "dragon-7")
BANKROLLS = (5, 10, 20, 40, 80)  # units
HOUR = 70  # coups
HOURS = (1, 4, 8)
DRAWN, AT = "banker", 40  # wager and bankroll of the plot
BOUNDS = (0.05, 0.25, 0.5, 0.75, 0.95)
FAR, LEAST = 10, 1e-18  # standard deviations, and a probability, beyond which terms are negligible


class Step(NamedTuple):
    """Possible change of a bankroll in a coup, in smallest parts, with its probability."""

    gain: int
    chance: float


class Walk(NamedTuple):
    """Steps of a wager, and the number of smallest parts per unit."""

    unit: int
    steps: tuple[Step, ...]


class Counter(NamedTuple):
    """A counter of Dragon 7 with a bankroll and a goal, as Stephen How published it for 500 shoes."""

    bankroll: int = 500
    goal: int = 1500  # a thousand more
    bets: int = 3400  # 6.8 a shoe
    edge: Fraction = Fraction(52, 680)  # 0.52 units a shoe
    pays: int = 40


PUBLISHED = {"ruin": 0.035, "behind": 0.24, "mean": 250.0}


Ruins = Mapping[str, Sequence[Mapping[int, float]]]  # wager -> hours -> bankroll
Course = Sequence[tuple[int, tuple[float, ...]]]  # coups, and the bounds after them


def study(sample: Sample) -> Study:
    """Compute ruin and bounds."""
    full = full_shoe()
    walks = {key: walk_of(full[key]) for key in WAGERS}
    ruins = {key: ruin(walk, [HOUR * hours for hours in HOURS]) for key, walk in walks.items()}
    course = list(bounds(walks[DRAWN], AT, HOUR * HOURS[-1], HOUR // 7))
    counter = counting(Counter())
    return Study(
        "ruin",
        f"How long a bankroll lasts: one unit a coup, {HOUR} coups an hour, {DECKS} decks, exact",
        (_lost(ruins), _bounded(course), _counted(counter)),
        ("5% … 95%: so many of a hundred bankrolls are lower. Published: Stephen How, of his unbalanced count.",),
        _document(ruins, course, counter),
        _chart(course, float(full[DRAWN].ev)),
    )


# ---------------------------------------------------------------- results


def _lost(ruins: Ruins) -> Table:
    return Table(
        f"Chance to lose it all within {', '.join(map(str, HOURS))} hours",
        ("wager", "hours", *(f"{units} units" for units in BANKROLLS)),
        [
            (key, str(hours), *(f"{found[units]:.2%}" for units in BANKROLLS))
            for key, by_time in ruins.items()
            for hours, found in zip(HOURS, by_time, strict=True)
        ],
        len(BANKROLLS) + 1,
    )


def _bounded(course: Course) -> Table:
    return Table(
        f"A bankroll of {AT} units on Banker, if it could go below nothing: bounds after some coups",
        ("coups", *(f"{bound:.0%}" for bound in BOUNDS)),
        [
            (str(coups), *(f"{at:.2f}".replace("-", "−") for at in found))
            for coups, found in course
            if coups % (4 * HOUR // 7) == 0
        ],
        len(BOUNDS) + 1,
    )


def _counted(counter: Mapping[str, float]) -> Table:
    return Table(
        "A counter of Dragon 7: 500 units, a thousand more as goal, or 500 shoes",
        ("", "found", "published"),
        [
            ("loses it all", f"{counter['ruin']:.2%}", f"{PUBLISHED['ruin']:.1%}"),
            ("is behind at the end", f"{counter['behind']:.1%}", f"{PUBLISHED['behind']:.0%}"),
            ("wins on average, units", f"{counter['mean']:+.0f}", f"{PUBLISHED['mean']:+.0f}"),
        ],
        2,
    )


def _document(ruins: Ruins, course: Course, counter: Mapping[str, float]) -> dict[str, object]:
    by_wager = {
        key: {
            str(hours): {str(units): found[units] for units in BANKROLLS}
            for hours, found in zip(HOURS, by_time, strict=True)
        }
        for key, by_time in ruins.items()
    }
    coups = {str(number): list(found) for number, found in course}
    bounded = {"wager": DRAWN, "bankroll": AT, "quantiles": list(BOUNDS), "coups": coups}
    return {"hour": HOUR, "ruin": by_wager, "bounds": bounded, "counter": dict(counter)}


# ---------------------------------------------------------------- walks


def walk_of(odds: WagerOdds) -> Walk:
    """Return how a wager changes a bankroll."""
    gains = odds.gains
    unit = lcm(*(gain.denominator for gain in gains.values()))
    steps = tuple(Step(int(gain * unit), float(odds.probability(name))) for name, gain in gains.items())
    return Walk(unit, tuple(step for step in steps if step.chance))


def deviation(walk: Walk) -> float:
    """Return the standard deviation of one step, in units."""
    mean = sum(step.gain * step.chance for step in walk.steps)
    return sqrt(sum(step.gain**2 * step.chance for step in walk.steps) - mean**2) / walk.unit


def _added(parts: Sequence[list[float]]) -> list[float]:
    """Add lists of equal length elementwise."""
    return reduce(lambda one, other: list(map(add, one, other)), parts)


def ruin(walk: Walk, coups: Sequence[int]) -> list[dict[int, float]]:
    """Return the probability of having less than a unit left within some numbers of coups, by bankroll in units.

    Computed backward: the probability of ruin within n coups follows from that within n - 1 after the next coup. A
    bankroll of more units than remaining coups cannot be lost; nor, to float precision, one that exceeds the largest
    here by ten standard deviations.
    """
    far = max(BANKROLLS) + ceil(FAR * deviation(walk) * sqrt(max(coups)))
    top = walk.unit * (max(min(max(coups), far), *BANKROLLS) + 1)
    most = max(step.gain for step in walk.steps)
    lost = [1.0] * walk.unit + [0.0] * (top - walk.unit)
    found = {}
    for coup in range(1, max(coups) + 1):
        wide = [*lost, *([0.0] * most)]
        parts = [
            [step.chance * value for value in wide[walk.unit + step.gain : top + step.gain]] for step in walk.steps
        ]
        lost = [1.0] * walk.unit + _added(parts)
        if coup in coups:
            found[coup] = {units: lost[units * walk.unit] for units in range(top // walk.unit)}
    return [found[coup] for coup in coups]


def spread(walk: Walk, coups: int) -> Iterator[tuple[int, list[float]]]:
    """Yield, coup by coup, the lowest sum of net wins and the probabilities of all sums from there."""
    low, high = min(step.gain for step in walk.steps), max(step.gain for step in walk.steps)
    chances, first = [1.0], 0
    for _ in range(coups):
        size = len(chances) + high - low
        parts = []
        for step in walk.steps:
            before = step.gain - low
            moved = [step.chance * value for value in chances]
            parts.append([0.0] * before + moved + [0.0] * (size - before - len(moved)))
        chances, first = _added(parts), first + low
        while chances[0] < LEAST:
            del chances[0]
            first += 1
        while chances[-1] < LEAST:
            del chances[-1]
        yield first, chances


def bounds(walk: Walk, bankroll: int, coups: int, every: int) -> Iterator[tuple[int, tuple[float, ...]]]:
    """Yield the bounds of a bankroll in units after some coups, if it could go negative."""
    yield 0, (float(bankroll),) * len(BOUNDS)
    for coup, (first, chances) in enumerate(spread(walk, coups), 1):
        if coup % every == 0:
            below = list(accumulate(chances))
            places = [next(at for at, sum_of in enumerate(below) if sum_of >= bound) for bound in BOUNDS]
            yield coup, tuple(bankroll + (first + place) / walk.unit for place in places)


def counting(counter: Counter) -> dict[str, float]:
    """Return the results of a counter who stops at ruin, at a goal, or after some bets."""
    hit = float((1 + counter.edge) / (counter.pays + 1))
    miss, pays, goal = 1 - hit, counter.pays, counter.goal
    lost, reached = 0.0, [0.0] * pays  # from the goal on
    inside = [0.0] * goal
    inside[counter.bankroll] = 1.0
    for _ in range(counter.bets):
        lost += inside[1] * miss
        reached = [sum_of + chance * hit for sum_of, chance in zip(reached, inside[goal - pays :], strict=True)]
        before, after = [*([0.0] * pays), *inside[: goal - pays]], [*inside[1:], 0.0]
        inside = [one * hit + other * miss for one, other in zip(before, after, strict=True)]
        inside[0] = 0.0
    chances = [lost, *inside[1:], *reached]
    mean = sum(amount * chance for amount, chance in enumerate(chances)) - counter.bankroll
    return {"ruin": lost, "behind": sum(chances[: counter.bankroll]), "mean": mean}


def _chart(course: Course, ev: float) -> Chart:
    def line(place: int) -> list[tuple[float, float]]:
        return [(float(coups), found[place]) for coups, found in course]

    return Chart(
        "A bankroll on Banker",
        f"{AT} units, one unit on every coup, {HOURS[-1]} hours of {HOUR} coups",
        Axis("coups", low=0, high=float(course[-1][0])),
        Axis("units", plain),
        (
            Band("90 of 100 bankrolls", line(0), line(4)),
            Band("50 of 100", line(1), line(3)),
            Line("half are lower", line(2), "ink"),
            Line("on average", [(0.0, float(AT)), (float(course[-1][0]), AT + ev * course[-1][0])], "banker", "7 4"),
        ),
    )
