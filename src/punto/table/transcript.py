"""Transcripts: a session at a table as JSON lines.

The first line opens the table, then each line is a command. Ids, times and coup numbers may be omitted and are supplied
when the transcript is played. A line may state what it expects, and ``{"auto": "dealer"}`` stands for everything that
the house has to do up to the next choice of a person. Parsing reports an invalid line, and where, before anything is
played.
"""

from __future__ import annotations

import typing
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

import msgspec

from punto.core.bounded import OutOfBounds, measured
from punto.core.cards import Card, cards
from punto.rules.submission import near
from punto.table.commands import AnyCommand, Command, Reason, Turn
from punto.table.events import AnyEvent

COMMANDS: Mapping[str, type[Command]] = MappingProxyType(
    {str(kind.__struct_config__.tag): kind for kind in typing.get_args(AnyCommand)}
)
EVENTS: Mapping[str, type[msgspec.Struct]] = MappingProxyType(
    {str(kind.__struct_config__.tag): kind for kind in typing.get_args(AnyEvent)}
)
MOST_LINE = 1024 * 1024  # characters
LATEST = 2**53  # milliseconds; exact in every JSON parser
SUPPLIED: Mapping[str, Any] = MappingProxyType({"id": "", "at": 0, "coup": None})


class TranscriptError(ValueError):
    """Error for an invalid line, with its number and what is wrong."""

    def __init__(self, number: int, words: str) -> None:
        super().__init__(f"line {number}: {words}")
        self.number = number


class Expectation(NamedTuple):
    """The expected outcome of a line: an event, by its tag without the version, or a refusal."""

    event: str = ""
    refused: str = ""

    def __str__(self) -> str:
        return self.event or f"refused: {self.refused}"


class Table(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """The table that the first line opens: its submission, its cards, and the cents in its rack."""

    submission: str
    shoe: Literal["physical", "virtual", ""] = ""
    seed: str | int | None = None
    cards: str = ""
    rack: int = 1_000_000_00
    at: int = 0
    meters: str | int | None = None  # the seed of Must Hit triggers
    wallets: dict[str, int] = {}  # cents by player

    @property
    def word(self) -> str:
        """The seed of everything that the transcript leaves open, so that it plays the same every time."""
        given = (self.meters, self.seed, self.cards or None, self.submission)
        return next(str(word) for word in given if word is not None)

    @property
    def order(self) -> tuple[Card, ...]:
        """The cards of a fixed shoe, in dealing order."""
        return cards(self.cards)


class Opening(NamedTuple):
    """The first line."""

    number: int
    table: Table
    expect: Expectation | None


class Act(NamedTuple):
    """A command, as far as its line gives it; ``shown`` are places whose faces the shoe supplies."""

    number: int
    kind: type[Command]
    given: Mapping[str, Any]
    expect: Expectation | None
    shown: tuple[str, ...] = ()

    def command(self, ident: str, at: int, coup: int, faces: Mapping[str, str] | None = None) -> AnyCommand:
        """Return the command with the omitted fields supplied."""
        whole = {"do": self.kind.__struct_config__.tag, "id": ident, "at": at, "coup": coup, **self.given}
        if faces is not None:
            whole["faces"] = dict(faces)
        command: AnyCommand = msgspec.convert(whole, AnyCommand)
        return command


class Auto(NamedTuple):
    """A line that lets the house do what is due."""

    number: int
    expect: Expectation | None


class Transcript(NamedTuple):
    """A parsed session."""

    opening: Opening
    lines: tuple[Act | Auto, ...]


def read(text: str) -> Transcript:
    """Parse a transcript. Raises ``TranscriptError`` for the first invalid line."""
    written = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not written:
        raise TranscriptError(1, 'there is nothing here: the first line opens the table, {"open": {…}}')
    (first, line), *rest = written
    return Transcript(_opening(first, _object(first, line)), tuple(_read(number, line) for number, line in rest))


def _object(number: int, line: str) -> dict[str, Any]:
    try:
        found = msgspec.json.decode(measured(line, MOST_LINE))
    except OutOfBounds as error:
        raise TranscriptError(number, f"this is too long for a line: {error}") from None
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError) as error:
        raise TranscriptError(number, f"invalid JSON: {error}") from None
    if not isinstance(found, dict):
        raise TranscriptError(number, 'a line is one JSON object, like {"do": "sit", …}')
    return found


# ---------------------------------------------------------------- the first line


def _opening(number: int, line: dict[str, Any]) -> Opening:
    expect = _expectation(number, line)
    if "open" not in line:
        raise TranscriptError(number, 'the first line opens the table: {"open": {"submission": "table.toml"}}')
    _only(number, line, ("open", "expect"))
    if not isinstance(line["open"], dict):
        raise TranscriptError(number, '"open" is an object: {"submission": "table.toml"}')
    _only(number, line["open"], [field.encode_name for field in msgspec.structs.fields(Table)])
    table = _converted(number, line["open"], Table)
    _check(number, table)
    return Opening(number, table, expect)


