"""Counting laboratory: what a card count of a wager is worth, and which tags are best.

    from punto.report.laboratory import linear, play

    found = linear(wager)          # exact: effects of removal, best tags, betting correlation, trigger
    won = play(wager, found.tags)  # simulated shoes: bets and units, by the count and by perfect play

Removing a card changes the expected value of a wager by its *effect of removal*. A count adds up tags of the cards
that it sees. Its *betting correlation* is the correlation of its tags with the effects, over the 52 cards of a deck: at
one, no linear count is better. The trigger is the true count, per deck, at which the expected value reaches zero by
the least-squares line through the effects.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, sqrt
from typing import NamedTuple

from punto.core.cards import RANKS, Composition
from punto.odds import sheet
from punto.odds.fast import batch
from punto.odds.fast.views import has_closed_form
from punto.odds.queries import effects
from punto.report.studies.answer import Averages, Mean, Progress, Sample
from punto.simulate.plan import Plan
from punto.simulate.trajectory import before_coups
from punto.wagers.wager import Wager

DECKS, COVER, AFTER = 8, 14, 1
LARGEST = 4  # tag that ``best_tags`` gives a card
MOST_TAG = 1_000
STEPS = 200  # scales that it tries
SHOES, SLOW_SHOES = 1_000, 2  # a wager without a closed form is counted coup by coup
RATE = Fraction(5, 100)
Tags = tuple[int, ...]  # by rank, from the ace to the king


class LaboratoryError(ValueError):
    """A count that cannot be examined; the message is one line."""


@dataclass(frozen=True, slots=True)
class Linear:
    """A wager and a count of it by effects of removal. Exact but for the correlations."""

    key: str
    decks: int
    ev: Fraction
    effects: Mapping[str, Fraction]  # by rank
    tags: Tags  # empty, as the best ones, if no rank changes the expected value
    best: Tags
    correlation: float  # of the tags
    best_correlation: float
    slope: Fraction  # change of the expected value for a true count of one

    @property
    def trigger(self) -> int | None:
        """The least whole true count, per deck, with an expected value above zero; None if there is none."""
        return None if self.slope <= 0 else max(0, ceil(-self.ev / self.slope))


class Won(NamedTuple):
    """Bets and units of a way of staking, for each shoe."""

    bets: Mean
    units: Mean

    @property
    def edge(self) -> float:
        """Expected value of a bet."""
        return self.units.value / self.bets.value if self.bets.value else 0.0


@dataclass(frozen=True, slots=True)
class Played:
    """Result of simulated shoes, with one unit on every coup that is worth it."""

    shoes: int
    seed: int
    rounds: float
    count: Won | None  # None without tags
    perfect: Won


def linear(wager: Wager, tags: Sequence[int] | None = None, *, decks: int = DECKS, rate: Fraction = RATE,
           largest: int = LARGEST, progress: Progress = lambda done, of: None) -> Linear:  # fmt: skip
    """Return the effects of removal, the best whole tags, and how good some tags are; the best ones if None."""
    given = None if tags is None else tags_of(tags)
    shoe = Composition.decks(decks)
    full = sheet(shoe, [wager], rate=rate)
    if wager.key not in full.wagers or full[wager.key].meters:
        raise LaboratoryError(f"{wager.key} pays meters: its value depends on their amounts, not on a count alone")
    found = effects(shoe, [wager], rate=rate, before=full, progress=progress)[wager.key]
    by_rank = tuple(found[rank] for rank in RANKS)
    best = best_tags(by_rank, largest)
    used = best if given is None else given
    if not used:
        return Linear(wager.key, decks, full[wager.key].ev, found, (), (), 0.0, 0.0, Fraction(0))
    weight = sum(tag * tag for tag in _centered(used))
    both = sum(tag * effect for tag, effect in zip(_centered(used), by_rank, strict=True))
    slope = both / weight * (shoe.total - 1) / 52 if weight else Fraction(0)
    correlations = correlation(used, by_rank), correlation(best, by_rank) if best else 0.0
    return Linear(wager.key, decks, full[wager.key].ev, found, used, best, *correlations, slope)


def tags_of(values: Sequence[int]) -> Tags:
    """Return tags by rank from thirteen, or ten: the last is that of pictures too. Raises LaboratoryError."""
    if len(values) not in (10, 13):
        raise LaboratoryError(f"{len(values)} tags: give ten, from ace to ten, or thirteen, from ace to king")
    if any(type(value) is not int or abs(value) > MOST_TAG for value in values):
        raise LaboratoryError(f"tags are whole numbers from -{MOST_TAG:,} to {MOST_TAG:,}")
    found = tuple(values) if len(values) == 13 else (*values, *[values[9]] * 3)
    if len(set(found)) == 1:
        raise LaboratoryError("all tags are the same: such a count says nothing")
    return found


def _centered(tags: Tags) -> tuple[Fraction, ...]:
    """Return the tags less their mean: what is left of an unbalanced count once its cards are counted too."""
    mean = Fraction(sum(tags), len(tags))
    return tuple(tag - mean for tag in tags)


def correlation(tags: Tags, by_rank: Sequence[Fraction]) -> float:
    """Return the betting correlation: of tags and effects, over the cards of a deck."""
    held = _centered(tags)
    sizes = sum(tag * tag for tag in held) * sum(effect * effect for effect in by_rank)
    both = sum(tag * effect for tag, effect in zip(held, by_rank, strict=True))
    return float(both) / sqrt(sizes) if sizes else 0.0


def best_tags(by_rank: Sequence[Fraction], largest: int = LARGEST) -> Tags:
    """Return the whole tags up to a size that correlate best with the effects; none if no rank has an effect."""
    most = max(map(abs, by_rank))
    if not most:
        return ()
    unit = [float(effect / most) for effect in by_rank]
    scales = (largest * (step + 1) / STEPS for step in range(STEPS))
    tried = dict.fromkeys(tuple(round(scale * effect) for effect in unit) for scale in scales)
    return max((tags for tags in tried if any(tags)), key=lambda tags: round(correlation(tags, by_rank), 9))


# ---------------------------------------------------------------- simulated


def play(wager: Wager, tags: Sequence[int] = (), *, trigger: int = 0, running: bool = False, decks: int = DECKS,
         cover: int = COVER, after: int = AFTER, rate: Fraction = RATE, shoes: int = 0, seed: int = 1,
         progress: Progress = lambda done, of: None) -> Played:  # fmt: skip
    """Deal shoes and stake one unit by a count, from its trigger on, and by perfect play.

    The trigger is a true count per deck, or with ``running`` a running one. Each stake wins its exact expected value.
    Without tags there is only perfect play.
    """
    held_tags, by_card = tags_of(tags) if tags else (), wager.on_class is None
    sample = Sample(shoes or default_shoes(wager), seed, progress)
    averages = Averages()
    for part in sample.parts(Plan(sample.shoes, seed, decks=decks, cover_depth=cover, coups_after_cover=after)):
        held = before_coups(part, by_card=by_card)
        worth = batch(held.unseen, [wager], rate=rate).wagers[wager.key].ev
        ways = {"perfect": worth > 0}
        if held_tags:
            count = held.running(held_tags, decks)
            ways["count"] = count >= trigger if running else count * 52 >= trigger * held.left
        averages.add("rounds", held.counts)
        for name, chosen in ways.items():
            averages.add((name, "bets"), held.sums(chosen.astype(float)))
            averages.add((name, "units"), held.sums(worth * chosen))

    def won(name: str) -> Won:
        return Won(averages[name, "bets"], averages[name, "units"])

    rounds = averages["rounds"].value
    return Played(sample.shoes, seed, rounds, won("count") if held_tags else None, won("perfect"))


def default_shoes(wager: Wager) -> int:
    """Return the number of shoes that take some seconds."""
    return SHOES if has_closed_form(wager) else SLOW_SHOES
