"""The table of the tests: house rules, a state, a shoe of given or shuffled cards, and people who do as they are told.

``Table`` is the one harness. ``at`` gives a table that is ready to bet, ``ready`` one with its cover card in place, and
``new`` one that has just been opened.
"""

import dataclasses
import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Self, TypeVar

import msgspec
from msgspec.structs import replace

from punto.core.cards import DECK, Card, cards
from punto.law.rulebook import Rulebook, load, parse, text_of
from punto.rules.house_rules import HouseRules
from punto.rules.review import review
from punto.table import Due, Reason, Refusal, TableState, decide, due, evolve
from punto.table.authorization import somebody_else
from punto.table.ceremonies import next_in_order, waits_for_last_hand
from punto.table.commands import AnyCommand, Deal
from punto.table.decide import opened
from punto.table.drive import filled, house, person, usual
from punto.table.due import due_now
from punto.table.event import Event
from punto.table.events import AnyEvent, CoupSettled, SettlementLine, StepPerformed
from punto.table.holes import AnyHole, Faces, Why
from punto.table.phases import Phase, card_waits
from punto.table.procedure import section_of
from tests import filed
from tests.law.submitting import rules as reviewed

E = TypeVar("E", bound=Event)
RACK, CHIPS = 10_000_000_00, 100_000_00
MINUTE, HOUR = 60_000, 3_600_000
DEVICE: dict[str, Any] = {"shuffle__how": "device", "decks": 16}
ALL = ("ma-baccarat", "ma-midi", "ma-midi-multilevel", "ma-mini", "md-mini")
DEALERS = ("confirm", "collect-vigorish")
KEPT = ("carry-card", "void-and-carry", "use-as-banker-third")  # remedies that move a card that lies face down

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


# ---------------------------------------------------------------- rules


@cache
def rules_of(name: str) -> HouseRules:
    """The house rules of a submission of the tests."""
    return rules_from(filed.text(name))


def rules_from(text: str) -> HouseRules:
    found = review(text)
    assert found.rules is not None, [str(finding) for finding in found.findings]
    return found.rules


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


# ---------------------------------------------------------------- cards


def shuffled(decks: int, seed: int = 1) -> list[Card]:
    order = [card for card in DECK for _ in range(decks)]
    random.Random(seed).shuffle(order)
    return order


def coups(number: int = 4, *first: str) -> list[Card]:
    """Cards for so many coups: those that are given, then the Player's 7 over 6."""
    return list(cards(" ".join([*first, *[PLAYER_STOOD] * number])))


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


# ---------------------------------------------------------------- the table


