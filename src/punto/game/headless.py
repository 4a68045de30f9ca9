"""A table without a user interface: it plays a transcript line by line, and answers with events and refusals.

Everything is a function of the transcript, the submission and the seed: each run writes the same log to the byte. Each
command takes one second unless its line states a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from punto.core.posting import Overdrawn
from punto.fair import FairError
from punto.game.card_sources import CardSource, NoMoreCards, filling
from punto.game.game import Accepted, Session
from punto.rules.house_rules import HouseRules
from punto.table import Due, Refusal, TableState
from punto.table.commands import AnyCommand, CallEntropy, Perform, Reason, Turn
from punto.table.drive import drive, filled, house
from punto.table.transcript import LATEST, Act, Auto, TranscriptError

SECOND = 1000
NO_CARD = "?"
MOST_ACTS = 10_000  # acts of the house without a pause: far more than preparing a shoe takes


class Answer(NamedTuple):
    """The outcome of one command of a line."""

    line: int
    came: Accepted | Refusal


class Headless:
    """A table, its log, and the source of its cards."""

    def __init__(self, session: Session, keeper: CardSource) -> None:
        self.session, self.keeper = session, keeper
        self._line = 0  # the number of the current line

    def play(self, line: Act | Auto) -> Iterator[Answer]:
        """Play a line; the source of the cards publishes what is due, before and after it."""
        self._line = line.number
        yield from self._publish()
        if isinstance(line, Auto):
            yield from self._auto()
        else:
            yield self._act(line)
            yield from self._publish()

    # ---------------------------------------------------------------- commands of people

    def _act(self, line: Act) -> Answer:
        at = line.given.get("at", self._next_at())
        if at < self.session.at:
            raise self._error(f"at: time does not run backwards, from {self.session.at} to {at}")
        faces = self._shown(line) if line.shown else None
        command = line.command(f"line-{line.number}", at, self.state.coup, faces)
        return Answer(line.number, self.do(self._kept(command)))

    def _shown(self, line: Act) -> dict[str, str]:
        """Return the faces at some places; the table refuses a place without a card."""
        if not self.keeper.knows:
            raise self._error("faces: a physical shoe shows no faces; say which cards they are")
        return dict.fromkeys(line.shown, NO_CARD) | self.keeper.faces(self.state, line.shown)

    def _kept(self, command: AnyCommand) -> AnyCommand:
        """Add what only the source of the cards knows: salts of turned cards, and the depth of the dealer's cut."""
        if isinstance(command, Turn) and not command.salts:
            return replace(command, salts=self.keeper.salts(self.state, command.faces) or None)
        if isinstance(command, Perform) and command.step == "dealer-cut":
            depth = self.keeper.cut(self.state)
            if depth is not None and command.cards not in (None, depth):
                raise self._error("cards: how deep the dealer cuts a virtual shoe is drawn; leave it out")
            return command if depth is None else replace(command, cards=depth)
        return command

    # ---------------------------------------------------------------- acts of the house

    def _auto(self) -> Iterator[Answer]:
        """Do everything that is due up to the next choice of a person: a cut, a wager, a squeeze, a face to enter."""
        for done, (act, came) in enumerate(drive(self, self._next, self._command)):
            if done == MOST_ACTS:
                raise self._error(f"the automatic dealer does not come to rest in {MOST_ACTS} acts")
            if isinstance(came, Refusal) and came.reason is Reason.NO_WAGERS:  # players choose now
                return
            yield Answer(self._line, came)
            if act.command is CallEntropy:  # players who pledged may reveal now
                return

    def _next(self, rules: HouseRules, state: TableState) -> Due | None:
        """Return the next act of the house, or None; only acts whose faces are known."""
        act = house(rules, state, self._next_at())
        return None if act is not None and act.command is Turn and not self.keeper.knows else act

    def _command(self, act: Due) -> AnyCommand:
        if act == self.keeper.owes(self.state, waits=False):
            return self.keeper.command(self.state, act, self.session.at)
        return filled(self.rules, self.state, act, self._next_at(), filling(self.keeper))

    # ---------------------------------------------------------------- acts of the source of cards

    def _publish(self) -> Iterator[Answer]:
        """Publish what is due, without time passing; pledged entropy that is not revealed yet is waited for."""
        while owed := self.keeper.owes(self.state):
            yield Answer(self._line, self.do(self.keeper.command(self.state, owed, self.session.at)))

    # ---------------------------------------------------------------- table

    @property
    def rules(self) -> HouseRules:
        """The house rules of the table."""
        return self.session.rules

    @property
    def state(self) -> TableState:
        """The current state of the table."""
        return self.session.state

    def do(self, command: AnyCommand) -> Accepted | Refusal:
        """Give the table a command, and let the source of the cards follow its events."""
        before = self.state
        try:
            came = self.session.do(command)
            if isinstance(came, Accepted) and not came.again:
                self.keeper.see(before, came.events)
        except (NoMoreCards, FairError, Overdrawn) as error:
            raise self._error(str(error)) from None
        return came

    def _next_at(self) -> int:
        at = self.session.at + SECOND
        if at > LATEST:
            raise self._error("at: there is no more time")
        return at

    def _error(self, words: str) -> TranscriptError:
        return TranscriptError(self._line, words)
