"""Benchmark of the simulator against a straightforward one: a shuffled array, and branches.

The baseline is compiled by numba like the simulator, deals the same shoes and keeps the same counts, alternating with
it in the same process, so that the ratio is meaningful on any machine.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

import numpy as np

from punto.core.tableau import DRAW
from punto.simulate import cpu
from punto.simulate.cpu import forge
from punto.simulate.plan import CODES, Plan, tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

PLAN = Plan(shoes=6 * cpu.PART, seed=1)  # for one whole run: less than a tenth of a second
TURNS, SHORT = 30, 4
YARD_SHOES, LANE_SHOES = 100, 2048  # for one short turn


def yardstick(
    seed: int,
    shoes: int,
    decks: int,
    burns: NDArray[np.int64],
    depth: int,
    after: int,
    draw: NDArray[np.bool_],
    stands: int,
    natural: int,
    counts: NDArray[np.int64],
) -> int:
    """Shuffle an array for every shoe and deal from it, with branches."""
    np.random.seed(seed)
    shoe = np.arange(52 * decks) % 13
    rounds = 0
    for _ in range(shoes):
        np.random.shuffle(shoe)
        at = 1 + burns[shoe[0]]
        over = 0
        while over <= after:
            p1, b1, p2, b2 = shoe[at], shoe[at + 1], shoe[at + 2], shoe[at + 3]
            at += 4
            player = ((p1 + 1 if p1 < 9 else 0) + (p2 + 1 if p2 < 9 else 0)) % 10
            banker = ((b1 + 1 if b1 < 9 else 0) + (b2 + 1 if b2 < 9 else 0)) % 10
            third = last = 10
            if player < natural and banker < natural:
                if player < stands:
                    third = shoe[at] + 1 if shoe[at] < 9 else 0
                    at += 1
                if draw[banker, third]:
                    last = shoe[at] + 1 if shoe[at] < 9 else 0
                    at += 1
            pairs = (1 if p1 == p2 else 0) + (2 if b1 == b2 else 0)
            counts[(((pairs * 10 + player) * 10 + banker) * 11 + third) * 11 + last] += 1
            rounds += 1
            if 52 * decks - at < depth:
                over += 1
    return rounds


def run() -> dict[str, Any]:
    """Return rounds per second of the baseline, one thread and two, and their ratios; the best of several turns each.

    Two threads are compared with one by wall-clock time, which means little on a busy machine, and by CPU time: what
    they would achieve if each had a CPU of its own.
    """
    short, whole, clock = _short_turns(), _whole_runs(), perf_counter
    found: dict[str, float] = {}
    spent: dict[str, float] = {}
    for _ in range(TURNS):
        for _ in range(SHORT):  # many short turns; the best is the least disturbed
            for name, turn in short.items():
                begun = clock()
                rounds = turn()
                found[name] = max(found.get(name, 0.0), rounds / (clock() - begun))
        for name, turn in whole.items():
            begun, used = clock(), process_time()
            rounds = turn()
            found[name] = max(found.get(name, 0.0), rounds / (clock() - begun))
            spent[name] = min(spent.get(name, 1e9), process_time() - used)
    return {
        **{f"{name}-rounds-per-second": round(speed) for name, speed in found.items()},
        "one-thread-to-yardstick": round(found["one-thread"] / found["yardstick"], 2),
        "two-threads-to-one": round(found["two-threads"] / found["one-thread-whole-run"], 2),
        "two-threads-to-one-by-processor-time": round(2 * spent["one-thread-whole-run"] / spent["two-threads"], 2),
        "cores": os.cpu_count() or 1,
    }


def _short_turns() -> dict[str, Callable[[], int]]:
    """Return compiled functions that deal a few shoes by the baseline and vectorized; each returns its rounds."""
    yard = forge(globals(), (), ("yardstick",)).yardstick
    counts, seeds = np.zeros(CODES, np.int64), count(1)
    rules = (PLAN.decks, np.array(PLAN.burns), PLAN.cover_depth, PLAN.coups_after_cover, np.array(DRAW), *tables()[1:])
    yard(0, 1, *rules, counts)
    cpu.warm(PLAN)
    small = replace(PLAN, shoes=LANE_SHOES)
    rounds = int(cpu.count_part(small).sum())

    def lanes() -> int:
        cpu.count_lanes(small)
        return rounds

    return {"yardstick": lambda: int(yard(next(seeds), YARD_SHOES, *rules, counts)), "one-thread": lanes}


def _whole_runs() -> dict[str, Callable[[], int]]:
    """Return functions that deal the same plan by one thread and by two; raise if their counts differ."""
    one, two = cpu.count(PLAN, 1)[0], cpu.count(PLAN, 2)[0]
    if not (one == two).all():
        raise RuntimeError("one thread and two give different counts")
    return {
        "one-thread-whole-run": lambda: int(cpu.count(PLAN, 1)[0].sum()),
        "two-threads": lambda: int(cpu.count(PLAN, 2)[0].sum()),
    }
