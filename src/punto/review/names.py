"""Reviewing names: they go on the felt, into the log and into the pit's list, so they can be read by anybody."""

from __future__ import annotations

from punto.review.finding import Code, Notes
from punto.submission import Submission

LONGEST = 60


def names(submission: Submission, notes: Notes) -> None:
    """Check the names of the table, its pit and its operator; only a table must have one."""
    if not submission.table:
        notes.find(Code.NAME, "$.table", "", "a table has a name, like 'MB-01'")
    named = {"$.table": submission.table, "$.pit": submission.pit, "$.layout.operator": submission.layout.operator}
    for path, name in named.items():
        if not name.isprintable() or name != name.strip():
            words = "a name has no blanks at its ends and no characters that cannot be seen"
            notes.find(Code.NAME, path, "", words)
        elif len(name) > LONGEST:
            notes.find(Code.NAME, path, "", f"a name has up to {LONGEST} characters, not {len(name)}")
