"""A shoe as published: its data, their verification once the seed is revealed, and both as one JSON document.

``write`` returns plain dicts, lists, text and numbers, ready for ``json.dumps``; ``read`` parses them and reports what
is missing. Bytes are hexadecimal, cards are written as ``4h``. The document contains the seed and is therefore for the
end of the shoe.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from punto.core.cards import Card, CardError
from punto.fair.beacon import Round
from punto.fair.preimage import BEACON_VERSION, VERSION, FairError, need_distinct, need_hash, need_seed
from punto.fair.shoe import CardList, Contribution, Pledge, Proof, Shoe, Stack, commit, gather, place, shuffle

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
    round: Round | None = None  # of the public beacon that the commitment names; None if it was not there

    @property
    def randomness(self) -> bytes:
        """The beacon's part of the shuffle."""
        return self.round.randomness if self.round is not None else b""

    def __post_init__(self) -> None:
        need_hash("commitment", self.commitment)
        need_distinct("pledge of", [each.player for each in self.pledges])
        need_distinct("entropy of", [each.player for each in self.contributions])
        if self.round is not None and (not self.shoe.beacon or self.round.number != self.shoe.round):
            raise FairError("this round of a beacon is not the one that the commitment names")


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
    stack = shuffle(seed, record.shoe, record.contributions, record.randomness)
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


# ---------------------------------------------------------------- one JSON document

T = TypeVar("T")


def write(record: ShoeRecord, seed: bytes) -> dict[str, Any]:
    """Return the document of a shoe whose seed is revealed."""
    shoe, found = record.shoe, record.round
    beacon: dict[str, Any] = {"chain": shoe.beacon.hex(), "round": shoe.round}
    if found is not None:
        beacon |= {"signature": found.signature.hex(), "previous": found.previous.hex()}
    return {
        "fair": shoe.version,
        "table": shoe.table,
        "shoe": shoe.number,
        "coup": shoe.coup,
        "decks": shoe.decks,
        "out": [str(card) for card in shoe.out],
        "commitment": record.commitment.hex(),
        "pledges": {each.player: each.hash.hex() for each in record.pledges},
        "entropy": {each.player: each.entropy.hex() for each in record.contributions},
        "silent": list(record.silent),
        "list": [each.hex() for each in record.listing.hashes],
        "cut": record.cut,
        "dealt": [proof and _write_proof(proof) for proof in record.dealt],
        "seed": seed.hex(),
        **({"beacon": beacon} if shoe.beacon else {}),
    }


def read(document: object) -> tuple[ShoeRecord, bytes]:
    """Return the record and the seed in a document; raise ``FairError`` if it is malformed."""
    if not isinstance(document, Mapping):
        raise FairError("malformed shoe: expected one JSON object")
    if document.get("fair") not in (VERSION, BEACON_VERSION):
        raise FairError(f"unsupported shoe format {document.get('fair')!r}: expected {VERSION!r} or {BEACON_VERSION!r}")
    beacon = _get(document, "beacon", dict) if document["fair"] == BEACON_VERSION else {}
    shoe = Shoe(
        _get(document, "table", str),
        _get(document, "shoe", int),
        _get(document, "decks", int),
        _get(document, "coup", int),
        tuple(_card(each) for each in _get(document, "out", list)),
        *((_bytes("chain", _get(beacon, "chain", str)), _get(beacon, "round", int)) if beacon else ()),
    )
    record = ShoeRecord(
        shoe,
        _bytes("commitment", _get(document, "commitment", str)),
        _by_name(document, "pledges", Pledge),
        _by_name(document, "entropy", Contribution),
        tuple(_text("name in 'silent'", each) for each in _get(document, "silent", list)),
        CardList(tuple(_bytes("list", each) for each in _get(document, "list", list))),
        _get(document, "cut", int),
        tuple(None if each is None else _read_proof(each) for each in _get(document, "dealt", list)),
        _read_round(beacon) if "signature" in beacon else None,
    )
    return record, _bytes("seed", _get(document, "seed", str))


def _write_proof(proof: Proof) -> dict[str, Any]:
    return {"position": proof.position, "card": str(proof.card), "salt": proof.salt.hex()}


def _read_proof(written: object) -> Proof:
    if not isinstance(written, Mapping):
        raise FairError("malformed dealt card: expected null or an object with position, card and salt")
    salt = _bytes("salt", _get(written, "salt", str))
    return Proof(_get(written, "position", int), _card(_get(written, "card", str)), salt)


def _read_round(beacon: Mapping[str, Any]) -> Round:
    signature, previous = (_bytes(key, _get(beacon, key, str)) for key in ("signature", "previous"))
    return Round(_get(beacon, "round", int), signature, previous)


def _by_name(document: Mapping[str, Any], key: str, kind: Callable[[str, bytes], T]) -> tuple[T, ...]:
    written = _get(document, key, dict)
    return tuple(kind(_text(f"name in {key!r}", name), _bytes(key, text)) for name, text in written.items())


def _get(document: Mapping[str, Any], key: str, kind: type[T]) -> T:
    if key not in document:
        raise FairError(f"missing {key!r} in the shoe")
    value = document[key]
    if not isinstance(value, kind) or isinstance(value, bool):
        raise FairError(f"invalid {key!r} {_short(value)}: expected {_NAMES[kind]}")
    return value


_NAMES: Mapping[type, str] = {str: "text", int: "a whole number", list: "a list", dict: "an object"}


def _text(what: str, value: object) -> str:
    if not isinstance(value, str):
        raise FairError(f"invalid {what} {_short(value)}: expected text")
    return value


def _bytes(what: str, value: object) -> bytes:
    text = _text(f"{what!r}", value)
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise FairError(f"invalid {what!r} {_short(value)}: expected hexadecimal digits") from None


def _card(value: object) -> Card:
    try:
        return Card.of(_text("card", value))
    except CardError as error:
        raise FairError(str(error)) from None


def _short(value: object) -> str:
    words = repr(value)
    return words if len(words) <= 40 else f"{words[:39]}…"
