"""Witnesses: those that a floor reports to, in a file or at an address, and the one that ``punto witness`` runs.

A witness keeps the checkpoints of a floor where the floor's operator cannot change them. One that is a file gets each
checkpoint appended. One at an address follows C2SP's tlog-witness: it gets a checkpoint with the proof that the tree it
saw before is a beginning of the new one, cosigns it, and refuses any other. A witness that is away or answers nonsense
delays nothing: the floor reports it, and tries again with the next checkpoint.
"""

from __future__ import annotations

import asyncio
import os
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable, Iterable, Sequence
from hashlib import sha256
from http.client import HTTPException
from pathlib import Path
from typing import NamedTuple

from punto.anchor import merkle, notes
from punto.anchor.notes import NUMBER, WITNESS, Checkpoint, NoteError, PrivateKey, PublicKey

SECONDS = 5.0  # to wait for a witness
MOST_PROOF = 63  # hashes
MOST_BODY = 2 * notes.MOST_NOTE  # bytes of a request or an answer
TAIL = 2 * notes.MOST_NOTE  # bytes at the end of a file that contain its last checkpoint
SIZE_MEDIA = "text/x.tlog.size"
TEXT_MEDIA = "text/plain; charset=utf-8"
Prove = Callable[[int], Awaitable[list[bytes]]]  # from the size of an earlier tree to the proof of consistency


class WitnessError(ValueError):
    """Error for a witness that is away, refuses, or answers nonsense; one line."""


# ---------------------------------------------------------------- files


