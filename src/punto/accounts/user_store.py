"""Stored users and sessions, and the interface of the store that they need; the floor's store implements it.

An account is keyed by its pseudonym, which the log uses. A name maps to the pseudonym and is never logged, so erasing
the name leaves the log intact and anonymous. A name is claimed by creating its document; the store decides races.

A token is a random secret with a signature: a forged one is rejected without a database query. Only a digest of the
secret is stored, so a database or its backup grants no access. A session ends at logout, after an idle timeout, after
its maximum age, or when its account starts a new epoch (a new password). An ended token stays invalid.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import NamedTuple, Protocol

import msgspec
from itsdangerous import BadData, URLSafeSerializer
from msgspec.structs import replace

from punto.accounts import tokens
from punto.accounts.credentials import skeleton
from punto.record.chain import Record
from punto.record.durable import ALL
from punto.record.store import Conflict, Write

Clock = Callable[[], int]  # milliseconds, the floor's single clock
Times = Callable[[str], tuple[int, int]]  # a user's idle time and longest session, in milliseconds


class Books(Protocol):
    """Part of a store that holds accounts."""

    async def append(self, writes: Sequence[Write]) -> tuple[Record, ...]:
        """Append to streams atomically; raise ``Conflict`` if a version is stale."""

    async def read(self, stream: str, after: int = 0, most: int = ALL) -> list[Record]:
        """Return up to ``most`` records of a stream after a version."""

    async def find(self, stream: str, who: str, ident: str) -> Record | None:
        """Return the record of a command in a stream, by its sender and id, or None."""

    async def streams(self, prefix: str = "") -> list[str]:
        """Return the names of streams."""

    async def seal(self, name: str) -> bytes:
        """Return the 32 secret bytes stored under a name; created on first use."""

    async def shelve(self, kind: str, key: str, body: bytes, before: int) -> int:
        """Store a document over version ``before``, 0 for a new one; raise ``Conflict`` if it is stale."""

    async def shelf(self, kind: str, key: str) -> tuple[int, bytes] | None:
        """Return a document with its version, or None."""

    async def shelved(self, kind: str) -> list[tuple[str, int, bytes]]:
        """Return all documents of a kind."""

    async def erase(self, kind: str, key: str) -> None:
        """Erase a document, if it exists."""


# ---------------------------------------------------------------- users

PERSON, NAME = "person", "name"  # document kinds


class Account(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Stored data of a user."""

    who: str  # pseudonym
    name: str
    opened: int
    guest: bool = False
    password: str = ""  # argon2 hash; empty for a guest or a spent one-time password
    one_time: bool = False
    epoch: int = 0  # sessions of an earlier epoch are invalid
    code: int = 0  # number of the secret of its second factor in the vault; 0: none
    code_step: int = 0  # the last time step of which a code was accepted
    devices: tuple[str, ...] = ()  # digests of the tokens of known devices, the latest first


class StoredAccount(NamedTuple):
    """An account with the version of its document."""

    account: Account
    version: int


_ACCOUNT = msgspec.json.Decoder(Account)


class UserStore:
    """All accounts of a floor."""

    def __init__(self, books: Books) -> None:
        self.books = books

    async def enter(self, name: str, password: str, at: int, *, guest: bool = False, one_time: bool = False) -> Account:
        """Create an account; raise ``Conflict`` if the name, or one that looks like it, is taken.

        The account is written before its name, so that an interrupted call leaves only an unnamed account to sweep.
        """
        account = Account(
            who=tokens.pseudonym(guest), name=name, opened=at, guest=guest, password=password, one_time=one_time
        )
        await self.books.shelve(PERSON, account.who, msgspec.json.encode(account), 0)
        if not guest:
            try:
                await self.books.shelve(NAME, skeleton(name), account.who.encode(), 0)
            except Conflict:
                await self.books.erase(PERSON, account.who)
                raise
        return account

    async def by_who(self, who: str) -> StoredAccount | None:
        """Return an account by its pseudonym, or None."""
        found = await self.books.shelf(PERSON, who)
        return StoredAccount(_ACCOUNT.decode(found[1]), found[0]) if found else None

    async def by_name(self, name: str) -> StoredAccount | None:
        """Return an account by its name or one that looks like it, or None."""
        found = await self.books.shelf(NAME, skeleton(name))
        return await self.by_who(found[1].decode()) if found else None

    async def everybody(self) -> list[Account]:
        """Return all named accounts, guests included, the oldest first."""
        kept = [_ACCOUNT.decode(body) for _, _, body in await self.books.shelved(PERSON)]
        return sorted(kept, key=lambda account: (account.opened, account.who))

    async def change(self, who: str, **changes: object) -> Account | None:
        """Change an account, retrying after conflicts; None if it does not exist."""
        while kept := await self.by_who(who):
            account = replace(kept.account, **changes)
            try:
                await self.books.shelve(PERSON, who, msgspec.json.encode(account), kept.version)
            except Conflict:
                continue
            return account
        return None

    async def change_if(self, seen: Account, **changes: object) -> Account | None:
        """Change an account only if it is unchanged since it was read; None otherwise."""
        kept = await self.by_who(seen.who)
        if kept is None or kept.account != seen:
            return None
        account = replace(seen, **changes)
        try:
            await self.books.shelve(PERSON, seen.who, msgspec.json.encode(account), kept.version)
        except Conflict:
            return None
        return account

    async def forget(self, account: Account) -> None:
        """Erase an account and its name; the pseudonym stays in the log."""
        if not account.guest:
            await self.books.erase(NAME, skeleton(account.name))
        await self.books.erase(PERSON, account.who)


# ---------------------------------------------------------------- sessions

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
    device: str = ""  # digest of the browser's device; "" for a program

    def alive(self, at: int, idle: int, longest: int) -> bool:
        """Return whether the session is valid; a clock set back ends none."""
        return at - self.seen < idle and at - self.began < longest


_SESSION = msgspec.json.Decoder(Session)


class Sessions:
    """The sessions of a floor."""

    def __init__(self, books: Books, key: bytes) -> None:
        self.books = books
        self._signer = URLSafeSerializer(key, salt="punto.session")

    async def begin(self, who: str, at: int, epoch: int, *, password_due: bool = False, device: str = "") -> str:
        """Start a session; return its token, which is not stored."""
        secret = tokens.session()
        session = Session(who=who, began=at, seen=at, epoch=epoch, password_due=password_due, device=device)
        await self.books.shelve(SESSION, _digest(secret), msgspec.json.encode(session), 0)
        return str(self._signer.dumps(secret))

    async def of(self, token: str, at: int, times: Times) -> Session | None:
        """Return the session of a token and record the activity; None if it has ended or never existed.

        ``times`` returns how long a user's session may be idle, and last.
        """
        key = self._key(token)
        found = await self.books.shelf(SESSION, key) if key else None
        if key is None or found is None:
            return None
        version, session = found[0], _SESSION.decode(found[1])
        if not session.alive(at, *times(session.who)):
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

    async def sweep(self, at: int, times: Times) -> set[str]:
        """Erase ended sessions; return the users who still have one."""
        there = set()
        for key, _, body in await self.books.shelved(SESSION):
            session = _SESSION.decode(body)
            if session.alive(at, *times(session.who)):
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
