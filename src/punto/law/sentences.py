"""Sentences of a document, normalized, so that two copies of one edition have the same.

Copies differ in form: line breaks, hyphenation, page furniture, line numbers, list bullets, markup, and the shape of
quotation marks and dashes. ``sentences`` takes all of that away, and nothing else: words, punctuation, capitals and
numbering are the edition's own. The package has digests of the sentences and never their text.

>>> [str(one) for one in sentences("12  (a) A hand is dealt face\\n13 up. It counts.\\n")]
['(a) A hand is dealt face up.', 'It counts.']
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from enum import Enum

DIGEST = 16  # hex digits of SHA-256

_SAME = str.maketrans({**dict.fromkeys("“”„«»", '"'), **dict.fromkeys("‘’`´", "'"), **dict.fromkeys("‐‑‒–—−", "-")})
_OTHER = str.maketrans({"ϕ": "¢", "\u00a0": " ", "\u00ad": None, "\ufeff": None})
_MARKUP = re.compile(r"\*+|__|</?[a-z]+>|^#+\s*|\\(?=[$*_#])")
_FURNITURE = re.compile(r"(?:-\s*)?(?:[Pp]age )?\d+(?: of \d+)?(?:\s*-)?")
_NUMBERED = re.compile(r"^\d{1,2} (?=\s*\S)|^\d{1,2}$")  # a line number, followed by its line or alone
_BULLET = re.compile(r"^[-*•]\s+(?=\S)")
_LABEL = re.compile(r"\(?(?:\d{1,2}|[a-zA-Z]|[ivx]{1,4})[.)](?= |$)")
_HEADING = re.compile(r"\d{1,2}\. [^.]*$")
_END = re.compile(r"""(?<=[.!?])["')]*\s+(?=["'(]*[A-Z])""")
_ABBREVIATED = re.compile(r"(?:^|\s|\()(?:vs|No|e\.g|i\.e|cf)\.$")
_STOP = re.compile(r"""(?:[.;:!?]["']?|,"|[;,] (?:and|or))$""")


class Sentence(str):
    """A normalized sentence, a heading or a row of a table."""

    __slots__ = ()

    @property
    def digest(self) -> str:
        """The digest of its text, without spaces and hyphens: a copy may break a line at either."""
        return hashlib.sha256(re.sub(r"[\s-]+", "", self).encode()).hexdigest()[:DIGEST]


def sentences(text: str) -> tuple[Sentence, ...]:
    """Return the sentences of a document in order."""
    return tuple(Sentence(one) for block in _blocks(text) for one in _split(block))


def _split(block: str) -> Iterator[str]:
    if "|" in block:  # a row of a table
        yield block
        return
    start = 0
    for end in _END.finditer(block):
        said = block[start : end.end()].strip()
        if not _ABBREVIATED.search(said) and not _LABEL.fullmatch(said):
            yield said
            start = end.end()
    yield block[start:].strip()


# ---------------------------------------------------------------- blocks


class _Start(Enum):
    """The relation of a line to the block before it."""

    NONE = "goes on"
    LABEL = "begins with what may be the label of an item"
    PAGE = "is the first of a page"
    BLOCK = "begins a block"
    ITEM = "begins an item with a bullet, or a row"


def _blocks(text: str) -> Iterator[str]:
    """Yield paragraphs, items, headings and rows; one that a line or page break cuts in two is joined."""
    block = ""
    for line, start in _lines(text):
        if not block or _begins(start, block, line):
            if block:
                yield block
            block = line
        elif block.endswith("-") and block[-2:-1].isalpha() and line[:1].islower():
            block = block[:-1] + line
        else:
            block = f"{block} {line}"
    if block:
        yield block


def _begins(start: _Start, block: str, line: str) -> bool:
    """Return whether a line begins a block: a sentence without its end goes on, unless the line cannot be within it."""
    ended = bool(_STOP.search(block)) or "|" in block or "|" in line
    label = bool(_LABEL.match(line))
    match start:
        case _Start.NONE:
            return False
        case _Start.LABEL:
            return ended or bool(_HEADING.match(block))
        case _Start.PAGE:
            return ended or bool(_HEADING.match(block))
        case _Start.ITEM if label:
            return True
        case _:
            return ended or label or line[:1].isupper() or line[:1] in "(\"'"


def _lines(text: str) -> Iterator[tuple[str, _Start]]:
    """Yield the lines that say something, and what each begins."""
    plain = text.translate(_SAME).translate(_OTHER).replace("\r\n", "\n").replace("\r", "\n")
    lines = [line for page in _pages(plain) for line in (*page, "\f")]
    bullets = [bool(_BULLET.match(line)) for line in lines]
    lines = [line if line == "\f" else _MARKUP.sub("", _BULLET.sub("", line, count=1)).strip() for line in lines]
    filled = [line for line in lines if line.strip()]
    numbered = 2 * sum(bool(_NUMBERED.match(line)) for line in filled) > len(filled)
    start = _Start.BLOCK
    for line, bullet in zip(lines, bullets, strict=True):
        if line == "\f":
            start = _Start.PAGE
            continue
        said = _MARKUP.sub("", _NUMBERED.sub("", line, count=1).strip() if numbered else line)
        if not said or _FURNITURE.fullmatch(said):
            start = _Start.BLOCK if not said and start is not _Start.PAGE else start
        elif "\t" in said or said.count("|") > 1:
            yield _row(said), _Start.ITEM
            start = _Start.ITEM
        else:
            said = " ".join(said.split()).replace("--", "-")
            labelled = _Start.LABEL if start is _Start.NONE and _LABEL.match(said) else start
            yield said, _Start.ITEM if bullet else labelled
            start = _Start.NONE


def _row(said: str) -> str:
    cells = [" ".join(cell.split()) for cell in re.split(r"[\t|]", said)]
    row = " | ".join(filter(None, cells))
    return row if "|" in row else f"{row} |"


def _pages(text: str) -> Iterator[list[str]]:
    """Yield the lines of each page, without a head or foot that most pages have."""
    pages = [_trimmed([line.strip() for line in page.split("\n")]) for page in text.split("\f")]
    pages = [page for page in pages if page]
    edges = Counter(edge for page in pages for edge in {_edge(page[0]), _edge(page[-1])})
    furniture = {edge for edge, count in edges.items() if len(pages) > 2 and 2 * count > len(pages)}
    for page in pages:
        first, last = (_edge(page[at]) in furniture for at in (0, -1))
        yield _trimmed(page[first : len(page) - last])


def _trimmed(page: list[str]) -> list[str]:
    """Return a page without empty lines at its ends."""
    filled = [at for at, line in enumerate(page) if line]
    return page[filled[0] : filled[-1] + 1] if filled else []


def _edge(line: str) -> str:
    """Return a line without its numbers, which differ from page to page."""
    return re.sub(r"\d+", "", " ".join(line.split()))
