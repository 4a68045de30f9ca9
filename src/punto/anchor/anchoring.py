"""The anchor of a floor: checkpoints of its tree, made behind the log, kept with it and sent to witnesses.

The last checkpoint is a document next to the log, with the last records that it covers. When a floor starts, its log is
held to it, and to the checkpoints that its witnesses show, which must be signed by the floor's own key: records that
were covered and are missing or different now mean that the log was cut off, restored from an old copy, or changed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from itertools import groupby
from typing import Protocol

import msgspec

from punto.anchor import notes
from punto.anchor.notes import Checkpoint, NoteError, PrivateKey
from punto.anchor.receipts import Receipt, receipt
from punto.anchor.tree import Shelf, Tree
from punto.anchor.witness import FileWitness, HttpWitness, WitnessError
from punto.record.chain import LogError, Record
from punto.record.durable import ALL
from punto.record.store import PRUNED, Conflict, Head, Place, broken, head

KIND, LAST = "checkpoint", "last"  # the document
MOST_TRIES = 3
TAIL = 256  # records that are read again at a start
log = logging.getLogger(__name__)


class Store(Shelf, Protocol):
    """The part of a store that an anchor needs."""

    async def read(self, stream: str, after: int = 0, most: int = ALL) -> list[Record]:
        """Return records of a stream after a version."""


class _Document(msgspec.Struct, frozen=True):
    """The last checkpoint as it is stored."""

    note: str
    tail: tuple[tuple[str, int, str], ...]  # stream, first event and hash of the last records before it


class Anchor:
    """The checkpoints of a floor; without a key, those of an earlier time are only compared."""

    def __init__(
        self, store: Store, key: PrivateKey | None = None, witnesses: Sequence[FileWitness | HttpWitness] = ()
    ) -> None:
        self.key, self.witnesses = key, witnesses
        self.last: Checkpoint | None = None
        self.troubles: dict[str, str] = {}  # why a witness did not get the last checkpoint, by its name
        self.due = asyncio.Event()  # a checkpoint is wanted before its time
        self._store = store
        self._tree = Tree(store)
        self._tail: tuple[tuple[str, int, str], ...] = ()
        self._version = 0  # of the document
        self._own = ""  # text of the last checkpoint that this process made
        self._one = asyncio.Lock()
        if key is not None:
            self.due.set()

    @property
    def size(self) -> int:
        """Number of records that have a leaf."""
        return self._tree.size

    # ------------------------------------------------------------ at a start

    async def fault(self) -> str:
        """Read the tree; return why the log does not hold to its checkpoints, or "".

        Witnesses that are away or show nothing are noted as troubles.
        """
        try:
            await self._read()
            words = await self._own_fault()
            return words or await self._witnessed_fault()
        except (NoteError, LogError, ValueError) as error:
            return str(error)

    async def _read(self) -> None:
        kept = await self._store.shelf(KIND, LAST)
        self._tree = await Tree.read(self._store)
        self._version, self._tail, self.last = 0, (), None
        if kept is not None:
            self._version = kept[0]
            try:
                document = msgspec.json.decode(kept[1], type=_Document)
            except msgspec.DecodeError:
                raise NoteError("the last checkpoint in the database is damaged") from None
            self.last, self._tail = notes.parse(document.note), document.tail

    async def _own_fault(self) -> str:
        last = self.last
        if last is None:
            return ""
        if self.key is not None and (last.origin != self.key.name or last.signed_by(self.key.public) is None):
            return f"the last checkpoint is of {last.origin} and not signed by the key of {self.key.name}"
        return await self._differs(last, "the last checkpoint") or await self._tail_fault()

    async def _differs(self, checkpoint: Checkpoint, whose: str) -> str:
        if checkpoint.size > self._tree.size:
            return f"{whose} covers {checkpoint.size} records, and the database has only {self._tree.size} of them"
        if await self._tree.root(checkpoint.size) != checkpoint.root:
            return f"{whose} covers {checkpoint.size} other records than the database has"
        return ""

    async def _tail_fault(self) -> str:
        """Compare the last records with what the checkpoint covers, and follow their chains."""
        for stream, group in groupby(sorted(self._tail), key=lambda one: one[0]):
            known = {n: hashed for _, n, hashed in group}
            records = await self._store.read(stream, max(0, min(known) - 2))
            if not records and await self._pruned(stream, known):
                continue
            found = {record.n: record.hash for record in records}
            for n, hashed in known.items():
                if n not in found:
                    return f"{stream} had event {n}, hash {hashed[:12]}, and has not: records were cut off"
                if found[n] != hashed:
                    return f"{stream} has another event {n} than it had: hash {found[n][:12]}, not {hashed[:12]}"
            end = head(records[0]) if records and records[0].n > 1 else Head()
            for record in records[1:] if end.version else records:
                if words := broken(record, end):
                    return f"{stream}, event {record.n}: {words}"
                end = head(record)
        return ""

    async def _pruned(self, stream: str, known: dict[int, str]) -> bool:
        note = await self._store.shelf(PRUNED, stream)
        if note is None:
            return False
        end = msgspec.json.decode(note[1], type=dict[str, object])
        return bool(end["n"] >= max(known))  # type: ignore[operator]

    async def _witnessed_fault(self) -> str:
        for witness in self.witnesses if self.key is not None else ():
            try:
                seen = await asyncio.to_thread(witness.latest, self.key.name) if self.key else None
                if seen is None:
                    continue
                signed = self.key is not None and seen.signed_by(self.key.public) is not None
            except (WitnessError, NoteError) as error:
                self._trouble(witness.name, str(error))
                continue
            if not signed:
                self._trouble(witness.name, f"its last checkpoint of {seen.origin} is signed by another key")
            elif words := await self._differs(seen, f"the last checkpoint of the witness {witness.name}"):
                return words
        return ""

    # ------------------------------------------------------------ checkpoints

    async def checkpoint(self, at: int) -> Checkpoint | None:
        """Make a checkpoint if there are new records, and send it to the witnesses; ``at`` in seconds."""
        self.due.clear()
        if self.key is None:
            return None
        async with self._one:
            for _ in range(MOST_TRIES):
                try:
                    await self._grow(self.key, at)
                    break
                except Conflict:  # by another process of this floor, or by a call of this one that was cancelled
                    await self._read()
        if self.last is not None and self.last.text == self._own:  # the process that made another one sends it
            await asyncio.gather(*(self._send(witness, self.last) for witness in self.witnesses))
        return self.last

    async def _grow(self, key: PrivateKey, at: int) -> None:
        kept = await self._store.shelf(KIND, LAST)
        if kept is not None and kept[0] != self._version:
            raise Conflict("another process has made a checkpoint")
        grown = await self._tree.grow()
        if not grown and self.last is not None and self.last.size == self._tree.size and self._signed(key):
            return
        size = self._tree.size
        made = notes.checkpoint(key, size, await self._tree.root(size), at)
        tail = (*self._tail, *((place.stream, place.n, place.hash) for place in grown[-TAIL:]))[-TAIL:]
        await self._keep(made, tail)
        self._own = made.text

    def _signed(self, key: PrivateKey) -> bool:
        return self.last is not None and self.last.origin == key.name and self.last.signed_by(key.public) is not None

    async def _keep(self, made: Checkpoint, tail: tuple[tuple[str, int, str], ...]) -> None:
        body = msgspec.json.encode(_Document(made.note, tail))
        self._version = await self._store.shelve(KIND, LAST, body, self._version)
        self.last, self._tail = made, tail

    async def _send(self, witness: FileWitness | HttpWitness, checkpoint: Checkpoint) -> None:
        async def prove(old: int) -> list[bytes]:
            async with self._one:
                return await self._tree.consistency(old, checkpoint.size)

        try:
            lines = await witness.send(checkpoint, prove)
            if lines:
                await self._cosigned(checkpoint, lines)
        except (WitnessError, ValueError) as error:
            self._trouble(witness.name, str(error))
        else:
            if self.troubles.pop(witness.name, None):
                log.warning("witness %s has the checkpoints again", witness.name)

    async def _cosigned(self, checkpoint: Checkpoint, lines: str) -> None:
        async with self._one:
            if self.last is None or self.last.text != checkpoint.text:
                return
            signed = self.last.with_lines(lines)
            if signed != self.last:
                try:
                    await self._keep(signed, self._tail)
                except Conflict:
                    return  # another process has made a later one

    def _trouble(self, witness: str, words: str) -> None:
        if self.troubles.get(witness) != words:
            log.warning("witness %s: %s", witness, words)
        self.troubles[witness] = words

    # ------------------------------------------------------------ receipts

    async def receipt(self, place: Place) -> Receipt | None:
        """Return the proof that the last checkpoint covers a record; None if it does not yet."""
        async with self._one:
            return await receipt(self._tree, self.last, place) if self.last is not None else None
