"""Driving a table: one loop, a policy that chooses among the due acts, and a way to fill their holes.

The headless table, the automatic dealer, practice tables and scenarios differ in their policies and sources of cards.
All of them give commands that ``due`` listed, and ``decide`` decides each. Where a document requires different people,
as for three dealers who shuffle, the house acts under several names: ``house``, ``house-2``, ``house-3``.

``wagers`` and ``proceed`` combine several acts in one command. With a human dealer every act is a command of its own.
Without one, a coup is three or four commands: bets are closed and four cards dealt; they are turned; third cards are
turned, and with the last of them the result is announced, wagers are settled and the cards cleared. The events are the
same as those of the single acts, and each act is decided in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, Protocol, TypeVar

from msgspec.structs import replace

from punto.core.roles import CURATOR, DEALER, FLOOR, PLAYER, SYSTEM
from punto.rules.house_rules import HouseRules
from punto.table.authorization import not_on_duty, not_the_role, others, somebody_else
from punto.table.commands import (
    AnyCommand,
    AssignFloor,
    CollectVigorish,
    Deal,
    HouseMoney,
    Perform,
    Proceed,
    Reason,
    Refusal,
    SignOn,
    Turn,
)
from punto.table.due import due, due_now
from punto.table.events import AnyEvent, CoupSettled, StepPerformed
from punto.table.holes import Amount, AnyHole, Choice, Depth, Due, Faces, Hex, Salts, Why
from punto.table.interruptions import interruption_due
from punto.table.irregularities import in_trouble
from punto.table.phases import BETTING
from punto.table.posts import not_at_post
from punto.table.seating import DECLINING
from punto.table.settlement import END_ROUND
from punto.table.state import Draft, Outcome, TableState

WHO = "house"
UNSEEN = "?"  # a face that the source of the cards supplies
DEALERS = frozenset({DEALER, FLOOR, SYSTEM})
# Of several steps that are due, those made already are made last: they can be repeated without end. Then come these.
LAST = ("riffle", "turn", "strip", "plug", "shuffle")
SHY = frozenset({*DECLINING, "name-dealer", "pass-shoe"})  # people do these only if they say so

Policy = Callable[[HouseRules, TableState], Due | None]
Fill = Callable[[TableState, AnyHole], Any]
Answer_co = TypeVar("Answer_co", covariant=True)


class Playable(Protocol[Answer_co]):
    """A table that accepts commands and returns an answer or a refusal."""

    @property
    def rules(self) -> HouseRules:
        """The house rules."""

    @property
    def state(self) -> TableState:
        """The current state."""

    def do(self, command: AnyCommand) -> Answer_co | Refusal:
        """Carry out a command, or refuse it."""


def drive(
    table: Playable[Answer_co], policy: Policy, fill: Callable[[Due], AnyCommand]
) -> Iterator[tuple[Due, Answer_co | Refusal]]:
    """Do what a policy chooses, act by act, until it returns None or an act is refused."""
    while (act := policy(table.rules, table.state)) is not None:
        answer = table.do(fill(act))
        yield act, answer
        if isinstance(answer, Refusal):
            return


# ---------------------------------------------------------------- policies


def house(
    rules: HouseRules, state: TableState, at: int | None = None, now: tuple[Due, ...] | None = None
) -> Due | None:
    """Return what the house must do next; None if a person must act, or if only wagers are due.

    If the time is given, cards that are too old are changed, and those of an idle table are taken out of the shoe.
    ``now`` is what play waits for, if that is known.
    """
    timely = interruption_due(rules, state, at) if at is not None else ""
    if timely:
        act = next((act for act in due(rules, state) if act.step == timely), None)
        if act is not None:
            return act
    now = due_now(rules, state) if now is None else now
    acts = [act for act in now if act.must]
    if state.cover == "in" and state.left <= state.cover_depth:  # it is on top, or was passed by a card drawn in error
        cover = next((act for act in now if act.step == "set-aside-cover"), None)
        if cover and any(act.command is Deal for act in acts):
            return cover
    for act in acts:
        if act.by not in DEALERS or (act.by is FLOOR and in_trouble(state)):  # a floorperson decides
            return None
    if len(acts) == 1:
        return acts[0]
    return min(acts, key=lambda act: _lateness(state, act)) if acts else None


def _lateness(state: TableState, act: Due) -> tuple[bool, int]:
    return act.step in state.done, LAST.index(act.step) if act.step in LAST else 0


def person(rules: HouseRules, state: TableState, now: tuple[Due, ...] | None = None) -> Due | None:
    """Return the usual act of the person whom the table waits for: accept, cut, turn, take the payout; or None."""
    now = due_now(rules, state) if now is None else now
    acts = (act for act in now if act.must and act.by not in DEALERS)
    return next((act for act in acts if act.step not in SHY), None)


# ---------------------------------------------------------------- filling holes


def actor(state: TableState, act: Due) -> str:
    """Return the name of the player who does an act, or of the holder of the shoe; "" if the house does it."""
    if act.by is PLAYER:
        return state.seated.get(act.seat or 0, "")
    return state.seated.get(state.curator or 0, "") if act.by is CURATOR else ""


def filled(rules: HouseRules, state: TableState, act: Due, at: int, fill: Fill, ident: str = "auto") -> AnyCommand:
    """Return the command for an act, with its holes filled, under the name of the house or of the person."""
    holes = {name: fill(state, hole) for name, hole in act.holes} if act.holes else {}
    command = act.fill(f"{ident}-{state.version}", _name(rules, state, act), at, state.coup, **holes)
    return posted(rules, state, command) if state.posted and act.by in DEALERS else command


def posted(rules: HouseRules, state: TableState, command: AnyCommand) -> AnyCommand:
    """Return a command of the house under the name of a person whose post permits it; a new name for a new post."""
    fresh = next(name for n in count(1) if (name := WHO if n == 1 else f"{WHO}-{n}") not in state.posts)
    if isinstance(command, SignOn | AssignFloor):
        return replace(command, who=fresh)
    taken = others(rules, state, command.step) if isinstance(command, Perform) else ()
    for who in (command.who, *state.posts, fresh):
        one = replace(command, who=who)
        if who not in taken and not_at_post(rules, state, one) is None and not_on_duty(rules, state, one) is None:
            return one
    return command


def _name(rules: HouseRules, state: TableState, act: Due) -> str:
    """Return the name under which an act is done: of its player, or of the house."""
    who = "" if act.by in DEALERS else actor(state, act)
    if who or not state.made_by:
        return who or WHO
    return somebody_else(rules, state, act.step, WHO) if act.command is Perform else WHO


def usual(state: TableState, hole: AnyHole) -> Any:
    """Return the usual value of a hole: usual depth, minimum, first choice; the source of the cards adds faces."""
    match hole:
        case Faces(places=places):
            return dict.fromkeys(places, UNSEEN)
        case Depth(usual=depth):
            return depth
        case Amount(least=least):
            return least
        case Choice(of=of) | Why(of=of):
            return of[0]
        case Salts() | Hex():
            return None


# ---------------------------------------------------------------- beats of the automatic dealer

# With a human dealer, every act is a command of its own. At an automatic table, a coup has three or four beats: bets
# are closed and four cards dealt; they are turned; one or two third cards are turned; and with the last of these the
# result is announced, wagers are collected and paid, and the cards cleared. A beat makes act after act.

_HOUSE = frozenset({Perform, Deal, Turn, HouseMoney, CollectVigorish})


Make = Callable[[HouseRules, TableState, Due, Any], tuple[AnyEvent, ...] | Refusal]


def proceed(
    rules: HouseRules, state: TableState, command: Proceed, waits: tuple[Due, ...], make: Make
) -> Outcome | Refusal:
    """Do what play waits for and everything that follows from it; refuse if the first act is refused."""
    refusal = not_the_role(command, SYSTEM)
    if refusal is None and state.posted:
        refusal = Refusal(Reason.WRONG_POST, detail={"posts": "every act is a person's"})
    if refusal:
        return refusal
    draft, made, coup, fill = Draft.of(state), list[AnyEvent](), state.coup, _filling(command)
    now: tuple[Due, ...] | None = waits
    while (act := _known(house(rules, draft, command.at, now), command)) is not None:
        came = make(rules, draft, act, filled(rules, draft, act, command.at, fill))
        if isinstance(came, Refusal):
            refusal = came
            break
        for event in came:
            draft.follow(event)
        made += came
        if rests(draft, coup, came[-1]):
            now = None
            break
        now = due_now(rules, draft)
    if made:
        return Outcome(tuple(made), draft.frozen(), now)
    return refusal or Refusal(Reason.STEP_NOT_DUE, detail={"due": _waits_for(rules, draft)})


def _known(act: Due | None, command: Proceed) -> Due | None:
    """Return an act of the house; None if it needs an unknown face or the virtual shoe service."""
    if act is None or act.command not in _HOUSE:
        return None
    for _, hole in act.holes:
        unknown = isinstance(hole, Faces) and not command.faces.keys() >= {*hole.places}
        if unknown or (isinstance(hole, Depth) and hole.by_keeper):
            return None
    return act


def _filling(command: Proceed) -> Fill:
    """Return a function that fills holes from the faces and salts of a command."""
    faces, salts = command.faces, command.salts

    def fill(state: TableState, hole: AnyHole) -> Any:
        if isinstance(hole, Faces):
            return {place: faces[place] for place in hole.places}
        if isinstance(hole, Salts) and salts is not None:
            return {place: salts.get(place, "") for place in hole.places}
        return usual(state, hole)

    return fill


def rests(state: TableState, coup: int, last: AnyEvent) -> bool:
    """Return whether to stop here: the coup is over, wagers may be made, or the meters must answer first.

    When play continues is a matter of pace, not of what is due.
    """
    if state.coup != coup or (state.phase is BETTING and not state.done):
        return True
    if not (state.progressive and state.royals):
        return False
    return isinstance(last, CoupSettled) or (isinstance(last, StepPerformed) and last.step == END_ROUND)


def _waits_for(rules: HouseRules, state: TableState) -> str:
    return ", ".join(str(act) for act in due_now(rules, state) if act.must)
