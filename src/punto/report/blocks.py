"""Structure of a report before typesetting: sections of text, facts, tables and figures.

HTML and PDF are set from the same blocks, so that they cannot differ in content.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar


def prose(words: str) -> str:
    """Join the lines of a paragraph."""
    return " ".join(words.split())


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    kind: ClassVar[str] = "text"
    words: str


@dataclass(frozen=True, slots=True)
class Facts:
    """Names and values, in ``columns`` side by side; digests are set in a fixed-width font."""

    kind: ClassVar[str] = "facts"
    rows: tuple[tuple[str, str], ...]
    columns: int = 1
    codes: frozenset[str] = frozenset()  # names whose values are digests


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; the last ``numbers`` columns are right-aligned."""

    kind: ClassVar[str] = "grid"
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: int = 0
    caption: str = ""
    total: bool = False  # the last row is one
    dense: bool = False  # many columns: smaller letters


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing, as SVG, and its caption."""

    kind: ClassVar[str] = "figure"
    svg: str
    caption: str


@dataclass(frozen=True, slots=True)
class Signatures:
    """Signature lines, each with a signer."""

    kind: ClassVar[str] = "signatures"
    names: tuple[str, ...]


Block = Text | Facts | Grid | Figure | Signatures


@dataclass(frozen=True, slots=True)
class Section:
    """A numbered section; ``fresh`` starts a new page in paged output."""

    number: str  # "3.2"
    title: str
    blocks: tuple[Block, ...]
    fresh: bool = False
    inner: tuple[Section, ...] = field(default=())

    @property
    def anchor(self) -> str:
        """Target of links to the section."""
        return f"s{self.number.replace('.', '-')}"


@dataclass(frozen=True, slots=True)
class Report:
    """A whole report."""

    title: str
    subtitle: str
    running: str  # at the head of every page
    head: tuple[Block, ...]
    sections: tuple[Section, ...]
