"""A table for tests: house rules, a state, a fixed or shuffled shoe, and people who do as they are told."""

import random
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from punto.cards import DECK, Card, cards
from punto.houserules import HouseRules
from punto.review import review
from punto.roles import Role
from punto.table import Expected, Refusal, TableState, decide, evolve, expected
from punto.table.automatic import Shoe, command_for, next_act
from punto.table.commands import AnyCommand
from punto.table.decide import opened
from punto.table.events import AnyEvent
from punto.table.phases import Phase
from punto.table.who import somebody_else

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

    def expected(self) -> tuple[Expected, ...]:
        return expected(self.rules, self.state)

    def due(self) -> list[str]:
        """What must be done, in short."""
        return [f"{act.do} {act.what}".strip() for act in self.expected() if act.must]

    def auto(self, until: str = "", phase: Phase | None = None) -> None:
        """Let the house do what is due, people accepting what they are offered, until a step or a phase."""
        for _ in range(2000):
            if phase is not None and self.state.phase is phase:
                return
            act = next_act(self.rules, self.state) or self._person()
            if act is None:
                return
            self._do(act)
            if until and until in (act.what, act.step):
                return
        raise AssertionError(f"the house goes on for ever: {self.due()}")

    def _person(self) -> Expected | None:
        """The act of a person that keeps the table going: accept, cut, return."""
        acts = [act for act in self.expected() if act.must and act.by in (Role.PLAYER, Role.CURATOR)]
        shy = ("decline-cut", "decline-shoe", "decline-next", "give-up", "name-dealer", "pass-shoe")
        return next((act for act in acts if act.what not in shy), None)

    def _do(self, act: Expected) -> None:
        if act.by in (Role.PLAYER, Role.CURATOR):
            cards_deep = self.rules.shoe.decks * 26 if act.what == "place-cut" else None
            who = self.who(act.by, act.seat, act.what)
            if act.do == "deal":
                self.shoe.dealt(act.what)
                self.must(do="deal", by=act.by, who=who, place=act.what)
            elif act.do == "turn":
                self.must(do="turn", by=act.by, who=who, faces=self.shoe.turned(act.what.split()))
            elif act.do == "house-money":
                self.must(do="house-money", seat=act.seat)
            else:
                self.must(do="perform", by=act.by, who=who, step=act.what, cards=cards_deep)
            return
        answer = self.give(command_for(self.rules, self.state, act, self.shoe, at=0))
        assert not isinstance(answer, Refusal), (act, answer)

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
