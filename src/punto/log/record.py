"""Records: what one command brought to one stream, as bytes, each chained to the last by its hash.

A record holds the command, whole, and its events: so a session can be played again from its log and every decision be
made again. Events are numbered 1, 2, 3 … in their stream, and a record is known by its stream and the number of its
first event. The hash is taken of the bytes as they are stored; a reader needs no canonical form to check it.

    SHA-256("punto-log/1\\n" + hash of the stream's record before + "\\n" + body)

Tags of commands and events are stable names; what has its default value is not written, so that a field which comes
later changes no record that was written before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from punto.care import commands as care_commands
from punto.care import events as care_events
from punto.coupon import commands as coupon_commands
from punto.coupon import events as coupon_events
from punto.house import commands as house_commands
from punto.house import events as house_events
from punto.log.opening import Open
from punto.progressive import commands as meter_commands
from punto.progressive import events as meter_events
from punto.table.commands import AnyCommand
from punto.table.events import AnyEvent
from punto.wallet import commands as wallet_commands
from punto.wallet import events as wallet_events

FORMAT = "punto-log/1"
GENESIS = "0" * 64
_FORMAT = FORMAT.encode()

LoggedCommand = (
    Open
    | AnyCommand
    | meter_commands.AnyCommand
    | wallet_commands.AnyCommand
    | coupon_commands.AnyCommand
    | house_commands.AnyCommand
    | care_commands.AnyCommand
)
LoggedEvent = (
    AnyEvent
    | meter_events.AnyEvent
    | wallet_events.AnyEvent
    | coupon_events.AnyEvent
    | house_events.AnyEvent
    | care_events.AnyEvent
)


class Kind(NamedTuple):
    """What reads the streams of one kind of machine."""

    commands: msgspec.json.Decoder[Any]
    events: msgspec.json.Decoder[Any]


def _kind(commands: Any, events: Any) -> Kind:
    return Kind(msgspec.json.Decoder(commands), msgspec.json.Decoder(events))


# By the first word of a stream's name. A machine of another kind adds its line here; its tags are its own.
KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "table": _kind(Open | AnyCommand, AnyEvent),
        "progressive": _kind(meter_commands.AnyCommand, meter_events.AnyEvent),
        "wallet": _kind(wallet_commands.AnyCommand, wallet_events.AnyEvent),
        "coupon": _kind(coupon_commands.AnyCommand, coupon_events.AnyEvent),
        "house": _kind(house_commands.AnyCommand, house_events.AnyEvent),
        "care": _kind(care_commands.AnyCommand, care_events.AnyEvent),
    }
)


class LogError(ValueError):
    """Bytes that are no record, no line of a log, no log; its one line says what is wrong."""


class _Written(msgspec.Struct, frozen=True):
    """A record before it is known what its machine is."""

    stream: str
    n: int
    command: msgspec.Raw
    events: tuple[msgspec.Raw, ...]


class Batch(msgspec.Struct, frozen=True):
    """What a record says: a command, and the events that it brought to a stream. It is written in this order."""

    stream: str
    n: int  # the number of its first event
    command: Any  # of the machine that its stream is of, and so are the events
    events: tuple[Any, ...]

    @property
    def last(self) -> int:
        """The number of its last event: the stream's version from here on."""
        return self.n + len(self.events) - 1

    @property
    def numbered(self) -> Iterator[tuple[int, Any]]:
        """The events with their numbers."""
        return enumerate(self.events, self.n)


class Record(msgspec.Struct, frozen=True):
    """A batch as it is stored."""

    stream: str
    n: int
    last: int
    body: bytes
    hash: str

    @property
    def batch(self) -> Batch:
        """What the record says."""
        return decode(self.body)


def chain(batch: Batch, before: str) -> Record:
    """Make the next record of a stream, after the one with this hash."""
    if not batch.events:
        raise LogError("a record holds at least one event")
    body = encode(batch)
    return Record(batch.stream, batch.n, batch.last, body, digest(before, body))


def digest(before: str, body: bytes) -> str:
    """Return the hash of a record: of the hash before it and its own bytes."""
    return sha256(b"%b\n%b\n%b" % (_FORMAT, before.encode(), body)).hexdigest()


def encode(batch: Batch) -> bytes:
    """Write a batch: compact JSON, fields that have their default value left out."""
    return _ENCODER.encode(batch)


_ENCODER = msgspec.json.Encoder()


def decode(body: bytes) -> Batch:
    """Read a batch; all that it holds must be declared, and written as it is written here."""
    try:
        batch = _typed(msgspec.json.decode(body, type=_Written))
        ours = encode(batch)
        if ours != body:  # another order of fields is as good: one that was declared otherwise once
            _compare(body, ours)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise LogError(_words(error)) from None
    return batch


def _typed(written: _Written) -> Batch:
    word = written.stream.partition("/")[0]
    if word not in KINDS:
        raise LogError(f"{written.stream!r} is no stream: its name begins with {' or '.join(KINDS)}")
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
    return str(error) if isinstance(error, msgspec.ValidationError) else f"this is no JSON of a record: {error}"


def difference(one: Any, other: Any, path: str = "") -> str | None:
    """Return the path of the first thing in which two plain values differ; nothing where they are the same.

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
