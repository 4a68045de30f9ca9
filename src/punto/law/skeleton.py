"""Skeleton of a new rulebook: another one's provisions and terms, explained, with sections left to fill in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from textwrap import wrap

_HEAD = re.compile(r'^\["(?P<key>[^"]+)"\]\s*$')
_SECTION = re.compile(r'^section = "(?P<section>[^"]*)"')
_TITLE = re.compile(r"^(?P<term>id|title|document|edition|in-force) = ")
_WIDTH = 116


def skeleton(text: str, rulebook: str, demands: Mapping[str, str]) -> str:
    """Return the text of a new rulebook based on another.

    A description precedes each provision. Sections are empty, so that ``punto rules check`` lists those not yet filled
    in.
    """
    head = {
        "id": f'id = "{rulebook}"',
        "title": 'title = "Title of the game and jurisdiction"',
        "document": 'document = "Name of the document, and who issued it"',
        "in-force": 'in-force = "undated edition"  # or its first day: { from = 2024-07-01 }',
    }
    lines = [
        "# A new rulebook. For each provision: write the section of your document, change the terms to what it says,",
        "# or delete the provision if the document has none. `punto rules check` lists everything that is still wrong.",
    ]
    body = text.splitlines()
    for line in body[next(number for number, line in enumerate(body) if line.startswith("[rulebook]")) :]:
        lines += _line(line, head, demands)
    return "\n".join(lines) + "\n"


def _line(line: str, head: Mapping[str, str], demands: Mapping[str, str]) -> list[str]:
    if found := _TITLE.match(line):
        return [head[found["term"]]] if found["term"] in head else []
    if found := _SECTION.match(line):
        return [f'section = ""  # there: {found["section"]}']
    if (found := _HEAD.match(line)) and found["key"] in demands:
        return [*(f"# {words}" for words in wrap(demands[found["key"]], _WIDTH)), line]
    return [] if line.startswith("# ---") else ["", line] if line == "[rulebook]" else [line]
