"""The protocol of a virtual shoe: who publishes what, and when.

The virtual shoe service commits to a seed when a shoe ends or the table opens. Players may pledge entropy until the
service closes the pledges; then those who pledged reveal. Before the cut the service lists the cards, which ends this:
players who have not revealed are left out and named. When the shoe is over its seed is revealed. A continuous shoe goes
through this for every coup, with the list before its first wager. While the service owes a publication, neither cards
nor chips move. A table with a physical shoe refuses these commands.

A commitment may name a coming round of a public beacon, whose signature is in the shuffle too. Pledges and entropy end
when that round is due, so that all who take part have chosen before it is known. A round that is not there in time is
left out.

The table knows no seed before it is revealed. It checks immediately whatever follows from published data: that entropy
matches its pledge, that a turned card is on the list at its position, that a seed matches its commitment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from punto.core.cards import Card
from punto.core.roles import PLAYER, SYSTEM, Role
from punto.fair import Contribution, Shoe, commit, opens
from punto.fair import Pledge as Pledged
from punto.fair.shoe import card_hash
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
from punto.table.phases import IDLE, PREPARING
from punto.table.state import TableState

Decision = tuple[e.AnyEvent, ...] | Refusal
HELD = frozenset(
    {
        c.Wager,
        c.Wagers,
        c.Verbal,
        c.Confirm,
        c.FreeHand,
        c.Perform,
        c.Deal,
        c.Turn,
        c.HouseMoney,
    }
)  # wait for the service


class Act(NamedTuple):
    """An act of the virtual shoe service or of players that makes the shoe fair."""

    command: type[c.Command]
    by: Role
    seat: int | None = None
    must: bool = False

    @property
    def do(self) -> str:
        """The name of the command."""
        return str(self.command.__struct_config__.tag)


def published(state: TableState) -> bool:
    """Return whether no publication is owed: there is no virtual shoe, or its cards are listed."""
    fair = state.fair
    if fair is None:
        return True
    return fair.stack is not None and bool(fair.stack.hashes) and (not fair.owed or fair.due is None)


def keepers(rules: HouseRules, state: TableState) -> Iterator[Act]:
    """Return the acts that may or must be done now; at most one must, and the service does it."""
    fair = state.fair
    if fair is None:
        return
    if fair.due is not None:
        yield Act(c.RevealSeed, SYSTEM, must=True)
    elif fair.stack is None:
        yield Act(c.CommitShoe, SYSTEM, must=True)
    elif not fair.stack.hashes:
        yield from _before_the_list(rules, state, fair.stack)


def _before_the_list(rules: HouseRules, state: TableState, stack: Stack) -> Iterator[Act]:
    now = _list_due(rules, state)
    if stack.pledges and not stack.called:
        yield Act(c.CallEntropy, SYSTEM, must=now)
    elif now:
        yield Act(c.ListCards, SYSTEM, must=True)
    if stack.round and not stack.signature:
        yield Act(c.ShowBeacon, SYSTEM)
    for seat, who in sorted(state.seated.items()):
        if not stack.called and who not in stack.pledges:
            yield Act(c.Pledge, PLAYER, seat)
        elif stack.called and who in stack.silent and not stack.signature:
            yield Act(c.RevealEntropy, PLAYER, seat)


def _list_due(rules: HouseRules, state: TableState) -> bool:
    """Return whether the cards must be listed now: before the cut, or, if there is no cut, before the first wager."""
    if state.continuous:
        return True
    if state.phase not in (PREPARING, IDLE):
        return False
    then = overtaking(rules, state)
    return state.agenda[0] in CUTS or (then is not None and then.ceremony.key in CUTS)


def refused(rules: HouseRules, state: TableState, command: c.Command) -> Refusal | None:
    """Refuse a command that must wait for the virtual shoe service."""
    if type(command) not in HELD or published(state):
        return None
    owed = next((act.do for act in keepers(rules, state) if act.must), "")
    return Refusal(Reason.KEEPERS_TURN, detail={"due": owed}) if owed else None


# ---------------------------------------------------------------- acts of the service


def _commit(rules: HouseRules, state: TableState, fair: FairShoe, command: c.CommitShoe) -> Decision:
    if not _is_hash(command.commitment):
        return _cannot_stand("commitment")
    beacon = bool(command.beacon), bool(command.round), bool(command.round_at)
    if any(beacon) and not (all(beacon) and _is_hash(command.beacon) and command.round_at > command.at):
        return _cannot_stand("round")
    return (
        e.ShoeCommitted(
            shoe=state.shoe,
            commitment=command.commitment,
            coup=state.coup if state.continuous else 0,
            again=fair.again,
            out=fair.kept,
            beacon=command.beacon,
            round=command.round,
            round_at=command.round_at,
        ),
    )


def _call(rules: HouseRules, state: TableState, fair: FairShoe, command: c.CallEntropy) -> Decision:
    return (e.EntropyCalled(players=tuple(sorted(fair.stack.pledges)) if fair.stack else ()),)


def _beacon(rules: HouseRules, state: TableState, fair: FairShoe, command: c.ShowBeacon) -> Decision:
    stack = fair.stack
    if stack is None or not (_is_signature(command.signature) and _is_signature(command.previous or command.signature)):
        return _cannot_stand("signature")
    return (e.BeaconShown(shoe=stack.shoe, coup=stack.coup, signature=command.signature, previous=command.previous),)


def _list(rules: HouseRules, state: TableState, fair: FairShoe, command: c.ListCards) -> Decision:
    stack = fair.stack
    if stack is None or len(command.hashes) != listed(rules, stack) or not _are_hashes(command.hashes):
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
    """Return a stack in the form that the shuffle takes; ``out`` are the faces of the cards left out of it."""
    return Shoe(rules.table, stack.shoe, rules.shoe.decks, stack.coup, out, bytes.fromhex(stack.beacon), stack.round)


def listed(rules: HouseRules, stack: Stack) -> int:
    """Return the number of listed cards of a stack."""
    return min(stack.size, shoe_of(rules, stack).listed)


# ---------------------------------------------------------------- players' entropy


def _pledge(rules: HouseRules, state: TableState, fair: FairShoe, command: c.Pledge) -> Decision:
    if _too_late(fair, command):
        return _cannot_stand("round")
    try:
        Pledged(command.who, bytes.fromhex(command.hash))
    except ValueError:
        return _cannot_stand("hash")
    return (e.EntropyPledged(seat=command.seat, who=command.who, hash=command.hash),)


def _reveal(rules: HouseRules, state: TableState, fair: FairShoe, command: c.RevealEntropy) -> Decision:
    stack = fair.stack
    if _too_late(fair, command):
        return _cannot_stand("round")
    if stack is None or not opened_by(stack, command.who, command.entropy):
        return _cannot_stand("entropy")
    return (e.EntropyRevealed(seat=command.seat, who=command.who, entropy=command.entropy),)


def _too_late(fair: FairShoe, command: c.Command) -> bool:
    """Return whether the beacon's round may be known already, so that entropy could be chosen to suit it."""
    return fair.stack is not None and 0 < fair.stack.round_at <= command.at


