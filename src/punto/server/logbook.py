"""What the server itself notes in the house's journal: that the floor was started and stopped, and large wins.

Where several processes keep one floor, one of them speaks for all: whoever holds the floor's lock. When that one is
gone another takes it up, and where it had not said goodbye the journal says so.
"""

from __future__ import annotations

import asyncio

import structlog

from punto.accounts import Accounts
from punto.accounts.reception import SYSTEM
from punto.floor import House, Published
from punto.folds.picture import BOT
from punto.folds.results import Results
from punto.house.commands import NoteWin, Start, Stop
from punto.house.parameters import large_win
from punto.log.code import code_digest
from punto.log.opening import running

LOCK = "\x00floor"  # no table is called that
log = structlog.get_logger("punto.logbook")


class Logbook:
    """The journal, as far as the server writes it."""

    def __init__(self, house: House, people: Accounts) -> None:
        self._house, self._journal = house, people.journal
        self._speaks = False
        self._results: dict[str, Results] = {}
        self._noting: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Note that the floor runs, unless another process has."""
        if not self._speaks and await self._house.owners.own(LOCK):
            self._speaks = True
            await self._journal.do(Start, **SYSTEM, punto=running(), digest=code_digest())

    async def stop(self) -> None:
        """Note that the floor was stopped in order."""
        await asyncio.gather(*self._noting)
        if self._speaks:
            self._speaks = False
            await self._journal.do(Stop, **SYSTEM)
            await self._house.owners.disown(LOCK)

    def take_up(self, table: str, results: Results) -> None:
        """Follow a table from where its coup has come to."""
        self._results[table] = results

    def see(self, published: Published) -> None:
        """Note what somebody has won in a coup, where it is much; house players win nothing."""
        table = published.desk.table
        results = self._results.setdefault(table, Results())
        seated = {**published.state.seated, **published.before.seated}
        for event in published.batch.events:
            for seat, result in results.add(event).items():
                cents = result.net
                person = seated.get(seat, "")
                if cents >= large_win(self._journal.state.parameters) and person and not person.startswith(BOT):
                    coup = int(getattr(event, "coup", published.before.coup))
                    task = asyncio.create_task(self._won(table, coup, person, cents))
                    self._noting.add(task)
                    task.add_done_callback(self._noting.discard)

    async def _won(self, table: str, coup: int, person: str, cents: int) -> None:
        try:
            await self._journal.do(NoteWin, **SYSTEM, table=table, coup=coup, person=person, cents=cents)
        except Exception as error:  # it is in the table's log all the same, and is found there
            log.error("a large win was not noted", error=type(error).__name__, exc_info=error)
