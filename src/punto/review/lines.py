"""Where in its file something of a submission stands, so that a finding can be shown beside the line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from punto.bounded import json_value
from punto.review.finding import Code, Finding

_NAME = r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+)"""
_NAMES = re.compile(_NAME)
_HEAD = re.compile(rf"\s*\[+\s*({_NAME}(?:\s*\.\s*{_NAME})*)\s*\]")
_KEY = re.compile(rf"\s*({_NAME}(?:\s*\.\s*{_NAME})*)\s*=")
_AT = re.compile(r"\(at line (\d+), column \d+\)")

Path = tuple[str, ...]


def line_of(text: str, finding: Finding) -> int:
    """Return the line of a finding, from 1: its own, or that of the innermost table it belongs to.

    >>> line_of('seats = 6\\n[limits]\\nminimum = 5', Finding(Code.LIMITS, "$.limits.minimum", "", ""))
    3
    >>> line_of('seats = 6\\n[limits]\\nminimum = 5', Finding(Code.LIMITS, "$.limits.maximum", "", ""))
    2
    """
    return lines_of(text, [finding])[0]


def lines_of(text: str, findings: Iterable[Finding]) -> list[int]:
    """Return the line of each finding. The text is read once however many there are, and only if it is TOML."""
    found = tuple(findings)
    first: dict[Path, int] = {}
    for number, path in _places(text) if any(one.code is not Code.NOT_TOML for one in found) else ():
        first.setdefault(path, number)
    return [_line_of(text, first, finding) for finding in found]


def _line_of(text: str, first: Mapping[Path, int], finding: Finding) -> int:
    if finding.code is Code.NOT_TOML:
        found = _AT.search(finding.message)
        return int(found[1]) if found else max(1, len(text.splitlines()) if "end of document" in finding.message else 1)
    wanted = _path(finding.path.removeprefix("$"))
    return next((first[wanted[:depth]] for depth in range(len(wanted), 0, -1) if wanted[:depth] in first), 1)


def _places(text: str) -> Iterator[tuple[int, Path]]:
    """Return every key and head of a file with its line. What stands inside a list of several lines is no key."""
    within: Path = ()
    for number, line in enumerate(text.splitlines(), 1):
        if head := _HEAD.match(line):
            within = _path(head[1])
            yield number, within
        elif key := _KEY.match(line):
            yield number, (*within, *_path(key[1]))


def _path(text: str) -> Path:
    return tuple(map(_plain, _NAMES.findall(text)))


def _plain(name: str) -> str:
    if name.startswith('"'):
        try:
            return str(json_value(name))
        except ValueError:
            return name
    return name.strip("'")
