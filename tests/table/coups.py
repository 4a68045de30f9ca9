"""Coups for tests: a table under any rulebook that is ready to bet, cards in a fixed order, what came of the money."""

import dataclasses
import json
from collections.abc import Iterable
from functools import cache
from typing import Any, TypeVar

from msgspec.structs import replace

from punto.core.cards import cards
from punto.law.rulebook import Rulebook, load, parse, text_of
from punto.rules.house_rules import HouseRules
from punto.table import TableState
from punto.table.decide import opened
from punto.table.drive import house
from punto.table.events import AnyEvent, CoupSettled, Event, SettlementLine
from punto.table.phases import Phase
from tests.law.submitting import rules as reviewed
from tests.table.house import RACK, House, Shoe

E = TypeVar("E", bound=Event)
CHIPS = 100_000_00

# Coups by what they show, in the order the cards leave the shoe: P B P B, then third cards.
PLAYER_NATURAL = "9c Kd Kh 7s"  # 9 over 7
BANKER_NATURAL = "Kc 9d 7h Ks"  # 9 over 7
BANKER_STOOD = "6c 7d Kh Ks"  # 7 over 6, four cards
PLAYER_STOOD = "7c 6d Kh Ks"  # 7 over 6, four cards
TIE_STOOD = "7c 7d Kh Ks"  # 7 to 7, four cards
NATURAL_TIE = "9c 9d Kh Ks"
PLAYER_THIRD = "2c 7d 3h Ks 4d"  # 5 and 7; the Player draws to 9, the Banker stays
BANKER_THIRD = "6c 5d Kh Ks 4s"  # 6 and 5; the Player stays, the Banker draws to 9
BOTH_THIRD = "2c Kd 3h 4s 2d 3c"  # 5 and 4; the Player draws to 7, the Banker to 7: a tie
DRAGON_7 = "2c Kd Kh 4s 3d 3c"  # 2 and 4; the Player draws to 5, the Banker to 7
PANDA_8 = "2c 3d 3h Ks 3s 9d"  # 5 and 3; the Player draws to 8, the Banker to 2


@cache
def _rules(book: str, ez: bool, changes: str) -> HouseRules:
    return reviewed(load(book), json.loads(changes), ez=ez)


def rules_under(book: Rulebook | str, *, ez: bool = False, **changes: Any) -> HouseRules:
    """The house rules of a plain table; fields are changed by path, ``vigorish__when="deferred"``."""
    paths = {name.replace("__", ".").replace("_", "-"): value for name, value in changes.items()}
    return _rules(book if isinstance(book, str) else book.id, ez, json.dumps(paths))


def reworded(rules: HouseRules, *changes: tuple[str, str]) -> HouseRules:
    """The same house rules with some words of the rulebook's text replaced, such as those of an earlier edition."""
    text = text_of(rules.rulebook.id)
    for now, then in changes:
        assert now in text, now
        text = text.replace(now, then)
    return dataclasses.replace(rules, rulebook=parse(text))


def squeezed(book: Rulebook | str) -> dict[str, Any]:
    """What makes the highest bettors turn the hands: an option at the big table alone."""
    name = book if isinstance(book, str) else book.id
    return {"deal__hands_turned_by": "squeeze"} if name == "ma-baccarat" else {}


class Table(House):
    """A table whose cards are in the shoe: betting is open, or the shoe is about to be offered."""

    steps = 0

    def __init__(
        self,
        rules: HouseRules,
        shoe: str = "",
        players: Iterable[int] = (),
        *,
        agenda: tuple[str, ...] = (),
        rack: int = RACK,
        ready: bool = True,
        progressive: str = "",
    ) -> None:
        self.rules = rules
        self.state = TableState()
        self.events: list[AnyEvent] = []
        self.shoe = Shoe.of(cards(shoe))
        self.number = 0
        self._take([replace(opened(rules, rack, progressive), agenda=agenda)])
        for seat in players:
            self.must(do="sit", seat=seat, buy_in=CHIPS)
        if ready:
            self.ready()

    def bet(self, *wagers: tuple[int, str, int]) -> "Table":
        """Wagers by seat, key and dollars."""
        for seat, key, dollars in wagers:
            self.must(do="wager", seat=seat, wager=key, cents=dollars * 100)
        return self

    def close(self) -> "Table":
        """Everything up to the first card."""
        self.must(do="perform", step="no-more-bets")
        if "perform cards" in self.due():
            self.must(do="perform", step="cards")
        return self

    def play(self) -> CoupSettled:
        """The coup to its end, people doing what keeps the table going."""
        self.auto(until="clear-cards")
        return self.last(CoupSettled)

    def phase(self) -> Phase:
        return self.state.phase

    def kind(self) -> str:
        return self.state.kind

    def step(self) -> None:
        """The next thing that is due, done."""
        act = house(self.rules, self.state) or self._person()
        assert act is not None, self.due()
        self.steps += 1
        assert self.steps < 1000, f"the house goes on for ever: {self.due()}"
        self._do(act)

    def last(self, kind: type[E]) -> E:
        """The last event of a kind."""
        return self.all(kind)[-1]

    def all(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]

    def won(self, seat: int) -> int:
        """What a seat has more than it bought."""
        return self.chips(seat) - CHIPS

    def lines(self) -> list[tuple[int, str, str]]:
        """Seat, wager and category of the last settlement, in order."""
        return [(line.seat, line.wager, line.category) for line in self.last(CoupSettled).lines]

    def line(self, seat: int, wager: str) -> SettlementLine:
        (found,) = (line for line in self.last(CoupSettled).lines if (line.seat, line.wager) == (seat, wager))
        return found


def at(book: Rulebook | str, shoe: str = "", players: Iterable[int] = (1, 2, 3), **changes: Any) -> Table:
    """A table under a rulebook; fields of the submission are keywords, and so are these.

    ``ez``; ``curator`` where a player holds the shoe; ``cut`` where a cover card is in it; ``rack`` in cents.
    """
    kinds = {name: changes.pop(name, False) for name in ("ez", "curator", "cut")}
    rack = changes.pop("rack", RACK)
    agenda = tuple(name for name in ("cut", "curator") if kinds[name])
    return Table(rules_under(book, ez=kinds["ez"], **changes), shoe, players, agenda=agenda, rack=rack)
