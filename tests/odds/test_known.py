"""A coup under way: odds from any card on."""

from collections import Counter
from math import perm

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto.core.cards import DECK, Card, Composition, cards
from punto.core.coup import play
from punto.law.rulebook import load
from punto.odds import Known, OddsError, count_classes, sheet
from punto.odds.openings import count_openings
from punto.wagers.book import known as known_wagers
from tests.odds.coups import check_every_stage, order, plus, stages

EIGHT = Composition.decks(8)
WAGERS = known_wagers(load("ma-mini"))
ROYAL_9 = WAGERS[-1]

some_cards = st.lists(st.sampled_from(DECK), min_size=6, max_size=11)


@pytest.mark.parametrize(
    "dealt, hands",
    [
        ("9h 2d Kc 3s", "PBPB"),  # a natural
        ("6h 7d Kc Qs", "PBPB"),  # both stay
        ("5h 7d Kc Qs 2c", "PBPBP"),  # only the Player's Hand draws
        ("6h 5d Kc Qs 2c", "PBPBB"),  # only the Banker's Hand draws
        ("2h 3d Kc Qs 9c 4d", "PBPBPB"),
    ],
)
def test_every_stage_of_every_length_of_coup(dealt: str, hands: str) -> None:
    shoe = Composition.of_cards(cards(f"{dealt} {dealt} 8h 8h As"))
    coup = play(cards(dealt))
    assert order(coup) == hands
    assert check_every_stage(shoe, coup) == len(hands)


def test_every_stage_of_a_coup_from_a_full_shoe() -> None:
    assert check_every_stage(EIGHT, play(cards("2h 3d Kc Qs 9c 4d"))) == 6


@settings(max_examples=20)
@given(some_cards)
def test_the_odds_before_a_card_are_the_average_of_those_after_it(held: list[Card]) -> None:
    check_every_stage(Composition.of_cards(held), play(held))


@settings(max_examples=20)
@given(some_cards)
def test_so_are_those_of_royal_9(held: list[Card]) -> None:
    shoe, coup = Composition.of_cards(held), play(held)
    for hand, known in zip(order(coup)[:4], stages(coup), strict=False):
        deals, tally = count_openings(shoe, ROYAL_9, 1, known)
        left = shoe.without(known.all)
        after: Counter[str] = Counter()
        for card, number in zip(DECK, left.suited or (), strict=True):
            if number:
                for category, ways in count_openings(shoe, ROYAL_9, 1, plus(known, hand, card))[1].items():
                    after[category] += number * ways
        assert (sum(tally.values()), tally) == (deals, after)


@settings(max_examples=20)
@given(some_cards)
def test_deals_are_those_of_the_cards_still_to_come(held: list[Card]) -> None:
    shoe = Composition.of_cards(held)
    for known in stages(play(held)):
        counts = count_classes(shoe, known)
        seen = len(known.all)
        assert counts.deals == perm(shoe.total - seen, 6 - seen) == sum(counts.classes.values())


def test_a_finished_coup_is_certain_for_every_wager() -> None:
    answer = sheet(EIGHT, WAGERS, known=Known(cards("Ks 9h"), cards("Kc 9d")))
    assert answer.outcomes == {"banker": 0, "player": 0, "tie": answer.deals}
    certain = {key: [line.result.category for line in odds.lines if line.deals] for key, odds in answer.wagers.items()}
    assert certain == {
        "player": ["push"],
        "banker": ["push"],
        "ez-banker": ["push"],
        "tie": ["win"],
        "dragon-7": ["lose"],
        "panda-8": ["lose"],
        "dragon-bonus-player": ["natural-tie"],
        "dragon-bonus-banker": ["natural-tie"],
        "house-money": ["lose"],
        "royal-9": ["heart"],
    }


def test_a_hand_may_be_known_before_the_other() -> None:
    """The squeeze turns the Player's Hand first: two of its cards are seen and none of the other."""
    known = Known(cards("4h 5d"))
    answer = sheet(EIGHT, WAGERS, known=known)
    assert answer.deals == perm(414, 4)
    assert answer["dragon-7"].probability("win") == 0  # a natural: nobody draws
    assert answer["player"].probability("lose") == 0
    assert answer["player"].ev == answer["dragon-bonus-player"].ev == 1 - answer["tie"].probability("win")


