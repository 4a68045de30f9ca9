"""Nothing outside the law copies it: no rulebook id, wager key, wager title or payout is typed where they are shown.

Page, server, floor, felt, school, scenario and terminal take them from the rulebook or from the server. ``ALLOWED``
lists what is still typed, file by file; it may only become shorter.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

from punto.law.rulebook import built_in, load
from punto.wagers.book import known

PUNTO = Path(str(files("punto")))
EVERYWHERE = {"player", "banker", "tie"}  # wagers that no game is without
PAYOUT = r"\b\d+ to 1\b|\b\d+:1\b|\d+ 赔 \d+"
COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
ROOMS = ("draw", "floor", "scenario", "school", "server", "apps/terminal")

# What is left are names of the protocol and the log ("house-money" is a command, a phase and a field of an event), the
# sentences of scenario sheets, words printed on felts, and how odds are written. A copy that goes leaves the list, too.
ALLOWED = {
    "draw/notices.py": {"Dragon 7": 1},
    "draw/fittings.py": {"Royal 9": 4, "royal-9": 1},
    "draw/seat.py": {"Royal 9": 1},
    "floor/floor.py": {"royal-9": 2},
    "page/game/acts.js": {"house-money": 1},
    "page/game/results.js": {"house-money": 1},
    "scenario/checks.py": {"House Money": 1},
    "scenario/sentences.py": {"House Money": 4, "house-money": 4},
    "scenario/sheet.py": {"House Money": 1},
    "server/routes/odds.py": {"9 to 1": 1, "1000 to 1": 1},
    "apps/terminal/wording.py": {"house-money": 1},
}


@cache
def copied() -> re.Pattern[str]:
    """Return a pattern of all that may not be typed, by the shipped rulebooks."""
    ids = set(built_in())
    wagers = [wager for each in sorted(ids) for wager in known(load(each)) if wager.key not in EVERYWHERE]
    titles = {wager.title for wager in wagers} - {key.capitalize() for key in EVERYWHERE}
    names = ids | titles | {wager.key for wager in wagers}
    alternatives = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.compile(rf"(?<![\w-])(?:{alternatives})(?![\w-])|{PAYOUT}")


def strings(source: str) -> Iterator[str]:
    """Return the string constants of a module, docstrings excepted."""
    tree = ast.parse(source)
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.value


def typed(text: str) -> dict[str, int]:
    """Return how often each copy is in a text."""
    return dict(Counter(copied().findall(text)))


def pages() -> dict[str, str]:
    """Return the page's scripts without their comments."""
    found = {path: path.read_text(encoding="utf-8") for path in sorted((PUNTO / "page").rglob("*.js"))}
    return {path.relative_to(PUNTO).as_posix(): COMMENT.sub("", text) for path, text in found.items()}


def modules() -> dict[str, str]:
    """Return the string constants of the modules that show what is in the law."""
    found = (path for room in ROOMS for path in sorted((PUNTO / room).rglob("*.py")))
    return {path.relative_to(PUNTO).as_posix(): "\n".join(strings(path.read_text(encoding="utf-8"))) for path in found}


def test_no_copy_is_typed_that_is_not_allowed() -> None:
    found = {name: typed(text) for name, text in (pages() | modules()).items()}
    assert {name: copies for name, copies in found.items() if copies} == ALLOWED


@pytest.mark.parametrize(
    "text, copies",
    [
        ('const FIRST = "ma-mini";', {"ma-mini": 1}),
        ('"wager.dragon-7.side": ["Dragon 7|40 to 1", "龙 7|1 赔 40"],', {"dragon-7": 1, "Dragon 7": 1, "40 to 1": 1}),
        ('"ma-mini-classic", "house-money-settled", "player", "tie"', {}),
    ],
)
def test_copies_are_found(text: str, copies: dict[str, int]) -> None:
    assert copies.items() <= typed(text).items()
    assert bool(copies) == bool(typed(text))
