"""Audit of one document: its compiled rows, and queries on them.

``books/`` holds a CSV for each document, written from the document and not from its rulebook. Rows ``text`` give the
digests of the rulebook texts that it covers: no other text is audited by it.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from importlib.resources import files

from punto.audit.language import AuditError, Facts, Meter, Result, Row, expression, meters, results, rows_of
from punto.core.cards import Card

NO_CARD = -1
EZ = "ez"  # the variant of a table without vigorish that rows ask for
RANKS = range(1, 14)  # ace to king
LOSES = Result("lose", "lose")
ANSWERS = {"yes": True, "no": False}
LIMITS = (
    "seats", "decks", "decks of two batches", "equal batches", "hours of a deck", "cut", "cover card", "decks received",
    "decks in the discards", "decks laced", "minutes of notice", "extra cards",
)  # fmt: skip
NUMBERS = ("value", "burn", "count")
ORDERS = ("deal", "order of wagers", "order of seats", "order at a seat", "means", "due of vigorish")
OF_A_WAGER = ("order", "ride", "decks", "seats")  # lists and limits: "order of lucky-6"
DRAWS = ("draws player", "draws banker")
PREDICATES = (*LIMITS, *DRAWS, "pair", "royal", "posted")
KEYED = ("let", "section", "offer", "variant", "hand", "rounding", "vigorish", "stake", "posted", "meter")
REQUIRED = (*NUMBERS, *ORDERS, *DRAWS, "rounding exact", "vigorish with-payout")


class Document:
    """One document, by its second reading."""

    def __init__(self, name: str, text: str) -> None:
        self.id = name
        self.rows: dict[str, list[Row]] = {}
        self.texts: frozenset[str] = frozenset()
        for row in rows_of(text, name):
            if row.subject == "text":
                self.texts |= {row.then}
            self.rows.setdefault(row.subject, []).append(row)
        self.sections = {subject.removeprefix("section "): rows[0].section for subject, rows in self._with("section")}
        self.wagers = tuple(subject.removeprefix("offer ") for subject, _ in self._with("offer"))
        self._results: dict[str, list[tuple[Row, dict[str, Result]]]] = {}
        if missing := [repr(subject) for subject in (*REQUIRED, *self.wagers) if subject not in self.rows]:
            raise AuditError(f"{name}: missing row{'s' * (len(missing) > 1)} {', '.join(missing)}")
        for row in (row for rows in self.rows.values() for row in rows):
            self._compile(row)
        self._words = {
            subject: tuple(word for row in rows for word in row.then.split()) for subject, rows in self.rows.items()
        }
        self._values = tuple(self._number("value", {"r": rank}) for rank in RANKS)
        self._burned = tuple(self._number("burn", {"r": rank}) for rank in RANKS)
        self._counts = tuple(self._number("count", {"sum": total}) for total in range(28))
        self._tables()

    def _with(self, kind: str) -> Iterator[tuple[str, list[Row]]]:
        return ((subject, rows) for subject, rows in self.rows.items() if subject.startswith(f"{kind} "))

    def _compile(self, row: Row) -> None:
        """Parse the consequence of a row. Raises ``AuditError`` with its line."""
        try:
            if row.subject in self.wagers:
                self._results.setdefault(row.subject, []).append((row, results(row.then)))
            elif row.subject in NUMBERS:
                expression(row.then, {})
            elif row.subject.startswith("meter "):
                meters(row.then)
            elif row.subject in PREDICATES or row.subject.startswith(("offer ", "decks of ", "seats of ")):
                ANSWERS[row.then]
            elif row.subject.partition(" ")[0] not in (*KEYED, "text") and not self._listed(row.subject):
                raise AuditError(f"unknown subject {row.subject!r}")
        except KeyError:
            raise AuditError(f"{self.id}:{row.line}: expected yes or no, found {row.then!r}") from None
        except AuditError as error:
            raise AuditError(f"{self.id}:{row.line}: {error}") from None

    def _listed(self, subject: str) -> bool:
        kind, of, wager = subject.partition(" of ")
        return subject in ORDERS or (bool(of) and kind in OF_A_WAGER and wager in self.wagers)

    def _tables(self) -> None:
        """Evaluate the drawing rules once, for every pair of counts and every third card."""
        counts = [(player, banker) for player in range(10) for banker in range(10)]
        thirds = (NO_CARD, *range(10))
        self._player = {
            (player, banker): self._takes("draws player", {"p2": player, "b2": banker}) for player, banker in counts
        }
        self._banker = {
            (player, banker, third): self._takes("draws banker", _drawn(player, banker, third))
            for player, banker in counts
            for third in thirds
        }

    def _takes(self, subject: str, facts: Facts) -> bool:
        return ANSWERS[self._only(subject, facts).then]

    # ------------------------------------------------------------ rows

    def first(self, subject: str, facts: Facts) -> Row | None:
        """Return the first row of a subject whose condition holds, or None."""
        return next((row for row in self.rows.get(subject, ()) if row.test(facts)), None)

    def holds(self, subject: str, facts: Facts) -> bool:
        """Return whether the first matching row says yes; False if none matches."""
        row = self.first(subject, facts)
        return row is not None and ANSWERS[row.then]

    def words(self, subject: str) -> tuple[str, ...]:
        """Return the words of a list; empty if the document has no such row."""
        return self._words.get(subject, ())

    def section(self, subject: str) -> str:
        """Return the section of a subject's first row; empty if there is none."""
        return self.rows[subject][0].section if subject in self.rows else ""

    def keyed(self, kind: str) -> tuple[str, ...]:
        """Return the keys of all subjects of a kind: ``exact`` and ``quarter`` of ``rounding``."""
        return tuple(subject.removeprefix(f"{kind} ") for subject, _ in self._with(kind))

    def _only(self, subject: str, facts: Facts) -> Row:
        """Return the row of a case that the document decides in exactly one place. Raises ``AuditError``."""
        rows = [row for row in self.rows.get(subject, ()) if row.test(facts)]
        if len(rows) != 1:
            case = ", ".join(f"{name} = {number}" for name, number in facts.items())
            raise AuditError(f"{self.id}: expected one row {subject!r} for {case}, found {len(rows)}")
        return rows[0]

    def _number(self, subject: str, facts: Facts) -> int:
        return expression(self._only(subject, facts).then, {})(facts)

    # ------------------------------------------------------------ cards

    def value(self, card: Card) -> int:
        """Return the point value of a card."""
        return self._values[card.rank - 1]

    def count(self, cards: Sequence[Card]) -> int:
        """Return the count of a hand."""
        return self._counts[sum(self._values[card.rank - 1] for card in cards)]

    def total(self, two: int, third: int | None) -> int:
        """Return the count of a hand from its two-card count and the value of its third card."""
        return self._counts[two + (third or 0)]

    def burned(self, rank: int) -> int:
        """Return how many cards are burned after a first card of this rank."""
        return self._burned[rank - 1]

    def player_takes(self, player: int, banker: int) -> bool:
        """Return whether the Player's Hand draws a third card."""
        return self._player[player, banker]

    def banker_takes(self, player: int, banker: int, third: int | None) -> bool:
        """Return whether the Banker's Hand draws a third card, given the value of the Player's."""
        return self._banker[player, banker, NO_CARD if third is None else third]

    def is_pair(self, hand: Sequence[Card]) -> bool:
        """Return whether two cards are a pair."""
        return self.holds("pair", of_two(hand))

    def is_royal(self, hand: Sequence[Card]) -> bool:
        """Return whether two cards are a Royal 9."""
        return self.holds("royal", of_two(hand))

    # ------------------------------------------------------------ wagers

    def offered(self, wager: str, variant: str) -> bool:
        """Return whether a table of a variant may offer a wager; a row ``variant`` keeps a wager to its own."""
        of_it = self.words(f"variant {wager}") in ((), (variant,))
        return of_it and self.holds(f"offer {wager}", {"ez": variant == EZ})

    def result(self, wager: str, facts: Facts, option: str) -> Result:
        """Return the result of a wager: the first matching row, by paytable if the row has several."""
        for row, by_option in self._results[wager]:
            if row.test(facts):
                found = by_option.get("") or by_option.get(option)
                return found or next(iter(by_option.values()))._replace(odds=Fraction(0))
        return LOSES

    def results(self, wager: str, option: str = "") -> dict[str, Result]:
        """Return every result of a wager under a paytable, by category."""
        found = (by.get("") or by.get(option) for _, by in self._results.get(wager, ()))
        return {result.category: result for result in found if result}

    def having(self, kind: str) -> tuple[str, ...]:
        """Return the wagers that have rows of a kind: those with ``order of`` are settled before third cards."""
        return tuple(wager for wager in self.wagers if f"{kind} of {wager}" in self.rows)

    @cached_property
    def metered(self) -> tuple[str, ...]:
        """The wagers of a fixed stake, for all of a meter or a part of it."""
        return tuple(
            wager
            for wager in self.wagers
            if self.stake(wager) and any(one.meter for one in self.results(wager).values())
        )

    def options(self, wager: str) -> tuple[str, ...]:
        """Return the names of a wager's paytables; empty if it has only one."""
        return tuple(dict.fromkeys(one for _, by in self._results.get(wager, ()) for one in by if one))

    def rounded(self, choice: str, thousandths: int) -> int:
        """Return the cents collected for vigorish owed in thousandths of a cent."""
        direction, _, unit = self.words(f"rounding {choice}")
        step = int(unit) * 1000
        return (thousandths + (step - 1 if direction == "up" else 0)) // step * int(unit)

    def stake(self, wager: str) -> int:
        """Return the fixed stake of a wager in cents; 0 if it has none."""
        return sum(int(word.removeprefix("$")) * 100 for word in self.words(f"stake {wager}"))

    def posted(self) -> dict[int, tuple[tuple[Card, Card], ...]]:
        """Return the combinations that the document itself assigns to each chair."""
        return {
            int(chair): tuple((Card.of(word[:2]), Card.of(word[2:])) for word in self.words(f"posted {chair}"))
            for chair in self.keyed("posted")
        }

    def meter(self, name: str) -> dict[str, Meter]:
        """Return seed and rate of a meter, by paytable."""
        return meters(self.rows[f"meter {name}"][0].then) if f"meter {name}" in self.rows else {}


