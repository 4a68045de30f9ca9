"""Accounts of the pit: actual and theoretical win of each table, and whether meters agree with their log.

Both are folds of stored records, continued from the last call, page by page and outside the event loop; checkpoints
keep them fast after a restart. They do not ask the tables themselves, so that a difference between a table and its log
would show here.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from fractions import Fraction

from punto.floor import TableActor
from punto.game.progressive_link import stream_of
from punto.progressive.bridge import faults, reconcile
from punto.progressive.state import MICRO, State, Terms, evolve, meter_pot, overflow_pot, reserve_pot
from punto.record import checkpoints
from punto.record.chain import Record
from punto.record.durable import Durable
from punto.rules.house_rules import HouseRules
from punto.server.archive import happened
from punto.server.messages import Part
from punto.views.statistics import Counted, Statistics, Tally
from punto.views.theory import Stake, Theory

PAGE = 2_000  # records per read, and events between checkpoints
SHOES = 2  # shoes with their own tallies: the current one, and the one whose marker buttons may be open


class WagerFigures(Part, frozen=True, kw_only=True):
    """The figures of a wager."""

    wager: str
    handle: int
    win: int
    theoretical: float


class TableFigures(Part, frozen=True, kw_only=True):
    """Figures of a table since it was opened, in cents, with its theoretical win."""

    rounds: int
    handle: int
    drop: int
    win: int
    hold: float | None  # win divided by drop; None without drop
    theoretical: float
    wagers: tuple[WagerFigures, ...]


class MeterFigures(Part, frozen=True, kw_only=True):
    """A meter by its own log, in whole cents."""

    meter: str
    amount: int
    base: int
    reserve: int
    overflow: int
    fed: int
    paid: int
    agrees: bool  # with its display, and with itself


Edges = dict[Stake, Fraction]  # the expected win of the house per cent staked


def alike(rules: HouseRules) -> tuple[object, ...]:
    """Return what the edges of a table depend on; tables with the same key have the same edges."""
    wagers = tuple((wager.key, wager.vigorish, *map(str, wager.results)) for wager in rules.wagers)
    return rules.rulebook.digest, rules.shoe.decks, rules.vigorish and rules.vigorish.rate, wagers


class TableBooks:
    """The statistics of one table, as far as its log was read; the edge of each stake is computed once."""

    def __init__(self, rules: HouseRules, edges: Edges) -> None:
        self.rules = rules
        self._statistics = Statistics(rules)
        self._edges = edges
        self._read = self._kept = 0
        self._begun = False
        self._lock = asyncio.Lock()

    async def figures(self, desk: TableActor) -> TableFigures:
        """Read new records, and return the figures."""
        await self.read_on(desk)
        async with self._lock:
            return await asyncio.to_thread(self._figures)

    async def read_on(self, desk: TableActor) -> None:
        """Read to the end of the log, and store a checkpoint after every page."""
        store, stream = desk.room.store, desk.game.stream
        async with self._lock:
            records = await (store.read(stream, self._read, PAGE) if self._begun else self._begin(store, stream))
            while records:
                await asyncio.to_thread(self._add, records)
                if self._read - self._kept >= PAGE:
                    await checkpoints.keep(store, checkpoints.BOOKS, records[-1], self._statistics.counted)
                    self._kept = self._read
                records = await store.read(stream, self._read, PAGE)

    async def _begin(self, store: Durable, stream: str) -> list[Record]:
        """Resume from the checkpoint; return the records after it."""
        found = await checkpoints.take_up(store, checkpoints.BOOKS, stream, Counted, PAGE)
        if found.state is not None:
            self._statistics = Statistics.taken_up(self.rules, found.state)
        self._begun, self._read, self._kept = True, found.version, found.version
        return found.records

    def _add(self, records: list[Record]) -> None:
        for one in happened(records, self._read):
            self._statistics.add(one)
            self._read = one.n
        self._forget()

    def _forget(self) -> None:
        """Drop what grows and is not shown: past shoes, and data needed only for variance."""
        found = self._statistics
        for of_shoes in (found.by_shoe, found.outcomes_by_shoe):
            for shoe in sorted(of_shoes)[:-SHOES]:
                del of_shoes[shoe]
        for tally in (found.table, *found.by_wager.values()):
            tally.products.clear()
        for tally in (*found.by_seat.values(), *found.by_shoe.values()):
            tally.products.clear()
            tally.staked.clear()

    def _figures(self) -> TableFigures:
        found, total = self._statistics, self._statistics.table
        return TableFigures(
            rounds=sum(number for kind, number in found.rounds.items() if kind != "void"),
            handle=total.handle,
            drop=total.drop,
            win=total.win,
            hold=total.win / total.drop if total.drop else None,
            theoretical=self._theoretical(total),
            wagers=tuple(
                WagerFigures(wager=key, handle=tally.handle, win=tally.win, theoretical=self._theoretical(tally))
                for key, tally in found.by_wager.items()
            ),
        )

    def _theoretical(self, tally: Tally) -> float:
        missing = [stake for stake, cents in tally.staked.items() if cents and stake not in self._edges]
        if missing:
            theory = Theory(self.rules)  # it counts every coup of a shoe, and is dropped afterwards
            self._edges.update({stake: theory.edge(stake) for stake in missing})
        return float(sum((self._edges[stake] * cents for stake, cents in tally.staked.items() if cents), Fraction(0)))


class Books:
    """The accounts of this process's tables and meters."""

    def __init__(self, store: Durable) -> None:
        self._store = store
        self._tables: dict[str, TableBooks] = {}
        self._edges: defaultdict[tuple[object, ...], Edges] = defaultdict(dict)  # shared by tables with the same key
        self._meters: dict[str, tuple[State, int]] = {}  # with the version of the last checkpoint
        self._reading: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def figures(self, desk: TableActor) -> TableFigures:
        """Return the figures of a table."""
        return await self._of(desk).figures(desk)

    async def read_on(self, desk: TableActor) -> None:
        """Keep up with a table, so that its figures are available without delay."""
        await self._of(desk).read_on(desk)

    def _of(self, desk: TableActor) -> TableBooks:
        known = self._tables.get(desk.table)
        if known is None or known.rules is not desk.rules:
            known = self._tables[desk.table] = TableBooks(desk.rules, self._edges[alike(desk.rules)])
        return known

    async def meters(self, terms: Terms, shown: State) -> tuple[MeterFigures, ...]:
        """Return the meters of an installation by their log, next to their displays."""
        state = await self._meters_read(stream_of(terms.name), shown.version)
        agrees = state.pots == shown.pots and state.version == shown.version and not faults(terms, state)
        rows = {row.pot: row for row in reconcile(state)}

        def cents(pot: str) -> int:
            return rows[pot].holds // MICRO if pot in rows else 0

        return tuple(
            MeterFigures(
                meter=key,
                amount=cents(meter_pot(key)),
                base=meter.seed,
                reserve=cents(reserve_pot(key)),
                overflow=cents(overflow_pot(key)),
                fed=rows[meter_pot(key)].contributed // MICRO,
                paid=-rows[meter_pot(key)].awarded // MICRO,
                agrees=agrees and rows[meter_pot(key)].whole,
            )
            for key, meter in terms.meters.items()
            if meter_pot(key) in rows
        )

    async def _meters_read(self, stream: str, upto: int) -> State:
        """Read the log of some meters up to the version of their displays."""
        async with self._reading[stream]:
            if stream not in self._meters:
                found = await checkpoints.take_up(self._store, checkpoints.BOOKS, stream, State, 0)
                self._meters[stream] = found.state or State(), found.version
            state, kept = self._meters[stream]
            while state.version < upto:
                records = [one for one in await self._store.read(stream, state.version, PAGE) if one.n <= upto]
                if not records:
                    break  # the displays have records that the log lacks
                for event in (event for one in records for event in one.batch.events):
                    state = evolve(state, event)
                if state.version - kept >= PAGE:
                    await checkpoints.keep(self._store, checkpoints.BOOKS, records[-1], state)
                    kept = state.version
            self._meters[stream] = state, kept
        return state
