"""Fairness checks: every virtual shoe of a log is followed, and dealt again once its seed is revealed.

During a shoe each step is checked as it happens: no wager before the commitment, no cut before the list, entropy
matches its pledge, every turned card is on the list at the position from which it was dealt. When the seed is revealed,
``punto.fair`` recomputes commitment, players' entropy, the whole order, the dealer's cut and every card. A shoe whose
seed is not revealed yet is checked as far as possible, and ``notes`` says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from punto.core.cards import Card
from punto.fair import CardList, Contribution, Pledge, Proof, Shoe, ShoeRecord, dealers_cut, place, shuffle
from punto.fair import verify as verify_shoe
from punto.fair.beacon import CHAINS, UNCHECKED, Chain, Round, checked
from punto.record.export import Check
from punto.table import events as e
from punto.table.card_positions import CUT_MADE, FairShoe, Stack
from punto.table.fair_protocol import opened_by, promised, shoe_of
from punto.table.handling import cut_range
from punto.verification.log_checks import ReplayStep

Key = tuple[int, int, int]  # a stack: its shoe, its coup, and how many stacks were discarded before it


@dataclass
class _Told:
    """The published data of a stack that the table's state does not keep."""

    listed_at: int = 0  # event number
    silent: tuple[str, ...] = ()
    cuts: list[int] = field(default_factory=list)  # of the dealer
    proofs: dict[int, Proof] = field(default_factory=dict)  # of turned cards, by position
    order: tuple[Card, ...] = ()  # once the seed is revealed
    beacon: str = ""  # what is said of its public beacon


