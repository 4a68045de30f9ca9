"""Where a rulebook says otherwise than the engine plays, no table opens under it."""

import tomllib
from typing import Any

import pytest

from punto.law.rulebook import build, built_in, load, text_of
from punto.rules.review import review, review_submission
from punto.rules.review.finding import Code
from tests.law.filing import plain

OTHERWISE: list[tuple[str, str, Any]] = [
    ("def.natural", "counts", [7, 8, 9]),
    ("def.natural", "cards", 3),
    ("def.dragon-7", "count", 8),
    ("def.panda-8", "other-below", 9),
    ("def.free-hand", "wagers", True),
    ("def.royal-9", "suited", "one colour"),
    ("points.values", "values", {"A": 11}),
    ("points.count", "modulus", 9),
    ("wager.dragon-7", "table", "any"),
    ("wager.panda-8", "table", "any"),
    ("wager.house-money", "pair-by", "value"),
    ("third.natural", "draws", [8]),
    ("third.player", "stays", [5, 6, 7]),
    ("third.banker-alone", "draws", [0, 1, 2, 3, 4]),
    ("third.banker-table", "draws-below", 4),
    ("third.banker-table", "stays-on", 8),
    ("third.banker-table", "draws", {"3": [0, 1, 2]}),
]


@pytest.mark.parametrize("name", built_in())
def test_the_engine_plays_what_the_rulebooks_say(name: str) -> None:
    assert load(name).checked.findings == ()


@pytest.mark.parametrize("key, term, value", OTHERWISE)
def test_a_table_does_not_open_where_the_rulebook_says_otherwise(key: str, term: str, value: Any) -> None:
    data = tomllib.loads(text_of("ma-mini"))
    assert data[key][term] != value
    data[key][term] = value
    submission = review(plain(load("ma-mini"))).submission
    assert submission is not None
    reviewed = review_submission(build(data, "changed"), submission)
    assert [(finding.code, finding.section) for finding in reviewed.findings] == [(Code.ENGINE, data[key]["section"])]
    assert reviewed.rules is None
    assert reviewed.lawful
