"""The full-size checks, and the decorator that registers one.

A soak is a function in a module of this package. It returns its figures, or raises AssertionError:

    @soak("odds: two routes agree on 200 random compositions")
    def two_routes() -> Figures:
        ...
        return {"compositions": 200, "largest difference": 0}
"""

from collections.abc import Callable, Mapping
from statistics import NormalDist

Figures = Mapping[str, object]
Check = Callable[[], Figures]
FAILS, REMARKED = 0.001, 0.01  # the probability that chance alone takes any of a family of figures beyond its bound

SOAKS: dict[str, Check] = {}


def bound(figures: int, level: float) -> float:
    """Return the z that some of as many figures exceed by chance with at most this probability (Bonferroni)."""
    return NormalDist().inv_cdf(1 - level / (2 * figures))


def judged(z: Mapping[str, float]) -> str:
    """Return the greatest of some z and its bound. Raises AssertionError beyond the bound of ``FAILS``.

    A figure beyond the bound of ``REMARKED`` passes with a remark: chance causes one in a hundred runs.
    """
    worst = max(z, key=lambda key: abs(z[key]))
    found, fails, remarked = abs(z[worst]), bound(len(z), FAILS), bound(len(z), REMARKED)
    said = f"{worst} {z[worst]:+.2f} of {len(z)}"
    if found > fails:
        raise AssertionError(f"{said}: beyond {fails:.2f}, where chance goes once in {1 / FAILS:,.0f} runs")
    if found > remarked:
        return f"{said}, REMARK: beyond {remarked:.2f}, where chance goes once in {1 / REMARKED:,.0f} runs"
    return f"{said}, bound {remarked:.2f}"


def soak(name: str) -> Callable[[Check], Check]:
    """Register a check under the name it has in the table of docs/soak.md."""

    def register(check: Check) -> Check:
        if name in SOAKS:
            raise ValueError(f"two soaks are called {name!r}")
        SOAKS[name] = check
        return check

    return register
