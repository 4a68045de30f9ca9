"""Bounded TOML and JSON: text from outside is measured before it is parsed.

``tomllib`` stores every prefix of a dotted key, so that one key of 60,000 parts takes gigabytes; deep nesting takes the
stack; a table of 50,000 unknown keys takes minutes of review. The largest rulebook has 21,000 characters, 480 keys and
keys of two parts: each bound is far above that, and low enough that the most expensive text within it costs some
megabytes. Text is scanned once, in linear time, and is split into tokens where ``tomllib`` splits it, as far as it is
valid TOML; after the first invalid character ``tomllib`` stops by itself.

JSON that ``msgspec`` decodes into a declared type needs no scan, since ``msgspec`` limits nesting itself: ``measured``
limits its length.
"""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any, TypeVar

Text = TypeVar("Text", bound=str | bytes)

MOST_TEXT = 200_000  # characters of a TOML file
MOST_LINE = 20_000  # characters of one of its lines
MOST_PARTS = 16  # of a dotted key
MOST_DEPTH = 32  # of nested arrays and inline tables
MOST_VALUES = 5_000  # keys, arrays and tables together
MOST_JSON = 8 * 1024 * 1024  # bytes of a JSON file
MOST_FILE = 64 * 1024 * 1024  # bytes of a text file of many lines, and of one line of a log
MOST_LOG = 4 * 1024 * 1024 * 1024  # bytes of a log

_TOKEN = re.compile(
    r'''
      """(?:[^"\\]++|\\.|"{1,2}(?!"))*+"{0,5}   # a string of several lines; one that does not end goes to the end
    | \'\'\'(?:[^']++|'{1,2}(?!'))*+'{0,5}
    | "(?:[^"\\\n]++|\\[^\n])*+"?
    | '[^'\n]*+'?
    | \#[^\n]*+
    | (?P<mark>[.\[\]{}=,\n])
    ''',
    re.VERBOSE | re.DOTALL,
)


class OutOfBounds(ValueError):
    """Text that is too long, too deep or has too many parts to be parsed."""


class TooManyDigits(OutOfBounds):
    """A number that is too long to be parsed."""

    def __init__(self) -> None:
        super().__init__("a number has too many digits")


def toml(text: str) -> dict[str, Any]:
    """Parse TOML. Raises ``OutOfBounds``, or ``tomllib.TOMLDecodeError``; both are ``ValueError``."""
    measured(text, MOST_TEXT)
    if (longest := max(map(len, text.split("\n")))) > MOST_LINE:
        raise OutOfBounds(f"a line has {longest:,} characters, and may have {MOST_LINE:,}")
    _scan(text.replace("\r\n", "\n"))
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:  # of ``int``, in words for programmers
        raise TooManyDigits from None


def json_value(text: str | bytes, most: int = MOST_JSON) -> Any:
    """Parse JSON of any shape. Raises ``OutOfBounds``, or ``json.JSONDecodeError``; both are ``ValueError``."""
    try:
        return json.loads(measured(text, most))
    except (OutOfBounds, json.JSONDecodeError, UnicodeError):
        raise
    except ValueError:
        raise TooManyDigits from None
    except RecursionError:
        raise OutOfBounds("it is nested too deep") from None


def measured(text: Text, most: int) -> Text:
    """Return a text that is not too long; it is measured in characters, or bytes. Raises ``OutOfBounds``."""
    if len(text) > most:
        raise OutOfBounds(f"it has a length of {len(text):,}, and may have {most:,}")
    return text


def _scan(text: str) -> None:
    """Count the parts of each dotted key, the depth of nesting, and all values."""
    dots = depth = values = 0
    for token in _TOKEN.finditer(text):
        mark = token["mark"]
        if mark is None:
            continue
        dots = dots + 1 if mark == "." else 0
        depth = max(0, depth + (mark in "[{") - (mark in "]}"))
        values += mark in "=[{"
        if dots >= MOST_PARTS:
            raise OutOfBounds(f"a key has more than {MOST_PARTS} parts")
        if depth > MOST_DEPTH:
            raise OutOfBounds(f"it is nested deeper than {MOST_DEPTH} levels")
        if values > MOST_VALUES:
            raise OutOfBounds(f"it has more than {MOST_VALUES:,} keys, arrays and tables")
