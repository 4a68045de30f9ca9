"""Review of several tables as one pit.

A shuffling or lacing option applies to all tables of a pit (ma-baccarat 5(b), ma-midi 5(b)), and starts or ends at all
of them at one time (reading 27). Tables belong to one pit if they name the same, or none. They are compared across
documents: over all tables whose document has this rule and the options in question.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal

from punto.law.schema import Law
from punto.law.schema.cards import PitWide
from punto.library import BUILT_IN, Rulebooks
from punto.review.finding import Code, Finding
from punto.review.shuffling import law_of, ways
from punto.submission import Submission

Table = tuple[Submission, Law]
# Fields that choose what a document calls an option.
OPTIONS: Mapping[Literal["shuffle", "reshuffle"], tuple[str, Callable[[Submission], str]]] = {
    "shuffle": ("$.shuffle.how", lambda filed: filed.shuffle.how),
    "reshuffle": ("$.shuffle.reshuffle", lambda filed: "the further shuffle" if filed.shuffle.reshuffle else "none"),
}


def review_pit(submissions: Sequence[Submission], books: Rulebooks = BUILT_IN) -> dict[int, list[Finding]]:
    """Return the findings of tables that differ from another of their pit or share its name, by position."""
    found: defaultdict[int, list[Finding]] = defaultdict(list)
    names: dict[str, int] = {}
    pits: defaultdict[str, list[Table]] = defaultdict(list)
    for number, filed in enumerate(submissions):
        if names.setdefault(filed.table.casefold(), number) != number:
            words = f"another submission is also for table {filed.table}: a table has one"
            found[number].append(Finding(Code.TABLE_REPEATED, "$.table", "", words))
        law = law_of(filed, books)
        if law is not None and law.shuffle.pit_wide is not None:
            pit = pits[filed.pit.casefold()]
            found[number].extend(_differences(filed, law, law.shuffle.pit_wide, pit))
            pit.append((filed, law))
    return {number: findings for number, findings in found.items() if findings}


def _differences(filed: Submission, own_law: Law, law: PitWide, pit: Sequence[Table]) -> Iterator[Finding]:
    """Compare a table with the first of its pit, by each option that the two share; its own document comes first."""
    whole = f"{law.scope} {filed.pit}".strip()
    for option in law.options:
        path, chosen = OPTIONS[option]
        shared = [other for other, its_law in pit if _shared(option, filed, other, (own_law, its_law))]
        own = [other for other in shared if other.rulebook == filed.rulebook]
        firsts = (*own[:1], *shared[:1])
        first = next((other for other in firsts if chosen(other) != chosen(filed)), next(iter(firsts), filed))
        if chosen(filed) != chosen(first):
            words = f"table {filed.table} has {chosen(filed)} and table {first.table} has {chosen(first)}"
            yield Finding(Code.PIT_DIFFERS, path, law.section, f"{words}: one option holds in the whole {whole}")
        if option == "reshuffle" and _begins(filed, first) != _begins(first, filed):
            words = f"the further shuffle changes at a different time than at table {first.table} of the same {whole}"
            yield Finding(Code.PIT_DIFFERS, "$.shuffle.reshuffle-notice.begins", law.section, words)


def _shared(option: str, one: Submission, other: Submission, laws: tuple[Law, Law]) -> bool:
    """Return whether the documents of two tables both have an option, and each the other table's choice."""
    if any(law.shuffle.pit_wide is None or option not in law.shuffle.pit_wide.options for law in laws):
        return False
    return option != "shuffle" or all({one.shuffle.how, other.shuffle.how} <= {*ways(law)} for law in laws)


def _begins(filed: Submission, other: Submission) -> object:
    """Return when a table's change takes effect, if the other has a change to compare with."""
    notice = filed.shuffle.reshuffle_notice
    return notice.begins if notice and other.shuffle.reshuffle_notice else None
