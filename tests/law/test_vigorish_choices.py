"""Vigorish: how it is rounded, when it is collected, and that an EZ table has none."""

from fractions import Fraction

import pytest

from punto.law.rulebook import Rulebook, documents, load
from tests.law.submitting import CONTINUOUS, GONE, filed, findings, rules, said
from tests.proofs import proves

ROUNDING = proves(
    "vigorish.rounding",
    ma_baccarat="13(c)",
    ma_midi="12(c)",
    ma_midi_multilevel="12(c)",
    ma_mini="12(c)",
    md_mini=".12D(1)",
)
WHEN = proves(
    "vigorish.when",
    ma_baccarat="13(d)(1)-(2)",
    ma_midi="12(d)(1)-(2)",
    ma_midi_multilevel="12(d)(1)-(2)",
    ma_mini="12(d)(1)-(2)",
    md_mini=".12D(2)",
)
# Cents owed exactly, and cents collected when rounding to a quarter.
QUARTERS = {0: 0, 1: 25, 24: 25, 25: 25, 26: 50, 50: 50, 125: 125, 126: 150, Fraction(1, 2): 25, Fraction(51, 2): 50}


@ROUNDING
@pytest.mark.parametrize("owed, collected", QUARTERS.items())
def test_vigorish_may_be_rounded_up_to_a_quarter(book: Rulebook, owed: Fraction, collected: int) -> None:
    vigorish = rules(book, {"vigorish.rounding": "quarter"}).vigorish
    assert vigorish is not None
    assert vigorish.collect(Fraction(owed)) == collected


@ROUNDING
@pytest.mark.parametrize("changes", [{"vigorish.rounding": "exact"}, {"vigorish.rounding": GONE}])
def test_vigorish_is_exact_where_no_rounding_is_chosen(book: Rulebook, changes: dict[str, object]) -> None:
    vigorish = rules(book, changes).vigorish
    assert vigorish is not None
    assert (vigorish.rate, vigorish.rounding) == (Fraction(1, 20), "exact")
    assert [vigorish.collect(Fraction(cents)) for cents in (0, 1, 26, 125)] == [0, 1, 26, 125]
    assert vigorish.collect(Fraction(51, 2)) == 25


@ROUNDING
@pytest.mark.parametrize("rounding", ["down", "dollar", "Quarter", ""])
def test_vigorish_is_rounded_in_no_other_way(book: Rulebook, rounding: str) -> None:
    section = book.section("vigorish.rounding")
    changes = {"vigorish.rounding": rounding}
    assert findings(book, changes) == [("not-a-choice", "$.vigorish.rounding", section)]
    assert "exact or quarter" in said(book, changes)


@ROUNDING
def test_exact_vigorish_of_chips_that_make_fractions_of_a_cent_is_noted(book: Rulebook) -> None:
    cents = {"limits.smallest-chip": 50, "vigorish.rounding": "exact"}
    reviewed = filed(book, cents)
    section = book.section("vigorish.rounding")
    noted = [(note.code, note.path, note.section) for note in reviewed.warnings]
    assert noted == [("cents-lost", "$.vigorish.rounding", section)]
    assert reviewed.rules is not None
    assert filed(book, {**cents, "vigorish.rounding": "quarter"}).warnings == ()
    assert filed(book, {"vigorish.rounding": "exact"}).warnings == ()


@ROUNDING
def test_marker_buttons_of_rounded_amounts_are_a_choice_of_a_house_that_rounds(book: Rulebook) -> None:
    later = {"vigorish.when": "deferred", "vigorish.rounding": "quarter"}
    for marked in ("exact", "rounded"):
        vigorish = rules(book, {**later, "vigorish.marked": marked}).vigorish
        assert vigorish is not None
        assert vigorish.marked == marked
    section = book.section("vigorish.rounding")
    for wrong, words in (
        ({"vigorish.marked": "rounded", "vigorish.rounding": "exact"}, 'add rounding = "quarter"'),
        ({"vigorish.marked": "fixed"}, "exact or rounded"),
    ):
        assert findings(book, {**later, **wrong}) == [("not-a-choice", "$.vigorish.marked", section)]
        assert words in said(book, {**later, **wrong})
    in_vain = filed(
        book, {"vigorish.when": "with-payout", "vigorish.rounding": "quarter", "vigorish.marked": "rounded"}
    )
    assert [(note.code, note.path) for note in in_vain.warnings] == [("no-effect", "$.vigorish.marked")]
    assert in_vain.rules is not None
    assert in_vain.rules.vigorish is not None
    assert in_vain.rules.vigorish.marked == "exact"


@proves("vigorish.when/with-payout", "vigorish.when/deferred")
@WHEN
def test_vigorish_is_collected_with_the_payout_or_later(book: Rulebook) -> None:
    for when in ("with-payout", "deferred"):
        vigorish = rules(book, {"vigorish.when": when}).vigorish
        assert vigorish is not None
        assert vigorish.when == when


@WHEN
def test_the_submission_names_when_vigorish_is_collected(book: Rulebook) -> None:
    path, section = "$.vigorish.when", book.section("vigorish.when")
    assert findings(book, {"vigorish.when": GONE}) == [("choice-missing", path, section)]
    assert findings(book, {"vigorish": GONE}) == [("choice-missing", path, section)]
    assert findings(book, {"vigorish.when": "weekly"}) == [("not-a-choice", path, section)]
    assert "with-payout or deferred" in said(book, {"vigorish.when": "weekly"})


def test_vigorish_cannot_wait_for_the_end_of_a_continuous_shoe() -> None:
    changes = {**CONTINUOUS, "vigorish.when": "deferred"}
    assert findings("ma-mini", changes) == [("deferred-with-continuous", "$.vigorish.when", "12(d)(2)(i)-(iii)")]
    assert findings("ma-mini", CONTINUOUS) == []


@pytest.mark.parametrize("name", documents())
@pytest.mark.parametrize("filed_in_vain", [{"rounding": "exact"}, {"when": "deferred"}, {"marked": "rounded"}])
def test_an_ez_table_collects_no_vigorish(name: str, filed_in_vain: dict[str, str]) -> None:
    section = load(name).section("def.ez")
    assert rules(load(name), ez=True).vigorish is None
    assert findings(name, {"vigorish": filed_in_vain}, ez=True) == [("vigorish-at-ez", "$.vigorish", section)]