class Table:
    """A table under way. Commands are given as keywords; what is refused is returned, not raised."""

    def __init__(
        self,
        rules: HouseRules | str,
        shoe: str | Iterable[Card] = (),
        players: Iterable[int] = (),
        agenda: tuple[str, ...] | None = None,
        *,
        rack: int = RACK,
        now: int = 0,
        progressive: str = "",
    ) -> None:
        """Open a table; ``agenda`` says what is to be prepared, ``now`` is the time of every command."""
        self.rules = rules_of(rules) if isinstance(rules, str) else rules
        self.state = TableState()
        self.events: list[AnyEvent] = []
        self.shoe = Shoe.of(cards(shoe) if isinstance(shoe, str) else shoe)
        self.number, self.now, self.steps = 0, now, 0
        event = opened(self.rules, rack, progressive, at=now)
        self._take([event if agenda is None else replace(event, agenda=agenda)])
        for seat in players:
            self.must(do="sit", seat=seat, buy_in=CHIPS)

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
        given = msgspec.convert({"id": str(self.number), "at": self.now, "by": by, "who": who, **data}, AnyCommand)
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
        answer = self.give(filled(self.rules, self.state, act, self.now, self._fill))
        assert not isinstance(answer, Refusal), (act, answer)

    def _fill(self, state: TableState, hole: AnyHole) -> Any:
        return self.shoe.turned(hole.places) if isinstance(hole, Faces) else usual(state, hole)

    def ready(self) -> Self:
        """Prepare the shoe, up to betting."""
        return self.until(Phase.BETTING)

    def until(self, phase: Phase) -> Self:
        """Let the house do what is due, up to a phase."""
        self.auto(phase=phase)
        return self

    def chips(self, seat: int) -> int:
        return self.state.accounts.get(f"seat/{seat}", 0)

    def bet(self, *wagers: tuple[int, str, int]) -> Self:
        """Wagers by seat, key and dollars."""
        for seat, key, dollars in wagers:
            self.must(do="wager", seat=seat, wager=key, cents=dollars * 100)
        return self

    def close(self) -> Self:
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

    # ---------------------------------------------------------------- steps

    def perform(self, *steps: str, **how: Any) -> Self:
        """Make steps, each by whom it is due from."""
        for step in steps:
            act = next(act for act in self.expected() if act.do == "perform" and act.step == step)
            who = self.who(act.by, act.seat, act.step)
            take_card(self.state, act, self.shoe)
            asked: dict[str, Any] = {name: hole.of[0] for name, hole in act.holes if isinstance(hole, Why)}
            asked |= {"rank": act.rank} if act.rank else {}
            self.must(**{"do": "perform", "step": step, "by": act.by, "who": who, **asked, **how})
        return self

    def perform_all(self, *steps: str) -> Self:
        """Make steps as they are due, by dealing and turning cards as well."""
        for step in steps:
            self._do(next(act for act in self.expected() if act.step == step))
        return self

    def not_now(self, step: str, section: str, by: str = "dealer", **how: Any) -> None:
        """A step of a section is refused while it is not due; the refusal cites what is due instead.

        For a step that the rulebook does not have, the section is that of what is due.
        """
        refusal = self.refused(do="perform", step=step, by=by, **how)
        assert refusal.reason is Reason.STEP_NOT_DUE, refusal
        waits = waits_for_last_hand(self.rules, self.state, step)  # says itself when the step is due
        assert section == (waits or section_of(self.rules, step) or refusal.section)
        now = {act.section for act in due_now(self.rules, self.state) if act.must and act.section}
        assert refusal.section in ({waits} if waits else now or {next_in_order(self.rules, self.state) or section})

    def made(self, ceremony: str = "") -> list[str]:
        """The steps made so far, of one ceremony or of all."""
        return [event.step for event in self.all(StepPerformed) if not ceremony or event.ceremony == ceremony]

    def offers(self) -> list[int]:
        """The seats that were offered something, in order, since the last ``clear``."""
        return [event.seat or 0 for event in self.all(StepPerformed) if event.step.startswith("offer-")]

    def at(self, phase: Phase) -> bool:
        return self.state.phase is phase

    def forget(self) -> Self:
        """Look at later events only."""
        self.events.clear()
        return self

    def coup(self, *wagers: tuple[int, str, int]) -> Self:
        """A coup from the first wager to the last card cleared."""
        self.bet(*(wagers or [(1, "player", 100)]))
        self.auto(until="clear-cards")
        return self

    def last_hand(self, seat: int = 1) -> Self:
        """The cover card shows, its coup is finished, and one more is dealt: the shoe is over."""
        self.perform("set-aside-cover").coup((seat, "player", 100)).perform("announce-last-hand")
        return self.until(Phase.BETTING).coup((seat, "player", 100))

    def until_offered(self) -> Self:
        """Everything up to where the shoe is offered."""
        while self.state.agenda[0] != "curator":
            self.step()
        return self

    # ---------------------------------------------------------------- trouble

    def errs(self, place: str = "error") -> Self:
        """A card leaves the shoe in error, unseen."""
        act = next(act for act in self.expected() if act.place == place)
        self._do(act)
        return self

    def sees(self, place: str, card: str) -> Self:
        """A card is seen that should not be; found face up in the shoe, it leaves it."""
        if place.startswith("face-up"):
            next(self.shoe.cards)
        self.must(do="turn", faces={place: card})
        return self


# ---------------------------------------------------------------- tables


def at(book: Rulebook | str, shoe: str = "", players: Iterable[int] = (1, 2, 3), **changes: Any) -> Table:
    """A table under a rulebook; fields of the submission are keywords, and so are these.

    ``ez``; ``curator`` where a player holds the shoe; ``cut`` where a cover card is in it; ``rack`` in cents.
    """
    kinds = {name: changes.pop(name, False) for name in ("ez", "curator", "cut")}
    rack = changes.pop("rack", RACK)
    agenda = tuple(name for name in ("cut", "curator") if kinds[name])
    return Table(rules_under(book, ez=kinds["ez"], **changes), shoe, players, agenda, rack=rack).ready()


def new(
    book: Rulebook | str, players: Iterable[int] = (1, 2, 3), shoe: Iterable[Card] | None = None, **changes: Any
) -> Table:
    """A table under a rulebook that has just been opened; fields of the submission are keywords."""
    rules = rules_under(book, ez=changes.pop("ez", False), **changes)
    return Table(rules, shuffled(rules.shoe.decks) if shoe is None else shoe, players)


def ready(book: Rulebook | str, shoe: Iterable[Card], players: Iterable[int] = (1, 2, 3), **changes: Any) -> Table:
    """A table ready to bet, its cover card in place; a player holds the shoe where ``curator`` says so."""
    curator = changes.pop("curator", False)
    rules = rules_under(book, ez=changes.pop("ez", False), **changes)
    agenda = () if rules.shoe.continuous else ("cut", "curator") if curator else ("cut",)
    return Table(rules, shoe, players, agenda).ready()


def brought(book: Rulebook, key: str) -> list[tuple[str, str]]:
    """The steps that a provision brings, in the order it has them, and who makes each."""
    return [(step["do"], step["by"]) for step in book.provisions[key].terms["steps"]]


def performed(table: Table, *steps: str) -> list[tuple[str, str]]:
    """Of the steps made, these, with who made each, in the order they were first made."""
    seen = {event.step: event.by for event in table.all(StepPerformed) if event.step in steps}
    return list(seen.items())
