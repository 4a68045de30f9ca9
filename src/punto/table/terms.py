"""The rulebooks' words that the table acts on: each is looked up among those it knows, and any other is an error."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from punto.rulebook import Rulebook, RulebookError

T = TypeVar("T")


def meant(book: Rulebook, key: str, term: str, meanings: Mapping[str, T]) -> T:
    """Return what a word of a provision means to the table."""
    word = book.word(key, term)
    if word not in meanings:
        raise RulebookError(f"{book.id}: {key}.{term} says {word!r}, and the table knows {', '.join(meanings)}")
    return meanings[word]
