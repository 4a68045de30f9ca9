"""The lists of clauses: complete, each with its wording and terms, and each status established or explained."""

import re
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from punto.core.bounded import toml
from punto.law.clauses import (
    CLAUSES,
    ESTABLISHED,
    EXERCISED,
    Status,
    by_provision,
    clauses,
    path_of,
    touched,
    values_of,
)
from punto.law.coverage import OPEN, Coverage, coverage, standings
from punto.law.rulebook import built_in, documents, load
from tests.proofs import clauses_of, proves

NUMBERS = {"ma-baccarat": 287, "ma-midi": 274, "ma-midi-multilevel": 273, "ma-mini": 289, "md-mini": 261}
WORDING = toml((CLAUSES / "wording.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", documents())
def test_a_document_has_its_clauses_numbered_by_section(name: str) -> None:
    every = clauses(name)
    assert len(every) == NUMBERS[name]
    assert len({clause.id for clause in every}) == len({clause.key for clause in every}) == len(every)
    numbers: Counter[str] = Counter()
    for clause in every:
        numbers[clause.section] += 1
        assert clause.id == f"{name}:{clause.section}:{numbers[clause.section]}"


@pytest.mark.parametrize("name", documents())
def test_every_provision_has_clauses_and_every_clause_a_provision_of_its_document(name: str) -> None:
    assert set(by_provision(name)) == set(load(name).provisions)


def test_a_rulebook_of_our_own_has_no_list() -> None:
    assert [name for name in built_in() if not clauses(name)] == [
        name for name in built_in() if name not in documents()
    ]


def test_every_wording_is_a_short_sentence_of_some_document() -> None:
    used = {clause.key for name in documents() for clause in clauses(name)}
    assert {f"{key}/{name}" for key, said in WORDING.items() for name in said} == used
    for said in (one["says"] for some in WORDING.values() for one in some.values()):
        assert re.fullmatch(r"[A-Z0-9].{,98}\.", said), said


def test_every_term_that_a_clause_rests_on_is_in_a_document() -> None:
    held = {(clause.key, clause.rulebook) for name in documents() for clause in clauses(name)}
    for key, said in WORDING.items():
        for name, one in said.items():
            books = [load(book).provisions[key].terms for book in documents() if (f"{key}/{name}", book) in held]
            assert all(any(path_of(terms, rest) for terms in books) for rest in one.get("rests", ())), (key, name)


def test_a_clause_shows_its_terms() -> None:
    (pays,) = by_provision("md-mini")["pay.dragon-7"]
    assert values_of(pays) == {"pays": "40 to 1"}
    assert touched(pays, ("pays",))
    row = next(clause for clause in clauses("ma-mini") if clause.name == "row-5")
    assert values_of(row) == {"draws.5": [4, 5, 6, 7]}
    assert touched(row, ("draws", "5", 0))
    assert not touched(row, ("draws",))
    assert not touched(row, ("draws", "4", 0))
    leaving = next(clause for clause in clauses("ma-mini") if clause.key == "vigorish.deferred/leaving")
    assert values_of(leaving) == {"due": ["leaving"]}


@pytest.mark.parametrize("name", documents())
def test_what_no_test_establishes_has_a_reason_and_nothing_else_has(name: str) -> None:
    assert all(bool(clause.why) == (clause.status not in ESTABLISHED) for clause in clauses(name))


@pytest.mark.parametrize("name", documents())
def test_less_than_three_percent_of_a_document_is_data_only(name: str) -> None:
    counts = standings(coverage(), name)
    assert sum(counts.values()) == NUMBERS[name]
    assert 100 * counts[Status.DATA_ONLY] < 3 * NUMBERS[name]


def test_what_people_do_is_established_by_tests_that_name_it() -> None:
    nothing_named = Coverage(
        "", (), {}, {f"{book} {key}": ("t",) for book in documents() for key in load(book).provisions}
    )
    for clause in (clause for name in documents() for clause in clauses(name)):
        acts = clause.status in (Status.PERFORMED, Status.REFUSED) and clause.kind in EXERCISED
        if clause.status in ESTABLISHED and (acts or not clause.rests):
            assert nothing_named.standing(clause) == OPEN, clause.id
            named = Coverage("", (), {}, {f"{clause.rulebook} {clause.key}": ("t",)})
            assert (named.standing(clause), named.tests(clause)) == (clause.status, ("t",))


def test_every_status_is_established_by_the_shipped_record() -> None:
    record = coverage()
    assert [c.id for name in documents() for c in clauses(name) if record.standing(c) == OPEN] == []


# ---------------------------------------------------------------- marks


def node(*marks: Any) -> Any:
    return SimpleNamespace(nodeid="tests/t.py::test", iter_markers=lambda name: [mark.mark for mark in marks])


def test_a_mark_names_clauses_in_the_rulebooks_of_the_other_marks() -> None:
    place = proves("cover-card", ma_mini="9(e)", md_mini=".09D")
    assert list(clauses_of(node(place, proves("cover-card/last-hand")))) == [
        ("ma-mini", "cover-card/last-hand"),
        ("md-mini", "cover-card/last-hand"),
    ]
    assert list(clauses_of(node(place, proves("cover-card/then")))) == [("ma-mini", "cover-card/then")]


@pytest.mark.parametrize("key", ["cover-card/no-such-clause", "burn/first"])
def test_a_mark_that_names_no_clause_of_its_provision_stops_the_run(key: str) -> None:
    with pytest.raises(pytest.UsageError, match=key):
        list(clauses_of(node(proves("cover-card", ma_mini="9(e)"), proves(key))))
