"""Audits of rulebooks from outside: a wager is audited by its rows, whatever its key is."""

from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import pytest

from punto.library import Library
from punto.record.export import export
from punto.record.memory import MemoryStore
from punto.verification.verify import Report, verify
from tests.game.sessions import VERSION
from tests.law.test_foreign_rules import BANKER, ID, Table, book, line, played, side

EARLY = {"order of house-money", "ride of house-money", "offer house-money", "house-money"}
EARLY |= {"section wager.house-money", "section pay.house-money", "section layout.house-money-area"}
METERED = """99.1,offer h9p,,yes
99.1,stake h9p,,$5
99.1,h9p,p = 9 & b = 9,both: 100% of h9
99.1,h9p,p = 9,one: $50
99.1,section wager.h9p,,
99.1,section pay.h9p,,
"""


class Metered(Table):
    """A table whose metered wager has the seed and the rate of its meter."""

    def text(self) -> str:
        return super().text().replace("h9p = {}", 'h9p = { meters = { h9 = { seed = 100000, rate = "10.00%" } } }')


def twin() -> str:
    """Open Baccarat with another key for the wager that is settled before third cards."""
    text = book({})
    for old, new in (
        ('"wager.house-money"', '"wager.twin-money"'),
        ('"pay.house-money"', '"pay.twin-money"'),
        ('"layout.house-money-area"', '"layout.twin-money-area"'),
        ('"areas" = ["house-money"]', '"areas" = ["twin-money"]'),
    ):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def metered() -> str:
    lines = line("both", player=9, banker=9), line("one", player=9)
    terms = {"stake-cents": 500, "needs": ["player", "banker"]}
    return book(side("h9p", {"both": {"meter": "h9"}, "one": {"award-cents": 5000}}, *lines, **terms))


def audit(text: str, more: str = "") -> str:
    """The audit of Open Baccarat for this text, with its early wager under the key that the text has."""
    rows = files("punto").joinpath("audit", "books", "punto-open.csv").read_text(encoding="utf-8").splitlines()
    own = [row for row in rows if ",text,," not in row]
    if "twin-money" in text:
        own = [row.replace("house-money", "twin-money") if row.split(",")[1] in EARLY else row for row in own]
    return "\n".join([own[0], f",text,,{sha256(text.encode()).hexdigest()}", *own[1:]]) + "\n" + more


def verified(text: str, table: Table, csv: str, folder: Path) -> Report:
    """Verify the log of a table under a rulebook with this audit beside it."""
    (folder / ID).mkdir()
    (folder / ID / "rulebook.toml").write_text(text, encoding="utf-8")
    (folder / ID / "audit.csv").write_text(csv, encoding="utf-8")
    return verify(log(text, table), library=Library(folder))


@cache
def log(text: str, table: Table) -> bytes:
    """Play twenty coups."""
    store = played(text, table).session.store
    assert isinstance(store, MemoryStore)
    return export(store, VERSION).encode()


CASES = {
    "an early wager": (twin(), Table((*BANKER, "twin-money")), "", "both-pairs: 15 to 1|one-pair: 3 to 1"),
    "a metered wager": (metered(), Metered((*BANKER, "h9p")), METERED, "one: $50"),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_a_wager_of_any_key_is_audited(case: str, tmp_path: Path) -> None:
    text, table, more, _ = CASES[case]
    csv = audit(text, more)
    report = verified(text, table, csv, tmp_path)
    assert report.whole, report.faults
    assert not any("no audit for this document" in note for note in report.notes)
    (edition,) = Library(tmp_path).found(ID).editions
    assert Library(tmp_path).examined(edition).findings == ()


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_and_what_its_audit_does_not_allow_is_found(case: str, tmp_path: Path) -> None:
    text, table, more, odds = CASES[case]
    csv = audit(text, more)
    for one in odds.split("|"):
        csv = csv.replace(one, one.replace("15 to", "16 to").replace("3 to", "4 to").replace("$50", "$60"))
    report = verified(text, table, csv, tmp_path)
    assert not report.whole
    assert "audit: seat" in repr(report)
    (edition,) = Library(tmp_path).found(ID).editions
    assert Library(tmp_path).examined(edition).findings != ()
