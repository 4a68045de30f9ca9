"""Sections: where the document says it. The demand is told in our words, and the rulebook knows its section."""

from __future__ import annotations

from itertools import takewhile

from punto.rulebook import Rulebook, topic_of
from punto.school.choosing import Asking, among
from punto.school.question import Form, Question
from punto.school.topics import taught


def make(asking: Asking) -> Question:
    """Take the provisions one after the other."""
    book = asking.book
    keys = taught(book)
    key = keys[asking.seed % len(keys)]
    section = book.section(key)
    return Question(
        prompt=f"Which section of {book.title} rules this? {topic_of(key).said(book.provisions[key])}",
        form=Form.CHOICE,
        choices=among(asking.chance, f"§ {section}", (f"§ {other}" for other in _others(book, section))),
        answer=f"§ {section}",
        why=f"It is § {section} ({key}).",
        provisions=(key,),
    )


def _others(book: Rulebook, section: str) -> set[str]:
    """Return sections that cannot be meant: none of the same number where runs of letters overlap."""
    found = {book.section(key) for key in taught(book)}
    return {other for other in found if _number(other) != _number(section) or not {*"-,"} & {*other, *section}}


def _number(section: str) -> str:
    return "".join(takewhile(lambda sign: sign in ".0123456789", section))
