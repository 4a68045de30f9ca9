"""Simulation of whole shoes by the million, on CPU, GPU and clusters.

    from punto.simulate import Plan, simulate

    tally = simulate(Plan(shoes=100_000, seed=1), threads=2)

Needs numpy, and numba (the extra ``fast``) or CuPy for speed. The same plan gives the same counts everywhere.
"""

from typing import TYPE_CHECKING

from punto.core.speed import warn_if_slow
from punto.former import names
from punto.simulate.cpu import count
from punto.simulate.plan import Plan, PlanError, Tally, WagerTally

__all__ = ["Plan", "PlanError", "Tally", "WagerTally", "simulate"]

SLOW = "simulation is", 20_000  # measured: shoes a second on one core, with numba and without

if not TYPE_CHECKING:
    __getattr__ = names("simulate")


def simulate(plan: Plan, threads: int = 1) -> Tally:
    """Deal the shoes of a plan on the CPU and count their coups.

    >>> simulate(Plan(shoes=1, seed=7, decks=1)).rounds
    7
    """
    warn_if_slow(*SLOW)
    counts, shoes = count(plan, threads)
    return Tally(shoes, counts)
