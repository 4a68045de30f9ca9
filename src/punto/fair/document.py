"""A shoe as one JSON document with everything needed to verify it.

``write`` returns plain dicts, lists, text and numbers, ready for ``json.dumps``; ``read`` parses them and reports what
is missing. Bytes are hexadecimal, cards are written as ``4h``. The document contains the seed and is therefore for the
end of the shoe.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from punto.core.cards import Card, CardError
from punto.fair.players import Contribution, Pledge
from punto.fair.preimage import VERSION, FairError
from punto.fair.record import ShoeRecord
from punto.fair.shoe import CardList, Proof, Shoe

T = TypeVar("T")


def write(record: ShoeRecord, seed: bytes) -> dict[str, Any]:
    """Return the document of a shoe whose seed is revealed."""
    shoe = record.shoe
    return {
        "fair": VERSION,
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
    }


def read(document: object) -> tuple[ShoeRecord, bytes]:
    """Return the record and the seed in a document; raise ``FairError`` if it is malformed."""
    if not isinstance(document, Mapping):
        raise FairError("malformed shoe: expected one JSON object")
    if document.get("fair") != VERSION:
        raise FairError(f"unsupported shoe format {document.get('fair')!r}: expected {VERSION!r}")
    shoe = Shoe(
        _get(document, "table", str),
        _get(document, "shoe", int),
        _get(document, "decks", int),
        _get(document, "coup", int),
        tuple(_card(each) for each in _get(document, "out", list)),
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
    )
    return record, _bytes("seed", _get(document, "seed", str))


def _write_proof(proof: Proof) -> dict[str, Any]:
    return {"position": proof.position, "card": str(proof.card), "salt": proof.salt.hex()}


def _read_proof(written: object) -> Proof:
    if not isinstance(written, Mapping):
        raise FairError("malformed dealt card: expected null or an object with position, card and salt")
    salt = _bytes("salt", _get(written, "salt", str))
    return Proof(_get(written, "position", int), _card(_get(written, "card", str)), salt)


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
