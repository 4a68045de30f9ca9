"""Alternating timing of runs, so that disturbances affect all of them equally."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import perf_counter


def best(runs: Mapping[str, Callable[[], object]], turns: int) -> dict[str, float]:
    """Return the seconds of the fastest turn of each run, after one warm-up run each."""
    for run in runs.values():
        run()
    times = dict.fromkeys(runs, float("inf"))
    for _ in range(turns):
        for name, run in runs.items():
            begun = perf_counter()
            run()
            times[name] = min(times[name], perf_counter() - begun)
    return times
