"""Compile the numba functions once: two test processes on a fresh machine would each compile them.

The machine code is cached next to the modules, for later processes.
"""

from __future__ import annotations

import numpy as np

from punto.odds.fast import cells
from punto.simulate import Plan, cpu


def warm() -> None:
    """Run every kernel on something small."""
    plan = Plan(shoes=64)
    cpu.count_lanes(plan)
    cpu.count_shoes(plan)
    cells(np.full((1, 10), 32))


if __name__ == "__main__":
    warm()