def opened_by(stack: Stack, who: str, entropy: str) -> bool:
    """Return whether this entropy matches the player's pledge."""
    try:
        shown = Contribution(who, bytes.fromhex(entropy))
        pledged = Pledged(who, bytes.fromhex(stack.pledges[who]))
        return opens(bytes.fromhex(stack.commitment), pledged, shown)
    except (KeyError, ValueError):
        return False


# ---------------------------------------------------------------- dispatch


def _act(
    by: Role, decision: Callable[[HouseRules, TableState, FairShoe, Any], Decision]
) -> Callable[[HouseRules, TableState, Any], Decision]:
    """Return the decision of an act: check its sender and that it is due, then decide it."""

    def decide(rules: HouseRules, state: TableState, command: Any) -> Decision:
        seat: int | None = getattr(command, "seat", None)
        refusal = not_the_role(command, by) or (not_at_seat(state, command, seat) if by is PLAYER else None)
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
    c.CommitShoe: _act(SYSTEM, _commit),
    c.Pledge: _act(PLAYER, _pledge),
    c.CallEntropy: _act(SYSTEM, _call),
    c.ShowBeacon: _act(SYSTEM, _beacon),
    c.RevealEntropy: _act(PLAYER, _reveal),
    c.ListCards: _act(SYSTEM, _list),
    c.RevealSeed: _act(SYSTEM, _show),
}


# ---------------------------------------------------------------- turned cards


def drawn(state: TableState, place: str) -> Drawn | None:
    """Return the list position of the card that is turned at a place, or about to be disclosed there; or None."""
    fair = state.fair
    if fair is None:
        return None
    if place == "seen":
        place = getattr(uncovered(state, place, "")[0], "place", "")
    elif place in ERRORS and state.trouble is None and fair.stack is not None:  # found in the shoe
        return fair.stack.next
    return fair.at.get(place)


def unproved(state: TableState, command: c.Turn, faces: Mapping[str, Card]) -> Refusal | None:
    """Refuse a face that is not on the list, and a proof where none is expected."""
    if state.fair is None:
        return Refusal(Reason.NOT_ALLOWED_HERE, detail={"shoe": "physical"}) if command.salts else None
    salts = command.salts or {}
    for place, card in faces.items():
        found = drawn(state, place)
        if found is None or not promised(state.fair.stack_of(found[0]), found[1], card, salts.get(place, "")):
            return _cannot_stand(place)
    return None


def promised(stack: Stack, position: int, card: Card, salt: str) -> bool:
    """Return whether the list of a stack has this card at this position."""
    try:
        return card_hash(position, card, bytes.fromhex(salt)).hex() == stack.hashes[position]
    except (ValueError, IndexError):
        return False


def proved(state: TableState, command: c.Turn, place: str) -> dict[str, Any]:
    """Return the proof fields of a turned card: its position, its salt, and the coup of another list."""
    found = drawn(state, place)
    if found is None or command.salts is None:
        return {}
    coup, position = found
    return {"position": position, "salt": command.salts[place], "drawn_in": 0 if coup == _coup(state) else coup}


def _coup(state: TableState) -> int:
    return state.coup if state.continuous else 0


def _is_signature(text: str) -> bool:
    return len(text) in (96, 192) and not text.strip("0123456789abcdef")


def _is_hash(text: str) -> bool:
    return _are_hashes((text,))


def _are_hashes(texts: tuple[str, ...]) -> bool:
    return {*map(len, texts)} == {64} and not "".join(texts).strip("0123456789abcdef")


def _cannot_stand(what: str) -> Refusal:
    return Refusal(Reason.CANNOT_STAND, detail={"what": what})
