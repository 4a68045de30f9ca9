"""A public beacon: whose rounds hold, and what is a chain."""

from typing import Any

import pytest

from punto.fair import Contribution, FairError, Shoe, commit, shuffle
from punto.fair.beacon import CHAINED, DEFAULT, QUICKNET, Chain, Round, checked, read_chain
from tests.fair.drand import FIRST, OWN, QUICK, signed

QUICKNET_INFO: dict[str, Any] = {
    "public_key": QUICKNET.public_key.hex(),
    "period": 3,
    "genesis_time": 1_692_803_367,
    "hash": "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
    "groupHash": QUICKNET.group.hex(),
    "schemeID": "bls-unchained-g1-rfc9380",
    "metadata": {"beaconID": "quicknet"},
}


@pytest.mark.parametrize(
    "chain, found, randomness",
    [
        (QUICKNET, QUICK, "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587"),
        (DEFAULT, FIRST, "647c07b2abbf7ff2afb4d670214f565e5cd9f9c91bfdcecb59a21f3c78d73920"),
    ],
)
def test_recorded_rounds_of_the_league_of_entropy_hold(chain: Chain, found: Round, randomness: str) -> None:
    assert checked(chain, found) == ""
    assert found.randomness.hex() == randomness
    later = Round(found.number + 1, found.signature, found.previous)
    assert checked(chain, later) == f"round {later.number} of beacon {chain.name} is not signed with its key"
    assert "another scheme" in checked(chain, Round(found.number, bytes(7)))
    nonsense = Round(found.number, b"\xff" * len(found.signature), found.previous)
    assert "is not signed with its key" in checked(chain, nonsense)
    if chain.scheme == CHAINED:
        assert "not signed" in checked(chain, Round(found.number, found.signature, found.signature))


def test_a_chain_is_named_by_the_hash_of_its_description() -> None:
    assert read_chain(QUICKNET_INFO) == QUICKNET
    assert DEFAULT.hash.hex() == "8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce"
    for changed in ({"public_key": OWN.public_key.hex()}, {"period": 30}, {"genesis_time": 5}, {"groupHash": ""}):
        with pytest.raises(FairError, match="another hash than its description says"):
            read_chain(QUICKNET_INFO | changed)
    wrong: list[dict[str, Any]] = [{"period": "x"}, {"hash": None}, {"metadata": []}]
    for broken in wrong:
        with pytest.raises(FairError, match="does not describe a chain"):
            read_chain(QUICKNET_INFO | broken)
    with pytest.raises(FairError, match="unsupported scheme"):
        read_chain(QUICKNET_INFO | {"schemeID": "another"})


def test_the_round_after_a_time_is_not_public_at_that_time() -> None:
    for at in (0, 1_692_803_366_999, 1_692_803_367_000, 1_692_803_369_999, 1_700_000_000_001):
        number = QUICKNET.round_after(at)
        assert QUICKNET.time_of(number) > at
        assert number == 1 or QUICKNET.time_of(number - 1) <= at


def test_a_beacon_is_in_commitment_and_key_and_nothing_else_changes() -> None:
    seed, ann = bytes(range(32)), Contribution("ann", b"a" * 32)
    plain, named = Shoe("MB-7", 3, 1), Shoe("MB-7", 3, 1, 0, (), OWN.hash, 9)
    assert commit(seed, plain).hex() == "cd2c0093ed5900a717e6fb133f0289f846cfa3b9b4eba4de79e6bd0c19bbcfe7"
    assert len({commit(seed, each) for each in (plain, named, Shoe("MB-7", 3, 1, 0, (), OWN.hash, 8))}) == 3
    orders = {
        shuffle(seed, named, shared, randomness).cards
        for shared in ((), (ann,))
        for randomness in (b"", signed(9).randomness, signed(8).randomness)
    }
    assert len(orders) == 6
    with pytest.raises(FairError, match="names no beacon"):
        shuffle(seed, plain, (), signed(9).randomness)
