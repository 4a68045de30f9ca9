"""The tables that the school teaches at: those that Punto ships, reviewed like any other."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from msgspec.structs import replace

from punto.law.rulebook import Rulebook
from punto.rules.house_rules import HouseRules
from punto.rules.review import review_submission
from punto.rules.submission import Submission, read


@cache
def houses(book: Rulebook) -> tuple[HouseRules, ...]:
    """Return the house rules of every built-in table under a rulebook, by name.

    No built-in table is under a rulebook from outside. It has those that are lawful under it with as many seats as it
    allows.
    """
    entries = sorted(files("punto").joinpath("submissions").iterdir(), key=lambda entry: entry.name)
    texts = [entry.read_text(encoding="utf-8") for entry in entries if entry.name.endswith(".toml")]
    filed = [found for text in texts if (found := read(text).submission) is not None]
    own = _lawful(book, (one for one in filed if one.rulebook == book.id))
    allowed = book.law.table.seats
    fitting = (replace(one, rulebook=book.id, seats=max(allowed.least, min(one.seats, allowed.most))) for one in filed)
    return own or _lawful(book, fitting)


def _lawful(book: Rulebook, filed: Iterable[Submission]) -> tuple[HouseRules, ...]:
    return tuple(rules for one in filed if (rules := review_submission(book, one).rules) is not None)
