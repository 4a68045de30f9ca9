"""The roll: accounts as documents, and the names that lead to them.

An account is found by its pseudonym, which the log knows; a name leads to the pseudonym and is in no log, so erasing
the name leaves the log whole and nameless. A name is claimed by making its document, which only one can do: the store,
not this process, says who was first.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from punto.accounts import chance
from punto.accounts.books import Books
from punto.accounts.names import skeleton
from punto.log.store import Conflict

PERSON, NAME = "person", "name"  # kinds of documents


class Account(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is kept of somebody."""

    who: str  # the pseudonym
    name: str
    opened: int
    guest: bool = False
    password: str = ""  # an argon2 hash; none for a guest, or where the one-time password is spent
    one_time: bool = False
    epoch: int = 0  # sessions of another epoch are over
    devices: tuple[str, ...] = ()  # digests of the tokens of devices on which they have logged in, the latest first


class Kept(NamedTuple):
    """An account, and the version of its document."""

    account: Account
    version: int


_ACCOUNT = msgspec.json.Decoder(Account)


class Roll:
    """All accounts of a floor."""

    def __init__(self, books: Books) -> None:
        self.books = books

    async def enter(self, name: str, password: str, at: int, *, guest: bool = False, one_time: bool = False) -> Account:
        """Open an account; raise ``Conflict`` where the name, or one that looks like it, is taken.

        The account is written before its name: who has no name yet cannot be found, and is swept away.
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
        """Return an account by its pseudonym."""
        found = await self.books.shelf(PERSON, who)
        return Kept(_ACCOUNT.decode(found[1]), found[0]) if found else None

    async def by_name(self, name: str) -> Kept | None:
        """Return an account by its name, or one that looks like it."""
        found = await self.books.shelf(NAME, skeleton(name))
        return await self.by_who(found[1].decode()) if found else None

    async def everybody(self) -> list[Account]:
        """Return all accounts that have a name, the oldest first; guests too."""
        kept = [_ACCOUNT.decode(body) for _, _, body in await self.books.shelved(PERSON)]
        return sorted(kept, key=lambda account: (account.opened, account.who))

    async def change(self, who: str, **changes: object) -> Account | None:
        """Change an account, whoever else is changing it; nothing where it is gone."""
        while kept := await self.by_who(who):
            account = replace(kept.account, **changes)
            try:
                await self.books.shelve(PERSON, who, msgspec.json.encode(account), kept.version)
            except Conflict:
                continue
            return account
        return None

    async def change_if(self, seen: Account, **changes: object) -> Account | None:
        """Change an account, if it is still as it was seen; nothing where it is not."""
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
