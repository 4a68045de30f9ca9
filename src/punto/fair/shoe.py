"""A virtual shoe: committed to, shuffled with players' entropy, listed, cut, and proved card by card.

Positions count from 0 at the top of the stack as shuffled and listed, before any cut. A cut changes no position, only
where dealing begins. With the cut card ``cut`` cards deep, the cards above it go to the bottom, so the first card out
of the shoe is at position ``cut``, and position 0 follows the last. A second cut adds its depth to the first, modulo
the size of the stack.

If entropy were published directly, the last player could choose the order. Each player therefore first publishes a
hash. It binds the operator's commitment, so that it was made after it and for this shoe alone, and the player's name,
so that a pledge cannot be copied and opened with another player's entropy. Entropy is at least 16 bytes: a guessable
value is not secret, and a player who knows all others' values could choose their own to suit. Contributions are used in
the order of names, never in the order of arrival, which could be manipulated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import chain
from struct import Struct

from punto.core.cards import Card, CardError, Composition
from punto.fair.preimage import (
    BEACON_VERSION,
    HASH,
    VERSION,
    FairError,
    Field,
    Stream,
    authenticator,
    digest,
    keyed,
    need_distinct,
    need_hash,
    need_name,
    need_number,
    need_seed,
    preimage,
)

LEAST_ENTROPY, MOST_ENTROPY = 16, 64  # bytes
ALL = tuple(Card(index) for index in range(52))


@dataclass(frozen=True, slots=True)
class Contribution:
    """A player's revealed entropy."""

    player: str
    entropy: bytes

    def __post_init__(self) -> None:
        need_name("player name", self.player)
        if not LEAST_ENTROPY <= len(self.entropy) <= MOST_ENTROPY:
            size = len(self.entropy)
            raise FairError(
                f"invalid entropy of {self.player}: {size} bytes, expected {LEAST_ENTROPY} to {MOST_ENTROPY}"
            )


@dataclass(frozen=True, slots=True)
class Pledge:
    """A player's hashed entropy, published before any is revealed."""

    player: str
    hash: bytes

    def __post_init__(self) -> None:
        need_name("player name", self.player)
        need_hash(f"pledge of {self.player}", self.hash)


@dataclass(frozen=True, slots=True)
class Gathered:
    """The entropy used in the shuffle, and the players who pledged but did not reveal."""

    contributions: tuple[Contribution, ...]
    silent: tuple[str, ...]


def pledge(commitment: bytes, contribution: Contribution) -> Pledge:
    """Hash a player's entropy for the shoe that the operator has committed to."""
    need_hash("commitment", commitment)
    hashed = digest("pledge", commitment, contribution.player, contribution.entropy)
    return Pledge(contribution.player, hashed)


def opens(commitment: bytes, pledged: Pledge, contribution: Contribution) -> bool:
    """Return whether this is the entropy that was pledged."""
    return pledge(commitment, contribution) == pledged


def gather(commitment: bytes, pledges: Iterable[Pledge], shown: Iterable[Contribution]) -> Gathered:
    """Return the contributions that open a pledge, and the names of players whose pledge was not opened.

    A contribution that opens no pledge is ignored, so that no player can hold up the table.
    """
    pledged = sorted(pledges, key=lambda each: each.player)
    need_distinct("pledge of", [each.player for each in pledged])
    opened = {pledge(commitment, each): each for each in shown}
    contributions = tuple(opened[each] for each in pledged if each in opened)
    return Gathered(contributions, tuple(each.player for each in pledged if each not in opened))


# ---------------------------------------------------------------- the shoe

MOST_DECKS = 64
COUP_LIST = 52  # cards listed for one coup of a continuous shoe


