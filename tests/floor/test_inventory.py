"""The inventory of a table on a live floor: a slip and its chips are one append, and verification finds what is not."""

from typing import Any

import pytest
from msgspec.structs import replace

from punto.core.roles import Duty, Role, Signature
from punto.floor import Clock, Floor, Pace, Setup
from punto.inventory import Refusal as InventoryRefusal
from punto.inventory import messages as m
from punto.record.chain import Batch, chain, decode
from punto.record.export import export
from punto.record.memory import MemoryDurable, MemoryStore
from punto.record.store import Conflict
from punto.table import Refusal
from punto.table.commands import Fill
from punto.verification.verify import verify
from tests.floor.floors import proved, submission
from tests.floor.virtual import evening

STILL = Setup(driver="desk", pace=Pace(bets=600_000))
TRAY = {100_00: 5_000, 1_000_00: 500}  # a million dollars
MORE = {100_00: 200}
DAN = Signature("dan", Duty.DEALER)


class Pit:
    """A floor with one table, and the people who handle its chips."""

    def __init__(self, house: Floor) -> None:
        self.house, self.number = house, 0
        self.desk = house.desks["T1"]

    async def does(self, command: type[Any], who: str, by: Duty, /, **fields: Any) -> Any:
        self.number += 1
        made = command(id=f"i-{self.number}", by=by, who=who, at=self.house.clock.now(), **fields)
        return await self.house.machines.inventory_do("T1", made)

    async def count(self, moment: str, tray: Any = TRAY) -> Any:
        state = self.desk.state
        now = {"rack": state.accounts["rack"], "version": state.version}
        return await self.does(m.Count, "fay", Duty.FLOOR, moment=moment, tray=tray, witness=DAN, **now)

    async def confirm(self, number: int, cents: int, ident: str = "") -> Any:
        command = Fill(
            id=ident or f"slip-{number}", by=Role.FLOOR, who="fay", at=0, cents=cents, slip=number, witness=DAN
        )
        return await self.desk.do(command)

    async def to_the_table(self, tray: Any = MORE) -> int:
        (slip,) = await self.does(m.Request, "fay", Duty.FLOOR, kind="fill", tray=tray)
        await self.does(m.Prepare, "kim", Duty.CAGE, number=slip.number)
        await self.does(m.Carry, "sid", Duty.SECURITY, number=slip.number)
        number: int = slip.number
        return number


async def pit(store: MemoryDurable) -> Pit:
    house = await Floor.open(store, Clock(1_800_000_000_000))
    if "T1" not in house.desks:
        await house.open_table(submission("md-mini-classic", "T1"), STILL, virtual=False, alone=1_000_00)
    found = Pit(house)
    while not found.desk.open:
        await house.clock.sleep_until(house.clock.now() + 10)
    return found


def test_a_day_of_counts_a_fill_a_credit_and_a_void_balances_and_verifies() -> None:
    async def work() -> None:
        store = MemoryDurable()
        floor = await pit(store)
        assert len(await floor.count("opening")) == 1
        alone = await floor.desk.do(Fill(id="a", by=Role.FLOOR, who="fay", at=0, cents=20_000_00))
        assert isinstance(alone, Refusal), "beyond what one floorperson moves"
        number = await floor.to_the_table()
        short = await floor.confirm(number, 19_900_00)
        assert isinstance(short, Refusal)
        assert (short.reason, short.detail["because"]) == ("slip-refused", "wrong-sum")
        before = floor.desk.state.accounts["rack"]
        assert not isinstance(await floor.confirm(number, 20_000_00), Refusal)
        assert floor.desk.state.accounts["rack"] == before + 20_000_00
        again = await floor.confirm(number, 20_000_00, "again")
        assert isinstance(again, Refusal)
        await floor.does(m.Request, "fay", Duty.FLOOR, kind="credit", tray=MORE)
        await floor.does(m.Void, "fay", Duty.FLOOR, number=2, why="not needed")
        (credit,) = await floor.does(m.Request, "fay", Duty.FLOOR, kind="credit", tray=MORE)
        assert credit.number == 3
        await floor.confirm(3, -20_000_00)
        assert (await floor.does(m.Carry, "sid", Duty.SECURITY, number=3))[0].number == 3
        await floor.does(m.Prepare, "kim", Duty.CAGE, number=3)
        assert len(await floor.count("closing")) == 1, "what was opened is closed"
        await floor.house.stop()
        report = await proved(store)
        assert report.whole, report.faults

    evening(work())


