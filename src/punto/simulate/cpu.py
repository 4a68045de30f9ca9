"""Simulation on the CPU: kernels compiled by numba, in threads that do not block each other.

Kernels are plain Python functions over numpy integers. ``forge`` takes some of a module, in the order in which they
call each other, and returns them compiled by numba, or plain on request or without numba: thousands of times slower,
with the same counts. Both are the same functions, so that type checks, mutation tests and machines without numba cover
them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import cache
from itertools import islice
from types import FunctionType, SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from punto.core.speed import have_numba
from punto.simulate import shoe, simd, stream
from punto.simulate.plan import CODES, Plan, burns_of, by_class, codes_of_classes, key_word, tables
from punto.simulate.shoe import Buffers, Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray


Kernels = SimpleNamespace


def forge(
    module: Mapping[str, Any], inline: Sequence[str], names: Sequence[str], *, compiled: bool = True, **constants: int
) -> Kernels:
    """Return functions of a module with some of its constants changed, compiled or plain.

    ``inline`` are the small ones that are inlined into their callers, so that a loop over lanes can be vectorized.
    """
    space = {**module, **constants}
    for name in (*inline, *names):
        plain = module[name]
        function = FunctionType(plain.__code__, space, name, plain.__defaults__)
        function.__module__, function.__qualname__ = plain.__module__, plain.__qualname__
        space[name] = _compiled(function, name in inline) if compiled else function
    return SimpleNamespace(**{name: space[name] for name in names})


def _compiled(function: FunctionType, inline: bool) -> Any:
    from numba import njit

    # Kernels rely on wrapping integers, and must release the interpreter lock.
    if inline:
        return njit(function, inline="always")
    return njit(function, nogil=True, cache=True)


# ---------------------------------------------------------------- counting

PART = 64 * simd.LANES  # most shoes a thread takes at a time: some hundredths of a second
LEAST_PART = 16 * simd.LANES  # fewest; below that, bookkeeping would dominate
TAKES = 8  # minimum number of parts per thread, so that no thread waits long for the last
GLANCE = 0.2  # seconds between checks of ``stop``
Progress = Callable[[int], None]


@cache
def lane_kernels(compiled: bool = True, lane_count: int = simd.LANES) -> Kernels:
    """Return the vectorized kernels; a smaller lane count only works uncompiled."""
    space = {**vars(stream), **vars(simd)}
    return forge(space, simd.INLINE, simd.KERNELS, compiled=compiled, LANES=lane_count)


@cache
def shoe_kernels(compiled: bool = True) -> Kernels:
    """Return the kernels that deal one shoe at a time."""
    return forge({**vars(stream), **vars(shoe)}, shoe.INLINE, shoe.KERNELS, compiled=compiled)


def count_lanes(plan: Plan, *, compiled: bool = True, lane_count: int = simd.LANES) -> NDArray[np.uint32]:
    """Deal a plan vectorized and return counts by code."""
    counts = np.zeros(CODES + 1, np.uint32)
    table = tables()
    with np.errstate(over="ignore"):
        lane_kernels(compiled, lane_count).deal_blocks(
            np.zeros(simd.SUM_ROWS * lane_count, np.uint8),
            np.zeros(simd.WORD_ROWS * lane_count, np.uint16),
            np.zeros(simd.STATE_ROWS * lane_count, np.uint32),
            key_word(plan),
            np.uint64(plan.first),
            plan.shoes,
            plan.decks,
            burns_of(plan),
            np.uint16(0 if plan.coups else plan.cover_depth),
            np.uint16(plan.coups_after_cover),
            plan.coups,
            plan.continuous,
            table.rows,
            np.uint16(table.stands),
            np.uint16(table.natural),
            counts,
        )
    return counts


def count_shoes(plan: Plan, *, compiled: bool = True) -> NDArray[np.uint32]:
    """Deal a plan shoe by shoe and return counts by code, for more decks than vectorized bytes can hold."""
    counts = np.zeros(CODES + 1, np.uint32)
    with np.errstate(over="ignore"):
        shoe_kernels(compiled).count_shoes(
            key_word(plan), np.uint64(plan.first), plan.shoes, rules_of(plan), room_for(plan), counts
        )
    return counts


def rules_of(plan: Plan) -> Rules:
    """Return the rules of a plan for the single-shoe kernels."""
    depth = 0 if plan.coups else plan.cover_depth
    return Rules(plan.decks, burns_of(plan), depth, plan.coups_after_cover, plan.coups, plan.continuous, *tables())


def room_for(plan: Plan) -> Buffers:
    """Return the buffers needed to deal a shoe of a plan."""
    cards = np.zeros(6 * plan.coups if plan.continuous else 52 * plan.decks, np.uint8)
    numbers, codes = np.zeros(6, np.int64), np.zeros(plan.most_coups, np.uint16)
    return Buffers(np.zeros(52, np.int64), np.zeros(4, np.uint32), numbers, cards, codes)


def count_part(plan: Plan, compiled: bool = True) -> NDArray[np.int64]:
    """Return the counts by class of a plan small enough for 32 bits; vectorized only if compiled."""
    if plan.decks > simd.MOST_DECKS or not compiled:
        return by_class(count_shoes(plan, compiled=compiled))
    return by_class(count_lanes(plan))


def parts_of(plan: Plan, threads: int = 1) -> Iterator[Plan]:
    """Split a plan into parts for threads: whole blocks of lanes, enough for all threads to finish together."""
    if not have_numba():
        return plan.parts(64)
    even = -(-plan.shoes // (threads * TAKES * simd.LANES)) * simd.LANES
    return plan.parts(min(PART, max(LEAST_PART, even)))


def warm(plan: Plan) -> None:
    """Compile the kernels of a plan, so that its timing excludes compilation."""
    count_part(next(plan.parts(1)), have_numba())


def count(
    plan: Plan, threads: int = 1, progress: Progress = lambda shoes: None, stop: Callable[[], bool] = lambda: False
) -> tuple[NDArray[np.int64], int]:
    """Return the counts by class of a plan, and the number of shoes they cover: all, unless ``stop`` returned True.

    ``progress`` is called with the number of shoes done. Only whole shoes are counted.
    """
    compiled, parts = have_numba(), parts_of(plan, threads)
    total, done = np.zeros(len(codes_of_classes()), np.int64), 0
    with ThreadPoolExecutor(threads) as pool:
        waiting: dict[Future[NDArray[np.int64]], int] = {}
        while not stop():
            for part in islice(parts, max(0, 2 * threads - len(waiting))):
                waiting[pool.submit(count_part, part, compiled)] = part.shoes
            if not waiting:
                break
            for future in wait(waiting, timeout=GLANCE, return_when=FIRST_COMPLETED).done:
                total += future.result()
                shoes = waiting.pop(future)
                done += shoes
                progress(shoes)
        pool.shutdown(cancel_futures=True)
    return total, done
