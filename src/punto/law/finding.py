"""Findings of a rulebook: what is wrong, where, and what is valid."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from punto.core.bounded import json_value


class Code(StrEnum):
    """Codes of the findings of a rulebook; ``docs/rulebooks.md`` explains each."""

    NOT_TOML = "not-toml"
    TOO_LARGE = "too-large"
    HEAD_MISSING = "head-missing"
    UNKNOWN_PROVISION = "unknown-provision"
    MISSING_PROVISION = "missing-provision"
    REPEATED_PROVISION = "repeated-provision"
    STANDS_TOGETHER = "stands-together"
    NEEDS_PROVISION = "needs-provision"
    UNKNOWN_TERM = "unknown-term"
    MISSING_TERM = "missing-term"
    EXCLUSIVE_TERMS = "exclusive-terms"
    WRONG_TYPE = "wrong-type"
    UNKNOWN_WORD = "unknown-word"
    REPEATED_WORD = "repeated-word"
    OUT_OF_RANGE = "out-of-range"
    MALFORMED = "malformed"
    UNKNOWN_CEREMONY = "unknown-ceremony"
    MISSING_CEREMONY = "missing-ceremony"
    CEREMONY_ORDER = "ceremony-order"
    UNKNOWN_STEP = "unknown-step"
    REPEATED_STEP = "repeated-step"
    UNUSED_STEP = "unused-step"
    STEP_ROLE = "step-role"
    UNKNOWN_WAGER = "unknown-wager"
    UNKNOWN_AREA = "unknown-area"
    UNREACHED_LINE = "unreached-line"
    LINE_ODDS = "line-odds"
    MIXED_FACTS = "mixed-facts"
    CONTRADICTION = "contradiction"
    BEYOND_ENGINE = "beyond-engine"
    NO_REMEDY = "no-remedy"
    REMEDY_IMPOSSIBLE = "remedy-impossible"
    UNUSED_REMEDY = "unused-remedy"
    AUDIT_DIFFERS = "audit-differs"
    UNREADABLE = "unreadable"
    OUTSIDE_FOLDER = "outside-folder"
    WRONG_NAME = "wrong-name"
    TOO_MANY_FILES = "too-many-files"
    REPEATED_EDITION = "repeated-edition"
    OVERLAPPING_EDITIONS = "overlapping-editions"


class Finding(NamedTuple):
    """One required change of a rulebook."""

    code: Code
    path: str
    line: int
    section: str
    message: str
    allowed: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.line}: {self.path}: {self.message} [{self.code}]"


# ---------------------------------------------------------------- line numbers

_NAME = r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+)"""
_NAMES = re.compile(_NAME)
_HEAD = re.compile(rf"\s*\[+\s*({_NAME}(?:\s*\.\s*{_NAME})*)\s*\]")
_KEY = re.compile(rf"\s*({_NAME}(?:\s*\.\s*{_NAME})*)\s*=")
_OPENS = re.compile(r"=\s*\[\s*(#.*)?$")
_TABLE = re.compile(r"\s*\{")
_LONG = re.compile(  # a string of several lines, or what may contain its quotes
    r"""("{3}(?:[^"\\]++|\\.|"{1,2}(?!"))*+"{3,5}|'{3}(?:[^']++|'{1,2}(?!'))*+'{3,5})"""
    r"""|"(?:[^"\\\n]++|\\.)*+"|'[^'\n]*+'|\#[^\n]*+""",
    re.DOTALL,
)
_DIGITS = re.compile(r"[0-9_]{1000}")
_AT = re.compile(r"\(at line (\d+), column \d+\)")

Keys = tuple[str, ...]


class Lines:
    """The lines of a TOML text by the paths of its keys.

    >>> lines = Lines("seats = 6\\n[limits]\\nminimum = 5")
    >>> lines.of(("limits", "minimum")), lines.of(("limits", "maximum"))
    (3, 2)
    """

    def __init__(self, text: str) -> None:
        self._first: dict[Keys, int] = {}
        for number, keys in _places(text):
            self._first.setdefault(keys, number)

    def of(self, keys: Keys) -> int:
        """Return the line of a path of keys, from 1: its own, or that of the innermost existing table."""
        inward = (keys[:depth] for depth in range(len(keys), 0, -1))
        return next((self._first[outer] for outer in inward if outer in self._first), 1)


