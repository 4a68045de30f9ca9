"""A table without a face: plays a transcript, line by line, and answers with events and refusals.

Everything is a function of the transcript, the submission and the seed: played twice, it writes the same log to the
byte. Time goes on by a second for every command whose line says no other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from punto.fair import FairError
from punto.log.faces import Keeper, NoMoreCards
from punto.log.session import Accepted, Session
from punto.posting import Overdrawn
from punto.table import Expected, Refusal
from punto.table.automatic import command_for, next_act
from punto.table.commands import AnyCommand, Perform, Turn
from punto.table.refusals import Reason
from punto.table.transcript import LATEST, Act, Auto, TranscriptError

SECOND = 1000
NO_CARD = "?"
MOST_ACTS = 10_000  # of the house in one go: far more than a shoe needs to be prepared


class Answer(NamedTuple):
    """What a command of a line came to."""

    line: int
    came: Accepted | Refusal


class Headless:
    """A table, its log, and a keeper of its cards."""

    def __init__(self, session: Session, keeper: Keeper) -> None:
        self.session, self.keeper = session, keeper

    def play(self, line: Act | Auto) -> Iterator[Answer]:
        """Do what a line says; the keeper of the cards publishes what is due, before it and after it."""
        yield from self._publish(line.number)
        if isinstance(line, Auto):
            yield from self._auto(line.number)
        else:
            yield self._act(line)
            yield from self._publish(line.number)

    # ---------------------------------------------------------------- a person's command

    def _act(self, line: Act) -> Answer:
        at = line.given.get("at", self._next_at(line.number))
        if at < self.session.at:
            raise TranscriptError(line.number, f"at: time does not run backwards, from {self.session.at} to {at}")
        faces = self._shown(line) if line.shown else None
        command = line.command(f"line-{line.number}", at, self.session.state.coup, faces)
        return self._do(line.number, self._kept(line.number, command))

    def _shown(self, line: Act) -> dict[str, str]:
        """Return the faces at some places; where no card lies, the table will say so."""
        if not self.keeper.knows:
            raise TranscriptError(line.number, "faces: a physical shoe shows no faces; say which cards they are")
        return dict.fromkeys(line.shown, NO_CARD) | self.keeper.faces(self.session.state, line.shown)

    def _kept(self, number: int, command: AnyCommand) -> AnyCommand:
        """Add what only the keeper knows: the salts of cards that are turned, and how deep the dealer cuts."""
        state = self.session.state
        if isinstance(command, Turn) and not command.salts:
            return replace(command, salts=self.keeper.salts(state, command.faces) or None)
        if isinstance(command, Perform) and command.step == "dealer-cut":
            depth = self.keeper.cut(state)
            if depth is not None and command.cards not in (None, depth):
                raise TranscriptError(number, "cards: how deep the dealer cuts a virtual shoe is drawn; leave it out")
            return command if depth is None else replace(command, cards=depth)
        return command

    # ---------------------------------------------------------------- the house's

    def _auto(self, number: int) -> Iterator[Answer]:
        """Do all that is due up to the next choice of a person: a cut, a wager, a squeeze, a face to key in."""
        for _ in range(MOST_ACTS):
            session, at = self.session, self._next_at(number)
            act = next_act(session.rules, session.state, at)
            if act is None or (act.do == "turn" and not self.keeper.knows):
                return
            command = self._command(number, act, at)
            answer = self._do(number, replace(command, coup=session.state.coup))
            if isinstance(answer.came, Refusal):
                if answer.came.reason is not Reason.NO_WAGERS:  # that one only says that players choose now
                    yield answer
                return
            yield answer
            if act.do == "call-entropy":  # those who pledged may reveal now
                return
        raise TranscriptError(number, f"the automatic dealer does not come to rest in {MOST_ACTS} acts")

    def _command(self, number: int, act: Expected, at: int) -> AnyCommand:
        session, state = self.session, self.session.state
        if act.do == self.keeper.owes(state, waits=False):
            return self.keeper.command(state, act.do, session.at)
        command = command_for(session.rules, state, act, self.keeper.shown(state), at)
        if isinstance(command, Perform) and command.step == "dealer-cut":
            command = replace(command, cards=None if self.keeper.cut(state) is not None else command.cards)
        return self._kept(number, command)

    # ---------------------------------------------------------------- the keeper's

    def _publish(self, number: int) -> Iterator[Answer]:
        """Let the keeper publish what is due, in no time; entropy that is still to be revealed is waited for."""
        while do := self.keeper.owes(self.session.state):
            command = self.keeper.command(self.session.state, do, self.session.at)
            yield self._do(number, replace(command, coup=self.session.state.coup))

    # ---------------------------------------------------------------- both

    def _do(self, number: int, command: AnyCommand) -> Answer:
        before = self.session.state
        try:
            came = self.session.do(command)
            if isinstance(came, Accepted) and not came.again:
                self.keeper.see(before, came.events)
        except (NoMoreCards, FairError, Overdrawn) as error:
            raise TranscriptError(number, str(error)) from None
        return Answer(number, came)

    def _next_at(self, number: int) -> int:
        at = self.session.at + SECOND
        if at > LATEST:
            raise TranscriptError(number, "at: there is no more time")
        return at
