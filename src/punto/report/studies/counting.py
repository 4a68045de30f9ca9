"""Card counting: expected win of published counts, and of perfect play.

Perfect play knows every card seen, computes the exact odds before every coup, and stakes one unit on a wager whenever
its expected value is positive: no count can do better. A count sums tags of the cards and stakes at a trigger. For
both, the win is the exact expected value at the time of the stake, not the result of the coup, so a few thousand shoes
are as informative as many millions.
"""

from __future__ import annotations

from dataclasses import dataclass

from punto.draw.chart import Axis, Chart, Line, plain
from punto.odds.fast import Floats, batch
from punto.report.studies.answer import Averages, Mean, Sample, Study, Table, vigorish, wagers
from punto.simulate.plan import Plan
from punto.simulate.trajectory import Bools, Held, before_coups

SHOES = 2_000
WAGERS = ("player", "banker", "tie", "tie-9", "dragon-7", "panda-8", "dragon-bonus-player", "dragon-bonus-banker")
DRAWN = {"dragon-7": None, "panda-8": "8 4", "dragon-bonus-player": "2 4", "tie-9": "8 3 2 3"}
COLOURS = {"dragon-7": "green", "panda-8": "player", "dragon-bonus-player": "banker", "tie-9": "brass"}
PLACES = tuple(range(0, 417, 13))  # cards dealt at the points of the plot


@dataclass(frozen=True, slots=True)
class Count:
    """A counting system: a tag per rank, when to stake, and its published results."""

    name: str
    wager: str
    tags: tuple[int, ...]  # ace, 2 … 10, J, Q, K
    trigger: int
    true: bool  # true count per deck, or running count
    cover: int  # published cover depth, and rounds after it
    after: int
    units: float  # published units per shoe
    bets: float | None
    source: str


# Jacobson has 14 cards behind the cover card and How 16, with a round after the one that meets it. If it comes between
# two rounds they deal one more, and Massachusetts two: as if it lay one card higher here. How's co-count is reproduced
# without that round. Jacobson's triggers and one for How's sheet are our choices; the manual says why.
JACOBSON, HOW = "Eliot Jacobson", "Stephen How"
DRAGON_7 = (0, 0, 0, -1, -1, -1, -1, 2, 2, 0, 0, 0, 0)
UNBALANCED = (1, 0, 0, -1, -1, -1, -1, 2, 2, 0, 0, 0, 0)
PANDA_8 = (1, 1, -2, -2, -2, -1, -1, -2, 4, 1, 1, 1, 1)
BESIDE = (1, 0, -1, -1, -1, 0, 0, -1, 2, 0, 0, 1, 1)  # the unbalanced count with 3 −1, 6 7 Q K +1, 8 −3
DRAGON_BONUS = (1, 2, 2, 1, 1, 0, -1, -1, -1, -1, -1, -1, -1)
COUNTS = (
    Count("dragon-7-balanced", "dragon-7", DRAGON_7, 4, True, 15, 1, 0.597, None, JACOBSON),
    Count("dragon-7-unbalanced", "dragon-7", UNBALANCED, 33, False, 17, 1, 0.52, 6.8, HOW),
    Count("panda-8-balanced", "panda-8", PANDA_8, 11, True, 15, 1, 0.237, None, JACOBSON),
    Count("panda-8-co-count", "panda-8", BESIDE, 35, False, 16, 0, 0.134, 3.6, HOW),
    Count("dragon-bonus-player", "dragon-bonus-player", DRAGON_BONUS, 8, True, 17, 1, 0.112, 3.9, HOW),
)


@dataclass(frozen=True, slots=True)
class Found:
    """Results of a way of staking, per shoe."""

    bets: Mean
    units: Mean

    @property
    def edge(self) -> float:
        """Expected value per stake."""
        return self.units.value / self.bets.value if self.bets.value else 0.0

    @property
    def document(self) -> dict[str, float]:
        """Results as plain values."""
        return {"bets": self.bets.value, "units": self.units.value, "stderr": self.units.error, "edge": self.edge}


