"""What a table knows of a virtual shoe: what was published of it, and from which position of its list each card came.

All of it is public. The seed is not here, nor any face that nobody has seen; with the seed, which its keeper has from
the vault, all cards follow from it. So a keeper needs no memory: the next card is a function of seed and state.

A *stack* is what one seed shuffles: a whole shoe, or the cards for one coup of a continuous one. Its seed is owed from
the moment it is over, and is shown when none of its cards lies on the table any more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from punto.table import events as e
from punto.table import trail

if TYPE_CHECKING:
    from punto.table.state import TableState

Drawn = tuple[int, int]  # a card of a stack: its coup (0 where the stack is a whole shoe) and its position
CUT_MADE = ("place-cut", "dealer-cut")
EVENTS = (
    e.ShoeCommitted,
    e.EntropyPledged,
    e.EntropyCalled,
    e.EntropyRevealed,
    e.CardsListed,
    e.SeedRevealed,
)


class Stack(msgspec.Struct, frozen=True):
    """What was published of cards that are shuffled together."""

    shoe: int
    coup: int
    again: int
    size: int
    commitment: str
    out: tuple[Drawn, ...] = ()  # cards that lay on the table and were not shuffled
    pledges: dict[str, str] = {}  # by player
    called: bool = False  # the pledges are closed
    entropy: dict[str, str] = {}  # of those who revealed
    hashes: tuple[str, ...] = ()
    cut: int = 0  # all cuts together
    drawn: int = 0

    @property
    def silent(self) -> tuple[str, ...]:
        """Who pledged, and has not revealed."""
        return tuple(sorted(self.pledges.keys() - self.entropy.keys()))

    @property
    def next(self) -> Drawn:
        """The card that leaves the shoe next."""
        return self.coup, (self.cut + self.drawn) % self.size


class Fair(msgspec.Struct, frozen=True):
    """The stack that is played, those whose seed is owed, and where their cards lie."""

    stack: Stack | None = None
    owed: tuple[Stack, ...] = ()
    again: int = 0  # stacks of the shoe to come that were given up
    at: dict[str, Drawn] = {}
    kept: tuple[Drawn, ...] = ()

    @property
    def due(self) -> Stack | None:
        """The stack whose seed is to be shown now: the oldest one, once all its cards are off the table."""
        if not self.owed:
            return None
        oldest = self.owed[0]
        lying = any(coup == oldest.coup for coup, _ in (*self.kept, *self.at.values()))
        return None if lying else oldest

    def stack_of(self, coup: int) -> Stack:
        """Return the stack that a card on the table belongs to."""
        stacks = [*([self.stack] if self.stack else []), *reversed(self.owed)]
        return next(stack for stack in stacks if stack.coup == coup)


def followed(before: TableState, event: e.AnyEvent, after: TableState, fair: Fair) -> Fair:
    """Return what is known of the shoe after an event."""
    change = _CHANGES.get(type(event))
    return fair if change is None else change(before, event, after, fair)


# ---------------------------------------------------------------- what is published


def _committed(before: TableState, event: e.ShoeCommitted, after: TableState, fair: Fair) -> Fair:
    size = before.cards - len(fair.kept)
    stack = Stack(event.shoe, event.coup, event.again, size, event.commitment, fair.kept)
    return replace(fair, stack=stack)


def _pledged(before: TableState, event: e.EntropyPledged, after: TableState, fair: Fair) -> Fair:
    return _with(fair, pledges=lambda stack: {**stack.pledges, event.who: event.hash})


def _called(before: TableState, event: e.EntropyCalled, after: TableState, fair: Fair) -> Fair:
    return _with(fair, called=lambda stack: True)


def _revealed(before: TableState, event: e.EntropyRevealed, after: TableState, fair: Fair) -> Fair:
    return _with(fair, entropy=lambda stack: {**stack.entropy, event.who: event.entropy})


def _listed(before: TableState, event: e.CardsListed, after: TableState, fair: Fair) -> Fair:
    return _with(fair, hashes=lambda stack: event.hashes)


def _shown(before: TableState, event: e.SeedRevealed, after: TableState, fair: Fair) -> Fair:
    return replace(fair, owed=fair.owed[1:])


def _with(fair: Fair, **changes: Callable[[Stack], Any]) -> Fair:
    if fair.stack is None:
        return fair
    return replace(fair, stack=replace(fair.stack, **{name: change(fair.stack) for name, change in changes.items()}))


# ---------------------------------------------------------------- where the cards are


def _stepped(before: TableState, event: e.StepPerformed, after: TableState, fair: Fair) -> Fair:
    """A cut turns the stack; a shuffle that the floor directs gives up one that is listed and not dealt from."""
    if event.step in CUT_MADE:
        return _with(fair, cut=lambda stack: stack.cut + (event.cards or 0))
    if event.step == "order-shuffle" and fair.stack is not None and fair.stack.hashes:
        return replace(_over(fair), again=fair.again + 1)
    return _moved(before, event, after, fair)


def _dealt(before: TableState, event: e.CardDealt, after: TableState, fair: Fair) -> Fair:
    moved = _moved(before, event, after, fair)
    return moved if event.carried else _with(moved, drawn=lambda stack: stack.drawn + 1)


def _coup_over(before: TableState, event: e.CoupEnded | e.CoupVoided, after: TableState, fair: Fair) -> Fair:
    moved = _moved(before, event, after, fair)
    return _over(moved) if before.continuous else moved


def _shoe_over(before: TableState, event: e.ShoeEnded, after: TableState, fair: Fair) -> Fair:
    """Every card that still lies on the table is open by then, so that none of the old list is asked for any more."""
    return replace(_over(fair), at={}, kept=(), again=0)


def _over(fair: Fair) -> Fair:
    return replace(fair, stack=None, owed=(*fair.owed, fair.stack)) if fair.stack is not None else fair


def _moved(before: TableState, event: e.AnyEvent, after: TableState, fair: Fair) -> Fair:
    trailed = trail.followed(before, event, after, trail.Trail(fair.at, fair.kept), lambda: _next(fair))
    if trailed.at is fair.at and trailed.kept is fair.kept:
        return fair
    return replace(fair, at=dict(trailed.at), kept=trailed.kept)


def _next(fair: Fair) -> Drawn:
    if fair.stack is None:
        raise ValueError("a card is dealt from a virtual shoe that nobody has committed to")
    return fair.stack.next


_CHANGES: dict[type, Callable[[Any, Any, Any, Fair], Fair]] = {
    e.ShoeCommitted: _committed,
    e.EntropyPledged: _pledged,
    e.EntropyCalled: _called,
    e.EntropyRevealed: _revealed,
    e.CardsListed: _listed,
    e.SeedRevealed: _shown,
    e.StepPerformed: _stepped,
    e.CardDealt: _dealt,
    e.CardTakenBack: _moved,
    e.CoupEnded: _coup_over,
    e.CoupVoided: _coup_over,
    e.ShoeEnded: _shoe_over,
}
