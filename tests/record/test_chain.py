"""Records: bytes that say one thing, and hashes that hold them together."""

import hashlib
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from punto.core.roles import Role
from punto.record.chain import GENESIS, Batch, LogError, chain, decode, difference, digest, encode
from punto.table.commands import Deal, Perform, Turn
from punto.table.events import CardDealt, CardTurned

DEAL = Deal(id="1", by=Role.DEALER, who="d1", at=7, place="P1")
BATCH = Batch("table/MB-7", 3, DEAL, (CardDealt(place="P1", section="8(c)"),))
BODY = (
    b'{"stream":"table/MB-7","n":3,'
    b'"command":{"do":"deal","id":"1","by":"dealer","who":"d1","at":7,"place":"P1"},'
    b'"events":[{"event":"card-dealt/1","section":"8(c)","place":"P1"}]}'
)


def test_a_record_is_compact_json_without_defaults() -> None:
    assert encode(BATCH) == BODY
    assert decode(BODY) == BATCH


def test_the_hash_is_of_the_format_the_hash_before_and_the_bytes() -> None:
    record = chain(BATCH, GENESIS)
    assert record.hash == hashlib.sha256(b"punto-log/1\n" + b"0" * 64 + b"\n" + BODY).hexdigest()
    assert (record.stream, record.n, record.last, record.body, record.batch) == ("table/MB-7", 3, 3, BODY, BATCH)


def test_the_hash_depends_on_the_one_before() -> None:
    assert digest(GENESIS, BODY) != digest("1" * 64, BODY)


def test_the_order_of_faces_is_kept() -> None:
    turn = Turn(id="1", by=Role.DEALER, who="d1", at=0, faces={"P2": "4h", "P1": "5h"})
    batch = Batch("table/t", 1, turn, (CardTurned(place="P2", card="4h"), CardTurned(place="P1", card="5h")))
    command = decode(encode(batch)).command
    assert isinstance(command, Turn)
    assert list(command.faces) == ["P2", "P1"]


def test_fields_in_another_order_are_as_good() -> None:
    """So that a struct may be declared otherwise one day, and old logs still be read."""
    moved = BODY.replace(
        b'{"event":"card-dealt/1","section":"8(c)","place":"P1"}',
        b'{"place":"P1","event":"card-dealt/1","section":"8(c)"}',
    )
    assert moved != BODY
    assert decode(moved) == BATCH


def test_a_record_without_events_is_none() -> None:
    with pytest.raises(LogError, match="at least one event"):
        chain(replace(BATCH, events=()), GENESIS)
    with pytest.raises(LogError, match="at least one event"):
        decode(BODY[: BODY.index(b"[")] + b"[]}")


@pytest.mark.parametrize(
    "old, new, words",
    [
        (b'"at":7', b'"at":7,"note":"x"', "command.note"),
        (b'"section"', b'"note":"x","section"', r"events\[0\].note"),
        (b'"n":3', b'"n":3,"m":4', "m: "),
        (b'"at":7', b'"at":7,"coup":null', "command.coup"),
        (b'"n":3', b'"n": 3', "compact"),
        (b'"n":3', b'"n":2,"n":3', "compact, or has a key twice"),
        (b'"P1"}]', b'"\\u0050\\u0031"}]', "compact"),
        (b'"n":3', b'"n":3.0', "int"),
        (b'"n":3', b'"n":"3"', "int"),
        (b"card-dealt/1", b"card-dealt/9", "card-dealt/9"),
        (b'"do":"deal"', b'"do":"steal"', "steal"),
        (b'"dealer"', b'"thief"', "thief"),
        (b"table/MB-7", b"cellar/MB-7", "invalid stream"),
        (b'"place":"P1"},', b'"place":"P1"', "JSON"),
        (b"P1", b"\xff1", "JSON"),
    ],
)
def test_what_is_not_declared_or_not_written_so_is_refused(old: bytes, new: bytes, words: str) -> None:
    with pytest.raises(LogError, match=words):
        decode(BODY.replace(old, new, 1))


@given(st.binary(max_size=60) | st.builds(lambda depth: b"[" * depth, st.integers(0, 100_000)))
def test_no_bytes_are_beyond_a_log_error(data: bytes) -> None:
    with pytest.raises(LogError):
        decode(data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=3),
    max_leaves=8,
)


@given(JSON, JSON)
def test_values_differ_somewhere_or_are_the_same(one: Any, other: Any) -> None:
    same = msgspec.json.encode(one, order="sorted") == msgspec.json.encode(other, order="sorted")
    assert (difference(one, other) is None) == same


@pytest.mark.parametrize(
    "one, other, path",
    [
        ({"a": {"b": 1}}, {"a": {"b": 2}}, "a.b"),
        ({"a": None}, {}, "a"),
        ({"x": {"a": None}}, {"x": {}}, "x.a"),
        ([1, [2]], [1, [3]], "[1][0]"),
        ([1], [1, 2], "all of it"),
        (1, True, "all of it"),
    ],
)
def test_the_difference_is_named(one: Any, other: Any, path: str) -> None:
    assert difference(one, other) == path


def test_a_step_of_a_ceremony_is_written_without_what_it_does_not_say() -> None:
    step = Perform(id="1", by=Role.DEALER, who="d1", at=0, step="wash")
    body = encode(Batch("table/t", 1, step, (CardDealt(place="P1"),)))
    assert b"null" not in body
    assert b'"seat"' not in body