def study(sample: Sample) -> Study:
    """Deal shoes and stake by every system, and perfectly."""
    averages = _played(sample)

    def found(*key: object) -> Found:
        return Found(averages[(*key, "bets")], averages[(*key, "units")])

    perfect = {key: found(key) for key in WAGERS}
    here = {count.name: found(count.name, "here") for count in COUNTS}
    there = {count.name: found(count.name, "there") for count in COUNTS}
    figures = ("bets", "units", "± error", "edge")
    return Study(
        "counting",
        f"Counting at eight decks, cover 14 deep: {sample.shoes:,} shoes, seed {sample.seed}",
        (
            Table("Perfect play", ("wager", *figures), [(key, *_words(each)) for key, each in perfect.items()], 4),
            Table("Counts", ("count", *figures), [(name, *_words(each)) for name, each in here.items()], 4),
            Table(
                "Counts beside what was published of them, with the shoe they were published for",
                ("count", "trigger", "cover", "after", "bets", "published", "units", "± error", "published"),
                [_beside(count, there[count.name]) for count in COUNTS],
                8,
            ),
        ),
        ("Bets and units: for each shoe, one unit a bet. Edge: what a bet gains. ± error: standard error of units.",),
        {
            "shoes": sample.shoes,
            "seed": sample.seed,
            "perfect": {key: each.document for key, each in perfect.items()},
            "counts": {count.name: _document(count, here[count.name], there[count.name]) for count in COUNTS},
        },
        _chart(sample, averages),
    )


def _played(sample: Sample) -> Averages:
    averages, offered = Averages(), wagers(*WAGERS)
    for part in sample.parts(Plan(sample.shoes, sample.seed)):
        held = before_coups(part)
        odds = batch(held.unseen, offered, rate=vigorish())
        worth = {key: odds.wagers[key].ev for key in WAGERS}
        for key, each in worth.items():
            _stake(averages, (key,), held, each, each > 0)
        for key in DRAWN:
            for place in PLACES:
                soon = (worth[key] > 0) & (held.left >= 52 * part.decks - place)
                averages.add((key, place), held.sums(worth[key] * soon))
        for count in COUNTS:
            staked = stakes(count, held, part.decks)
            _stake(averages, (count.name, "here"), held, worth[count.wager], staked)
            published = staked & held.dealt(count.cover, count.after)
            _stake(averages, (count.name, "there"), held, worth[count.wager], published)
    return averages


def stakes(count: Count, held: Held, decks: int) -> Bools:
    """Return before which coups a count stakes."""
    running = held.running(count.tags, decks)
    found: Bools = running * 52 >= count.trigger * held.left if count.true else running >= count.trigger
    return found


def _stake(averages: Averages, key: tuple[str, ...], held: Held, worth: Floats, staked: Bools) -> None:
    averages.add((*key, "bets"), held.sums(staked.astype(float)))
    averages.add((*key, "units"), held.sums(worth * staked))


def _words(found: Found) -> tuple[str, str, str, str]:
    return (
        f"{found.bets.value:.2f}",
        f"{found.units.value:.4f}",
        f"{found.units.error:.4f}",
        f"{found.edge:.2%}",
    )


def _beside(count: Count, found: Found) -> tuple[str, ...]:
    trigger = f"{'true' if count.true else 'running'} {count.trigger}"
    bets = "" if count.bets is None else f"{count.bets}"
    units, error = f"{found.units.value:.3f}", f"{found.units.error:.3f}"
    shoe = str(count.cover), str(count.after)
    return count.name, trigger, *shoe, f"{found.bets.value:.2f}", bets, units, error, f"{count.units}"


def _document(count: Count, here: Found, there: Found) -> dict[str, object]:
    published = {"source": count.source, "units": count.units, "bets": count.bets}
    shoe = {"cover": count.cover, "after": count.after}
    return {
        "wager": count.wager,
        "tags": list(count.tags),
        "trigger": count.trigger,
        "true-count": count.true,
        **here.document,
        "published": published | shoe | {"found": there.document},
    }


def _chart(sample: Sample, averages: Averages) -> Chart:
    lines = tuple(
        Line(key, [(float(place), averages[key, place].value) for place in PLACES], COLOURS[key], dash)
        for key, dash in DRAWN.items()
    )
    return Chart(
        "What perfect play can win",
        f"Units gained up to some card of the shoe, a unit on every coup that is worth it; {sample.shoes:,} shoes",
        Axis("cards out of the shoe", plain, low=0, high=416),
        Axis("units for each shoe", plain),
        lines,
        "Eight decks, cover card 14 deep. Most of it comes from the last deck and a half.",
    )
