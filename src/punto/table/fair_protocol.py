"""The keeper of a virtual shoe, and the players who add to its shuffle: who publishes what, and when.

The keeper commits to a seed as soon as a shoe is over, or the table opens. Players may pledge entropy until the keeper
calls it; then those who pledged reveal. Before the cut the keeper lists the cards, which ends that: who has not
revealed is left out and named. When the shoe is over its seed is shown. A continuous shoe goes through this for every
coup, the list before its first wager. While the keeper owes any of it, neither cards nor chips move; what a table of
wood has no use for is refused there.

Nothing here knows a seed before it is shown. What can be checked from what was published is checked at once: that
entropy is what was pledged, that a turned card is on the list at its position, that a seed is the one committed to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from punto.core.cards import Card
from punto.core.roles import Role
from punto.fair import Contribution, Proof, Shoe, commit, opens
from punto.fair import Pledge as Pledged
from punto.rules.house_rules import HouseRules
from punto.table import commands as c
from punto.table import events as e
from punto.table.authorization import not_at_seat, not_the_role
from punto.table.card_positions import Drawn, FairShoe, Stack
from punto.table.ceremonies import overtaking
from punto.table.commands import Reason, Refusal
from punto.table.evolve_events import ERRORS
from punto.table.handling import CUTS
from punto.table.irregularities import uncovered
from punto.table.phases import Phase
from punto.table.state import TableState

Decision = tuple[e.AnyEvent, ...] | Refusal
HELD = (c.Wager, c.Verbal, c.Confirm, c.FreeHand, c.Perform, c.Deal, c.Turn, c.HouseMoney)  # until the keeper is done


class Act(NamedTuple):
    """Something that keeper or players may or must do for the shoe to be fair."""

    command: type[c.Command]
    by: Role
    seat: int | None = None
    must: bool = False

    @property
    def do(self) -> str:
        """The name of the command."""
        return str(self.command.__struct_config__.tag)


def published(state: TableState) -> bool:
    """Return whether nothing has to be published now: there is no virtual shoe, or its list stands."""
    fair = state.fair
    return fair is None or (fair.due is None and fair.stack is not None and bool(fair.stack.hashes))


def keepers(rules: HouseRules, state: TableState) -> Iterator[Act]:
    """Return what may or must be done now: at most one thing must, and it is the keeper's."""
    fair = state.fair
    if fair is None:
        return
    if fair.due is not None:
        yield Act(c.RevealSeed, Role.SYSTEM, must=True)
    elif fair.stack is None:
        yield Act(c.CommitShoe, Role.SYSTEM, must=True)
    elif not fair.stack.hashes:
        yield from _before_the_list(rules, state, fair.stack)


def _before_the_list(rules: HouseRules, state: TableState, stack: Stack) -> Iterator[Act]:
    now = _list_due(rules, state)
    if stack.pledges and not stack.called:
        yield Act(c.CallEntropy, Role.SYSTEM, must=now)
    elif now:
        yield Act(c.ListCards, Role.SYSTEM, must=True)
    for seat, who in sorted(state.seated.items()):
        if not stack.called and who not in stack.pledges:
            yield Act(c.Pledge, Role.PLAYER, seat)
        elif stack.called and who in stack.silent:
            yield Act(c.RevealEntropy, Role.PLAYER, seat)


def _list_due(rules: HouseRules, state: TableState) -> bool:
    """Say whether the order must be fixed now: the cut comes next, or, where nobody cuts, the first wager."""
    if state.continuous:
        return True
    if state.phase not in (Phase.PREPARING, Phase.IDLE):
        return False
    then = overtaking(rules, state)
    return state.agenda[0] in CUTS or (then is not None and then.key in CUTS)


def refused(rules: HouseRules, state: TableState, command: c.Command) -> Refusal | None:
    """Refuse what has to wait for the keeper."""
    if published(state) or not isinstance(command, HELD):
        return None
    owed = next((act.do for act in keepers(rules, state) if act.must), "")
    return Refusal(Reason.KEEPERS_TURN, detail={"due": owed}) if owed else None


# ---------------------------------------------------------------- the keeper's acts


def _commit(rules: HouseRules, state: TableState, fair: FairShoe, command: c.CommitShoe) -> Decision:
    if not _is_hash(command.commitment):
        return _cannot_stand("commitment")
    return (
        e.ShoeCommitted(
            shoe=state.shoe,
            commitment=command.commitment,
            coup=state.coup if state.continuous else 0,
            again=fair.again,
            out=fair.kept,
        ),
    )


def _call(rules: HouseRules, state: TableState, fair: FairShoe, command: c.CallEntropy) -> Decision:
    return (e.EntropyCalled(players=tuple(sorted(fair.stack.pledges)) if fair.stack else ()),)


def _list(rules: HouseRules, state: TableState, fair: FairShoe, command: c.ListCards) -> Decision:
    stack = fair.stack
    if stack is None or len(command.hashes) != listed(rules, stack) or not all(map(_is_hash, command.hashes)):
        return _cannot_stand("hashes")
    return (e.CardsListed(shoe=stack.shoe, hashes=command.hashes, coup=stack.coup, silent=stack.silent),)


def _show(rules: HouseRules, state: TableState, fair: FairShoe, command: c.RevealSeed) -> Decision:
    stack = fair.due
    if stack is None or not _is_hash(command.seed):
        return _cannot_stand("seed")
    named = shoe_of(rules, stack)
    if not stack.out and commit(bytes.fromhex(command.seed), named).hex() != stack.commitment:
        return _cannot_stand("seed")
    return (e.SeedRevealed(shoe=stack.shoe, seed=command.seed, coup=stack.coup, again=stack.again),)


