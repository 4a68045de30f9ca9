"""The whole of a shoe: what is honest verifies, and any single change is found and named."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto.core.cards import DECK, Card
from punto.fair import CardList, Contribution, FairError, Pledge, Proof, Shoe, ShoeRecord, pledge, shuffle, verify
from tests.fair.shoes import played, whole_shoes

# Hashing forgives nothing, whatever the shoe: a third of the usual examples will do.
FEW = settings(max_examples=settings().max_examples // 3)

Played = tuple[ShoeRecord, bytes]
a_few_out = played(least=3)  # at least the first three cards are turned
whole = played(whole_shoes, least=3)


def claim(record: ShoeRecord, seed: bytes) -> str:
    """What does not hold, or nothing."""
    fault = verify(record, seed)
    return "" if fault is None else fault.claim


@given(played())
def test_an_honest_shoe_verifies(shoe: Played) -> None:
    assert verify(*shoe) is None


@given(played())
def test_a_void_shoe_verifies_as_far_as_it_was_dealt(shoe: Played) -> None:
    record, seed = shoe
    assert verify(replace(record, dealt=record.dealt[: len(record.dealt) // 2]), seed) is None


# ---------------------------------------------------------------- the seed and what it was for


@FEW
@given(a_few_out, st.integers(0, 255))
def test_a_bit_of_the_seed(shoe: Played, bit: int) -> None:
    record, seed = shoe
    assert claim(record, flipped(seed, bit)) == "commitment"


@FEW
@given(a_few_out, st.integers(0, 255))
def test_a_bit_of_the_commitment(shoe: Played, bit: int) -> None:
    record, seed = shoe
    assert claim(replace(record, commitment=flipped(record.commitment, bit)), seed) == "commitment"


@pytest.mark.parametrize(
    "change",
    [
        lambda shoe: replace(shoe, table=shoe.table + "x"),
        lambda shoe: replace(shoe, number=shoe.number ^ 1),
        lambda shoe: replace(shoe, decks=shoe.decks + 1),
        lambda shoe: replace(shoe, coup=shoe.coup ^ 2) if shoe.coup > 3 else replace(shoe, coup=shoe.coup + 1),
    ],
    ids=["table", "shoe", "decks", "coup"],
)
@FEW
@given(a_few_out)
def test_another_table_shoe_or_coup(change: Callable[[Shoe], Shoe], shoe: Played) -> None:
    record, seed = shoe
    assert claim(replace(record, shoe=change(record.shoe)), seed) == "commitment"


@FEW
@given(a_few_out)
def test_a_card_left_on_the_table_and_not_said(shoe: Played) -> None:
    record, seed = shoe
    out = record.shoe.out[1:] if record.shoe.out else (Card(0),)
    other = replace(record.shoe, coup=record.shoe.coup or 1, out=out)
    assert claim(replace(record, shoe=other), seed) == "commitment"


# ---------------------------------------------------------------- the players


@FEW
@given(a_few_out.filter(lambda shoe: bool(shoe[0].contributions)), st.integers(0, 127))
def test_a_bit_of_a_players_entropy(shoe: Played, bit: int) -> None:
    record, seed = shoe
    first, *others = record.contributions
    changed = Contribution(first.player, flipped(first.entropy, bit))
    assert claim(replace(record, contributions=(changed, *others)), seed) == "entropy"


@FEW
@given(a_few_out.filter(lambda shoe: bool(shoe[0].contributions)))
def test_entropy_left_out(shoe: Played) -> None:
    """Left out of the record, its player is not named; named as silent, the list no longer follows."""
    record, seed = shoe
    first, *others = record.contributions
    left_out = replace(record, contributions=tuple(others))
    assert claim(left_out, seed) == "silent"
    assert claim(replace(left_out, silent=(*record.silent, first.player)), seed) == "list"


@FEW
@given(a_few_out)
def test_entropy_added(shoe: Played) -> None:
    """Without a pledge it is no entropy; with one, the list does not follow from it."""
    record, seed = shoe
    extra = Contribution("somebody else at this table", bytes(16))
    added = replace(record, contributions=(*record.contributions, extra))
    assert claim(added, seed) == "entropy"
    pledged = replace(added, pledges=(*record.pledges, pledge(record.commitment, extra)))
    assert claim(pledged, seed) == "list"


@FEW
@given(a_few_out)
def test_the_silent_are_named_rightly(shoe: Played) -> None:
    record, seed = shoe
    assert claim(replace(record, silent=(*record.silent, "nobody of this name")), seed) == "silent"
    unsaid = Pledge("somebody who did not reveal", bytes(32))
    assert claim(replace(record, pledges=(*record.pledges, unsaid)), seed) == "silent"


# ---------------------------------------------------------------- list, cut, cards


@FEW
@given(a_few_out, st.data())
def test_a_bit_of_the_list(shoe: Played, data: st.DataObject) -> None:
    record, seed = shoe
    hashes = list(record.listing.hashes)
    position = data.draw(st.integers(0, len(hashes) - 1))
    hashes[position] = flipped(hashes[position], data.draw(st.integers(0, 255)))
    fault = verify(replace(record, listing=CardList(tuple(hashes))), seed)
    assert fault is not None
    assert str(fault).startswith(f"list: the entry at position {position} is not")


@FEW
@given(a_few_out)
def test_a_list_too_short_or_too_long(shoe: Played) -> None:
    record, seed = shoe
    hashes = record.listing.hashes
    assert claim(replace(record, listing=CardList(hashes[:-1])), seed) == "list"
    assert claim(replace(record, listing=CardList((*hashes, hashes[0]))), seed) == "list"


@FEW
@given(whole, st.sampled_from([-1, 1]))
def test_the_cut_off_by_one(shoe: Played, by: int) -> None:
    record, seed = shoe
    assert claim(replace(record, cut=record.cut + by), seed) == "cut"


@FEW
@given(whole, st.sampled_from([-1, 1]))
def test_the_cut_off_by_one_with_positions_to_match(shoe: Played, by: int) -> None:
    """A house that lies about the cut and about the positions too is betrayed by the salts."""
    record, seed = shoe
    size = record.shoe.size
    moved = tuple(proof and replace(proof, position=(proof.position + by) % size) for proof in record.dealt)
    other = replace(record, cut=(record.cut + by) % size, dealt=moved)
    assert claim(other, seed) in {"card", "salt"}


@FEW
@given(a_few_out, st.data())
def test_another_card(shoe: Played, data: st.DataObject) -> None:
    record, seed = shoe
    number = data.draw(st.integers(0, 2))
    true = dealt(record, number)
    other = data.draw(st.sampled_from([card for card in DECK if card != true.card]))
    fault = verify(with_card(record, number, replace(true, card=other)), seed)
    assert fault is not None
    words = f"card: card {number + 1} was shown as {other}; the shuffle put {true.card} there"
    assert str(fault) == words


@FEW
@given(a_few_out, st.integers(0, 2), st.integers(0, 255))
def test_a_wrong_salt(shoe: Played, number: int, bit: int) -> None:
    record, seed = shoe
    true = dealt(record, number)
    assert claim(with_card(record, number, replace(true, salt=flipped(true.salt, bit))), seed) == "salt"


@FEW
@given(a_few_out)
def test_two_cards_swapped(shoe: Played) -> None:
    record, seed = shoe
    first, second = dealt(record, 0), dealt(record, 1)
    swapped = with_card(with_card(record, 0, second), 1, first)
    assert claim(swapped, seed) == "cut"


@FEW
@given(a_few_out)
def test_a_card_passed_over(shoe: Played) -> None:
    record, seed = shoe
    assert claim(replace(record, dealt=record.dealt[1:]), seed) == "cut"


def test_more_cards_than_the_shoe_held() -> None:
    record, seed = honest()
    assert claim(replace(record, dealt=(None,) * 53), seed) == "dealt"


def test_a_card_beyond_the_list_of_a_coup() -> None:
    record, seed = honest(Shoe("MB-7", 3, decks=8, coup=41))
    card = shuffle(seed, record.shoe).cards[52]
    beyond = replace(record, dealt=(*[None] * 52, Proof(52, card, bytes(32))))
    assert claim(beyond, seed) == "dealt"


@pytest.mark.parametrize("cut", [-1, 52])
def test_no_cut_of_this_shoe(cut: int) -> None:
    record, seed = honest()
    assert claim(replace(record, cut=cut), seed) == "cut"


def test_a_list_of_another_order_is_found_though_every_proof_fits_it() -> None:
    """A house that publishes a list it likes better passes every check of a card, and fails at the end."""
    record, seed = honest()
    liked = shuffle(bytes(32), record.shoe)
    proofs = tuple(liked.prove(position) for position in range(10))
    assert claim(replace(record, listing=liked.listing, dealt=proofs), seed) == "list"


def test_a_record_names_each_player_once() -> None:
    record, _ = honest()
    twice: dict[str, Any] = {"pledges": (Pledge("ann", bytes(32)),) * 2}
    with pytest.raises(FairError, match="duplicate pledge of 'ann'"):
        replace(record, **twice)
    with pytest.raises(FairError, match="duplicate entropy of 'ann'"):
        replace(record, contributions=(Contribution("ann", bytes(32)),) * 2)
    with pytest.raises(FairError, match="invalid commitment of 0 bytes"):
        replace(record, commitment=b"")
    with pytest.raises(FairError, match="invalid seed of"):
        verify(record, b"")


# ---------------------------------------------------------------- for the tests above


def honest(shoe: Shoe | None = None) -> Played:
    from tests.fair.vectors import record_of, seed_of

    shoe = shoe or Shoe("MB-7", 3, decks=1)
    return record_of(shoe, [], [], 0), seed_of(shoe)


def flipped(value: bytes, bit: int) -> bytes:
    changed = bytearray(value)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def dealt(record: ShoeRecord, number: int) -> Proof:
    proof = record.dealt[number]
    assert proof is not None
    return proof


def with_card(record: ShoeRecord, number: int, proof: Proof) -> ShoeRecord:
    cards = list(record.dealt)
    cards[number] = proof
    return replace(record, dealt=tuple(cards))
