"""The tables of the manual's page on wagers say what the package computes and the rulebooks hold."""

import re
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from punto.core.cards import Composition
from punto.core.money import dollars
from punto.law.rulebook import documents, load
from punto.odds import RIDES, Sheet, sheet
from punto.wagers.book import Terms, known
from tests.wagers.wagering import royal_9

PAGE = (Path(__file__).parents[2] / "docs" / "wagers.md").read_text()


def table(head: str, number: int = 0) -> list[list[str]]:
    """The cells below a head; the first table that has it, or a later one."""
    text = list(re.finditer(rf"^\| {re.escape(head)}.*\n\| -.*\n((?:\|.*\n)+)", PAGE, re.M))[number][1]
    return [[cell.strip().replace("`", "") for cell in line.strip("|\n").split("|")] for line in text.splitlines()]


@cache
def eight_decks(tie: int, paytable: str) -> Sheet:
    return sheet(Composition.decks(8), known(load("ma-mini"), Terms(Fraction(tie), paytable)))


def edge(key: str, pays: str) -> Fraction:
    answer = eight_decks(9 if pays == "9 to 1" else 8, pays[-1] if pays.startswith("paytable") else "A")
    comma = {words: "," if "," in words else "" for words in RIDES.values()}
    choices = {f"riding {words}{comma[words]} when it is favorable": choice for choice, words in RIDES.items()}
    return -answer[key].ride[choices[pays]].best if pays in choices else answer[key].edge


@pytest.mark.parametrize("row", table("wager | pays"), ids=lambda row: f"{row[0]} {row[1]}")
def test_a_printed_edge_is_exact(row: list[str]) -> None:
    key, pays, printed = row
    assert f"{float(edge(key, pays)):.4%}" == printed


def test_every_wager_has_its_edge_printed() -> None:
    keys = {wager.key for wager in known(load("ma-mini"))} - {"royal-9"}
    assert {row[0] for row in table("wager | pays")} == keys


def test_the_sections_are_those_of_the_rulebooks() -> None:
    rows = table("wager | ma-baccarat")
    assert {key for row in rows for key in row[0].split(", ")} == {wager.key for wager in known(load("ma-mini"))}
    for name, *sections in rows:
        topic = re.sub(r"-player$|-banker$", "", name.split(", ")[0])
        keys = ("def.royal-9",) if topic == "royal-9" else (f"wager.{topic}", f"pay.{topic}")
        assert sections == [
            ", ".join(filter(None, (load(book).section(key) for key in keys))) for book in documents()
        ], name


def test_the_dragon_bonus_pays_by_its_paytables() -> None:
    for name, paytable in zip("ABC", zip(*(row[1:] for row in table("by | A")), strict=True), strict=True):
        wager = next(wager for wager in known(load("ma-mini"), Terms(None, name)) if wager.key == "dragon-bonus-player")
        pays = {result.category: str(result.pays) for result in wager.results}
        assert [pays[f"by-{row[0]}"] for row in table("by | A")] == list(paytable)


@pytest.mark.parametrize("book, number", [("ma-mini", 0), ("ma-baccarat", 1)])
def test_royal_9_pays_as_printed(book: str, number: int) -> None:
    wager = royal_9(load(book))
    rows = table("line |", number)
    for (line, _, pays), result in zip(rows, wager.results, strict=False):
        if isinstance(result.pays, str):
            tenth = "a tenth of " if result.share == Fraction(1, 10) else ""
            meter = result.pays.replace("-", " ").title()
            assert (line, pays) == (result.category, f"{tenth}the {meter} meter")
        elif not line.startswith("suited-royal-9-both …"):
            assert (line, pays) == (result.category, dollars(int(result.pays * 500)))
    assert len(rows) == (8 if book == "ma-mini" else 5)
