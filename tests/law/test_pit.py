"""Several tables of one pit: a shuffling or lacing option holds at all of them."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from punto.law.rulebook import Rulebook, load
from punto.rules.review.shuffling import review_change, review_pit
from punto.rules.submission import Submission
from tests.law.submitting import Changes, filed
from tests.proofs import proves

PIT_WIDE = proves("shuffle.pit-wide", ma_baccarat="5(b)", ma_midi="5(b)", ma_midi_multilevel="5(b)")
TEN = datetime(2026, 11, 2, 10, 0, tzinfo=UTC)
BATCH: Changes = {"shuffle.how": "batch", "shuffle.machine-procedure": "RS-44"}


def further(begins: datetime = TEN) -> Changes:
    told = begins - timedelta(hours=1)
    times = {"surveillance": told, "commission": told, "begins": begins}
    return {"shuffle.reshuffle": True, "shuffle.reshuffle-notice": times}


def tables(book: Rulebook, *changes: Changes, pit: str = "Salon") -> list[Submission]:
    """Lawful tables T-1, T-2 … of a pit."""
    made = []
    for number, change in enumerate(changes, 1):
        reviewed = filed(book, {"table": f"T-{number}", "pit": pit, **change})
        assert reviewed.submission is not None
        assert reviewed.rules is not None
        made.append(reviewed.submission)
    return made


def differing(submissions: list[Submission]) -> dict[int, list[tuple[str, str, str]]]:
    return {
        number: [(finding.code, finding.path, finding.section) for finding in found]
        for number, found in review_pit(submissions).items()
    }


@PIT_WIDE
def test_tables_of_a_pit_that_shuffle_alike_are_well(book: Rulebook) -> None:
    assert review_pit(tables(book, {}, {}, {})) == {}
    assert review_pit(tables(book, BATCH, BATCH)) == {}
    assert review_pit(tables(book, further(), further())) == {}
    assert review_pit([]) == {}


@proves("shuffle.pit-wide/pit")
@PIT_WIDE
def test_all_tables_of_a_pit_shuffle_in_one_way(book: Rulebook) -> None:
    found = review_pit(tables(book, {}, BATCH, {}))
    assert differing(tables(book, {}, BATCH, {})) == {1: [("pit-differs", "$.shuffle.how", "5(b)")]}
    assert found[1][0].message == (
        "table T-2 has batch and table T-1 has manual: one option holds in the whole pit Salon"
    )


@proves("shuffle.pit-wide/pit")
@PIT_WIDE
def test_all_tables_of_a_pit_shuffle_again_or_none(book: Rulebook) -> None:
    expected = {
        1: [("pit-differs", "$.shuffle.reshuffle", "5(b)")],
        2: [("pit-differs", "$.shuffle.reshuffle", "5(b)")],
    }
    assert differing(tables(book, {}, further(), further())) == expected


@PIT_WIDE
def test_the_further_shuffle_begins_at_all_tables_of_a_pit_at_once(book: Rulebook) -> None:
    later = further(TEN + timedelta(minutes=1))
    assert differing(tables(book, further(), later)) == {
        1: [("pit-differs", "$.shuffle.reshuffle-notice.begins", "5(b)")]
    }
    same = further(TEN.astimezone(timezone(timedelta(hours=-5))))
    assert review_pit(tables(book, further(), same)) == {}
    naive = further(TEN.replace(tzinfo=None))
    assert list(differing(tables(book, further(), naive))) == [1]


@PIT_WIDE
def test_pits_do_not_bind_each_other(book: Rulebook) -> None:
    here, there = tables(book, {}, BATCH)
    elsewhere = filed(book, {**BATCH, "table": "T-2", "pit": "Annex"}).submission
    assert elsewhere is not None
    assert review_pit([here, elsewhere]) == {}
    assert list(review_pit([here, there])) == [1]


@PIT_WIDE
def test_a_pit_is_known_by_its_name_however_it_is_written(book: Rulebook) -> None:
    here, there = tables(book, {}), tables(book, {}, BATCH, pit="SALON")
    assert list(review_pit([*here, there[1]])) == [1]


@PIT_WIDE
def test_tables_that_name_no_pit_are_of_one(book: Rulebook) -> None:
    assert list(review_pit(tables(book, {}, BATCH, pit=""))) == [1]


ACROSS = [("ma-baccarat", "ma-midi"), ("ma-midi", "ma-midi-multilevel"), ("ma-midi-multilevel", "ma-baccarat")]


@pytest.mark.parametrize("one, other", ACROSS)
def test_tables_of_a_pit_are_compared_across_their_documents(one: str, other: str) -> None:
    here = tables(load(one), {"table": "B-1"})
    assert differing([*here, *tables(load(other), BATCH)]) == {1: [("pit-differs", "$.shuffle.how", "5(b)")]}
    assert differing([*here, *tables(load(other), further())]) == {1: [("pit-differs", "$.shuffle.reshuffle", "5(b)")]}
    begun = tables(load(one), {"table": "B-1", **further()})
    later = tables(load(other), further(TEN + timedelta(minutes=1)))
    assert differing([*begun, *later]) == {1: [("pit-differs", "$.shuffle.reshuffle-notice.begins", "5(b)")]}
    assert review_pit([*begun, *tables(load(other), further())]) == {}


@pytest.mark.parametrize("how", ["manual", "batch"])
def test_an_option_that_one_document_alone_has_binds_the_tables_under_it(how: str) -> None:
    big = tables(load("ma-baccarat"), {"shuffle.how": "three-dealers", "table": "B-1"})
    midi = tables(load("ma-midi"), BATCH if how == "batch" else {})
    assert review_pit([*big, *midi]) == {}
    other = tables(load("ma-baccarat"), {"table": "B-2"})
    assert list(review_pit([*midi, *big, *other])) == [2]
    last = tables(load("ma-midi-multilevel"), {"table": "M-3", **({} if how == "batch" else BATCH)})
    assert list(review_pit([*big, *midi, *last])) == [2], "compared with the first that shares it"


@pytest.mark.parametrize("name", ["ma-mini", "md-mini"])
def test_mini_tables_bind_no_other_table_of_their_pit(name: str) -> None:
    assert review_pit([*tables(load(name), {"table": "M-1"}), *tables(load("ma-midi"), BATCH)]) == {}


@pytest.mark.parametrize("name", ["ma-mini", "md-mini"])
def test_mini_tables_of_a_pit_shuffle_as_they_like(name: str) -> None:
    assert review_pit(tables(load(name), {}, {"shuffle.how": "device", "decks": 16})) == {}


def test_a_table_has_one_submission() -> None:
    one, other = tables(load("ma-mini"), {"table": "MB-01"}), tables(load("md-mini"), {"table": "mb-01"})
    assert differing([*one, *other]) == {1: [("table-repeated", "$.table", "")]}


def test_submissions_under_no_rulebook_are_passed_over() -> None:
    reviewed = filed(load("ma-mini"), {"rulebook": "ma-maxi"})
    assert reviewed.submission is not None
    assert review_pit([reviewed.submission]) == {}


# ---------------------------------------------------------------- beside the submission in force

RESHUFFLE = proves(
    "shuffle.reshuffle-option", ma_baccarat="5(a)(1)(i)-(ii)", ma_midi="5(a)(1)-(2)", ma_midi_multilevel="5(a)(1)-(2)"
)


@RESHUFFLE
def test_stopping_the_further_shuffle_needs_notice_too(book: Rulebook) -> None:
    old, new, told = tables(book, further(), {}, {**further(), "shuffle.reshuffle": False})
    (finding,) = review_change(new, old)
    expected = ("notice-missing", "$.shuffle.reshuffle-notice", book.section("shuffle.reshuffle-option"))
    assert (finding.code, finding.path, finding.section) == expected
    assert "surveillance and commission" in finding.message
    assert review_change(told, old) == ()


@RESHUFFLE
def test_what_does_not_change_needs_none(book: Rulebook) -> None:
    on, off = tables(book, further(), {})
    assert review_change(on, on) == review_change(off, off) == review_change(on, off) == ()


def test_a_document_without_the_option_has_nothing_to_stop() -> None:
    (on,), (mini,) = tables(load("ma-midi"), further()), tables(load("ma-mini"), {})
    assert review_change(mini, on) == ()
