"""The errata: published figures, each computed again, with a verdict and what explains a difference.

``docs/errata`` has the data. ``figures.csv`` has a row for each figure as its source prints it, ``sources.csv`` the
sources, ``wagers.toml`` the wagers that Open Baccarat does not have. A figure is named by a wager and a word of
``_of_wager``, with a line after a colon, by a table of ``punto odds --table`` and its row, or by an effect of removal.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import NamedTuple

from punto.core.cards import Composition, cards
from punto.law.rulebook import Rulebook, load, parse, text_of
from punto.library.own_wagers import own_wagers
from punto.odds import Counts, Known, ResultOdds, WagerOdds, count_classes, sheet
from punto.odds.exact import count_infinite
from punto.odds.tables import INFINITE, SHOE_TABLES, infinite_odds, shoe_table
from punto.report.numerals import root
from punto.wagers.book import law_of, wager_of
from punto.wagers.wager import Verdict, Wager
from tools.manual.markdown import page, table

FOLDER = Path(__file__).parents[2] / "docs" / "errata"
BASE = "punto-open"
AGREES, ROUNDED, MISPRINT, OTHER = "agrees", "rounded", "misprint", "other rules"
VERDICTS = (AGREES, ROUNDED, MISPRINT, OTHER)
WORDS = {
    AGREES: "what is printed is our figure, rounded to the digits printed",
    ROUNDED: "off by one at most in the last digit printed, or computed from rounded figures",
    MISPRINT: "what is printed is wrong",
    OTHER: "right for other rules than its page says",
}
DIGITS = 15  # significant digits of a spreadsheet
SIX, HALF = 6, Fraction(1, 2)
RATE = Fraction(5, 100)
NO_DECKS, MANY = "no number of decks up to 16", tuple(map(str, range(1, 17)))


class Source(NamedTuple):
    """A source of figures."""

    id: str
    author: str
    title: str
    where: str
    year: str
    note: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A published figure, and what the sheet says of it."""

    source: str
    wager: str
    figure: str
    decks: str
    printed: str
    verdict: str
    why: str
    instead: str  # the figure that was printed, as "wager;figure;decks"; empty if it is unknown

    @property
    def ours(self) -> Fraction:
        """Our figure, as a share of one where the source prints percent."""
        return exact(self.wager, self.figure, self.decks)

    @property
    def distance(self) -> Fraction:
        """How far the printed figure is from ours, in units of its last digit."""
        return _distance(self.printed, self.ours)

    @property
    def found(self) -> str:
        """The verdict that follows from the digits alone: it agrees, is rounded, or differs."""
        return AGREES if self.distance <= HALF else ROUNDED if self.distance <= 1 else MISPRINT

    @property
    def explained(self) -> bool | None:
        """Whether the figure named instead is the printed one; None if none is named."""
        if not self.instead:
            return None
        away = _distance(self.printed, exact(*self.instead.split(";")))
        return away <= HALF or (away <= 1 and "cut off" in self.why)


def _distance(printed: str, ours: Fraction) -> Fraction:
    """Return the distance in units of the last digit printed; of a long count, in those of a spreadsheet."""
    text = printed.replace(",", "").rstrip("%")
    number = Decimal(text)
    exponent = number.as_tuple().exponent
    unit = Fraction(Decimal(1).scaleb(int(exponent)))
    size = len(text.lstrip("-"))
    if "." not in text and size > DIGITS and text.endswith("0"):
        unit = Fraction(10 ** (size - DIGITS))
    scale = 100 if printed.endswith("%") else 1
    return abs(Fraction(number) - ours * scale) / unit


# ---------------------------------------------------------------- our figures


@cache
def exact(wager: str, figure: str, decks: str) -> Fraction:
    """Return our figure."""
    name, _, line = figure.partition(":")
    if wager == "outcome":
        counts = _counts(decks)
        won = sum(deals for coup, deals in counts.classes.items() if coup.winner == line) if line else counts.deals
        return Fraction(won, counts.deals) if name == "probability" else Fraction(won)
    if wager == "removal":
        return _removal(*figure.split("/"), decks)
    if wager in SHOE_TABLES:
        return _cell(wager, figure, decks)
    return _of_wager(_odds(wager, decks), name, line)


