"""Sentences of a document: what a copy may change without changing them, and what it may not."""

import pytest

from punto.law.sentences import sentences

PLAIN = """Rules of Nowhere

1. Definitions

A word has its meaning.

2. Play

(a) A hand is dealt "face up." It counts, unless a two-digit total is dropped.

(b) A wager wins if:

(1) The count is 8; or

(2) The count is 9.

Hand	Pays
Both | 2 to 1
Any	1 to 1
"""
SAID = [
    "Rules of Nowhere",
    "1. Definitions",
    "A word has its meaning.",
    "2. Play",
    '(a) A hand is dealt "face up."',
    "It counts, unless a two-digit total is dropped.",
    "(b) A wager wins if:",
    "(1) The count is 8; or",
    "(2) The count is 9.",
    "Hand | Pays",
    "Both | 2 to 1",
    "Any | 1 to 1",
]


def digests(text: str) -> list[str]:
    return [one.digest for one in sentences(text)]


def test_a_document_is_its_sentences_headings_and_rows() -> None:
    assert list(map(str, sentences(PLAIN.replace("Both | 2", "Both\t2")))) == SAID


COPIES = {
    "other line breaks": PLAIN.replace("dealt ", "dealt\n").replace("if:", "\nif:"),
    "hyphenation": PLAIN.replace("dropped", "drop-\nped").replace("two-digit", "two-\ndigit"),
    "quotation marks": PLAIN.replace('"face', "“face").replace('up."', "up.”"),
    "bullets and markup": PLAIN.replace("(1)", "- (1)").replace("(2)", " - (2)").replace("2. Play", "## **2. Play**"),
    "returns": PLAIN.replace("\n", "\r\n"),
    "spaces": PLAIN.replace(" ", "  ").replace("Hand\t", "Hand \t "),
    "page numbers": PLAIN.replace("(b)", "Page 2 of 3\n\n(b)").replace("(2)", "- 3 -\n\n(2)"),
    "a byte order mark": "\ufeff" + PLAIN,
    "a sentence over two pages": PLAIN.replace("It counts, ", "It counts,\n\n4\n\n"),
    "heads of pages": "\f".join(
        f"Nowhere, page {at}\n\n{part}" for at, part in enumerate(PLAIN.partition("(b)")[::2])
    ).replace("A wager", "(b) A wager")
    + "\fNowhere, page 3\n",
    "a label at the end of a line": PLAIN.replace("The count is 8", "The count is\n8"),
}


@pytest.mark.parametrize("copy", COPIES.values(), ids=COPIES)
def test_a_copy_may_look_otherwise(copy: str) -> None:
    assert digests(copy) == digests(PLAIN)


def test_a_copy_may_number_its_lines() -> None:
    lines = [line for line in PLAIN.split("\n") if "\t" not in line and "|" not in line]
    filled = iter(range(1, 99))
    numbered = "\n".join(f"{next(filled) % 30 + 1} {line}" if line else "" for line in lines)
    assert digests(numbered) == digests("\n".join(lines))


CHANGES = {
    "a word": PLAIN.replace("dealt", "laid"),
    "a number": PLAIN.replace("is 8", "is 7"),
    "punctuation": PLAIN.replace("counts, unless", "counts unless"),
    "a capital": PLAIN.replace("A wager", "A Wager"),
    "a label": PLAIN.replace("(2)", "(3)"),
    "an amount": PLAIN.replace("2 to 1", "3 to 1"),
    "one sentence less": PLAIN.replace("It counts, unless a two-digit total is dropped.", ""),
    "one sentence more": PLAIN.replace("A word has", "Words matter. A word has"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_change_of_what_it_says_is_another_document(change: str) -> None:
    assert digests(change) != digests(PLAIN)
