"""What is hashed: no two different things are the same bytes."""

import doctest
from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.fair import Contribution, FairError, Shoe, preimage
from punto.fair.preimage import Field, need_name
from tests.fair.shoes import players, shoes

any_fields = st.lists(st.binary(max_size=20) | st.text(st.characters(exclude_categories=["Cs"]), max_size=20))


def taken_apart(hashed: bytes) -> list[bytes]:
    """Read the fields back: possible only where nothing else gives the same bytes."""
    parts = []
    while hashed:
        size = int.from_bytes(hashed[:4], "big")
        parts.append(hashed[4 : 4 + size])
        hashed = hashed[4 + size :]
    return parts


@given(any_fields, st.sampled_from(["commit", "pledge", "card"]))
def test_fields_can_be_read_back(fields: list[Field], label: str) -> None:
    plain = [each.encode() if isinstance(each, str) else each for each in fields]
    assert taken_apart(preimage(label, *fields)) == [b"punto-fair/1", label.encode(), *plain]


@given(any_fields, any_fields)
def test_the_same_bytes_are_the_same_fields(one: list[Field], other: list[Field]) -> None:
    same = [taken_apart(preimage("x", each))[2] for each in one] == [taken_apart(preimage("x", e))[2] for e in other]
    assert (preimage("x", *one) == preimage("x", *other)) == same


def shoe_preimage(shoe: Shoe, adding: list[Contribution]) -> bytes:
    pairs = [part for each in adding for part in (each.player, each.entropy)]
    return preimage("shoe", *shoe.fields, *pairs)


@given(shoes, players, shoes, players)
def test_two_shoes_are_never_the_same_bytes(
    shoe: Shoe, adding: list[Contribution], other: Shoe, others: list[Contribution]
) -> None:
    same = (shoe, adding) == (other, others)
    assert (shoe_preimage(shoe, adding) == shoe_preimage(other, others)) == same


@pytest.mark.parametrize(
    "one, other",
    [
        (("x", "ab", "c"), ("x", "a", "bc")),
        (("x", "ab"), ("x", "ab", "")),
        (("x", "ab"), ("xab",)),
        (("x", b"", b"\0\0\0\0"), ("x", b"\0\0\0\0", b"")),
        (("commit", 1), ("pledge", 1)),
    ],
)
def test_moving_a_border_changes_the_bytes(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    assert preimage(*one) != preimage(*other)


@pytest.mark.parametrize("name", ["", "x" * 201, "é" * 101, "\ud800"])
def test_names_have_limits(name: str) -> None:
    with pytest.raises(FairError):
        need_name("a table's name", name)


@pytest.mark.parametrize("module", ["preimage", "shoe", "must_hit", "document", "__init__"])
def test_examples_in_the_modules_are_true(module: str) -> None:
    assert not doctest.testmod(import_module(f"punto.fair.{module}".removesuffix(".__init__"))).failed