def _of_wager(odds: WagerOdds, name: str, line: str) -> Fraction:
    """Return a figure of a wager, or of one of its lines."""
    lines = [one for one in odds.lines if not line or one.result.category == line]
    deals = sum(one.deals for one in lines)
    won, lost = (_share(odds, verdict) for verdict in (Verdict.WIN, Verdict.LOSE))
    found: Mapping[str, Fraction] = {
        "deals": Fraction(deals),
        "probability": Fraction(deals, odds.deals),
        "return": sum((_gain(odds, one) * Fraction(one.deals, odds.deals) for one in lines), Fraction(0)),
        "hits": won,
        "share": won / (won + lost),  # of those that are decided
        "break-even": lost / won,
        "ev": odds.ev,
        "edge": odds.edge,
        "edge-decided": odds.edge_decided,
        "rtp": 1 + odds.ev,
        "variance": odds.variance,
    }
    if name == "ev-of-six-digits":
        return sum((_gain(odds, one) * _six(one, odds) for one in odds.lines), Fraction(0))
    return root(odds.variance) if name == "sd" else found[name]


def _share(odds: WagerOdds, verdict: Verdict) -> Fraction:
    return Fraction(sum(one.deals for one in odds.lines if one.result.verdict is verdict), odds.deals)


def _gain(odds: WagerOdds, line: ResultOdds) -> Fraction:
    return odds.wager.net(line.result, odds.rate)


def _six(line: ResultOdds, odds: WagerOdds) -> Fraction:
    return Fraction(round(Fraction(line.deals, odds.deals) * 10**SIX), 10**SIX)


@cache
def book() -> Rulebook:
    """Return Open Baccarat with the wagers of the errata."""
    file = FOLDER / "wagers.toml"
    return parse(own_wagers(text_of(BASE), file, file.read_text(encoding="utf-8"), ()).edition.text)


@cache
def _wager(key: str) -> Wager:
    """Return a wager; a rate of vigorish that is not five percent is its own."""
    held = load(BASE)
    there = held if any(key in law.keys for law in held.wagers) else book()
    rate = Fraction(law_of(there, key).vigorish, 100)
    return replace(wager_of(there, key), rate=rate if rate and rate != RATE else None)


@cache
def _odds(key: str, decks: str) -> WagerOdds:
    wager = _wager(key)
    if decks == INFINITE:
        return infinite_odds([wager])[key]
    return sheet(Composition.decks(int(decks)), [wager], counts=_counts(decks))[key]


@cache
def _counts(decks: str) -> Counts:
    return count_infinite() if decks == INFINITE else count_classes(Composition.decks(int(decks)), Known())


@cache
def _removal(hand: str, rank: str, number: str, decks: str) -> Fraction:
    """Return by how much the probability that a hand wins changes when some cards of a rank are removed."""
    full = Composition.decks(int(decks))
    removed = cards(f"{rank}s " * int(number))
    counts = count_classes(full.without(removed), Known())
    won = sum(deals for coup, deals in counts.classes.items() if coup.winner == hand)
    return Fraction(won, counts.deals) - exact("outcome", f"probability:{hand}", decks)


def _cell(name: str, figure: str, decks: str) -> Fraction:
    """Return a cell of a table: the first columns of its row, and the column."""
    *row, column = figure.split("/")
    found = shoe_table(name, _counts(decks))
    line = next(line for line in found.rows if [str(cell) for cell in line[: len(row)]] == row)
    return Fraction(line[found.columns.index(column)])


# ---------------------------------------------------------------- page


@cache
def figures() -> tuple[Figure, ...]:
    """Return all published figures."""
    with (FOLDER / "figures.csv").open(encoding="utf-8", newline="") as file:
        return tuple(Figure(**row) for row in csv.DictReader(file))


