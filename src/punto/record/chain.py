"""Records: commands with their events, hash-chained in streams; their schemas, and the digest of the engine's code.

A record is what one command brought to one stream. It holds the whole command and its events, so that a session can be
replayed from its log and every decision be made again. Events are numbered 1, 2, 3 … in their stream, and a record is
identified by its stream and the number of its first event. The hash is taken of the bytes as they are stored; a reader
needs no canonical form to check it.

    SHA-256("punto-log/1\\n" + hash of the stream's record before + "\\n" + body)

Tags of commands and events are stable names. A field with its default value is not written, so that a later field
changes no earlier record. JSON Schemas are made of the types that read and write a log, and shipped in
``punto/schemas/`` for programs in other languages.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from punto.coupon import messages as coupon_commands
from punto.coupon import messages as coupon_events
from punto.filings import messages as filing_commands
from punto.filings import messages as filing_events
from punto.inventory import messages as inventory_commands
from punto.inventory import messages as inventory_events
from punto.people.administration import messages as house_commands
from punto.people.administration import messages as house_events
from punto.people.responsible_play import messages as care_commands
from punto.people.responsible_play import messages as care_events
from punto.progressive import messages as meter_commands
from punto.progressive import messages as meter_events
from punto.record.amending import Amend
from punto.record.opening import Open
from punto.table import commands, events
from punto.table.commands import AnyCommand
from punto.table.events import AnyEvent
from punto.wallet import messages as wallet_commands
from punto.wallet import messages as wallet_events

FORMAT = "punto-log/1"
GENESIS = "0" * 64
_FORMAT = FORMAT.encode()

LoggedCommand = (
    Open
    | Amend
    | AnyCommand
    | meter_commands.AnyCommand
    | wallet_commands.AnyCommand
    | coupon_commands.AnyCommand
    | filing_commands.AnyCommand
    | inventory_commands.AnyCommand
    | house_commands.AnyCommand
    | care_commands.AnyCommand
)
LoggedEvent = (
    AnyEvent
    | meter_events.AnyEvent
    | wallet_events.AnyEvent
    | coupon_events.AnyEvent
    | filing_events.AnyEvent
    | inventory_events.AnyEvent
    | house_events.AnyEvent
    | care_events.AnyEvent
)


class StreamKind(NamedTuple):
    """The codec of the streams of one kind of machine."""

    commands: msgspec.json.Decoder[Any]
    events: msgspec.json.Decoder[Any]


def _kind(commands: Any, events: Any) -> StreamKind:
    return StreamKind(msgspec.json.Decoder(commands), msgspec.json.Decoder(events))


# By the first word of a stream's name. A new kind of machine adds its line here; its tags are its own.
KINDS: Mapping[str, StreamKind] = MappingProxyType(
    {
        "table": _kind(Open | Amend | AnyCommand, AnyEvent),
        "progressive": _kind(meter_commands.AnyCommand, meter_events.AnyEvent),
        "wallet": _kind(wallet_commands.AnyCommand, wallet_events.AnyEvent),
        "coupon": _kind(coupon_commands.AnyCommand, coupon_events.AnyEvent),
        "filings": _kind(filing_commands.AnyCommand, filing_events.AnyEvent),
        "inventory": _kind(inventory_commands.AnyCommand, inventory_events.AnyEvent),
        "house": _kind(house_commands.AnyCommand, house_events.AnyEvent),
        "care": _kind(care_commands.AnyCommand, care_events.AnyEvent),
    }
)


class LogError(ValueError):
    """Error for bytes that are not a valid record, line or log."""


class _Written(msgspec.Struct, frozen=True):
    """A record before its machine is known."""

    stream: str
    n: int
    command: msgspec.Raw
    events: tuple[msgspec.Raw, ...]


class Batch(msgspec.Struct, frozen=True):
    """The content of a record: a command, and its events in a stream. Fields are encoded in this order."""

    stream: str
    n: int  # number of its first event
    command: Any  # command and events are of the stream's machine
    events: tuple[Any, ...]

    @property
    def last(self) -> int:
        """The number of its last event, which is the stream's version after it."""
        return self.n + len(self.events) - 1

    @property
    def numbered(self) -> Iterator[tuple[int, Any]]:
        """The events with their numbers."""
        return enumerate(self.events, self.n)


class Record(msgspec.Struct, frozen=True):
    """A batch as stored."""

    stream: str
    n: int
    last: int
    body: bytes
    hash: str

    @property
    def batch(self) -> Batch:
        """The content of the record."""
        return decode(self.body)


def chain(batch: Batch, before: str) -> Record:
    """Return the next record of a stream, after the one with this hash. Raises ``LogError``."""
    if not batch.events:
        raise LogError("a record holds at least one event")
    body = encode(batch)
    return Record(batch.stream, batch.n, batch.last, body, digest(before, body))


def digest(before: str, body: bytes) -> str:
    """Return the hash of a record, from the previous hash and its own bytes."""
    return sha256(b"%b\n%b\n%b" % (_FORMAT, before.encode(), body)).hexdigest()


