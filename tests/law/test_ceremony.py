"""Ceremonies: the matcher on examples, and against Python's own regular expressions."""

import itertools
import re
from collections.abc import Sequence
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.law.ceremony import Ceremony, CeremonyError, complete, may, parse
from punto.law.rulebook import load

STEPS = "abc"


def ceremony(order: str, *must: str) -> Ceremony:
    return Ceremony("test", order, must, MappingProxyType({}))


@pytest.mark.parametrize(
    "order, done, next_steps, is_complete",
    [
        ("inspect verify", "", "inspect", False),
        ("inspect verify", "inspect", "verify", False),
        ("inspect verify", "inspect verify", "", True),
        ("plug? riffle", "", "plug riffle", False),
        ("plug? riffle", "plug", "riffle", False),
        ("shuffle+ lace", "", "shuffle", False),
        ("shuffle+ lace", "shuffle", "shuffle lace", False),
        ("shuffle+ lace", "shuffle shuffle lace", "", True),
        ("pay-seat* clear-cards", "pay-seat pay-seat", "pay-seat clear-cards", False),
        ("spread-down | ask spread-up", "", "spread-down ask", False),
        ("spread-down | ask spread-up", "ask", "spread-up", False),
        ("(offer decline)* (offer accept | keep)", "", "offer keep", False),
        ("(offer decline)* (offer accept | keep)", "offer", "decline accept", False),
        ("(offer decline)* (offer accept | keep)", "offer decline offer accept", "", True),
        ("(strip*)* cut", "strip strip", "strip cut", False),
        ("(strip? riffle?)+", "", "strip riffle", True),
    ],
)
def test_an_order_says_what_may_come_next(order: str, done: str, next_steps: str, is_complete: bool) -> None:
    assert may(ceremony(order), done.split()) == set(next_steps.split())
    assert complete(ceremony(order), done.split()) is is_complete


def test_a_step_that_must_occur_is_never_passed_over() -> None:
    shuffle = ceremony("riffle (riffle | strip)* turn? cut", "strip", "turn")
    assert may(shuffle, ["riffle"]) == {"riffle", "strip"}
    assert may(shuffle, ["riffle", "strip"]) == {"riffle", "strip", "turn"}
    assert may(shuffle, ["riffle", "strip", "turn"]) == {"cut"}
    assert complete(shuffle, ["riffle", "strip", "turn", "cut"])


def test_a_must_bars_the_way_that_lacks_it() -> None:
    assert may(ceremony("wash stack | shuffle lace", "lace"), []) == {"shuffle"}


def test_a_step_out_of_order_is_an_error_that_says_what_may_come() -> None:
    with pytest.raises(CeremonyError, match=r"'test': no 'cut' here, riffle or strip may come"):
        may(ceremony("riffle (riffle | strip)* cut", "strip"), ["riffle", "cut"])


def test_nothing_follows_a_ceremony_that_is_over() -> None:
    with pytest.raises(CeremonyError, match="no 'wash' here, nothing more may come"):
        complete(ceremony("wash"), ["wash", "wash"])


@pytest.mark.parametrize(
    "order, words",
    [
        ("", "a step is missing at the end"),
        ("wash |", "a step is missing at the end"),
        ("* wash", r"a step is missing before '\*'"),
        ("(wash stack", "a parenthesis is not closed"),
        ("wash) stack", r"'\)' stands alone"),
        ("wash ()", r"a step is missing before '\)'"),
        ("wash & stack", "a step is missing before '&'"),
    ],
)
def test_a_malformed_order_is_an_error_that_says_why(order: str, words: str) -> None:
    with pytest.raises(CeremonyError, match=words):
        may(ceremony(order), [])


def test_a_must_that_no_order_can_make_is_an_error() -> None:
    with pytest.raises(CeremonyError, match="no way through that makes strip"):
        may(ceremony("riffle cut", "strip"), [])


