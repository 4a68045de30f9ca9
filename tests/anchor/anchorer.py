"""A process that appends and makes checkpoints until it is killed.

    python -m tests.anchor.anchorer URL WITNESS

It prints the number of records of each checkpoint once it is made, kept and sent.
"""

import asyncio
import sys
from pathlib import Path

from punto.anchor.anchoring import Anchor
from punto.anchor.witness import FileWitness
from punto.record.durable import open_store
from tests.anchor.keys import KEY, NOW
from tests.record.test_store import write


async def main(url: str, witness: str) -> None:
    store = await open_store(url, patience=9)
    anchor = Anchor(store, KEY, [FileWitness(Path(witness))])
    fault = await anchor.fault()
    assert not fault, fault
    last = await store.last("table/a")

    async def appending() -> None:
        for version in range(last.last if last else 0, 10**9):
            await store.append([write("a", version, f"{version}")])

    appends = asyncio.create_task(appending())
    while not appends.done():
        made = await anchor.checkpoint(NOW)
        sys.stdout.write(f"{made.size if made else 0}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
