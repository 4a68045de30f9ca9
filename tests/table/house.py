"""A table for tests: house rules, a state, a fixed or shuffled shoe, and people who do as they are told."""

import random
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Self

import msgspec

from punto.core.cards import DECK, Card, cards
from punto.rules.house_rules import HouseRules
from punto.rules.review import review
from punto.table import Due, Refusal, TableState, decide, due, evolve
from punto.table.authorization import somebody_else
from punto.table.commands import AnyCommand, Deal
from punto.table.decide import opened
from punto.table.drive import filled, house, person, usual
from punto.table.events import AnyEvent
from punto.table.holes import AnyHole, Faces
from punto.table.phases import Phase, card_waits

RACK = 10_000_000_00


@cache
def rules_of(name: str) -> HouseRules:
    """The house rules of a shipped submission."""
    return rules_from(files("punto").joinpath("submissions", f"{name}.toml").read_text(encoding="utf-8"))


def rules_from(text: str) -> HouseRules:
    found = review(text)
    assert found.rules is not None, [str(finding) for finding in found.findings]
    return found.rules


def shuffled(decks: int, seed: int) -> list[Card]:
    order = [card for card in DECK for _ in range(decks)]
    random.Random(seed).shuffle(order)
    return order


@dataclass
class Shoe:
    """A stack of cards, face by face; what was dealt and not turned is known here alone."""

    cards: Iterator[Card]
    sealed: dict[str, Card] = field(default_factory=dict)
    kept: list[Card] = field(default_factory=list)  # unseen, and set aside for the next hand

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Self:
        """Make a shoe of cards in dealing order."""
        return cls(iter(cards))

    def dealt(self, place: str) -> None:
        """Take the next card to a place."""
        self.sealed[place] = next(self.cards)

    def keep(self, place: str) -> None:
        """Set an unseen card aside."""
        self.kept.append(self.sealed.pop(place))

    def moved(self, place: str) -> None:
        """Take the first of the cards set aside to a place."""
        self.sealed[place] = self.kept.pop(0)

    def turned(self, places: Iterable[str]) -> dict[str, str]:
        """Show the faces of cards that were dealt."""
        return {place: str(self.sealed[place]) for place in places}


KEPT = ("carry-card", "void-and-carry", "use-as-banker-third")  # remedies that move a card that lies face down


def take_card(state: TableState, act: Due, shoe: Shoe) -> None:
    """Move the card that an act is about: out of the shoe, aside, or from there to its place."""
    trouble = state.trouble
    if act.command is Deal and card_waits(state) and act.place[0] in "PB":
        if not state.opening or state.opening[0] is None:
            shoe.moved(act.place)
    elif act.command is Deal:
        shoe.dealt(act.place)
    elif trouble is not None and trouble.face is None and act.step in KEPT:
        shoe.keep(trouble.dealt_to or trouble.place)
        if act.step == "use-as-banker-third":
            shoe.sealed["B3"] = shoe.kept.pop()


class House:
    """A table under way. Commands are given as keywords; what is refused is returned, not raised."""

    def __init__(self, rules: HouseRules | str, shoe: str | Iterable[Card] = (), players: Iterable[int] = ()) -> None:
        self.rules = rules_of(rules) if isinstance(rules, str) else rules
        self.state = TableState()
        self.events: list[AnyEvent] = []
        self.shoe = Shoe.of(cards(shoe) if isinstance(shoe, str) else shoe)
        self.number = 0
        self._take([opened(self.rules, RACK)])
        for seat in players:
            self.must(do="sit", seat=seat, buy_in=100_000_00)

    def _take(self, events: Iterable[AnyEvent]) -> list[AnyEvent]:
        batch = list(events)
        for event in batch:
            self.state = evolve(self.state, event)
        self.events += batch
        return batch

    def do(self, **command: Any) -> list[AnyEvent] | Refusal:
        """Give a command: by a player at its seat (named after it), unless said otherwise."""
        self.number += 1
        seat = command.get("seat")
        by = command.pop("by", "player" if seat is not None and command["do"] not in DEALERS else "dealer")
        who = command.pop("who") if "who" in command else self.who(by, seat, command.get("step", ""))
        data = {name.replace("_", "-"): value for name, value in command.items()}
        given = msgspec.convert({"id": str(self.number), "at": 0, "by": by, "who": who, **data}, AnyCommand)
        return self.give(given)

    def who(self, by: str, seat: int | None, step: str = "") -> str:
        """Whoever is in a role; another than who made a step that the document keeps apart from this one."""
        if by == "curator":
            seat = self.state.curator
        if by in ("player", "curator"):
            return self.state.seated.get(seat or 0, f"p{seat}")
        return somebody_else(self.rules, self.state, step, by)

    def give(self, command: AnyCommand) -> list[AnyEvent] | Refusal:
        before = self.state
        decision = decide(self.rules, self.state, command)
        if isinstance(decision, Refusal):
            assert self.state is before
            return decision
        return self._take(decision)

    def must(self, **command: Any) -> list[AnyEvent]:
        """Give a command that is not to be refused."""
        answer = self.do(**command)
        assert not isinstance(answer, Refusal), (command, answer)
        return answer

    def refused(self, **command: Any) -> Refusal:
        """Give a command that is to be refused."""
        answer = self.do(**command)
        assert isinstance(answer, Refusal), (command, answer)
        return answer

    def expected(self) -> tuple[Due, ...]:
        return due(self.rules, self.state)

    def due(self) -> list[str]:
        """What must be done, in short."""
        return [str(act) for act in self.expected() if act.must]

    def auto(self, until: str = "", phase: Phase | None = None) -> None:
        """Let the house do what is due, people accepting what they are offered, until a step or a phase."""
        for _ in range(2000):
            if phase is not None and self.state.phase is phase:
                return
            act = house(self.rules, self.state) or self._person()
            if act is None:
                return
            self._do(act)
            if until and until in (act.step, *act.places):
                return
        raise AssertionError(f"the house goes on for ever: {self.due()}")

    def _person(self) -> Due | None:
        """The act of a person that keeps the table going: accept, cut, return."""
        return person(self.rules, self.state)

    def _do(self, act: Due) -> None:
        take_card(self.state, act, self.shoe)
        answer = self.give(filled(self.rules, self.state, act, 0, self._fill))
        assert not isinstance(answer, Refusal), (act, answer)

    def _fill(self, state: TableState, hole: AnyHole) -> Any:
        return self.shoe.turned(hole.places) if isinstance(hole, Faces) else usual(state, hole)

    def ready(self) -> "House":
        """Prepare the shoe, up to betting."""
        self.auto(phase=Phase.BETTING)
        return self

    def chips(self, seat: int) -> int:
        return self.state.accounts.get(f"seat/{seat}", 0)


DEALERS = ("confirm", "collect-vigorish")


def changed(name: str, **changes: Any) -> HouseRules:
    """The house rules of a shipped submission with some top-level text replaced: old="new" pairs."""
    text = files("punto").joinpath("submissions", f"{name}.toml").read_text(encoding="utf-8")
    for old, new in changes.pop("replace", {}).items():
        assert old in text, old
        text = text.replace(old, new)
    tomllib.loads(text)
    return rules_from(text)