def test_line_breaks_and_spaces_are_the_same() -> None:
    assert parse("\n  wash\n  (a|b)  stack?\n") == parse("wash (a | b) stack?")


@pytest.mark.parametrize("rulebook", ["ma-midi", "ma-midi-multilevel", "ma-mini"])
def test_a_shuffle_by_hand_strips_after_two_riffles_and_has_no_cut_of_its_own(rulebook: str) -> None:
    shuffle = load(rulebook).ceremonies["shuffle-unused"]
    assert "strip" not in may(shuffle, ["plug", "riffle", "turn"])
    assert "strip" in may(shuffle, ["plug", "riffle", "turn", "riffle"])
    made = ["plug", "riffle", "turn", "riffle", "strip"]
    while not complete(shuffle, made):
        made.append(next(iter(may(shuffle, made) - set(made))))
    assert "cut" not in shuffle.steps  # the players' cut follows, and there is no second one
    assert not may(shuffle, made)


@pytest.mark.parametrize("rulebook", ["ma-midi", "ma-midi-multilevel", "ma-mini"])
def test_nothing_is_plugged_where_there_are_no_unused_cards(rulebook: str) -> None:
    ceremonies = load(rulebook).ceremonies
    assert "plug" in may(ceremonies["shuffle-unused"], [])
    assert "plug" not in ceremonies["shuffle"].steps


def test_the_cut_is_offered_until_one_accepts() -> None:
    cut = load("ma-mini").ceremonies["cut"]
    assert may(cut, ["offer-cut", "decline-cut"]) == {"offer-cut", "dealer-cut"}
    assert may(cut, ["offer-cut", "decline-cut", "offer-cut", "place-cut"]) == {"carry-cut"}


def joined(parts: Sequence[str], by: str) -> str:
    return f"({by.join(parts)})"


orders = st.recursive(
    st.sampled_from(STEPS),
    lambda inner: st.one_of(
        st.builds(joined, st.lists(inner, min_size=2, max_size=3), st.just(" ")),
        st.builds(joined, st.lists(inner, min_size=2, max_size=3), st.just(" | ")),
        st.builds("({}){}".format, inner, st.sampled_from("?*+")),
    ),
    max_leaves=6,
)
words = st.text(STEPS, max_size=6)
musts = st.sets(st.sampled_from(STEPS), max_size=2)

# Every way to go on for up to four steps; the way back, from what may come to a match, has no such bound.
SUFFIXES = ["".join(letters) for length in range(5) for letters in itertools.product(STEPS, repeat=length)]


@given(orders, words)
def test_complete_is_what_pythons_regular_expressions_call_a_match(order: str, word: str) -> None:
    matches = re.fullmatch(order.replace(" ", ""), word) is not None
    try:
        assert complete(ceremony(order), word) is matches
    except CeremonyError:
        assert not matches


@given(orders, musts, st.text(STEPS, max_size=3))
def test_may_is_every_step_from_which_a_match_can_still_be_reached(order: str, must: set[str], done: str) -> None:
    pattern = re.compile(order.replace(" ", ""))
    try:
        allowed = may(ceremony(order, *must), done)
    except CeremonyError:
        allowed = frozenset()
    found = {
        step
        for step in STEPS
        for suffix in SUFFIXES
        if pattern.fullmatch(done + step + suffix) and must <= set(done + step + suffix)
    }
    assert found <= allowed
    for step in allowed:  # and what is allowed leads to a match, however long
        assert walk(ceremony(order, *must), done + step)


def walk(of: Ceremony, done: str) -> bool:
    """Say whether going on with what may come reaches an end, and a real one."""
    look = [done]
    for path in look:
        if complete(of, path):
            word = re.fullmatch(of.order.replace(" ", ""), path)
            return word is not None and set(of.must) <= set(path)
        look.extend(path + step for step in sorted(may(of, path)))
        if len(look) > 5000:
            return False
    return False