def shoe_of(rules: HouseRules, stack: Stack, out: tuple[Card, ...] = ()) -> Shoe:
    """Return a stack as the shuffle knows it; ``out`` are the faces of the cards that were not shuffled."""
    return Shoe(rules.table, stack.shoe, rules.shoe.decks, stack.coup, out)


def listed(rules: HouseRules, stack: Stack) -> int:
    """Return how many cards of a stack are listed."""
    return min(stack.size, shoe_of(rules, stack).listed)


# ---------------------------------------------------------------- players' entropy


def _pledge(rules: HouseRules, state: TableState, fair: FairShoe, command: c.Pledge) -> Decision:
    try:
        Pledged(command.who, bytes.fromhex(command.hash))
    except ValueError:
        return _cannot_stand("hash")
    return (e.EntropyPledged(seat=command.seat, who=command.who, hash=command.hash),)


def _reveal(rules: HouseRules, state: TableState, fair: FairShoe, command: c.RevealEntropy) -> Decision:
    stack = fair.stack
    if stack is None or not opened_by(stack, command.who, command.entropy):
        return _cannot_stand("entropy")
    return (e.EntropyRevealed(seat=command.seat, who=command.who, entropy=command.entropy),)


def opened_by(stack: Stack, who: str, entropy: str) -> bool:
    """Say whether this is the entropy that somebody pledged."""
    try:
        shown = Contribution(who, bytes.fromhex(entropy))
        pledged = Pledged(who, bytes.fromhex(stack.pledges[who]))
        return opens(bytes.fromhex(stack.commitment), pledged, shown)
    except (KeyError, ValueError):
        return False


# ---------------------------------------------------------------- all of them


def _act(
    by: Role, decision: Callable[[HouseRules, TableState, FairShoe, Any], Decision]
) -> Callable[[HouseRules, TableState, Any], Decision]:
    """Make the decision about an act: by whom it is asked, whether it is due, and what it brings."""

    def decide(rules: HouseRules, state: TableState, command: Any) -> Decision:
        seat: int | None = getattr(command, "seat", None)
        refusal = not_the_role(command, by) or (not_at_seat(state, command, seat) if by is Role.PLAYER else None)
        if refusal:
            return refusal
        if state.fair is None:
            return Refusal(Reason.NOT_ALLOWED_HERE, detail={"shoe": "physical"})
        if not any(isinstance(command, act.command) and act.seat == seat for act in keepers(rules, state)):
            now = dict.fromkeys(act.do for act in keepers(rules, state))
            return Refusal(Reason.STEP_NOT_DUE, detail={"due": ", ".join(now)})
        return decision(rules, state, state.fair, command)

    return decide


ACTS: Mapping[type[c.Command], Callable[[HouseRules, TableState, Any], Decision]] = {
    c.CommitShoe: _act(Role.SYSTEM, _commit),
    c.Pledge: _act(Role.PLAYER, _pledge),
    c.CallEntropy: _act(Role.SYSTEM, _call),
    c.RevealEntropy: _act(Role.PLAYER, _reveal),
    c.ListCards: _act(Role.SYSTEM, _list),
    c.RevealSeed: _act(Role.SYSTEM, _show),
}


# ---------------------------------------------------------------- turned cards


def drawn(state: TableState, place: str) -> Drawn | None:
    """Return where on its list the card is that is turned at a place, or that is about to be seen there."""
    fair = state.fair
    if fair is None:
        return None
    if place == "seen":
        place = getattr(uncovered(state, place, "")[0], "place", "")
    elif place in ERRORS and state.trouble is None and fair.stack is not None:  # found in the shoe
        return fair.stack.next
    return fair.at.get(place)


def unproved(state: TableState, command: c.Turn, faces: Mapping[str, Card]) -> Refusal | None:
    """Refuse a face that was not promised, and what pretends to prove one where nothing was."""
    if state.fair is None:
        return Refusal(Reason.NOT_ALLOWED_HERE, detail={"shoe": "physical"}) if command.salts else None
    salts = command.salts or {}
    for place, card in faces.items():
        found = drawn(state, place)
        if found is None or not promised(state.fair.stack_of(found[0]), found[1], card, salts.get(place, "")):
            return _cannot_stand(place)
    return None


def promised(stack: Stack, position: int, card: Card, salt: str) -> bool:
    """Say whether the list of a stack has this card at this position."""
    try:
        return Proof(position, card, bytes.fromhex(salt)).hash.hex() == stack.hashes[position]
    except (ValueError, IndexError):
        return False


def proved(state: TableState, command: c.Turn, place: str) -> dict[str, Any]:
    """Return what a turned card of a virtual shoe carries: its position, its salt, and the coup of another list."""
    found = drawn(state, place)
    if found is None or command.salts is None:
        return {}
    coup, position = found
    return {"position": position, "salt": command.salts[place], "drawn_in": 0 if coup == _coup(state) else coup}


def _coup(state: TableState) -> int:
    return state.coup if state.continuous else 0


def _is_hash(text: str) -> bool:
    return len(text) == 64 and not text.strip("0123456789abcdef")


def _cannot_stand(what: str) -> Refusal:
    return Refusal(Reason.CANNOT_STAND, detail={"what": what})
