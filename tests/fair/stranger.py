"""Check a shoe of Punto without Punto: python stranger.py shoe.json; or those of a log: python stranger.py log.jsonl"""

import hashlib
import hmac
import itertools
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CARDS = [rank + suit for suit in "cdhs" for rank in ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]]

QUICKNET = (
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
    "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
)


def preimage(*fields: str | bytes | int, version: bytes = b"punto-fair/1") -> bytes:
    parts = [x.encode() if isinstance(x, str) else x.to_bytes(8, "big") if isinstance(x, int) else x for x in fields]
    return b"".join(len(part).to_bytes(4, "big") + part for part in (version, *parts))


def sha(*fields: str | bytes | int, version: bytes = b"punto-fair/1") -> bytes:
    return hashlib.sha256(preimage(*fields, version=version)).digest()


def mac(key: bytes, *fields: str | bytes | int, version: bytes = b"punto-fair/1") -> bytes:
    return hmac.digest(key, preimage(*fields, version=version), "sha256")


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


def order(shoe: dict[str, Any]) -> tuple[bytes, list[int]]:
    seed, out = bytes.fromhex(shoe["seed"]), sorted(map(CARDS.index, shoe["out"]))
    entropy = [(name, bytes.fromhex(text)) for name, text in sorted(shoe["entropy"].items())]
    drawn = [bytes.fromhex(shoe["beacon"].get("signature", ""))] if "beacon" in shoe else []
    drawn = [hashlib.sha256(signature).digest() if signature else b"" for signature in drawn]  # of the beacon's round
    key = mac(seed, "shoe", *named(shoe), *drawn, *itertools.chain(*entropy), version=version(shoe))
    pack = [card for card in range(52) for _ in range(shoe["decks"] - out.count(card))]
    return key, shuffled(mac(key, "shuffle"), pack)


def named(shoe: dict[str, Any]) -> tuple[str | bytes | int, ...]:
    beacon = (bytes.fromhex(shoe["beacon"]["chain"]), shoe["beacon"]["round"]) if "beacon" in shoe else ()
    out = bytes(sorted(map(CARDS.index, shoe["out"])))
    return shoe["table"], shoe["shoe"], shoe["coup"], shoe["decks"], out, *beacon


def version(shoe: dict[str, Any]) -> bytes:
    return b"punto-fair/2" if "beacon" in shoe else b"punto-fair/1"


def drawn_by(shoe: dict[str, Any]) -> str:
    """Check the signature of the beacon's round, by drand's quicknet, if the library of its curve is installed."""
    beacon = shoe.get("beacon", {})
    if not beacon.get("signature"):
        return ", without the beacon's round" if beacon else ""
    try:
        from py_arkworks_bls12381 import GT, G1Point, G2Point
    except ImportError:
        return ", but the beacon's signature was not checked"
    if beacon["chain"] != "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971":
        return ", but the beacon is another than quicknet"
    domain, message = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_", beacon["round"].to_bytes(8, "big")
    hashed = G1Point.hash_to_curve(hashlib.sha256(message).digest(), domain)
    signature = G1Point.from_compressed_bytes(bytes.fromhex(beacon["signature"]))
    key = G2Point.from_compressed_bytes(bytes.fromhex(QUICKNET))
    good = GT.pairing_check([signature, hashed], [-G2Point(), key])
    return "" if good else ", but the beacon did not sign this round"


def verify(shoe: dict[str, Any]) -> str:
    commitment = bytes.fromhex(shoe["commitment"])
    if sha("commit", bytes.fromhex(shoe["seed"]), *named(shoe), version=version(shoe)) != commitment:
        return "the commitment does not hold"
    for name, text in shoe["entropy"].items():
        if sha("pledge", commitment, name, bytes.fromhex(text)).hex() != shoe["pledges"].get(name):
            return f"{name} did not pledge this"
    if sorted(shoe["pledges"].keys() - shoe["entropy"].keys()) != sorted(shoe["silent"]):
        return "the silent are not those named"
    key, cards = order(shoe)
    listed = cards[:52] if shoe["coup"] else cards
    salts = [mac(key, "salt", at) for at in range(len(listed))]
    if shoe["list"] != [sha("card", at, cards[at], salt).hex() for at, salt in enumerate(salts)]:
        return "the list does not hold"
    proofs = [{"position": at, "card": CARDS[cards[at]], "salt": salt.hex()} for at, salt in enumerate(salts)]
    for number, card in enumerate(shoe["dealt"]):
        at = (shoe["cut"] + number) % len(cards)
        if card and card not in proofs[at : at + 1]:
            return f"card {number + 1} does not hold"
    return f"everything holds{drawn_by(shoe)}"


def shoes(log: list[str]) -> Iterator[dict[str, Any]]:
    """Gather what a log tells of each shoe, up to its seed; of a continuous one, of each coup."""
    tables: dict[str, dict[str, Any]] = {}  # of each table what it was opened as, and its shoes
    for record in (json.loads(line).get("record") for line in log):
        for event in record["events"] if record else []:
            tag = event["event"].partition("/")[0]
            if tag == "table-opened":
                tables[record["stream"]] = {"opened": event, "coups": {}}
            if tables[record["stream"]]["opened"].get("virtual"):
                yield from tell(tables[record["stream"]], tag, event)


def tell(table: dict[str, Any], tag: str, event: dict[str, Any]) -> Iterator[dict[str, Any]]:
    shoe, opened, coups = table.get("shoe", {}), table["opened"], table["coups"]
    if tag == "shoe-committed":
        shoe = {"table": opened["table"], "shoe": event["shoe"], "coup": event.get("coup", 0), "silent": [], "list": []}
        shoe |= {"decks": opened["cards"] // 52, "out": event.get("out", []), "commitment": event["commitment"]}
        if "beacon" in event:
            shoe["beacon"] = {"chain": event["beacon"], "round": event["round"]}
        table["shoe"] = coups[shoe["coup"]] = shoe | {"pledges": {}, "entropy": {}, "cut": 0, "dealt": []}
    elif tag == "entropy-pledged":
        shoe["pledges"][event["who"]] = event["hash"]
    elif tag == "entropy-revealed":
        shoe["entropy"][event["who"]] = event["entropy"]
    elif tag == "beacon-shown":
        shoe["beacon"]["signature"] = event["signature"]
    elif tag == "cards-listed":
        shoe["list"], shoe["silent"] = event["hashes"], event.get("silent", [])
    elif event.get("step") in ("place-cut", "dealer-cut"):
        shoe["cut"] += event["cards"]
    elif tag == "card-dealt" and not event.get("carried"):
        shoe["dealt"].append(None)
    elif tag == "card-turned":
        home = coups[event.get("drawn-in", shoe["coup"])]  # a card may be carried from one coup to the next
        drawn = (event["position"] - home["cut"]) % (52 * home["decks"] - len(home["out"]))
        home["dealt"][drawn : drawn + 1] = [{key: event[key] for key in ("position", "card", "salt")}]
    elif tag == "seed-revealed":
        shown = coups[event.get("coup", 0)]
        shown["out"] = [CARDS[order(coups[coup])[1][position]] for coup, position in shown["out"]]
        shown["seed"] = event["seed"]
        yield shown


if __name__ == "__main__":
    text = Path(sys.argv[1]).read_text()
    if not text.startswith('{"header"'):
        print(verify(json.loads(text)))
    for shoe in shoes(text.splitlines()) if text.startswith('{"header"') else []:
        print(f"{shoe['table']}, shoe {shoe['shoe']}, coup {shoe['coup']}: {verify(shoe)}")
