"""Published data of a shoe, and its verification once the seed is revealed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from punto.fair.players import Contribution, Pledge, gather
from punto.fair.preimage import need_distinct, need_hash, need_seed
from punto.fair.shoe import CardList, Proof, Shoe, Stack, commit, place, shuffle

Claim = Literal["commitment", "entropy", "silent", "list", "cut", "dealt", "card", "salt"]


@dataclass(frozen=True, slots=True)
class ShoeRecord:
    """Everything published of a shoe while it was played.

    ``dealt`` are the cards in the order in which they left the shoe, burned ones included; None is a card that was not
    shown. A coup of a continuous shoe has no cut: 0.
    """

    shoe: Shoe
    commitment: bytes
    pledges: tuple[Pledge, ...]
    contributions: tuple[Contribution, ...]
    silent: tuple[str, ...]
    listing: CardList
    cut: int
    dealt: tuple[Proof | None, ...]

    def __post_init__(self) -> None:
        need_hash("commitment", self.commitment)
        need_distinct("pledge of", [each.player for each in self.pledges])
        need_distinct("entropy of", [each.player for each in self.contributions])


@dataclass(frozen=True, slots=True)
class Fault:
    """The first claim that fails to verify, and how."""

    claim: Claim
    words: str

    def __str__(self) -> str:
        return f"{self.claim}: {self.words}"


def verify(record: ShoeRecord, seed: bytes) -> Fault | None:
    """Return the first fault of a shoe whose seed is revealed, or None."""
    need_seed(seed)
    return next(_faults(record, seed), None)


def _faults(record: ShoeRecord, seed: bytes) -> Iterator[Fault]:
    if commit(seed, record.shoe) != record.commitment:
        yield Fault("commitment", "this seed is not the one that was committed to for this table and shoe")
    yield from _of_players(record)
    stack = shuffle(seed, record.shoe, record.contributions)
    yield from _of_list(record, stack)
    yield from _of_cards(record, stack)


def _of_players(record: ShoeRecord) -> Iterator[Fault]:
    gathered = gather(record.commitment, record.pledges, record.contributions)
    for each in record.contributions:
        if each not in gathered.contributions:
            yield Fault("entropy", f"{each.player!r} did not pledge this entropy")
    for name in gathered.silent:
        if name not in record.silent:
            yield Fault("silent", f"{name!r} pledged, was left out, and is not named as silent")
    for name in record.silent:
        if name not in gathered.silent:
            yield Fault("silent", f"{name!r} is named as silent, but revealed or never pledged")


def _of_list(record: ShoeRecord, stack: Stack) -> Iterator[Fault]:
    published, computed = record.listing.hashes, stack.listing.hashes
    if len(published) != len(computed):
        yield Fault("list", f"it has {len(published)} entries, expected {len(computed)}")
    for position, (said, due) in enumerate(zip(published, computed, strict=False)):
        if said != due:
            yield Fault("list", f"the entry at position {position} is not what seed and entropy give")


def _of_cards(record: ShoeRecord, stack: Stack) -> Iterator[Fault]:
    shoe = record.shoe
    if not 0 <= record.cut <= shoe.deepest:
        yield Fault("cut", f"invalid cut depth for this shoe: {record.cut} cards")
        return
    if len(record.dealt) > shoe.size:
        yield Fault("dealt", f"{len(record.dealt)} cards came out of a shoe that held {shoe.size}")
        return
    for drawn, proof in enumerate(record.dealt):
        if proof is not None:
            yield from _of_card(proof, place(shoe, record.cut, drawn), drawn + 1, stack)


def _of_card(proof: Proof, position: int, number: int, stack: Stack) -> Iterator[Fault]:
    if proof.position != position:
        words = f"card {number} was dealt from position {proof.position}, expected {position} after this cut"
        yield Fault("cut", words)
    elif position >= len(stack.salts):
        yield Fault("dealt", f"card {number} came from position {position}, which is not listed")
    elif proof.card != stack.cards[position]:
        yield Fault("card", f"card {number} was shown as {proof.card}; the shuffle put {stack.cards[position]} there")
    elif proof.salt != stack.salts[position]:
        yield Fault("salt", f"card {number} was shown with a different salt than the seed gives")
