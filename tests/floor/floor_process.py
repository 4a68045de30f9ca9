"""Floors in processes of their own, which are there to be killed.

This program waits for ``{"life": [URL, FAILPOINT, COMMITS]}`` and forks a child for each, so that a life does not begin
with importing everything. The child keeps a floor, reads commands as JSON lines and answers each with a line; what is
published it tells as lines, too. At a failpoint it kills itself after so many commits, with the signal that nobody can
catch. How it ended is told by whoever forked it.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from typing import Any

import msgspec

from punto.floor import Floor, Pace, Published, QueueFull, Setup, TableActor, TableUnavailable
from punto.game.game import Accepted
from punto.record import postgres, sqlite  # noqa: F401 - here and not in every child
from punto.record.chain import Record
from punto.record.durable import open_store
from punto.record.store import Write
from punto.table.commands import AnyCommand
from tests.floor.floors import leased, submission

TABLES = {"K1": ("md-mini-classic", ""), "K2": ("ma-midi-squeeze", "royal"), "K3": ("ma-midi-squeeze", "royal")}
SETUP = Setup(players=2, pace=Pace(bets=60, beat=2, prepare=2, choice=40, round=0))
ASKS = msgspec.json.Decoder(AnyCommand)


class Mortal:
    """A store that dies at a failpoint."""

    def __init__(self, store: Any, point: str, commits: int) -> None:
        self._store, self._point, self._left = store, point, commits

    async def append(self, writes: Sequence[Write]) -> tuple[Record, ...]:
        self.reach("before commit")
        added: tuple[Record, ...] = await self._store.append(writes)
        self._left -= 1
        self.reach("after commit")
        return added

    def reach(self, point: str) -> None:
        if point == self._point and self._left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


def say(**words: Any) -> None:
    """Say one thing, at once."""
    os.write(1, msgspec.json.encode(words) + b"\n")


def told(published: Published) -> None:
    record = published.record
    events = [type(event).__name__ for event in published.batch.events]
    say(told=[record.stream, record.n, record.hash], coup=published.state.coup, first=events[0])


async def answer(house: Floor, table: str, command: AnyCommand) -> None:
    try:
        came = await house.desks[table].do(command)
    except QueueFull:
        return say(table=table, id=command.id, who=command.who, refused="busy")
    except (TableUnavailable, KeyError):  # another process may keep it
        return say(table=table, id=command.id, who=command.who, refused="gone")
    if isinstance(came, Accepted):
        return say(table=table, id=command.id, who=command.who, n=came.n, events=len(came.events), again=came.again)
    return say(table=table, id=command.id, who=command.who, refused=came.reason)


async def live(url: str, point: str, commits: int, owner: str = "", patience: float = 30) -> None:
    """Keep a floor; with an owner's name, as one of several processes on one PostgreSQL."""
    store = Mortal(await open_store(url, patience), point, commits)

    def watched(desk: TableActor) -> None:
        desk.watch(lambda published: store.reach("before publish"))
        desk.watch(told)

    house = await Floor.open(store, owners=leased(store, url, owner) if owner else None, address=owner)
    for table, (name, meters) in TABLES.items():
        if await store.last(f"table/{table}") is None:
            await house.open_table(submission(name, table), SETUP, progressive=meters)
    house.when_kept(watched)
    say(pid=os.getpid(), open={name: desk.state.coup for name, desk in house.desks.items()})
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    asked = set()
    while line := await reader.readline():
        table, raw = msgspec.json.decode(line, type=tuple[str, msgspec.Raw])
        task = asyncio.create_task(answer(house, table, ASKS.decode(raw)))
        asked.add(task)
        task.add_done_callback(asked.discard)
    await house.stop()
    await store.close()


def nursery() -> None:
    """Give a life whenever one is asked for; what the dead have not read is passed over."""
    asked = os.fdopen(0, "rb", buffering=0, closefd=False)
    while line := asked.readline():
        if line.startswith(b'{"life"'):
            life = msgspec.json.decode(line)["life"]
            child = os.fork()
            if not child:
                asyncio.run(live(*life))
                os._exit(0)
            ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            os.set_blocking(0, True)  # the child's loop reads it without waiting
            say(died=ended)


if __name__ == "__main__":
    nursery()
