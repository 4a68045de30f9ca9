"""The cut-card effect: in whole shoes, odds differ slightly from those of a full shoe.

Before any card is seen all coups of a shoe are alike, so a fixed number of them has the odds of a full shoe. But with a
cover card, a shoe whose coups take few cards has more of them, and short coups are those with naturals and stands. The
coups dealt are therefore not a fair sample of all possible coups.

Plain counting needs 10^12 rounds to see it. Here the noise is removed in two exact steps.

1. The net win of a coup is replaced by its expected value, from the exact odds of the cards unseen before it: whether
   the coup is dealt is known by then, so the mean is unchanged.
2. Card by card, that expected value is a martingale: at a fixed number of cards dealt its mean is that of the full
   shoe. Its sum over fixed places, one for each average coup, follows the sum over coups closely and has a known mean.
   It is subtracted. The coups after the cover card begin at stopping times, and add zero on average.

The remainder has a four-hundredth of the variance, and the same mean.
"""

from __future__ import annotations

from dataclasses import dataclass

from punto.core.cards import Composition
from punto.core.tableau import NONE
from punto.draw.chart import Axis, Chart, Marks, plain
from punto.odds import Sheet, sheet
from punto.odds.fast import Batch, batch
from punto.odds.fast.views import has_closed_form
from punto.report.studies.answer import Averages, Mean, Sample, Study, StudyError, Table, full_shoe, vigorish, wagers
from punto.simulate.plan import Plan
from punto.simulate.trajectory import Held, before_coups, between_cards

SHOES = 2_000
EVERY = 5  # cards between two points of the control
FIXED = 60  # rounds that every shoe has

# bench/h200.txt, "until the cover card": a GPU dealt 3,887,930,944,735 rounds of eight decks, cover 14 deep, one after.
DEALT_ROUNDS = 3_887_930_944_735
DEALT = {
    "player": Mean(-0.012347373, 4.82e-07),
    "banker": Mean(-0.010582409, 4.70e-07),
    "ez-banker": Mean(-0.010189661, 4.76e-07),
    "tie": Mean(-0.143595162, 1.34e-06),
    "dragon-7": Mean(-0.075981602, 3.09e-06),
    "panda-8": Mean(-0.101858568, 2.41e-06),
    "dragon-bonus-player": Mean(-0.026543635, 1.25e-06),
    "dragon-bonus-banker": Mean(-0.093778635, 1.17e-06),
    "house-money": Mean(-0.357765008, 9.11e-07),
}


@dataclass(frozen=True, slots=True)
class Effect:
    """Difference between whole shoes and a full shoe for one wager, per round."""

    key: str
    exact: float  # of a full shoe
    effect: Mean
    fixed: Mean  # of the first rounds alone, which have no effect
    plain: float  # standard error of the same number of shoes by plain counting

    own: bool = False  # a wager of one's own, which no long run has counted

    @property
    def dealt(self) -> Mean | None:
        """Effect found by the long run."""
        if self.own or self.key not in DEALT:
            return None
        return Mean(DEALT[self.key].value - self.exact, DEALT[self.key].error)


def study(sample: Sample) -> Study:
    """Measure the effect for every wager."""
    plan = Plan(sample.shoes, sample.seed)
    rounds, found = effects(sample, plan)
    return Study(
        "cut-card",
        f"The cut-card effect: 8 decks, cover 14 deep, one round after; {sample.shoes:,} shoes, seed {sample.seed}",
        (
            Table(
                "Gain of one unit per round, in millionths",
                ("wager", "full shoe", "effect", "± error", "first 60", "± error", "long run", "± error"),
                [_words(each) for each in found],
                7,
            ),
        ),
        (
            f"{rounds:.2f} rounds a shoe. Effect: whole shoes less full shoe. First 60: their first 60 rounds alone.",
            f"Long run: {DEALT_ROUNDS:,} rounds counted on a GPU, as recorded in bench/h200.txt.",
        ),
        {
            "shoes": sample.shoes,
            "seed": sample.seed,
            "decks": plan.decks,
            "cover": plan.cover_depth,
            "rounds": rounds,
            "wagers": {each.key: _document(each) for each in found},
        },
        _chart(sample, found),
    )


