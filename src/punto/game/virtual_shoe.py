"""The virtual shoe service: it commits to seeds, lists cards and reveals; faces follow from the seed.

It has no state of its own. Every answer is a function of the vault and the table's state: a service that is recreated
during a coup shows the same cards. Its cache only avoids shuffling again for every card.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from punto.core.cards import Card
from punto.fair import Contribution, Shoe, commit, dealers_cut, shuffle
from punto.fair import Stack as Shuffled
from punto.fair.beacon import Chain, Round
from punto.record.vault import Sealed, Tampered, Vault
from punto.rules.house_rules import HouseRules
from punto.table import TableState
from punto.table.card_positions import Drawn, FairShoe, Stack
from punto.table.commands import AnyCommand, CommitShoe, ListCards, ShowBeacon
from punto.table.due import keeping
from punto.table.events import AnyEvent
from punto.table.fair_protocol import drawn, published, shoe_of
from punto.table.handling import cut_range
from punto.table.holes import Due

WHO = "keeper"
MOST_SHUFFLED = 8  # cached shuffles; a coup of a continuous shoe may have cards of earlier ones on the table


LEAD, LEAD_OF_A_COUP = 9_000, 3_000  # milliseconds from a commitment to the round that it names, at least
LONGEST_PERIOD = 5  # seconds between two rounds, for a shoe that is shuffled for every coup: each waits for one


class Beacon(Protocol):
    """A source of the rounds of a public beacon, whose signatures it has checked."""

    chain: Chain

    def known(self, number: int) -> Round | None:
        """Return a round, or None if it is not known yet; it is fetched then."""


class VirtualShoe:
    """The source of cards of a table whose shoes have commitments."""

    knows = True

    def __init__(self, rules: HouseRules, vault: Vault, beacon: Beacon | None = None) -> None:
        self.rules, self.vault, self.beacon = rules, vault, beacon
        self._shuffled: dict[tuple[str, int, str], Shuffled] = {}

    # ---------------------------------------------------------------- sources

    def faces(self, state: TableState, places: Iterable[str]) -> dict[str, str]:
        """Return the faces of the cards at some places, without places that have none."""
        found = {place: self._card(state, place) for place in places}
        return {place: str(card) for place, card in found.items() if card is not None}

    def salts(self, state: TableState, places: Iterable[str]) -> dict[str, str]:
        """Return the salts that prove the faces at some places."""
        salts: dict[str, str] = {}
        for place in places:
            found = drawn(state, place)
            if found is not None and state.fair is not None:
                coup, position = found
                salts[place] = self._order(state.fair, coup).prove(position).salt.hex()
        return salts

    def see(self, before: TableState, events: Sequence[AnyEvent]) -> None:
        """Do nothing: the state says where the cards are."""

    def _card(self, state: TableState, place: str) -> Card | None:
        found = drawn(state, place)
        return self._at(state.fair, found) if found is not None and state.fair is not None else None

    def _at(self, fair: FairShoe, card: Drawn) -> Card:
        coup, position = card
        return self._order(fair, coup).cards[position]

    # ---------------------------------------------------------------- publications

    def owes(self, state: TableState, waits: bool = True) -> Due | None:
        """Return the act to publish now, or None; it waits for pledged entropy if ``waits``."""
        if published(state):
            return None
        owed = next((act for act in keeping(self.rules, state) if act.must), None)
        stack = state.fair.stack if state.fair is not None and owed is not None and owed.command is ListCards else None
        waits = waits and stack is not None and not stack.round
        return None if waits and stack is not None and stack.silent else owed

    def round(self, state: TableState, at: int) -> AnyCommand | None:
        """Return the command that publishes the beacon's round, or None if it is not known yet, or not used."""
        stack = state.fair.stack if state.fair is not None else None
        if stack is None or self.beacon is None or stack.beacon != self.beacon.chain.hash.hex():
            return None
        found = self.beacon.known(stack.round)
        act = next((act for act in keeping(self.rules, state) if act.command is ShowBeacon), None)
        if found is None or act is None:
            return None
        shown = {"signature": found.signature.hex(), "previous": found.previous.hex()}
        return act.fill(f"keeper-{state.version}", WHO, at, state.coup, **shown)

    def _coming(self, state: TableState, at: int) -> dict[str, Any]:
        """Return the round to name in a commitment: far enough that all players can pledge and reveal before it."""
        chain = self.beacon.chain if self.beacon is not None else None
        if chain is None or (state.continuous and chain.period > LONGEST_PERIOD):
            return {}
        number = chain.round_after(at + (LEAD_OF_A_COUP if state.continuous else LEAD))
        return {"beacon": chain.hash.hex(), "round": number, "round_at": chain.time_of(number)}

    def command(self, state: TableState, owed: Due, at: int) -> AnyCommand:
        """Return the command that publishes it."""
        named = self._coming(state, at) if owed.command is CommitShoe else {}
        beacon = bytes.fromhex(named.get("beacon", "")), named.get("round", 0)
        holes = {name: self._secret(state.fair or FairShoe(), state, name, beacon) for name, _ in owed.holes} | named
        return owed.fill(f"keeper-{state.version}", WHO, at, state.coup, **holes)

    def _secret(self, fair: FairShoe, state: TableState, name: str, beacon: tuple[bytes, int]) -> object:
        """Return the secret value of a field: a commitment, the list of the cards, or a seed."""
        if name == "commitment":
            return commit(self.vault.seed(self._next(state, fair)), self._shoe(state, fair, beacon)).hex()
        if name == "hashes" and fair.stack is not None:
            return tuple(each.hex() for each in self._order(fair, fair.stack.coup).listing.hashes)
        if name == "seed" and fair.due is not None:
            return self._seed(fair, fair.due).hex()
        raise LookupError(f"{name} is not published by the virtual shoe service")

    def cut(self, state: TableState) -> int | None:
        """Draw the depth of the dealer's cut: a person who might know the order must not choose where it begins."""
        fair = state.fair
        if fair is None or fair.stack is None:
            return None
        shoe = self._shoe_of(fair, fair.stack)
        least, most = cut_range(self.rules)
        seed = self._seed(fair, fair.stack)
        return dealers_cut(
            seed, shoe, least, min(most, shoe.deepest), contributions(fair.stack), randomness(fair.stack)
        )

    # ---------------------------------------------------------------- from the vault

    def inspect(self, state: TableState) -> None:
        """Compare every seed that is still secret with its commitment. Raises ``Tampered``."""
        fair = state.fair or FairShoe()
        for stack in (*fair.owed, *filter(None, [fair.stack])):  # the oldest first: later ones may depend on its cards
            self._seed(fair, stack)

    def _seed(self, fair: FairShoe, stack: Stack) -> bytes:
        """Return the seed of a committed stack. Raises ``Tampered`` if it does not match its commitment.

        The commitment names the cards that were on the table when it was made. If their own stack is no longer known,
        the list applies: the table refuses every card that is not on it.
        """
        sealed = self._sealed(stack)
        seed = self.vault.seed(sealed)
        if _nameable(fair, stack) and commit(seed, self._shoe_of(fair, stack)).hex() != stack.commitment:
            coup = f", coup {stack.coup}" if stack.coup else ""
            raise Tampered(f"table {sealed.table}, shoe {stack.shoe}{coup}")
        return seed

    def _next(self, state: TableState, fair: FairShoe) -> Sealed:
        """Return the stack to commit to next."""
        return Sealed(self.rules.table, state.shoe, state.coup if state.continuous else 0, fair.again)

    def _sealed(self, stack: Stack) -> Sealed:
        return Sealed(self.rules.table, stack.shoe, stack.coup, stack.again)

    def _shoe(self, state: TableState, fair: FairShoe, beacon: tuple[bytes, int]) -> Shoe:
        out = tuple(self._at(fair, card) for card in fair.kept)
        coup = state.coup if state.continuous else 0
        return Shoe(self.rules.table, state.shoe, self.rules.shoe.decks, coup, out, *beacon)

    def _shoe_of(self, fair: FairShoe, stack: Stack) -> Shoe:
        return shoe_of(self.rules, stack, tuple(self._at(fair, card) for card in stack.out))

    def _order(self, fair: FairShoe, coup: int) -> Shuffled:
        """Return the shuffled cards of the stack of a coup, or of the shoe."""
        stack = fair.stack_of(coup)
        key = stack.commitment, len(stack.entropy), stack.signature
        if key not in self._shuffled:
            while len(self._shuffled) >= MOST_SHUFFLED:
                del self._shuffled[next(iter(self._shuffled))]
            seed = self._seed(fair, stack)
            self._shuffled[key] = shuffle(seed, self._shoe_of(fair, stack), contributions(stack), randomness(stack))
        return self._shuffled[key]


def _nameable(fair: FairShoe, stack: Stack) -> bool:
    """Return whether the faces of the cards left out of a stack still follow from known seeds."""
    known = {one.coup: one for one in (*fair.owed, *filter(None, [fair.stack]))}
    coups = {coup for coup, _ in stack.out}
    return all(coup in known and coup != stack.coup and _nameable(fair, known[coup]) for coup in coups)


def contributions(stack: Stack) -> tuple[Contribution, ...]:
    """Return the players' entropy for a shuffle."""
    return tuple(Contribution(who, bytes.fromhex(entropy)) for who, entropy in stack.entropy.items())


def randomness(stack: Stack) -> bytes:
    """Return what the public beacon adds to a shuffle; nothing if no round was named, or it was not there in time."""
    return Round(stack.round, bytes.fromhex(stack.signature)).randomness if stack.signature else b""
