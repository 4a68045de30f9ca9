"""A floor in memory for accounts: the log and documents of a store, a clock that tests move, and cheap hashes."""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

import argon2

from punto.accounts import Accounts, Admitted, Passwords, Person
from punto.accounts.books import Books
from punto.log import Conflict, MemoryStore, Record, Write

CHEAP = argon2.Parameters(
    type=argon2.Type.ID, version=19, salt_len=16, hash_len=32, time_cost=1, memory_cost=8, parallelism=1
)
PASSWORD = "three of diamonds"
T = TypeVar("T")


class MemoryBooks:
    """What accounts need of a store, as long as the process."""

    def __init__(self) -> None:
        self.log = MemoryStore()
        self.documents: dict[tuple[str, str], tuple[int, bytes]] = {}

    async def append(self, writes: Sequence[Write]) -> tuple[Record, ...]:
        await asyncio.sleep(0)  # others come in between, as with a real one
        return self.log.append(writes)

    async def read(self, stream: str, after: int = 0) -> list[Record]:
        return list(self.log.read(stream, after))

    async def streams(self, prefix: str = "") -> list[str]:
        return sorted({record.stream for record in self.log.records() if record.stream.startswith(prefix)})

    async def seal(self, name: str) -> bytes:
        return name.encode().ljust(32, b"-")

    async def shelve(self, kind: str, key: str, body: bytes, before: int) -> int:
        await asyncio.sleep(0)
        version = self.documents.get((kind, key), (0, b""))[0]
        if version != before:
            raise Conflict(f"{kind}/{key} is at version {version}, not {before}")
        self.documents[kind, key] = before + 1, body
        return before + 1

    async def shelf(self, kind: str, key: str) -> tuple[int, bytes] | None:
        return self.documents.get((kind, key))

    async def shelved(self, kind: str) -> list[tuple[str, int, bytes]]:
        found = [(key, *kept) for (of, key), kept in self.documents.items() if of == kind]
        return [(key, version, body) for key, version, body in found]

    async def erase(self, kind: str, key: str) -> None:
        self.documents.pop((kind, key), None)


class Floor:
    """Accounts, and the clock they go by."""

    def __init__(self, accounts: Accounts, books: Books) -> None:
        self.accounts, self.books = accounts, books
        self.at = 1_000_000

    @classmethod
    async def open(cls, books: Books | None = None, *, demo: bool = True) -> "Floor":
        books = MemoryBooks() if books is None else books
        floor: Floor
        accounts = await Accounts.open(books, lambda: floor.at, demo=demo, hashes=Passwords(CHEAP))
        floor = cls(accounts, books)
        return floor

    async def events(self) -> list[Any]:
        """What stands in the house's stream."""
        return [event for record in await self.books.read("house/floor") for event in record.batch.events]

    async def person(self, name: str, password: str = PASSWORD) -> Person:
        """Register somebody."""
        person = await self.accounts.register(name, password)
        assert isinstance(person, Person), person
        return person

    async def enters(self, name: str, password: str = PASSWORD, address: str = "198.51.100.7") -> Admitted:
        """Let somebody in."""
        admitted = await self.accounts.login(name, password, address)
        assert isinstance(admitted, Admitted), admitted
        return admitted


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a test that waits."""
    return asyncio.run(work)
