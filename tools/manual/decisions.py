"""The index of decisions: every record of ``docs/decisions`` with its title, by area."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from tools.manual.markdown import page, table

FOLDER = Path(__file__).parents[2] / "docs" / "decisions"
_RECORD = re.compile(
    r"# (?P<title>.+)\n\nArea: (?P<area>.+)\n\n## Context\n\n.+\n\n## Decision\n\n.+\n\n## Consequences\n\n.+\n", re.S
)
_ABOUT = (
    "A record for each decision that was hard to make or could have been made in another way: the context, the "
    "decision, and its consequences. A decision that no longer holds is removed or rewritten together with the code. "
    "To add one, write a file with the next number and the same three headings, and give it a place in `zensical.toml`."
)


class Decision(NamedTuple):
    """A record: its file, its title as a statement, and the area that it belongs to."""

    file: str
    title: str
    area: str


def decisions() -> list[Decision]:
    """Return all records, in the order of their numbers. Raises ValueError for one without the three parts."""
    found = []
    for path in sorted(FOLDER.glob("[0-9]*.md")):
        record = _RECORD.fullmatch(path.read_text(encoding="utf-8"))
        if record is None:
            raise ValueError(f"{path.name}: a record has a title, an area, Context, Decision and Consequences")
        found.append(Decision(path.name, record["title"], record["area"]))
    return found


def index_page() -> str:
    """Write the index: a table for each area."""
    records = decisions()
    parts = []
    for area in dict.fromkeys(record.area for record in records):
        rows = [(one.file[:3], f"[{one.title}]({one.file})") for one in records if one.area == area]
        parts += [f"## {area[0].upper()}{area[1:]}", table(("number", "decision"), rows)]
    return page("Decisions", _ABOUT, *parts)
