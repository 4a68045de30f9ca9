"""Sources of faces: unknown, stacked or drawn cards, a preview, or a card-reading shoe."""

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

# ---------------------------------------------------------------- faces

# Where the faces of a headless table come from: a virtual shoe's keeper, cards that were given, or nowhere.
#
# A keeper shows a card when it is turned; nothing else knows it. A shoe of wood has no keeper: its faces are keyed in.
# Given cards are for scenes that somebody has thought out: nobody committed to them, and nothing is proved of them.

ENDS = frozenset({CoupEnded, CoupVoided, ShoeEnded})  # then no card lies on the table, unless a coup waits
_MOVING = frozenset(MOVES)


class NoMoreCards(ValueError):
    """A card is to be dealt, and there is none."""


class CardSource(Protocol):
    """A source of faces: it may know cards that are still face down."""

    @property
    def knows(self) -> bool:
        """Whether faces are known here, and need not be keyed in."""

    def faces(self, state: TableState, places: Iterable[str]) -> dict[str, str]:
        """Return the faces at some places, as far as cards lie there."""

    def salts(self, state: TableState, places: Iterable[str]) -> dict[str, str]:
        """Return the salts that prove those faces."""

    def see(self, before: TableState, events: Sequence[AnyEvent]) -> None:
        """Notice what happened at the table."""

    def owes(self, state: TableState, waits: bool = True) -> Due | None:
        """Return what must be published now."""

    def command(self, state: TableState, owed: Due, at: int) -> AnyCommand:
        """Return the command that publishes it."""

    def cut(self, state: TableState) -> int | None:
        """Return how deep the dealer cuts, where that is not the dealer's to choose."""


def filling(keeper: CardSource) -> Fill:
    """Return how holes are filled where a keeper knows the cards: faces, salts and a drawn cut are its to say."""

    def fill(state: TableState, hole: AnyHole) -> Any:
        if isinstance(hole, Faces):
            return keeper.faces(state, hole.places)
        if isinstance(hole, Salts):
            return keeper.salts(state, hole.places)
        return keeper.cut(state) if isinstance(hole, Depth) and hole.by_keeper else usual(state, hole)

    return fill


class UnknownCards:
    """A physical shoe: its cards are unknown, and nothing is published of them."""

    knows = False

    def faces(self, state: TableState, places: Iterable[str]) -> dict[str, str]:
        """Return nothing."""
        return {}

    def salts(self, state: TableState, places: Iterable[str]) -> dict[str, str]:
        """Return nothing."""
        return {}

    def see(self, before: TableState, events: Sequence[AnyEvent]) -> None:
        """Without known cards there are no positions to follow."""

    def owes(self, state: TableState, waits: bool = True) -> Due | None:
        """Owe nothing."""
        return None

    def command(self, state: TableState, owed: Due, at: int) -> AnyCommand:
        """There is none."""
        raise LookupError(f"{owed.do}: nothing is published of a shoe that nobody committed to")

    def cut(self, state: TableState) -> int | None:
        """Leave the cut to the dealer."""
        return None


class StackedCards(UnknownCards):
    """Cards in a known order: each is taken when the table says that it was dealt, and followed."""

    knows = True

    def __init__(self, order: Iterable[Card]) -> None:
        self._order = iter(order)
        self._trail = CardPositions[Card]({}, ())

    def faces(self, state: TableState, places: Iterable[str]) -> dict[str, str]:
        """Return the faces at some places, as far as cards lie there."""
        return {place: str(self._trail.at[place]) for place in places if place in self._trail.at}

    def see(self, before: TableState, events: Sequence[AnyEvent]) -> None:
        """Follow the cards: taken when they are dealt, moved when the table moves them."""
        if _MOVING.isdisjoint(map(type, events)):
            return  # as most commands do
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
        """The cards that lie on the table, by their places."""
        return self._trail.at

    @property
    def kept(self) -> tuple[Card, ...]:
        """The cards that wait for a coup."""
        return self._trail.kept

    def _dealt(self, events: Iterable[AnyEvent]) -> None:
        """Take cards as they are dealt, where none moves in any other way."""
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
        raise NoMoreCards("a card is to be dealt, and all the cards that were given are out")

    def _notice(self, event: AnyEvent) -> None:
        """Nothing that happens changes the order of given cards."""


class Source(Protocol):
    """A stack of cards that somebody else keeps in order, and may shuffle anew."""

    def draw(self) -> Card:
        """Return the next card."""

    def see(self, event: AnyEvent, kept: Sequence[Card]) -> None:
        """Notice the end of a coup or a shoe; and which cards are not in the next."""


class DrawnCards(StackedCards):
    """Cards that a source gives, one by one."""

    def __init__(self, source: Source) -> None:
        super().__init__(())
        self.source = source

    def _draw(self) -> Card:
        return self.source.draw()

    def _notice(self, event: AnyEvent) -> None:
        lying = isinstance(event, ShoeEnded) and event.lying
        self.source.see(event, tuple(self.at[place] for place in self.at if place[0] in "PB") if lying else self.kept)


# ---------------------------------------------------------------- drivers

# Drivers of a shoe of wood: what stands between its cards and the table.
#
# A face enters the table in one way only: its card is turned. A *scanner* that types like a keyboard, or a keypad,
# reads a card at that moment. A *reading shoe* knows every card as it is drawn, long before anybody may; what it reads
# stays sealed here, in the process that drives it, until the card is turned.
#
# Neither decides anything. A scanner says which command a code completes; a reading shoe is a keeper of cards like any
# other, and follows them from place to place.


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
        """Forget the last code; return the place that waits for one again."""
        if not self.faces:
            return None
        place, _ = self.faces.popitem()
        return place


class CardReadingShoe(StackedCards):
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
