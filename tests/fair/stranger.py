"""Check a shoe of Punto without Punto: python stranger.py shoe.json"""

import hashlib
import hmac
import itertools
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CARDS = [rank + suit for suit in "cdhs" for rank in ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]]


def preimage(*fields: str | bytes | int) -> bytes:
    parts = [x.encode() if isinstance(x, str) else x.to_bytes(8, "big") if isinstance(x, int) else x for x in fields]
    return b"".join(len(part).to_bytes(4, "big") + part for part in (b"punto-fair/1", *parts))


def sha(*fields: str | bytes | int) -> bytes:
    return hashlib.sha256(preimage(*fields)).digest()


def mac(key: bytes, *fields: str | bytes | int) -> bytes:
    return hmac.digest(key, preimage(*fields), "sha256")


def stream(key: bytes) -> Iterator[int]:
    for number in itertools.count():
        yield from hmac.digest(key, number.to_bytes(8, "big"), "sha256")


def below(source: Iterator[int], limit: int) -> int:
    bits = (limit - 1).bit_length()
    size = (bits + 7) // 8
    while (value := int.from_bytes(itertools.islice(source, size), "big") >> (8 * size - bits)) >= limit:
        pass
    return value


def shuffled(key: bytes, order: list[int]) -> list[int]:
    source = stream(key)
    for last in range(len(order) - 1, 0, -1):
        other = below(source, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def verify(shoe: dict[str, Any]) -> str:
    seed, commitment = bytes.fromhex(shoe["seed"]), bytes.fromhex(shoe["commitment"])
    entropy = {name: bytes.fromhex(text) for name, text in sorted(shoe["entropy"].items())}
    out = sorted(map(CARDS.index, shoe["out"]))
    named = (shoe["table"], shoe["shoe"], shoe["coup"], shoe["decks"], bytes(out))
    if sha("commit", seed, *named) != commitment:
        return "the commitment does not hold"
    for name, value in entropy.items():
        if sha("pledge", commitment, name, value).hex() != shoe["pledges"].get(name):
            return f"{name} did not pledge this"
    if sorted(shoe["pledges"].keys() - entropy.keys()) != sorted(shoe["silent"]):
        return "the silent are not those named"
    key = mac(seed, "shoe", *named, *itertools.chain(*entropy.items()))
    pack = [card for card in range(52) for _ in range(shoe["decks"] - out.count(card))]
    order = shuffled(mac(key, "shuffle"), pack)
    listed = order[:52] if shoe["coup"] else order
    salts = [mac(key, "salt", at) for at in range(len(listed))]
    if shoe["list"] != [sha("card", at, order[at], salt).hex() for at, salt in enumerate(salts)]:
        return "the list does not hold"
    proofs = [{"position": at, "card": CARDS[order[at]], "salt": salt.hex()} for at, salt in enumerate(salts)]
    for number, card in enumerate(shoe["dealt"]):
        at = (shoe["cut"] + number) % len(order)
        if card and card not in proofs[at : at + 1]:
            return f"card {number + 1} does not hold"
    return "everything holds"


if __name__ == "__main__":
    print(verify(json.loads(Path(sys.argv[1]).read_text())))
