"""What must hold of the odds of any shoe at all."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import perm

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto.core.cards import DECK, Card, Composition, cards
from punto.core.coup import Coup, CoupClass, play
from punto.core.tableau import NONE
from punto.law.rulebook import load
from punto.odds import Known, OddsError, Sheet, count_classes, sheet
from punto.wagers import Result, Verdict, Wager
from punto.wagers.book import known
from punto.wagers.examples import player_pair
from punto.wagers.registry import registered
from punto.wagers.wager import LOSE
from tests.wagers import wagering as main
from tests.wagers.wagering import house_money

BOOK = load("ma-mini")
WAGERS = known(BOOK)
METERS = {"star": 9_000_000, "spade": 70_001, "heart": 50_003}

some_cards = st.lists(st.sampled_from(DECK), min_size=6, max_size=11)
some = settings(max_examples=15)


def answer(held: list[Card]) -> Sheet:
    return sheet(Composition.of_cards(held), WAGERS).at(METERS, 500)


@some
@given(some_cards)
def test_counts_sum_to_the_deals(held: list[Card]) -> None:
    full = answer(held)
    counts = full.counts
    for view in (counts.classes, counts.points, counts.openings):
        assert sum(view.values()) == full.deals == perm(len(held), 6)
        assert min(view.values()) > 0
    assert sum(full.outcomes.values()) == full.deals
    for odds in full.wagers.values():
        assert sum(line.deals for line in odds.lines) == odds.deals
        assert sum(odds.probability(line.result.category) for line in odds.lines) == 1
        assert odds.variance >= 0


@some
@given(some_cards)
def test_the_smaller_views_are_the_classes_folded(held: list[Card]) -> None:
    counts = count_classes(Composition.of_cards(held))
    points: Counter[tuple[int, ...]] = Counter()
    openings: Counter[tuple[int, ...]] = Counter()
    for coup, deals in counts.classes.items():
        points[(*coup[:4], False, False)] += deals
        openings[(*coup[:2], NONE, NONE, *coup[4:])] += deals
    assert counts.points == points
    assert counts.openings == openings


@some
@given(some_cards, st.permutations(range(4)), st.data())
def test_suits_do_not_matter_for_points(held: list[Card], suits: list[int], data: st.DataObject) -> None:
    turned = [Card(suits[card.suit] * 13 + card.rank - 1) for card in held]
    anyhow = [Card(data.draw(st.integers(0, 3)) * 13 + card.rank - 1) for card in held]
    by_rank = Composition(Composition.of_cards(held).ranks)
    classes = answer(held).counts.classes
    for shoe in (Composition.of_cards(turned), Composition.of_cards(anyhow), by_rank):
        assert count_classes(shoe).classes == classes


@some
@given(some_cards, some_cards)
def test_cards_put_in_and_taken_out_change_nothing(held: list[Card], more: list[Card]) -> None:
    shoe = Composition.of_cards(held + more).without(more)
    assert shoe == Composition.of_cards(held)
    assert sheet(shoe, WAGERS).counts == answer(held).counts


@some
@given(some_cards)
def test_what_one_hand_wins_the_other_loses(held: list[Card]) -> None:
    full = answer(held)
    player, banker, ez, tie = (full[key] for key in ("player", "banker", "ez-banker", "tie"))
    assert player.probability("win") == banker.probability("lose") == Fraction(full.outcomes["player"], full.deals)
    assert player.probability("lose") == banker.probability("win") == Fraction(full.outcomes["banker"], full.deals)
    assert player.probability("push") == banker.probability("push") == tie.probability("win")
    assert player.ev + banker.ev == -Fraction(5, 100) * banker.probability("win")
    assert ez.probability("push") == tie.probability("win") + full["dragon-7"].probability("win")
    assert ez.ev == -player.ev - full["dragon-7"].probability("win")


@some
@given(some_cards)
def test_both_hands_are_dealt_alike_up_to_the_third_cards(held: list[Card]) -> None:
    openings = answer(held).counts.openings
    assert openings == {mirrored(coup): deals for coup, deals in openings.items()}


def mirrored(coup: CoupClass) -> CoupClass:
    player, banker, *_, player_pair, banker_pair = coup
    return CoupClass(banker, player, NONE, NONE, bool(banker_pair), bool(player_pair))


@some
@given(some_cards)
def test_the_best_ride_is_at_least_taking_and_riding(held: list[Card]) -> None:
    odds = answer(held)["house-money"]
    assert set(odds.ride) == {"player", "banker", "either"}
    for ride in odds.ride.values():
        assert ride.best >= max(ride.ev, odds.ev)
    for one, both in zip(zip(odds.ride["player"], odds.ride["banker"], strict=True), odds.ride["either"], strict=True):
        assert both >= max(one)  # the choice of a hand is never worth less than one of them


@some
@given(some_cards, st.fractions(0, 1))
def test_a_portion_rides_in_proportion(held: list[Card], portion: Fraction) -> None:
    shoe = Composition.of_cards(held)
    whole, part = (sheet(shoe, WAGERS, portion=share)["house-money"] for share in (Fraction(1), portion))
    for hand, ride in whole.ride.items():
        assert part.ride[hand].ev - part.ev == portion * (ride.ev - whole.ev)
        assert part.ride[hand].best - part.ev == portion * (ride.best - whole.ev)


@settings(max_examples=5)
@given(some_cards)
def test_covariance_is_symmetric_and_of_a_wager_with_itself_its_variance(held: list[Card]) -> None:
    full = answer(held)
    for one, other in combinations(("player", "dragon-bonus-banker", "house-money", "royal-9"), 2):
        both = full.covariance(one, other)
        assert both == full.covariance(other, one)
        assert both**2 <= full[one].variance * full[other].variance
    for key, odds in full.wagers.items():
        assert full.covariance(key, key) == odds.variance


# ---------------------------------------------------------------- a few cards, dealt in every order there is

FEW = cards("9h Ks 9h Ks Jd 2c 2s")


def every_coup(known: Known) -> list[Coup]:
    coups = [play(deal) for deal in permutations(FEW, 6)]
    return [c for c in coups if c.player[: len(known.player)] + c.banker[: len(known.banker)] == known.all]


def category(coup: Coup, wager: Wager) -> str:
    if wager.on_class:
        return wager.on_class(coup.coup_class).category
    assert wager.on_opening
    return wager.on_opening(coup.opening, 1).category


@pytest.mark.parametrize("known_cards", [Known(), Known(cards("9h")), Known(cards("9h Ks"), cards("2c"))], ids=str)
def test_expectation_and_covariance_are_those_of_every_order_of_a_few_cards(known_cards: Known) -> None:
    full = sheet(Composition.of_cards(FEW), WAGERS, known=known_cards).at(METERS, 500)
    coups = every_coup(known_cards)
    gains: dict[str, list[Fraction]] = {}
    for wager in WAGERS:
        table = full[wager.key].gains
        gains[wager.key] = [table[category(coup, wager)] for coup in coups]
    for key, column in gains.items():
        assert full[key].ev == sum(column) / len(coups), key
    for one, other in [
        ("royal-9", "banker"),
        ("house-money", "royal-9"),
        ("house-money", "tie"),
        ("player", "panda-8"),
    ]:
        product = sum(a * b for a, b in zip(gains[one], gains[other], strict=True)) / len(coups)
        assert full.covariance(one, other) == product - full[one].ev * full[other].ev, (one, other)


def test_two_wagers_on_the_first_four_cards_may_tell_different_cards_apart() -> None:
    """One looks at nines and faces, the other at twos alone."""
    lines = Result(Verdict.WIN, "win", Fraction(4)), LOSE
    two = Wager(
        key="first-two",
        title="A Two for the Banker",
        results=lines,
        on_opening=lambda opening, _: lines[all(card.rank != 2 for card in opening.banker)],
        tells=cards("2c 2d 2h 2s"),
    )
    full = sheet(Composition.of_cards(FEW), [WAGERS[-1], two]).at(METERS, 500)
    gains = [
        [full[wager.key].gains[category(coup, wager)] for coup in every_coup(Known())] for wager in (WAGERS[-1], two)
    ]
    product = sum(a * b for a, b in zip(*gains, strict=True)) / len(gains[0])
    assert full.covariance("royal-9", "first-two") == full.covariance("first-two", "royal-9")
    assert full.covariance("royal-9", "first-two") == product - full["royal-9"].ev * full["first-two"].ev


def test_a_wager_may_read_pairs_and_the_end_together() -> None:
    """A main wager on the Player's Hand that pays double with a pair; House Money rides on it."""
    lines = Result(Verdict.WIN, "with-a-pair", Fraction(2)), Result(Verdict.WIN, "win", Fraction(1)), LOSE
    double = Wager(
        key="double",
        title="Double",
        results=lines,
        on_class=lambda coup: lines[2 if coup.winner != "player" else 0 if coup.player_pair else 1],
        hand="player",
    )
    full = sheet(Composition.of_cards(FEW), [house_money(BOOK), double, WAGERS[-1]]).at(METERS, 500)
    money, coups = full["house-money"], every_coup(Known())
    won = [money.gains[category(coup, money.wager)] for coup in coups]
    gained = [full["double"].gains[category(coup, double)] for coup in coups]
    royal = [full["royal-9"].gains[category(coup, WAGERS[-1])] for coup in coups]
    assert full["double"].ev == sum(gained) / len(coups)
    ridden = sum(payout + max(payout, Fraction(0)) * gain for payout, gain in zip(won, gained, strict=True)) / len(
        coups
    )
    assert money.ride["player"].ev == ridden
    product = sum(a * b for a, b in zip(royal, gained, strict=True)) / len(coups)
    assert full.covariance("royal-9", "double") == product - full["royal-9"].ev * full["double"].ev


