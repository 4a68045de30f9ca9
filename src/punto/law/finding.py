"""Findings of a rulebook: what is wrong, where, and what is valid."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


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
