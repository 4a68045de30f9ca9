"""The simulator at full size: thousands of millions of rounds against exact odds, and many shoes at the table."""

import os
from collections import Counter

import numpy as np

from punto.core.cards import Composition
from punto.core.coup import classes
from punto.law.rulebook import load
from punto.odds import sheet
from punto.progressive.messages import MeterHit, MustHitWon
from punto.simulate import Plan, Tally, cpu
from punto.simulate.plan import CODES, by_class, codes_of_classes
from punto.simulate.trajectory import trajectories
from punto.wagers.book import known
from punto.wagers.wager import OnClass, Wager
from tests.simulate.test_table import MUST_HIT, NAMES, agree, soon_due, submitted
from tests.table.harness import rules_from
from tools.soaks import FAILS, Figures, judged, soak
from tools.soaks.randomness import both_sides, upper_tail

ROUNDS = 10**10
BOOKS = ("ma-mini", "punto-open")  # the second has the catalogue of side wagers
EVERY = {wager.key: wager for book in reversed(BOOKS) for wager in known(load(book))}
WAGERS = [wager for wager in EVERY.values() if wager.on_class is not None]


@soak("simulate: 10,000 million rounds, 67 of every shoe of eight decks, every wager and class against exact odds")
def against_odds() -> Figures:
    """As many coups of every shoe, so that the odds of a full shoe are exactly those of every coup."""
    plan = Plan(shoes=ROUNDS // 67, seed=2026, coups=67)
    counts, shoes = cpu.count(plan, os.cpu_count() or 1)
    tally = Tally(shoes, counts)
    exact = sheet(Composition.decks(8), WAGERS)
    z = {}
    for wager in WAGERS:
        fare = tally.fare(wager, exact[wager.key].rate)
        z[wager.key] = float(fare.ev - exact[wager.key].ev) / fare.stderr
    found, squares = tally.by_class(), 0.0
    for coup, deals in exact.counts.classes.items():
        due = tally.rounds * deals / exact.deals
        squares += (found.get(coup, 0) - due) ** 2 / due
    p = both_sides(upper_tail(squares, len(exact.counts.classes) - 1))
    if p < FAILS:
        raise AssertionError(f"all classes: p = {p:.2g}")
    return {"rounds": f"{tally.rounds:,}", "worst z": judged(z), "classes": f"p = {p:.3f}"}


@soak("simulate: vectors and single shoes agree on 500,000 shoes, one to eight decks")
def two_kernels() -> Figures:
    rounds = 0
    for decks in range(1, 9):
        plan = Plan(shoes=62_500, seed=decks, decks=decks)
        counts = by_class(cpu.count_lanes(plan))
        if not (counts == by_class(cpu.count_shoes(plan))).all():
            raise AssertionError(f"{decks} decks: the counts differ")
        rounds += int(counts.sum())
    return {"shoes": "500,000", "rounds": f"{rounds:,}", "differences": 0}


@soak("simulate: 10 stacked shoes at the table of every shipped submission give the same coups, results and meters")
def shoe_for_shoe() -> Figures:
    coups = 0
    won: Counter[type] = Counter()
    for text in (*map(submitted, NAMES), *map(soon_due, MUST_HIT)):
        for shoe in trajectories(Plan.of_rules(rules_from(text), shoes=10, seed=77)):
            won += agree(text, shoe)
            coups += len(shoe.codes)
    if not (won[MeterHit] and won[MustHitWon]):
        raise AssertionError(f"no meter was won: {won}")
    return {
        "submissions": len(NAMES),
        "shoes": 10 * (len(NAMES) + len(MUST_HIT)),
        "coups": f"{coups:,}",
        "meters won": won[MeterHit],
        "Must Hit won": won[MustHitWon],
        "differences": 0,
    }


@soak("simulate: gains of 60,000 whole shoes vary as those of single coups do, every wager")
def whole_shoes() -> Figures:
    plan = Plan(shoes=60_000, seed=99)
    exact = sheet(Composition.decks(8), WAGERS)
    codes = codes_of_classes()
    gains = {wager.key: np.zeros(CODES) for wager in WAGERS}
    for wager in WAGERS:
        net = {category: float(gain) for category, gain in exact[wager.key].gains.items()}
        gains[wager.key][codes] = [net[on_class(wager)(coup).category] for coup in classes()]
    shoes = [shoe.codes for shoe in trajectories(plan)]
    coups = np.array([len(shoe) for shoe in shoes])
    ratios = {}
    for key, gain in gains.items():
        total = np.array([gain[shoe].sum() for shoe in shoes])
        off = total - total.sum() / coups.sum() * coups
        ratios[key] = float(np.mean(off**2) / coups.mean() / float(exact[key].variance))
    if max(abs(ratio - 1) for ratio in ratios.values()) > 0.03:
        raise AssertionError(f"whole shoes vary otherwise than coups: {ratios}")
    return {"shoes": plan.shoes, **{key: f"{ratio:.3f}" for key, ratio in ratios.items()}}


def on_class(wager: Wager) -> OnClass:
    if wager.on_class is None:
        raise AssertionError(f"{wager.key} does not read classes")
    return wager.on_class