def of_two(hand: Sequence[Card]) -> Facts:
    """Return the facts of two cards."""
    ranks = sorted(card.rank for card in hand)
    return {"lo": ranks[0], "hi": ranks[1], "suited": hand[0].suit == hand[1].suit}


def _drawn(player: int, banker: int, third: int) -> Mapping[str, int]:
    return {"p2": player, "b2": banker, "p3": third, "pn": 2 if third == NO_CARD else 3}


# ---------------------------------------------------------------- available documents


@cache
def names() -> tuple[str, ...]:
    """Return the ids of all audited documents."""
    found = (path.name for path in files("punto").joinpath("audit", "books").iterdir())
    return tuple(sorted(name.removesuffix(".csv") for name in found if name.endswith(".csv")))


@cache
def _text(name: str) -> str:
    return files("punto").joinpath("audit", "books", f"{name}.csv").read_text(encoding="utf-8")


@cache
def load(name: str) -> Document:
    """Return the audit of a document by its id. Raises ``AuditError`` if there is none."""
    if name not in names():
        raise AuditError(f"no audit for this document: {name}")
    return Document(name, _text(name))


def of_text(name: str, text: str) -> Document:
    """Compile an audit from outside. Raises ``AuditError`` if the text is not an audit."""
    try:
        return Document(name, text)
    except AuditError:
        raise
    except (csv.Error, ValueError, LookupError, TypeError, ArithmeticError, RecursionError) as error:
        raise AuditError(f"{name}: invalid audit: {error}") from None


def covering(digest: str) -> Document | None:
    """Return the audit that covers a rulebook text, by its digest; None if none does."""
    found = next((name for name in names() if digest in _text(name)), None)
    return load(found) if found and digest in load(found).texts else None
