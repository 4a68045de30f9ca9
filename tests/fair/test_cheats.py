"""The choices left to house, players and beacon, alone and together: each claim of the manual, played as a cheat.

A cheat wants an ace as the first card of the shoe, and tries ``TRIES`` times. Each test says what the cheat may choose,
and when; a record that a cheat could make is verified like any other.
"""

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256

import pytest

from punto.fair import Contribution, Pledge, Shoe, ShoeRecord, commit, gather, pledge, shuffle, verify
from punto.fair.beacon import Round
from tests.fair.drand import OWN, signed

TRIES = 300  # one try in 13 succeeds
PLAIN, NAMED = Shoe("MB-7", 3, 1), Shoe("MB-7", 3, 1, 0, (), OWN.hash, 41)
ANN = Contribution("ann", sha256(b"what ann throws with her dice").digest())  # the cheat knows only its hash
KNOWN_LATER = signed(41)


def seeds(tries: int = TRIES) -> Iterable[bytes]:
    return (sha256(b"seed %d" % number).digest() for number in range(tries))


def likes(seed: bytes, shoe: Shoe, shared: Sequence[Contribution] = (), found: Round | None = None) -> bool:
    """Whether the first card of the shoe would be an ace."""
    cards = shuffle(seed, shoe, shared, found.randomness if found is not None else b"").cards
    return cards[0].rank == 1


def record(
    seed: bytes, shoe: Shoe, pledged: Sequence[Contribution], shown: Sequence[Contribution], found: Round | None
) -> ShoeRecord:
    """The record of a shoe of which no card was dealt."""
    commitment = commit(seed, shoe)
    pledges = tuple(pledge(commitment, each) for each in pledged)
    gathered = gather(commitment, pledges, shown)
    randomness = found.randomness if found is not None else b""
    listing = shuffle(seed, shoe, gathered.contributions, randomness).listing
    return ShoeRecord(
        shoe,
        commitment,
        pledges,
        gathered.contributions,
        gathered.silent,
        listing,
        0,
        (),
        found if shoe.beacon else None,
    )


def rate(chosen: Iterable[bytes], outcome: Callable[[bytes], bool]) -> float:
    liked = [outcome(seed) for seed in chosen]
    return sum(liked) / len(liked)


# ---------------------------------------------------------------- the house alone


def test_without_entropy_and_beacon_the_house_chooses_its_order_and_the_shoe_verifies() -> None:
    seed = next(seed for seed in seeds() if likes(seed, PLAIN))
    assert verify(record(seed, PLAIN, (), (), None), seed) is None


def test_with_one_honest_player_its_choice_is_worth_nothing() -> None:
    """Of the seeds that the house likes, as many as of all others give the ace once ann has revealed."""
    liked = [seed for seed in seeds(2_000) if likes(seed, PLAIN)]
    assert 0.02 < rate(liked, lambda seed: likes(seed, PLAIN, [ANN])) < 0.16  # 1/13, by 2,000 tries


def test_with_a_beacon_its_choice_is_worth_nothing_even_without_players() -> None:
    liked = [seed for seed in seeds(2_000) if likes(seed, NAMED)]
    assert 0.02 < rate(liked, lambda seed: likes(seed, NAMED, found=KNOWN_LATER)) < 0.16


def test_the_house_may_leave_the_round_out_which_is_one_choice_of_two_and_seen() -> None:
    seed = next(seed for seed in seeds() if not likes(seed, NAMED, found=KNOWN_LATER) and likes(seed, NAMED))
    assert verify(record(seed, NAMED, (), (), None), seed) is None
    assert record(seed, NAMED, (), (), None).round is None  # while the round is public for everyone


def test_another_round_than_the_one_that_was_named_is_no_record() -> None:
    seed = bytes(32)
    with pytest.raises(ValueError, match="not the one that the commitment names"):
        record(seed, NAMED, (), (), signed(42))


def test_another_seed_another_list_and_another_round_are_found() -> None:
    seed, other = bytes(32), b"\x01" * 32
    honest = record(seed, NAMED, (ANN,), (ANN,), KNOWN_LATER)
    assert verify(honest, seed) is None
    assert str(verify(honest, other)).startswith("commitment: ")
    forged = record(seed, NAMED, (ANN,), (ANN,), None)
    mixed = ShoeRecord(*(getattr(forged if name == "listing" else honest, name) for name in FIELDS))
    assert str(verify(mixed, seed)).startswith("list: ")


FIELDS = tuple(ShoeRecord.__dataclass_fields__)


# ---------------------------------------------------------------- players alone


def test_players_together_know_nothing_that_makes_one_entropy_better_than_another() -> None:
    """All players but the house: without the seed, whatever they choose gives aces as often."""
    shared = [[Contribution("eve", sha256(b"%d" % number).digest())] for number in range(TRIES)]
    liked = sum(likes(sha256(b"unknown to eve").digest(), PLAIN, each) for each in shared)
    assert 0.02 < liked / TRIES < 0.16


def test_a_copied_pledge_opens_nothing() -> None:
    commitment = commit(bytes(32), PLAIN)
    copied = Pledge("eve", pledge(commitment, ANN).hash)
    assert gather(commitment, [copied], [Contribution("eve", ANN.entropy)]).silent == ("eve",)


# ---------------------------------------------------------------- the house and some players


def test_without_a_beacon_each_confederate_who_stays_silent_doubles_the_choice_and_is_named() -> None:
    eves = [Contribution(f"eve-{number}", sha256(b"eve %d" % number).digest()) for number in range(6)]
    seed = bytes(32)
    ways = [[ANN, *(eve for bit, eve in enumerate(eves) if number >> bit & 1)] for number in range(2**6)]
    shown = next(way for way in ways if likes(seed, PLAIN, way))
    made = record(seed, PLAIN, [ANN, *eves], shown, None)
    assert verify(made, seed) is None
    assert len(made.silent) == 7 - len(shown) > 0


def test_with_a_beacon_they_must_choose_before_the_round_so_that_the_choice_is_worth_nothing() -> None:
    """They choose the best way as far as they know, for each of many rounds that may come."""
    eves = [Contribution(f"eve-{number}", sha256(b"eve %d" % number).digest()) for number in range(4)]
    ways = [[eve for bit, eve in enumerate(eves) if number >> bit & 1] for number in range(2**4)]
    best = next(way for way in ways if likes(bytes(32), NAMED, way, signed(40)))  # of the round before
    liked = sum(likes(bytes(32), NAMED, best, signed(number)) for number in range(100, 100 + TRIES))
    assert liked / TRIES < 0.16


# ---------------------------------------------------------------- with the beacon


def test_the_beacons_parties_alone_know_no_order() -> None:
    """A person who knows every round beforehand, and no seed, finds aces as often as anyone."""
    assert 0.02 < rate(seeds(), lambda seed: likes(seed, NAMED, found=KNOWN_LATER)) < 0.16


def test_house_and_beacon_together_choose_the_order_unless_a_player_adds_entropy() -> None:
    """A house that learns the round beforehand tries seeds, as if there was no beacon; ann's entropy ends that."""
    seed = next(seed for seed in seeds() if likes(seed, NAMED, found=KNOWN_LATER))
    assert verify(record(seed, NAMED, (), (), KNOWN_LATER), seed) is None
    liked = [seed for seed in seeds(2_000) if likes(seed, NAMED, found=KNOWN_LATER)]
    assert 0.02 < rate(liked, lambda seed: likes(seed, NAMED, [ANN], KNOWN_LATER)) < 0.16
