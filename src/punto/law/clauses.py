"""The clauses of the documents: each sentence that demands something, with what becomes of it here.

A provision is what the engine reads; a clause is what a document says. ``books/clauses`` has one CSV for each document,
with section, actor, modality, kind and status of its clauses, and ``wording.toml`` with what each says in our words
and the terms that it *rests* on: change one of them, and the clause is another.

The status of a clause is a claim. Coverage (``punto.law.coverage``) counts it only where a test establishes it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from punto.core.bounded import toml
from punto.law.rulebook import FOLDER, Rulebook, load

CLAUSES = FOLDER / "clauses"
Path = tuple[str | int, ...]  # of a term within its provision


class Status(StrEnum):
    """The fate of a clause; the first six are established by tests."""

    PERFORMED = "performed"  # the engine does it, or makes its people do it
    REFUSED = "refused"  # anything else is refused, or a finding
    COMPUTED = "computed"
    DRAWN = "drawn"  # on the layout
    FILED = "filed"  # a submission is held to it
    RECORDED = "recorded"  # in the log or the house rules
    DATA_ONLY = "data-only"  # stated, and nothing reads it
    OUT_OF_SCOPE = "out-of-scope"  # handiwork that software cannot see; its instruction is shown
    NOT_KEPT = "not-kept"  # the engine does otherwise


ESTABLISHED = frozenset(list(Status)[:6])
EXERCISED = frozenset({"person", "time", "irregularity", "notice", "equipment"})  # kinds that need a test of their own


class Clause(NamedTuple):
    """One demand of one document."""

    id: str  # ma-mini:9(e):2, the second of section 9(e)
    rulebook: str
    section: str
    who: str
    modality: str  # must, must-not, may, if-then, defines
    kind: str
    provision: str
    name: str  # the same in every document, as far as they say the same
    says: str
    rests: tuple[Path, ...]
    status: Status
    why: str  # for data only, out of scope and not kept

    @property
    def key(self) -> str:
        """The name by which a test proves it: ``cover-card/last-hand``."""
        return f"{self.provision}/{self.name}"

    @property
    def by_terms(self) -> bool:
        """Whether tests of its provision establish it: they notice a change of every term that it rests on."""
        acts = self.status in (Status.PERFORMED, Status.REFUSED) and self.kind in EXERCISED
        return self.status in ESTABLISHED and bool(self.rests) and not acts


def clauses(rulebook_id: str) -> tuple[Clause, ...]:
    """Read the clauses of a built-in document in its order; none for a rulebook without such a list.

    The recorded ``coverage`` keeps those of all documents.
    """
    file = CLAUSES / f"{rulebook_id}.csv"
    if not file.is_file():
        return ()
    book, wording = load(rulebook_id), toml((CLAUSES / "wording.toml").read_text(encoding="utf-8"))
    return tuple(_clause(book, row, wording) for row in csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"))))


def by_provision(rulebook_id: str) -> Mapping[str, tuple[Clause, ...]]:
    """Return the clauses of a document by provision."""
    found: dict[str, list[Clause]] = {}
    for clause in clauses(rulebook_id):
        found.setdefault(clause.provision, []).append(clause)
    return {key: tuple(some) for key, some in found.items()}


def _clause(book: Rulebook, row: Mapping[str, str], wording: Mapping[str, Any]) -> Clause:
    provision, name = row["clause"].split("/")
    said = wording[provision][name]
    terms = book.provisions[provision].terms
    return Clause(
        id=f"{book.id}:{row['section']}:{row['number']}",
        rulebook=book.id,
        section=row["section"],
        who=row["who"],
        modality=row["modality"],
        kind=row["kind"],
        provision=provision,
        name=name,
        says=said["says"],
        rests=tuple(path for rest in said.get("rests", ()) if (path := path_of(terms, rest))),
        status=Status(row["status"]),
        why=row["why"],
    )


# ---------------------------------------------------------------- terms


def path_of(terms: Any, rest: str) -> Path:
    """Return the path of a term, or () if these terms do not have it.

    Parts are keys; in a list, an entry, or a value of an entry that is a table.

    >>> path_of({"due": ["new-shoe", "leaving"], "steps": [{"do": "lace", "by": "dealer"}]}, "due.leaving")
    ('due', 1)
    >>> path_of({"steps": [{"do": "lace", "by": "dealer"}]}, "steps.lace")
    ('steps', 0)
    """
    path: list[str | int] = []
    for part in rest.split("."):
        index = _index(terms, part)
        if index is None:
            return ()
        path.append(index)
        terms = terms[index]
    return tuple(path)


def _index(terms: Any, part: str) -> str | int | None:
    if isinstance(terms, Mapping):
        return part if part in terms else None
    if not isinstance(terms, list):
        return None
    for index, entry in enumerate(terms):
        if entry == part or (isinstance(entry, Mapping) and part in (entry.get("do"), entry.get("hand"))):
            return index
    return int(part) if part.isdigit() and int(part) < len(terms) else None


def touched(clause: Clause, path: Path) -> bool:
    """Return whether a change at a path of its provision changes a clause: at a term that it rests on, or within it.

    The order of a list does not concern a clause that rests on one entry.
    """
    return any(path[: len(rest)] == rest for rest in clause.rests)


def values_of(clause: Clause) -> Mapping[str, Any]:
    """Return the terms that a clause rests on, by name; of a list only the entries that it names."""
    values: dict[str, Any] = {}
    for path in clause.rests:
        value: Any = load(clause.rulebook).provisions[clause.provision].terms
        for part in path:
            value = value[part]
        name = ".".join(part for part in path if isinstance(part, str))
        if isinstance(path[-1], int):
            values.setdefault(name, []).append(value)
        else:
            values[name] = value
    return values
