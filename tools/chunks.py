"""Work in chunks over several processes; results are stored, so that an interruption costs a chunk or two.

The results of each chunk are a line of a file in .soak/, in the folder of the state that is checked. They are integers
by name, and add up.
"""

import hashlib
import json
import multiprocessing
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from tools.soak import STATE, WorkTree

Figures = Mapping[str, int]


def in_chunks(name: str, numbers: Iterable[int], work: Callable[[int], Figures]) -> dict[str, int]:
    """Do the missing chunks, and return the sums of all of them. Raises what any of them raises."""
    path = STATE / WorkTree.now().key / f"{hashlib.sha256(name.encode()).hexdigest()[:16]}.chunks"
    path.parent.mkdir(parents=True, exist_ok=True)
    done = _read(path)
    wanted = list(numbers)
    left = [number for number in wanted if number not in done]
    _end_line(path)
    # New processes: a fork would inherit locks of threads and signal handlers, and might never end.
    processes = multiprocessing.get_context("spawn")
    with path.open("a") as kept, processes.Pool(len(os.sched_getaffinity(0))) as pool:
        for number, figures in pool.imap_unordered(_Numbered(work), left):
            done[number] = figures
            kept.write(json.dumps({"chunk": number, "figures": figures}) + "\n")
            kept.flush()
    return total(done[number] for number in wanted)


class _Numbered:
    """A chunk's work with its number, in a form that can be sent to another process."""

    def __init__(self, work: Callable[[int], Figures]) -> None:
        self.work = work

    def __call__(self, number: int) -> tuple[int, dict[str, int]]:
        return number, dict(self.work(number))


def _read(path: Path) -> dict[int, dict[str, int]]:
    """Read the results; ignore a last line that an interruption cut off."""
    done: dict[int, dict[str, int]] = {}
    for line in path.read_text().splitlines() if path.exists() else ():
        try:
            kept: dict[str, Any] = json.loads(line)
        except ValueError:
            continue
        done[kept["chunk"]] = kept["figures"]
    return done


def _end_line(path: Path) -> None:
    """End a line that an interruption cut off, so that the next one is read."""
    if path.exists() and not path.read_text().endswith("\n"):
        with path.open("a") as kept:
            kept.write("\n")


def total(figures: Iterable[Figures]) -> dict[str, int]:
    """Add results by name."""
    sums: dict[str, int] = {}
    for one in figures:
        for name, number in one.items():
            sums[name] = sums.get(name, 0) + number
    return sums
