"""Signed notes, keys, checkpoints and cosignatures, as in C2SP (signed-note, tlog-checkpoint, tlog-cosignature).

    floor.example/main              origin, which is also the name of the key
    187000                          records of the floor
    CsUYapGGPo4dkMgIAUqom/Xa…       root of their Merkle tree, in base64
    time 1763500000                 when it was made, in seconds since 1970

    — floor.example/main Az3grlgtzPI…         signature of the text above the empty line
    — witness.example jWbPPwAAAABkGFDL…       cosignature of a witness, with its own time

A key is one line of text, as Go's ``note`` package writes it: ``PRIVATE+KEY+name+id+…`` for signing, ``name+id+…`` for
verification. Parsing is strict, and every error is a ``NoteError`` of one line.
"""

from __future__ import annotations

import re
import secrets
from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple

FLOOR, WITNESS = 1, 4  # signature types: plain Ed25519; timestamped cosignature
KEY_BYTES, ROOT_BYTES, MARK_BYTES = 32, 32, 4
DASH = "— "
PRIVATE = "PRIVATE+KEY+"
MOST_NOTE = 64 * 1024  # bytes
MOST_SIGNATURES = 64
NAME = re.compile(r"[^\s+\x00-\x1f]{1,200}")
NUMBER = re.compile(r"0|[1-9][0-9]{0,17}")


class NoteError(ValueError):
    """Error for bytes that are not a valid note, checkpoint or key, or are not signed by the expected key."""


def base64_of(data: bytes) -> str:
    """Return standard base64."""
    return b64encode(data).decode()


def bytes_of(text: str, size: int | None = None) -> bytes:
    """Decode standard base64, strictly. Raises ``NoteError``."""
    try:
        found = b64decode(text, validate=True)
    except (Error, ValueError):
        raise NoteError(f"invalid base64 {text[:20]!r}") from None
    if base64_of(found) != text or size not in (None, len(found)):
        raise NoteError(f"invalid base64 {text[:20]!r}")
    return found


# ---------------------------------------------------------------- keys


class PublicKey(NamedTuple):
    """A key that verifies: its name, the type of its signatures, and 32 bytes."""

    name: str
    kind: int
    key: bytes

    @property
    def id(self) -> bytes:
        """The key's id: four bytes that its signatures begin with."""
        return sha256(f"{self.name}\n".encode() + bytes([self.kind]) + self.key).digest()[:MARK_BYTES]

    @property
    def line(self) -> str:
        """The key as text."""
        return f"{self.name}+{self.id.hex()}+{base64_of(bytes([self.kind]) + self.key)}"

    def verified(self, text: str, signature: bytes) -> int | None:
        """Return the time of a signature of this key, 0 if it has none; None if the signature is wrong."""
        at = 0
        if self.kind == WITNESS:
            at, signature = int.from_bytes(signature[:8]), signature[8:]
            text = cosigned(text, at)
        return at if _verifies(self.key, text.encode(), signature) else None


class PrivateKey(NamedTuple):
    """A key that signs; never stored in a database."""

    name: str
    kind: int
    seed: bytes

    @property
    def public(self) -> PublicKey:
        """The key that verifies."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        made = Ed25519PrivateKey.from_private_bytes(self.seed).public_key().public_bytes_raw()
        return PublicKey(self.name, self.kind, made)

    @property
    def line(self) -> str:
        """The key as text."""
        return f"{PRIVATE}{self.name}+{self.public.id.hex()}+{base64_of(bytes([self.kind]) + self.seed)}"

    def __repr__(self) -> str:
        return f"PrivateKey({self.name!r})"

    def sign(self, text: str, at: int = 0) -> str:
        """Return the signature line of a note's text; a witness adds the time, in seconds."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        stamp = at.to_bytes(8) if self.kind == WITNESS else b""
        message = cosigned(text, at) if self.kind == WITNESS else text
        made = Ed25519PrivateKey.from_private_bytes(self.seed).sign(message.encode())
        return f"{DASH}{self.name} {base64_of(self.public.id + stamp + made)}\n"


def cosigned(text: str, at: int) -> str:
    """Return what a witness signs."""
    return f"cosignature/v1\ntime {at}\n{text}"


