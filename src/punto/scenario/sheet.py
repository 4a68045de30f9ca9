"""Sheets: the text form of a scenario, parsed strictly; an invalid line is reported with its number.

The head has the title, a short description, the tables at which it is played with the section of each provision in
their documents, and the initial situation. Then each line is an act, a refusal or an assertion. Two or more blanks
separate a line from the provisions that it cites.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from punto.core.bounded import toml
from punto.core.cards import Card, CardError, cards
from punto.law.rulebook import Rulebook
from punto.rules.submission import near
from punto.scenario.checks import Assertion, check
from punto.scenario.sentences import MONEY, NAME, NUMBER, NotUnderstood, Sentence, cents, sentence
from punto.table.commands import Reason

READY, NEW = "a shoe ready for betting", "a table that has just opened"
FIELDS = ("tables", "without", "with", "given")


class SheetError(ValueError):
    """Error for an invalid line, with its number and what is wrong."""

    def __init__(self, number: int, words: str) -> None:
        super().__init__(f"line {number}: {words}")
        self.number = number


class Player(NamedTuple):
    """A player who is seated from the beginning."""

    name: str
    seat: int
    cents: int


class Setup(NamedTuple):
    """The initial situation: a shoe ready for betting or a newly opened table, and its players."""

    number: int
    ready: bool
    players: tuple[Player, ...]


class ScenarioLine(NamedTuple):
    """One line of the play: its content, the provisions that it cites, and the tables that it is for."""

    number: int
    words: str
    says: Says
    cites: tuple[str, ...] = ()
    only: tuple[str, ...] = ()  # ids of rulebooks, or their beginning up to a dash; empty for all

    def under(self, book: str) -> bool:
        """Return whether the line is played under a rulebook."""
        return not self.only or any(f"{book}-".startswith(f"{name}-") for name in self.only)


class Refused(NamedTuple):
    """An act that is refused for a stated reason."""

    what: Sentence
    reason: Reason


class Next(NamedTuple):
    """An act that must, may or may not be done next."""

    what: Sentence
    how: str  # "next", "may", "not"


class Cards(NamedTuple):
    """The next cards of the shoe, or those that are burned."""

    order: tuple[Card, ...]
    burned: tuple[Card, ...] = ()


class Waiting(NamedTuple):
    """A pause, in which time passes."""

    milliseconds: int


class ExpectedDue(NamedTuple):
    """Players and house, or the house alone, do what is due until a stop point; a player may repeat wagers."""

    everybody: bool
    moment: str = ""
    plays: Sentence | None = None


Says = Sentence | Refused | Next | Cards | Waiting | ExpectedDue | tuple[Assertion, ...]


@dataclass(frozen=True)
class Table:
    """A column of the head: a submission with the sheet's changes, and the sections of its document."""

    number: int  # line number
    submission: str
    changes: Mapping[str, Any]
    sections: Mapping[str, str]  # by provision


@dataclass(frozen=True)
class Sheet:
    """A parsed scenario."""

    title: str
    about: str
    tables: tuple[Table, ...]
    given: Setup
    lines: tuple[ScenarioLine, ...]

    def under(self, book: str) -> tuple[ScenarioLine, ...]:
        """Return the lines that are played under a rulebook."""
        return tuple(line for line in self.lines if line.under(book))

    def cited(self, book: str) -> frozenset[str]:
        """Return the provisions that are cited under a rulebook."""
        return frozenset(key for line in self.under(book) for key in line.cites)


# ---------------------------------------------------------------- parsing


