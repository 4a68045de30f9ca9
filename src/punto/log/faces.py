"""Where the faces of a headless table come from: a virtual shoe's keeper, cards that were given, or nowhere.

A keeper shows a card when it is turned; nothing else knows it. A shoe of wood has no keeper: its faces are keyed in.
Given cards are for scenes that somebody has thought out: nobody committed to them, and nothing is proved of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from punto.cards import Card
from punto.table import TableState, evolve
from punto.table.commands import AnyCommand
from punto.table.drive import Fill, usual
from punto.table.events import AnyEvent, CardDealt, CardTakenBack, CoupEnded, CoupVoided, ShoeEnded
from punto.table.holes import AnyHole, Depth, Due, Faces, Salts
from punto.table.trail import MOVES, Trail, followed

ENDS = frozenset({CoupEnded, CoupVoided, ShoeEnded})  # then no card lies on the table, unless a coup waits
_MOVING = frozenset(MOVES)


class NoMoreCards(ValueError):
    """A card is to be dealt, and there is none."""


class Keeper(Protocol):
    """Somebody who knows cards that nobody has seen, or does not."""

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


def filling(keeper: Keeper) -> Fill:
    """Return how holes are filled where a keeper knows the cards: faces, salts and a drawn cut are its to say."""

    def fill(state: TableState, hole: AnyHole) -> Any:
        if isinstance(hole, Faces):
            return keeper.faces(state, hole.places)
        if isinstance(hole, Salts):
            return keeper.salts(state, hole.places)
        return keeper.cut(state) if isinstance(hole, Depth) and hole.by_keeper else usual(state, hole)

    return fill


class Nowhere:
    """A physical shoe: nobody knows its cards, and nothing is published of them."""

    knows = False

    def faces(self, state: TableState, places: Iterable[str]) -> dict[str, str]:
        """Return nothing."""
        return {}

    def salts(self, state: TableState, places: Iterable[str]) -> dict[str, str]:
        """Return nothing."""
        return {}

    def see(self, before: TableState, events: Sequence[AnyEvent]) -> None:
        """Whoever knows no card follows none."""

    def owes(self, state: TableState, waits: bool = True) -> Due | None:
        """Owe nothing."""
        return None

    def command(self, state: TableState, owed: Due, at: int) -> AnyCommand:
        """There is none."""
        raise LookupError(f"{owed.do}: nothing is published of a shoe that nobody committed to")

    def cut(self, state: TableState) -> int | None:
        """Leave the cut to the dealer."""
        return None


class Given(Nowhere):
    """Cards that somebody has laid in order: each is taken when the table says that it was dealt, and followed."""

    knows = True

    def __init__(self, order: Iterable[Card]) -> None:
        self._order = iter(order)
        self._trail = Trail[Card]({}, ())

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
                self._trail = followed(before, event, after, self._trail, self._draw)
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
                self._trail = Trail(at, ())
                self._notice(event)
        self._trail = Trail(at, ())

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


class Drawn(Given):
    """Cards that a source gives, one by one."""

    def __init__(self, source: Source) -> None:
        super().__init__(())
        self.source = source

    def _draw(self) -> Card:
        return self.source.draw()

    def _notice(self, event: AnyEvent) -> None:
        lying = isinstance(event, ShoeEnded) and event.lying
        self.source.see(event, tuple(self.at[place] for place in self.at if place[0] in "PB") if lying else self.kept)
