"""Where the faces of a headless table come from: a shuffle with a seed, cards that were given, or nowhere.

The keeper takes a card whenever one is dealt, seals it, and shows it when it is turned; nothing else knows it. A shoe
of wood has no keeper: its faces are keyed in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from punto.cards import Card
from punto.fair import Shoe as FairShoe
from punto.fair import place, shuffle
from punto.houserules import HouseRules
from punto.table import TableState, evolve
from punto.table.automatic import Shoe
from punto.table.changes import in_line
from punto.table.events import AnyEvent, CardDealt, CardTakenBack, CoupEnded, CoupVoided, ShoeEnded, StepPerformed

CUTS = ("place-cut", "dealer-cut")
_NOTICED = frozenset({StepPerformed, CoupEnded, CoupVoided, ShoeEnded})  # what a source has to know of


class NoMoreCards(ValueError):
    """A card is to be dealt, and there is none."""


class Source(Protocol):
    """Cards in dealing order."""

    def draw(self) -> Card:
        """Return the next card."""

    def see(self, event: AnyEvent, carried: Sequence[Card]) -> None:
        """Notice what happens at the table, a cut, a new shoe; and which cards are carried over."""


class Given:
    """Cards that somebody has laid in order."""

    def __init__(self, order: Iterable[Card]) -> None:
        self._order = iter(order)

    def draw(self) -> Card:
        """Return the next card."""
        for card in self._order:
            return card
        raise NoMoreCards("a card is to be dealt, and all the cards that were given are out")

    def see(self, event: AnyEvent, carried: Sequence[Card]) -> None:
        """Nothing at the table changes the order of given cards."""


class Shuffled:
    """Shoe after shoe, shuffled from one seed; for a transcript that is to be played again, never for money."""

    def __init__(self, rules: HouseRules, seed: bytes) -> None:
        self.rules, self.seed = rules, seed
        self.number, self.coup, self.cut = 1, 1, 0
        self.out: tuple[Card, ...] = ()
        self._order: Iterator[Card] | None = None

    def draw(self) -> Card:
        """Return the next card."""
        if self._order is None:
            self._order = self._shuffled()
        for card in self._order:
            return card
        raise NoMoreCards("a card is to be dealt, and the shoe is empty")

    def see(self, event: AnyEvent, carried: Sequence[Card]) -> None:
        """Take a cut to heart, and a new shoe; a continuous one is new for every coup, less what is carried over."""
        if isinstance(event, StepPerformed):
            self.cut += (event.cards or 0) if event.step in CUTS else 0
        elif isinstance(event, ShoeEnded):
            self.number, self.cut, self._order = self.number + 1, 0, None
        elif isinstance(event, CoupEnded | CoupVoided) and self.rules.shoe.continuous:
            self.coup, self.out, self._order = event.coup + 1, tuple(carried), None

    def _shuffled(self) -> Iterator[Card]:
        rules = self.rules
        coup = self.coup if rules.shoe.continuous else 0
        shoe = FairShoe(rules.table, self.number, rules.shoe.decks, coup, self.out)
        stack = shuffle(self.seed, shoe)
        cut = 0 if coup else self.cut % shoe.size
        return (stack.cards[place(shoe, cut, drawn)] for drawn in range(shoe.size))


class Shown(Shoe):
    """What the automatic dealer is shown of a shoe: it may look at the cards, but takes none."""

    def dealt(self, place: str) -> None:
        """Leave the card where it is; the keeper takes it when the table says that it was dealt."""


class Keeper:
    """Takes a card when the table says that it was dealt, and follows it from place to place."""

    def __init__(self, source: Source | None) -> None:
        self.source = source
        self.sealed: dict[str, Card] = {}
        self.kept: list[Card] = []  # from an irregularity, to open a coup

    @property
    def knows(self) -> bool:
        """Whether faces are known here, and need not be keyed in."""
        return self.source is not None

    def shown(self) -> Shown:
        """Return the cards as they lie, for the automatic dealer to look at."""
        return Shown(iter(()), dict(self.sealed), list(self.kept))

    def see(self, before: TableState, events: Sequence[AnyEvent]) -> None:
        """Follow the cards: taken when they are dealt, moved when the table moves them."""
        if self.source is None:
            return
        if before.trouble is None and not self.kept and CardTakenBack not in map(type, events):
            self._dealt(self.source, events)
            return
        for event in events:
            after = evolve(before, event)
            self._follow(self.source, before, event, after)
            before = after

    def _dealt(self, source: Source, events: Iterable[AnyEvent]) -> None:
        """Take cards as they are dealt, where no card moves in any other way."""
        for event in events:
            if type(event) is CardDealt:
                self.sealed[event.place] = source.draw()
            elif type(event) in _NOTICED:
                if type(event) is not StepPerformed:
                    self.sealed.clear()
                source.see(event, self.kept)

    def _follow(self, source: Source, before: TableState, event: AnyEvent, after: TableState) -> None:
        if isinstance(event, CardDealt):
            self.sealed[event.place] = self.kept.pop(0) if event.carried else source.draw()
        elif after.coup == before.coup:
            self._moved(before, after)
        if before.trouble and _kept(after) > _kept(before):
            self.kept.insert(_in_line(before), self.sealed[before.trouble.place])
        elif not _kept(after):
            self.kept.clear()
        if after.coup > before.coup:
            self.sealed.clear()
        source.see(event, self.kept)

    def _moved(self, before: TableState, after: TableState) -> None:
        """A card may be taken from its place, into trouble; and one in trouble may find a place."""
        for left in before.places.keys() - after.places.keys():
            if after.trouble:
                self.sealed[after.trouble.place] = self.sealed[left]
        for found in after.places.keys() - before.places.keys():
            if before.trouble:
                self.sealed[found] = self.sealed[before.trouble.place]


def _in_line(state: TableState) -> int:
    """Return where a card in trouble will wait among those kept: seen ones first, the others as they were drawn."""
    before, line = (state.opening, state.carried) if state.places else ((), state.opening)
    return len(before) + in_line(line, state.trouble.face if state.trouble else None)


def _kept(state: TableState) -> int:
    """Return how many cards wait to open this coup or the next."""
    return len(state.opening) + len(state.carried)
