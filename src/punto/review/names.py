"""Review of names, which appear on the layout, in the log and in the pit's list and must be legible."""

from __future__ import annotations

from punto.review.finding import Code, Notes
from punto.submission import Submission

LONGEST = 60


def names(submission: Submission, notes: Notes) -> None:
    """Check the names of the table, its pit and its operator; only the table's is required."""
    if not submission.table:
        notes.find(Code.NAME, "$.table", "", "a table needs a name, like 'MB-01'")
    named = {"$.table": submission.table, "$.pit": submission.pit, "$.layout.operator": submission.layout.operator}
    for path, name in named.items():
        if not name.isprintable() or name != name.strip():
            words = "a name must not have invisible characters, or spaces at its ends"
            notes.find(Code.NAME, path, "", words)
        elif len(name) > LONGEST:
            notes.find(Code.NAME, path, "", f"a name must have at most {LONGEST} characters, not {len(name)}")
