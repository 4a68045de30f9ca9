"""People who lose a duty while their connection is open; the journal is written by another process."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
import websockets
from websockets.asyncio.client import ClientConnection

from punto.accounts import Accounts
from punto.accounts.staff import grant, revoke
from punto.core.roles import Duty, Role
from punto.core.self_limits import DAY
from punto.coupon.messages import Countersign, Issue
from punto.coupon.messages import Refusal as CouponRefusal
from punto.record.durable import Durable, open_store
from punto.record.export import export
from punto.record.memory import MemoryStore
from punto.table import Refusal
from punto.table.commands import Adjust
from punto.verification.verify import Report, verify
from tests.apps.cli.running import PUNTO
from tests.server.floors import TABLE, Open, floor, on_line, run, staff
from tests.server.test_play import DESK, STILL


async def users(*arguments: str, database: str) -> None:
    """Run ``punto users`` as a process of its own."""
    command = (str(PUNTO), "users", *arguments, "--database", database)
    process = await asyncio.create_subprocess_exec(*command)
    assert await process.wait() == 0


async def over(socket: ClientConnection) -> list[str]:
    """Everything that still arrives until the connection ends."""
    heard = []
    try:
        while True:
            heard.append(str(await socket.recv()))
    except websockets.ConnectionClosed:
        return heard


async def ended(house: Open, database: str, token: str, *arguments: str) -> tuple[list[str], float]:
    """Change duties from another process; return what a connection still received, and how long it held."""
    async with on_line(house, token=token) as line:
        await line.until("expected")
        done = asyncio.create_task(users(*arguments, database=database))
        last = asyncio.create_task(over(line.socket))
        journal = house.live.people.journal
        version = journal.state.version

        async def written() -> float:
            while len(await house.live.house.store.read("house/floor", version)) == 0:
                await asyncio.sleep(0.01)
            return time.monotonic()

        since = await written()
        heard = await last
        held = time.monotonic() - since
        await done
        return heard, held


@pytest.mark.parametrize(
    "arguments", [("role", "Dee", "dealer", "--revoke"), ("erase", "Dee")], ids=("revoked", "forgotten")
)
def test_a_revoked_dealer_acts_and_sees_no_more_within_a_second(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    async def play() -> None:
        url = f"sqlite:///{tmp_path / 'floor.db'}"
        store = await open_store(url)
        async with floor("md-mini-payout", setup=DESK, virtual=False, store=store) as house:
            dee, desk = await staff(house, "Dee", Duty.DEALER), house.live.house.desks[TABLE]
            version = desk.state.version
            heard, held = await ended(house, url, dee, *arguments)
            assert held < 1
            assert "duties-changed" in heard[-1]
            headers = {"authorization": f"Bearer {dee}"}
            if arguments[0] == "erase":
                with pytest.raises(websockets.InvalidStatus):
                    await websockets.connect(f"{house.ws}/api/tables/{TABLE}/live", additional_headers=headers)
            else:
                async with on_line(house, token=dee) as line:
                    assert (await line.next())["welcome"]["you"]["role"] == "player"
                    paid = (await line.do("sit", do="sit", by="dealer", seat=3, buy_in=500_00))["refused"]
                    assert paid["reason"] == "wrong-role"
            assert desk.state.version == version
        await store.close()

    run(play)


def test_a_person_who_is_disabled_is_cut_off_within_a_second(tmp_path: Path) -> None:
    async def play() -> None:
        url = f"sqlite:///{tmp_path / 'floor.db'}"
        store = await open_store(url)
        async with floor("md-mini-payout", setup=DESK, virtual=False, store=store) as house:
            sue = await staff(house, "Sue", Duty.SURVEILLANCE)
            heard, held = await ended(house, url, sue, "disable", "Sue", "--why", "left the house")
            assert held < 1
            assert heard[-1] == '{"bye":{"why":"disabled"}}'
            headers = {"authorization": f"Bearer {sue}"}
            with pytest.raises(websockets.InvalidStatus):
                await websockets.connect(f"{house.ws}/api/tables/{TABLE}/live", additional_headers=headers)
        await store.close()

    run(play)


def test_unmasked_events_end_with_the_duty_also_those_that_wait() -> None:
    """Nothing is encoded for the old duty once the journal has the change, and what waited is thrown away."""

    async def play() -> None:
        async with floor("md-mini-payout", setup=DESK, virtual=False) as house:
            sue, dee = await staff(house, "Sue", Duty.SURVEILLANCE), await staff(house, "Dee", Duty.DEALER)
            async with on_line(house, token=sue) as watching, on_line(house, token=dee) as dealing:
                assert "accepted" in await dealing.do("one", do="sit", by="player", seat=3, buy_in=77_700)
                seen = await watching.until(lambda message: "player-seated" in str(message))
                assert "77700" in str(seen)
                who = (await house.live.caller(sue)).who
                (listener,) = (one for one in house.live.rooms[TABLE].listeners() if one.caller.who == who)
                listener.line._direct = None  # the network takes nothing: what is published waits
                task = asyncio.create_task(dealing.do("two", do="buy-in", by="player", seat=3, cents=88_800))
                await revoke(house.live.people, who, Duty.SURVEILLANCE)
                await task
                assert "88800" not in "".join(await over(watching.socket))
            async with on_line(house, token=sue) as now:
                assert "88800" not in str(await now.until("expected")) + str(now.said)

    run(play)


def test_duties_are_asked_for_at_each_command(tmp_path: Path) -> None:
    """A command right behind a change that another process wrote is not carried out: nobody waits for a look."""

    async def play() -> None:
        url = f"sqlite:///{tmp_path / 'floor.db'}"
        store = await open_store(url)
        async with floor("md-mini-payout", setup=DESK, virtual=False, store=store) as house:
            dee = await staff(house, "Dee", Duty.DEALER)
            elsewhere = await open_store(url)
            async with on_line(house, token=dee) as line:
                await line.until("expected")
                people = await Accounts.open(elsewhere, house.live.clock)
                who, version = (await house.live.caller(dee)).who, house.live.house.desks[TABLE].state.version
                await revoke(people, who, Duty.DEALER)
                await line.say(do={"id": "late", "do": "sit", "by": "player", "seat": 3, "buy-in": 500_00})
                assert not any('"accepted"' in one for one in await over(line.socket))
                assert house.live.house.desks[TABLE].state.version == version
                people.close()
            await elsewhere.close()
        await store.close()

    run(play)


def test_a_record_of_a_person_without_the_duty_is_found() -> None:
    async def play() -> None:
        store = await open_store("memory:")
        async with floor("md-mini-payout", setup=DESK, virtual=False, store=store) as house:
            dee, flo = await staff(house, "Dee", Duty.DEALER), await staff(house, "Flo", Duty.FLOOR)
            who, desk = (await house.live.caller(flo)).who, house.live.house.desks[TABLE]
            async with on_line(house, token=dee) as line:
                assert "accepted" in await line.do("sit", do="sit", by="player", seat=3, buy_in=500_00)
            adjust = Adjust(id="one", by=Role.FLOOR, who=who, at=0, seat=3, cents=100, why="a payout")
            await desk.do(adjust)
            assert (await verified(store)).whole
            await revoke(house.live.people, who, Duty.FLOOR)
            await asyncio.sleep(1.1)
            late = Adjust(id="two", by=Role.FLOOR, who=who, at=0, seat=3, cents=100, why="a payout")
            await desk.do(late)  # as a floor that asked nobody would have let them
            fault = (await verified(store)).faults["duties"]
            assert (fault.stream, fault.n) == (f"table/{TABLE}", desk.state.version)
            assert f"{who} did not hold the duty floor" in fault.words
            await grant(house.live.people, who, Duty.FLOOR)

    run(play)


@pytest.mark.parametrize(
    "ident, who", [("lapse-9", "p-nobody"), ("closing-9", "p-nobody"), ("desk-{dealer}-9", "p-nobody"), ("x", "house")]
)
def test_no_id_and_no_name_exempts_a_correction(ident: str, who: str) -> None:
    async def play() -> None:
        store = await open_store("memory:")
        async with floor("md-mini-payout", setup=DESK, virtual=False, store=store) as house:
            dee = await staff(house, "Dee", Duty.DEALER)
            dealer, desk = (await house.live.caller(dee)).who, house.live.house.desks[TABLE]
            async with on_line(house, token=dee) as line:
                assert "accepted" in await line.do("sit", do="sit", by="player", seat=3, buy_in=500_00)
            assert (await verified(store)).whole, "what a dealer enters for a seat is the dealer's act"
            name = ident.format(dealer=dealer)
            forged = Adjust(id=name, by=Role.FLOOR, who=who, at=0, seat=3, cents=100, why="a payout")
            decided = desk.game.decide(forged)
            assert not isinstance(decided, Refusal)
            await desk._settle(forged, decided)  # past the door, which reserves such ids
            assert f"{who} did not hold the duty floor" in (await verified(store)).faults["duties"].words

    run(play)


def test_coupons_of_a_person_without_the_duty_are_found() -> None:
    async def play() -> None:
        store = await open_store("memory:")
        async with floor("ma-baccarat-salon", setup=STILL, store=store) as house:
            flo, player = await staff(house, "Flo", Duty.FLOOR), await house.guest()
            who, holder = (await house.live.caller(flo)).who, (await house.live.caller(player)).who
            give, now = house.live.house.machines.coupon_do, house.live.clock()
            common: dict[str, Any] = {"by": Role.FLOOR, "at": now, "alone": 100_00, "why": "a promotion"}
            issue = Issue(id="one", who=who, holder=holder, cents=500_00, expires=now + DAY, **common)
            assert not isinstance(await give(issue), CouponRefusal)
            assert (await verified(store)).whole
            second = Countersign(id="two", by=Role.FLOOR, who="p-nobody", at=now, number=1)
            assert not isinstance(await give(second), CouponRefusal)
            fault = (await verified(store)).faults["duties"]
            assert (fault.stream, fault.words.split()[0]) == ("coupon/house", "p-nobody")

    run(play)


async def verified(store: Durable) -> Report:
    return verify(export(MemoryStore([one async for one in store.records()]), "0.1.0").encode())
