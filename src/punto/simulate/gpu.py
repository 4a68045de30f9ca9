"""Simulation on a GPU: sim.cu through CuPy."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from punto.core.coup import classes
from punto.simulate.plan import Plan, burns_of, key_word, tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

SOURCE = "sim.cu"
CLASSES = 13_576
SHARED = 4 * (CLASSES + 16)  # bytes per block: its counts, and the tableau
PART = 2**26  # shoes per launch: keeps a block's count within 32 bits, and allows interrupts


class NoGPU(ValueError):
    """No GPU is available, or CuPy is missing."""


class Shape(NamedTuple):
    """Launch configuration: threads per block, blocks per multiprocessor."""

    threads: int = 1024
    blocks: int = 2  # the fastest of sixteen shapes on an H200


SHAPE = Shape()


def source() -> str:
    """Return the CUDA source."""
    return files("punto.simulate").joinpath(SOURCE).read_text(encoding="utf-8")


def handed(plan: Plan) -> tuple[Any, ...]:
    """Return all arguments of the kernel but the last: numbers, then arrays."""
    table, depth = tables(), 0 if plan.coups else plan.cover_depth
    ends = (depth, plan.coups_after_cover, plan.coups, plan.continuous)
    rules = (plan.decks, bool(plan.burns), *ends, table.stands, table.natural)
    burns = burns_of(plan) if plan.burns else np.zeros(13, np.uint16)
    shoes = (key_word(plan), np.uint64(plan.first), np.uint64(plan.shoes))
    return (*shoes, *map(np.int32, rules), burns, table.rows, base_of_classes())


@cache
def base_of_classes() -> NDArray[np.uint16]:
    """Return the first class for each two-card counts and Player's third card, four pairs to an entry."""
    base = np.zeros(10 * 10 * 11, np.uint16)
    for number, coup in reversed(list(enumerate(classes()))):
        base[(coup.player_two * 10 + coup.banker_two) * 11 + coup.player_third] = number // 4
    return base


def need_gpu() -> Any:
    """Return CuPy; raise ``NoGPU`` if it or a device is missing."""
    try:
        import cupy
    except ImportError:
        raise NoGPU("--device gpu needs CuPy: pip install 'punto[gpu]'") from None
    try:
        found = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise NoGPU(f"CuPy finds no GPU: {str(error).splitlines()[0]}") from None
    if not found:
        raise NoGPU("CuPy finds no GPU")
    return cupy


@cache
def _kernel() -> Any:
    kernel = need_gpu().RawKernel(source(), "count_shoes", options=("-std=c++17",))
    kernel.max_dynamic_shared_size_bytes = SHARED
    return kernel


def launch(plan: Plan, counts: Any, shape: Shape = SHAPE) -> None:
    """Start the kernel for a plan of at most ``PART`` shoes; it adds to counts on the device."""
    cupy = need_gpu()
    processors = cupy.cuda.Device().attributes["MultiProcessorCount"]
    arguments = (cupy.asarray(each) if isinstance(each, np.ndarray) else each for each in handed(plan))
    _kernel()((processors * shape.blocks,), (shape.threads,), (*arguments, counts), shared_mem=SHARED)


def count(
    plan: Plan,
    progress: Callable[[int], None] = lambda shoes: None,
    stop: Callable[[], bool] = lambda: False,
    shape: Shape = SHAPE,
) -> tuple[NDArray[np.int64], int]:
    """Return the counts by class of a plan, and the number of shoes they cover: all, unless ``stop`` returned True."""
    cupy = need_gpu()
    total, done = np.zeros(CLASSES, np.int64), 0
    for part in plan.parts(PART):
        if stop():
            break
        counts = cupy.zeros(CLASSES, cupy.uint64)
        launch(part, counts, shape)
        total += counts.get().astype(np.int64)
        done += part.shoes
        progress(part.shoes)
    return total, done


def warm() -> None:
    """Compile the kernel and initialize the device."""
    count(Plan(shoes=1))


def name() -> str:
    """Return the device's name."""
    return str(need_gpu().cuda.runtime.getDeviceProperties(0)["name"].decode())
