"""What follows when somebody does not answer: no seat can hold up a table for ever.

Where the document gives the dealer a remedy, that is used: the right to turn a hand is taken for delay (ma-mini 8(d)),
and House Money of which nothing was said is settled as taken (ma-mini 8(c)(3)). An offer that is not answered counts as
declined, as it does when the seat is left. What then remains is the holder's to do and cannot be declined, a card to
deal or a cut to make again: the house does it in the seat's name. Such commands carry an id that begins with ``lapse-``
(nobody else may use one), so that the log says which acts a person did not make.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from punto.houserules import HouseRules
from punto.log import duties
from punto.log.faces import Keeper
from punto.roles import Role
from punto.table import Expected, TableState
from punto.table.automatic import DEALERS, command_for
from punto.table.commands import AnyCommand, Perform
from punto.table.expected import course
from punto.table.seating import DECLINING

PREFIX = duties.LAPSE
DELAY = "delay"  # what the documents call it


def awaited(rules: HouseRules, state: TableState) -> tuple[Expected, ...]:
    """Return what a person, and nobody of the house, must do now."""
    return tuple(act for act in course(rules, state) if act.must and act.by not in DEALERS)


def lapsed(rules: HouseRules, state: TableState, keeper: Keeper, at: int) -> AnyCommand:
    """Return the command that goes on without whoever is awaited."""
    act = next(_ways(rules, state))
    command = command_for(rules, state, act, keeper.shown(state), at)
    if isinstance(command, Perform) and act.what == "order-give-up":
        command = replace(command, why=DELAY)
    if isinstance(command, Perform) and act.what == "place-cut":
        command = replace(command, cards=rules.shoe.decks * 26)
    seat = state.curator if act.by is Role.CURATOR else act.seat
    who = "house" if act.by in DEALERS else state.seated.get(seat or 0, "house")
    return replace(command, id=f"{PREFIX}{state.version}", who=who, coup=state.coup)


def _ways(rules: HouseRules, state: TableState) -> Iterator[Expected]:
    """Return the ways to go on, the best first."""
    acts, people = course(rules, state), awaited(rules, state)
    yield from (act for act in acts if act.what == "order-give-up" and act.by is Role.DEALER)
    yield from (act for act in acts if act.must and act.by in DEALERS and act.do in {one.do for one in people})
    yield from (act for act in people if act.what in DECLINING)
    yield from people
