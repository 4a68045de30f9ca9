"""The wagers of version 1 answer as they did when they were written by hand: on every class of coup, on every opening.

``frozen_wagers.csv`` was made from those functions before they became data. It is never made again: logs of version 1
were settled by what it says.
"""

import csv
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import combinations_with_replacement, product
from pathlib import Path

import pytest

from punto.core.cards import Card
from punto.core.coup import Opening, classes
from punto.law.rulebook import load
from punto.wagers.book import Terms, known
from punto.wagers.wager import Result, Wager

BOOKS = ("ma-baccarat", "ma-midi", "ma-midi-multilevel", "ma-mini", "md-mini")
FROZEN = Path(__file__).parent / "frozen_wagers.csv"
TOLD = [card for card in map(Card, range(52)) if card.rank in (9, 11, 12, 13)]
HANDS = tuple(combinations_with_replacement((*TOLD, Card.of("5d")), 2))  # Royal 9 tells no other card apart
SEATS = range(15)  # one that is none, and the most that a document has


def said(result: Result) -> str:
    return f"{result.verdict} {result.category} {result.pays} {result.share}"


def answers(wager: Wager) -> Iterable[Result]:
    if wager.on_class is not None:
        return map(wager.on_class, classes())
    assert wager.on_opening is not None
    return (wager.on_opening(Opening(*hands), seat) for hands in product(HANDS, HANDS) for seat in SEATS)


def digest(wager: Wager) -> str:
    shown = {result: said(result) for result in wager.results}
    text = "\n".join([*shown.values(), "", *map(shown.__getitem__, answers(wager))])
    return sha256(text.encode()).hexdigest()


def of_book(name: str) -> Iterator[tuple[str, str, str, str]]:
    book = load(name)
    for paytable in ("A", "B", "C"):
        for wager in known(book, Terms(dragon_bonus=paytable)):
            by_paytable = wager.key.startswith("dragon-bonus")
            if by_paytable or paytable == "A":
                yield name, wager.key, paytable if by_paytable else "", digest(wager)


@pytest.mark.parametrize("name", BOOKS)
def test_the_wagers_of_version_1_answer_as_ever(name: str) -> None:
    with FROZEN.open(encoding="utf-8") as rows:
        frozen = [tuple(row) for row in csv.reader(rows) if row[0] == name]
    assert list(of_book(name)) == frozen
    assert len(frozen) == (11 if name == "md-mini" else 14)