def test_the_ride_is_over_once_a_third_card_is_seen() -> None:
    four, five = Known(cards("2h 2d"), cards("Kc 6s")), Known(cards("2h 2d 9c"), cards("Kc 6s"))
    assert set(sheet(EIGHT, WAGERS, known=four)["house-money"].ride) == {"player", "banker", "either"}
    assert sheet(EIGHT, WAGERS, known=five)["house-money"].ride == {}


def test_the_order_within_the_first_two_cards_does_not_matter() -> None:
    one = count_classes(EIGHT, Known(cards("2h Kd"), cards("7s 8c")))
    other = count_classes(EIGHT, Known(cards("Kd 2h"), cards("8c 7s")))
    assert one.classes == other.classes


@pytest.mark.parametrize(
    "player, banker, words",
    [
        ("2h 3d 4c 5s", "", "too many cards in the Player's Hand: 4, at most three"),
        ("2h 3d 4c", "2c 2d 3h 4h", "too many cards in the Banker's Hand: 4, at most three"),
        ("9h Kd 4c", "2c 2d", "the Player's Hand draws no third card on 9 against 4"),
        ("2h Kd 4c", "6c 2d", "the Player's Hand draws no third card on 2 against 8"),
        ("6h Kd 4c", "Kc 2d", "the Player's Hand draws no third card on 6 against 2"),
        ("9h Kd", "2c 2d 4c", "the Banker's Hand draws no third card on 4 against a Player's Hand that stands on 9"),
        ("6h Kd", "6c Kc 4c", "the Banker's Hand draws no third card on 6 against a Player's Hand that stands on 6"),
        ("2h Kd 8d", "3c Kc 4c", "the Banker's Hand draws no third card on 3 after the Player's 8"),
        ("2h Kd", "3c Kc 4c", "invalid known cards: the Player's third card comes before the Banker's"),
        ("2h Kd 8d", "", "invalid known cards: a third card requires the first four"),
        ("2h", "3c 4c 4d", "invalid known cards: a third card requires the first four"),
    ],
)
def test_cards_that_no_coup_shows_are_refused_in_one_line(player: str, banker: str, words: str) -> None:
    with pytest.raises(OddsError) as refusal:
        sheet(EIGHT, WAGERS, known=Known(cards(player), cards(banker)))
    assert str(refusal.value) == words


def test_a_ninth_king_of_spades_is_refused() -> None:
    shoe = EIGHT.without(cards("Ks Ks Ks Ks Ks Ks Ks"))
    assert sheet(shoe, WAGERS, known=Known(cards("Ks"))).deals == perm(408, 5)
    with pytest.raises(OddsError, match=r"^invalid known cards Ks Ks: no Ks is left to take: .*$"):
        sheet(shoe, WAGERS, known=Known(cards("Ks"), cards("Ks")))
    with pytest.raises(OddsError, match=r"^invalid known cards Ks Kh: no K is left to take$"):
        count_classes(Composition.of("2=9,K=1"), Known(cards("Ks"), cards("Kh")))


@pytest.mark.parametrize("number", range(6))
def test_too_few_cards_are_refused(number: int) -> None:
    shoe = Composition.of_cards(DECK[:number])
    with pytest.raises(OddsError, match=f"^too few cards in the shoe: {number}, a coup may need six$"):
        count_classes(shoe)
    with pytest.raises(OddsError, match=f"^too few cards in the shoe: {number}, a coup may need six$"):
        count_openings(shoe, ROYAL_9, 1)


def test_suits_must_be_known_for_royal_9_alone() -> None:
    by_rank = Composition.of("9=20,K=20,2=5")
    assert "royal-9" not in sheet(by_rank, WAGERS).wagers
    assert "house-money" in sheet(by_rank, WAGERS).wagers
    with pytest.raises(OddsError, match="not only by rank"):
        count_openings(by_rank, ROYAL_9, 1)
