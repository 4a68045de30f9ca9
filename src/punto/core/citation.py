"""Citations: a document and a section.

Every act, value and refusal that follows from a document carries one.
"""

from __future__ import annotations

from typing import NamedTuple


class Cite(NamedTuple):
    """A section of a rulebook: ``ma-mini § 12(f)``."""

    rulebook: str
    section: str

    def __str__(self) -> str:
        return f"{self.rulebook} § {self.section}"
