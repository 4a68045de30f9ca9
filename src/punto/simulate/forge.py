"""The forge: the one place where plain functions become machine code.

Kernels are plain Python functions over numpy's integers. ``forge`` takes some of a module, in the order in which they
call one another, and gives them back compiled by numba, or plain where nobody asks for speed or numba is not there: the
same functions either way, so that types, mutation tests and a machine without numba know them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import FunctionType, SimpleNamespace
from typing import Any

Kernels = SimpleNamespace


def have_numba() -> bool:
    """Say whether numba can be imported."""
    try:
        import numba  # noqa: F401
    except ImportError:
        return False
    return True


def forge(
    module: Mapping[str, Any], inline: Sequence[str], names: Sequence[str], *, compiled: bool = True, **constants: int
) -> Kernels:
    """Return functions of a module under other globals: with some constants changed, and compiled or plain.

    ``inline`` are the small ones that are copied into their callers, so that a loop over lanes becomes vector code.
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

    # Wrapping integers are what a kernel means; what it must not do is hold up other threads.
    if inline:
        return njit(function, inline="always")
    return njit(function, nogil=True, cache=True)
