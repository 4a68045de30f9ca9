"""Plans: what can be dealt, what cannot, and what house rules make of it."""

from typing import Any

import pytest

from punto.simulate import Plan, PlanError
from tests.table.harness import rules_of


@pytest.mark.parametrize(
    "changes, words",
    [
        ({"shoes": 0}, "invalid number of shoes 0: expected 1"),
        ({"shoes": -3}, "shoes -3"),
        ({"shoes": "many"}, "shoes: expected whole number, not 'many'"),
        ({"shoes": True}, "shoes: expected whole number, not True"),
        ({"seed": -1}, "invalid seed"),
        ({"seed": 2**64}, "invalid seed"),
        ({"first": -1}, "invalid first shoe -1"),
        ({"decks": 0}, "expected 1 to 16"),
        ({"decks": 17}, "expected 1 to 16"),
        ({"burns": (1, 2)}, "13 numbers"),
        ({"burns": (11,) * 13}, "13 numbers"),
        ({"cover_depth": 11}, "use at least 12"),
        ({"cover_depth": 14, "coups_after_cover": 2}, "use at least 18"),
        ({"cover_depth": 42, "decks": 1}, "would be burned"),
        ({"coups": 80, "continuous": True}, "expected no burns"),
        ({"burns": (), "continuous": True}, "1 to 10000 coups"),
        ({"continuous": 1}, "continuous: expected true or false, not 1"),
        ({"coups": 68}, "8 decks may not last for 68"),
    ],
)
def test_a_plan_that_cannot_be_dealt_is_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(PlanError, match=words):
        Plan(**{"shoes": 1, **changes})


@pytest.mark.parametrize(
    "text, words",
    [
        ("", "invalid JSON"),
        ("[1]", "JSON object"),
        ("{}", "number of shoes"),
        ('{"shoes": 1, "deck": 8}', "unknown key 'deck'"),
        ('{"shoes": 1.5}', "expected whole number"),
    ],
)
def test_a_plan_that_cannot_be_read_is_refused(text: str, words: str) -> None:
    with pytest.raises(PlanError, match=words):
        Plan.from_json(text)


def test_house_rules_make_a_plan() -> None:
    classic = Plan.of_rules(rules_of("ma-mini-classic"), shoes=5, seed=3)
    assert classic == Plan(shoes=5, seed=3, decks=8, cover_depth=14, coups_after_cover=1)
    assert Plan.of_rules(rules_of("ma-mini-classic"), shoes=5, decks=6).decks == 6
    endless = Plan.of_rules(rules_of("ma-mini-continuous"), shoes=5)
    assert (endless.decks, endless.burns, endless.coups, endless.continuous) == (6, (), 80, True)


def test_a_plan_is_cut_without_loss() -> None:
    parts = list(Plan(shoes=10, first=7).parts(4))
    assert [(part.first, part.shoes) for part in parts] == [(7, 4), (11, 4), (15, 2)]
