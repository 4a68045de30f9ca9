"""The published vectors: what goes in, and what has to come out.

``src/punto/fair/vectors.json`` is frozen for as long as there is a version ``punto-fair/1``. This module computes what
should stand there. To make the vectors of a later version: ``python -m tests.fair.vectors > vectors.json``.
"""

import json
from hashlib import sha256
from itertools import islice
from typing import Any

from punto.core.cards import cards
from punto.fair import (
    VERSION,
    Contribution,
    MustHit,
    Shoe,
    ShoeRecord,
    Stream,
    commit,
    commit_trigger,
    dealers_cut,
    gather,
    place,
    pledge,
    preimage,
    raw,
    shuffle,
    trigger,
    winner,
)
from punto.fair.preimage import blocks

DEALT = 12  # cards shown per shoe


def some_bytes(words: str, size: int = 32) -> bytes:
    """Bytes that nobody chose."""
    return sha256(words.encode()).digest()[:size]


ANN = Contribution("ann", some_bytes("ann"))
BOB = Contribution("bob", some_bytes("bob", 16))
ZOE = Contribution("zoë", some_bytes("zoe", 20))

# Shoe, who pledges, who reveals, cut.
SHOES: list[tuple[Shoe, list[Contribution], list[Contribution], int]] = [
    (Shoe("MB-7", 1, decks=8), [], [], 0),
    (Shoe("MB-7", 2, decks=8), [ZOE, BOB, ANN], [ZOE, ANN], 137),
    (Shoe("Tisch Ä", 1, decks=6), [BOB], [BOB], 306),
    (Shoe("MB-7", 3, decks=16), [ANN], [], 52),
    (Shoe("MB-9", 1, decks=8, coup=41), [ANN, BOB], [ANN, BOB], 0),
    (Shoe("MB-9", 1, decks=8, coup=42, out=cards("Ks")), [], [], 0),
]
RUN = MustHit("royal-9", 7, base=50_000, ceiling=100_000)


def seed_of(shoe: Shoe) -> bytes:
    return some_bytes(f"{shoe.table} {shoe.number} {shoe.coup}")


def record_of(
    shoe: Shoe, pledging: list[Contribution], revealing: list[Contribution], cut: int, dealt: int = DEALT
) -> ShoeRecord:
    """Play a shoe as the house does."""
    seed = seed_of(shoe)
    commitment = commit(seed, shoe)
    pledges = tuple(pledge(commitment, each) for each in pledging)
    gathered = gather(commitment, pledges, revealing)
    stack = shuffle(seed, shoe, gathered.contributions)
    proofs = tuple(stack.prove(place(shoe, cut, drawn)) for drawn in range(dealt))
    return ShoeRecord(shoe, commitment, pledges, gathered.contributions, gathered.silent, stack.listing, cut, proofs)


def cut_range(shoe: Shoe) -> tuple[int, int]:
    """A deck from either end; a continuous shoe is not cut."""
    return (0, 0) if shoe.coup else (52, shoe.size - 52)


def shoe_vector(record: ShoeRecord) -> dict[str, Any]:
    shoe, seed = record.shoe, seed_of(record.shoe)
    stack = shuffle(seed, shoe, record.contributions)
    return {
        "table": shoe.table,
        "shoe": shoe.number,
        "coup": shoe.coup,
        "decks": shoe.decks,
        "out": [str(card) for card in shoe.out],
        "seed": seed.hex(),
        "commit-preimage": preimage("commit", seed, *shoe.fields).hex(),
        "commitment": record.commitment.hex(),
        "pledges": {each.player: each.hash.hex() for each in record.pledges},
        "entropy": {each.player: each.entropy.hex() for each in record.contributions},
        "silent": list(record.silent),
        "first-cards": " ".join(map(str, stack.cards[:20])),
        "last-cards": " ".join(map(str, stack.cards[-5:])),
        "list-first": record.listing.hashes[0].hex(),
        "list-digest": record.listing.digest.hex(),
        "dealers-cut": dealers_cut(seed, shoe, *cut_range(shoe), record.contributions),
        "cut": record.cut,
        "dealt": [
            {"position": each.position, "card": str(each.card), "salt": each.salt.hex()}
            for each in record.dealt
            if each
        ],
    }


def stream_vector() -> dict[str, Any]:
    key = some_bytes("stream")
    limits = [1, 2, 3, 52, 256, 257, 416, 832, 50_001, 2**32 + 1]
    draws = Stream.keyed(key)
    return {
        "key": key.hex(),
        "blocks": [block.hex() for block in islice(blocks(key), 3)],
        "draws": [{"limit": limit, "value": draws.below(limit)} for limit in limits],
    }


def must_hit_vector() -> dict[str, Any]:
    seed, coup, entrants = some_bytes("meter"), "MB-7/3/41", ["seat 1", "seat 4", "seat 10"]
    return {
        "seed": seed.hex(),
        "meter": RUN.meter,
        "reset": RUN.reset,
        "base": RUN.base,
        "ceiling": RUN.ceiling,
        "commitment": commit_trigger(seed, RUN).hex(),
        "trigger": trigger(seed, RUN),
        "coup": coup,
        "entrants": entrants,
        "winner": winner(seed, RUN, coup, entrants),
    }


def vectors() -> dict[str, Any]:
    """Compute what the published file should hold."""
    seed = some_bytes("raw")
    return {
        "fair": VERSION,
        "shoes": [shoe_vector(record_of(*shoe)) for shoe in SHOES],
        "stream": stream_vector(),
        "must-hit": must_hit_vector(),
        "raw": {"seed": seed.hex(), "blocks": [block.hex() for block in islice(raw(seed), 3)]},
    }


if __name__ == "__main__":
    print(json.dumps(vectors(), ensure_ascii=False, indent=2))
