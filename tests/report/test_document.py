"""The JSON document: stable, exact, and explained field by field in the manual."""

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from punto.report.document import KIND, document
from tests.report.sheets import PLAIN, ROYAL, par

ALL = (*PLAIN, ROYAL)
MANUAL = Path(__file__).parents[2] / "docs" / "par.md"


def keys(value: Any) -> Iterator[str]:
    """Every key of every object within."""
    if isinstance(value, dict):
        yield from value
        for inner in value.values():
            yield from keys(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keys(inner)


@pytest.mark.parametrize("name", ALL)
def test_every_field_is_in_the_manual(name: str) -> None:
    manual = MANUAL.read_text()
    # What is named after a wager, a meter or a result is no field.
    names = {one.key for one in par(name).wagers} | {"star", "spade", "heart", "90", "95", "99"}
    fields = {*keys(document(par(name)))} - names
    missing = {key for key in fields if f"`{key.removesuffix('-exact')}`" not in manual}
    assert missing == set()


@pytest.mark.parametrize("name", ALL)
def test_a_float_is_the_fraction_beside_it(name: str) -> None:
    def look(value: Any) -> int:
        if isinstance(value, list):
            return sum(map(look, value))
        if not isinstance(value, dict):
            return 0
        exact = [key for key in value if key.endswith("-exact")]
        for key in exact:
            assert value[key.removesuffix("-exact")] == float(Fraction(value[key]))
        return len(exact) + sum(map(look, value.values()))

    assert look(document(par(name))) > 50


def test_what_other_programs_rely_on() -> None:
    found = json.loads(json.dumps(document(par(ROYAL))))
    assert found["document"] == KIND == "par-sheet/1"
    assert (found["operator"], found["table"], found["rulebook"]["id"]) == ("Harbour Casino", "MD-11", "ma-midi")
    assert (found["shoe"]["decks"], found["deals"]) == (8, 4998398275503360)
    banker = found["wagers"]["banker"]
    assert banker["edge-exact"] == "114753351728/10847218479825"
    assert banker["results"][0]["deals"] == 2292252566437888
    assert banker["with"]["player"]["covariance"] == found["wagers"]["player"]["with"]["banker"]["covariance"] < 0
    assert [each["rounds"] for each in banker["hold"]] == [1_000, 10_000, 100_000, 1_000_000]
    royal = found["wagers"]["royal-9"]["progressive"]
    assert royal["meters"]["star"]["to-reserve"] == "1/10"
    assert royal["must-hit"]["ceiling-cents"] == 1_000_00
    assert royal["long-run"] == pytest.approx(0.860725, abs=1e-6)


def test_an_ez_table_has_no_vigorish_and_a_plain_one_no_progressive() -> None:
    found = document(par("ma-mini-classic"))
    assert found["vigorish"]["collected"] in ("with-payout", "deferred")
    assert all("progressive" not in one and "ride" not in one for one in found["wagers"].values())
