"""Line numbers of findings in a submission's file."""

from __future__ import annotations

from collections.abc import Iterable

from punto.law.lines import Lines, keys_of, line_of_error
from punto.review.finding import Code, Finding


def line_of(text: str, finding: Finding) -> int:
    """Return the line of a finding, from 1: its own, or that of the innermost table it belongs to.

    >>> line_of('seats = 6\\n[limits]\\nminimum = 5', Finding(Code.LIMITS, "$.limits.minimum", "", ""))
    3
    """
    return lines_of(text, [finding])[0]


def lines_of(text: str, findings: Iterable[Finding]) -> list[int]:
    """Return the line of each finding. The text is parsed once, and only if it is TOML."""
    found = tuple(findings)
    lines = Lines(text if any(one.code is not Code.NOT_TOML for one in found) else "")
    return [
        line_of_error(text, one.message) if one.code is Code.NOT_TOML else lines.of(keys_of(one.path.removeprefix("$")))
        for one in found
    ]
