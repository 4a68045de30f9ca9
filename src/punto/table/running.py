"""Several acts in one command: the wagers of a seat, and the beats of the automatic dealer.

Where a person deals, every act is a command of its own. Where none does, a coup has three or four beats: bets are
closed and four cards dealt; they are turned; a third card is turned, and perhaps another; and with the last of these
the result is announced, wagers are collected and paid, and the cards cleared. What happens is the same, act by act, and
is decided in the same way: a run is nothing but its acts, one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from punto.houserules import HouseRules
from punto.roles import Role
from punto.table.commands import AnyCommand, CollectVigorish, Deal, HouseMoney, Perform, Proceed, Turn, Wager, Wagers
from punto.table.drive import drive, filled, house, usual
from punto.table.due import course
from punto.table.events import AnyEvent, CoupSettled, StepPerformed
from punto.table.holes import AnyHole, Depth, Due, Faces, Salts
from punto.table.phases import Phase
from punto.table.refusals import Reason, Refusal
from punto.table.rounds import END_ROUND
from punto.table.state import TableState, evolve
from punto.table.who import not_the_role

_HOUSE = frozenset({Perform, Deal, Turn, HouseMoney, CollectVigorish})
Decide = Callable[[HouseRules, TableState, AnyCommand], tuple[AnyEvent, ...] | Refusal]


class Outcome(NamedTuple):
    """What a command brings, and what the table has come to by it."""

    events: tuple[AnyEvent, ...]
    state: TableState


def after(state: TableState, events: Iterable[AnyEvent]) -> TableState:
    """Return the state after some events."""
    for event in events:
        state = evolve(state, event)
    return state


def wagers(rules: HouseRules, state: TableState, command: Wagers, decide: Decide) -> Outcome | Refusal:
    """Make all wagers that a seat names, in its order, or none."""
    if not command.stakes:
        return Refusal(Reason.NO_WAGERS, rules.rulebook.section("wager.means"))
    made: list[AnyEvent] = []
    for key, cents in command.stakes.items():
        one = Wager(
            id=command.id, by=command.by, who=command.who, at=command.at, seat=command.seat, wager=key, cents=cents
        )
        decision = decide(rules, state, one)
        if isinstance(decision, Refusal):
            return decision
        made += decision
        state = after(state, decision)
    return Outcome(tuple(made), state)


class _Beat:
    """A table in the middle of a beat, and what its command brings: faces of cards that are turned, and their salts."""

    def __init__(self, rules: HouseRules, state: TableState, command: Proceed, decide: Decide) -> None:
        self.rules, self.state, self._command, self._decide = rules, state, command, decide

    def do(self, command: AnyCommand) -> tuple[AnyEvent, ...] | Refusal:
        """Decide a command, and go on from what it brings."""
        decision = self._decide(self.rules, self.state, command)
        if not isinstance(decision, Refusal):
            self.state = after(self.state, decision)
        return decision

    def choose(self, rules: HouseRules, state: TableState) -> Due | None:
        """Choose what the house does next, unless a face is not known or the keeper of a virtual shoe must act."""
        act = house(rules, state, self._command.at)
        if act is None or act.command not in _HOUSE:
            return None
        if act.holes and not all(self._known(hole) for _, hole in act.holes):
            return None
        return act

    def _known(self, hole: AnyHole) -> bool:
        if isinstance(hole, Faces):
            return all(place in self._command.faces for place in hole.places)
        return not (isinstance(hole, Depth) and hole.by_keeper)

    def command(self, act: Due) -> AnyCommand:
        """Return the command that does an act."""
        return filled(self.rules, self.state, act, self._command.at, self._fill)

    def _fill(self, state: TableState, hole: AnyHole) -> Any:
        faces, salts = self._command.faces, self._command.salts
        if isinstance(hole, Faces):
            return {place: faces[place] for place in hole.places}
        if isinstance(hole, Salts) and salts is not None:
            return {place: salts.get(place, "") for place in hole.places}
        return usual(state, hole)


def beat(rules: HouseRules, state: TableState, command: Proceed, decide: Decide) -> Outcome | Refusal:
    """Do what is due and all that follows from it; refuse where the first of it cannot be done."""
    refusal = not_the_role(command, Role.SYSTEM)
    if refusal:
        return refusal
    table, made, coup = _Beat(rules, state, command, decide), list[AnyEvent](), state.coup
    for _, came in drive(table, table.choose, table.command):
        if isinstance(came, Refusal):
            refusal = came
            break
        made += came
        if made and rests(table.state, coup, made[-1]):
            break
    if made:
        return Outcome(tuple(made), table.state)
    return refusal or Refusal(Reason.STEP_NOT_DUE, detail={"due": _waits_for(rules, table.state)})


def rests(state: TableState, coup: int, last: AnyEvent) -> bool:
    """Say whether a beat is over: the coup is, or wagers may be made, or meters have to answer first.

    When it goes on is a matter of pace, not of what is due.
    """
    if state.coup != coup or (state.phase is Phase.BETTING and not state.done):
        return True
    if not (state.progressive and state.royals):
        return False
    return isinstance(last, CoupSettled) or (isinstance(last, StepPerformed) and last.step == END_ROUND)


def _waits_for(rules: HouseRules, state: TableState) -> str:
    return ", ".join(str(act) for act in course(rules, state) if act.must)
