"""Records: events as canonical bytes, each chained to the last by its hash."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from punto.table.events import AnyEvent

GENESIS = "0" * 64
_encoder = msgspec.json.Encoder(order="deterministic")


class Record(NamedTuple):
    """One event as it is stored."""

    stream: str
    version: int  # 1, 2, 3 …
    body: bytes  # the event, canonical JSON
    hash: str  # of the last record's hash, the stream, the version and the body


def chain(stream: str, version: int, last: str, event: AnyEvent) -> Record:
    """Make the next record of a stream."""
    body = _encoder.encode(event)
    return Record(stream, version, body, _hash(last, stream, version, body))


def verify(records: Iterable[Record]) -> int | None:
    """Return the version of the first record that does not follow from the last; nothing where all do."""
    last, expected = GENESIS, 1
    for record in records:
        if record.version != expected or record.hash != _hash(last, record.stream, record.version, record.body):
            return expected
        last, expected = record.hash, expected + 1
    return None


def _hash(last: str, stream: str, version: int, body: bytes) -> str:
    head = f"{last}\n{len(stream)}\n{stream}\n{version}\n{len(body)}\n".encode()
    return hashlib.sha256(head + body).hexdigest()
