"""A process that appends until it is killed, and says after each append what it was promised.

    python -m tests.record.appender URL NAME TABLES

Each line is ``stream version hash``, printed after the append has returned; whoever reads the lines keeps the account.
"""

import asyncio
import sys

from punto.record.durable import open_store
from tests.record.test_store import write


async def main(url: str, name: str, tables: int) -> None:
    store = await open_store(url, patience=9)

    async def table(number: int) -> None:
        stream, beside = f"{name}{number}", f"{name}{number}-beside"
        for version in range(10**9):
            both = [write(stream, version, f"{version}"), write(beside, version, f"{version}")]
            for record in await store.append(both):
                sys.stdout.write(f"{record.stream} {record.last} {record.hash}\n")
            sys.stdout.flush()

    await asyncio.gather(*(table(number) for number in range(tables)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
