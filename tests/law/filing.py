"""Submissions as a licensee would file them: a plain table under any rulebook, with what a test wants besides."""

from punto.law.rulebook import Rulebook
from punto.rules.house_rules import HouseRules
from punto.rules.review import Review, review

TABLE = """
rulebook = "{rulebook}"
table = "T-1"
seats = {seats}
decks = 8
ez = {ez}

[limits]
minimum = 5_00
maximum = 10_000_00

[deal]
disclosed-third-card = "discard"
disclosed-mid-coup = "complete"

[layout]
operator = "Harbour Casino"
approval = "layout 2026-001"

[wagers.player]
[wagers.tie]
"""
PLAIN = """
[wagers.banker]
[vigorish]
rounding = "exact"
when = "with-payout"
"""


def plain(book: Rulebook, more: str = "") -> str:
    """A table with vigorish: fourteen seats where players hold the shoe, six elsewhere."""
    return _table(book, ez=False) + PLAIN + more


def easy(book: Rulebook, more: str = "") -> str:
    """An EZ table, with the insurance wagers its document has."""
    insurance = [name for name in ("dragon-7", "panda-8") if f"wager.{name}" in book]
    return _table(book, ez=True) + "".join(f"[wagers.{name}]\n" for name in ("ez-banker", *insurance)) + more


def _table(book: Rulebook, *, ez: bool) -> str:
    seats = 14 if book.id == "ma-baccarat" else 6
    return TABLE.format(rulebook=book.id, seats=seats, ez=str(ez).lower())


def opened(text: str) -> HouseRules:
    """The house rules of a submission in which nothing is found."""
    reviewed = review(text)
    assert list(reviewed.findings) == []
    assert reviewed.rules is not None
    return reviewed.rules


def found(reviewed: Review) -> list[tuple[str, str, str]]:
    """Code, path and section of every finding."""
    return [(finding.code, finding.path, finding.section) for finding in reviewed.findings]
