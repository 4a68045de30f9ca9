"""What follows when somebody does not answer: no seat can hold up a table for ever.

Where the document gives the dealer a remedy, that is used: the right to turn a hand is taken for delay (ma-mini 8(d)),
and House Money of which nothing was said is settled as taken (ma-mini 8(c)(3)). An offer that is not answered counts as
declined, as it does when the seat is left. What then remains is the holder's to do and cannot be declined, a card to
deal or a cut to make again: the house does it in the seat's name. Such commands carry an id that begins with ``lapse-``
(nobody else may use one), so that the log says which acts a person did not make.
"""

from __future__ import annotations

from collections.abc import Iterator

from punto.houserules import HouseRules
from punto.log import duties
from punto.log.faces import Keeper, filling
from punto.roles import Role
from punto.table import Due, TableState
from punto.table.commands import AnyCommand
from punto.table.drive import DEALERS, Fill, filled
from punto.table.due import course
from punto.table.holes import Why
from punto.table.seating import DECLINING

PREFIX = duties.LAPSE
DELAY = "delay"  # what the documents call it


def awaited(rules: HouseRules, state: TableState) -> tuple[Due, ...]:
    """Return what a person, and nobody of the house, must do now."""
    return tuple(act for act in course(rules, state) if act.must and act.by not in DEALERS)


def lapsed(rules: HouseRules, state: TableState, keeper: Keeper, at: int) -> AnyCommand:
    """Return the command that goes on without the person who is awaited."""
    return filled(rules, state, next(_ways(rules, state)), at, _late(filling(keeper)), PREFIX.rstrip("-"))


def _late(fill: Fill) -> Fill:
    """Give delay as the cause of an order; all other holes are filled as usual."""
    return lambda state, hole: DELAY if isinstance(hole, Why) else fill(state, hole)


def _ways(rules: HouseRules, state: TableState) -> Iterator[Due]:
    """Return the ways to go on, the best first."""
    acts, people = course(rules, state), awaited(rules, state)
    yield from (act for act in acts if act.step == "order-give-up" and act.by is Role.DEALER)
    yield from (
        act for act in acts if act.must and act.by in DEALERS and act.command in {one.command for one in people}
    )
    yield from (act for act in people if act.step in DECLINING)
    yield from people
