"""The tables that people quote: totals, margins, cards, naturals, outcomes after two and four cards, removal, decks.

A table has exact cells: whole numbers of ordered deals, and fractions. The first six are sums over the classes of coup
of one shoe, of infinitely many decks, or of a coup in progress; ``Sheet.table`` returns them.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from punto.core.coup import CoupClass
from punto.core.tableau import NONE
from punto.odds.exact import Counts, count_infinite
from punto.odds.known import OddsError
from punto.odds.wager_odds import WagerOdds
from punto.wagers.wager import Wager

Cell = str | int | Fraction
Key = tuple[str | int, ...]
OUTCOMES = {"player": "player-wins", "banker": "banker-wins", "tie": "ties"}  # winner -> column


@dataclass(frozen=True, slots=True)
class Table:
    """A table of exact figures, one row for each case."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def __repr__(self) -> str:
        return f"<Table {self.name}: {len(self.rows)} rows of {', '.join(self.columns)}>"

    @property
    def records(self) -> list[dict[str, str | int | float]]:
        """The rows as JSON-ready objects: a fraction as a float and, in a second field, exactly."""
        found: list[dict[str, str | int | float]] = []
        for row in self.rows:
            record: dict[str, str | int | float] = {}
            for column, cell in zip(self.columns, row, strict=True):
                record[column] = float(cell) if isinstance(cell, Fraction) else cell
                if isinstance(cell, Fraction):
                    record[f"{column}-exact"] = str(cell)
            found.append(record)
        return found

    @property
    def csv(self) -> str:
        """The rows as CSV, with the fields of ``records``."""
        text = io.StringIO()
        records = self.records
        writer = csv.DictWriter(text, fieldnames=list(records[0]) if records else self.columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(records)
        return text.getvalue()


# ---------------------------------------------------------------- one shoe


def _totals(coup: CoupClass) -> tuple[Key, ...]:
    return ((coup.player, coup.banker),)


def _margins(coup: CoupClass) -> tuple[Key, ...]:
    two = {"player": coup.player_two, "banker": coup.banker_two, "tie": min(coup.player_two, coup.banker_two)}
    return ((coup.winner, abs(coup.player - coup.banker), "natural" if two[coup.winner] >= 8 else "other"),)


def _cards(coup: CoupClass) -> tuple[Key, ...]:
    player, banker = coup.player_third != NONE, coup.banker_third != NONE
    drawn = "both" if player and banker else "player" if player else "banker" if banker else "none"
    return ((4 + player + banker, drawn),)


def _naturals(coup: CoupClass) -> tuple[Key, ...]:
    return (tuple(two if two >= 8 else "none" for two in (coup.player_two, coup.banker_two)),)


def _after_two(coup: CoupClass) -> tuple[Key, ...]:
    return ("player", coup.player_two), ("banker", coup.banker_two)


def _after_four(coup: CoupClass) -> tuple[Key, ...]:
    return ((coup.player_two, coup.banker_two),)


@dataclass(frozen=True, slots=True)
class Form:
    """The making of a table of one shoe: its cases, and those to which a class of coup belongs."""

    title: str
    columns: tuple[str, ...]
    cases: Callable[[CoupClass], tuple[Key, ...]]
    outcomes: bool = True  # whether it has the outcomes of each case


SHOE_TABLES: Mapping[str, Form] = MappingProxyType(
    {
        "totals": Form("Final totals of both hands", ("player-total", "banker-total"), _totals, outcomes=False),
        "margins": Form("Winner and margin, with a natural or without", ("winner", "margin", "by"), _margins, False),
        "cards": Form("Number of cards, and which hands draw a third one", ("cards", "draws"), _cards),
        "naturals": Form("Naturals of either hand", ("player-natural", "banker-natural"), _naturals),
        "after-two": Form("Outcomes once the first two cards of one hand are known", ("hand", "total"), _after_two),
        "after-four": Form(
            "Outcomes once the first four cards are known", ("player-total", "banker-total"), _after_four
        ),
    }
)
TABLES = (*SHOE_TABLES, "removal", "decks")


def shoe_table(name: str, counts: Counts) -> Table:
    """Return a table of one shoe, of a coup in progress, or of infinitely many decks."""
    form = SHOE_TABLES.get(name)
    if form is None:
        raise OddsError(f"unknown table {name!r}: use {', '.join(SHOE_TABLES)}")
    tally: dict[Key, Counter[str]] = {}
    for coup, deals in counts.points.items():
        for case in form.cases(coup):
            tally.setdefault(case, Counter())[coup.winner] += deals
    rows = []
    for case in sorted(tally, key=_order):
        deals = tally[case].total()
        shares = [Fraction(tally[case][outcome], deals) for outcome in OUTCOMES] if form.outcomes else []
        rows.append((*case, deals, Fraction(deals, counts.deals), *shares))
    columns = (*form.columns, "deals", "probability", *(OUTCOMES.values() if form.outcomes else ()))
    return Table(name, form.title, columns, tuple(rows))


def _order(case: Key) -> tuple[tuple[bool, str, int], ...]:
    """Order cases by words in the order of the documents, Player first, and by numbers."""
    words = {"player": "0", "none": "0", "banker": "1", "tie": "2"}
    return tuple(
        (
            isinstance(part, int),
            words.get(part, part) if isinstance(part, str) else "",
            part if isinstance(part, int) else 0,
        )
        for part in case
    )


# ---------------------------------------------------------------- wagers


def removal_table(effects: Mapping[str, Mapping[str, Fraction]]) -> Table:
    """Return effects of removal as a table."""
    rows = tuple((wager, rank, effect) for wager, row in effects.items() for rank, effect in row.items())
    return Table(
        "removal", "Change of the expected value when one card of a rank is removed", ("wager", "rank", "effect"), rows
    )


INFINITE = "infinite"
DECKS: Sequence[int | str] = (*range(1, 17), INFINITE)


def decks_table(sheets: Mapping[int | str, Mapping[str, WagerOdds]]) -> Table:
    """Return the house edge of wagers by number of decks, per wager and per wager that is decided, not pushed."""
    rows = tuple(
        (key, decks, odds.edge, odds.edge_decided)
        for key in dict.fromkeys(key for row in sheets.values() for key in row)
        for decks, row in sheets.items()
        if (odds := row.get(key)) is not None
    )
    return Table("decks", "House edge by number of decks", ("wager", "decks", "edge", "edge-decided"), rows)


def infinite_odds(wagers: Iterable[Wager], rate: Fraction = Fraction(5, 100)) -> dict[str, WagerOdds]:
    """Return the odds of wagers on points and pairs with infinitely many decks; those that read suits are omitted."""
    counts = count_infinite()
    found = {}
    for wager in wagers:
        if wager.on_class is not None:
            view = counts.openings if wager.settles == "before-third-cards" else counts.classes
            tally: Counter[str] = Counter()
            for coup, deals in view.items():
                tally[wager.on_class(coup).category] += deals
            found[wager.key] = WagerOdds.of(wager, counts.deals, tally, rate)
    return found
