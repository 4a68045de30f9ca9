"""Somebody at the desk of a table of wood, over a real socket: one line, the duty of a dealer, and a stack of cards.

It is the client that plays every rulebook's shoe of wood by ``expected`` alone (``tests.game.physical``), on a line. It
makes no mistakes here that a floorperson has to put right. What only the floor may do is done by a second line. Where
a document keeps two acts apart by person, another dealer with a line of their own does the second.
"""

import asyncio
from collections.abc import Sequence
from concurrent.futures import Future
from itertools import count
from typing import Any

import msgspec

from punto.core.roles import Role
from punto.table import Refusal
from punto.table.commands import Reason
from punto.table.holes import Expected
from tests.game.physical import MISTAKES, Client, Fields
from tests.server.floors import Heard

_NUMBERS = count(1)


class Croupier(Client):
    """A client that makes no mistakes, and enters two wagers for each of its seats."""

    purse = 200_000_00

    def __init__(self, line: Heard, floor: Heard, decks: int, seed: int, relief: Sequence[Heard] = ()) -> None:
        self.line, self.supervisor, self.loop = line, floor, asyncio.get_running_loop()
        self.relief = {f"{Role.DEALER}-{number}": other for number, other in enumerate(relief, start=2)}
        self.due: tuple[Expected, ...] = ()
        super().__init__(self._ask, self._tell, decks, seed)
        self.owned.update(dict.fromkeys(MISTAKES, 1))

    def _bets(self, acts: tuple[Expected, ...]) -> bool:
        wagers = [act for act in acts if act.command == "wager" and act.given["wager"] in ("player", "banker")]
        return super()._bets(tuple(wagers))

    # ---------------------------------------------------------------- on the line

    def _ask(self) -> tuple[Expected, ...]:
        acts: tuple[Expected, ...] = self._wait(self._next_due())
        return acts

    def _tell(self, fields: Fields) -> Refusal | None:
        given = {name: value for name, value in fields.items() if name not in ("who", "do") and value is not None}
        line = self.relief.get(fields["who"], self.line)
        answer = self._wait(line.do(f"c{next(_NUMBERS)}", do=fields["do"], **given))
        if "accepted" in answer:
            if line is not self.line:
                self._wait(self.line.until("expected"))  # of what the other dealer did
            return None
        refused = answer["refused"]
        return Refusal(Reason(refused["reason"]), refused["section"], refused["detail"])

    def _wait(self, work: Any) -> Any:
        future: Future[Any] = asyncio.run_coroutine_threadsafe(work, self.loop)
        return future.result()

    async def _next_due(self) -> tuple[Expected, ...]:
        """What is expected now; where the house or the floor is awaited, after that was done."""
        while True:
            told = [message["expected"] for message in self.line.said if "expected" in message]
            acts = msgspec.convert(told[-1] if told else (), tuple[Expected, ...])
            if any(act.must or act.command == "wager" for act in acts):  # where nobody has wagered, that comes first
                self.line.said.clear()
                self.line.said.append({"expected": told[-1]})
                return acts
            await self._floor_comes()
            await self.line.until("expected")

    async def _floor_comes(self) -> None:
        """Let the floor do what is the floor's: ask whether there is anything, and do it."""
        await self.supervisor.say(ping=1)
        await self.supervisor.until("pong")
        told = [message["expected"] for message in self.supervisor.said if "expected" in message]
        for act in (act for act in told[-1] if act.get("must") and act["command"] == "perform"):
            await self.supervisor.do(f"f{next(_NUMBERS)}", do="perform", step=act["given"]["step"])
            return
