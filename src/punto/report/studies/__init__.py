"""Studies of the manual: questions answered by exact odds or by reproducible simulated shoes.

    from punto.report.studies import study

    found = study("cut-card", shoes=500, seed=7)

A study is a module with a function ``study``; one that deals shoes has its default number in ``SHOES``.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import ModuleType

from punto.report.studies.answer import Progress, Sample, Study, StudyError, Table
from punto.wagers.wager import Wager

__all__ = ["STUDIES", "Sample", "Study", "StudyError", "Table", "module_of", "study"]

STUDIES = {
    "rounds": "how many rounds a shoe has, by decks and cover card",
    "cut-card": "what the cover card does to the odds of every wager",
    "counting": "what counting cards, and perfect play, can win",
    "vigorish": "what rounding the vigorish costs, stake by stake",
    "house-money": "House Money: when to ride and when to take",
    "royal-9": "Royal 9: how often its meters hit, and when it is fair",
    "ruin": "how long a bankroll lasts",
    "options": "how far each choice of a rulebook moves the edge",
}


OF_WAGERS = ("cut-card",)


def module_of(name: str) -> ModuleType:
    """Return the module of a study."""
    return import_module(f"punto.report.studies.{name.replace('-', '_')}")


def study(
    name: str,
    shoes: int | None = None,
    seed: int = 1,
    progress: Progress = lambda done, of: None,
    offered: tuple[Wager, ...] = (),
) -> Study:
    """Run a study. ``shoes`` and ``seed`` are for those that deal; the others are exact.

    Wagers that are ``offered`` take the place of those of the study; those of ``OF_WAGERS`` take them.
    """
    if name not in STUDIES:
        raise StudyError(f"unknown study {name!r}: use {', '.join(STUDIES)}")
    module = module_of(name)
    make: Callable[[Sample], Study] = module.study
    alone: int = getattr(module, "SHOES", 0)
    if offered and name not in OF_WAGERS:
        raise StudyError(f"{name} has wagers of its own: {', '.join(OF_WAGERS)} takes others")
    return make(Sample(shoes or alone, seed, progress, offered))
