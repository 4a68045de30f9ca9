"""Writes below each finding of the manual what a review says in its case: ``python -m tests.rules.findings``."""

import re
from pathlib import Path

from punto.rules.review.finding import Code
from tests.rules.test_review import raised

PAGE = Path(__file__).parents[2] / "docs" / "findings.md"
ENTRY = re.compile(r"^### (?P<code>\S+)\n\n(?P<words>(?:[^#\n>].*\n)+)(?:\n> (?P<said>.+)\n)?", re.M)


def said(code: Code) -> str:
    """Return the message of a review with this finding: path, text, section."""
    finding = next(finding for finding in raised(code) if finding.code is code)
    section = f" (§ {finding.section})" if finding.section else ""
    return f"`{finding.path}`: {finding.message}{section}"


def main() -> None:
    """Write the page again."""
    text = PAGE.read_text(encoding="utf-8")

    def entry(match: re.Match[str]) -> str:
        return f"### {match['code']}\n\n{match['words']}\n> {said(Code(match['code']))}\n"

    PAGE.write_text(ENTRY.sub(entry, text), encoding="utf-8")


if __name__ == "__main__":
    main()
