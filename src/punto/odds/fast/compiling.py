"""Compilation of the kernels; the only module that does it.

A kernel is a plain function over arrays, which also runs uncompiled: slowly, with the same results. ``compiled`` makes
it fast. numba is imported when the first kernel is called, because its import takes longer than most commands.

Machine code is cached between runs, next to the modules or, if they are read-only, in the user's cache. numba detects
changes of a module but not of what a kernel takes from other modules, so a kernel gets the tableau as an argument, or
is named after a digest of its text.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache, wraps
from hashlib import sha256
from typing import Any, ParamSpec, TypeVar

import numpy as np

from punto.odds.fast import codegen

P = ParamSpec("P")
T = TypeVar("T")
Kernel = Callable[[Any, Any, Any, Any, Any], None]


def compiled(kernel: Callable[P, T]) -> Callable[P, T]:
    """Return a kernel that is compiled on its first call; ``__wrapped__`` is the plain one."""

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
    # Products may be added without intermediate rounding: integers that fit are unaffected.
    options: dict[str, Any] = {"fastmath": {"contract", "nsz"}, "error_model": "numpy", "nogil": True}
    njit: Any = numba.njit  # the only untyped place: machine code takes what the kernel takes
    try:
        code: Callable[P, T] = njit(cache=True, **options)(kernel)
    except RuntimeError:  # no writable cache
        code = njit(**options)(kernel)
    return code


@cache
def plain_hands(lanes: int) -> Kernel:
    """Return the generated function for a number of lanes, uncompiled."""
    name = f"hands_{lanes}_{sha256(codegen.source('hands', lanes).encode()).hexdigest()[:16]}"
    # The text has no file, and numba caches only functions of a file, so it is given the generator's.
    code = compile(codegen.source(name, lanes), inspect.getfile(codegen), "exec")
    space: dict[str, Any] = {"np": np, "__name__": codegen.__name__}  # numba looks up the module when it loads
    exec(code, space)
    kernel: Kernel = space[name]
    return kernel


@cache
def hands(lanes: int) -> Kernel:
    """Return the generated function for a number of lanes, compiled."""
    return _machine_code(plain_hands(lanes))
