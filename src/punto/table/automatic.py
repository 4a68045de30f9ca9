"""The automatic dealer: a loop that takes the next thing due and supplies what it needs.

It is no second path: everything it does is a command that ``expected`` asked for, decided like anybody's. Faces come
from a ``Shoe``, which alone knows a card that was dealt and not turned. Pace lives in whoever drives it. Where a
document asks for different people, as for three dealers who shuffle, it acts under several names: ``house``,
``house-2``, ``house-3``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from punto.cards import Card
from punto.houserules import HouseRules
from punto.roles import Role
from punto.table.commands import AnyCommand, CollectVigorish, Deal, HouseMoney, Perform, Turn
from punto.table.expected import Expected, course, expected
from punto.table.interruptions import interruption_due
from punto.table.phases import card_waits
from punto.table.state import TableState
from punto.table.who import somebody_else


@dataclass
class Shoe:
    """The cards of a virtual shoe, face by face; what was dealt and not turned is known here alone."""

    cards: Iterator[Card]
    sealed: dict[str, Card] = field(default_factory=dict)
    kept: list[Card] = field(default_factory=list)  # unseen, and set aside for the next hand

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Shoe:
        """Make a shoe of cards in dealing order."""
        return cls(iter(cards))

    def dealt(self, place: str) -> None:
        """Take the next card to a place."""
        self.sealed[place] = next(self.cards)

    def keep(self, place: str) -> None:
        """Set a card aside that nobody has seen."""
        self.kept.append(self.sealed.pop(place))

    def moved(self, place: str) -> None:
        """Take the first of the cards set aside to a place."""
        self.sealed[place] = self.kept.pop(0)

    def turned(self, places: Iterable[str]) -> dict[str, str]:
        """Show the faces of cards that were dealt."""
        return {place: str(self.sealed[place]) for place in places}


DEALERS = frozenset({Role.DEALER, Role.FLOOR, Role.SYSTEM})
# Of several steps that are due, these are left out: they go on for ever, or wait for somebody.
LAST = ("riffle", "turn", "strip", "plug", "shuffle")


def next_act(rules: HouseRules, state: TableState, at: int | None = None) -> Expected | None:
    """Return what the house must do next; nothing where a person must, or where only wagers may come.

    Where the time is given, cards that are too old are changed, and those of an idle table come out of the shoe.
    """
    timely = interruption_due(rules, state, at) if at is not None else ""
    if timely:
        act = next((act for act in expected(rules, state) if act.what == timely), None)
        if act is not None:
            return act
    now = course(rules, state)
    if state.cover == "in" and state.left <= state.cover_depth:  # it lies on top, or was drawn past in error
        cover = next((act for act in now if act.what == "set-aside-cover"), None)
        if cover and any(act.do == "deal" and act.must for act in now):
            return cover
    acts = [act for act in now if act.must]
    for act in acts:
        if act.by not in DEALERS:
            return None
    return min(acts, key=lambda act: _lateness(state, act)) if len(acts) > 1 else acts[0] if acts else None


def _lateness(state: TableState, act: Expected) -> tuple[bool, int]:
    return (act.what in state.done, LAST.index(act.what)) if act.what in LAST else (False, 0)


def command_for(rules: HouseRules, state: TableState, act: Expected, shoe: Shoe, at: int) -> AnyCommand:
    """Return the command that does what is due."""
    ident = f"auto-{state.version}"
    take_card(state, act, shoe)
    if act.do == "deal":
        return Deal(id=ident, by=act.by, who="house", at=at, place=act.what)
    if act.do == "turn":
        return Turn(id=ident, by=act.by, who="house", at=at, faces=shoe.turned(act.what.split()))
    if act.do == "collect-vigorish":
        return CollectVigorish(id=ident, by=act.by, who="house", at=at, seat=act.seat or 0)
    if act.do == "house-money":
        return HouseMoney(id=ident, by=Role.DEALER, who="house", at=at, seat=act.seat or 0)
    who = somebody_else(rules, state, act.what, "house")
    return Perform(id=ident, by=act.by, who=who, at=at, step=act.what, seat=act.seat, cards=_cards(rules, act.what))


def take_card(state: TableState, act: Expected, shoe: Shoe) -> None:
    """Move the card that an act is about: out of the shoe, aside, or from there to its place."""
    trouble = state.trouble
    if act.do == "deal" and card_waits(state) and act.what[0] in "PB":
        if not state.opening or state.opening[0] is None:
            shoe.moved(act.what)
    elif act.do == "deal":
        shoe.dealt(act.what)
    elif trouble is not None and trouble.face is None and act.what in ("carry-card", "use-as-banker-third"):
        shoe.keep(trouble.dealt_to or trouble.place)
        if act.what == "use-as-banker-third":
            shoe.sealed["B3"] = shoe.kept.pop()


def _cards(rules: HouseRules, step: str) -> int | None:
    """Return how deep the house inserts a card: half way for a cut, as deep as it must for the cover card."""
    if step == "dealer-cut":
        return rules.shoe.decks * 26
    return rules.shoe.cover_depth if step == "place-cover" else None
