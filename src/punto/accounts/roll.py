"""User store: accounts as documents, and the names that lead to them.

An account is keyed by its pseudonym, which the log uses. A name maps to the pseudonym and is never logged, so erasing
the name leaves the log intact and anonymous. A name is claimed by creating its document; the store decides races.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from punto.accounts import chance
from punto.accounts.books import Books
from punto.accounts.names import skeleton
from punto.log.store import Conflict

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
    devices: tuple[str, ...] = ()  # digests of the tokens of known devices, the latest first


class Kept(NamedTuple):
    """An account with the version of its document."""

    account: Account
    version: int


_ACCOUNT = msgspec.json.Decoder(Account)


class Roll:
    """All accounts of a floor."""

    def __init__(self, books: Books) -> None:
        self.books = books

    async def enter(self, name: str, password: str, at: int, *, guest: bool = False, one_time: bool = False) -> Account:
        """Create an account; raise ``Conflict`` if the name, or one that looks like it, is taken.

        The account is written before its name, so that an interrupted call leaves only an unnamed account to sweep.
        """
        account = Account(
            who=chance.pseudonym(guest), name=name, opened=at, guest=guest, password=password, one_time=one_time
        )
        await self.books.shelve(PERSON, account.who, msgspec.json.encode(account), 0)
        if not guest:
            try:
                await self.books.shelve(NAME, skeleton(name), account.who.encode(), 0)
            except Conflict:
                await self.books.erase(PERSON, account.who)
                raise
        return account

    async def by_who(self, who: str) -> Kept | None:
        """Return an account by its pseudonym, or None."""
        found = await self.books.shelf(PERSON, who)
        return Kept(_ACCOUNT.decode(found[1]), found[0]) if found else None

    async def by_name(self, name: str) -> Kept | None:
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
