"""Names and passwords: which are accepted, how passwords are hashed, and refusals of accounts."""

from __future__ import annotations

import asyncio
import re
import threading
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from itertools import pairwise
from typing import TypeVar

import argon2
import msgspec
from argon2.exceptions import InvalidHashError, VerificationError

# ---------------------------------------------------------------- refusals

# Refusals of accounts: named values that never reveal to a stranger whether an account exists.


class Reason(StrEnum):
    """Reasons for a refusal."""

    BUSY = "busy"  # hashing queue full
    NO_GUESTS = "no-guests"
    BAD_NAME = "bad-name"
    RESERVED_NAME = "reserved-name"
    NAME_TAKEN = "name-taken"
    BAD_PASSWORD = "bad-password"  # too short, too long, or easy to guess
    WRONG_LOGIN = "wrong-login"  # unknown name or wrong password; the response does not say which
    CODE_NEEDED = "code-needed"  # the password is right; a code of the authenticator app is needed too
    WRONG_CODE = "wrong-code"
    LOCKED = "locked"
    DISABLED = "disabled"
    NO_SESSION = "no-session"  # forged, expired, idle too long, or logged out
    NO_SUCH_PERSON = "no-such-person"
    NOT_A_GUEST = "not-a-guest"  # requires a named account
    HOUSE_REFUSES = "house-refuses"


WORDS = {
    Reason.BUSY: "too many logins at this moment; try again shortly",
    Reason.NO_GUESTS: "guests can only watch on this floor; register an account to play",
    Reason.BAD_NAME: "invalid name",
    Reason.RESERVED_NAME: "reserved name: it could be mistaken for staff",
    Reason.NAME_TAKEN: "name taken: another user has it, or one that looks like it",
    Reason.BAD_PASSWORD: "password too short, too long, or easy to guess",
    Reason.WRONG_LOGIN: "wrong name or password",
    Reason.CODE_NEEDED: "enter the code of your authenticator app, too",
    Reason.WRONG_CODE: "wrong code, or a code that was used already",
    Reason.LOCKED: "too many failed logins; wait before the next",
    Reason.DISABLED: "account disabled; ask a floorperson",
    Reason.NO_SESSION: "log in again",
    Reason.NO_SUCH_PERSON: "no user has that name",
    Reason.NOT_A_GUEST: "guests have no password",
    Reason.HOUSE_REFUSES: "refused by the operator",
}


class Refusal(msgspec.Struct, frozen=True, rename="kebab"):
    """A refused request; nothing was changed."""

    reason: Reason
    detail: dict[str, str | int] = {}

    @property
    def words(self) -> str:
        """The reason in a sentence."""
        return WORDS[self.reason]


# ---------------------------------------------------------------- names

# Names that users choose: visible, free of markup, and not confusable with another user's name.
#
# A name is normalized to NFC and consists of letters, digits and marks of one script, with single spaces, hyphens,
# periods and underscores between them. Names that look alike are the same name: ``skeleton`` folds case, compatibility
# forms, accents and separators, and a small table of characters drawn alike. The standard library lacks Unicode's full
# table of confusables; ours covers the scripts that are mixed in practice, and a name that mixes them is rejected.

