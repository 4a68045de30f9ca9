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
    with pytest.raises(FairError, match=f"missing '{key}' in the shoe"):
        read(document)


@pytest.mark.parametrize(
    "key, value, words",
    [
        ("fair", "punto-fair/3", "unsupported shoe format 'punto-fair/3': expected 'punto-fair/1' or 'punto-fair/2'"),
        ("table", 7, "invalid 'table' 7: expected text"),
        ("shoe", "3", "invalid 'shoe' '3': expected a whole number"),
        ("shoe", True, "invalid 'shoe' True"),
        ("cut", 1.5, "invalid 'cut' 1.5: expected a whole number"),
        ("out", "Ks", "invalid 'out' 'Ks': expected a list"),
        ("out", [5], "invalid card 5: expected text"),
        ("out", ["1s"], "invalid card '1s'"),
        ("pledges", [], r"invalid 'pledges' \[\]: expected an object"),
        ("pledges", {"ann": "no"}, "invalid 'pledges' 'no': expected hexadecimal digits"),
        ("pledges", {7: "00"}, "invalid name in 'pledges' 7"),
        ("entropy", {"ann": None}, "invalid 'entropy' None: expected text"),
        ("entropy", {"ann": "00"}, "invalid entropy of ann: 1 bytes"),
        ("silent", [1], "invalid name in 'silent' 1"),
        ("list", ["0" * 70 + "x"], "invalid 'list' '0{38}…: expected hexadecimal"),
        ("list", ["00"], "invalid list entry 0 of 1 bytes: expected a hash of 32"),
        ("dealt", [5], "malformed dealt card: expected null or an object"),
        ("dealt", [{"position": 1, "card": "4h"}], "missing 'salt' in the shoe"),
        ("dealt", [{"position": 1, "card": "4x", "salt": "00"}], "invalid card '4x'"),
        ("dealt", [{"position": -1, "card": "4h", "salt": "00" * 32}], "invalid position -1"),
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
