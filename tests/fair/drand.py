"""A beacon of the tests' own, and recorded rounds of the League of Entropy.

The own chain has a key that this module knows, made for these tests only, so that it can sign any round: quicknet's
scheme with a period of three seconds. The recorded rounds are true ones, as the relays have served them.
"""

from dataclasses import dataclass, field
from hashlib import sha256

from py_arkworks_bls12381 import G1Point, G2Point, Scalar

from punto.fair.beacon import _DOMAINS, ON_G1, Chain, Round

SECRET = Scalar(20_261_119)
OWN = Chain("tests", ON_G1, (G2Point() * SECRET).to_compressed_bytes(), 3, 1_700_000_000, bytes(32))
QUICK = Round(
    657_413,
    bytes.fromhex("b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b"),
)
FIRST = Round(
    3_311_596,
    bytes.fromhex(
        "a696b9409ababce45749c3a4ec369074453dd4a79967734e1390d969c8ad8d98897d217b9121e92c8ddebbddda8d92f9"
        "00e3bd6bf9deb166863b1a19390d743f82774001487594c5c09e581db7365f02b70a2c8cc41ce32446ef08e4890c4754"
    ),
    bytes.fromhex(
        "8ed588f2a7716fb1349e2d9803da5db0005e98a83783c353d4a08f183236a9ad91d70ddb01266f4b7c576983db464b43"
        "0e65680b9e0098552758afd6c1e6afcb77e3f62fe1b93d42d1cb63abbb2205512fe12fbf74ea9c5ac3b8f5c1e283a1d8"
    ),
)


def signed(number: int) -> Round:
    """A round of the own chain."""
    message = sha256(number.to_bytes(8, "big")).digest()
    return Round(number, (G1Point.hash_to_curve(message, _DOMAINS[ON_G1]) * SECRET).to_compressed_bytes())


@dataclass
class OwnBeacon:
    """A source of its rounds; it is away as long as ``away``."""

    chain: Chain = OWN
    away: bool = False
    asked: list[int] = field(default_factory=list)

    def known(self, number: int) -> Round | None:
        self.asked.append(number)
        return None if self.away else signed(number)
