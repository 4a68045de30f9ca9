"""Where kernels are compiled, and nowhere else.

A kernel is a plain function over arrays, which runs as it is: slowly, and right. ``compiled`` makes it fast. numba is
imported when the first kernel is called and not before, since it takes longer to start than most commands to finish.

Machine code is kept between runs, beside the modules or, where they cannot be written to, in the user's cache. numba
notices when a module changes; what a kernel takes from other modules it does not notice, so a kernel is given the
tableau as an argument, or is named after a digest of its text.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache, wraps
from hashlib import sha256
from typing import Any, ParamSpec, TypeVar

import numpy as np

from punto.odds.fast import straight

P = ParamSpec("P")
T = TypeVar("T")
Kernel = Callable[[Any, Any, Any, Any, Any], None]


def compiled(kernel: Callable[P, T]) -> Callable[P, T]:
    """Return a kernel that is compiled when it is first called; ``__wrapped__`` is the plain one."""

    @wraps(kernel)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        code: Callable[P, T] = _machine_code(kernel)
        return code(*args, **kwargs)

    return call


@cache
def _machine_code(kernel: Callable[P, T]) -> Callable[P, T]:
    try:
        import numba
    except ImportError:  # a machine with numpy alone
        return kernel
    # Products may be added without rounding in between: whole numbers that fit come out the same.
    options: dict[str, Any] = {"fastmath": {"contract", "nsz"}, "error_model": "numpy", "nogil": True}
    njit: Any = numba.njit  # the one place where a type is lost: machine code takes what the kernel takes
    try:
        code: Callable[P, T] = njit(cache=True, **options)(kernel)
    except RuntimeError:  # nowhere to keep it
        code = njit(**options)(kernel)
    return code


@cache
def plain_hands(lanes: int) -> Kernel:
    """Return the straight-line function for so many lanes, as it is written."""
    name = f"hands_{lanes}_{sha256(straight.source('hands', lanes).encode()).hexdigest()[:16]}"
    # The text has no file; numba keeps machine code for functions of a file only, so it is given the writer's.
    code = compile(straight.source(name, lanes), inspect.getfile(straight), "exec")
    space: dict[str, Any] = {"np": np, "__name__": straight.__name__}  # numba looks for the module when it loads
    exec(code, space)
    kernel: Kernel = space[name]
    return kernel


@cache
def hands(lanes: int) -> Kernel:
    """Return the straight-line function for so many lanes, compiled."""
    return _machine_code(plain_hands(lanes))
