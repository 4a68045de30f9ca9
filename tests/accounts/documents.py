"""A floor for accounts: a real store, a clock that tests move, and cheap hashes."""

import asyncio
from collections.abc import Coroutine
from contextvars import ContextVar
from typing import Any, TypeVar

import argon2

from punto.accounts import Accounts, LoginResult, Passwords, Person
from punto.accounts.player_limits import Limits
from punto.record.durable import Durable, open_store

CHEAP = argon2.Parameters(
    type=argon2.Type.ID, version=19, salt_len=16, hash_len=32, time_cost=1, memory_cost=8, parallelism=1
)
PASSWORD = "three of diamonds"
T = TypeVar("T")
_OPENED: ContextVar[list[Durable]] = ContextVar("opened")


class Floor:
    """Accounts, and the clock they go by."""

    accounts: Accounts
    limits: Limits
    books: Durable
    at: int

    @classmethod
    async def open(cls, url: str, *, demo: bool = True) -> "Floor":
        """Open a floor on a store; ``run`` closes it."""
        books = await open_store(url)
        _OPENED.get().append(books)
        return await cls.on(books, demo=demo)

    @classmethod
    async def on(cls, books: Durable, *, demo: bool = True, at: int = 1_000_000) -> "Floor":
        """Open a floor on a store that is open: another process, or the same after a restart."""
        floor = cls()
        floor.books, floor.at = books, at
        floor.accounts = await Accounts.open(books, lambda: floor.at, demo=demo, hashes=Passwords(CHEAP))
        floor.limits = await Limits.open(books, lambda: floor.at)
        return floor

    async def events(self) -> list[Any]:
        """What stands in the house's stream."""
        return [event for record in await self.books.read("house/floor") for event in record.batch.events]

    async def person(self, name: str, password: str = PASSWORD) -> Person:
        """Register somebody."""
        person = await self.accounts.register(name, password)
        assert isinstance(person, Person), person
        return person

    async def enters(self, name: str, password: str = PASSWORD, address: str = "198.51.100.7") -> LoginResult:
        """Let somebody in."""
        admitted = await self.accounts.login(name, password, address)
        assert isinstance(admitted, LoginResult), admitted
        return admitted


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a test that waits, and close what it has opened."""

    async def whole() -> T:
        opened: list[Durable] = []
        _OPENED.set(opened)
        try:
            return await work
        finally:
            for store in opened:
                await store.close()

    return asyncio.run(whole())
