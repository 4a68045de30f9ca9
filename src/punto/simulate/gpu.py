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
PLACES = 10 * 10 * 11  # two counts, and the Player's third card or none
SHARED = 4 * (CLASSES + 16) + 2 * PLACES  # bytes per block: its counts, the third-card rules, the base of classes
NARROW = 9  # decks up to which three sums of cards fit in a word
PART = 2**26  # shoes per launch: keeps a block's count within 32 bits, and allows interrupts


class NoGPU(ValueError):
    """No GPU is available, or CuPy is missing."""


class Shape(NamedTuple):
    """Launch configuration: threads per block, blocks per multiprocessor."""

    threads: int = 1024
    blocks: int = 2  # as fast as any of sixteen shapes on an H200


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
    base = np.zeros(PLACES, np.uint16)
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


def kernel_for(plan: Plan) -> str:
    """Return the name of the kernel that deals a plan."""
    return "count_shoes" if plan.decks <= NARROW else "count_many_decks"


@cache
def _kernel(name: str) -> Any:
    kernel = need_gpu().RawKernel(source(), name, options=("-std=c++17",))
    kernel.max_dynamic_shared_size_bytes = SHARED
    return kernel


@cache
def _processors() -> int:
    return int(need_gpu().cuda.Device().attributes["MultiProcessorCount"])  # a query of all attributes


def launch(plan: Plan, counts: Any, shape: Shape = SHAPE) -> None:
    """Start the kernel for a plan of at most ``PART`` shoes; it adds to counts on the device."""
    cupy = need_gpu()
    arguments = (cupy.asarray(each) if isinstance(each, np.ndarray) else each for each in handed(plan))
    kernel, blocks = _kernel(kernel_for(plan)), _processors() * shape.blocks
    kernel((blocks,), (shape.threads,), (*arguments, counts), shared_mem=SHARED)


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
