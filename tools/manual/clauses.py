"""The table of clauses by status, in the page about coverage."""

from __future__ import annotations

import re
from pathlib import Path

from punto.law.coverage import STANDINGS, coverage, standings
from punto.law.rulebook import documents

PAGE = Path(__file__).parents[2] / "docs" / "trace.md"
MARKED = re.compile(r"(<!-- counts begin -->\n\n?).*?(\n?<!-- counts end -->)", re.S)


def trace_page() -> str:
    """Return the page with its table written anew."""
    page = PAGE.read_text(encoding="utf-8")
    return MARKED.sub(lambda match: f"<!-- counts begin -->\n\n{counts()}\n\n<!-- counts end -->", page)


def counts() -> str:
    """Return the table: statuses down, documents across."""
    record = coverage()
    books = {book: standings(record, book) for book in documents()}
    rows = [
        f"| `{status}` | {' | '.join(str(book[status]) for book in books.values())} "
        f"| {sum(book[status] for book in books.values())} |"
        for status in STANDINGS
    ]
    total = [sum(book.values()) for book in books.values()]
    head = f"| status | {' | '.join(f'`{book}`' for book in books)} | all |"
    return "\n".join(
        [
            head,
            f"| --- |{' ---: |' * (len(books) + 1)}",
            *rows,
            f"| all | {' | '.join(map(str, total))} | {sum(total)} |",
        ]
    )
