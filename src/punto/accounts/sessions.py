"""Sessions: signed tokens, with a stored record so that logging out takes effect immediately.

A token is a random secret with a signature: a forged one is rejected without a database query. Only a digest of the
secret is stored, so a database or its backup grants no access. A session ends at logout, after an idle timeout, after
its maximum age, or when its account starts a new epoch (a new password). An ended token stays invalid.
"""

from __future__ import annotations

from hashlib import sha256

import msgspec
from itsdangerous import BadData, URLSafeSerializer
from msgspec.structs import replace

from punto.accounts import chance
from punto.accounts.books import Books
from punto.log.store import Conflict

SESSION = "session"  # document kind
TOUCH = 60_000  # milliseconds; activity is recorded at most this often
MOST_TOKEN = 200


class Session(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A logged-in user."""

    who: str
    began: int
    seen: int
    epoch: int = 0
    password_due: bool = False

    def alive(self, at: int, idle: int, longest: int) -> bool:
        """Return whether the session is valid; a clock set back ends none."""
        return at - self.seen < idle and at - self.began < longest


_SESSION = msgspec.json.Decoder(Session)


class Sessions:
    """The sessions of a floor."""

    def __init__(self, books: Books, key: bytes) -> None:
        self.books = books
        self._signer = URLSafeSerializer(key, salt="punto.session")

    async def begin(self, who: str, at: int, epoch: int, *, password_due: bool = False) -> str:
        """Start a session; return its token, which is not stored."""
        secret = chance.session()
        session = Session(who=who, began=at, seen=at, epoch=epoch, password_due=password_due)
        await self.books.shelve(SESSION, _digest(secret), msgspec.json.encode(session), 0)
        return str(self._signer.dumps(secret))

    async def of(self, token: str, at: int, idle: int, longest: int) -> Session | None:
        """Return the session of a token and record the activity; None if it has ended or never existed."""
        key = self._key(token)
        found = await self.books.shelf(SESSION, key) if key else None
        if key is None or found is None:
            return None
        version, session = found[0], _SESSION.decode(found[1])
        if not session.alive(at, idle, longest):
            await self.books.erase(SESSION, key)
            return None
        if at - session.seen >= TOUCH:
            await self._touch(key, version, replace(session, seen=at))
        return session

    async def _touch(self, key: str, version: int, session: Session) -> None:
        try:
            await self.books.shelve(SESSION, key, msgspec.json.encode(session), version)
        except Conflict:  # used elsewhere or logged out; nothing left to record
            return

    async def end(self, token: str) -> None:
        """End a session; ending it twice is harmless."""
        key = self._key(token)
        if key:
            await self.books.erase(SESSION, key)

    async def sweep(self, at: int, idle: int, longest: int) -> set[str]:
        """Erase ended sessions; return the users who still have one."""
        there = set()
        for key, _, body in await self.books.shelved(SESSION):
            session = _SESSION.decode(body)
            if session.alive(at, idle, longest):
                there.add(session.who)
            else:
                await self.books.erase(SESSION, key)
        return there

    def _key(self, token: str) -> str | None:
        if len(token) > MOST_TOKEN:
            return None
        try:
            secret = self._signer.loads(token)
        except BadData:
            return None
        return _digest(secret) if isinstance(secret, str) else None


def _digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
