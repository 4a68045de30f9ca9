"""Where each card lies: from the shoe to its place, into trouble and out of it, aside and on to the next coup.

The table's state says which places are taken and which faces are known. Whoever knows more of a card, its face in a
keeper's hands or its position on the list of a virtual shoe, follows it by this one rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from punto.table.changes import in_line
from punto.table.events import AnyEvent, CardDealt, CardTakenBack, CoupEnded, CoupVoided, ShoeEnded, StepPerformed

if TYPE_CHECKING:
    from punto.table.state import TableState

T = TypeVar("T")
MOVES = (CardDealt, CardTakenBack, StepPerformed, CoupEnded, CoupVoided, ShoeEnded)


class Trail(NamedTuple, Generic[T]):
    """What lies at each place, and what was kept from an irregularity to open this coup, then the next."""

    at: Mapping[str, T]
    kept: tuple[T, ...]


def followed(
    before: TableState, event: AnyEvent, after: TableState, trail: Trail[T], draw: Callable[[], T]
) -> Trail[T]:
    """Return where the cards lie after an event; a card that comes from the shoe is drawn."""
    at, kept = trail
    if isinstance(event, CardDealt):
        if not event.carried:
            return Trail({**at, event.place: draw()}, kept)
        first = 0 if before.opening else len(before.carried)  # those that wait for a hand are behind all others
        return Trail({**at, event.place: kept[first]}, (*kept[:first], *kept[first + 1 :]))
    if isinstance(event, CoupEnded | CoupVoided):  # what was to open this coup and did not waits on
        burning = before.phase == "preparing"  # a coup that waits for new cards is void while these are burned
        return Trail({place: at[place] for place in at if burning and place.startswith("burn")}, kept)
    if isinstance(event, ShoeEnded):
        return Trail(at if event.completes else {}, ())
    at = _moved(before, after, at)
    if before.trouble and _waiting(after) > _waiting(before):
        waits = after.waiting + after.later > before.waiting + before.later
        place = len(kept) if waits else _in_line(before)
        kept = (*kept[:place], at[before.trouble.place], *kept[place:])
    return Trail(at, kept)


def _moved(before: TableState, after: TableState, at: Mapping[str, T]) -> Mapping[str, T]:
    """A card may be taken from its place, into trouble; and one in trouble may find a place."""
    if before.places.keys() == after.places.keys():
        return at
    moved = dict(at)
    for left in before.places.keys() - after.places.keys():
        if after.trouble:
            moved[after.trouble.place] = moved.pop(left)
    for found in after.places.keys() - before.places.keys():
        if before.trouble:
            moved[found] = at[before.trouble.place]
    return moved


def _in_line(state: TableState) -> int:
    """Return where a card in trouble will wait among those kept: seen ones first, the others as they were drawn."""
    before, line = (state.opening, state.carried) if state.places else ((), state.opening)
    return len(before) + in_line(line, state.trouble.face if state.trouble else None)


def _waiting(state: TableState) -> int:
    """Return how many cards wait to open this coup or a later one."""
    return len(state.opening) + len(state.carried) + state.waiting + state.later
