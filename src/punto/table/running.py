"""Several acts in one command: the wagers of a seat, and the beats of the automatic dealer.

Where a person deals, every act is a command of its own. Where none does, a coup has three or four beats: bets are
closed and four cards dealt; they are turned; a third card is turned, and perhaps another; and with the last of these
the result is announced, wagers are collected and paid, and the cards cleared. What happens is the same, act by act, and
is decided in the same way: a run is nothing but its acts, one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
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

_HOUSE = frozenset({Perform, Deal, HouseMoney, CollectVigorish})
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
    """A table in the middle of a beat."""

    def __init__(self, rules: HouseRules, state: TableState, decide: Decide) -> None:
        self.rules, self.state, self._decide = rules, state, decide

    def do(self, command: AnyCommand) -> tuple[AnyEvent, ...] | Refusal:
        """Decide a command, and go on from what it brings."""
        decision = self._decide(self.rules, self.state, command)
        if not isinstance(decision, Refusal):
            self.state = after(self.state, decision)
        return decision


def beat(rules: HouseRules, state: TableState, command: Proceed, decide: Decide) -> Outcome | Refusal:
    """Do what is due and all that follows from it; refuse where the first of it cannot be done."""
    refusal = not_the_role(command, Role.SYSTEM)
    if refusal:
        return refusal
    table, made, coup = _Beat(rules, state, decide), list[AnyEvent](), state.coup
    fill = partial(_fill, command)
    acted = drive(table, partial(_next, command), lambda act: filled(rules, table.state, act, command.at, fill))
    for _, came in acted:
        if isinstance(came, Refusal):
            refusal = came
            break
        made += came
        if rests(table.state, coup, made[-1]):
            break
    else:
        refusal = Refusal(Reason.STEP_NOT_DUE, detail={"due": _waits_for(rules, table.state)})
    return Outcome(tuple(made), table.state) if made or refusal is None else refusal


def _next(command: Proceed, rules: HouseRules, state: TableState) -> Due | None:
    """Choose what the house does next in a beat, if it needs no one else for it."""
    act = house(rules, state, command.at)
    return act if act is not None and _in_the_beat(act, command) else None


def _fill(command: Proceed, state: TableState, hole: AnyHole) -> Any:
    """Fill the holes of a beat from its command: the faces of cards that are turned on the way, and their salts."""
    if isinstance(hole, Faces):
        return {place: command.faces[place] for place in hole.places}
    if isinstance(hole, Salts) and command.salts is not None:
        return {place: command.salts.get(place, "") for place in hole.places}
    return usual(state, hole)


def rests(state: TableState, coup: int, last: AnyEvent) -> bool:
    """Say whether a beat is over: the coup is, or wagers may be made, or meters have to answer first.

    When it goes on is a matter of pace, not of what is due.
    """
    if state.coup != coup or (state.phase is Phase.BETTING and not state.done):
        return True
    if not (state.progressive and state.royals):
        return False
    return isinstance(last, CoupSettled) or (isinstance(last, StepPerformed) and last.step == END_ROUND)


def _in_the_beat(act: Due, command: Proceed) -> bool:
    """Say whether an act needs no one else: no face that is not known, and nothing of the keeper of a virtual shoe."""
    if act.command is Turn:
        return all(place in command.faces for place in act.places)
    return act.command in _HOUSE and not any(isinstance(hole, Depth) and hole.by_keeper for _, hole in act.holes)


def _waits_for(rules: HouseRules, state: TableState) -> str:
    return ", ".join(str(act) for act in course(rules, state) if act.must)
