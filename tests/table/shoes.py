"""Tables from their first deck on: nothing prepared yet, a clock that tests can turn, and hands that err."""

import random
from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from punto.core.cards import DECK, Card, cards
from punto.law.rulebook import Rulebook
from punto.rules.house_rules import HouseRules
from punto.table import Reason, Refusal, TableState
from punto.table.commands import AnyCommand
from punto.table.decide import opened
from punto.table.events import AnyEvent, StepPerformed
from punto.table.phases import Phase
from tests.table.coups import CHIPS, PLAYER_STOOD, Table, rules_under
from tests.table.house import RACK, Shoe, take_card

MINUTE, HOUR = 60_000, 3_600_000
DEVICE: dict[str, Any] = {"shuffle__how": "device", "decks": 16}
ALL = ("ma-baccarat", "ma-midi", "ma-midi-multilevel", "ma-mini", "md-mini")


class New(Table):
    """A table that has just been opened; ``now`` is the time of every command."""

    def __init__(
        self,
        rules: HouseRules,
        shoe: Iterable[Card],
        players: Iterable[int],
        agenda: tuple[str, ...] | None = None,
        now: int = 0,
    ) -> None:
        self.rules = rules
        self.state = TableState()
        self.events: list[AnyEvent] = []
        self.shoe = Shoe.of(shoe)
        self.number, self.now = 0, now
        event = opened(rules, RACK, at=now)
        self._take([event if agenda is None else replace(event, agenda=agenda)])
        for seat in players:
            self.must(do="sit", seat=seat, buy_in=CHIPS)

    def give(self, command: AnyCommand) -> list[AnyEvent] | Refusal:
        return super().give(replace(command, at=self.now))

    def bet(self, *wagers: tuple[int, str, int]) -> "New":
        super().bet(*wagers)
        return self

    def close(self) -> "New":
        super().close()
        return self

    # ---------------------------------------------------------------- steps

    def perform(self, *steps: str, **how: Any) -> "New":
        """Make steps, each by whom it is due from."""
        for step in steps:
            act = next(act for act in self.expected() if act.do == "perform" and act.step == step)
            who = self.who(act.by, act.seat, act.step)
            take_card(self.state, act, self.shoe)
            self.must(**{"do": "perform", "step": step, "by": act.by, "who": who, **how})
        return self

    def perform_all(self, *steps: str) -> "New":
        """Make steps as they are due, by dealing and turning cards as well."""
        for step in steps:
            self._do(next(act for act in self.expected() if act.step == step))
        return self

    def not_now(self, step: str, section: str, by: str = "dealer", **how: Any) -> None:
        """A step that is not due is refused, and its section is cited."""
        refusal = self.refused(do="perform", step=step, by=by, **how)
        assert (refusal.reason, refusal.section) == (Reason.STEP_NOT_DUE, section), refusal

    def made(self, ceremony: str = "") -> list[str]:
        """The steps made so far, of one ceremony or of all."""
        return [event.step for event in self.all(StepPerformed) if not ceremony or event.ceremony == ceremony]

    def offers(self) -> list[int]:
        """The seats that were offered something, in order, since the last ``clear``."""
        return [event.seat or 0 for event in self.all(StepPerformed) if event.step.startswith("offer-")]

    def at(self, phase: Phase) -> bool:
        return self.state.phase is phase

    def forget(self) -> "New":
        """Look at later events only."""
        self.events.clear()
        return self

    def coup(self, *wagers: tuple[int, str, int]) -> "New":
        """A coup from the first wager to the last card cleared."""
        self.bet(*(wagers or [(1, "player", 100)]))
        self.auto(until="clear-cards")
        return self

    def last_hand(self, seat: int = 1) -> "New":
        """The cover card shows, its coup is finished, and one more is dealt: the shoe is over."""
        self.perform("set-aside-cover").coup((seat, "player", 100)).perform("announce-last-hand")
        return self.until(Phase.BETTING).coup((seat, "player", 100))

    def until_offered(self) -> "New":
        """Everything up to where the shoe is offered."""
        while self.state.agenda[0] != "curator":
            self.step()
        return self

    # ---------------------------------------------------------------- trouble

    def errs(self, place: str = "error") -> "New":
        """A card leaves the shoe in error, unseen."""
        act = next(act for act in self.expected() if act.place == place)
        self._do(act)
        return self

    def sees(self, place: str, card: str) -> "New":
        """A card is seen that should not be; found face up in the shoe, it leaves it."""
        if place.startswith("face-up"):
            next(self.shoe.cards)
        self.must(do="turn", faces={place: card})
        return self

    def until(self, phase: Phase) -> "New":
        self.auto(phase=phase)
        return self


def new(
    book: Rulebook | str, players: Iterable[int] = (1, 2, 3), shoe: Iterable[Card] | None = None, **changes: Any
) -> New:
    """A table under a rulebook that has just been opened; fields of the submission are keywords."""
    rules = rules_under(book, ez=changes.pop("ez", False), **changes)
    return New(rules, mixed(rules.shoe.decks) if shoe is None else shoe, players)


def ready(book: Rulebook | str, shoe: Iterable[Card], players: Iterable[int] = (1, 2, 3), **changes: Any) -> New:
    """A table ready to bet, its cover card in place; a player holds the shoe where ``curator`` says so."""
    curator = changes.pop("curator", False)
    rules = rules_under(book, ez=changes.pop("ez", False), **changes)
    agenda = () if rules.shoe.continuous else ("cut", "curator") if curator else ("cut",)
    table = New(rules, shoe, players, agenda)
    table.ready()
    return table


def coups(number: int = 4, *first: str) -> list[Card]:
    """Cards for so many coups: those that are given, then the Player's 7 over 6."""
    return list(cards(" ".join([*first, *[PLAYER_STOOD] * number])))


def mixed(decks: int, seed: int = 1) -> list[Card]:
    order = [card for card in DECK for _ in range(decks)]
    random.Random(seed).shuffle(order)
    return order


def brought(book: Rulebook, key: str) -> list[tuple[str, str]]:
    """The steps that a provision brings, in the order it has them, and who makes each."""
    return [(step["do"], step["by"]) for step in book.provisions[key].terms["steps"]]


def performed(table: Table, *steps: str) -> list[tuple[str, str]]:
    """Of the steps made, these, with who made each, in the order they were first made."""
    seen = {event.step: event.by for event in table.all(StepPerformed) if event.step in steps}
    return list(seen.items())