class CheckpointFile:
    """Checkpoints in a file, one after the other; only ever appended to."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> list[Checkpoint]:
        """Return all checkpoints, the oldest first. Raises ``NoteError`` or ``OSError``."""
        return self._parsed(self.path.read_bytes()) if self.path.exists() else []

    def last(self, origin: str) -> Checkpoint | None:
        """Return the last checkpoint of a floor, or None. Raises ``NoteError`` or ``OSError``."""
        if not self.path.exists():
            return None
        with open(self.path, "rb") as file:
            end = file.seek(0, os.SEEK_END)
            file.seek(max(0, end - TAIL))
            tail = file.read()
        if len(tail) == TAIL:  # it begins within a checkpoint
            tail = tail[tail.find(b"\n\n", tail.find(f"\n{notes.DASH}".encode())) + 2 :]
        found = [one for one in self._parsed(tail) if one.origin == origin]
        if not found and len(tail) < end:
            found = [one for one in self.read() if one.origin == origin]
        return found[-1] if found else None

    def append(self, checkpoint: Checkpoint) -> None:
        """Append a checkpoint, durably; first cut off one that was not written to its end."""
        with open(self.path, "a+b") as file:
            end = file.seek(0, os.SEEK_END)
            first = max(0, end - TAIL)
            file.seek(first)
            file.truncate(first + len(_whole(file.read())))
            file.write((b"\n" if end else b"") + checkpoint.note.encode())
            file.flush()
            os.fsync(file.fileno())

    def _parsed(self, data: bytes) -> list[Checkpoint]:
        try:
            return notes.several(_whole(data).decode())
        except UnicodeDecodeError:
            raise NoteError(f"{self.path}: not text in UTF-8") from None
        except NoteError as error:
            raise NoteError(f"{self.path}: {error}") from None


def _whole(data: bytes) -> bytes:
    """Return checkpoints without the last one if a crash has cut it off: each ends with a whole signature line."""
    lines = data[: data.rfind(b"\n") + 1].splitlines(keepends=True)
    while lines and not lines[-1].startswith(notes.DASH.encode()):
        lines.pop()
    return b"".join(lines)


class FileWitness:
    """A file on another disk, or on a mounted folder of another machine."""

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._file = CheckpointFile(path)
        self._kept: Checkpoint | None = None

    def latest(self, origin: str) -> Checkpoint | None:
        """Return the last checkpoint that it has. Raises ``WitnessError``."""
        try:
            return self._file.last(origin)
        except (OSError, NoteError) as error:
            raise WitnessError(_reason(error)) from None

    async def send(self, checkpoint: Checkpoint, prove: Prove) -> str:
        """Append a checkpoint, unless it is there; return no cosignature. Raises ``WitnessError``."""
        if self._kept is None or self._kept.text != checkpoint.text:
            try:
                await asyncio.to_thread(self._file.append, checkpoint)
            except OSError as error:
                raise WitnessError(_reason(error)) from None
            self._kept = checkpoint
        return ""


# ---------------------------------------------------------------- addresses


class Answer(NamedTuple):
    """An answer of a witness at an address."""

    status: int
    media: str
    text: str


class HttpWitness:
    """A witness at an address, known by its key."""

    def __init__(self, url: str, key: PublicKey) -> None:
        self.name, self._url, self._key = url, url.rstrip("/"), key
        self._size = 0  # of the last tree that it is known to have cosigned
        self._lines: tuple[str, str] | None = None  # text of the last checkpoint, and its cosignature

    def latest(self, origin: str) -> Checkpoint | None:
        """Return its last checkpoint if it shows it, as ``punto witness`` does. Raises ``WitnessError``."""
        answer = self._asked(f"/checkpoint/{origin_id(origin)}")
        if answer.status != 200:
            return None
        try:
            return notes.parse(answer.text)
        except NoteError as error:
            raise WitnessError(str(error)) from None

    async def send(self, checkpoint: Checkpoint, prove: Prove) -> str:
        """Send a checkpoint; return its cosignature. Raises ``WitnessError``."""
        if self._lines is not None and self._lines[0] == checkpoint.text:
            return self._lines[1]
        answer = await asyncio.to_thread(self._asked, "/add-checkpoint", await _request(self._size, checkpoint, prove))
        if answer.status == 409 and answer.media == SIZE_MEDIA:
            seen = self._other_size(answer, checkpoint)
            body = await _request(seen, checkpoint, prove)
            answer = await asyncio.to_thread(self._asked, "/add-checkpoint", body)
        if answer.status != 200:
            raise WitnessError(f"it refuses checkpoint {checkpoint.size} with {answer.status}: {_line(answer.text)}")
        try:
            signed = checkpoint.with_lines(answer.text)
            if signed.signed_by(self._key) is None:
                raise WitnessError(f"it answers checkpoint {checkpoint.size} without a signature of {self._key.name}")
        except NoteError as error:
            raise WitnessError(str(error)) from None
        ours = (self._key.name, self._key.id)
        lines = "".join(one.line for one in signed.signatures if (one.name, one.id) == ours)
        self._size, self._lines = checkpoint.size, (checkpoint.text, lines)
        return lines

    def _other_size(self, answer: Answer, checkpoint: Checkpoint) -> int:
        """Return the size that the witness has seen. Raises ``WitnessError`` if the checkpoint cannot follow it."""
        text = answer.text.removesuffix("\n")
        seen = int(text) if NUMBER.fullmatch(text) else -1
        if not 0 <= seen <= checkpoint.size or seen == self._size:
            raise WitnessError(f"it has cosigned a tree of {_line(answer.text)}, and this one has {checkpoint.size}")
        return seen

    def _asked(self, path: str, body: bytes | None = None) -> Answer:
        request = urllib.request.Request(self._url + path, body, {"content-type": TEXT_MEDIA})
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=SECONDS) as reply:
                return _answer(reply.status, reply.headers.get("content-type", ""), reply.read(MOST_BODY))
        except urllib.error.HTTPError as error:
            with error:
                return _answer(error.code, error.headers.get("content-type", ""), error.read(MOST_BODY))
        except (OSError, ValueError, HTTPException) as error:
            raise WitnessError(f"no answer ({_reason(error)})") from None


async def _request(old: int, checkpoint: Checkpoint, prove: Prove) -> bytes:
    proof = await prove(old)
    lines = [f"old {old}", *map(notes.base64_of, proof), "", checkpoint.note]
    return "\n".join(lines).encode()


def _answer(status: int, media: str, body: bytes) -> Answer:
    return Answer(status, media.partition(";")[0].strip(), body.decode("utf-8", "replace"))


def _reason(error: BaseException) -> str:
    cause = getattr(error, "reason", error)  # urllib's error has the one of the socket
    return _line(getattr(cause, "strerror", None) or str(cause) or type(cause).__name__)


def _line(text: str) -> str:
    """Return foreign text as a short line."""
    return "".join(character if character.isprintable() else " " for character in text.strip())[:120]


def origin_id(origin: str) -> str:
    """Return a floor's name as part of an address."""
    return sha256(origin.encode()).hexdigest()