def effects(sample: Sample, plan: Plan) -> tuple[float, list[Effect]]:
    """Return rounds per shoe, and the effect on every wager."""
    offered = sample.offered or wagers()
    for wager in sample.offered:
        if not has_closed_form(wager) or wager.on_class is None:
            raise StudyError(f"{wager.key} has no closed form by ranks: its cut-card effect is not computed")
    full = sheet(Composition.decks(plan.decks), offered, rate=vigorish()) if sample.offered else full_shoe(plan.decks)
    exact = {wager.key: float(full[wager.key].ev) for wager in offered}
    size = cards_of_a_coup(full)
    averages = Averages()
    for part in sample.parts(plan):
        coups, places = before_coups(part), between_cards(part, EVERY)
        averages.add("rounds", coups.counts)
        odds = batch(coups.unseen, offered, rate=vigorish()), batch(places.unseen, offered, rate=vigorish())
        for wager in offered:
            _add(averages, wager.key, exact[wager.key], size, part, coups, places, odds)
    rounds = averages["rounds"].value
    found = [
        Effect(
            wager.key,
            exact[wager.key],
            averages[wager.key, "all"].over(rounds),
            averages[wager.key, "fixed"].over(FIXED),
            full[wager.key].sd / (sample.shoes * rounds) ** 0.5,
            bool(sample.offered),
        )
        for wager in offered
    ]
    return rounds, found


def cards_of_a_coup(full: Sheet) -> float:
    """Return the mean number of cards per coup, exactly counted."""
    thirds = ((coup.player_third, coup.banker_third, deals) for coup, deals in full.counts.points.items())
    return 4 + sum(((one != NONE) + (other != NONE)) * deals for one, other, deals in thirds) / full.deals


def _add(
    averages: Averages, key: str, exact: float, size: float, plan: Plan,
    coups: Held, places: Held, odds: tuple[Batch, Batch],
) -> None:  # fmt: skip
    """Add, by shoe, the value of one wager above the full shoe, with the control subtracted."""
    worth, at_places = (each.wagers[key].ev - exact for each in odds)
    first = worth[coups.number == 0]  # after the first card was shown; its mean is zero
    weight = EVERY / size
    control = places.sums(at_places - first[places.shoe]) * weight
    spread = float(places.counts.mean()) * weight * first
    before_cover = coups.left >= plan.cover_depth
    averages.add((key, "all"), coups.sums(worth * before_cover) - control - spread)
    early = places.number * EVERY <= FIXED * size
    control = places.sums((at_places - first[places.shoe]) * early) * weight
    averages.add((key, "fixed"), coups.sums(worth * (coups.number < FIXED)) - control - FIXED * first)


def _millionths(value: float) -> str:
    return f"{1e6 * value:+,.2f}".replace("-", "−")


def _words(each: Effect) -> tuple[str, ...]:
    full = f"{1e6 * each.exact:,.2f}".replace("-", "−")
    means = each.effect, each.fixed, each.dealt
    cells = ((_millionths(mean.value), f"{1e6 * mean.error:.2f}") if mean else ("", "") for mean in means)
    return each.key, full, *(word for pair in cells for word in pair)


def _document(each: Effect) -> dict[str, float]:
    return {
        "exact": each.exact,
        "effect": each.effect.value,
        "stderr": each.effect.error,
        "fixed": each.fixed.value,
        "fixed-stderr": each.fixed.error,
        "plain-stderr": each.plain,
        **({"dealt": each.dealt.value, "dealt-stderr": each.dealt.error} if each.dealt else {}),
    }


def _chart(sample: Sample, found: list[Effect]) -> Chart:
    order = list(enumerate(reversed(found)))
    return Chart(
        "The cut-card effect",
        f"What a unit gains per round of whole shoes beyond the odds of a full shoe; {sample.shoes:,} shoes of 8 decks",
        Axis("millionths of a unit", plain),
        Axis("", names=tuple(each.key for _, each in order)),
        (
            Marks(
                "whole shoes, two standard errors",
                [(1e6 * each.effect.value, float(row)) for row, each in order],
                [2e6 * each.effect.error for _, each in order],
                "green",
                along=True,
            ),
            Marks(
                "long run, plainly counted",
                [(1e6 * each.dealt.value, float(row)) for row, each in order if each.dealt],
                colour="banker",
                hollow=True,
            ),
        ),
        "Right of nothing: whole shoes are kinder to the wager than a full shoe. Cover card 14 deep, one round after.",
    )
