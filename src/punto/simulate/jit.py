"""JIT compilation: the only module that turns plain functions into machine code.

Kernels are plain Python functions over numpy integers. ``forge`` takes some of a module, in the order in which they
call each other, and returns them compiled by numba, or plain on request or without numba. Both are the same functions,
so that type checks, mutation tests and machines without numba cover them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import FunctionType, SimpleNamespace
from typing import Any

Kernels = SimpleNamespace


def have_numba() -> bool:
    """Return whether numba can be imported."""
    try:
        import numba  # noqa: F401
    except ImportError:
        return False
    return True


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
