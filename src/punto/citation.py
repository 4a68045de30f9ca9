"""Citations: which document, which section.

Everything that Punto does or refuses in the name of a document carries one of these.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Cite(NamedTuple):
    """A section of a rulebook: ``ma-mini § 12(f)``."""

    rulebook: str
    section: str

    def __str__(self) -> str:
        return f"{self.rulebook} § {self.section}"


@dataclass(frozen=True, slots=True)
class Ruled(Generic[T]):
    """A value and the section that rules it."""

    value: T
    cite: Cite

    @property
    def section(self) -> str:
        """The section alone, for messages within one rulebook."""
        return self.cite.section