SHORTEST_NAME, LONGEST_NAME = 2, 24
MOST_BYTES = 400  # longer input is not examined
SEPARATORS = " -._"
MOST_MARKS = 2  # per letter
ALLOWED = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd"})
# Letters and marks without a visible glyph: Hangul fillers, joiners, variation selectors.
INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
ALIKE_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC")  # scripts that share letter shapes
LETTERS = {
    letter: latin
    for latin, letters in {
        "a": "аαɑ", "b": "ьв", "c": "сϲⅽ", "d": "ԁ", "e": "еєҽ", "g": "ɡց", "h": "һнհ", "k": "кκ", "l": "i1ıіιӏ|ⅼ",
        "m": "м", "n": "пո", "o": "0оοσօө", "p": "рρ", "q": "ԛ", "r": "г", "s": "ѕ", "t": "тτ", "u": "υս", "v": "ѵν",
        "w": "ԝω", "x": "хχ", "y": "уүγ", "z": "ᴢ", "j": "јϳ",
    }.items()
    for letter in letters
}  # fmt: skip
ALIKE = str.maketrans(LETTERS)
PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))
RESERVED = (
    "admin", "administrator", "auditor", "banker", "bot", "bots", "cage", "cashier", "casino", "croupier", "curator",
    "dealer", "floor", "floorperson", "guest", "house", "keeper", "moderator", "operator", "pit", "player", "punto",
    "recovery", "regulator", "root", "spectator", "staff", "supervisor", "support", "surveillance", "system", "tie",
)  # fmt: skip


def chosen(text: str) -> str | Refusal:
    """Return a name as it is stored and shown, or a refusal."""
    if len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        return _bad(f"a name has {SHORTEST_NAME} to {LONGEST_NAME} characters")
    name = unicodedata.normalize("NFC", text)
    if not SHORTEST_NAME <= len(name) <= LONGEST_NAME:
        return _bad(f"a name has {SHORTEST_NAME} to {LONGEST_NAME} characters")
    wrong = _unfit(name)
    if wrong:
        return _bad(wrong)
    if any(skeleton(word) in _RESERVED for word in (name, *re.split(f"[{re.escape(SEPARATORS)}]", name)) if word):
        return Refusal(Reason.RESERVED_NAME)
    return name


def _bad(why: str) -> Refusal:
    return Refusal(Reason.BAD_NAME, {"why": why})


def _unfit(name: str) -> str:
    """Return what is wrong with a name; empty if it can be shown."""
    if INVISIBLE.search(name):
        return "it contains an invisible character"
    for sign in name:
        if sign not in SEPARATORS and unicodedata.category(sign) not in ALLOWED:
            return f"U+{ord(sign):04X} is not a letter, digit, space, hyphen, period or underscore"
    if name[0] in SEPARATORS or name[-1] in SEPARATORS or unicodedata.category(name[0])[0] == "M":
        return "it must begin and end with a letter or a digit"
    if any(one in SEPARATORS and other in SEPARATORS for one, other in pairwise(name)):
        return "use one space, hyphen, period or underscore at a time"
    if len(_scripts(name)) > 1:
        return f"letters of {' and '.join(sorted(_scripts(name)))} look alike: use one alphabet"
    return _stacked(name)


def _stacked(name: str) -> str:
    marks = 0
    for sign in unicodedata.normalize("NFD", name):
        marks = marks + 1 if unicodedata.category(sign)[0] == "M" else 0
        if marks > MOST_MARKS:
            return f"at most {MOST_MARKS} marks on a letter"
    return ""


def _scripts(name: str) -> set[str]:
    words = {unicodedata.name(sign, "").split(" ")[0] for sign in name if unicodedata.category(sign)[0] == "L"}
    return words & set(ALIKE_SCRIPTS)