@cache
def sources() -> Mapping[str, Source]:
    """Return all sources, by id."""
    with (FOLDER / "sources.csv").open(encoding="utf-8", newline="") as file:
        return {row["id"]: Source(**row) for row in csv.DictReader(file)}


def fault(one: Figure) -> str:
    """Return why a row is wrong, or an empty string: its verdict must follow from the digits, as what explains it."""
    if one.source not in sources() or one.verdict not in VERDICTS:
        return f"unknown source or verdict: {one.source}, {one.verdict}"
    if (one.verdict == AGREES) != (one.found == AGREES):
        return (
            f"{one.verdict}, but {one.printed} is {float(one.distance):.2f} units of its last digit from {_ours(one)}"
        )
    if one.verdict == ROUNDED and one.found != ROUNDED and not one.explained:
        return "rounded, but too far away"
    if one.explained is False:
        return f"{one.instead} is not {one.printed} either"
    if NO_DECKS in one.why and any(_distance(one.printed, exact(one.wager, one.figure, n)) <= HALF for n in MANY):
        return "some number of decks gives it"
    return "" if one.why or one.verdict == AGREES else "nothing explains it"


def errata_page() -> str:
    """Return the page. Raises ValueError for a row that is wrong."""
    found = figures()
    wrong = [f"{one.source}, {one.wager} {one.figure} {one.decks}: {words}" for one in found if (words := fault(one))]
    if wrong:
        raise ValueError("; ".join(wrong))
    counted = {verdict: [one for one in found if one.verdict == verdict] for verdict in VERDICTS}
    return page(
        "Errata",
        f"{len(found)} published figures of baccarat from {len(sources())} sources, each computed again exactly. Every"
        " row is data (`docs/errata`), and a test computes it: the verdict must follow from the digits, and where a"
        " wrong figure is explained by another one, that one must have been printed.",
        table(
            ("verdict", "meaning", "figures"),
            [(verdict, WORDS[verdict], len(ones)) for verdict, ones in counted.items()],
            numbers=1,
        ),
        "Sources were read in stored copies of public pages, some in excerpts; a source without an author or a year is"
        " one that names none there. Not every agreement is an independent one: many pages repeat what others have"
        " computed. A long count that ends on a zero comes from a spreadsheet, which keeps fifteen digits, and is"
        " compared in these.",
        "## What is wrong, and why",
        table(
            ("source", "figure", "printed", "exactly", "verdict", "why"),
            [
                (sources()[one.source].title, _name(one), f"`{one.printed}`", _ours(one), one.verdict, one.why)
                for one in (*counted[MISPRINT], *counted[OTHER])
            ],
        ),
        "## All figures by source",
        *(_section(source) for source in sources().values()),
    )


def _section(source: Source) -> str:
    """Return a source with its figures."""
    about = ", ".join(filter(None, (_author(source), source.where, _year(source), source.note)))
    rows = [
        (_name(one), one.decks, f"`{one.printed}`", _ours(one), one.verdict + (f": {one.why}" if one.why else ""))
        for one in figures()
        if one.source == source.id
    ]
    heads = ("figure", "decks", "printed", "exactly", "verdict")
    return f"### {source.title}\n\n{about}.\n\n{table(heads, rows)}"


def _author(source: Source) -> str:
    return "author not named" if source.author == "not named" else source.author


def _year(source: Source) -> str:
    return "year not stated" if source.year == "not stated" else source.year


def _name(one: Figure) -> str:
    name, _, line = one.figure.partition(":")
    return f"`{one.wager}` {name}{f', {line}' if line else ''}"


def _ours(one: Figure) -> str:
    """Return our figure in the form of the printed one, with two more digits."""
    percent = one.printed.endswith("%")
    text = one.printed.rstrip("%")
    places = len(text.partition(".")[2]) + 2 if "." in text or percent else 0
    value = one.ours * (100 if percent else 1)
    if not places and value.denominator == 1:
        return f"{value.numerator:,}"
    digits = f"{abs(round(value * 10**places)):0{places + 1}d}"
    sign = "−" if value < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}{'%' if percent else ''}"
