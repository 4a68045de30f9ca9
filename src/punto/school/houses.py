"""The tables that the school teaches at: those that Punto ships, reviewed like any other."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from punto.houserules import HouseRules
from punto.review import review


@cache
def houses(rulebook: str) -> tuple[HouseRules, ...]:
    """Return the house rules of every table under a rulebook, by name."""
    filed = sorted(files("punto").joinpath("submissions").iterdir(), key=lambda entry: entry.name)
    found = [review(entry.read_text(encoding="utf-8")) for entry in filed if entry.name.endswith(".toml")]
    return tuple(one.rules for one in found if one.rules is not None and one.rulebook == rulebook)
