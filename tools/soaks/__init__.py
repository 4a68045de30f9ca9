"""The full-size checks, and the decorator that registers one.

A soak is a function in a module beside this one. It returns its figures, or raises AssertionError:

    @soak("odds: two routes agree on 200 random compositions")
    def two_routes() -> Figures:
        ...
        return {"compositions": 200, "largest difference": 0}
"""

from collections.abc import Callable, Mapping

Figures = Mapping[str, object]
Check = Callable[[], Figures]

SOAKS: dict[str, Check] = {}


def soak(name: str) -> Callable[[Check], Check]:
    """Register a check under the name it has in the table of docs/soak.md."""

    def register(check: Check) -> Check:
        if name in SOAKS:
            raise ValueError(f"two soaks are called {name!r}")
        SOAKS[name] = check
        return check

    return register
