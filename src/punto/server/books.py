"""The books of the pit: what each table took in and should have, and whether the meters agree with their log.

Both are folds of what is stored, read on from where they were read last, beside the event loop. Nothing here is asked
of the tables themselves: so where a table and its log did not agree, this is where it would show.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from fractions import Fraction

from punto.floor import Desk
from punto.folds.statistics import Statistics, Tally
from punto.folds.theory import Stake, Theory
from punto.houserules import HouseRules
from punto.log.meters import stream_of
from punto.log.record import Record
from punto.progressive.books import faults, reconcile
from punto.progressive.state import State, evolve, meter_pot, overflow_pot, reserve_pot
from punto.progressive.terms import MICRO, Terms
from punto.server.archive import happened
from punto.server.messages import Part
from punto.store.durable import Durable

SHOES = 2  # whose own tallies are kept: the one that is played, and the one whose markers may still lie


class WagerFigures(Part, frozen=True, kw_only=True):
    """What a wager took in."""

    wager: str
    handle: int
    win: int
    theoretical: float


class TableFigures(Part, frozen=True, kw_only=True):
    """What a table took in since it was opened, in cents; and what it should have won of that."""

    rounds: int
    handle: int
    drop: int
    win: int
    hold: float | None  # win of drop
    theoretical: float
    wagers: tuple[WagerFigures, ...]


class MeterFigures(Part, frozen=True, kw_only=True):
    """A meter as its own log says, in whole cents."""

    meter: str
    amount: int
    base: int
    reserve: int
    overflow: int
    fed: int
    paid: int
    agrees: bool  # with what it shows, and with itself


Edges = dict[Stake, Fraction]  # what the house should win of a cent


def alike(rules: HouseRules) -> tuple[object, ...]:
    """Return what the edges of a table depend on: tables that have it in common have the same."""
    wagers = tuple((wager.key, wager.vigorish, *map(str, wager.results)) for wager in rules.wagers)
    return rules.rulebook.digest, rules.shoe.decks, rules.vigorish and rules.vigorish.rate, wagers


class TableBooks:
    """The statistics of one table, as far as its log was read; what each stake should win is worked out once."""

    def __init__(self, rules: HouseRules, edges: Edges) -> None:
        self.rules = rules
        self._statistics = Statistics(rules)
        self._edges = edges
        self._read = 0
        self._lock = asyncio.Lock()

    async def figures(self, desk: Desk) -> TableFigures:
        """Read on, and return the figures."""
        async with self._lock:
            records = await desk.room.store.read(desk.game.stream, self._read)
            return await asyncio.to_thread(self._read_on, records)

    def _read_on(self, records: list[Record]) -> TableFigures:
        for one in happened(records, self._read):
            self._statistics.add(one)
            self._read = one.n
        for shoe in sorted(self._statistics.by_shoe)[:-SHOES]:
            del self._statistics.by_shoe[shoe]
        return self._figures()

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
            theory = Theory(self.rules)  # it counts every coup of a shoe, and is let go of again
            self._edges.update({stake: theory.edge(stake) for stake in missing})
        return float(sum((self._edges[stake] * cents for stake, cents in tally.staked.items() if cents), Fraction(0)))


class Books:
    """The books of all tables and meters that are kept here."""

    def __init__(self, store: Durable) -> None:
        self._store = store
        self._tables: dict[str, TableBooks] = {}
        self._edges: defaultdict[tuple[object, ...], Edges] = defaultdict(dict)  # of tables that are alike
        self._meters: dict[str, State] = {}
        self._reading: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def figures(self, desk: Desk) -> TableFigures:
        """Return the figures of a table."""
        known = self._tables.get(desk.table)
        if known is None or known.rules is not desk.rules:
            known = self._tables[desk.table] = TableBooks(desk.rules, self._edges[alike(desk.rules)])
        return await known.figures(desk)

    async def meters(self, terms: Terms, shown: State) -> tuple[MeterFigures, ...]:
        """Return the meters of an installation by their log, beside what they show."""
        name = terms.name
        async with self._reading[name]:
            state = self._meters.get(name, State())
            for record in await self._store.read(stream_of(name), state.version):
                for event in record.batch.events if record.n <= shown.version else ():
                    state = evolve(state, event)
            self._meters[name] = state
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
