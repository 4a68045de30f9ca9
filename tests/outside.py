"""A rulebook of no jurisdiction, for tests: two editions in a folder, and a submission under it."""

import re
from pathlib import Path

from punto.law.rulebook import text_of

ID, TABLE = "xx-mini", "XX-1"
OLD, NEW = "2016-03-01", "2024-07-01"
_SECTION = re.compile(r'^section = "\.(?P<rest>[^"]*)"', re.MULTILINE)

SUBMISSION = f"""
rulebook = "{ID}"
table = "{TABLE}"
seats = 5
decks = 8
limits = {{ minimum = 10_00, maximum = 1_000_00 }}
wagers = {{ player = {{}}, banker = {{}}, tie = {{ pays = "10 to 1" }} }}
deal = {{ disclosed-third-card = "discard", disclosed-mid-coup = "complete" }}
vigorish = {{ rounding = "exact", when = "with-payout" }}
[layout]
operator = "Nowhere Casino"
approval = "N-1"
odds = "layout"
"""


def rulebook(since: str, seats: int, tie: int) -> str:
    """The text of an edition: Maryland's procedures with sections, seats and a tie of its own."""
    text = _SECTION.sub(r'section = "R\g<rest>"', text_of("md-mini"))
    for old, new in (
        ('id = "md-mini"', f'id = "{ID}"'),
        ('title = "Maryland Mini Baccarat"', 'title = "Nowhere Mini Baccarat"'),
        ('in-force = "undated edition"', f"edition = {since}\nin-force = {{ from = {since} }}"),
        ("most = 9\nnumbered", f"most = {seats}\nnumbered"),
        ('least = "8 to 1"', f'least = "{tie} to 1"'),
    ):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def library(folder: Path) -> Path:
    """Write both editions, and return the folder for ``--rulebooks``."""
    books = folder / "books"
    (books / ID).mkdir(parents=True)
    (books / ID / f"{OLD}.toml").write_text(rulebook(OLD, seats=9, tie=8), encoding="utf-8")
    (books / ID / f"{NEW}.toml").write_text(rulebook(NEW, seats=6, tie=10), encoding="utf-8")
    return books


def submission(folder: Path, text: str = SUBMISSION) -> Path:
    """Write a submission under it."""
    file = folder / "table.toml"
    file.write_text(text, encoding="utf-8")
    return file
