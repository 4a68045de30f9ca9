"""Drivers of a shoe of wood: what stands between its cards and the table.

A face enters the table in one way only: its card is turned. A *scanner* that types like a keyboard, or a keypad, reads
a card at that moment. A *reading shoe* knows every card as it is drawn, long before anybody may; what it reads stays
sealed here, in the process that drives it, until the card is turned.

Neither decides anything. A scanner says which command a code completes; a reading shoe is a keeper of cards like any
other, and follows them from place to place.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import NamedTuple

from punto.cards import Card, CardError
from punto.houserules import HouseRules
from punto.log.faces import Given, NoMoreCards
from punto.table import Due, TableState
from punto.table.commands import Turn
from punto.table.due import course


class ScanError(ValueError):
    """A code that is no card, or a card that nobody is to see now; its one line says which."""


class Turned(NamedTuple):
    """An act that has all its faces: who may do it is in the act."""

    act: Due
    faces: dict[str, str]


def read(code: str, codes: Mapping[str, str] | None = None) -> Card:
    """Read the code of a card: what is printed on it if these decks have codes of their own, else ``4h`` or ``TD``."""
    text = code.strip()
    name = text if codes is None else codes.get(text)
    try:
        return Card.of(name) if name is not None else _unknown(text)
    except CardError as error:
        raise ScanError(str(error)) from None


def _unknown(text: str) -> Card:
    raise ScanError(f"{text!r} is the code of no card of these decks")


class Scanner:
    """Collects the cards of a turn, code by code, in the order in which the table names their places."""

    def __init__(self, codes: Mapping[str, str] | None = None) -> None:
        self.codes = codes
        self.faces: dict[str, str] = {}  # scanned, and not yet given to the table

    def scan(self, rules: HouseRules, state: TableState, code: str) -> Turned | None:
        """Take a code; return the turn that it completes, or nothing while more cards belong to it."""
        act = next((act for act in course(rules, state) if act.command is Turn), None)
        if act is None:
            raise ScanError("no card is to be turned now")
        places = act.places
        if not self.faces.keys() <= set(places):  # the table has gone on without them
            self.faces = {}
        card = read(code, self.codes)
        place = next(place for place in places if place not in self.faces)
        self.faces[place] = str(card)
        if len(self.faces) < len(places):
            return None
        faces, self.faces = self.faces, {}
        return Turned(act, faces)

    def take_back(self) -> str | None:
        """Forget the last code; return the place that waits for one again."""
        if not self.faces:
            return None
        place, _ = self.faces.popitem()
        return place


class ReadingShoe(Given):
    """A shoe that reads each card as it leaves; what it has read is sealed until the card is turned."""

    def __init__(self, codes: Mapping[str, str] | None = None) -> None:
        super().__init__(())
        self.codes = codes
        self._read: deque[Card] = deque()

    def reads(self, code: str) -> None:
        """Take what the shoe has read of the next card."""
        self._read.append(read(code, self.codes))

    def _draw(self) -> Card:
        if not self._read:
            raise NoMoreCards("a card is dealt that the shoe has not read")
        return self._read.popleft()
