"""Exact odds on a GPU: odds.cu through CuPy. For hundreds of thousands of shoes and more."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from punto.core.tableau import DRAW, NATURALS, NONE, PLAYER_DRAWS
from punto.odds.fast import views
from punto.odds.fast.codegen import CELLS
from punto.odds.fast.views import Ints
from punto.odds.known import OddsError

SOURCE = "odds.cu"
MOST_GROUPS = 64
PART = 2**22  # shoes per launch
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


def handed(values: Ints, groups: Ints) -> tuple[Any, ...]:
    """Return all arguments of the kernel but the last: shoes by value, and the group of each cell."""
    results = int(groups.max()) + 1
    if results > MOST_GROUPS:
        raise OddsError(f"too many groups of cells: {results}, the device supports {MOST_GROUPS}")
    places = np.full(CELLS, -1, np.int8)
    places[views.cells()] = groups
    by_value = np.ascontiguousarray(values.T.astype(np.int16))
    return np.int64(len(values)), by_value, tableau(), places, np.int32(results)


@cache
def _kernel() -> Any:
    import cupy

    return cupy.RawKernel(source(), "count_cells", options=("-std=c++17",))


def launch(arguments: Sequence[Any], found: Any) -> None:
    """Start the kernel with arguments and a result buffer on the device."""
    import cupy

    blocks = cupy.cuda.Device().attributes["MultiProcessorCount"] * BLOCKS
    _kernel()((blocks,), (THREADS,), (*arguments, found))


def count(values: Ints, groups: Ints | None = None) -> Ints:
    """Return the deals of each group of cells, one row per composition by value; grouped by winner by default."""
    try:
        import cupy
    except ImportError:
        raise OddsError("exact odds on a GPU need CuPy: pip install 'punto[gpu]'") from None
    picked = views.outcomes() if groups is None else groups
    parts = []
    for first in range(0, len(values), PART):
        part = values[first : first + PART]
        arguments = [cupy.asarray(each) if isinstance(each, np.ndarray) else each for each in handed(part, picked)]
        found = cupy.empty((int(picked.max()) + 1, len(part)), cupy.int64)
        launch(arguments, found)
        parts.append(found.get().T)
    return np.concatenate(parts)