def witness_of(text: str) -> FileWitness | HttpWitness:
    """Parse a witness: the name of a file, or an address with its key after a #. Raises ``NoteError``."""
    if not text or Path(text).is_dir():
        raise NoteError(f"invalid witness {text!r}: name a file, or an address with its key")
    if not text.startswith(("http://", "https://")):
        return FileWitness(Path(text))
    url, mark, key = text.partition("#")
    if not mark:
        raise NoteError(f"{url}: name the key of this witness too: {url}#NAME+ID+KEY")
    return HttpWitness(url, notes.public_key(key, WITNESS))


# ---------------------------------------------------------------- the witness itself


class Witness:
    """A witness of some floors: it keeps and cosigns their checkpoints, and refuses any that is inconsistent."""

    def __init__(self, path: Path, key: PrivateKey, floors: Iterable[PublicKey]) -> None:
        self.key = key
        self._file = CheckpointFile(path)
        self._floors: dict[str, tuple[PublicKey, ...]] = {}
        for floor in floors:
            self._floors[floor.name] = (*self._floors.get(floor.name, ()), floor)
        self._last = {origin: self._file.last(origin) for origin in self._floors}

    def last(self, origin: str) -> Checkpoint | None:
        """Return the last checkpoint that was cosigned."""
        return self._last.get(origin)

    def by_id(self, ident: str) -> Checkpoint | None:
        """Return the last checkpoint of the floor with an id, as ``origin_id`` makes it."""
        return next((one for origin, one in self._last.items() if origin_id(origin) == ident), None)

    def add(self, body: bytes, at: int) -> Answer:
        """Answer a request to add a checkpoint, as tlog-witness says; it is stored before it is cosigned."""
        try:
            old, proof, checkpoint = _read_request(body)
        except NoteError as error:
            return _refusal(400, str(error))
        keys = self._floors.get(checkpoint.origin)
        if keys is None:
            return _refusal(404, f"this is not a witness of {_line(checkpoint.origin)}")
        try:
            signed = [key for key in keys if checkpoint.signed_by(key) is not None]
        except NoteError as error:
            return _refusal(403, str(error))
        if not signed:
            return _refusal(403, f"the checkpoint is not signed by the key of {checkpoint.origin} that is known here")
        before = self._last[checkpoint.origin]
        size, root = (before.size, before.root) if before else (0, merkle.EMPTY)
        if old > checkpoint.size:
            return _refusal(400, f"the old size is {old}, the new one {checkpoint.size}")
        if old != size or (size == checkpoint.size and root != checkpoint.root):
            return Answer(409, SIZE_MEDIA, f"{size}\n")
        if not merkle.consistent(old, root, checkpoint.size, checkpoint.root, proof):
            return _refusal(422, f"the tree of {checkpoint.size} does not continue the tree of {size} seen before")
        if before is not None and before.text == checkpoint.text:  # sent again: its answer was lost
            public = self.key.public
            return Answer(200, TEXT_MEDIA, "".join(one.line for one in before.signatures if one.name == public.name))
        line = self.key.sign(checkpoint.text, at)
        own = tuple(one for one in checkpoint.signatures if one.name == checkpoint.origin)
        kept = checkpoint._replace(signatures=own).with_lines(line)
        self._file.append(kept)
        self._last[checkpoint.origin] = kept
        return Answer(200, TEXT_MEDIA, line)


def _refusal(status: int, words: str) -> Answer:
    return Answer(status, TEXT_MEDIA, f"{words}\n")


def _read_request(body: bytes) -> tuple[int, Sequence[bytes], Checkpoint]:
    """Parse a request to add a checkpoint. Raises ``NoteError``."""
    if len(body) > MOST_BODY:
        raise NoteError(f"a request has at most {MOST_BODY} bytes")
    try:
        head, blank, note = body.decode().partition("\n\n")
    except UnicodeDecodeError:
        raise NoteError("a request is text in UTF-8") from None
    first, *hashes = head.split("\n")
    word, _, old = first.partition(" ")
    if not blank or word != "old" or not NUMBER.fullmatch(old) or len(hashes) > MOST_PROOF:
        raise NoteError(f"a request begins with a line: old SIZE, and has at most {MOST_PROOF} hashes after it")
    return int(old), [notes.bytes_of(line, merkle.SIZE) for line in hashes], notes.parse(note)