def read(text: str) -> Sheet:
    """Parse a sheet. Raises ``SheetError`` for the first invalid line."""
    written = [(number, line.strip()) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    written = [(number, line) for number, line in written if not line.startswith("#")]
    if not written:
        raise SheetError(1, "there is nothing here: a sheet begins with its title")
    first = next((index for index, (_, line) in enumerate(written) if _field(line) == "tables"), len(written))
    if first == len(written):
        raise SheetError(written[0][0], 'there is no line "tables:", with the submissions that it is played under')
    given = next((index for index, (_, line) in enumerate(written) if _field(line) == "given"), 0)
    if given < first:
        raise SheetError(written[-1][0], 'there is no line "given:" below the tables')
    begun = _given(*written[given])
    seats = {player.name: player.seat for player in begun.players}
    tables = _tables(written[first:given])
    rows = {key for table in tables for key in table.sections}
    lines = tuple(_lines(written[given + 1 :], seats, rows))
    about = " ".join(line for _, line in written[1:first])
    return Sheet(written[0][1], about, tables, begun, lines)


def _field(line: str) -> str:
    return next((field for field in FIELDS if re.match(rf"{field}( \S+)?:", line)), "")


def _columns(line: str) -> list[str]:
    return re.split(r"\s{2,}", line)


# ---------------------------------------------------------------- head


def _tables(written: list[tuple[int, str]]) -> tuple[Table, ...]:
    (number, head), *rest = written
    names = _columns(head.removeprefix("tables:").strip())
    if not names[0]:
        raise SheetError(number, "no table is named: use a built-in submission, or a file")
    changes: dict[str, dict[str, Any]] = {name: {} for name in names}
    sections: dict[str, dict[str, str]] = {name: {} for name in names}
    for at, line in rest:
        if _field(line) in ("with", "without"):
            _change(at, line, changes)
            continue
        key, *cells = _columns(line)
        if len(cells) != len(names):
            raise SheetError(at, f"{key!r} has {len(cells)} sections, and there are {len(names)} tables")
        for name, cell in zip(names, cells, strict=True):
            if cell != "—":
                sections[name][key] = cell
    if len(set(names)) < len(names):
        raise SheetError(number, "a table stands there twice")
    return tuple(Table(number, name, changes[name], sections[name]) for name in names)


def _change(number: int, line: str, changes: dict[str, dict[str, Any]]) -> None:
    """Parse changed or removed fields of a submission: ``with: decks = 6``, ``without: vigorish``."""
    head, _, value = line.partition(":")
    one = head.removeprefix(_field(line)).strip()
    if one and one not in changes:
        raise SheetError(number, f"no table is called {one!r}{near(one, changes)}")
    try:
        left_out = _field(line) == "without"
        found = _left_out(value) if left_out else toml(value.strip())
    except ValueError as error:
        raise SheetError(number, f"invalid TOML: {error}") from None
    for name in [one] if one else changes:
        merge(changes[name], found)


GONE = object()  # marks a removed field


def _left_out(paths: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for path in paths.split(","):
        *tables, name = path.strip().split(".")
        field: dict[str, Any] = {name: GONE}
        for table in reversed(tables):
            field = {table: field}
        merge(found, field)
    return found


def merge(into: dict[str, Any], more: Mapping[str, Any], gone: object = None) -> None:
    """Merge values into nested tables; remove those that are ``gone``."""
    for key, value in more.items():
        if value is gone:
            into.pop(key, None)
        elif isinstance(value, Mapping):
            here = into.get(key)
            into[key] = here if isinstance(here, dict) else {}
            merge(into[key], value, gone)
        else:
            into[key] = value


def _given(number: int, line: str) -> Setup:
    what, *people = (part.strip() for part in line.removeprefix("given:").split(";"))
    if what not in (READY, NEW):
        raise SheetError(number, f"given is {READY!r} or {NEW!r}, not {what!r}")
    players = []
    for one in people:
        match = re.fullmatch(rf"{NAME} at {NUMBER} with {MONEY}", one)
        if not match:
            raise SheetError(number, f"invalid player {one!r}: write it like Ann at 3 with $500")
        players.append(Player(match[1], int(match[2]), cents(match[3])))
    return Setup(number, what == READY, tuple(players))


def checked(book: Rulebook, table: Table) -> Iterator[str]:
    """Return where the sections in the head differ from those of the document."""
    for key, section in table.sections.items():
        if key not in book:
            yield f"{book.id} has no {key!r}{near(key, book.provisions)}"
        elif book.section(key) != section:
            yield f"{key} is {book.section(key)} in {book.id}, not {section}"


# ---------------------------------------------------------------- lines


def _lines(written: list[tuple[int, str]], seats: dict[str, int], rows: set[str]) -> Iterator[ScenarioLine]:
    for number, line in written:
        words, *margin = _columns(line)
        cites = tuple(re.split(r",\s*", ", ".join(margin))) if margin else ()
        for cite in cites:
            if cite not in rows:
                raise SheetError(number, f"no row of the head is called {cite!r}{near(cite, rows)}")
        only = re.match(r"\(([a-z0-9, -]+)\) ", words)
        told = words[only.end() :] if only else words
        books = tuple(only[1].split(", ")) if only else ()
        try:
            says = _says(told, seats)
        except NotUnderstood as error:
            raise SheetError(number, str(error)) from None
        yield ScenarioLine(number, told, says, cites, books)


def _says(words: str, seats: dict[str, int]) -> Says:
    kind, colon, rest = words.partition(": ")
    if colon and kind in PREFIXES:
        understood: Says = PREFIXES[kind](rest, seats)
        return understood
    passing = re.fullmatch(r"(\d{1,6}) (seconds?|minutes?|hours?) pass(?:es)?", words)
    if passing:
        return Waiting(int(passing[1]) * UNITS[passing[2].rstrip("s")])
    due = re.fullmatch(r"(the house|everybody) does what is due(?: until (.+))?", words)
    if due:
        return ExpectedDue(due[1] == "everybody", _moment(due[2] or ""))
    plays = re.fullmatch(rf"{NAME} plays {MONEY} on ([a-z-]+) until {NUMBER} cards are left", words)
    if plays:
        staking = sentence(f"{plays[1]} wagers ${plays[2]} on {plays[3]}", seats)
        return ExpectedDue(True, f"{plays[4]} cards are left", staking)
    said = sentence(words, seats)
    if said.do == "sit":
        seats[words.split(maxsplit=1)[0]] = said.given["seat"]
    return said


UNITS = {"second": 1000, "minute": 60_000, "hour": 3_600_000}
MOMENTS = (
    "the cards are to be mixed",
    "the cut is next",
    "the burn is next",
    "the shoe is offered",
    "betting is open",
    "betting is closed",
    "four cards lie",
    "House Money is next",
    "both hands are open",
    "all cards are out",
    "the coup is settled",
    "the coup is over",
    "a card is missing",
    "",
)


def _moment(words: str) -> str:
    if words not in MOMENTS:
        raise NotUnderstood(f"invalid stop point {words!r}: use {', '.join(MOMENTS[:-1])}")
    return words


def _refused(words: str, seats: Mapping[str, int]) -> Refused:
    what, dash, reason = words.rpartition(" — ")
    if not dash or reason not in list(Reason):
        raise NotUnderstood(f"a refusal ends with its reason: … — wrong-phase{near(reason, list(Reason))}")
    return Refused(sentence(what, seats), Reason(reason))


def _cards(words: str, seats: Mapping[str, int]) -> Cards:
    """Parse the cards of a coup by hand, those that are burned, or just the next ones."""
    hands: dict[str, tuple[Card, ...]] = {}
    for part in words.split(", "):
        kind, _, faces = part.partition(" ")
        if kind not in ("P", "B", "burn", "next") or kind in hands:
            raise NotUnderstood(f"invalid hand {part!r}: write it like P 4h 7c, B Kd 3s; or burn 2c 9h 9d; or next 4h")
        try:
            hands[kind] = cards(faces)
        except CardError as error:
            raise NotUnderstood(str(error)) from None
    player, banker = hands.get("P", ()), hands.get("B", ())
    if {"P", "B"} & hands.keys() and not (len(player) in (2, 3) and len(banker) in (2, 3)):
        raise NotUnderstood("a hand has two cards or three")
    dealt = [card for pair in zip(player[:2], banker[:2], strict=False) for card in pair]
    return Cards((*hands.get("next", ()), *dealt, *player[2:], *banker[2:]), hands.get("burn", ()))


PREFIXES: Mapping[str, Any] = {
    "refused": _refused,
    "cards": _cards,
    "then": lambda words, seats: tuple(check(part, seats) for part in words.split("; ")),
    "next": lambda words, seats: Next(sentence(words, seats), "next"),
    "may": lambda words, seats: Next(sentence(words, seats), "may"),
    "not": lambda words, seats: Next(sentence(words, seats), "not"),
}
