"""Whether the extra ``fast`` is installed.

Its numba compiles simulation and batches of odds. Without it they run as plain Python, with the same results.
"""

from __future__ import annotations

import warnings
from functools import cache
from importlib.util import find_spec


class SlowWarning(UserWarning):
    """Something runs much slower than it could, because an extra is not installed."""


@cache
def have_numba() -> bool:
    """Return whether numba is installed, without importing it."""
    try:
        return find_spec("numba") is not None
    except ImportError:
        return False


def slowness(what: str, times: int) -> str:
    """Return one sentence on what is slow without numba, and how to change that; empty if numba is installed."""
    if have_numba():
        return ""
    return f"numba is not installed: {what} about {times:,} times slower; to change that: pip install 'punto[fast]'"


def warn_if_slow(what: str, times: int) -> None:
    """Warn the caller's caller of ``slowness``, if there is any."""
    words = slowness(what, times)
    if words:
        warnings.warn(words, SlowWarning, stacklevel=3)