@dataclass(frozen=True, slots=True)
class Shoe:
    """Cards to shuffle, and the table and shoe they are for.

    A coup of a continuous shoe is a shoe of its own: ``coup`` counts from 1 there, and is 0 if the cards are shuffled
    once for many coups. ``out`` are cards that remain on the table meanwhile: drawn in error in the last coup, face
    down, to open this one.
    """

    table: str
    number: int
    decks: int
    coup: int = 0
    out: tuple[Card, ...] = ()
    beacon: bytes = field(
        default=b"", repr=False
    )  # the public beacon that the commitment names: the hash of its chain, and a coming round
    round: int = field(default=0, repr=False)

    def __post_init__(self) -> None:
        need_name("table name", self.table)
        need_number("shoe number", self.number)
        need_number("number of decks", self.decks, 1, MOST_DECKS)
        need_number("coup number", self.coup)
        if self.beacon or self.round:
            need_hash("beacon", self.beacon)
            need_number("beacon's round", self.round, 1)
        if self.out and not self.coup:
            raise FairError("invalid shoe: only a continuous shoe can have cards out during the shuffle")
        if not self.out:
            return
        try:
            Composition.decks(self.decks).without(self.out)
        except CardError as error:
            raise FairError(f"invalid cards out: {error}") from None

    @property
    def pack(self) -> tuple[Card, ...]:
        """Cards before the shuffle: all of card 0, all of card 1, and so on to card 51."""
        cards = list(chain.from_iterable([card] * self.decks for card in ALL))
        for card in self.out:
            cards.remove(card)
        return tuple(cards)

    @property
    def size(self) -> int:
        """Number of cards shuffled."""
        return 52 * self.decks - len(self.out)

    @property
    def listed(self) -> int:
        """Number of cards whose hash is published: all, or for a single coup the first 52."""
        return min(self.size, COUP_LIST) if self.coup else self.size

    @property
    def deepest(self) -> int:
        """The most cards that may lie above the cut card; 0 if there is no cut."""
        return 0 if self.coup else self.size - 1

    @property
    def fields(self) -> tuple[Field, ...]:
        """Fields that identify this shoe in a hash."""
        named = (self.beacon, self.round) if self.beacon else ()
        return self.table, self.number, self.coup, self.decks, bytes(sorted(self.out)), *named

    @property
    def version(self) -> str:
        """The definition of its commitment and key: the second one has a public beacon."""
        return BEACON_VERSION if self.beacon else VERSION


def card_hash(position: int, card: Card, salt: bytes) -> bytes:
    """Return the list's entry for a card at a position: the hash of ``preimage("card", position, card, salt)``."""
    need_hash("salt", salt)
    return sha256(_CARD + _ENTRY.pack(8, position, 8, card, HASH, salt)).digest()


_CARD = preimage("card")
_ENTRY = Struct(f">IQIQI{HASH}s")  # each field after its length


@dataclass(frozen=True, slots=True)
class Proof:
    """A turned card with its salt: everything needed to find it in the list."""

    position: int
    card: Card
    salt: bytes

    def __post_init__(self) -> None:
        need_number("position", self.position)
        need_hash("salt", self.salt)

    @property
    def hash(self) -> bytes:
        """The list's entry for this card at this position with this salt."""
        return card_hash(self.position, self.card, self.salt)


@dataclass(frozen=True, slots=True)
class CardList:
    """One salted hash per card, in stack order; published before the cut."""

    hashes: tuple[bytes, ...] = field(repr=False)

    def __post_init__(self) -> None:
        odd = (position for position, hashed in enumerate(self.hashes) if len(hashed) != HASH)
        for position in odd:
            need_hash(f"list entry {position}", self.hashes[position])

    @property
    def digest(self) -> bytes:
        """One hash of the whole list, short enough to note down."""
        return digest("list", b"".join(self.hashes))


@dataclass(frozen=True, slots=True)
class Stack:
    """Shuffled cards and their salts, top first; secret until turned, so ``repr`` hides them."""

    shoe: Shoe
    cards: tuple[Card, ...] = field(repr=False)
    salts: tuple[bytes, ...] = field(repr=False)  # of the listed positions

    @property
    def listing(self) -> CardList:
        """The list to publish before the cut."""
        return CardList(
            tuple(
                [card_hash(n, card, salt) for n, (card, salt) in enumerate(zip(self.cards, self.salts, strict=False))]
            )
        )

    def prove(self, position: int) -> Proof:
        """Return the card at a listed position, with its salt."""
        need_number("listed position", position, 0, len(self.salts) - 1)
        return Proof(position, self.cards[position], self.salts[position])


