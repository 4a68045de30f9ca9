"""Does our engine play what this rulebook says?

The points, the naturals and the tableau are constants of the engine, and so is the meaning of some of the documents'
words. A rulebook states them as its document does; where the two differ, no table may open under it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from punto.cards import RANKS, VALUES
from punto.review.finding import Code, Notes
from punto.rulebook import Rulebook
from punto.tableau import DRAW, NATURALS, NONE, PLAYER_DRAWS

# What the engine takes for granted, in the rulebooks' words. A document need not have every provision or term.
GRANTED: Mapping[str, Mapping[str, Any]] = {
    "def.curator": {"is": "player", "holds": "shoe", "directed-by": "dealer"},
    "def.dragon-7": {"hand": "banker", "count": 7, "cards": 3, "other-below": 7},
    "def.natural": {"counts": list(NATURALS), "cards": 2},
    "def.panda-8": {"hand": "player", "count": 8, "cards": 3, "other-below": 8},
    "def.free-hand": {"wagers": False},
    "def.royal-9": {"cards": 2, "suited": "one suit"},
    "points.values": {"values": dict(zip(RANKS, VALUES, strict=True))},
    "points.count": {"keeps": "right digit", "modulus": 10},
    "wager.free-hand": {"at-discretion-of": "licensee"},
    "wager.dragon-7": {"table": "ez"},
    "wager.panda-8": {"table": "ez"},
    "wager.house-money": {"pair-by": "rank"},
    "deal.announce": {"before": "first-card"},
    "deal.dealer-turns": {"turns": "dealer", "unless": "squeeze"},
    "deal.banker-under-shoe": {"hand": "banker", "corner": "right", "with": "squeeze"},
    "house-money.settle-early": {"after": "both-hands-open", "before": "third-cards", "order": ["collect", "pay"]},
    "third.announce": {"unless": "squeeze"},
    "third.order": {"order": ["player", "banker"]},
    "third.natural": {"counts": list(NATURALS), "draws": []},
    "vigorish.deferred": {
        "marked-by": ["coin", "marker-button"],
        "marker-shows": "amount",
        "box": "seat",
        "stays-until": "collected",
    },
    "royal9.progressive.underlying": {"optional": True, "before": "first-card"},
    "royal9.multilevel.exact-match": {"hands": "both", "same": True, "posted-at": "chair"},
}


def engine(notes: Notes) -> None:
    """Note every rule of play on which rulebook and engine differ."""
    for key in differences(notes.book):
        words = f"this engine does not play {notes.book.id} as it stands: {key} differs"
        notes.find(Code.ENGINE, "$.rulebook", key, words)


def differences(book: Rulebook) -> Iterator[str]:
    """Return the provisions that the engine would play otherwise."""
    for key, granted in GRANTED.items():
        terms = book.provisions[key].terms if key in book else {}
        if any(terms.get(term, value) != value for term, value in granted.items()):
            yield key
    if player_rule(book) != PLAYER_DRAWS:
        yield "third.player"
    if banker_alone(book) != tuple(row[NONE] for row in DRAW):
        yield "third.banker-alone"
    if banker_table(book) != tuple(row[:NONE] for row in DRAW):
        yield "third.banker-table"


def player_rule(book: Rulebook) -> tuple[bool, ...]:
    """Return when the Player's Hand draws, by its count, as the rulebook says it."""
    draws = book.numbers("third.player", "draws")
    stays = book.numbers("third.player", "stays")
    return tuple(count in draws and count not in stays for count in range(len(draws) + len(stays)))


def banker_alone(book: Rulebook) -> tuple[bool, ...]:
    """Return when the Banker's Hand draws, by its count, where the Player's Hand stayed."""
    draws = book.numbers("third.banker-alone", "draws")
    return tuple(count in draws for count in range(8))


def banker_table(book: Rulebook) -> tuple[tuple[bool, ...], ...]:
    """Return when the Banker's Hand draws, by its count and the Player's third card, as the rulebook says it.

    A count of which it says nothing has an empty row.
    """
    below = book.whole("third.banker-table", "draws-below")
    stays = book.whole("third.banker-table", "stays-on")
    rows = _spelled_out(book) if "cases" in book.provisions["third.banker-table"].terms else _ranges(book)
    always = dict.fromkeys(range(below), (True,) * 10) | {stays: (False,) * 10}
    return tuple((rows | always).get(banker, ()) for banker in range(8))


def _ranges(book: Rulebook) -> dict[int, tuple[bool, ...]]:
    """Massachusetts lists the third cards on which each count draws (ma-mini 10(c)(2), Table 1)."""
    rows: dict[int, Sequence[int]] = {int(k): v for k, v in book.table("third.banker-table", "draws").items()}
    return {banker: tuple(drawn in row for drawn in range(10)) for banker, row in rows.items()}


def _spelled_out(book: Rulebook) -> dict[int, tuple[bool, ...]]:
    """Maryland spells out forty cases: ten third cards, and the counts 3 to 6 for each (md-mini .10E(3))."""
    cases = book.words("third.banker-table", "cases")
    return {banker: tuple(case[banker - 3] == "D" for case in cases) for banker in range(3, 7)}