def line_of_error(text: str, message: str) -> int:
    """Return the line that a TOML error names, that of a number with too many digits, or the last one."""
    if found := _AT.search(message):
        return int(found[1])
    if "digits" in message and (digits := _DIGITS.search(text)):
        return text.count("\n", 0, digits.start()) + 1
    return max(1, len(text.splitlines()) if "end of document" in message else 1)


def toml_error(text: str, error: ValueError) -> str:
    """Return what a TOML parser says of a text, and how to correct it if the mistake is a common one."""
    said = str(error)[:250]
    if "digits" in said:
        return "a number has too many digits: the largest of a rulebook has nine"
    number = line_of_error(text, said)
    written = next(iter(text.splitlines()[number - 1 : number]), "")
    if twice := _TWICE.search(said):
        name = f'"{twice[1]}"' if "." in twice[1] else twice[1]
        return f"[{name}] is there twice {twice[2]}, first on line {Lines(text).of((twice[1],))}: keep one of them"
    for words, line, remedy in _SLIPS:
        if re.search(words, said) and re.search(line, written):
            return f"{said}: {remedy}"
    return said


_TWICE = re.compile(r"Cannot declare \('([^']+)',\) twice (\(.*\))")
_SLIPS = (  # what the parser says, what the line contains, and the remedy
    ("", "[“”„‟‘’«»]", 'quotation marks are straight, like "player"'),
    ("", r"=\s*[{ a-z=]*\d+[-./]\d+[-./]\d+", "a date is written like 2024-07-01"),
    ("character", r"[\x00-\x08\x0b-\x1f\x7f]", "delete the invisible character"),
    (r"'\\n'|Unterminated", "", "a quotation mark ends the text on the same line"),
    ("Expected '=' after", "", 'a line is a comment with #, a head like ["pay.tie"], or a term like cards = 2'),
    ("Invalid value", r"=\s*([A-Za-z]|$)", 'text is in quotation marks, like "player"'),
    ("Unclosed array", "", "commas separate the values of a list, and ] ends it, like [8, 9]"),
    ("Invalid value", r"\[", "commas separate the values of a list, and ] ends it, like [8, 9]"),
    ("inline table|key part", r"\{", "commas separate the terms in { }, and } ends them, on the same line"),
    ("overwrite a value", "", "the term is there twice; keep one of them"),
    ("after a statement", "", "each term has a line of its own, and text is in quotation marks"),
)


def keys_of(path: str) -> Keys:
    """Split a path as a finding writes it: quoted and bare keys.

    >>> keys_of('wagers."dragon-7".pays')
    ('wagers', 'dragon-7', 'pays')
    """
    return tuple(map(_plain, _NAMES.findall(path)))


def _places(text: str) -> Iterator[tuple[int, Keys]]:
    """Yield every key and head with its line, and the tables of a list of several lines by their numbers."""
    within: Keys = ()
    inside: Keys = ()  # the list under way, whose tables begin their lines
    entry = 0
    plain = _LONG.sub(lambda found: "\n" * found[0].count("\n") if found[1] else found[0], text)
    for number, line in enumerate(plain.split("\n"), 1):
        if head := _HEAD.match(line):
            within, inside = keys_of(head[1]), ()
            yield number, within
        elif key := _KEY.match(line):
            here = (*within, *keys_of(key[1]))
            inside, entry = here if _OPENS.search(line) else (), 0
            yield number, here
        elif inside and _TABLE.match(line):
            yield number, (*inside, str(entry))
            entry += 1


def _plain(name: str) -> str:
    if name.startswith('"'):
        try:
            return str(json_value(name))
        except ValueError:
            return name
    return name.strip("'")
