"""The ledger from the sentences of a document to its clauses.

``books/clauses/ID.sentences.csv`` has a row for every sentence of a document: its digest, its section, and the clauses
that it holds, or why it holds none (a heading, the introduction of a list). A document whose sentences have other
digests is another edition, or a changed one, and the ledger shows where.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from enum import StrEnum
from typing import NamedTuple

from punto.law.clauses import CLAUSES, Clause, clauses
from punto.law.sentences import Sentence, sentences

COLUMNS = ("digest", "section", "clauses", "holds")
HOLDS = ("heading", "introduction")  # what a sentence without clauses is


class Row(NamedTuple):
    """A sentence of the ledger."""

    digest: str
    section: str
    clauses: tuple[str, ...]  # their keys
    holds: str = ""  # for a sentence without clauses


class Mark(StrEnum):
    """How a sentence of a document stands to the ledger."""

    SAME = "same"
    CHANGED = "changed"
    ADDED = "added"
    MISSING = "missing"


class Traced(NamedTuple):
    """A sentence beside its row; a missing sentence has no text, an added one no row."""

    mark: Mark
    text: str
    row: Row | None
    clauses: tuple[Clause, ...]

    @property
    def found(self) -> str:
        """The finding, or ""."""
        if self.mark is not Mark.SAME:
            return {"changed": "not the sentence of this edition", "added": "not in this edition"}.get(
                self.mark, "a sentence of this edition is missing"
            )
        return "" if self.clauses or (self.row and self.row.holds) else "no clause"


class NoLedgerError(ValueError):
    """Error for a rulebook without a ledger."""


def ledger(rulebook_id: str) -> tuple[Row, ...]:
    """Read the ledger of a document. Raises ``NoLedgerError``."""
    file = CLAUSES / f"{rulebook_id}.sentences.csv"
    if not file.is_file():
        raise NoLedgerError(f"{rulebook_id} has no list of clauses: sentences cannot be traced")
    return tuple(read(file.read_text(encoding="utf-8")))


def read(text: str) -> Iterator[Row]:
    """Read a ledger."""
    for row in csv.DictReader(io.StringIO(text)):
        yield Row(row["digest"], row["section"], tuple(row["clauses"].split()), row["holds"])


def written(rows: Sequence[Row]) -> str:
    """Write a ledger."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(COLUMNS)
    table.writerows((row.digest, row.section, " ".join(row.clauses), row.holds) for row in rows)
    return out.getvalue()


def trace(rulebook_id: str, text: str) -> tuple[Traced, ...]:
    """Trace a document: every sentence with its clauses, and what is missing. Raises ``NoLedgerError``."""
    known = {clause.key: clause for clause in clauses(rulebook_id)}
    return tuple(
        Traced(mark, said, row, tuple(known[one] for one in row.clauses) if row else ())
        for mark, said, row in aligned(ledger(rulebook_id), sentences(text))
    )


def aligned(rows: Sequence[Row], said: Sequence[Sentence]) -> Iterator[tuple[Mark, str, Row | None]]:
    """Lay a document beside a ledger: in the order of the document, the same sentences opposite each other."""
    matcher = SequenceMatcher(None, [row.digest for row in rows], [one.digest for one in said], autojunk=False)
    for _, old, old_end, new, new_end in matcher.get_opcodes():
        pairs = min(old_end - old, new_end - new)
        for row, one in zip(rows[old : old + pairs], said[new : new + pairs], strict=True):
            yield (Mark.SAME if row.digest == one.digest else Mark.CHANGED), str(one), row
        yield from ((Mark.MISSING, "", row) for row in rows[old + pairs : old_end])
        yield from ((Mark.ADDED, str(one), None) for one in said[new + pairs : new_end])
