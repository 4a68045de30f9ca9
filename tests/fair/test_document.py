"""A shoe on paper: written, read back, and refused in one line where it is not whole."""

import json
from typing import Any

import pytest
from hypothesis import given

from punto.fair import FairError, ShoeRecord
from punto.fair.document import read, write
from tests.fair.shoes import played
from tests.fair.vectors import SHOES, record_of, seed_of


@given(played())
def test_a_shoe_comes_back_from_paper(shoe: tuple[ShoeRecord, bytes]) -> None:
    assert read(json.loads(json.dumps(write(*shoe)))) == shoe


def paper() -> dict[str, Any]:
    shoe = SHOES[1]
    return write(record_of(*shoe), seed_of(shoe[0]))


@pytest.mark.parametrize("key", [key for key in paper() if key != "fair"])
def test_each_part_is_needed(key: str) -> None:
    document = paper()
    del document[key]
    with pytest.raises(FairError, match=f"the shoe has no '{key}'"):
        read(document)


@pytest.mark.parametrize(
    "key, value, words",
    [
        ("fair", "punto-fair/2", "written as 'punto-fair/2'; this reads 'punto-fair/1'"),
        ("table", 7, "'table' is 7: text belongs there"),
        ("shoe", "3", "'shoe' is '3': a whole number belongs there"),
        ("shoe", True, "'shoe' is True"),
        ("cut", 1.5, "'cut' is 1.5: a whole number"),
        ("out", "Ks", "'out' is 'Ks': a list belongs there"),
        ("out", [5], "a card is 5: text"),
        ("out", ["1s"], "'1s' is no card"),
        ("pledges", [], r"'pledges' is \[\]: an object belongs there"),
        ("pledges", {"ann": "no"}, "'pledges' is 'no': hexadecimal digits belong there"),
        ("pledges", {7: "00"}, "a name of 'pledges' is 7"),
        ("entropy", {"ann": None}, "'entropy' is None: text belongs there"),
        ("entropy", {"ann": "00"}, "ann's entropy has 1 bytes"),
        ("silent", [1], "a name of 'silent' is 1"),
        ("list", ["0" * 70 + "x"], "'list' is '0{38}…: hexadecimal"),
        ("list", ["00"], "entry 0 of a list is a hash of 32 bytes"),
        ("dealt", [5], "a dealt card is written as null or as an object"),
        ("dealt", [{"position": 1, "card": "4h"}], "the shoe has no 'salt'"),
        ("dealt", [{"position": 1, "card": "4x", "salt": "00"}], "'4x' is no card"),
        ("dealt", [{"position": -1, "card": "4h", "salt": "00" * 32}], "a position is -1"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(key: str, value: object, words: str) -> None:
    with pytest.raises(FairError, match=words) as refused:
        read(paper() | {key: value})
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("document", [None, [], "shoe", 7])
def test_a_shoe_is_one_object(document: object) -> None:
    with pytest.raises(FairError, match="one JSON object"):
        read(document)
