"""Sources of faces: unknown, stacked or drawn cards, a preview, or a card-reading shoe.

A source reveals a card when it is turned; nothing else knows it. A physical shoe has no source: its faces are keyed in.
Stacked cards are for composed scenes: there is no commitment to them, and no proof.

Hardware of a physical shoe decides nothing. A *scanner* that types like a keyboard reads a card when it is turned, and
says which command a code completes. A *card-reading shoe* knows every card as it is drawn, long before it may be seen;
what it reads stays in the process that drives it until the card is turned.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from punto.core.cards import Card, CardError
from punto.rules.house_rules import HouseRules
from punto.table import TableState, evolve
from punto.table.card_positions import MOVES, CardPositions, follow_cards
from punto.table.commands import AnyCommand, Turn
from punto.table.drive import Fill, usual
from punto.table.due import due_now
from punto.table.events import AnyEvent, CardDealt, CardTakenBack, CoupEnded, CoupVoided, ShoeEnded
from punto.table.holes import AnyHole, Depth, Due, Faces, Salts

ENDS = frozenset({CoupEnded, CoupVoided, ShoeEnded})  # then no card lies on the table, unless a coup waits
_MOVING = frozenset(MOVES)


class NoMoreCards(ValueError):
    """Error for a card that is due when none is left."""


class CardSource(Protocol):
    """A source of faces; it may know cards that are still face down."""

    @property
    def knows(self) -> bool:
        """Whether this source knows faces, so that they need not be entered."""

    def faces(self, state: TableState, places: Iterable[str]) -> dict[str, str]:
        """Return the faces of the cards at some places, without places that have none."""

    def salts(self, state: TableState, places: Iterable[str]) -> dict[str, str]:
        """Return the salts that prove those faces."""

    def see(self, before: TableState, events: Sequence[AnyEvent]) -> None:
        """Follow the events of the table."""

    def owes(self, state: TableState, waits: bool = True) -> Due | None:
        """Return the act that the source must publish now, or None; ``waits`` for pledged entropy."""

    def command(self, state: TableState, owed: Due, at: int) -> AnyCommand:
        """Return the command that publishes it."""

    def round(self, state: TableState, at: int) -> AnyCommand | None:
        """Return the command that publishes the round of a public beacon that the source knows by now, or None."""

    def cut(self, state: TableState) -> int | None:
        """Return the depth of the dealer's cut, or None if the dealer chooses."""


def filling(keeper: CardSource) -> Fill:
    """Return a function that fills holes from a source: faces, salts and a drawn cut."""

    def fill(state: TableState, hole: AnyHole) -> Any:
        if isinstance(hole, Faces):
            return keeper.faces(state, hole.places)
        if isinstance(hole, Salts):
            return keeper.salts(state, hole.places)
        return keeper.cut(state) if isinstance(hole, Depth) and hole.by_keeper else usual(state, hole)

    return fill


class UnknownCards:
    """A physical shoe: its cards are unknown, and it publishes nothing."""

    knows = False

    def faces(self, state: TableState, places: Iterable[str]) -> dict[str, str]:
        """Return an empty dictionary."""
        return {}

    def salts(self, state: TableState, places: Iterable[str]) -> dict[str, str]:
        """Return an empty dictionary."""
        return {}

    def see(self, before: TableState, events: Sequence[AnyEvent]) -> None:
        """Do nothing: there are no known cards to follow."""

    def owes(self, state: TableState, waits: bool = True) -> Due | None:
        """Return None."""
        return None

    def command(self, state: TableState, owed: Due, at: int) -> AnyCommand:
        """Raise ``LookupError``: there is nothing to publish."""
        raise LookupError(f"{owed.do}: nothing is published about a shoe without a commitment")

    def round(self, state: TableState, at: int) -> AnyCommand | None:
        """Return None: there is no commitment that names a beacon."""
        return None

    def cut(self, state: TableState) -> int | None:
        """Return None: the dealer chooses."""
        return None