def test_a_kill_between_carrying_and_confirming_leaves_the_slip_at_the_table() -> None:
    async def work() -> None:
        store = MemoryDurable()
        floor = await pit(store)
        number = await floor.to_the_table()
        append, failing = store.append, True

        async def dying(writes: Any) -> Any:
            if failing and any(write.stream == "inventory/T1" for write in writes):
                raise Conflict("the process dies here")
            return await append(writes)

        store.append = dying  # type: ignore[method-assign]
        with pytest.raises(Exception, match=r"stopped|conflict"):
            await floor.confirm(number, 20_000_00)
        failing = False
        await floor.house.stop()
        after = await pit(store)
        assert after.desk.state.accounts["rack"] == 1_000_000_00
        assert (await after.house.machines.tray("T1")).slips[number].status == "carried"
        assert not isinstance(await after.confirm(number, 20_000_00), Refusal)
        assert after.desk.state.accounts["rack"] == 1_020_000_00
        await after.house.stop()
        assert (await proved(store)).whole

    evening(work())


def test_a_difference_is_written_off_and_corrects_the_rack() -> None:
    async def work() -> None:
        store = MemoryDurable()
        floor = await pit(store)
        short = {**TRAY, 100_00: 4_999}
        for _ in range(2):
            await floor.count("opening", short)
        assert isinstance(await floor.count("shift", short), InventoryRefusal)
        from punto.core.roles import Rank

        accept = {"why": "a chip is missing", "rank": Rank.PIT_MANAGER}
        (slip,) = await floor.does(m.AcceptDifference, "pam", Duty.FLOOR, **accept)
        await floor.confirm(slip.number, -100_00)
        assert len(await floor.count("closing", short)) == 1
        await floor.house.stop()
        assert (await proved(store)).whole

    evening(work())


@pytest.mark.parametrize("lie", ["sum", "rack", "missing"])
def test_a_log_that_lies_about_a_slip_or_a_count_is_found(lie: str) -> None:
    async def work() -> list[Any]:
        store = MemoryDurable()
        floor = await pit(store)
        await floor.count("opening")
        await floor.confirm(await floor.to_the_table(), 20_000_00)
        await floor.house.stop()
        return [record async for record in store.records()]

    told, heads = [], dict[str, str]()
    for record in evening(work()):
        batch = decode(record.body)
        command, events = batch.command, batch.events
        if lie == "sum" and isinstance(command, m.Confirm):
            command = replace(command, cents=10_000_00)
        if lie == "rack" and isinstance(command, m.Count):
            command = replace(command, rack=999_900_00)
            events = (
                replace(events[0], rack=999_900_00),
                m.InventoryDiffers(at=events[0].at, who="fay", moment="opening", cents=100_00, counts=1),
            )
        if lie == "missing" and isinstance(command, m.Confirm):
            continue
        n = batch.n + (1 if lie == "rack" and batch.stream.startswith("inventory/") and batch.n > 1 else 0)
        made = chain(Batch(batch.stream, n, command, events), heads.get(batch.stream, "0" * 64))
        heads[batch.stream] = made.hash
        told.append(made)
    report = verify(export(MemoryStore(told), "0.1.0").encode())
    assert not report.whole
    words = " ".join(fault.words for fault in report.faults.values())
    assert {"sum": "cents", "rack": "rack", "missing": "inventory/T1"}[lie] in words