class Fairness:
    """A check of the virtual shoes of a table; physical shoes have nothing to prove."""

    check: Check = "fairness"

    def __init__(self, chains: Sequence[Chain] = CHAINS) -> None:
        self.told: dict[Key, _Told] = {}
        self.chains = {chain.hash.hex(): chain for chain in chains}

    @property
    def made(self) -> bool:
        """Whether there was a virtual shoe to check."""
        return bool(self.told)

    def see(self, moment: ReplayStep) -> Iterator[str]:
        """Check an event of a table with virtual shoes."""
        look = _LOOKS.get(type(moment.event))
        fair = moment.before.fair
        if look is None or fair is None:
            return
        try:
            yield from look(self, moment, fair, moment.event)
        except (ValueError, LookupError) as error:  # bytes that are not a hash, seed or entropy
            yield f"this cannot be computed again: {error}"

    def end(self) -> Iterator[str]:
        """Report nothing: a log may end anywhere, and ``notes`` names seeds that are not revealed."""
        yield from ()

    def notes(self) -> Iterator[str]:
        """Report how many shoes were dealt again, and which seeds are not revealed yet."""
        shown = [key for key, told in self.told.items() if told.order]
        waiting = {key: told for key, told in self.told.items() if not told.order}
        if shown:
            yield f"{_count(len(shown), 'shuffle')} shown, and made again from the seed"
        for words, number in Counter(told.beacon for told in self.told.values() if told.beacon).items():
            yield f"{_count(number, 'shuffle')} {words}"
        for key, told in waiting.items():
            yield f"{_name(key)} is not shown yet{_so_far(told)}"

    # ---------------------------------------------------------------- publications

    def _committed(self, moment: ReplayStep, fair: FairShoe, event: e.ShoeCommitted) -> Iterator[str]:
        if fair.due is not None:
            yield f"{_name(_key(fair.due))} is over, and its seed is not shown"
        if fair.stack is not None:
            yield f"{_name(_key(fair.stack))} is still played"
        key = event.shoe, event.coup, event.again
        if key in self.told:
            yield f"{_name(key)} was committed to before"
        told = self.told[key] = _Told()
        chain = self.chains.get(event.beacon)
        if event.round:
            told.beacon = f"committed to a round of beacon {_chain(event.beacon, chain)}, which is not shown yet"
            if event.round_at <= moment.at:
                yield f"{_name(key)} names round {event.round} of a beacon, which was public when it was committed to"
            if chain is not None and chain.time_of(event.round) != event.round_at:
                yield f"{_name(key)}: round {event.round} of beacon {chain.name} is not due when the commitment says"

    def _beacon(self, moment: ReplayStep, fair: FairShoe, event: e.BeaconShown) -> Iterator[str]:
        """Check the signature of a round, as far as its chain is known and the library of its curve is installed."""
        stack = fair.stack
        if stack is None or not stack.round:
            yield "a beacon's round is shown, but the commitment names none"
            return
        if stack.hashes:
            yield "a beacon's round is shown after the list was published"
        told, chain = self._of(stack), self.chains.get(stack.beacon)
        if chain is None:
            told.beacon = f"made with beacon {_chain(stack.beacon, chain)}, whose signatures are not checked"
            return
        found = Round(stack.round, bytes.fromhex(event.signature), bytes.fromhex(event.previous))
        try:
            fault = checked(chain, found)
            told.beacon = f"made with beacon {chain.name}, its signatures checked"
        except ImportError:
            fault, told.beacon = "", f"made with beacon {chain.name}: {UNCHECKED}"
        if fault:
            yield f"{_name(_key(stack))}: {fault}"

    def _pledged(self, moment: ReplayStep, fair: FairShoe, event: e.EntropyPledged) -> Iterator[str]:
        if fair.stack is None:
            yield "entropy is pledged before the shoe is committed to"
        elif _late(fair.stack, moment):
            yield f"{event.who!r} pledges when the beacon's round was public"
        elif fair.stack.called or fair.stack.hashes:
            yield f"{event.who!r} pledges after the pledges were closed"

    def _revealed(self, moment: ReplayStep, fair: FairShoe, event: e.EntropyRevealed) -> Iterator[str]:
        if fair.stack is None or not opened_by(fair.stack, event.who, event.entropy):
            yield f"{event.who!r} did not pledge this entropy"
        elif _late(fair.stack, moment):
            yield f"{event.who!r} reveals when the beacon's round was public"
        elif fair.stack.hashes:
            yield f"{event.who!r} reveals after the list was published"

    def _listed(self, moment: ReplayStep, fair: FairShoe, event: e.CardsListed) -> Iterator[str]:
        stack = fair.stack
        if stack is None:
            yield "cards are listed of a shoe that nobody committed to"
            return
        if stack.hashes:
            yield "the list is published twice"
        if stack.cut or stack.drawn:
            yield f"the list is published after {'the first card was dealt' if stack.drawn else 'the cut'}"
        told = self._of(stack)
        told.listed_at, told.silent = moment.n, event.silent
        if stack.round and not stack.signature:
            named = _chain(stack.beacon, self.chains.get(stack.beacon))
            told.beacon = f"made without the round of beacon {named} that was named: it was not there in time"

    # ---------------------------------------------------------------- during the shoe

    def _wagered(self, moment: ReplayStep, fair: FairShoe, event: e.WagerMade) -> Iterator[str]:
        if fair.stack is None:
            yield "a wager is made before the shoe is committed to"
        elif not fair.stack.hashes:
            yield "a wager is made before the cards are listed"

    def _stepped(self, moment: ReplayStep, fair: FairShoe, event: e.StepPerformed) -> Iterator[str]:
        if event.step not in CUT_MADE:
            return
        if fair.stack is None or not fair.stack.hashes:
            yield "the cut is made before the list is published"
        elif event.step == "dealer-cut":
            self._of(fair.stack).cuts.append(event.cards or 0)

    def _dealt(self, moment: ReplayStep, fair: FairShoe, event: e.CardDealt) -> Iterator[str]:
        if fair.stack is None or not fair.stack.hashes:
            yield "a card is dealt before the cards are listed"

    def _turned(self, moment: ReplayStep, fair: FairShoe, event: e.CardTurned) -> Iterator[str]:
        coup, position = fair.at[event.place]
        stack, card = fair.stack_of(coup), Card.of(event.card)
        if event.position != position or (event.drawn_in or stack.coup) != coup:
            yield f"{event.card} is shown from position {event.position}; the card at {event.place} lay at {position}"
        elif not promised(stack, position, card, event.salt):
            listed = self._of(stack).listed_at
            yield f"{event.card} with this salt is not what the list of event {listed} has at position {position}"
        else:
            self._of(stack).proofs[position] = Proof(position, card, bytes.fromhex(event.salt))

    # ---------------------------------------------------------------- after the shoe

    def _shown(self, moment: ReplayStep, fair: FairShoe, event: e.SeedRevealed) -> Iterator[str]:
        key, seed = (event.shoe, event.coup, event.again), bytes.fromhex(event.seed)
        stack = fair.owed[0] if fair.owed else None
        if stack is None or _key(stack) != key:
            yield f"the seed of {_name(key)} is not to be shown now"
            return
        shoe = shoe_of(moment.rules, stack, tuple(self._order(stack, coup)[position] for coup, position in stack.out))
        told = self._of(stack)
        fault = verify_shoe(_record(shoe, stack, told), seed)
        if fault is not None:
            yield f"{_name(key)}, listed at event {told.listed_at}: {fault}"
        entropy = _contributions(stack)
        drawn = _randomness(stack)
        told.order = shuffle(seed, shoe, entropy, drawn).cards
        least, most = cut_range(moment.rules)
        for depth in told.cuts:
            due = dealers_cut(seed, shoe, least, min(most, shoe.deepest), entropy, drawn)
            if depth != due:
                yield f"{_name(key)}: cut: the dealer cut {depth} cards deep where {due} was drawn"

    def _of(self, stack: Stack) -> _Told:
        return self.told[_key(stack)]

    def _order(self, after: Stack, coup: int) -> tuple[Card, ...]:
        """Return the cards of an earlier coup of the same continuous shoe, whose seed was revealed."""
        return self.told[after.shoe, coup, 0].order


