"""Several acts in one command: the wagers of a seat, and the beats of the automatic dealer.

Where a person deals, every act is a command of its own. Where none does, a coup has three or four beats: bets are
closed and four cards dealt; they are turned; a third card is turned, and perhaps another; and with the last of these
the result is announced, wagers are collected and paid, and the cards cleared. What happens is the same, act by act, and
is decided in the same way: a run is nothing but its acts, one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from msgspec.structs import replace

from punto.houserules import HouseRules
from punto.roles import Role
from punto.table.automatic import Shoe, command_for, next_act
from punto.table.commands import AnyCommand, Proceed, Turn, Wager, Wagers
from punto.table.events import AnyEvent, CoupSettled, StepPerformed
from punto.table.expected import Expected, course
from punto.table.phases import Phase
from punto.table.refusals import Reason, Refusal
from punto.table.rounds import END_ROUND
from punto.table.state import TableState, evolve
from punto.table.who import not_the_role

_HOUSE = frozenset({"perform", "deal", "house-money", "collect-vigorish"})
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


def beat(rules: HouseRules, state: TableState, command: Proceed, decide: Decide) -> Outcome | Refusal:
    """Do what is due and all that follows from it; refuse where the first of it cannot be done."""
    refusal = not_the_role(command, Role.SYSTEM)
    if refusal:
        return refusal
    shoe, made, coup = Shown(command.faces), list[AnyEvent](), state.coup
    while not (made and rests(state, coup, made[-1])):
        done = _next_done(rules, state, command, shoe, decide)
        if isinstance(done, Refusal):
            refusal = done
            break
        made += done
        state = after(state, done)
    return Outcome(tuple(made), state) if made or refusal is None else refusal


def _next_done(
    rules: HouseRules, state: TableState, command: Proceed, shoe: Shown, decide: Decide
) -> tuple[AnyEvent, ...] | Refusal:
    """Do the next thing that is due, or say why a beat ends before it."""
    act = next_act(rules, state, command.at)
    if act is None or not _in_the_beat(state, act, shoe):
        return Refusal(Reason.STEP_NOT_DUE, detail={"due": _waits_for(rules, state)})
    one = command_for(rules, state, act, shoe, command.at)
    if isinstance(one, Turn) and command.salts is not None:
        one = replace(one, salts={place: command.salts.get(place, "") for place in one.faces})
    return decide(rules, state, one)


def rests(state: TableState, coup: int, last: AnyEvent) -> bool:
    """Say whether a beat is over: the coup is, or wagers may be made, or meters have to answer first.

    When it goes on is a matter of pace, not of what is due.
    """
    if state.coup != coup or (state.phase is Phase.BETTING and not state.done):
        return True
    if not (state.progressive and state.royals):
        return False
    return isinstance(last, CoupSettled) or (isinstance(last, StepPerformed) and last.step == END_ROUND)


def _in_the_beat(state: TableState, act: Expected, shoe: Shown) -> bool:
    """Say whether an act needs nobody else: no face that is not known, and nothing of the keeper of a virtual shoe."""
    if act.do == "turn":
        return shoe.shows(act.what)
    return act.do in _HOUSE and not (state.fair is not None and act.what == "dealer-cut")


def _waits_for(rules: HouseRules, state: TableState) -> str:
    return ", ".join(f"{act.do} {act.what}".strip() for act in course(rules, state) if act.must)


class Shown(Shoe):
    """A shoe of which some faces are known; whoever keeps its cards takes them when they are dealt."""

    def __init__(self, faces: dict[str, str]) -> None:
        super().__init__(iter(()))
        self.faces = faces

    def shows(self, places: str) -> bool:
        """Say whether all faces at some places are known."""
        return all(place in self.faces for place in places.split())

    def dealt(self, place: str) -> None:
        """Leave the card to its keeper."""

    moved = keep = dealt

    def turned(self, places: Iterable[str]) -> dict[str, str]:
        """Show the faces of cards that were dealt."""
        return {place: self.faces[place] for place in places}
