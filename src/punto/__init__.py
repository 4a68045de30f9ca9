"""Punto: baccarat by the book.

The public names are imported here on first use, so that ``import punto`` stays fast:

    import punto

    coup = punto.play("4h Kd 2c 3s 9d")
    odds = punto.sheet(punto.Composition.decks(8), punto.wagers_of(punto.load("ma-mini")))
    picture = punto.coup_svg(coup)
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

    from punto.client import connect
    from punto.core.cards import Card, CardError, Composition
    from punto.core.cards import cards as read_cards
    from punto.core.coup import Coup, play
    from punto.core.notation import Shoe, read_coup, read_shoe, write_shoe
    from punto.draw.coup import coup_svg
    from punto.draw.felt import felt_svg
    from punto.law.rulebook import Rulebook, RulebookError, load
    from punto.library import Library
    from punto.odds import Known, OddsError, Sheet, WagerOdds, sheet
    from punto.report import Par, par_of
    from punto.rules.house_rules import HouseRules
    from punto.rules.review import NotLawful, Review
    from punto.rules.review import review as check
    from punto.rules.review.finding import Finding
    from punto.rules.submission import shipped
    from punto.verification.verify import verify
    from punto.views.roads import Roads
    from punto.wagers import Result, Wager, register
    from punto.wagers.book import Terms
    from punto.wagers.book import known as wagers_of

__version__: str  # from the metadata of the installation, read on first use

__all__ = [
    "Card",
    "CardError",
    "Composition",
    "Coup",
    "Finding",
    "HouseRules",
    "Known",
    "Library",
    "NotLawful",
    "OddsError",
    "Par",
    "Result",
    "Review",
    "Roads",
    "Rulebook",
    "RulebookError",
    "Sheet",
    "Shoe",
    "Terms",
    "Wager",
    "WagerOdds",
    "check",
    "connect",
    "coup_svg",
    "felt_svg",
    "load",
    "par_of",
    "play",
    "read_cards",
    "read_coup",
    "read_shoe",
    "register",
    "sheet",
    "shipped",
    "verify",
    "wagers_of",
    "write_shoe",
]

# The same at run time: each module and its public names, some of them under another name.
_FROM = {
    "client": ("connect",),
    "core.cards": (
        "Card",
        "CardError",
        "Composition",
        "read_cards=cards",
    ),
    "core.coup": (
        "Coup",
        "play",
    ),
    "core.notation": (
        "Shoe",
        "read_coup",
        "read_shoe",
        "write_shoe",
    ),
    "draw.coup": ("coup_svg",),
    "draw.felt": ("felt_svg",),
    "law.rulebook": (
        "Rulebook",
        "RulebookError",
        "load",
    ),
    "library": ("Library",),
    "odds": (
        "Known",
        "OddsError",
        "Sheet",
        "WagerOdds",
        "sheet",
    ),
    "report": (
        "Par",
        "par_of",
    ),
    "rules.house_rules": ("HouseRules",),
    "rules.review": (
        "NotLawful",
        "Review",
        "check=review",
    ),
    "rules.review.finding": ("Finding",),
    "rules.submission": ("shipped",),
    "verification.verify": ("verify",),
    "views.roads": ("Roads",),
    "wagers": (
        "Result",
        "Wager",
        "register",
    ),
    "wagers.book": (
        "Terms",
        "wagers_of=known",
    ),
}
_WHERE = {
    name: (module, given or name)
    for module, names in _FROM.items()
    for name, _, given in (entry.partition("=") for entry in names)
}

if not TYPE_CHECKING:  # otherwise mypy would accept any name

    def __getattr__(name: str) -> object:
        if name == "__version__":
            from importlib.metadata import version

            return version(__name__)
        if name not in _WHERE:
            raise AttributeError(f"punto has no {name!r}", name=name, obj=import_module(__name__))
        module, given = _WHERE[name]
        value = globals()[name] = getattr(import_module(f"{__name__}.{module}"), given)
        return value


class _FormerModules:
    """Finder of modules that have moved; asked last, and so only for modules that do not exist."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return the spec of a former module, or None."""
        if not name.startswith(f"{__name__}."):
            return None
        from .former import find_spec

        return find_spec(name)


sys.meta_path.append(_FormerModules)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
