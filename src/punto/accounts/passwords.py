"""Passwords, kept as argon2id hashes: the parameters, and hashing beside the event loop.

A hash takes tens of milliseconds and megabytes on purpose. It is made in a few threads of its own (argon2 lets go of
the interpreter), and so many may wait; who comes after them is told to come again, so that a flood of logins cannot
take the floor's memory or its time.
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
LEAST_SCORE = 3  # of 4: at least 10^8 guesses
MOST_JUDGED = 72  # characters; zxcvbn takes no more, and these are enough
KNOWN = ("punto", "baccarat", "banker", "player", "casino", "dealer")  # words that are guessed first here

# To be raised as machines get faster; old hashes are made anew when their owners log in.
PRESENT = argon2.Parameters(
    type=argon2.Type.ID, version=19, salt_len=16, hash_len=32, time_cost=2, memory_cost=19 * 1024, parallelism=1
)
Answer = TypeVar("Answer")


class Busy(RuntimeError):
    """Too many hashes are waiting to be made."""


def _chosen(password: str, name: str) -> Refusal | None:
    """Refuse a password that would be guessed: hardly more than the name, or guessed within 10^8 tries (zxcvbn)."""
    from zxcvbn import zxcvbn  # some megabytes of common passwords, which only a new password needs

    if skeleton(name) in skeleton(password) and len(password) < len(name) + SHORTEST // 2:
        return Refusal(Reason.BAD_PASSWORD, {"why": "it is hardly more than the name"})
    found = zxcvbn(unicodedata.normalize("NFKC", password)[:MOST_JUDGED], user_inputs=[name, *KNOWN])
    if found["score"] >= LEAST_SCORE:
        return None
    why = found["feedback"]["warning"].rstrip(".") or "It is easy to guess: use several unrelated words"
    return Refusal(Reason.BAD_PASSWORD, {"why": f"{why[0].lower()}{why[1:]}"})


class Passwords:
    """Hashes, made with some parameters."""

    def __init__(self, parameters: argon2.Parameters = PRESENT) -> None:
        self.parameters = parameters
        self._hasher = argon2.PasswordHasher.from_parameters(parameters)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="argon2")
        self._judging = threading.Lock()
        self._waiting = 0
        self._nobodys = ""

    async def chosen(self, password: str, name: str) -> Refusal | None:
        """Refuse a password that somebody chooses for a name: too short, too long, or easy to guess."""
        if not SHORTEST <= len(password) <= LONGEST:
            return Refusal(Reason.BAD_PASSWORD, {"least": SHORTEST, "most": LONGEST})
        return await self._beside(lambda: self._judged(password, name))

    def _judged(self, password: str, name: str) -> Refusal | None:
        with self._judging:  # zxcvbn keeps the words of one call in a table that all calls share
            return _chosen(password, name)

    async def hash(self, password: str) -> str:
        """Make the hash of a password."""
        return await self._beside(lambda: self._hasher.hash(_plain(password)))

    async def fits(self, hashed: str, password: str) -> bool:
        """Say whether a password is the hashed one; where there is no hash, no, after as much work."""
        if not hashed and not self._nobodys:
            self._nobodys = await self.hash("nobody's password")
        return await self._beside(lambda: self._verified(hashed or self._nobodys, password) and bool(hashed))

    def weak(self, hashed: str) -> bool:
        """Say whether a hash was made with less than the present parameters."""
        old = argon2.extract_parameters(hashed)
        new = self.parameters
        return (old.type, old.version) != (new.type, new.version) or any(
            getattr(old, one) < getattr(new, one) for one in ("time_cost", "memory_cost", "hash_len", "salt_len")
        )

    def close(self) -> None:
        """Let the threads go."""
        self._threads.shutdown(wait=False)

    def _verified(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, _plain(password))
        except (VerificationError, InvalidHashError):
            return False

    async def _beside(self, work: Callable[[], Answer]) -> Answer:
        if self._waiting >= MOST_WAITING:
            raise Busy("too many logins at once")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1


def _plain(password: str) -> bytes:
    """Return the same bytes for the same password, however a keyboard composes it."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")
