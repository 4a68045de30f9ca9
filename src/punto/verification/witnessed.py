"""Comparison of a log with the checkpoints that witnesses kept, and with receipts.

The tree is built again from the records of the file. Its root at the size of each checkpoint must be the checkpoint's:
otherwise a record that was covered has been changed, removed or inserted, and the chain made anew. An export that has
not all records of a floor contains the hashes of subtrees in place of the others. They lead to the same roots, but show
nothing of these records; earlier exports can supply them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import chain, islice
from typing import NamedTuple

from punto.anchor import merkle, notes, receipts
from punto.anchor.notes import Checkpoint, NoteError, PublicKey
from punto.anchor.receipts import Receipt, gaps
from punto.anchor.tree import leaf_of
from punto.record.chain import Record
from punto.record.export import LogFault
from punto.record.log_reader import LogSource, Scan


class Kept(NamedTuple):
    """Checkpoints that a witness kept, or a receipt with its own, and the name of the file."""

    name: str
    checkpoints: tuple[Checkpoint, ...]
    receipt: Receipt | None = None


def read_kept(name: str, data: bytes) -> Kept:
    """Parse the file of a witness, or a receipt. Raises ``NoteError``."""
    try:
        text = data.decode()
        if text.startswith(receipts.PROOF):
            receipt = receipts.parse(text)
            return Kept(name, (receipt.checkpoint,), receipt)
        found = tuple(notes.several(text))
    except UnicodeDecodeError:
        raise NoteError(f"{name}: not text in UTF-8") from None
    except NoteError as error:
        raise NoteError(f"{name}: {error}") from None
    if not found:
        raise NoteError(f"{name}: there is no checkpoint in it")
    return Kept(name, found)


def _hash(record: Record) -> bytes:
    return merkle.leaf_hash(leaf_of(record.stream, record.n, record.hash))


class Part(NamedTuple):
    """A complete subtree from the left: of one record, with its line, or of some that the file does not have."""

    level: int
    hash: bytes
    line: int = 0  # of the record; 0 if the file does not have it


def parts(source: LogSource, archives: Mapping[int, bytes]) -> Iterator[Part]:
    """Yield a log as subtrees from the left; ``archives`` has leaves of earlier exports. Raises ``NoteError``."""
    scan = Scan(source)
    rest = ((entry.line, entry.record) for entry in scan if entry is not None)
    first = next(rest, None)  # the header is before it
    records = chain(() if first is None else (first,), rest)
    leaves = scan.frame.header.leaves if scan.frame.header else None
    if leaves is None:
        yield from (Part(0, _hash(record), line) for line, record in records)
        return
    if any(count < 1 for _, count in leaves.runs) or [*leaves.runs] != sorted(leaves.runs):
        raise NoteError("the leaves of the header are not in order")
    hashes, at = iter(leaves.hashes), 0
    between = dict(gaps(leaves.runs, leaves.size))
    counts = dict(leaves.runs)
    while at < leaves.size:
        if at in between:
            end = between[at]
            for level, index in merkle.complete_parts(at, end):
                yield from _elsewhere(level, index, bytes.fromhex(next(hashes, "")), archives)
            at = end
        else:
            yield from (Part(0, _hash(record), line) for line, record in islice(records, counts[at]))
            at += counts[at]


def _elsewhere(level: int, index: int, hashed: bytes, archives: Mapping[int, bytes]) -> Iterator[Part]:
    """Yield a subtree that the file does not have; leaf by leaf if earlier exports have them all."""
    if len(archives) >> level == 0:
        yield Part(level, hashed)
        return
    known = [archives[leaf] for leaf in range(index << level, (index + 1) << level) if leaf in archives]
    if len(known) < 1 << level:
        yield Part(level, hashed)
        return
    if merkle.subtree(known) != hashed:
        raise NoteError(f"an earlier export has other records than this log at leaf {index << level}")
    yield from (Part(0, leaf, -1) for leaf in known)


def leaves_in(source: LogSource) -> dict[int, bytes]:
    """Return the leaves of an earlier export by their numbers."""
    known: dict[int, bytes] = {}
    at = 0
    for part in parts(source, {}):
        if part.line:
            known[at] = part.hash
        at += 1 << part.level
    return known


# ---------------------------------------------------------------- comparison


@dataclass
class Witnessed:
    """Everything that a log is compared with."""

    kept: Sequence[Kept]
    keys: Sequence[PublicKey] = ()  # every checkpoint must be signed by each
    archives: Sequence[LogSource] = ()  # earlier exports, with records that have been pruned since
    partial: bool = False  # the log has only a part of the floor, and that is expected
    notes: list[str] = field(default_factory=list)

    def faults(self, source: LogSource, last: int) -> Iterator[LogFault]:
        """Yield every fault, and collect notes; ``last`` is the line of the last record."""
        for line, words in self._faults(source, last):
            yield LogFault("witness", line, words)

    def _faults(self, source: LogSource, last: int) -> Iterator[tuple[int, str]]:
        shown = sorted(
            ((one, kept.name) for kept in self.kept for one in kept.checkpoints), key=lambda one: one[0].size
        )
        yield from ((last, words) for words in self._signatures(shown))
        yield from ((last, words) for words in _split_views(shown))
        try:
            archives = {index: leaf for log in self.archives for index, leaf in leaves_in(log).items()}
            built = list(parts(source, archives))
            yield from self._roots(built, [one for one, _ in shown], last)
        except (NoteError, ValueError, KeyError) as error:
            yield 1, f"the header does not fit the records: {error}"
            return
        yield from self._receipts(built, last)

    def _signatures(self, shown: Sequence[tuple[Checkpoint, str]]) -> Iterator[str]:
        origins = sorted({one.origin for one, _ in shown})
        if len(origins) > 1:
            yield f"these are checkpoints of different floors: {', '.join(origins)}"
        if not self.keys:
            self.notes.append("signatures of checkpoints were not checked: name a public key with --key")
        for one, name in shown:
            for key in self.keys:
                try:
                    if one.signed_by(key) is None:
                        yield f"{name}: {_named(one)} is not signed by {key.name} with this key"
                except NoteError as error:
                    yield f"{name}: {error}"

    def _roots(self, built: Sequence[Part], shown: Sequence[Checkpoint], last: int) -> Iterator[tuple[int, str]]:
        """Compare the root at the size of each checkpoint; the first that differs says where to look."""
        frontier, line, good, unknown = merkle.Frontier(), 1, "", 0
        missing = sum(1 << part.level for part in built if not part.line)
        rest = iter(built)
        for one in shown:
            while frontier.size < one.size and (part := next(rest, None)) is not None:
                frontier.push(part.hash, part.level)
                line = part.line if part.line > 0 else line
            if frontier.size < one.size:
                words = f"the last {one.size - frontier.size} were cut off, or it was exported before"
                yield last, f"{_named(one)} covers {one.size} records, and the log has {frontier.size}: {words}"
                break
            if frontier.size > one.size:
                unknown += 1  # within a subtree of which the file has only the hash
            elif frontier.root != one.root:
                after = f", after {good}" if good else ""
                words = "a record was changed, removed or inserted, and the chain made anew"
                yield line, f"{_named(one)} covers {one.size} other records than the log has{after}: {words}"
                break
            else:
                good = _named(one)
        if missing and not self.partial:
            words = "removed, pruned (--archive FILE), or of other tables (--partial)"
            yield last, f"{missing} records that the floor had are not in this file: {words}"
        elif missing:
            self.notes.append(f"{missing} records of the floor are not in this file, as expected")
        if unknown:
            self.notes.append(f"{unknown} checkpoints could not be compared: this file has not all records before them")

    def _receipts(self, built: Sequence[Part], last: int) -> Iterator[tuple[int, str]]:
        for kept in self.kept:
            receipt = kept.receipt
            if receipt is None:
                continue
            if not receipt.holds:
                yield last, f"{kept.name}: the receipt's proof does not lead to its checkpoint"
                continue
            at, leaf = 0, None
            for part in built:
                if at == receipt.number and part.level == 0:
                    leaf = part
                at += 1 << part.level
            if leaf is None or leaf.hash != merkle.leaf_hash(receipt.leaf):
                yield last, f"{kept.name}: the log has another record than the receipt, or does not have it"


def _split_views(shown: Iterable[tuple[Checkpoint, str]]) -> Iterator[str]:
    """Yield checkpoints of one size with different roots: two histories were shown."""
    seen: dict[tuple[str, int], tuple[Checkpoint, str]] = {}
    for one, name in shown:
        other, where = seen.setdefault((one.origin, one.size), (one, name))
        if other.root != one.root:
            yield f"two histories were shown: {where} and {name} have different roots of {one.size} records"


def _named(one: Checkpoint) -> str:
    when = f" of {datetime.fromtimestamp(one.at, UTC):%Y-%m-%d %H:%M:%S} UTC" if 0 < one.at < 1 << 34 else ""
    return f"the checkpoint{when}"