def _check(number: int, table: Table) -> None:
    try:
        table.order  # noqa: B018 - reading them is the check
    except ValueError as error:
        raise TranscriptError(number, f"cards: {error}") from None
    if table.shoe == "physical" and (table.cards or table.seed is not None):
        raise TranscriptError(number, "a physical shoe has its own cards: leave out cards and seed, or the shoe")
    if table.cards and table.seed is not None:
        raise TranscriptError(number, "a shoe has given cards or a seed, not both")
    if not 0 < table.rack <= LATEST:
        raise TranscriptError(number, f"rack: at least one cent, and at most {LATEST}, not {table.rack}")
    for who, cents in table.wallets.items():
        if not 0 < cents <= LATEST:
            raise TranscriptError(number, f"wallets: at least one cent, and at most {LATEST}, not {cents} for {who!r}")
    _timely(number, table.at)


# ---------------------------------------------------------------- commands


def _read(number: int, text: str) -> Act | Auto:
    line = _object(number, text)
    expect = _expectation(number, line)
    if "auto" in line:
        _only(number, line, ("auto", "expect"))
        if line["auto"] != "dealer":
            raise TranscriptError(number, f'"auto" is "dealer", not {_shown(line["auto"])}')
        return Auto(number, expect)
    if "open" in line:
        raise TranscriptError(number, "the table is open already: only the first line opens it")
    return _act(number, line, expect)


def _act(number: int, line: dict[str, Any], expect: Expectation | None) -> Act:
    do = line.get("do")
    if not isinstance(do, str):
        raise TranscriptError(number, f'"do" names a command: {", ".join(COMMANDS)}')
    if do not in COMMANDS:
        raise TranscriptError(number, f"no command is called {do!r}{_near(do, COMMANDS)}")
    kind = COMMANDS[do]
    _only(number, line, ["do", *(field.encode_name for field in msgspec.structs.fields(kind)), "expect"])
    given = {name: value for name, value in line.items() if name not in ("do", "expect")}
    shown = _shown_places(number, given) if kind is Turn else ()
    _converted(number, {"do": do, **SUPPLIED, **given, **({"faces": {}} if shown else {})}, kind)
    _timely(number, given.get("at", 0))
    if shown:
        del given["faces"]
    return Act(number, kind, given, expect, shown)


def _shown_places(number: int, given: dict[str, Any]) -> tuple[str, ...]:
    """Return the places of a turn that names only places; the shoe supplies their faces."""
    faces = given.get("faces")
    if not isinstance(faces, list):
        return ()
    if not faces or not all(isinstance(place, str) for place in faces):
        raise TranscriptError(number, 'faces: places and their cards, {"P1": "4h"}, or places alone, ["P1"]')
    return tuple(faces)


# ---------------------------------------------------------------- expectations


def _expectation(number: int, line: dict[str, Any]) -> Expectation | None:
    if "expect" not in line:
        return None
    match line["expect"]:
        case str(tag):
            tags = {name.partition("/")[0] for name in EVENTS}
            if tag not in tags:
                raise TranscriptError(number, f"expect: no event is called {tag!r}{_near(tag, tags)}")
            return Expectation(event=tag)
        case {"refused": str(reason), **rest} if not rest:
            if reason not in list(Reason):
                raise TranscriptError(number, f"expect: nothing is refused as {reason!r}{_near(reason, Reason)}")
            return Expectation(refused=reason)
        case _:
            raise TranscriptError(number, 'expect: an event, "card-turned", or a refusal, {"refused": "wrong-phase"}')


# ---------------------------------------------------------------- values


def _only(number: int, line: Mapping[str, Any], names: Iterable[str]) -> None:
    for name in line:
        if name not in names:
            raise TranscriptError(number, f"no field is called {name!r}{_near(name, names)}")


def _converted(number: int, value: Any, kind: type[Any]) -> Any:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise TranscriptError(number, _words(str(error))) from None


def _words(error: str) -> str:
    """Put the field first, then the error: ``cents: Expected `int`, got `str``` ."""
    what, _, where = error.partition(" - at `")
    return f"{where.removeprefix('$.').rstrip('`')}: {what}" if where else what


def _timely(number: int, at: int) -> None:
    if not 0 <= at <= LATEST:
        raise TranscriptError(number, f"at: milliseconds from 0 to {LATEST}, not {at}")


def _near(name: str, names: Iterable[str]) -> str:
    words = [str(each) for each in names]
    return near(name, words) or f": there are {', '.join(words)}"


def _shown(value: Any) -> str:
    words = msgspec.json.encode(value).decode()
    return words if len(words) <= 40 else f"{words[:39]}…"
