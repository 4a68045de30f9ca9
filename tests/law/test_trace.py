"""The ledger: what the package has of each document, and what a changed document shows."""

import pytest

from punto.law.clauses import clauses
from punto.law.rulebook import documents
from punto.law.sentences import DIGEST, Sentence
from punto.law.trace import HOLDS, Mark, NoLedgerError, Row, aligned, ledger, read, written
from tools.sentences import renewed

SENTENCES = {"ma-baccarat": 258, "ma-midi": 246, "ma-midi-multilevel": 244, "ma-mini": 265, "md-mini": 277}
SAID = ["1. Play", "(a) The first sentence.", "The second one.", "The third one.", "The second one."]
ROWS = [Row(Sentence(one).digest, "1", (f"clause/{at}",)) for at, one in enumerate(SAID)]


@pytest.mark.parametrize("name", documents())
def test_the_ledger_of_a_document_holds_every_clause_and_each_row_a_clause_or_a_reason(name: str) -> None:
    rows = ledger(name)
    assert len(rows) == SENTENCES[name]
    assert {key for row in rows for key in row.clauses} == {clause.key for clause in clauses(name)}
    assert all(bool(row.clauses) != (row.holds in HOLDS) for row in rows)
    assert all(len(row.digest) == DIGEST for row in rows)


@pytest.mark.parametrize("name", documents())
def test_a_clause_is_held_by_a_sentence_of_its_section(name: str) -> None:
    sections = {(key, row.section) for row in ledger(name) for key in row.clauses}
    assert [clause.id for clause in clauses(name) if (clause.key, clause.section) not in sections] == []


def test_a_ledger_is_written_as_it_is_read() -> None:
    assert list(read(written(ledger("md-mini")))) == list(ledger("md-mini"))


def test_a_rulebook_without_clauses_has_none() -> None:
    with pytest.raises(NoLedgerError, match="xx-mini has no list of clauses"):
        ledger("xx-mini")


def marks(*said: str) -> list[tuple[str, str]]:
    laid = aligned(ROWS, list(map(Sentence, said)))
    return [(str(mark), text or (row.clauses[0] if row else "")) for mark, text, row in laid]


def test_the_same_document_is_the_same() -> None:
    assert marks(*SAID) == [("same", one) for one in SAID]


def test_a_changed_a_missing_and_an_added_sentence_are_found_where_they_are() -> None:
    assert marks(*SAID[:2], "Another one.", *SAID[3:])[2] == ("changed", "Another one.")
    assert marks(*SAID[:2], *SAID[3:])[2] == ("missing", "clause/2")
    assert marks(*SAID[:2], "One more.", *SAID[2:])[2] == ("added", "One more.")
    assert [mark for mark, _ in marks(SAID[0], *reversed(SAID[1:4]), SAID[4])] != ["same"] * 5


def test_a_renewed_ledger_keeps_what_is_known_and_asks_for_the_rest() -> None:
    text = "\n\n".join([*SAID[:2], "The second two.", "Brand new.", *SAID[3:]])
    new = list(renewed(ROWS, text))
    assert [mark for mark, _, _ in new] == ["same", "same", "changed", "added", "same", "same"]
    assert [row.clauses for _, _, row in new] == [
        ("clause/0",),
        ("clause/1",),
        ("clause/2",),
        (),
        ("clause/3",),
        ("clause/4",),
    ]
    assert all(row.digest == Sentence(said).digest and row.section == "1" for _, said, row in new)
    assert Mark.MISSING not in [mark for mark, _, _ in renewed(ROWS, "\n\n".join(SAID[:3]))]
