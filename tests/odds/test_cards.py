"""The counter of wagers on ranks, suits and order of all six cards, against every deal of small shoes."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import perm

import pytest

from punto.core.cards import Composition, cards
from punto.core.coup import play
from punto.odds import Known, sheet
from punto.odds.cards import count_cards
from punto.wagers import facts
from punto.wagers.cards import CardTable
from punto.wagers.facts import On, When, when
from punto.wagers.wager import LOSE, Result, Verdict, Wager

WHOLE = ("player", "banker")


def on(*places: str, **asked: set[int]) -> On:
    return On(places, tuple(facts.Test(name.replace("_", "-"), frozenset(values)) for name, values in asked.items()))


def wager(*conditions: When, pays: tuple[int, ...] = ()) -> Wager:
    odds = pays or tuple(range(1, len(conditions) + 1))
    results = [Result(Verdict.WIN, f"line-{number}", Fraction(each)) for number, each in enumerate(odds)]
    lines = tuple(zip(conditions, results, strict=True))
    return Wager(key="x", title="X", results=(*results, LOSE), on_cards=CardTable(lines), section="1")


WAGERS = {
    "suited-hand": wager(when(player_cards=3, player_suits=1), when(banker_cards=3, banker_suits=1)),
    "three-of-a-kind": wager(when(player_cards=3, player_ranks=1), when(banker_cards=3, banker_ranks=1)),
    "first-cards": wager(
        When(on=(on("P1", "B1", order={1}),)), When(on=(on("P1", "B1", order={2}, suits={1}),)),
        When(on=(on("P1", "B1", order={2}),)),
    ),
    "all-one-color": wager(When(on=(on(*WHOLE, suit={1, 2}),)), When(on=(on(*WHOLE, suit={0, 3}),))),
    "heavenly-9": wager(when(player=9, banker=9, player_cards=3, banker_cards=3)),
    "third-cards": wager(When(on=(on("P3", "B3", same_card={2}),)), When(on=(on("P3", suit={2}),))),
    "most-of-a-rank": wager(When(on=(on(*WHOLE, same_rank={3, 4}),)), when(winner="tie", suits=(3, 4))),
    "suits-and-result": wager(when(winner="player", player_suited_pair=True), when(suited_pairs=(1, 2), winner="tie")),
    "identical-and-tie": wager(When(tests=when(winner="tie", identical=True).tests, never=when(cards=6))),
}  # fmt: skip
SHOES = {
    "mixed": "4h 4h 9s 9s Kd 2c 5d 6h Ah",
    "low": "Ah Ah 2h 2h 3s 3d 9h Kc Kc",
}


@pytest.mark.parametrize("shoe", SHOES)
@pytest.mark.parametrize("key", WAGERS)
def test_the_counter_counts_what_every_deal_counts(key: str, shoe: str) -> None:
    one, held = WAGERS[key], cards(SHOES[shoe])
    answer = one.on_cards
    assert answer is not None
    expected = Counter[str]()
    for deal in permutations(held, 6):
        coup = play(deal)
        expected[answer(coup.player, coup.banker).category] += 1
    deals, found = count_cards(Composition.of_cards(held), one)
    assert deals == perm(len(held), 6)
    assert +found == expected


@pytest.mark.parametrize("key", WAGERS)
def test_known_cards_leave_the_rest_to_be_counted(key: str) -> None:
    held, seen = cards("4h 4h 9s 9s Kd 2c 5d 6h Ah"), Known(cards("4h"), cards("2c Kd"))
    one = WAGERS[key]
    answer = one.on_cards
    assert answer is not None
    rest = list(held)
    for card in seen.all:
        rest.remove(card)
    expected = Counter[str]()
    for p2, p3, b3 in permutations(rest, 3):
        coup = play((cards("4h")[0], cards("2c")[0], p2, cards("Kd")[0], p3, b3))
        expected[answer(coup.player, coup.banker).category] += 1
    deals, found = count_cards(Composition.of_cards(held), one, seen)
    assert deals == expected.total()
    assert +found == expected


def test_first_cards_of_a_full_shoe_follow_from_the_shoe_alone() -> None:
    found = sheet(Composition.decks(8), [WAGERS["first-cards"]])["x"]
    same = Fraction(31, 415)
    assert found.probability("line-0") == (1 - same) / 2
    assert found.probability("line-1") == Fraction(7, 415)  # the same card: seven of 415 are left
