"""The coupon book of a floor: taken up from its checkpoint, shared by processes, and asked before a table decides."""

import asyncio
from typing import Any

import pytest

from punto.core.roles import Role
from punto.core.self_limits import DAY
from punto.coupon import Refusal, State, Status
from punto.coupon.messages import Cancel, Issue
from punto.floor import Floor, Setup, machines
from punto.record.durable import Durable, open_store
from punto.table import Refusal as TableRefusal
from punto.table.phases import Phase
from tests.floor.floors import command, must, submission
from tests.server.test_play import STILL

FACE = 25_00


def issue(house: Floor, ident: str, holder: str = "ann", cents: int = FACE) -> Issue:
    now = house.clock.now()
    made: dict[str, Any] = {"id": ident, "by": Role.FLOOR, "who": "flo", "at": now, "alone": 10**8, "why": "a birthday"}
    return Issue(holder=holder, cents=cents, expires=now + DAY, **made)


async def until(true: Any) -> None:
    async with asyncio.timeout(20):
        while not true():
            await asyncio.sleep(0.005)


def test_the_book_is_taken_up_from_its_checkpoint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machines, "EVERY", 3)

    async def work() -> None:
        store = await open_store("memory:")
        house = await Floor.open(store)
        for number in range(4):
            await house.machines.coupon_do(issue(house, f"i-{number}"))
        await house.machines.keep("")
        await house.machines.coupon_do(issue(house, "after"))
        state = await house.machines.coupon_book()
        await house.stop()
        read = list[tuple[str, int]]()
        original = store.read

        async def reading(stream: str, after: int = 0, *rest: Any) -> Any:
            read.append((stream, after))
            return await original(stream, after, *rest)

        monkeypatch.setattr(store, "read", reading)
        again = await Floor.open(store)
        assert await again.machines.coupon_book() == state
        assert ("coupon/house", 0) not in read
        assert state.last == 5
        await again.stop()

    asyncio.run(work())


def test_a_coupon_issued_by_another_process_is_taken_here() -> None:
    async def work() -> None:
        store: Durable = await open_store("memory:")
        house = await Floor.open(store)
        desk = await house.open_table(submission("ma-baccarat-salon", "B-1"), Setup(pace=STILL.pace))
        await until(lambda: desk.open)
        await must(desk, "sit", "ann", "sit", seat=3, buy_in=5_000_00)
        await until(lambda: desk.state.phase is Phase.BETTING)
        wager: dict[str, Any] = {"seat": 3, "wager": "tie", "cents": 100_00, "coupon": FACE}
        early = await desk.do(command(desk, "wager", "ann", "early", **wager, coupon_number=1))
        assert isinstance(early, TableRefusal)
        assert early.detail["because"] == "no-such-coupon"
        pit = machines.Machines(store, house.room.strongbox)  # of another process
        await pit.coupon_do(issue(house, "elsewhere"))
        await must(desk, "wager", "ann", "now", **wager, coupon_number=1)
        cancel = Cancel(id="c", by=Role.FLOOR, who="flo", at=house.clock.now(), number=1, why="lost")
        answer = await pit.coupon_do(cancel)
        assert isinstance(answer, Refusal)
        assert (answer.reason, (await pit.coupon_book()).coupons[1].status) == ("in-use", Status.LAID)
        await house.stop()

    asyncio.run(work())


def test_a_floor_without_coupons_has_an_empty_book() -> None:
    async def work() -> None:
        house = await Floor.open(await open_store("memory:"))
        assert (await house.machines.coupon_book(), await house.machines.coupons_of("ann")) == (State(), ())
        await house.stop()

    asyncio.run(work())