def skeleton(name: str) -> str:
    """Return a key that names which look alike have in common.

    >>> skeleton("Аnn_Lee") == skeleton("ann-lee")  # the first begins with a Cyrillic letter
    True
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(sign for sign in plain if unicodedata.category(sign)[0] in "LN")
    folded = letters.translate(ALIKE)
    for pair, one in PAIRS:
        folded = folded.replace(pair, one)
    return folded or plain  # a name of marks alone has been rejected before


_RESERVED = frozenset(map(skeleton, RESERVED))


# ---------------------------------------------------------------- passwords

# Passwords, stored as argon2id hashes: the parameters, and hashing off the event loop.
#
# A hash takes tens of milliseconds and megabytes by design. Hashing runs in a small thread pool (argon2 releases the
# interpreter lock) with a bounded queue. Requests beyond it are asked to retry, so that a flood of logins cannot
# exhaust the server's memory or CPU.

SHORTEST_PASSWORD, LONGEST_PASSWORD = 10, 200  # characters
THREADS, MOST_WAITING = 2, 64
LEAST_SCORE = 3  # out of 4: at least 10^8 guesses
MOST_JUDGED = 72  # characters; zxcvbn accepts no more
KNOWN = ("punto", "baccarat", "banker", "player", "casino", "dealer")  # words that are guessed first here

# Raise these as machines get faster; old hashes are upgraded when their owners log in.
PRESENT = argon2.Parameters(
    type=argon2.Type.ID, version=19, salt_len=16, hash_len=32, time_cost=2, memory_cost=19 * 1024, parallelism=1
)
Answer = TypeVar("Answer")


class Busy(RuntimeError):
    """Hashing queue is full."""


def _chosen(password: str, name: str) -> Refusal | None:
    """Refuse a guessable password: little more than the name, or found within 10^8 guesses (zxcvbn)."""
    from zxcvbn import zxcvbn  # loads megabytes of common passwords, needed only for a new password

    if skeleton(name) in skeleton(password) and len(password) < len(name) + SHORTEST_PASSWORD // 2:
        return Refusal(Reason.BAD_PASSWORD, {"why": "it is little more than the name"})
    found = zxcvbn(unicodedata.normalize("NFKC", password)[:MOST_JUDGED], user_inputs=[name, *KNOWN])
    if found["score"] >= LEAST_SCORE:
        return None
    why = found["feedback"]["warning"].rstrip(".") or "It is easy to guess: use several unrelated words"
    return Refusal(Reason.BAD_PASSWORD, {"why": f"{why[0].lower()}{why[1:]}"})


class Passwords:
    """Password hashing with fixed parameters."""

    def __init__(self, parameters: argon2.Parameters = PRESENT) -> None:
        self.parameters = parameters
        self._hasher = argon2.PasswordHasher.from_parameters(parameters)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="argon2")
        self._judging = threading.Lock()
        self._waiting = 0
        self._nobodys = ""

    async def chosen(self, password: str, name: str) -> Refusal | None:
        """Refuse a new password that is too short, too long, or easy to guess; None if it is accepted."""
        if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
            return Refusal(Reason.BAD_PASSWORD, {"least": SHORTEST_PASSWORD, "most": LONGEST_PASSWORD})
        return await self._beside(lambda: self._judged(password, name))

    def _judged(self, password: str, name: str) -> Refusal | None:
        with self._judging:  # zxcvbn keeps one call's words in a table that all calls share
            return _chosen(password, name)

    async def hash(self, password: str) -> str:
        """Return the hash of a password; raise ``Busy`` when the queue is full."""
        return await self._beside(lambda: self._hasher.hash(_plain(password)))

    async def fits(self, hashed: str, password: str) -> bool:
        """Return whether a password matches a hash; an empty hash never matches, after the same amount of work."""
        if not hashed and not self._nobodys:
            self._nobodys = await self.hash("nobody's password")
        return await self._beside(lambda: self._verified(hashed or self._nobodys, password) and bool(hashed))

    def weak(self, hashed: str) -> bool:
        """Return whether a hash used weaker parameters than the present ones."""
        old = argon2.extract_parameters(hashed)
        new = self.parameters
        return (old.type, old.version) != (new.type, new.version) or any(
            getattr(old, one) < getattr(new, one) for one in ("time_cost", "memory_cost", "hash_len", "salt_len")
        )

    def close(self) -> None:
        """Shut down the threads."""
        self._threads.shutdown(wait=False)

    def _verified(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, _plain(password))
        except (VerificationError, InvalidHashError):
            return False

    async def _beside(self, work: Callable[[], Answer]) -> Answer:
        if self._waiting >= MOST_WAITING:
            raise Busy("too many logins are being processed")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1


def _plain(password: str) -> bytes:
    """Return the same bytes for the same password, however a keyboard composes it."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")
