"""Findings of a review."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from punto.law.finding import Lines, keys_of, line_of_error
from punto.law.rulebook import Rulebook
from punto.law.words import Provision


class Code(StrEnum):
    """Codes of all findings; ``docs/findings.md`` has a paragraph for each."""

    NOT_TOML = "not-toml"
    UNKNOWN_FIELD = "unknown-field"
    WRONG_TYPE = "wrong-type"
    MISSING_FIELD = "missing-field"
    UNKNOWN_RULEBOOK = "unknown-rulebook"
    UNSOUND_RULEBOOK = "unsound-rulebook"
    NOT_IN_FORCE = "not-in-force"
    NAME = "name"
    SEATS_OUTSIDE = "seats-outside"
    DECKS_OUTSIDE = "decks-outside"
    BATCHES_UNEQUAL = "batches-unequal"
    BEYOND_CAPACITY = "beyond-capacity"
    HOLDER_TOO_SMALL = "holder-too-small"
    BACKS = "backs"
    COVER_CARDS = "cover-cards"
    NOT_A_CHOICE = "not-a-choice"
    CHOICE_MISSING = "choice-missing"
    PROCEDURE_MISSING = "procedure-missing"
    APPROVAL_MISSING = "approval-missing"
    NOTICE_MISSING = "notice-missing"
    NOTICE_TOO_SHORT = "notice-too-short"
    NOTICE_UNCLEAR = "notice-unclear"
    PIT_DIFFERS = "pit-differs"
    TABLE_REPEATED = "table-repeated"
    WAGER_UNKNOWN = "wager-unknown"
    WAGER_NOT_OFFERED = "wager-not-offered"
    MAIN_WAGER_MISSING = "main-wager-missing"
    INSURANCE_MISSING = "insurance-missing"
    EZ_ONLY = "ez-only"
    NOT_AT_EZ = "not-at-ez"
    VARIANT = "variant"
    TERM_FIXED = "term-fixed"
    PAYTABLE_UNKNOWN = "paytable-unknown"
    PAYTABLES_DIFFER = "paytables-differ"
    ODDS_TOO_LOW = "odds-too-low"
    ODDS_UNREADABLE = "odds-unreadable"
    PORTION_OUTSIDE = "portion-outside"
    VIGORISH_AT_EZ = "vigorish-at-ez"
    DEFERRED_WITH_CONTINUOUS = "deferred-with-continuous"
    CENTS_LOST = "cents-lost"
    ROYAL9_DECKS = "royal-9-decks"
    ROYAL9_SEATS = "royal-9-seats"
    ROYAL9_COMBINATIONS = "royal-9-combinations"
    ROYAL9_SUITED = "royal-9-suited"
    ROYAL9_REPEATED = "royal-9-repeated"
    ROYAL9_METER = "royal-9-meter"
    LIMITS = "limits"
    TIMES = "times"
    LAYOUT = "layout"
    NO_EFFECT = "no-effect"
    ENGINE = "engine"


BEYOND = frozenset({Code.BEYOND_CAPACITY, Code.ENGINE})  # possibly lawful, but beyond this engine


@dataclass(frozen=True, slots=True)
class Finding:
    """One required change: where, by which section, and what is lawful."""

    code: Code
    path: str
    section: str
    message: str

    def __str__(self) -> str:
        section = f" (§ {self.section})" if self.section else ""
        return f"{self.path}: {self.message}{section} [{self.code}]"


@dataclass(slots=True)
class Notes:
    """Collector of findings; each check adds to it and continues."""

    book: Rulebook
    findings: list[Finding] = field(default_factory=list)
    warnings: list[Finding] = field(default_factory=list)

    def find(self, code: Code, path: str, cited: str | Provision, message: str) -> None:
        """Add a finding, citing a provision of the rulebook, itself or by its key."""
        self.findings.append(Finding(code, path, self._section(cited), message))

    def warn(self, code: Code, path: str, cited: str | Provision, message: str) -> None:
        """Add a warning: lawful, but worth knowing."""
        self.warnings.append(Finding(code, path, self._section(cited), message))

    def _section(self, cited: str | Provision) -> str:
        return self.book.section(cited) if isinstance(cited, str) else cited.section


def listed(names: Iterable[object], last: str = "or") -> str:
    """Format a list for readers.

    >>> listed((6, 7, 8)), listed(["dealer", "squeeze"], "and"), listed([])
    ('6, 7 or 8', 'dealer and squeeze', 'nothing')
    """
    words = [str(name) for name in names]
    if len(words) < 2:
        return words[0] if words else "nothing"
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


# ---------------------------------------------------------------- line numbers


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
