"""Small pieces of Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

NOTE = "<!-- Written by `make pages` from the code. Do not edit: change the code, or tools/manual/. -->"


def cell(text: object) -> str:
    """Return the text of a table cell: on one line, without a bar that would end it."""
    return str(text).replace("|", "\\|").replace("\n", " ")


def table(head: Sequence[str], rows: Iterable[Sequence[object]], numbers: int = 0) -> str:
    """Return a table; the last ``numbers`` columns are right-aligned."""
    rules = ["---"] * (len(head) - numbers) + ["---:"] * numbers
    lines = [f"| {' | '.join(map(cell, row))} |" for row in (head, rules, *rows)]
    return "\n".join(lines)


def page(title: str, *parts: str) -> str:
    """Return a page: its title, its origin, and its parts."""
    return "\n\n".join((f"# {title}", NOTE, *(part.strip("\n") for part in parts))) + "\n"