def _verifies(key: bytes, message: bytes, signature: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def new_key(name: str, kind: int) -> PrivateKey:
    """Create a key. Raises ``NoteError`` for a name that no note can have."""
    if not NAME.fullmatch(name):
        raise NoteError(f"invalid key name {name!r}: 1 to 200 characters, no spaces and no +")
    return PrivateKey(name, kind, secrets.token_bytes(KEY_BYTES))


def private_key(line: str, kind: int) -> PrivateKey:
    """Parse a key that signs. Raises ``NoteError``; the message contains nothing of the key."""
    line = line.strip()
    if not line.startswith(PRIVATE):
        raise NoteError(f"not a signing key: expected a line {PRIVATE}NAME+ID+…")
    found = PrivateKey(*_parsed(line.removeprefix(PRIVATE), kind, "signing key"))
    if found.line != line:
        raise NoteError(f"the signing key of {found.name} does not match its id")
    return found


def public_key(line: str, kind: int) -> PublicKey:
    """Parse a key that verifies. Raises ``NoteError``."""
    found = PublicKey(*_parsed(line.strip(), kind, "key"))
    if found.line != line.strip():
        raise NoteError(f"the key of {found.name} does not match its id")
    return found


def any_public_key(line: str) -> PublicKey:
    """Parse a key that verifies, of a floor or of a witness. Raises ``NoteError``."""
    try:
        return public_key(line, WITNESS)
    except NoteError:
        return public_key(line, FLOOR)


def _parsed(line: str, kind: int, what: str) -> tuple[str, int, bytes]:
    name, _, rest = line.partition("+")
    try:
        body = bytes_of(rest.partition("+")[2], 1 + KEY_BYTES)
    except NoteError:
        raise NoteError(f"invalid {what}: expected NAME+ID+BASE64") from None
    if not NAME.fullmatch(name):
        raise NoteError(f"invalid {what}: expected NAME+ID+BASE64")
    if body[0] != kind:
        words = {FLOOR: "a floor's", WITNESS: "a witness's"}
        raise NoteError(f"{name}: this is {words.get(body[0], 'another')} key, not {words[kind]}")
    return name, body[0], body[1:]


# ---------------------------------------------------------------- notes


class Signature(NamedTuple):
    """A signature line of a note."""

    name: str
    id: bytes
    bytes: bytes

    @property
    def line(self) -> str:
        """The signature as it is written."""
        return f"{DASH}{self.name} {base64_of(self.id + self.bytes)}\n"


class Checkpoint(NamedTuple):
    """A checkpoint, with its signatures, also those of unknown keys."""

    origin: str
    size: int
    root: bytes
    at: int  # seconds; 0 if it does not say
    text: str  # what is signed
    signatures: tuple[Signature, ...]

    @property
    def note(self) -> str:
        """The checkpoint as it is written."""
        return f"{self.text}\n" + "".join(one.line for one in self.signatures)

    def signed_by(self, key: PublicKey) -> int | None:
        """Return when a key signed this, 0 if its signatures have no time; None if it did not.

        Raises ``NoteError`` if a signature claims to be of the key and is not.
        """
        for one in self.signatures:
            if (one.name, one.id) == (key.name, key.id):
                at = key.verified(self.text, one.bytes)
                if at is None:
                    raise NoteError(f"checkpoint {self.origin} {self.size}: the signature of {key.name} is wrong")
                return at
        return None

    def with_lines(self, lines: str) -> Checkpoint:
        """Return this with more signature lines. Raises ``NoteError``."""
        more = (one for one in parse(f"{self.text}\n{lines}").signatures if one not in self.signatures)
        return self._replace(signatures=(*self.signatures, *more))


def checkpoint(key: PrivateKey, size: int, root: bytes, at: int) -> Checkpoint:
    """Make a checkpoint, and sign it; ``at`` in seconds."""
    text = f"{key.name}\n{size}\n{base64_of(root)}\ntime {at}\n"
    return parse(f"{text}\n{key.sign(text)}")


def parse(note: str) -> Checkpoint:
    """Parse a checkpoint. Raises ``NoteError``."""
    if len(note.encode("utf-8", "replace")) > MOST_NOTE:
        raise NoteError(f"a checkpoint has at most {MOST_NOTE} bytes")
    if any(character < " " and character != "\n" for character in note):
        raise NoteError("a checkpoint has no control characters")
    text, blank, signed = note.rpartition("\n\n")
    text += "\n"
    lines = text.split("\n")[:-1]
    if not blank or len(lines) < 3 or not all(lines):
        raise NoteError("a checkpoint has lines for origin, size and root, an empty line, and signatures")
    if not NUMBER.fullmatch(lines[1]):
        raise NoteError(f"invalid size of a checkpoint: {lines[1][:20]!r}")
    times = [line.removeprefix("time ") for line in lines[3:] if line.startswith("time ")]
    if not all(map(NUMBER.fullmatch, times)) or len(times) > 1:
        raise NoteError("invalid time of a checkpoint")
    return Checkpoint(
        origin=lines[0],
        size=int(lines[1]),
        root=bytes_of(lines[2], ROOT_BYTES),
        at=int(times[0]) if times else 0,
        text=text,
        signatures=tuple(_signatures(signed)),
    )


def _signatures(lines: str) -> Iterator[Signature]:
    rows = lines.split("\n")
    if rows.pop() or not 0 < len(rows) <= MOST_SIGNATURES:
        raise NoteError(f"a checkpoint has 1 to {MOST_SIGNATURES} signature lines, each ended by a line feed")
    for row in rows:
        name, _, rest = row.removeprefix(DASH).partition(" ")
        if not row.startswith(DASH) or not NAME.fullmatch(name):
            raise NoteError(f"invalid signature line {row[:20]!r}")
        body = bytes_of(rest)
        if len(body) <= MARK_BYTES:
            raise NoteError(f"invalid signature line {row[:20]!r}")
        yield Signature(name, body[:MARK_BYTES], body[MARK_BYTES:])


def several(text: str) -> list[Checkpoint]:
    """Parse checkpoints written one after the other, as files of witnesses have them. Raises ``NoteError``."""
    found: list[Checkpoint] = []
    note: list[str] = []
    lines = text.split("\n")
    if lines.pop():
        raise NoteError("the last line does not end: the file was cut off")
    for number, line in enumerate([*lines, ""], 1):
        if note and note[-1].startswith(DASH) and not line.startswith(DASH):
            try:
                found.append(parse("".join(f"{one}\n" for one in note)))
            except NoteError as error:
                raise NoteError(f"line {number - len(note)}: {error}") from None
            note = []
        if line or note:
            note.append(line)
    if any(note):
        raise NoteError(f"line {number - len(note) + 1}: this is not a checkpoint")
    return found
