"""A public beacon: rounds of randomness that no one chose, by drand's schemes, and how a round is checked.

A network of independent parties signs the number of each round with a shared key, at a time known beforehand. No one
knows the signature before, not even one of the parties; anyone can check it afterward with the chain's public key. The
randomness of a round is the SHA-256 of its signature. A chain is named by the hash of its own description, so that its
key cannot be exchanged for another under the same name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from punto.fair.preimage import FairError

ON_G1, CHAINED = "bls-unchained-g1-rfc9380", "pedersen-bls-chained"  # quicknet's scheme, and that of the first chain
SIZES = {ON_G1: (96, 48), CHAINED: (48, 96)}  # bytes of a public key and of a signature
LEAST_SIGNATURE, MOST_SIGNATURE = 48, 96
_DOMAINS = {
    ON_G1: b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_",
    CHAINED: b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_",
}
UNCHECKED = "it was not checked: pip install 'punto[beacon]'"


class BeaconError(FairError):
    """Error for a chain or a round that does not hold; the message is one line."""


@dataclass(frozen=True, slots=True)
class Round:
    """A published round."""

    number: int
    signature: bytes
    previous: bytes = b""  # the signature before it, in a chained scheme

    @property
    def randomness(self) -> bytes:
        """The 32 bytes that enter a shuffle."""
        return sha256(self.signature).digest()


@dataclass(frozen=True, slots=True)
class Chain:
    """The description of a chain."""

    name: str
    scheme: str
    public_key: bytes
    period: int  # seconds
    genesis: int  # seconds since 1970, when round 1 was published
    group: bytes  # the hash of the group that made its key

    @property
    def hash(self) -> bytes:
        """The name of the chain: the hash of its description."""
        data = self.period.to_bytes(4, "big") + self.genesis.to_bytes(8, "big") + self.public_key + self.group
        return sha256(data + (b"" if self.name == "default" else self.name.encode())).digest()

    def time_of(self, number: int) -> int:
        """Return when a round is published, in milliseconds."""
        return 1000 * (self.genesis + (number - 1) * self.period)

    def round_after(self, at: int) -> int:
        """Return the first round that is published after a time in milliseconds."""
        return max(1, (at - 1000 * self.genesis) // (1000 * self.period) + 2)


def read_chain(document: Mapping[str, Any]) -> Chain:
    """Return a chain from its description as drand's relays serve it. Raises ``BeaconError``."""
    try:
        chain = Chain(
            str(document.get("metadata", {}).get("beaconID", "default")),
            str(document.get("schemeID", CHAINED)),
            bytes.fromhex(document["public_key"]),
            int(document["period"]),
            int(document["genesis_time"]),
            bytes.fromhex(document["groupHash"]),
        )
        said = bytes.fromhex(document["hash"])
        fits = chain.scheme in SIZES and len(chain.public_key) == SIZES[chain.scheme][0] and chain.period > 0
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BeaconError("this does not describe a chain: expected drand's JSON document `info`") from None
    if not fits:
        raise BeaconError(f"unsupported scheme or key of chain {chain.name}: expected {' or '.join(SIZES)}")
    if chain.hash != said:
        raise BeaconError(f"chain {chain.name} has another hash than its description says")
    return chain


def checked(chain: Chain, found: Round) -> str:
    """Return why a round does not hold, or "". Raises ``ImportError`` if the library of its curve is missing."""
    if len(found.signature) != SIZES[chain.scheme][1]:
        return f"round {found.number} of beacon {chain.name} has a signature of another scheme"
    if chain.scheme == CHAINED:
        message = sha256(found.previous + found.number.to_bytes(8, "big")).digest()
    else:
        message = sha256(found.number.to_bytes(8, "big")).digest()
    if _signed(chain, message, found.signature):
        return ""
    return f"round {found.number} of beacon {chain.name} is not signed with its key"


def _signed(chain: Chain, message: bytes, signature: bytes) -> bool:
    from py_arkworks_bls12381 import GT, G1Point, G2Point

    try:
        if chain.scheme == CHAINED:
            key, signed = G1Point.from_compressed_bytes(chain.public_key), G2Point.from_compressed_bytes(signature)
            hashed = G2Point.hash_to_curve(message, _DOMAINS[CHAINED])
            return bool(GT.pairing_check([-G1Point(), key], [signed, hashed]))
        point, public = G1Point.from_compressed_bytes(signature), G2Point.from_compressed_bytes(chain.public_key)
        hashed_on = G1Point.hash_to_curve(message, _DOMAINS[ON_G1])
        return bool(GT.pairing_check([point, hashed_on], [-G2Point(), public]))
    except ValueError:  # bytes that are no point
        return False


QUICKNET = Chain(
    "quicknet",
    ON_G1,
    bytes.fromhex(
        "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
        "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
    ),
    3,
    1_692_803_367,
    bytes.fromhex("f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e"),
)
DEFAULT = Chain(
    "default",
    CHAINED,
    bytes.fromhex("868f005eb8e6e4ca0a47c8a77ceaa5309a47978a7c71bc5cce96366b5d7a569937c529eeda66c7293784a9402801af31"),
    30,
    1_595_431_050,
    bytes.fromhex("176f93498eac9ca337150b46d21dd58673ea4e3581185f869672e59fa4cb390a"),
)
CHAINS = (QUICKNET, DEFAULT)  # those of the League of Entropy
