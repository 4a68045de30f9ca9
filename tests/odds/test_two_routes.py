"""The odds of every wager by two routes that share nothing but the cards."""

import numpy as np
import pytest

from punto.core.cards import DECK, Composition
from punto.core.coup import play
from punto.core.tableau import NONE
from punto.odds import sheet
from punto.wagers.book import known
from tests.odds import reference
from tests.odds.agreement import KINDS, MINI, agree, agree_on_covariance, agree_on_royal_9
from tests.odds.shoes import shoes

SHOES = list(shoes(6, seed=1))


@pytest.mark.parametrize("shoe", SHOES, ids=lambda shoe: f"{shoe.total}-cards")
def test_both_routes_agree(shoe: Composition) -> None:
    assert agree(shoe, seats=(1, 4, 9, 12)) > 60


def test_house_money_is_best_with_both_main_wagers_and_the_hand_named_after_four_cards() -> None:
    """Eight decks: 12.56 % of a House Money stake by plain enumeration, where one main wager alone leaves 23.97 %."""
    eight = Composition.decks(8)
    enumerated, computed = reference.Points(eight.ranks), sheet(eight, known(MINI))["house-money"].ride
    assert f"{float(-enumerated.ride('player', 'banker').best):.2%}" == "12.56%"
    assert f"{float(-enumerated.ride('player').best):.2%}" == "23.97%"
    assert tuple(computed["either"]) == enumerated.ride("player", "banker")


@pytest.mark.parametrize("kind", KINDS)
def test_royal_9_agrees_at_every_seat(kind: str) -> None:
    seats = range(1, 8) if kind == "progressive" else range(1, 15)
    agree_on_royal_9(Composition.decks(8), kind, seats)


@pytest.mark.parametrize("kind", KINDS)
def test_royal_9_agrees_over_all_52_cards(kind: str) -> None:
    agree_on_royal_9(SHOES[3], kind, [2], every_card=True)


@pytest.mark.parametrize("kind", KINDS)
def test_the_covariance_of_royal_9_and_points_agrees(kind: str) -> None:
    agree_on_covariance(SHOES[3], kind, 3, ["banker"])


def test_every_result_of_the_second_route_excludes_the_others() -> None:
    for masks in reference.settle(reference.kinds_of_coup()[0]).values():
        assert (np.sum([mask.astype(int) for mask in masks.values()], axis=0) == 1).all()


def test_the_second_route_plays_as_the_first() -> None:
    """A thousand deals, spread evenly over all of them."""
    (p1, b1, p2, b2), fifth, sixth = reference.all_deals()
    fields = reference.all_played().fields
    for number in range(0, 2_856_100, 2_857):
        opening, more = divmod(number, 100)
        ranks = [int(card[opening, 0]) for card in (p1, b1, p2, b2)]
        values = [int(card[0, more]) for card in (fifth, sixth)]
        coup = play([DECK[rank] for rank in ranks] + [DECK[value - 1 if value else 9] for value in values]).coup_class
        seen = tuple(int(field[opening, more]) for field in fields)
        drew = coup.player_third != NONE, coup.banker_third != NONE
        assert seen == (*coup[:2], coup.player, coup.banker, *drew, *coup[4:])