# ---------------------------------------------------------------- sheets


def test_house_money_rides_on_the_first_wager_on_a_hand_that_is_offered() -> None:
    shoe = Composition.decks(8)
    ez = sheet(shoe, [house_money(BOOK), main.ez_banker(BOOK)])["house-money"]
    plain = sheet(shoe, [main.banker(BOOK), main.ez_banker(BOOK), house_money(BOOK)])["house-money"]
    assert set(ez.ride) == set(plain.ride) == {"banker"}
    assert ez.ride["banker"] != plain.ride["banker"]
    assert sheet(shoe, [house_money(BOOK)])["house-money"].ride == {}


def test_vigorish_at_another_rate() -> None:
    cheap = sheet(Composition.decks(8), WAGERS, rate=Fraction(1, 25))
    assert cheap["banker"].ev + cheap["player"].ev == -Fraction(1, 25) * cheap["banker"].probability("win")


def test_a_registered_wager_has_odds_like_any_other() -> None:
    odds = sheet(Composition.decks(8), [registered("player-pair"), registered("lucky-6")])
    assert player_pair is not None
    assert odds["player-pair"].probability("win") == Fraction(31, 415)
    assert odds["lucky-6"].wager.title == "Lucky 6"


def test_what_is_not_on_the_sheet_is_named() -> None:
    full = sheet(Composition.decks(8), [main.tie(BOOK)])
    with pytest.raises(OddsError, match="unknown wager 'royal-9' on this sheet: use tie"):
        full.covariance("tie", "royal-9")
    with pytest.raises(OddsError, match="unknown result 'push' of tie: use win, lose"):
        full["tie"].probability("push")


def odd(results: tuple[Result, ...]) -> Wager:
    return Wager(key="odd", title="Odd", results=results, on_class=lambda coup: results[coup.player % 2])


def test_a_wager_whose_results_share_a_name_is_refused() -> None:
    twice = (Result(Verdict.WIN, "win", Fraction(1)), Result(Verdict.WIN, "win", Fraction(2)))
    with pytest.raises(OddsError, match="duplicate result of odd: it has win, win"):
        sheet(Composition.decks(1), [odd(twice)])


def test_a_wager_with_a_result_that_it_does_not_list_is_refused() -> None:
    full = odd((Result(Verdict.WIN, "win", Fraction(1)), Result(Verdict.LOSE, "lose")))
    short = Wager(key="odd", title="Odd", results=full.results[:1], on_class=full.on_class)
    with pytest.raises(OddsError, match="unlisted result of odd: it lists win"):
        sheet(Composition.decks(1), [short])
