"""Positions of the cards of a coup, and the state of the virtual shoe that they come from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from punto.table import events as e
from punto.table.events import AnyEvent, CardDealt, CardTakenBack, CoupEnded, CoupVoided, ShoeEnded, StepPerformed
from punto.table.evolve_steps import in_line

if TYPE_CHECKING:
    from punto.table.state import TableState


# ---------------------------------------------------------------- trail

# Where each card lies: from the shoe to its place, into trouble and out of it, aside and on to the next coup.
#
# The table's state says which places are taken and which faces are known. Whoever knows more of a card, its face in a
# keeper's hands or its position on the list of a virtual shoe, follows it by this one rule.

T = TypeVar("T")
MOVES = (CardDealt, CardTakenBack, StepPerformed, CoupEnded, CoupVoided, ShoeEnded)


class CardPositions(NamedTuple, Generic[T]):
    """What lies at each place, and what was kept from an irregularity to open this coup, then the next."""

    at: Mapping[str, T]
    kept: tuple[T, ...]


def follow_cards(
    before: TableState, event: AnyEvent, after: TableState, trail: CardPositions[T], draw: Callable[[], T]
) -> CardPositions[T]:
    """Return where the cards lie after an event; a card that comes from the shoe is drawn."""
    at, kept = trail
    if isinstance(event, CardDealt):
        if not event.carried:
            return CardPositions({**at, event.place: draw()}, kept)
        first = 0 if before.opening else len(before.carried)  # those that wait for a hand are behind all others
        return CardPositions({**at, event.place: kept[first]}, (*kept[:first], *kept[first + 1 :]))
    if isinstance(event, CoupEnded | CoupVoided):  # what was to open this coup and did not waits on
        burning = before.phase == "preparing"  # a coup that waits for new cards is void while these are burned
        return CardPositions({place: at[place] for place in at if burning and place.startswith("burn")}, kept)
    if isinstance(event, ShoeEnded):
        return CardPositions(at if event.completes else {}, ())
    at = _moved_places(before, after, at)
    if before.trouble and _waiting(after) > _waiting(before):
        waits = after.waiting + after.later > before.waiting + before.later
        place = len(kept) if waits else _in_line(before)
        kept = (*kept[:place], at[before.trouble.place], *kept[place:])
    return CardPositions(at, kept)


def _moved_places(before: TableState, after: TableState, at: Mapping[str, T]) -> Mapping[str, T]:
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


# ---------------------------------------------------------------- fairness

# What a table knows of a virtual shoe: what was published of it, and from which position of its list each card came.
#
# All of it is public. The seed is not here, nor any face that nobody has seen; with the seed, which its keeper has from
# the vault, all cards follow from it. So a keeper needs no memory: the next card is a function of seed and state.
#
# A *stack* is what one seed shuffles: a whole shoe, or the cards for one coup of a continuous one. Its seed is owed
# from the moment it is over, and is shown when none of its cards lies on the table any more.

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


class FairShoe(msgspec.Struct, frozen=True):
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


def follow_shoe(before: TableState, event: e.AnyEvent, after: TableState, fair: FairShoe) -> FairShoe:
    """Return what is known of the shoe after an event."""
    change = _CHANGES.get(type(event))
    return fair if change is None else change(before, event, after, fair)


# ---------------------------------------------------------------- what is published


def _committed(before: TableState, event: e.ShoeCommitted, after: TableState, fair: FairShoe) -> FairShoe:
    size = before.cards - len(fair.kept)
    stack = Stack(event.shoe, event.coup, event.again, size, event.commitment, fair.kept)
    return replace(fair, stack=stack)


def _pledged(before: TableState, event: e.EntropyPledged, after: TableState, fair: FairShoe) -> FairShoe:
    return _with(fair, pledges=lambda stack: {**stack.pledges, event.who: event.hash})


def _called(before: TableState, event: e.EntropyCalled, after: TableState, fair: FairShoe) -> FairShoe:
    return _with(fair, called=lambda stack: True)


def _revealed(before: TableState, event: e.EntropyRevealed, after: TableState, fair: FairShoe) -> FairShoe:
    return _with(fair, entropy=lambda stack: {**stack.entropy, event.who: event.entropy})


def _listed(before: TableState, event: e.CardsListed, after: TableState, fair: FairShoe) -> FairShoe:
    return _with(fair, hashes=lambda stack: event.hashes)


def _shown(before: TableState, event: e.SeedRevealed, after: TableState, fair: FairShoe) -> FairShoe:
    return replace(fair, owed=fair.owed[1:])


def _with(fair: FairShoe, **changes: Callable[[Stack], Any]) -> FairShoe:
    if fair.stack is None:
        return fair
    return replace(fair, stack=replace(fair.stack, **{name: change(fair.stack) for name, change in changes.items()}))


# ---------------------------------------------------------------- where the cards are


def _stepped(before: TableState, event: e.StepPerformed, after: TableState, fair: FairShoe) -> FairShoe:
    """A cut turns the stack; a shuffle that the floor directs gives up one that is listed and not dealt from."""
    if event.step in CUT_MADE:
        return _with(fair, cut=lambda stack: stack.cut + (event.cards or 0))
    if event.step == "order-shuffle" and fair.stack is not None and fair.stack.hashes:
        return replace(_over(fair), again=fair.again + 1)
    return _moved(before, event, after, fair)


def _dealt(before: TableState, event: e.CardDealt, after: TableState, fair: FairShoe) -> FairShoe:
    moved = _moved(before, event, after, fair)
    return moved if event.carried else _with(moved, drawn=lambda stack: stack.drawn + 1)


def _coup_over(before: TableState, event: e.CoupEnded | e.CoupVoided, after: TableState, fair: FairShoe) -> FairShoe:
    moved = _moved(before, event, after, fair)
    return _over(moved) if before.continuous else moved


def _shoe_over(before: TableState, event: e.ShoeEnded, after: TableState, fair: FairShoe) -> FairShoe:
    """Every card that still lies on the table is open by then, so that none of the old list is asked for any more."""
    return replace(_over(fair), at={}, kept=(), again=0)


def _over(fair: FairShoe) -> FairShoe:
    return replace(fair, stack=None, owed=(*fair.owed, fair.stack)) if fair.stack is not None else fair


def _moved(before: TableState, event: e.AnyEvent, after: TableState, fair: FairShoe) -> FairShoe:
    trailed = follow_cards(before, event, after, CardPositions(fair.at, fair.kept), lambda: _next(fair))
    if trailed.at is fair.at and trailed.kept is fair.kept:
        return fair
    return replace(fair, at=dict(trailed.at), kept=trailed.kept)


def _next(fair: FairShoe) -> Drawn:
    if fair.stack is None:
        raise ValueError("a card is dealt from a virtual shoe that nobody has committed to")
    return fair.stack.next


_CHANGES: dict[type, Callable[[Any, Any, Any, FairShoe], FairShoe]] = {
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
