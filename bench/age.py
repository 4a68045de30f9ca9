"""How long a floor takes to open that has played for long: with its checkpoints, and from its logs alone.

python -m bench.age 3000        three tables with seven house players each, so many coups at each
"""

import asyncio
import sys
import time

from punto.floor import Clock, Floor, Pace, Setup
from punto.record import checkpoints
from punto.record.memory import MemoryDurable
from punto.server.live_floor import ServerOptions
from punto.server.serving import live_floor
from tests.floor.floors import submission
from tests.floor.virtual import evening

QUICK = Setup(players=7, pace=Pace(bets=100, beat=10, prepare=10, round=0))
TABLES = {"R": "ma-midi-squeeze", "C": "ma-mini-continuous", "M": "md-mini-payout"}
KINDS = (checkpoints.TABLE, checkpoints.SHOE, checkpoints.METERS, checkpoints.BOOKS, checkpoints.JOURNAL, "play")


async def play(store: MemoryDurable, coups: int) -> None:
    """Play, and close the floor."""
    house = await Floor.open(store, Clock(1_800_000_000_000))
    for name, filed in TABLES.items():
        await house.open_table(submission(filed, name), QUICK, progressive="royal" if name == "R" else "")
    while min(desk.state.coup for desk in house.desks.values()) < coups:
        await asyncio.sleep(5)
    await house.disable()
    await asyncio.sleep(60)
    await house.stop()


async def opened(store: MemoryDurable) -> tuple[float, float]:
    """Return the seconds until the floor is open, and until the pit has its books."""
    begun = time.perf_counter()
    async with live_floor(store, ServerOptions(demo=True)) as live:
        ready = time.perf_counter()
        await live.keep_books()
        return ready - begun, time.perf_counter() - ready


async def measured(coups: int, store: MemoryDurable) -> None:
    """Open it from its logs, and then from the checkpoints that this has left."""
    for kind in KINDS:
        for key, *_ in await store.shelved(kind):
            await store.erase(kind, key)
    plain, kept = await opened(store), await opened(store)
    print(f"after {coups:,} coups at each of {len(TABLES)} tables, {len([r async for r in store.records()]):,} records")
    for what, slow, quick in zip(("the floor opens", "the pit has its books"), plain, kept, strict=True):
        print(f"{what}: from the logs {slow:.2f} s, from checkpoints {quick:.2f} s, {slow / quick:.0f} times")


if __name__ == "__main__":
    number, floor = int(sys.argv[1]) if sys.argv[1:] else 1_000, MemoryDurable()
    evening(play(floor, number))
    asyncio.run(measured(number, floor))
