"""Rounds per shoe, by number of decks and cover depth.

A shoe is dealt once, with the cover card as deep as the documents allow; where it would have ended with the card higher
up is then known too. Shoes are dealt for each set of rules of the example submissions, and for six and eight decks.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from punto.draw.chart import Axis, Chart, Line, percent
from punto.report.studies.answer import Averages, Mean, Sample, Study, Table, examples
from punto.simulate.plan import Plan
from punto.simulate.trajectory import before_coups

SHOES = 4_000
DECKS = (6, 8)
DEPTHS = (14, 26, 52, 78, 104)
STROKES = ("green", None), ("player", "8 4"), ("banker", "2 4"), ("brass", "8 3 2 3")


@dataclass(frozen=True, slots=True)
class Length:
    """Rounds of the shoes of a plan."""

    plan: Plan
    mean: Mean
    deviation: float
    counts: Counter[int]

    @property
    def least(self) -> int:
        """Fewest rounds."""
        return min(self.counts)

    @property
    def most(self) -> int:
        """Most rounds."""
        return max(self.counts)


def study(sample: Sample) -> Study:
    """Deal shoes and count their rounds."""
    filed = {name: Plan.of_rules(rules, sample.shoes, sample.seed) for name, rules in examples().items()}
    found: dict[Plan, Length] = {}
    for plan in filed.values():
        if not plan.coups and plan not in found:
            found |= {each.plan: each for each in lengths(sample, plan, (plan.cover_depth,))}
    grid = [each for decks in DECKS for each in lengths(sample, Plan(sample.shoes, sample.seed, decks=decks), DEPTHS)]
    rows = [(name, *_shoe_words(plan), *_words(found.get(plan))) for name, plan in filed.items()]
    cross = [(str(each.plan.decks), str(each.plan.cover_depth), *_words(each)) for each in grid]
    figures = ("rounds", "± error", "SD", "least", "most")
    return Study(
        "rounds",
        f"Rounds of a shoe, {sample.shoes:,} shoes of each kind, seed {sample.seed}",
        (
            Table("The tables that come with Punto", ("submission", "decks", "cover", "after", *figures), rows, 8),
            Table("Other cover cards, one round after", ("decks", "cover", *figures), cross, 7),
        ),
        (
            "Cover: cards behind the cover card. After: rounds after that in which it comes. ± error: standard error.",
            "A continuous shoe has no end.",
        ),
        {
            "shoes": sample.shoes,
            "seed": sample.seed,
            "submissions": {name: _document(plan, found.get(plan)) for name, plan in filed.items()},
            "depths": [_document(each.plan, each) for each in grid],
        },
        _chart(sample, [each for each in grid if each.plan.cover_depth in {14, 52}]),
    )


def lengths(sample: Sample, plan: Plan, depths: tuple[int, ...]) -> list[Length]:
    """Deal the shoes of a plan once, and count their rounds for several cover depths, its own the smallest."""
    averages, counts = Averages(), {depth: Counter[int]() for depth in depths}
    for part in sample.parts(plan):
        held = before_coups(part)
        for depth in depths:
            rounds = held.sums((held.left >= depth).astype(float)) + plan.coups_after_cover
            averages.add(depth, rounds)
            counts[depth].update(map(int, rounds.tolist()))
    return [
        Length(replace(plan, cover_depth=depth), averages[depth], averages.deviation(depth), counts[depth])
        for depth in depths
    ]


def _shoe_words(plan: Plan) -> tuple[str, str, str]:
    return (
        str(plan.decks),
        "–" if plan.coups else str(plan.cover_depth),
        "–" if plan.coups else str(plan.coups_after_cover),
    )


def _words(length: Length | None) -> tuple[str, ...]:
    if length is None:
        return ("–",) * 5
    mean = length.mean
    return f"{mean.value:.2f}", f"{mean.error:.2f}", f"{length.deviation:.2f}", str(length.least), str(length.most)


def _document(plan: Plan, length: Length | None) -> dict[str, object]:
    shoe: dict[str, object] = {"decks": plan.decks, "continuous": bool(plan.coups)}
    if length is None:
        return shoe
    return shoe | {
        "cover": plan.cover_depth,
        "after": plan.coups_after_cover,
        "mean": length.mean.value,
        "stderr": length.mean.error,
        "sd": length.deviation,
        "rounds": {str(rounds): number for rounds, number in sorted(length.counts.items())},
    }


def _chart(sample: Sample, shown: list[Length]) -> Chart:
    lines = []
    for length, (colour, dash) in zip(shown, STROKES, strict=True):
        places = range(length.least - 1, length.most + 2)
        points = [(float(n), length.counts[n] / sample.shoes) for n in places]
        name = f"{length.plan.decks} decks, cover {length.plan.cover_depth} deep: {length.mean.value:.1f}"
        lines.append(Line(name, points, colour, dash))
    return Chart(
        "Rounds of a shoe",
        f"How many of {sample.shoes:,} shoes had how many rounds, for six and eight decks and two cover cards",
        Axis("rounds in a shoe"),
        Axis("of all shoes", percent, low=0),
        tuple(lines),
        "With the means. Burned by the first card; one round after that in which the cover card comes.",
    )
