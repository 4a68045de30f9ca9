"""Names: what can be shown to everybody, and what is taken for somebody else."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.accounts import Reason, Refusal
from punto.accounts.credentials import LONGEST_NAME, chosen, skeleton


@pytest.mark.parametrize("name", ["Ann", "Ann Lee", "Åsa", "Zoë-2", "Иван", "Μαρία", "小林", "نور", "O.K_3", "किरण"])
def test_names_of_people_are_names(name: str) -> None:
    assert chosen(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    "name",
    [
        "", "A", "x" * 25, "x" * 10**6,
        "Ann\u200b", "A\u200dnn", "Ann\u202e", "\u2066Ann\u2069", "A\ufeffnn", "A\u00adnn",  # zero width, bidi
        "Ann\u3164", "\u115fAnn", "Ann\ufe0f", "A\u034fnn", "Ann\U000e0100", "Ann\U000e0041",  # letters nobody sees
        "Ann\n", "Ann\t", "A\x00nn", "Ann\x7f", "Ann\x85", "Ann\u2028", "Ann\ud800",  # controls, a lone surrogate
        "<b>Ann</b>", "Ann&amp;", 'Ann"', "Ann'", "{{Ann}}", "$(Ann)", "../Ann", "Ann/Lee", "Ann\\", "`Ann`", "[a](b)",
        " Ann", "Ann ", "Ann  Lee", "-Ann", "Ann--Lee", "A\u00a0nn", "Ann\u3000Lee", "\u0301Ann",
        "A\u0301\u0302\u0303nn", "Ann🂡", "♠♥", "\ue000Ann", "Аnn", "Αnn", "pаypal",  # stacked, symbols, two alphabets
    ],
)  # fmt: skip
def test_what_cannot_be_shown_is_refused(name: str) -> None:
    answer = chosen(name)
    assert isinstance(answer, Refusal)
    assert answer.reason is Reason.BAD_NAME
    assert answer.detail["why"]


@pytest.mark.parametrize(
    "name",
    ["house", "House", "HOUSE", "h0use", "the dealer", "dea1er", "keeper", "Bot-7", "bot 1", "b0t.x", "guest",
     "Guest ABC", "admin", "Ádmin", "adm1n", "sys-tem", "Ｈouse", "floor_3", "surveillance", "first administrator"],
)  # fmt: skip
def test_nobody_is_called_like_the_house(name: str) -> None:
    answer = chosen(name)
    assert isinstance(answer, Refusal)
    assert answer.reason is Reason.RESERVED_NAME


@pytest.mark.parametrize("name", ["Bottom", "Adminton", "Greenhouse", "Botho", "Tiernan"])
def test_who_only_begins_like_the_house_is_let_be(name: str) -> None:
    assert chosen(name) == name


@pytest.mark.parametrize(
    "one, other",
    [("Ann", "ANN"), ("Ann Lee", "ann-lee"), ("Zoe", "Zoë"), ("Bill", "BI11"), ("Ian", "lan"), ("Bob", "B0b"),
     ("сор", "cop"), ("Ａｎｎ", "Ann"), ("Straße", "STRASSE"), ("barn", "bam"), ("ⅷx", "viiix"), ("ıan", "ian")],
)  # fmt: skip
def test_names_that_look_alike_are_one_name(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize("one, other", [("Ann", "Anna"), ("Bob", "Rob"), ("小林", "大林"), ("Иван", "Ирина")])
def test_names_that_do_not_are_two(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@given(st.text(max_size=LONGEST_NAME + 2))
def test_whatever_is_let_through_is_visible_composed_and_has_a_skeleton_of_its_own(text: str) -> None:
    name = chosen(text)
    if isinstance(name, Refusal):
        return
    assert name == unicodedata.normalize("NFC", name)
    assert all(unicodedata.category(sign)[0] in "LMN" or sign in " -._" for sign in name)
    assert skeleton(name)
    assert chosen(name) == name