def encode(batch: Batch) -> bytes:
    """Encode a batch as compact JSON, without fields that have their default value."""
    return _ENCODER.encode(batch)


_ENCODER = msgspec.json.Encoder()


def decode(body: bytes) -> Batch:
    """Decode a batch strictly: every field must be declared, and encoded as ``encode`` does. Raises ``LogError``."""
    try:
        batch = _typed(msgspec.json.decode(body, type=_Written))
        ours = encode(batch)
        if ours != body:  # another order of fields is valid: declarations may have been reordered
            _compare(body, ours)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise LogError(_words(error)) from None
    return batch


def _typed(written: _Written) -> Batch:
    word = written.stream.partition("/")[0]
    if word not in KINDS:
        raise LogError(f"invalid stream {written.stream!r}: its name begins with {' or '.join(KINDS)}")
    if not written.events:
        raise LogError("a record holds at least one event")
    kind = KINDS[word]
    return Batch(
        written.stream,
        written.n,
        kind.commands.decode(written.command),
        tuple(kind.events.decode(event) for event in written.events),
    )


def _compare(body: bytes, ours: bytes) -> None:
    written = msgspec.json.decode(body)
    undeclared = difference(written, msgspec.json.decode(ours))
    if undeclared is not None:
        raise LogError(f"{undeclared}: this is not declared, or not as a record writes it")
    if msgspec.json.encode(written) != body:
        raise LogError("this JSON is not compact, or has a key twice")


def _words(error: Exception) -> str:
    return str(error) if isinstance(error, msgspec.ValidationError) else f"invalid JSON of a record: {error}"


def difference(one: Any, other: Any, path: str = "") -> str | None:
    """Return the path of the first difference of two plain values, or None.

    >>> difference({"a": [1, 2]}, {"a": [1, 3]})
    'a[1]'
    """
    if isinstance(one, dict) and isinstance(other, dict):
        steps = [(f"{path}.{key}" if path else str(key), key in one and key in other, key) for key in {**one, **other}]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        steps = [(f"{path}[{index}]", True, index) for index in range(len(one))]
    else:
        return None if one == other and type(one) is type(other) else path or "all of it"
    for where, shared, key in steps:
        found = difference(one[key], other[key], where) if shared else where
        if found is not None:
            return found
    return None


# ---------------------------------------------------------------- schemas

# Each a union by its tag; machines of different kinds have types of the same name, so each kind has its own file.
SCHEMA_KINDS: Mapping[str, Any] = {
    "table-commands": Open | Amend | commands.AnyCommand,
    "table-events": events.AnyEvent,
    "progressive-commands": meter_commands.AnyCommand,
    "progressive-events": meter_events.AnyEvent,
    "wallet-commands": wallet_commands.AnyCommand,
    "wallet-events": wallet_events.AnyEvent,
    "coupon-commands": coupon_commands.AnyCommand,
    "coupon-events": coupon_events.AnyEvent,
    "filings-commands": filing_commands.AnyCommand,
    "filings-events": filing_events.AnyEvent,
    "inventory-commands": inventory_commands.AnyCommand,
    "inventory-events": inventory_events.AnyEvent,
    "house-commands": house_commands.AnyCommand,
    "house-events": house_events.AnyEvent,
    "care-commands": care_commands.AnyCommand,
    "care-events": care_events.AnyEvent,
}


def schema(title: str, kind: Any) -> dict[str, Any]:
    """Return the JSON Schema of a type."""
    (made,), parts = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    return {"title": title, **made, "$defs": dict(sorted(parts.items()))}


def schemas() -> dict[str, dict[str, Any]]:
    """Return all schemas, by the names of their files."""
    return {name: schema(f"{FORMAT} {name}", kind) for name, kind in SCHEMA_KINDS.items()}


# ---------------------------------------------------------------- digest of the code

# The rooms above the log: none of them decides what an event makes of a state.
ABOVE = ("apps", "server", "client", "accounts", "floor", "anchor", "school", "report", "draw", "scenario")


def code_digest() -> str:
    """Return a digest of every module of the package."""
    return _digest()


def engine_digest() -> str:
    """Return a digest of the modules that replay a log."""
    return _digest(tuple(f"punto/{room}" for room in ABOVE))


def _digest(without: tuple[str, ...] = ()) -> str:
    digest = hashlib.sha256()
    for name, module in sorted(_modules(files("punto"), "punto")):
        if without and name.startswith(without):
            continue
        content = module.read_bytes()
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def _modules(folder: Traversable, name: str) -> list[tuple[str, Traversable]]:
    found: list[tuple[str, Traversable]] = []
    for entry in folder.iterdir():
        if entry.is_dir() and entry.name != "__pycache__":
            found += _modules(entry, f"{name}/{entry.name}")
        elif entry.name.endswith(".py"):
            found.append((f"{name}/{entry.name}", entry))
    return found
