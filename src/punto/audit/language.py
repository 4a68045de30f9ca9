"""The audit's language: a CSV with one rule per row, ``section,wager,if,then``.

    12(f),dragon-7,bn = 3 & b = 7 & p < 7,40 to 1

The first row of a subject whose condition holds decides. A condition compares numbers of a coup: final counts ``p b``,
two-card counts ``p2 b2``, values of third cards ``p3 b3`` (-1 without one), numbers of cards ``pn bn``, pairs ``pp
bp``, first two cards of one suit ``ps bs``. Operators by precedence: ``-`` and ``%``; ``=  !=  <  >  <=  >=``; ``!``;
``&``; ``|``. A row ``let`` names a condition. Numbers of Royal 9, of single cards and of limits are listed in
``FACTS``. This module contains no rules.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

Facts = Mapping[str, int]
Number = Callable[[Facts], int]

HEAD = ["section", "wager", "if", "then"]
FACTS = frozenset(
    (
        *("p", "b", "p2", "b2", "p3", "b3", "pn", "bn", "pp", "bp"),  # a coup
        *("pr", "br", "ps", "bs", "pk", "bk", "pa", "ba", "po", "bo"),  # royal, suited, own King, own, of another seat
        *("alike",),  # both hands open with pairs of one rank
        *("same", "lo", "hi", "suited"),  # both hands alike; two cards: lower rank, higher rank, of one suit
        *("pairs", "face", "nine", "shared"),  # a posted pair: how many at the seat, its ranks, posted elsewhere too
        *("r", "sum", "n", "ez"),  # rank of a card, sum of a hand, number that a limit is about, EZ table
    )
)
_TOKEN = re.compile(r"\s*(?:(\d+|[a-z][a-z0-9]*|>=|<=|!=|[=<>&|!()%-])|(\S))")
_COMPARE: Mapping[str, Callable[[int, int], bool]] = {
    "=": lambda one, other: one == other,
    "!=": lambda one, other: one != other,
    "<": lambda one, other: one < other,
    ">": lambda one, other: one > other,
    "<=": lambda one, other: one <= other,
    ">=": lambda one, other: one >= other,
}
_RESULT = re.compile(
    r"(?:(?P<option>[A-Z0-9]) )?(?:(?P<plain>push|lose)"
    r"|(?P<odds>\d+) to (?P<to>[1-9]\d*)(?: less (?P<less>\d+)%)?(?P<least> or more)?"
    r"|\$(?P<award>\d+)|(?P<share>\d+)% of (?P<meter>[a-z0-9-]+))"
)
_METER = re.compile(r"(?P<option>[A-Z0-9]) \$(?P<seed>\d+) and (?P<rate>\d+(?:\.\d+)?)%")


class AuditError(ValueError):
    """A row that cannot be parsed, with its file and line."""


class Row(NamedTuple):
    """One row: its section, subject, condition and consequence."""

    section: str
    subject: str
    test: Number
    then: str
    line: int


class Result(NamedTuple):
    """Result of a wager's row: verdict and category; odds to 1, award or share of a meter; vigorish on a win."""

    verdict: str
    category: str
    odds: Fraction = Fraction(0)
    vigorish: Fraction = Fraction(0)
    least: bool = False  # a licensee may pay more
    cents: int = 0
    meter: str = ""
    share: Fraction = Fraction(0)


class Meter(NamedTuple):
    """The seed in cents and the increment rate of a meter."""

    seed: int
    rate: Fraction


def rows_of(text: str, name: str) -> Iterator[Row]:
    """Parse the rows of an audit; ``name`` is for errors. Raises ``AuditError``."""
    reader = csv.reader(io.StringIO(text, newline=""))
    if next(reader, []) != HEAD:
        raise AuditError(f"{name}:1: expected the columns {','.join(HEAD)}")
    names: dict[str, Number] = {}
    for row in reader:
        try:
            if len(row) != len(HEAD):
                raise AuditError(f"expected {len(HEAD)} columns, found {len(row)}")
            section, subject, condition, then = row
            test = expression(condition, names) if condition else _always
            if subject.startswith("let "):
                names[subject.removeprefix("let ")] = test
            yield Row(section, subject, test, then, reader.line_num)
        except AuditError as error:
            raise AuditError(f"{name}:{reader.line_num}: {error}") from None


