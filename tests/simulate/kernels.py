"""The plans that every kernel must agree on, and the CUDA source as a library of the processor."""

import ctypes
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from punto.simulate import gpu
from punto.simulate.plan import Plan

PLANS = {
    "eight decks": Plan(shoes=1100, seed=5),
    "six decks, far shoes": Plan(shoes=600, seed=2**64 - 1, decks=6, first=10**15 + 7),
    "one deck": Plan(shoes=700, seed=3, decks=1),
    "no burn, three coups after": Plan(shoes=300, seed=4, burns=(), cover_depth=60, coups_after_cover=3),
    "no coup after": Plan(shoes=300, seed=4, cover_depth=6, coups_after_cover=0),
    "continuous": Plan(shoes=300, seed=6, decks=6, burns=(), coups=80, continuous=True),
    "69 coups of every shoe": Plan(shoes=300, seed=7, burns=(), coups=69),
}
SHIM = Path(__file__).with_name("shim.h")
CUDA = Path(gpu.__file__).with_name(gpu.SOURCE)
COMPILERS = ("g++", "c++", "clang++")


def compiler() -> str | None:
    return next((name for name in COMPILERS if shutil.which(name)), None)


def as_library(program: str, folder: Path, source: Path = CUDA) -> ctypes.CDLL:
    """Compile a CUDA source for the processor: one block of one thread."""
    library = folder / f"{source.stem}.so"
    warn = ("-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas")
    how = (program, "-O2", "-shared", "-fPIC", *warn, "-include", SHIM, "-x", "c++", source, "-o", library)
    subprocess.run(list(map(str, how)), check=True)
    return ctypes.CDLL(str(library))


def count_by(library: ctypes.CDLL, plan: Plan) -> NDArray[np.int64]:
    """Deal a plan by the CUDA source."""
    counts = np.zeros(gpu.CLASSES, np.uint64)
    getattr(library, gpu.kernel_for(plan))(*as_words(*gpu.handed(plan), counts))
    return counts.astype(np.int64)


def as_words(*handed: Any) -> Iterator[Any]:
    """Return what a kernel is handed as a library of the processor takes it."""
    words = {np.uint64: ctypes.c_uint64, np.int64: ctypes.c_int64, np.int32: ctypes.c_int32}
    for each in handed:
        array = isinstance(each, np.ndarray)
        yield each.ctypes.data_as(ctypes.c_void_p) if array else words[type(each)](int(each))
