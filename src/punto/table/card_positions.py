"""Positions of the cards of a coup, and the state of the virtual shoe that they come from.

The table's state says which places have a card and which faces are known. ``follow_cards`` moves anything else that is
known of a card with it: its face in a source of cards, or its position on the list of a virtual shoe.

``FairShoe`` is the public record of a virtual shoe: what was published, and the list position of each card. It contains
no seed and no face that has not been turned. The virtual shoe service has the seed from the vault and needs no state of
its own: the next card is a function of seed and state. A *stack* is what one seed shuffles: a whole shoe, or the cards
for one coup of a continuous shoe. Its seed is owed once the stack is over, and is revealed when none of its cards is on
the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from punto.table import events as e
from punto.table.events import AnyEvent, CardDealt, CardTakenBack, CoupEnded, CoupVoided, ShoeEnded, StepPerformed
from punto.table.evolve_steps import Changes, in_line

if TYPE_CHECKING:
    from punto.table.state import TableState


T = TypeVar("T")
MOVES = (CardDealt, CardTakenBack, StepPerformed, CoupEnded, CoupVoided, ShoeEnded)


class CardPositions(NamedTuple, Generic[T]):
    """The value at each place, and those of the cards kept from an irregularity, in the order of use."""

    at: Mapping[str, T]
    kept: tuple[T, ...]


def follow_cards(
    before: TableState, event: AnyEvent, after: TableState, trail: CardPositions[T], draw: Callable[[], T]
) -> CardPositions[T]:
    """Return the positions after an event; ``draw`` supplies the value of a card that leaves the shoe."""
    at, kept = trail
    if isinstance(event, CardDealt):
        if not event.carried:
            return CardPositions({**at, event.place: draw()}, kept)
        first = 0 if before.opening else len(before.carried)  # those for the next hand come last
        return CardPositions({**at, event.place: kept[first]}, (*kept[:first], *kept[first + 1 :]))
    if isinstance(event, CoupEnded | CoupVoided):  # a kept card that did not open this coup stays kept
        burning = before.phase == "preparing"  # a coup that waits for new cards may be voided during the burn
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
    """Move values with a card that leaves its place for an irregularity, or that a remedy puts into a place."""
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
    """Return the index of an irregular card among the kept ones: disclosed ones first, others in drawing order."""
    before, line = (state.opening, state.carried) if state.places else ((), state.opening)
    return len(before) + in_line(line, state.trouble.face if state.trouble else None)


def _waiting(state: TableState) -> int:
    """Return the number of cards kept for this coup or a later one."""
    return len(state.opening) + len(state.carried) + state.waiting + state.later


Drawn = tuple[int, int]  # a card of a stack: its coup (0 if the stack is a whole shoe) and its position on the list
CUT_MADE = ("place-cut", "dealer-cut")
EVENTS = (
    e.ShoeCommitted,
    e.EntropyPledged,
    e.EntropyCalled,
    e.EntropyRevealed,
    e.BeaconShown,
    e.CardsListed,
    e.SeedRevealed,
)


class Stack(msgspec.Struct, frozen=True):
    """The published data of cards that are shuffled together."""

    shoe: int
    coup: int
    again: int
    size: int
    commitment: str
    out: tuple[Drawn, ...] = ()  # cards that were on the table and not shuffled
    pledges: dict[str, str] = {}  # hash by player
    called: bool = False  # pledges are closed
    entropy: dict[str, str] = {}  # by player
    hashes: tuple[str, ...] = ()
    cut: int = 0  # sum of all cuts, in cards
    drawn: int = 0
    beacon: str = ""  # the chain of the public beacon whose round is in the shuffle
    round: int = 0
    round_at: int = 0
    signature: str = ""  # of that round, once it is published
    previous: str = ""

    @property
    def silent(self) -> tuple[str, ...]:
        """The players who pledged and have not revealed."""
        return tuple(sorted(self.pledges.keys() - self.entropy.keys()))

    @property
    def next(self) -> Drawn:
        """The card that leaves the shoe next."""
        return self.coup, (self.cut + self.drawn) % self.size


class FairShoe(msgspec.Struct, frozen=True):
    """The stack in play, the stacks whose seed is owed, and the positions of their cards."""

    stack: Stack | None = None
    owed: tuple[Stack, ...] = ()
    again: int = 0  # stacks discarded before a card of the coming shoe was dealt
    at: dict[str, Drawn] = {}
    kept: tuple[Drawn, ...] = ()

    @property
    def due(self) -> Stack | None:
        """The oldest stack whose seed must be revealed now, because none of its cards is on the table; or None."""
        if not self.owed:
            return None
        oldest = self.owed[0]
        lying = any(coup == oldest.coup for coup, _ in (*self.kept, *self.at.values()))
        return None if lying else oldest

    def stack_of(self, coup: int) -> Stack:
        """Return the stack of a card on the table."""
        if self.stack is not None and self.stack.coup == coup:
            return self.stack
        return next(stack for stack in reversed(self.owed) if stack.coup == coup)


# ---------------------------------------------------------------- published data


def _committed(before: TableState, event: e.ShoeCommitted, changed: Changes, fair: FairShoe) -> FairShoe:
    size = before.cards - len(fair.kept)
    stack = Stack(
        event.shoe,
        event.coup,
        event.again,
        size,
        event.commitment,
        fair.kept,
        beacon=event.beacon,
        round=event.round,
        round_at=event.round_at,
    )
    return replace(fair, stack=stack)


def _pledged(before: TableState, event: e.EntropyPledged, changed: Changes, fair: FairShoe) -> FairShoe:
    return _with(fair, pledges=lambda stack: {**stack.pledges, event.who: event.hash})


def _called(before: TableState, event: e.EntropyCalled, changed: Changes, fair: FairShoe) -> FairShoe:
    return _with(fair, called=lambda stack: True)


def _revealed(before: TableState, event: e.EntropyRevealed, changed: Changes, fair: FairShoe) -> FairShoe:
    return _with(fair, entropy=lambda stack: {**stack.entropy, event.who: event.entropy})


def _beacon_shown(before: TableState, event: e.BeaconShown, changed: Changes, fair: FairShoe) -> FairShoe:
    return _with(
        fair, called=lambda stack: True, signature=lambda stack: event.signature, previous=lambda stack: event.previous
    )


def _listed(before: TableState, event: e.CardsListed, changed: Changes, fair: FairShoe) -> FairShoe:
    return _with(fair, hashes=lambda stack: event.hashes)


def _shown(before: TableState, event: e.SeedRevealed, changed: Changes, fair: FairShoe) -> FairShoe:
    return replace(fair, owed=fair.owed[1:])


def _with(fair: FairShoe, **changes: Callable[[Stack], Any]) -> FairShoe:
    if fair.stack is None:
        return fair
    return replace(fair, stack=replace(fair.stack, **{name: change(fair.stack) for name, change in changes.items()}))


# ---------------------------------------------------------------- positions of the cards


def _stepped(before: TableState, event: e.StepPerformed, changed: Changes, fair: FairShoe) -> FairShoe:
    """Add a cut; discard a listed stack that was not dealt from if a floorperson orders a shuffle."""
    if event.step in CUT_MADE:
        return _with(fair, cut=lambda stack: stack.cut + (event.cards or 0))
    if event.step == "order-shuffle" and fair.stack is not None and fair.stack.hashes:
        return replace(_over(fair), again=fair.again + 1)
    return fair if before.trouble is None else _moved(before, event, changed, fair)


def _dealt(before: TableState, event: e.CardDealt, changed: Changes, fair: FairShoe) -> FairShoe:
    stack = fair.stack
    if event.carried or stack is None:
        return _moved(before, event, changed, fair)
    return replace(fair, at={**fair.at, event.place: stack.next}, stack=replace(stack, drawn=stack.drawn + 1))


def _coup_over(before: TableState, event: e.CoupEnded | e.CoupVoided, changed: Changes, fair: FairShoe) -> FairShoe:
    moved = _moved(before, event, changed, fair)
    return _over(moved) if before.continuous else moved


def _shoe_over(before: TableState, event: e.ShoeEnded, changed: Changes, fair: FairShoe) -> FairShoe:
    """End the shoe; all cards on the table are face up by then, so that their old list is not needed again."""
    return replace(_over(fair), at={}, kept=(), again=0)


def _over(fair: FairShoe) -> FairShoe:
    return replace(fair, stack=None, owed=(*fair.owed, fair.stack)) if fair.stack is not None else fair


def _moved(before: TableState, event: e.AnyEvent, changed: Changes, fair: FairShoe) -> FairShoe:
    after = replace(before, **changed)
    trailed = follow_cards(before, event, after, CardPositions(fair.at, fair.kept), lambda: _next(fair))
    if trailed.at is fair.at and trailed.kept is fair.kept:
        return fair
    return replace(fair, at=dict(trailed.at), kept=trailed.kept)


def _next(fair: FairShoe) -> Drawn:
    if fair.stack is None:
        raise ValueError("a card is dealt from a virtual shoe without a commitment")
    return fair.stack.next


CHANGES: Mapping[type, Callable[[TableState, Any, Changes, FairShoe], FairShoe]] = MappingProxyType(
    {
        e.ShoeCommitted: _committed,
        e.EntropyPledged: _pledged,
        e.EntropyCalled: _called,
        e.EntropyRevealed: _revealed,
        e.BeaconShown: _beacon_shown,
        e.CardsListed: _listed,
        e.SeedRevealed: _shown,
        e.StepPerformed: _stepped,
        e.CardDealt: _dealt,
        e.CardTakenBack: _moved,
        e.CoupEnded: _coup_over,
        e.CoupVoided: _coup_over,
        e.ShoeEnded: _shoe_over,
    }
)