class StackedCards(UnknownCards):
    """Cards in a known order; each is drawn when the table deals it, and followed from place to place."""

    knows = True

    def __init__(self, order: Iterable[Card]) -> None:
        self._order = iter(order)
        self._trail = CardPositions[Card]({}, ())

    def faces(self, state: TableState, places: Iterable[str]) -> dict[str, str]:
        """Return the faces of the cards at some places, without places that have none."""
        return {place: str(self._trail.at[place]) for place in places if place in self._trail.at}

    def see(self, before: TableState, events: Sequence[AnyEvent]) -> None:
        """Follow the cards: draw them when they are dealt, move them when the table moves them."""
        if _MOVING.isdisjoint(map(type, events)):
            return  # most commands move no card
        if before.trouble is None and not self._trail.kept and CardTakenBack not in map(type, events):
            self._dealt(events)
            return
        for event in events:
            after = evolve(before, event)
            if isinstance(event, MOVES):
                self._trail = follow_cards(before, event, after, self._trail, self._draw)
                self._notice(event)
            before = after

    @property
    def at(self) -> Mapping[str, Card]:
        """The cards on the table, by place."""
        return self._trail.at

    @property
    def kept(self) -> tuple[Card, ...]:
        """The cards kept for a coup."""
        return self._trail.kept

    def _dealt(self, events: Iterable[AnyEvent]) -> None:
        """Draw cards as they are dealt, if no card moves in another way."""
        at = dict(self._trail.at)
        for event in events:
            if type(event) is CardDealt:
                at[event.place] = self._draw()
            elif type(event) in ENDS:
                if not (isinstance(event, ShoeEnded) and event.completes):
                    at.clear()
                self._trail = CardPositions(at, ())
                self._notice(event)
        self._trail = CardPositions(at, ())

    def _draw(self) -> Card:
        for card in self._order:
            return card
        raise NoMoreCards("a card is due, and all given cards are dealt")

    def _notice(self, event: AnyEvent) -> None:
        """Do nothing: events do not change the order of stacked cards."""


class Source(Protocol):
    """A stack of cards that another object keeps in order, and may shuffle again."""

    def draw(self) -> Card:
        """Return the next card."""

    def see(self, event: AnyEvent, kept: Sequence[Card]) -> None:
        """Follow the end of a coup or shoe; ``kept`` are the cards that are not in the next one."""


class DrawnCards(StackedCards):
    """Cards drawn one by one from a ``Source``."""

    def __init__(self, source: Source) -> None:
        super().__init__(())
        self.source = source

    def _draw(self) -> Card:
        return self.source.draw()

    def _notice(self, event: AnyEvent) -> None:
        lying = isinstance(event, ShoeEnded) and event.lying
        self.source.see(event, tuple(self.at[place] for place in self.at if place[0] in "PB") if lying else self.kept)


# ---------------------------------------------------------------- hardware


class ScanError(ValueError):
    """Error for a code that is not a card, or for a card that may not be turned now."""


class Turned(NamedTuple):
    """A due act with all its faces; its actor is in the act."""

    act: Due
    faces: dict[str, str]


def read(code: str, codes: Mapping[str, str] | None = None) -> Card:
    """Parse the code of a card: by the codes of these decks, or as ``4h`` or ``TD``. Raises ``ScanError``."""
    text = code.strip()
    name = text if codes is None else codes.get(text)
    try:
        return Card.of(name) if name is not None else _unknown(text)
    except CardError as error:
        raise ScanError(str(error)) from None


def _unknown(text: str) -> Card:
    raise ScanError(f"{text!r} is the code of no card of these decks")


class Scanner:
    """A collector of the cards of a turn, code by code, in the order in which the table names their places."""

    def __init__(self, codes: Mapping[str, str] | None = None) -> None:
        self.codes = codes
        self.faces: dict[str, str] = {}  # scanned, and not yet sent to the table

    def scan(self, rules: HouseRules, state: TableState, code: str) -> Turned | None:
        """Add a code; return the turn that it completes, or None if more cards belong to it. Raises ``ScanError``."""
        act = next((act for act in due_now(rules, state) if act.command is Turn), None)
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
        """Drop the last code; return the place that needs one again, or None."""
        if not self.faces:
            return None
        place, _ = self.faces.popitem()
        return place


class CardReadingShoe(StackedCards):
    """A shoe that reads each card as it leaves; the face stays secret until the card is turned."""

    def __init__(self, codes: Mapping[str, str] | None = None) -> None:
        super().__init__(())
        self.codes = codes
        self._read: deque[Card] = deque()

    def reads(self, code: str) -> None:
        """Add the code that the shoe has read of the next card."""
        self._read.append(read(code, self.codes))

    def _draw(self) -> Card:
        if not self._read:
            raise NoMoreCards("a card is dealt that the shoe has not read")
        return self._read.popleft()