def commit(seed: bytes, shoe: Shoe) -> bytes:
    """Return the commitment: the hash of a seed for this shoe, published before its first wager."""
    need_seed(seed)
    return digest("commit", seed, *shoe.fields, version=shoe.version)


def shuffle(seed: bytes, shoe: Shoe, contributions: Iterable[Contribution] = (), randomness: bytes = b"") -> Stack:
    """Return the shuffled stack; order and salts follow from the seed, the shoe, the players' entropy and the beacon.

    ``randomness`` is that of the beacon's round; empty if the shoe has no beacon, or its round did not come.
    """
    key = _shoe_key(seed, shoe, contributions, randomness)
    order = _swapped(list(shoe.pack), Stream.keyed(keyed(key, "shuffle")).each_below(shoe.size))
    salt, begun = authenticator(key), preimage("salt")
    return Stack(shoe, order, tuple([salt(begun + _NUMBER.pack(8, position)) for position in range(shoe.listed)]))


_NUMBER = Struct(">IQ")


def permuted(pack: Iterable[Card], below: Callable[[int], int]) -> tuple[Card, ...]:
    """Shuffle by Fisher and Yates: from the last position to the second, swap in a card not yet placed."""
    order = list(pack)
    return _swapped(order, map(below, range(len(order), 1, -1)))


def _swapped(order: list[Card], draws: Iterable[int]) -> tuple[Card, ...]:
    for last, other in zip(range(len(order) - 1, 0, -1), draws, strict=False):
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def check(listing: CardList, proof: Proof) -> bool:
    """Return whether the list contains this card at this position: one SHA-256 and one comparison."""
    return proof.position < len(listing.hashes) and listing.hashes[proof.position] == proof.hash


def place(shoe: Shoe, cut: int, drawn: int) -> int:
    """Return the position of the next card, after a cut and a number of cards drawn, burned ones included.

    >>> [place(Shoe("MB-7", 3, decks=8), cut=414, drawn=drawn) for drawn in range(4)]
    [414, 415, 0, 1]
    """
    need_number("cut", cut, 0, shoe.deepest)
    need_number("number of cards drawn", drawn, 0, shoe.size - 1)
    ahead = cut + drawn
    return ahead if ahead < shoe.size else ahead - shoe.size


def dealers_cut(
    seed: bytes,
    shoe: Shoe,
    least: int,
    most: int,
    contributions: Iterable[Contribution] = (),
    randomness: bytes = b"",
) -> int:
    """Draw the dealer's cut, ``least`` to ``most`` cards deep, since the seed's holder must not choose it."""
    need_number("deepest cut", most, 0, shoe.deepest)
    need_number("shallowest cut", least, 0, most)
    key = keyed(_shoe_key(seed, shoe, contributions, randomness), "dealers-cut", least, most)
    return least + Stream.keyed(key).below(most - least + 1)


def _shoe_key(seed: bytes, shoe: Shoe, contributions: Iterable[Contribution], randomness: bytes) -> bytes:
    """Bind seed, shoe, the beacon's round and players' entropy into the key of all secrets of this shoe."""
    need_seed(seed)
    if randomness:
        need_hash("beacon's randomness", randomness)
    if randomness and not shoe.beacon:
        raise FairError("the commitment of this shoe names no beacon")
    ordered = sorted(contributions, key=lambda each: each.player)
    need_distinct("entropy of", [each.player for each in ordered])
    parts: list[Field] = [randomness] if shoe.beacon else []
    for each in ordered:
        parts += each.player, each.entropy
    return keyed(seed, "shoe", *shoe.fields, *parts, version=shoe.version)
