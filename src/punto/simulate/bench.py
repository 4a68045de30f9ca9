"""How fast the simulator is beside one that anybody would write: a shuffled array, and branches.

The yardstick is compiled by numba like the simulator, deals the same shoes and keeps the same counts, in the same
process and in turns with it, so that a ratio says something on any machine.
"""

from __future__ import annotations

import os
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from punto.simulate import cpu
from punto.simulate.forge import forge
from punto.simulate.plan import Plan
from punto.simulate.tables import CODES, tables
from punto.tableau import DRAW

if TYPE_CHECKING:
    from numpy.typing import NDArray

PLAN = Plan(shoes=4 * cpu.PART, seed=1)
TURNS, SHORT = 12, 8
YARD_SHOES, LANE_SHOES = 100, 2048  # of one turn


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
    """Return rounds a second of yardstick, one thread and two, and their ratios: the best of several turns each."""
    yard = forge(globals(), (), ("yardstick",)).yardstick
    burns = np.array(PLAN.burns)
    table, counts, cores = tables(), np.zeros(CODES, np.int64), os.cpu_count() or 1
    rules = (PLAN.decks, burns, PLAN.cover_depth, PLAN.coups_after_cover, np.array(DRAW), *table[1:])
    yard(1, 1, *rules, counts)
    cpu.warm(PLAN)
    small = replace(PLAN, shoes=LANE_SHOES)
    rounds = int(cpu.count_part(small).sum())
    all_rounds = int(cpu.count(PLAN, cores)[0].sum())
    found: dict[str, float] = {"yardstick": 0.0, "one-thread": 0.0, "one-thread-whole-run": 0.0, "two-threads": 0.0}
    for turn in range(TURNS):
        for short in range(SHORT):  # many short turns: the best of them is disturbed least
            begun = perf_counter()
            dealt = yard(SHORT * turn + short, YARD_SHOES, *rules, counts)
            found["yardstick"] = max(found["yardstick"], dealt / (perf_counter() - begun))
            begun = perf_counter()
            cpu.count_lanes(small)
            found["one-thread"] = max(found["one-thread"], rounds / (perf_counter() - begun))
        for name, threads in (("one-thread-whole-run", 1), ("two-threads", 2)):
            begun = perf_counter()
            cpu.count(PLAN, threads)
            found[name] = max(found[name], all_rounds / (perf_counter() - begun))
    return {
        **{f"{name}-rounds-per-second": round(speed) for name, speed in found.items()},
        "one-thread-to-yardstick": round(found["one-thread"] / found["yardstick"], 2),
        "two-threads-to-one": round(found["two-threads"] / found["one-thread-whole-run"], 2),
        "cores": cores,
    }
