"""Write the ledgers of sentences anew from documents, which are not part of the project.

    python -m tools.sentences ma-mini=~/documents/mini.txt md-mini=~/documents/maryland.txt

A sentence that is known keeps its section and its clauses, and a changed one those of the sentence it replaces. A new
one has neither, and is listed: its row is completed by hand, in ``src/punto/law/books/clauses``.
"""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from punto.law.clauses import CLAUSES
from punto.law.sentences import Sentence, sentences
from punto.law.trace import Mark, NoLedgerError, Row, aligned, ledger, written


def renewed(rows: Iterable[Row], text: str) -> Iterator[tuple[Mark, str, Row]]:
    """Yield each sentence of a document with its row."""
    section = ""
    for mark, said, row in aligned(tuple(rows), sentences(text)):
        if mark is Mark.MISSING:
            continue
        section = row.section if row else section
        kept = row or Row("", section, ())
        yield mark, said, kept._replace(digest=Sentence(said).digest)


def main(arguments: list[str]) -> int:
    """Write the ledgers; exit 1 if a sentence has neither clauses nor a reason."""
    unknown = 0
    for argument in arguments:
        name, _, path = argument.partition("=")
        try:
            old = ledger(name)
        except NoLedgerError:
            old = ()
        new = list(renewed(old, Path(path).expanduser().read_text(encoding="utf-8")))
        (CLAUSES / f"{name}.sentences.csv").write_text(written([row for _, _, row in new]), encoding="utf-8")
        for mark, said, row in new:
            if mark is not Mark.SAME:
                print(f"{name} § {row.section} {mark}: {said}")
            unknown += not (row.clauses or row.holds)
        print(f"{name}: {len(new)} sentences")
    return 1 if unknown or not arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