def _record(shoe: Shoe, stack: Stack, told: _Told) -> ShoeRecord:
    cut = stack.cut % shoe.size
    return ShoeRecord(
        shoe,
        bytes.fromhex(stack.commitment),
        tuple(Pledge(who, bytes.fromhex(text)) for who, text in stack.pledges.items()),
        _contributions(stack),
        told.silent,
        CardList(tuple(map(bytes.fromhex, stack.hashes))),
        cut,
        tuple(told.proofs.get(place(shoe, cut, drawn)) for drawn in range(stack.drawn)),
        _round(stack),
    )


def _round(stack: Stack) -> Round | None:
    """Return the shown round of the beacon that a stack names."""
    if not stack.signature:
        return None
    return Round(stack.round, bytes.fromhex(stack.signature), bytes.fromhex(stack.previous))


def _randomness(stack: Stack) -> bytes:
    found = _round(stack)
    return found.randomness if found is not None else b""


def _late(stack: Stack, moment: ReplayStep) -> bool:
    return 0 < stack.round_at <= moment.at or bool(stack.signature)


def _chain(name: str, chain: Chain | None) -> str:
    return chain.name if chain is not None else f"{name[:16]}…, which is not known here"


def _contributions(stack: Stack) -> tuple[Contribution, ...]:
    return tuple(Contribution(who, bytes.fromhex(text)) for who, text in stack.entropy.items())


def _key(stack: Stack) -> Key:
    return stack.shoe, stack.coup, stack.again


def _name(key: Key) -> str:
    shoe, coup, again = key
    return f"shoe {shoe}" + (f", coup {coup}" if coup else "") + (f", shuffled again {again}" if again else "")


def _so_far(told: _Told) -> str:
    if not told.listed_at:
        return ", nor listed"
    return f": its {_count(len(told.proofs), 'turned card')} on its list" if told.proofs else ", and no card turned"


def _count(number: int, what: str) -> str:
    return f"{number} {what} is" if number == 1 else f"{number} {what}s are"


_LOOKS: dict[type, Callable[[Fairness, ReplayStep, FairShoe, Any], Iterator[str]]] = {
    e.ShoeCommitted: Fairness._committed,
    e.EntropyPledged: Fairness._pledged,
    e.EntropyRevealed: Fairness._revealed,
    e.BeaconShown: Fairness._beacon,
    e.CardsListed: Fairness._listed,
    e.WagerMade: Fairness._wagered,
    e.StepPerformed: Fairness._stepped,
    e.CardDealt: Fairness._dealt,
    e.CardTurned: Fairness._turned,
    e.SeedRevealed: Fairness._shown,
}
