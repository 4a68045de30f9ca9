"""A virtual shoe: shuffled, listed, cut, proved."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import permutations, product
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.core.cards import DECK, Card, Composition, cards
from punto.fair import CardList, Contribution, FairError, Proof, Shoe, Stack, check, commit, dealers_cut, place, shuffle
from punto.fair.shoe import permuted
from tests.fair.shoes import players, seeds, shoes, whole_shoes

SEED = bytes(range(32))
SHOE = Shoe("MB-7", 3, decks=8)


@given(seeds, shoes, players)
def test_a_shuffle_loses_no_card_and_adds_none(seed: bytes, shoe: Shoe, adding: list[Contribution]) -> None:
    whole = Composition.decks(shoe.decks)
    assert Composition.of_cards(shuffle(seed, shoe, adding).cards + shoe.out) == whole


def drawn_from(numbers: Iterator[int], limit: int) -> int:
    return next(numbers)


def test_every_order_comes_from_one_way_to_draw() -> None:
    """Fisher and Yates: as many ways to draw as there are orders, and no two give the same."""
    pack = DECK[:5]
    ways = product(*(range(limit) for limit in range(5, 1, -1)))
    orders = set()
    for way in ways:
        numbers = iter(way)
        orders.add(permuted(pack, partial(drawn_from, numbers)))
    assert orders == set(permutations(pack))
    assert len(orders) == factorial(5)


def test_each_draw_has_as_many_values_as_places_left() -> None:
    limits: list[int] = []

    def below(limit: int) -> int:
        limits.append(limit)
        return 0

    permuted(SHOE.pack, below)
    assert limits == list(range(416, 1, -1))


@given(st.permutations(DECK))
def test_any_order_of_a_deck_is_reachable(wanted: list[Card]) -> None:
    """Draw what brings the wanted card to each place, from the last one on: there always is such a number."""
    order = list(DECK)

    def below(limit: int) -> int:
        found = order[:limit].index(wanted[limit - 1])
        order[limit - 1], order[found] = order[found], order[limit - 1]
        return found

    assert permuted(DECK, below) == tuple(wanted)


def test_the_pack_is_laid_out_by_card() -> None:
    assert SHOE.pack[:9] == cards("Ac Ac Ac Ac Ac Ac Ac Ac 2c")
    assert (SHOE.size, SHOE.listed, len(SHOE.pack)) == (416, 416, 416)


def test_seed_table_shoe_coup_and_decks_each_change_the_order() -> None:
    ways = [
        (SEED, SHOE),
        (bytes(32), SHOE),
        (SEED, Shoe("MB-8", 3, decks=8)),
        (SEED, Shoe("MB-7", 4, decks=8)),
        (SEED, Shoe("MB-7", 3, decks=8, coup=1)),
        (SEED, Shoe("MB-7", 3, decks=8, coup=2)),
        (SEED, Shoe("MB-7", 3, decks=8, coup=2, out=cards("Ks"))),
        (SEED, Shoe("MB-7", 3, decks=6)),
    ]
    assert len({shuffle(*way).cards[:30] for way in ways}) == len(ways)
    assert len({commit(*way) for way in ways}) == len(ways)
    assert len({shuffle(*way).salts[0] for way in ways}) == len(ways)


# ---------------------------------------------------------------- list and proofs


@given(seeds, whole_shoes, st.data())
def test_every_card_is_proved_and_no_other_in_its_place(seed: bytes, shoe: Shoe, data: st.DataObject) -> None:
    stack = shuffle(seed, shoe)
    proof = stack.prove(data.draw(st.integers(0, shoe.size - 1)))
    other = data.draw(st.sampled_from([card for card in DECK if card != proof.card]))
    elsewhere = data.draw(st.integers(0, 2**63 - 1).filter(lambda position: position != proof.position))
    assert check(stack.listing, proof)
    assert not check(stack.listing, Proof(proof.position, other, proof.salt))
    assert not check(stack.listing, Proof(elsewhere, proof.card, proof.salt))
    assert not check(stack.listing, Proof(proof.position, proof.card, proof.salt[::-1]))


def test_equal_cards_have_unequal_hashes() -> None:
    stack = shuffle(SEED, SHOE)
    assert len(set(stack.listing.hashes)) == len(set(stack.salts)) == 416
    assert Counter(stack.cards).most_common(1)[0][1] == 8


def test_a_stack_keeps_its_secret_from_whoever_prints_it() -> None:
    stack = shuffle(SEED, SHOE)
    assert repr(stack) == "Stack(shoe=Shoe(table='MB-7', number=3, decks=8, coup=0, out=()))"
    assert stack.salts[0].hex() not in repr(stack.listing)


def test_the_digest_of_a_list_stands_for_all_of_it() -> None:
    hashes = shuffle(SEED, SHOE).listing.hashes
    swapped = CardList((hashes[1], hashes[0], *hashes[2:]))
    assert len({CardList(hashes).digest, swapped.digest, CardList(hashes[:-1]).digest}) == 3


# ---------------------------------------------------------------- cut


@given(whole_shoes, st.data())
def test_the_cards_above_the_cut_card_go_to_the_bottom(shoe: Shoe, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, shoe.deepest))
    stack = list(range(shoe.size))
    above, below = stack[:cut], stack[cut:]
    assert [place(shoe, cut, drawn) for drawn in range(shoe.size)] == below + above


@given(whole_shoes, st.data())
def test_a_second_cut_adds_to_the_first(shoe: Shoe, data: st.DataObject) -> None:
    first, second = (data.draw(st.integers(0, shoe.deepest)) for _ in range(2))
    stack = [place(shoe, first, drawn) for drawn in range(shoe.size)]
    both = (first + second) % shoe.size
    assert stack[second:] + stack[:second] == [place(shoe, both, drawn) for drawn in range(shoe.size)]


@given(seeds, whole_shoes, players, st.data())
def test_the_dealers_cut_is_drawn_within_its_depths(
    seed: bytes, shoe: Shoe, adding: list[Contribution], data: st.DataObject
) -> None:
    most = data.draw(st.integers(0, shoe.deepest))
    least = data.draw(st.integers(0, most))
    assert least <= dealers_cut(seed, shoe, least, most, adding) <= most


def test_the_dealers_cut_reaches_every_depth() -> None:
    shoes = (Shoe("MB-7", number, decks=1) for number in range(200))
    assert {dealers_cut(SEED, shoe, 10, 20) for shoe in shoes} == set(range(10, 21))


# ---------------------------------------------------------------- continuous


def test_a_coup_of_a_continuous_shoe_lists_its_first_52_cards() -> None:
    stack = shuffle(SEED, Shoe("MB-7", 3, decks=8, coup=41))
    assert (len(stack.cards), len(stack.listing.hashes)) == (416, 52)
    with pytest.raises(FairError, match="invalid listed position 52: expected 0 to 51"):
        stack.prove(52)


def test_a_card_on_the_table_is_not_in_the_shuffler() -> None:
    shoe = Shoe("MB-7", 3, decks=1, coup=41, out=cards("Ks 4h"))
    assert not set(shuffle(SEED, shoe).cards) & set(shoe.out)
    assert (shoe.size, shoe.listed) == (50, 50)


def test_a_continuous_shoe_is_not_cut() -> None:
    with pytest.raises(FairError, match="invalid cut 1: expected 0 to 0"):
        place(Shoe("MB-7", 3, decks=8, coup=41), 1, 0)


# ---------------------------------------------------------------- limits

REFUSED = [
    (lambda: Shoe("", 1, 8), "invalid table name"),
    (lambda: Shoe("MB-7", -1, 8), "invalid shoe number -1"),
    (lambda: Shoe("MB-7", 2**63, 8), "invalid shoe number"),
    (lambda: Shoe("MB-7", 1, 0), "invalid number of decks 0: expected 1 to 64"),
    (lambda: Shoe("MB-7", 1, 65), "invalid number of decks 65"),
    (lambda: Shoe("MB-7", 1, 8, coup=-1), "invalid coup number"),
    (lambda: Shoe("MB-7", 1, 8, out=cards("Ks")), "only a continuous shoe can have cards out"),
    (lambda: Shoe("MB-7", 1, 1, coup=1, out=cards("Ks Ks")), "no Ks is left"),
    (lambda: Proof(-1, Card(0), bytes(32)), "invalid position -1"),
    (lambda: Proof(0, Card(0), b""), "invalid salt of 0 bytes: expected a hash of 32"),
    (lambda: CardList((bytes(32), b"")), "invalid list entry 1"),
    (lambda: commit(b"", SHOE), "invalid seed of 0 bytes: expected 32"),
    (lambda: shuffle(b"", SHOE), "invalid seed of 0 bytes: expected 32"),
    (lambda: shuffle(SEED, SHOE).prove(416), "invalid listed position 416"),
    (lambda: shuffle(SEED, SHOE).prove(-1), "invalid listed position -1"),
    (lambda: place(SHOE, 416, 0), "invalid cut 416: expected 0 to 415"),
    (lambda: place(SHOE, 0, 416), "invalid number of cards drawn 416"),
    (lambda: dealers_cut(SEED, SHOE, 52, 416), "invalid deepest cut"),
    (lambda: dealers_cut(SEED, SHOE, 53, 52), "invalid shallowest cut 53"),
]


@pytest.mark.parametrize("attempt, words", REFUSED, ids=[words for _, words in REFUSED])
def test_bad_input_is_refused_in_one_line(attempt: object, words: str) -> None:
    assert callable(attempt)
    with pytest.raises(FairError, match=words) as refused:
        attempt()
    assert "\n" not in str(refused.value)


def test_a_stack_is_a_value() -> None:
    assert shuffle(SEED, SHOE) == shuffle(SEED, SHOE)
    assert isinstance(shuffle(SEED, SHOE), Stack)
