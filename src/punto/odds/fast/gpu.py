"""Exact odds on a GPU: odds.cu through CuPy. For hundreds of thousands of shoes and more."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np

from punto.core.tableau import DRAW, NATURALS, NONE, PLAYER_DRAWS
from punto.odds.fast import views
from punto.odds.fast.codegen import CELLS
from punto.odds.fast.views import Ints
from punto.odds.known import OddsError

SOURCE = "odds.cu"
MOST_GROUPS = 64
PART = 2**17  # shoes per launch
LANES = 4  # threads, each with a stream and a part under way
THREADS, BLOCKS = 128, 8  # per block, and blocks per multiprocessor


def source() -> str:
    """Return the CUDA source."""
    return files("punto.odds.fast").joinpath(SOURCE).read_text(encoding="utf-8")


@cache
def tableau() -> Any:
    """Return the drawing rules for the kernel: two bounds, an order of third cards, and bits for each."""
    drawing = [sum(row[x] << banker for banker, row in enumerate(DRAW)) for x in range(NONE + 1)]
    order = sorted(range(10), key=lambda x: (drawing[x].bit_count(), x))
    return np.array([sum(PLAYER_DRAWS), min(NATURALS), *order, *drawing], np.int32)


class Handed(NamedTuple):
    """Arguments of every launch of a count but the shoes: the third-card rules, and the group of each cell."""

    rules: Any
    places: Any
    results: Any


def handed(groups: Ints) -> Handed:
    """Return what every launch takes for some groups of cells. Raises ``OddsError`` for too many groups."""
    results = int(groups.max()) + 1
    if results > MOST_GROUPS:
        raise OddsError(f"too many groups of cells: {results}, the device supports {MOST_GROUPS}")
    places = np.full(CELLS, -1, np.int8)
    places[views.cells()] = groups
    return Handed(tableau(), places, np.int32(results))


@cache
def _kernel() -> Any:
    import cupy

    return cupy.RawKernel(source(), "count_cells", options=("-std=c++17",))


@cache
def _blocks() -> int:
    import cupy

    return int(cupy.cuda.Device().attributes["MultiProcessorCount"]) * BLOCKS  # a query of all attributes


def launch(values: Any, given: Handed, found: Any) -> None:
    """Start the kernel with shoes, arguments and a result buffer on the device."""
    _kernel()((_blocks(),), (THREADS,), (np.int64(len(values)), values, *given, found))


def _pinned(shape: tuple[int, int], kind: type[np.generic]) -> Any:
    """Return an array in memory that the device reads and writes by itself."""
    import cupy

    number = shape[0] * shape[1]
    memory = cupy.cuda.alloc_pinned_memory(number * np.dtype(kind).itemsize)
    return np.frombuffer(memory, kind, number).reshape(shape)


def count(values: Ints, groups: Ints | None = None) -> Ints:
    """Return the deals of each group of cells, one row per composition by value; grouped by winner by default."""
    try:
        import cupy
    except ImportError:
        raise OddsError("exact odds on a GPU need CuPy: pip install 'punto[gpu]'") from None
    arguments = handed(views.outcomes() if groups is None else groups)
    given = Handed(cupy.asarray(arguments.rules), cupy.asarray(arguments.places), arguments.results)
    counts = np.empty((len(values), int(arguments.results)), np.int64)
    cupy.cuda.Device().synchronize()  # the arguments are there before another stream reads them
    with ThreadPoolExecutor(LANES) as lanes:
        list(lanes.map(lambda lane: _count_parts(values, given, counts, lane), range(LANES)))
    return counts


def _count_parts(values: Ints, given: Handed, counts: Ints, lane: int) -> None:
    """Count every ``LANES``-th part; while the device counts one lane's part, other lanes copy theirs."""
    import cupy

    shoes, results = min(PART, len(values)), counts.shape[1]
    sent, received = _pinned((shoes, 10), np.int16), _pinned((shoes, results), np.int64)
    with cupy.cuda.Stream(non_blocking=True) as stream:
        there, found = cupy.empty((shoes, 10), cupy.int16), cupy.empty((shoes, results), cupy.int64)
        for first in range(lane * PART, len(values), LANES * PART):
            number = min(PART, len(values) - first)
            np.copyto(sent[:number], values[first : first + number], casting="unsafe")
            there[:number].set(sent[:number], stream=stream)
            launch(there[:number], given, found)
            found[:number].get(stream=stream, out=received[:number], blocking=False)
            stream.synchronize()
            counts[first : first + number] = received[:number]
