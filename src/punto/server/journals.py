"""The incident journal, refused wagers, and calls to the floor, stored next to the log.

*Journal.* The server records that the floor was started and stopped, and large wins. If several processes serve one
floor, the one that holds the floor's lock does so. When it is gone another takes over, and records a missing shutdown.

*Refused wagers.* Wagers after bets had closed are in no log, but surveillance is interested in them. The last ones of
each table are kept, in bounded number, stored as a document now and then, and read again after a start.

*Calls.* A person at a table requests a floorperson. Calls are not part of a game, contain free text, and end when they
are answered, so that they are in no log. Each table has a document, which all processes see and a restart keeps.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

import msgspec
import structlog

from punto.accounts import Accounts
from punto.accounts.service import SYSTEM
from punto.floor import Floor, Published, TableActor
from punto.people.administration.messages import NoteWin, Start, Stop
from punto.people.administration.state import large_win
from punto.record.chain import code_digest
from punto.record.durable import Durable
from punto.record.opening import running
from punto.record.store import Conflict
from punto.server.endpoints import HTTPError
from punto.server.messages import Part
from punto.table import Refusal
from punto.table.commands import AnyCommand, LetStand, Reason, Verbal, Wager, Wagers, Withdraw
from punto.views.picture import BOT
from punto.views.results import Results
from punto.views.surveillance_queries import RefusedWager

# ---------------------------------------------------------------- incident journal

LOCK = " floor"  # a table's name has no spaces at its ends
log = structlog.get_logger("punto.logbook")


class Logbook:
    """The journal, as far as the server writes it.

    Where several processes run one floor, one of them writes for all: the one that holds the floor's lock. When it is
    gone another takes over, and the journal notes a process that did not stop in order.
    """

    def __init__(self, house: Floor, people: Accounts) -> None:
        self._house, self._journal = house, people.journal
        self._speaks = False
        self._results: dict[str, Results] = {}
        self._noting: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Record that the floor runs, unless another process has."""
        if not self._speaks and await self._house.owners.own(LOCK):
            self._speaks = True
            await self._journal.do(Start, **SYSTEM, punto=running(), digest=code_digest())

    async def stop(self) -> None:
        """Record that the floor was shut down."""
        await asyncio.gather(*self._noting)
        if self._speaks:
            self._speaks = False
            await self._journal.do(Stop, **SYSTEM)
            await self._house.owners.disown(LOCK)

    def take_up(self, table: str, results: Results) -> None:
        """Follow a table from the current point of its coup."""
        self._results[table] = results

    def see(self, published: Published) -> None:
        """Record large wins of players in a coup; demo players do not count."""
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
        except Exception as error:  # it is still in the table's log, and can be found there
            log.error("a large win was not noted", error=type(error).__name__, exc_info=error)


# ---------------------------------------------------------------- refused wagers

TRIED_KIND = "tried"
MOST_TRIED = 200  # for each table
STAKING = (Wager, Wagers, Verbal, Withdraw, LetStand)
_TRIED = msgspec.json.Decoder(tuple[RefusedWager, ...])


class RefusedWagers:
    """Refused wagers at the tables of this process.

    They were refused, so they are in no log, but surveillance wants them. Only the last of each table are kept, so that
    a client who sends a thousand of them fills nothing; from time to time they are stored as a document.
    """

    def __init__(self, store: Durable) -> None:
        self._store = store
        self._of: dict[str, deque[RefusedWager]] = {}
        self._changed: set[str] = set()

    async def read(self, table: str) -> None:
        """Read the stored ones of a table."""
        kept = await self._store.shelf(TRIED_KIND, table)
        self._of.setdefault(table, deque(maxlen=MOST_TRIED)).extendleft(
            reversed(_TRIED.decode(kept[1]) if kept else ())
        )

    def of(self, table: str) -> tuple[RefusedWager, ...]:
        """Return the refused wagers of a table, the oldest first."""
        return tuple(self._of.get(table, ()))

    def note(self, desk: TableActor, command: AnyCommand, refusal: Refusal, at: int) -> None:
        """Record a wager that was refused because bets were closed."""
        if not isinstance(command, STAKING) or refusal.reason is not Reason.WRONG_PHASE:
            return
        state = desk.state
        tried = RefusedWager(
            at=at,
            who=command.who,
            seat=command.seat,
            shoe=state.shoe,
            coup=state.coup,
            number=state.coup - state.shoe_began + 1,
            version=state.version,
            do=str(command.__struct_config__.tag),
            reason=str(refusal.reason),
            section=refusal.section,
        )
        self._of.setdefault(desk.table, deque(maxlen=MOST_TRIED)).append(tried)
        self._changed.add(desk.table)

    async def keep(self) -> None:
        """Store what has changed."""
        for table in list(self._changed):
            self._changed.discard(table)
            kept = await self._store.shelf(TRIED_KIND, table)
            try:
                await self._store.shelve(TRIED_KIND, table, msgspec.json.encode(self.of(table)), kept[0] if kept else 0)
            except Conflict:  # another process owns this table by now
                continue


# ---------------------------------------------------------------- calls to the floor

CALLS_KIND = "calls"
MOST_CALLS = 8  # unanswered calls of a table


class FloorCall(Part, frozen=True, kw_only=True):
    """An unanswered call."""

    at: int  # its time, which also identifies it
    who: str
    words: str


Waiting = tuple[FloorCall, ...]
_WAITING = msgspec.json.Decoder(Waiting)


class Calls:
    """The calls of all tables.

    They are no part of any game, contain text that a user wrote, and end when they are answered: so they are in no log.
    They are a document for each table, which every process of the floor sees, and which a restart keeps.
    """

    def __init__(self, store: Durable) -> None:
        self._store = store

    async def all(self) -> dict[str, Waiting]:
        """Return the unanswered calls by table."""
        return {table: _WAITING.decode(body) for table, _, body in await self._store.shelved(CALLS_KIND)}

    async def add(self, table: str, who: str, words: str, at: int) -> FloorCall:
        """Add a call to a table. Raises ``HTTPError`` if there are too many."""
        *_, made = await self._change(table, lambda waiting: _one_more(waiting, who, words, at))
        return made

    async def answer(self, table: str, at: int) -> None:
        """Remove an answered call. Raises ``HTTPError`` if it does not exist."""
        await self._change(table, lambda waiting: _without(waiting, at))

    async def _change(self, table: str, change: Callable[[Waiting], Waiting]) -> Waiting:
        while True:
            version, body = await self._store.shelf(CALLS_KIND, table) or (0, b"[]")
            after = change(_WAITING.decode(body))
            try:
                await self._store.shelve(CALLS_KIND, table, msgspec.json.encode(after), version)
            except Conflict:  # another request was first
                continue
            return after


def _one_more(waiting: Waiting, who: str, words: str, at: int) -> Waiting:
    if len(waiting) >= MOST_CALLS:
        raise HTTPError(409, "called", "The floor has been called to this table, and is on its way.")
    return (*waiting, FloorCall(at=max(at, waiting[-1].at + 1 if waiting else 0), who=who, words=words))


def _without(waiting: Waiting, at: int) -> Waiting:
    kept = tuple(call for call in waiting if call.at != at)
    if kept == waiting:
        raise HTTPError(404, "no-such-call", "No such call, or it was answered already.")
    return kept
