"""Nothing outside the law copies it: no rulebook id, wager key, wager title or payout is typed where they are shown.

All code takes them from the rulebook, and the page from the server. ``ALLOWED`` lists what is still typed, file by
file; it may only become shorter.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

from punto.law.rulebook import built_in, documents, load
from punto.wagers.book import known

PUNTO = Path(str(files("punto")))
EVERYWHERE = {"player", "banker", "tie"}  # wagers that no game is without
COMMON = {*EVERYWHERE, "big", "natural", "pair", "small"}  # first words of our own wagers that code has too
PAYOUT = r"\b\d+ to 1\b|\b\d+:1\b|\d+ 赔 \d+"
COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
# What is left are names of the protocol, the log and provisions ("house-money" is a command, a phase and a family of
# provisions; both keys are those of events that do not name their wager), the sentences of scenario sheets, words
# printed on felts, and how odds are written. A copy that goes leaves the list, too.
ALLOWED = {
    "draw/notices.py": {"Dragon 7": 1},
    "draw/fittings.py": {"Royal 9": 4, "royal-9": 1},
    "page/game/acts.js": {"house-money": 1},
    "page/game/results.js": {"house-money": 1},
    "scenario/checks.py": {"House Money": 1},
    "scenario/sentences.py": {"House Money": 4, "house-money": 4},
    "scenario/sheet.py": {"House Money": 1},
    "server/routes/odds.py": {"9 to 1": 1, "1000 to 1": 1},
    "apps/terminal/wording.py": {"house-money": 1},
    "rules/review/layout.py": {"Dragon 7": 1},
    "rules/review/wagers.py": {"8 to 1": 1},
    "table/commands.py": {"house-money": 1},
    "wagers/registry.py": {"lucky-6": 1},  # what a key looks like
    "table/dealing.py": {"house-money": 1},
    "table/due.py": {"house-money": 2},
    "table/events.py": {"house-money": 2, "royal-9": 1},
    "table/house_money.py": {"house-money": 2},
    "table/phases.py": {"house-money": 1},
    # Version 1 of the schema, the audit's own words, studies of these wagers, defaults and examples of commands.
    "apps/cli/bench/start.py": {"ma-mini": 1},
    "apps/cli/odds.py": {"9 to 1": 2, "lucky-6": 1, "Royal 9": 2},
    "apps/cli/output.py": {"ma-mini": 1, "punto-open": 1},
    "audit/__init__.py": {"house-money": 1},  # a field of an event
    "law/comparison.py": {"Royal 9": 1},
    "law/cross_checks.py": {
        "royal-9": 6,
        "house-money": 11,
        "panda-8": 9,
        "dragon-7": 8,
        "dragon-bonus-player": 3,
        "dragon-bonus-banker": 3,
    },
    "law/decode.py": {"40 to 1": 1},
    "law/schema/play.py": {"dragon-7": 1, "panda-8": 1},
    "law/schema/wagers.py": {"dragon-7": 1, "panda-8": 1, "royal-9": 3},
    "law/v1.py": {
        "royal-9": 4,
        "ez-banker": 3,
        "dragon-7": 2,
        "panda-8": 2,
        "house-money": 3,
        "Royal 9": 1,
        "House Money": 1,
    },
    "law/v2.py": {"royal-9": 3, "Royal 9": 1, "house-money": 2},
    "report/numerals.py": {"Royal 9": 1, "House Money": 1},
    "report/studies/__init__.py": {"house-money": 1, "royal-9": 1, "House Money": 1, "Royal 9": 1},
    "report/studies/answer.py": {"ma-mini": 1},
    "report/studies/counting.py": {"dragon-7": 5, "panda-8": 5, "dragon-bonus-player": 5, "dragon-bonus-banker": 1},
    "report/studies/cut_card.py": {
        "ez-banker": 1,
        "dragon-7": 1,
        "panda-8": 1,
        "dragon-bonus-player": 1,
        "dragon-bonus-banker": 1,
        "house-money": 1,
    },
    "report/studies/house_money.py": {"ez-banker": 5, "house-money": 5, "House Money": 3},
    "report/studies/options.py": {
        "ez-banker": 2,
        "dragon-7": 1,
        "panda-8": 1,
        "dragon-bonus-player": 1,
        "dragon-bonus-banker": 1,
        "Dragon 7": 1,
        "8 to 1": 1,
        "9 to 1": 1,
    },
    "report/studies/royal_9.py": {"royal-9": 2, "Royal 9": 2},
    "report/studies/ruin.py": {"ez-banker": 1, "dragon-7": 1, "Dragon 7": 1},
    "library/agreement.py": {"house-money": 2},  # a family of provisions
    "wagers/examples.py": {"lucky-6": 1, "Lucky 6": 1, "Super 6": 1},
}


@cache
def copied() -> re.Pattern[str]:
    """Return a pattern of all that may not be typed, by the shipped rulebooks."""
    ids = set(built_in())
    wagers = [wager for each in documents() for wager in known(load(each)) if wager.key not in EVERYWHERE]
    ours = [wager for each in ids.difference(documents()) for wager in known(load(each))]
    wagers += [wager for wager in ours if not COMMON.intersection(wager.key.split("-")[:1])]
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
    """Return the string constants of all modules."""
    found = sorted(PUNTO.rglob("*.py"))
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
