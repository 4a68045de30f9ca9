"""Passwords, stored as argon2id hashes: the parameters, and hashing off the event loop.

A hash takes tens of milliseconds and megabytes by design. Hashing runs in a small thread pool (argon2 releases the
interpreter lock) with a bounded queue. Requests beyond it are asked to retry, so that a flood of logins cannot exhaust
the server's memory or CPU.
"""

from __future__ import annotations

import asyncio
import threading
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import argon2
from argon2.exceptions import InvalidHashError, VerificationError

from punto.accounts.names import skeleton
from punto.accounts.refusals import Reason, Refusal

SHORTEST, LONGEST = 10, 200  # characters
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

    if skeleton(name) in skeleton(password) and len(password) < len(name) + SHORTEST // 2:
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
        if not SHORTEST <= len(password) <= LONGEST:
            return Refusal(Reason.BAD_PASSWORD, {"least": SHORTEST, "most": LONGEST})
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
