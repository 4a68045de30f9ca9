"""Driving a table: one loop, a policy that chooses among what is due, and a way to fill the holes.

The headless table, the automatic dealer, practice tables and scenarios differ in their policies and in where faces come
from, not in how they act: all of them give commands that ``due`` listed, and ``decide`` decides each of them. Where a
document requires different people, as for three dealers who shuffle, the house acts under several names: ``house``,
``house-2``, ``house-3``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol, TypeVar

from punto.houserules import HouseRules
from punto.roles import Role
from punto.table.commands import AnyCommand, Deal, Perform
from punto.table.due import course, due
from punto.table.holes import Amount, AnyHole, Choice, Depth, Due, Faces, Hex, Salts, Why
from punto.table.interruptions import interruption_due
from punto.table.refusals import Refusal
from punto.table.seating import DECLINING
from punto.table.state import TableState
from punto.table.trouble import in_trouble
from punto.table.who import somebody_else

WHO = "house"
UNSEEN = "?"  # a face that the keeper of the cards adds
DEALERS = frozenset({Role.DEALER, Role.FLOOR, Role.SYSTEM})
# Of several steps that are due, these are made last: they can be repeated without end, or wait for a person.
LAST = ("riffle", "turn", "strip", "plug", "shuffle")
SHY = frozenset({*DECLINING, "name-dealer", "pass-shoe"})  # what people do only if they say so

Policy = Callable[[HouseRules, TableState], Due | None]
Fill = Callable[[TableState, AnyHole], Any]
Answer_co = TypeVar("Answer_co", covariant=True)


class Playable(Protocol[Answer_co]):
    """A table that takes commands, and answers."""

    @property
    def rules(self) -> HouseRules:
        """Its house rules."""

    @property
    def state(self) -> TableState:
        """As it stands."""

    def do(self, command: AnyCommand) -> Answer_co | Refusal:
        """Take a command."""


def drive(
    table: Playable[Answer_co], policy: Policy, fill: Callable[[Due], AnyCommand]
) -> Iterator[tuple[Due, Answer_co | Refusal]]:
    """Do what a policy chooses, act by act, until it chooses nothing or is refused."""
    while (act := policy(table.rules, table.state)) is not None:
        answer = table.do(fill(act))
        yield act, answer
        if isinstance(answer, Refusal):
            return


# ---------------------------------------------------------------- policies


def house(rules: HouseRules, state: TableState, at: int | None = None) -> Due | None:
    """Choose what the house must do next; nothing where a person must, or where only wagers are due.

    Where the time is given, cards that are too old are changed, and those of an idle table come out of the shoe.
    """
    timely = interruption_due(rules, state, at) if at is not None else ""
    if timely:
        act = next((act for act in due(rules, state) if act.step == timely), None)
        if act is not None:
            return act
    now = course(rules, state)
    if state.cover == "in" and state.left <= state.cover_depth:  # it lies on top, or was drawn past in error
        cover = next((act for act in now if act.step == "set-aside-cover"), None)
        if cover and any(act.command is Deal and act.must for act in now):
            return cover
    acts = [act for act in now if act.must]
    for act in acts:
        if act.by not in DEALERS or (act.by is Role.FLOOR and in_trouble(state)):  # a floorperson decides
            return None
    return min(acts, key=lambda act: _lateness(state, act)) if len(acts) > 1 else acts[0] if acts else None


def _lateness(state: TableState, act: Due) -> tuple[bool, int]:
    return (act.step in state.done, LAST.index(act.step)) if act.step in LAST else (False, 0)


def person(rules: HouseRules, state: TableState) -> Due | None:
    """Choose what a person who is waited for usually does: accepts, cuts, turns, takes the payout."""
    acts = (act for act in course(rules, state) if act.must and act.by not in DEALERS)
    return next((act for act in acts if act.step not in SHY), None)


# ---------------------------------------------------------------- filling


def actor(state: TableState, act: Due) -> str:
    """Return who at a seat does an act: its player, or the holder of the shoe; "" where it is the house's."""
    if act.by is Role.PLAYER:
        return state.seated.get(act.seat or 0, "")
    return state.seated.get(state.curator or 0, "") if act.by is Role.CURATOR else ""


def filled(rules: HouseRules, state: TableState, act: Due, at: int, fill: Fill, ident: str = "auto") -> AnyCommand:
    """Return the command of the house, or of the person whose act it is, with its holes filled."""
    by, who = act.by, ""
    if by is Role.PLAYER or by is Role.CURATOR:
        who = actor(state, act)
    if not who:
        who = somebody_else(rules, state, act.step, WHO) if act.command is Perform else WHO
    holes = {name: fill(state, hole) for name, hole in act.holes} if act.holes else {}
    return act.fill(f"{ident}-{state.version}", who, at, state.coup, **holes)


def usual(state: TableState, hole: AnyHole) -> Any:
    """Fill a hole in the usual way: the usual depth, the least amount, the first choice; the keeper adds the cards."""
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
