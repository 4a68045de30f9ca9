"""A file of one's own wagers: a rulebook that has those of another one, and these.

    ["wager.lucky-8"]
    titles = { en = "Lucky 8" }
    lines = [{ name = "win", when = { winner = "banker", banker = 8 } }]

    ["pay.lucky-8"]
    win = "9 to 1"

Only provisions of the families ``wager`` and ``pay`` may stand in it; each takes the place of the provision with the
same key, so that ``["pay.tie"]`` alone changes what a tie pays. A section may be omitted: it is then ``OURS``. A head
``[rulebook]`` may name ``id`` and ``title``. The result is the text of a rulebook like any other, which a log carries.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from punto.core.bounded import OutOfBounds, toml
from punto.law.check import check_text
from punto.law.finding import Code, Finding, Lines, line_of_error, toml_error
from punto.law.rulebook import RulebookError, data_of
from punto.law.schema import OURS
from punto.library.editions import ID, MOST_FOUND, Edition

FAMILIES = ("wager.", "pay.")
HEAD = ("id", "title")  # what its head may name
TABLE = re.compile(r'\s*\[\s*"?(?P<key>[a-z0-9-]+(\.[a-z0-9-]+)?)"?\s*(\.|\])')


class Block(NamedTuple):
    """The lines of one provision, with its comments, and the number of the first."""

    key: str
    first: int
    lines: tuple[str, ...]


class OwnWagers(NamedTuple):
    """A file of wagers as a rulebook, and the keys of the wagers that it states or pays."""

    edition: Edition
    keys: tuple[str, ...]


def own_wagers(base: str, file: Path, text: str, taken: Collection[str]) -> OwnWagers:
    """Read a file of wagers on top of the text of a rulebook. Raises ``RulebookError`` with its findings."""
    name = _name(file)
    data = _parsed(file, text)
    head = data.get("rulebook", {})
    faults = [*_misplaced(data, text), *_head_faults(head, text, taken)]
    if faults:
        raise _unusable(file, faults)
    rulebook_id = head.get("id", name)
    if rulebook_id in taken:
        words = f'the id {rulebook_id!r} is taken: name another one in the file, [rulebook] id = "own-…"'
        raise _unusable(file, [Finding(Code.WRONG_NAME, "rulebook.id", 1, "", words)])
    whole, origin = _joined(base, text, data, rulebook_id, head.get("title", ""))
    found = [one._replace(line=origin[one.line - 1] or 1) for one in check_text(whole).findings]
    if found:
        raise _unusable(file, found)
    keys = tuple(dict.fromkeys(key.partition(".")[2] for key in data if key.startswith(FAMILIES)))
    return OwnWagers(Edition(rulebook_id, "", None, file, whole), keys)


def _unusable(file: Path, findings: Sequence[Finding]) -> RulebookError:
    """Return the error of a file of wagers: its first findings, each with its line."""
    more = f"; and {len(findings) - MOST_FOUND} more" if len(findings) > MOST_FOUND else ""
    return RulebookError("; ".join(f"{file.name}:{one}" for one in findings[:MOST_FOUND]) + more)


def _name(file: Path) -> str:
    """Return the id that a file gives its rulebook: ``own-`` and its name."""
    stem = re.sub(r"[^a-z0-9]+", "-", file.stem.lower()).strip("-")
    return f"own-{stem}" if re.fullmatch(ID, stem) else "own-wagers"


def _parsed(file: Path, text: str) -> dict[str, Any]:
    try:
        return toml(text)
    except OutOfBounds as error:
        fault = Finding(Code.TOO_LARGE, "$", 1, "", f"this cannot be parsed: {error}")
    except ValueError as error:
        words = f"not TOML: {toml_error(text, error)}"
        fault = Finding(Code.NOT_TOML, "$", line_of_error(text, words), "", words)
    raise _unusable(file, [fault])


def _misplaced(data: dict[str, Any], text: str) -> Iterator[Finding]:
    """Report everything that is neither a wager nor its payout."""
    lines = Lines(text)
    for key in data:
        if key.startswith(FAMILIES) or key == "rulebook":
            continue
        quoted = f'quote the key: ["{key}.…"]' if f"{key}." in FAMILIES else 'write ["wager.KEY"] and ["pay.KEY"]'
        words = f"only wagers and their payouts stand in a file of wagers: {quoted}"
        yield Finding(Code.UNKNOWN_PROVISION, key, lines.of((key,)), "", words)
    if not any(key.startswith(FAMILIES) for key in data):
        words = 'no wager here: write ["wager.KEY"], when it wins, and ["pay.KEY"], what it pays'
        yield Finding(Code.MISSING_PROVISION, "$", 1, "", words)


def _head_faults(head: Any, text: str, taken: Collection[str]) -> Iterator[Finding]:
    """Report a head that names more than an id and a title."""
    lines = Lines(text)
    if not isinstance(head, dict):
        yield Finding(Code.WRONG_TYPE, "rulebook", lines.of(("rulebook",)), "", "expected a table [rulebook]")
        return
    for term, value in head.items():
        path, line = f"rulebook.{term}", lines.of(("rulebook", term))
        if term not in HEAD:
            words = f"unknown term: a file of wagers names {' and '.join(HEAD)} at most"
            yield Finding(Code.UNKNOWN_TERM, path, line, "", words, HEAD)
        elif not isinstance(value, str) or not value.isprintable() or (term == "id" and not re.fullmatch(ID, value)):
            like = "an id like own-wagers" if term == "id" else "a line of text"
            yield Finding(Code.MALFORMED, path, line, "", f"expected {like}, found {str(value)[:60]!r}")


# ---------------------------------------------------------------- joining the texts


def _joined(base: str, text: str, data: dict[str, Any], rulebook_id: str, title: str) -> tuple[str, tuple[int, ...]]:
    """Return the text of the whole rulebook, and for each of its lines the one of the file, or 0."""
    there = data_of(base)["rulebook"]
    title = f"{title or there['title']}, own wagers that no regulator approved"
    document = f"{there['document']}; with wagers of the house"
    head = {**there, "id": rulebook_id, "title": title, "document": document}
    lines, origin = ["[rulebook]", *(f"{term} = {_quoted(value)}" for term, value in head.items()), ""], list[int]()
    for block in _blocks(base):
        if block.key not in data and block.key != "rulebook":
            lines += block.lines
    origin = [0] * len(lines)
    for block in _blocks(text):
        if block.key == "rulebook":
            continue
        for number, line in enumerate(block.lines, block.first):
            lines.append(line)
            origin.append(number)
            opens = number == block.first and block.key in data
            if opens and "section" not in data[block.key] and _is_head_of(line, block.key):
                lines.append(f'section = "{OURS}"')
                origin.append(number)
    return "\n".join(lines) + "\n", (*origin, 0)


def _quoted(value: Any) -> str:
    if isinstance(value, int):
        return str(value)
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _is_head_of(line: str, key: str) -> bool:
    """Return whether a line opens the table of a provision itself, not one inside it."""
    found = TABLE.match(line)
    return found is not None and found["key"] == key and line.strip().partition("#")[0].rstrip().endswith('"]')


def _blocks(text: str) -> Iterator[Block]:
    """Split a text into its provisions; each begins with its first head, and the lines before are of no provision."""
    key, first, lines = "", 1, list[str]()
    for number, line in enumerate(text.splitlines(), 1):
        found = TABLE.match(line)
        if found is not None and found["key"] != key:
            yield Block(key, first, tuple(lines))
            key, first, lines = found["key"], number, []
        lines.append(line)
    yield Block(key, first, tuple(lines))