def _always(facts: Facts) -> int:
    return 1


# ---------------------------------------------------------------- conditions and numbers


def expression(text: str, names: Mapping[str, Number]) -> Number:
    """Compile a condition or a number.

    >>> expression("bn = 3 & b = 7 & p < 7", {})({"bn": 3, "b": 7, "p": 6})
    True
    """
    parser = _Parser(text, names)
    found = parser.either()
    if parser.tokens:
        raise AuditError(f"unexpected {parser.tokens[0]!r} in {text!r}")
    return found


class _Parser:
    """Recursive descent over the tokens; each level returns a closure."""

    def __init__(self, text: str, names: Mapping[str, Number]) -> None:
        self.text, self.names = text, names
        found = list(_TOKEN.finditer(text))
        for match in found:
            if match[2]:
                raise AuditError(f"unexpected {match[2]!r} in {text!r}")
        self.tokens = [match[1] for match in found]

    def take(self, *wanted: str) -> str:
        return self.tokens.pop(0) if self.tokens and self.tokens[0] in wanted else ""

    def either(self) -> Number:
        parts = [self.both()]
        while self.take("|"):
            parts.append(self.both())
        return parts[0] if len(parts) == 1 else lambda facts: any(part(facts) for part in parts)

    def both(self) -> Number:
        parts = [self.one()]
        while self.take("&"):
            parts.append(self.one())
        return parts[0] if len(parts) == 1 else lambda facts: all(part(facts) for part in parts)

    def one(self) -> Number:
        if self.take("!"):
            inner = self.one()
            return lambda facts: not inner(facts)
        if self.take("("):
            inner = self.either()
            if not self.take(")"):
                raise AuditError(f"unclosed parenthesis in {self.text!r}")
            return inner
        left, sign = self.sum(), self.take(*_COMPARE)
        if not sign:
            return left
        right, compare = self.sum(), _COMPARE[sign]
        return lambda facts: compare(left(facts), right(facts))

    def sum(self) -> Number:
        found = self.atom()
        while sign := self.take("-", "%"):
            found = _computed(sign, found, self.atom())
        return found

    def atom(self) -> Number:
        token = self.tokens.pop(0) if self.tokens else ""
        if token.isdigit():
            number = int(token)
            return lambda facts: number
        if token in self.names:
            return self.names[token]
        if token in FACTS:
            return lambda facts: facts[token]
        raise AuditError(f"unknown number {token!r} in {self.text!r}")


def _computed(sign: str, left: Number, right: Number) -> Number:
    if sign == "-":
        return lambda facts: left(facts) - right(facts)
    return lambda facts: left(facts) % right(facts)


# ---------------------------------------------------------------- consequences


def results(then: str) -> dict[str, Result]:
    """Parse the results of a wager's row, by paytable; ``""`` if there is only one.

    >>> results("by-9: A 30 to 1; B 20 to 1")["B"].odds
    Fraction(20, 1)
    """
    name, colon, rest = then.rpartition(": ")
    found = {}
    for part in rest.split("; "):
        match = _RESULT.fullmatch(part)
        if match is None or (colon and not name) or (match["option"] or "") in found:
            raise AuditError(f"unknown result {part!r}")
        found[match["option"] or ""] = _result(match, name)
    return found


def _result(match: re.Match[str], name: str) -> Result:
    if match["plain"]:
        return Result(match["plain"], name or match["plain"])
    if match["odds"]:
        odds = Fraction(int(match["odds"]), int(match["to"]))
        return Result("win", name or "win", odds, Fraction(int(match["less"] or 0), 100), bool(match["least"]))
    if match["award"]:
        return Result("win", name or "win", cents=int(match["award"]) * 100)
    return Result("win", name or "win", meter=match["meter"], share=Fraction(int(match["share"]), 100))


def meters(then: str) -> dict[str, Meter]:
    """Parse seed and increment rate of a meter, by paytable.

    >>> meters("1 $350 and 5.00%")["1"].seed
    35000
    """
    found = {}
    for part in then.split("; "):
        match = _METER.fullmatch(part)
        if match is None:
            raise AuditError(f"unknown meter {part!r}")
        found[match["option"]] = Meter(int(match["seed"]) * 100, Fraction(match["rate"]) / 100)
    return found
