"""A floor that is old starts like a new one: what is read then does not grow with what was played."""

import asyncio
from collections import Counter

import pytest

from punto.floor import Clock, Floor, Pace, Setup
from punto.floor.table_registry import MOST_EVENTS
from punto.record.archive import parts_of
from punto.record.chain import Record
from punto.record.checkpoints import CHAPTER, SHOE
from punto.record.durable import ALL
from punto.record.memory import MemoryDurable
from punto.server.archive import MOST_LISTED, happened
from punto.server.live_floor import LiveFloor, ServerOptions
from punto.server.pit_accounts import PAGE
from punto.server.serving import live_floor
from punto.table.events import CoupEnded, ShoeEnded
from punto.views.history import history
from punto.views.results import MOST
from punto.views.statistics import statistics
from tests.floor.floors import submission
from tests.floor.virtual import evening
from tests.server.floors import run

QUICK = Setup(players=3, pace=Pace(bets=100, beat=10, prepare=10, round=0))
TABLES = {"R": "ma-midi-squeeze", "C": "ma-mini-continuous"}  # one feeds meters, and the shoe of the other never ends
EVENTS = 3 * MOST_EVENTS


class Counting(MemoryDurable):
    """A store that counts the records that are read of each stream."""

    def __init__(self) -> None:
        super().__init__()
        self.read_of = Counter[str]()

    async def read(self, stream: str, after: int = 0, most: int = ALL) -> list[Record]:
        found = await super().read(stream, after, most)
        self.read_of[stream] += len(found)
        return found


@pytest.fixture(scope="module")
def old() -> Counting:
    """A floor that has played for long, and was stopped."""
    store = Counting()

    async def play() -> None:
        house = await Floor.open(store, Clock(1_800_000_000_000))
        for name, filed in TABLES.items():
            await house.open_table(submission(filed, name), QUICK, progressive="royal" if name == "R" else "")
        while min(desk.state.version for desk in house.desks.values()) < EVENTS:
            await asyncio.sleep(1)
        await house.disable()  # so that it stands still while it is looked at
        await asyncio.sleep(60)
        await house.stop()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("punto.floor.machines.EVERY", 20)  # few bet on meters here
        evening(play())
    return store


async def records_of(store: Counting, stream: str) -> list[Record]:
    return await MemoryDurable.read(store, stream)


def test_a_start_reads_no_more_of_an_old_floor(old: Counting) -> None:
    async def start() -> None:
        async with live_floor(old, ServerOptions(demo=True)):  # what players did is kept when a server stops
            old.read_of.clear()
        async with live_floor(old, ServerOptions(demo=True)) as live:
            assert set(live.rooms) == set(TABLES)
            for stream in ("table/R", "table/C", "progressive/royal"):
                whole = len(await records_of(old, stream))
                assert whole > 100
                assert old.read_of[stream] < whole / 2, stream

    run(start)


@pytest.mark.parametrize("looked_back", [100, 1_000, 4_000, 100_000])
def test_a_resumed_table_knows_its_shoe_and_reads_little_more(
    old: Counting, monkeypatch: pytest.MonkeyPatch, looked_back: int
) -> None:
    async def look() -> None:
        async with live_floor(old, ServerOptions(demo=True)) as live:
            for name in TABLES:
                stream = f"table/{name}"
                records = await records_of(old, stream)
                told = list(happened(records))
                ends = [place for place, one in enumerate(told) if isinstance(one.event, ShoeEnded)]
                coups = [place for place, one in enumerate(told) if isinstance(one.event, CoupEnded)]
                needed = ends[-1] if ends else coups[-MOST]
                old.read_of.clear()
                found = await live.archives[name].shoe()
                assert found == told[-len(found) :]
                assert len(found) == len(told) - needed if ends else len(found) >= len(told) - needed
                least = sum(record.last > needed for record in records)
                looked = sum(record.last > len(told) - looked_back for record in records)
                assert old.read_of[stream] <= max(looked, 1.75 * least)

    monkeypatch.setattr("punto.server.archive.LOOKED_BACK", looked_back)
    run(look)


def test_the_pit_is_right_and_reads_on_from_where_its_books_were_kept(old: Counting) -> None:
    async def look() -> None:
        for again in (False, True):
            async with live_floor(old, ServerOptions(demo=True)) as live:
                old.read_of.clear()
                for name in TABLES:
                    await exact(live, name)
                    assert not again or old.read_of[f"table/{name}"] <= PAGE + 1
                machines = live.house.machines
                old.read_of.clear()
                meters = await live.books.meters(machines.meters["royal"].terms, await machines.shown("royal"))
                assert meters
                assert all(meter.agrees for meter in meters)

    async def exact(live: LiveFloor, name: str) -> None:
        desk = live.house.desks[name]
        found = await live.books.figures(desk)
        whole = statistics(desk.rules, happened(await records_of(old, f"table/{name}")))
        assert (found.handle, found.win, found.drop) == (whole.table.handle, whole.table.win, whole.table.drop)
        assert [(one.wager, one.handle, one.win) for one in found.wagers] == [
            (key, tally.handle, tally.win) for key, tally in whole.by_wager.items()
        ]

    run(look)


def test_a_hand_of_long_ago_is_found_without_reading_everything(old: Counting) -> None:
    async def look() -> None:
        async with live_floor(old, ServerOptions(demo=True)) as live:
            archive, records = live.archives["R"], await records_of(old, "table/R")
            told = [coup for coup in history(happened(records)) if coup.finished]
            shoes = sorted({coup.shoe for coup in told if coup.number == 3})  # the last shoe may have just begun
            assert len(shoes) > 3
            for shoe in (shoes[0], shoes[2], shoes[-1]):
                old.read_of.clear()
                assert await archive.coups(shoe) == tuple(coup for coup in told if coup.shoe == shoe)
                found = await archive.find(shoe, 3)
                assert found is not None
                assert found[0] == next(coup for coup in told if (coup.shoe, coup.number) == (shoe, 3))
                assert found[1].coup == found[0].coup
            assert old.read_of["table/R"] < 2 * len(records) / 3  # of the last shoe, twice

    run(look)


def test_a_shoe_that_never_ends_is_told_in_chapters(old: Counting) -> None:
    async def look() -> None:
        async with live_floor(old, ServerOptions(demo=True)) as live:
            archive, records = live.archives["C"], await records_of(old, "table/C")
            told = [coup for coup in history(happened(records)) if coup.finished]
            assert [coup.number for coup in told] == list(range(1, len(told) + 1))
            assert len(told) > 5 * CHAPTER
            for number in (3, CHAPTER + 1, 3 * CHAPTER, 3 * CHAPTER + 50, len(told)):
                old.read_of.clear()
                found = await archive.find(1, number)
                assert found is not None
                assert found[0] == told[number - 1]
                assert found[1].coup == found[0].coup
                assert old.read_of["table/C"] < len(records) / 2, number
            assert await archive.find(1, len(told) + 2) is None
            assert await archive.coups(1) == tuple(told[-MOST_LISTED:])
            assert await archive.coups(1, 3 * CHAPTER) == tuple(told[3 * CHAPTER - MOST_LISTED : 3 * CHAPTER])
            assert await archive.coups(1, 7) == tuple(told[:7])
            kept = {key for key, _, _ in await old.shelved(SHOE) if key.startswith("table/C/")}
            assert kept == {f"table/C{part}" for part in parts_of(records)}, (
                "and all of them are known to whoever prunes"
            )

    run(look)
