"""Submissions with something changed: a lawful table under a rulebook, one or two fields of it put otherwise."""

import json
import tomllib
from collections.abc import Mapping
from copy import deepcopy
from datetime import datetime
from typing import Any

from punto.law.rulebook import Rulebook, load
from punto.rules.house_rules import HouseRules
from punto.rules.review import Review, review
from tests.filed import NAMES
from tests.filed import text as filed_text
from tests.law.filing import easy, found, opened, plain

GONE = object()  # the value of a field that is taken out
Changes = Mapping[str, Any]  # by the path of the field: "wagers.tie.pays"
Findings = list[tuple[str, str, str]]  # code, path, section

DRAGON_BONUS: Changes = {
    "wagers.dragon-bonus-player": {"paytable": "A"},
    "wagers.dragon-bonus-banker": {"paytable": "A"},
}
METERS = {
    "star": {"seed": 50_000_00, "rate": "9.00%"},
    "spade": {"seed": 350_00, "rate": "5.00%"},
    "heart": {"seed": 350_00, "rate": "5.00%"},
}
# Six seats, each with an unsuited King-9 of its own.
PROGRESSIVE: Changes = {
    "seats": 6,
    "wagers.royal-9": {"combinations": ["s9h", "s9d", "c9h", "c9d", "h9s", "d9c"], "meters": METERS},
}
MULTI_LEVEL: Changes = {"wagers.royal-9": {"paytable": 1}}
DEVICE: Changes = {"shuffle.how": "device", "decks": 16}
CONTINUOUS: Changes = {"shuffle.how": "continuous", "shuffle.continuous-approval": "equipment 2026-031"}


def royal(book: Rulebook) -> Changes:
    """What makes a table offer the Royal 9 of its document."""
    return PROGRESSIVE if "royal9.progressive.terms" in book else MULTI_LEVEL


def filed(book: Rulebook, changes: Changes | None = None, *, ez: bool = False) -> Review:
    """The review of a plain or EZ table with some fields put otherwise."""
    return review(text(tomllib.loads(easy(book) if ez else plain(book)), changes or {}))


def rules(book: Rulebook, changes: Changes | None = None, *, ez: bool = False) -> HouseRules:
    """The house rules of such a table, in which nothing may be found."""
    return opened(text(tomllib.loads(easy(book) if ez else plain(book)), changes or {}))


def findings(book: Rulebook | str, changes: Changes | None = None, *, ez: bool = False) -> Findings:
    """Code, path and section of all that is found in such a table."""
    return found(filed(load(book) if isinstance(book, str) else book, changes, ez=ez))


def said(book: Rulebook, changes: Changes | None = None, *, ez: bool = False) -> str:
    """The words of the one finding in such a table."""
    (finding,) = filed(book, changes, ez=ez).findings
    return finding.message


def example(name: str) -> str:
    """The text of a submission of the tests."""
    return filed_text(name)


def examples() -> list[str]:
    """The names of all of them."""
    return list(NAMES)


# ---------------------------------------------------------------- changing and writing TOML


def text(data: dict[str, Any], changes: Changes) -> str:
    """A submission with fields put otherwise, as TOML."""
    for path, value in changes.items():
        *tables, name = path.split(".")
        table = data
        for each in tables:
            table = table.setdefault(each, {})
        if value is GONE:
            table.pop(name, None)
        else:
            table[name] = deepcopy(value)
    return "".join(f"{written(name)} = {written(value)}\n" for name, value in data.items())


def written(value: Any) -> str:
    """A value as TOML writes it, tables inline."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{written(name)} = {written(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, datetime):
        return value.isoformat()
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
