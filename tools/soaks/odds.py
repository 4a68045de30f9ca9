"""Exact odds at full size: two routes over hundreds of shoes, and shoes dealt to their ends."""

from random import Random

import numpy as np
import numpy.typing as npt

from punto.core.cards import DECK
from punto.core.coup import play
from tests.odds import reference
from tests.odds.agreement import KINDS, agree, agree_on_covariance, agree_on_royal_9
from tests.odds.coups import check_every_stage
from tests.odds.shoes import shoes
from tools.soaks import Figures, soak

ROUNDS, WITHIN = 81.48, 0.01  # computed elsewhere, by another plain simulation
SHOES = 1_000_000
SHOES_AT_ONCE = 20_000
CARDS, BEHIND_THE_COVER = 416, 14


@soak("odds: two routes agree on 200 random compositions, every wager and every seat")
def two_routes() -> Figures:
    compared = cards = 0
    for number, shoe in enumerate(shoes(200, seed=200)):
        seats = range(1, 15) if number % 10 == 0 else Random(number).sample(range(1, 15), 2)
        compared += agree(shoe, seats=seats)
        cards += shoe.total
    return {"compositions": 200, "cards": cards, "counts compared": compared, "largest difference": 0}


@soak("odds: Royal 9 agrees over all 52 cards, both kinds")
def every_card() -> Figures:
    compared = 0
    for number, shoe in enumerate(shoes(12, seed=52)):
        for kind in KINDS:
            compared += agree_on_royal_9(shoe, kind, [1 + number % 7], every_card=True)
    return {"compositions": 12, "counts compared": compared, "largest difference": 0}


@soak("odds: the covariance of Royal 9 with every wager on points, two routes")
def covariances() -> Figures:
    keys = sorted(reference.settle(reference.kinds_of_coup()[0]))
    for number, shoe in enumerate(shoes(4, seed=9)):
        for kind in KINDS:
            agree_on_covariance(shoe, kind, 1 + number, keys)
    return {"compositions": 4, "covariances": 4 * len(KINDS) * len(keys), "largest difference": 0}


@soak("odds: the odds before a card are the average of those after it, at every stage of 100 coups")
def mid_coup() -> Figures:
    random = Random(100)
    checked = 0
    for shoe in shoes(100, seed=100):
        held = [card for card in DECK for _ in range((shoe.suited or ())[card])]
        checked += check_every_stage(shoe, play(random.sample(held, 6)))
    return {"coups": 100, "stages": checked, "largest difference": 0}


@soak(f"odds: rounds per eight-deck shoe are {ROUNDS} ± {WITHIN}")
def rounds_per_shoe() -> Figures:
    rounds = np.concatenate([rounds_of_shoes(SHOES_AT_ONCE, seed) for seed in range(SHOES // SHOES_AT_ONCE)])
    mean, error = float(rounds.mean()), float(rounds.std() / np.sqrt(len(rounds)))
    if abs(mean - ROUNDS) > WITHIN:
        raise AssertionError(f"{mean:.4f} rounds per shoe, not {ROUNDS}")
    return {"shoes": SHOES, "rounds": int(rounds.sum()), "rounds per shoe": f"{mean:.4f} ± {error:.4f} (one sigma)"}


def rounds_of_shoes(number: int, seed: int) -> npt.NDArray[np.int64]:
    """Deal whole shoes, plainly, and count the rounds of each.

    The first card says how many are burned, ten for a ten or a face. With 14 cards behind it the cover card stands in
    front of card 402; the round that takes that card is completed, one more follows, and the shoe is over.
    """
    ranks = np.random.default_rng(seed).permuted(np.tile(np.arange(CARDS) % 13, (number, 1)), axis=1)
    shoe = np.arange(number)
    at = 1 + np.minimum(ranks[:, 0] + 1, 10)
    rounds = np.zeros(number, dtype=np.int64)
    playing, last = np.ones(number, dtype=np.bool_), np.zeros(number, dtype=np.bool_)
    while playing.any():
        six = [ranks[shoe, np.minimum(at + place, CARDS - 1)] for place in range(6)]
        coup = reference.play(six[:4], reference.VALUE[six[4]], reference.VALUE[six[5]])
        at = at + 4 + coup.player_drew + coup.banker_drew
        rounds += playing
        playing &= ~last
        last |= at > CARDS - BEHIND_THE_COVER
    return rounds


COMPOSITIONS, PLAINLY = 20_000, 2_000


@soak(
    f"odds: the closed form, compiled, agrees on {COMPOSITIONS:,} compositions, {PLAINLY:,} of them by the plain path"
)
def closed_form() -> Figures:
    """Compare every cell: by the compiled enumeration everywhere, by the classes of the plain path in part."""
    from punto.odds import count_classes, fast
    from punto.odds.fast import views
    from punto.odds.fast.measure import Measure

    some = [shoe for shoe in shoes(COMPOSITIONS, seed=53) if shoe.total <= fast.MOST_CARDS]
    values = np.array([shoe.values for shoe in some], dtype=np.int64)
    many, one = fast.cells(values), fast.cells(values, lanes=1)
    enumerated = Measure(shoes=1).enumerate_each(values)
    if not ((many == one).all() and (many == enumerated).all()):
        raise AssertionError("the closed form and the enumeration differ")
    for number, shoe in enumerate(some[:PLAINLY]):
        table = dict.fromkeys(map(int, views.cells()), 0)
        for coup, deals in count_classes(shoe).points.items():
            table[views.cell_of(coup)] += deals
        if many[number].tolist() != list(table.values()):
            raise AssertionError(f"the closed form and the plain path differ for {shoe}")
    return {"compositions": len(some), "counts compared": many.size * 2, "by the plain path": PLAINLY, "differences": 0}
