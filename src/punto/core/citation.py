"""Citations: which document, which section.

Everything that Punto does or refuses in the name of a document carries one of these.
"""

from __future__ import annotations

from typing import NamedTuple


class Cite(NamedTuple):
    """A section of a rulebook: ``ma-mini § 12(f)``."""

    rulebook: str
    section: str

    def __str__(self) -> str:
        return f"{self.rulebook} § {self.section}"
