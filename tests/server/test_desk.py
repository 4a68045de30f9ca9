"""Tables of wood over a real socket: the person at the desk enters what players do, and machines work by themselves."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from punto.accounts.rates import Rate
from punto.core.roles import Duty, Role
from punto.floor import Setup
from punto.record.export import export
from punto.record.memory import MemoryStore
from punto.server.limits import ServerLimits
from punto.server.live_floor import ServerOptions
from punto.server.participants import PREFIX, WALK_IN
from punto.table.events import CardTurned, StepPerformed
from punto.table.instructions import instruction
from punto.verification.verify import verify
from tests.server.floors import Open, floor, on_line, run, staff
from tests.server.physical import Croupier

DESK = Setup(driver="desk")
HASTY = ServerLimits(messages=Rate(10**6, 10**6), address_messages=Rate(10**6, 10**6))


async def whole_shoe(house: Open, table: str, seed: int) -> Croupier:
    """A shoe from its first deck to its last card, entered by one dealer unless the document requires more."""
    desk, supervisor = house.live.house.desks[table], await staff(house, "Flo", Duty.FLOOR)
    dealers = [await staff(house, name, Duty.DEALER) for name in ("Dee", "Dan", "Dot")]
    async with AsyncExitStack() as lines:
        line, *relief = [await lines.enter_async_context(on_line(house, table, token)) for token in dealers]
        floor_line = await lines.enter_async_context(on_line(house, table, supervisor))
        croupier = Croupier(line, floor_line, desk.rules.shoe.decks, seed, relief)

        def play() -> None:
            while desk.state.shoe == 1:
                croupier.act()

        await asyncio.to_thread(play)
    return croupier


@pytest.mark.parametrize("name, table", [("ma-midi-squeeze", "MD-11"), ("md-mini-classic", "MB-5")])
def test_a_whole_shoe_of_wood_is_entered_at_the_desk(name: str, table: str) -> None:
    async def play() -> None:
        async with floor(name, setup=DESK, virtual=False, terms=ServerOptions(limits=HASTY)) as house:
            await whole_shoe(house, table, seed=5)
            desk = house.live.house.desks[table]
            records = [record async for record in house.live.house.store.records()]
            batches = [record.batch for record in records if record.stream == f"table/{table}"]
            dealer = (await house.live.people.roll.by_name("Dee")).account.who  # type: ignore[union-attr]
            seats = [one.command for one in batches if one.command.by in (Role.PLAYER, Role.CURATOR)]
            assert {one.who.startswith(WALK_IN) for one in seats} == {True}
            assert {one.id.startswith(f"{PREFIX}{dealer}-") for one in seats} == {True}
            assert len({one.who for one in seats}) == 3
            assert {one.who for one in (batch.command for batch in batches) if one.by is Role.DEALER} == {dealer}
            machine = [
                batch.command.who
                for batch in batches
                for event in batch.events
                if isinstance(event, StepPerformed) and event.by == Role.SYSTEM
            ]
            assert set(machine) <= {"house"}
            assert bool(machine) == (desk.rules.shuffling.how == "device")
            squeezed = [batch for batch in batches if any(isinstance(event, CardTurned) for event in batch.events)]
            assert any(batch.command.by is Role.PLAYER for batch in squeezed) == desk.rules.squeeze
            assert desk.state.coup > 40
            text = export(MemoryStore([record for record in records if record.stream == f"table/{table}"]), "test")
            assert verify(text.encode()).whole

    run(play)


def test_another_dealer_settles_the_wagers_where_the_document_requires_one() -> None:
    """ma-baccarat 12(b): the dealer who announced the result does not collect and pay."""

    async def play() -> None:
        async with floor("ma-baccarat-royal", setup=DESK, virtual=False, terms=ServerOptions(limits=HASTY)) as house:
            await whole_shoe(house, "B-2", seed=5)
            made: dict[str, set[str]] = {}
            async for record in house.live.house.store.records():
                for event in record.batch.events if record.stream == "table/B-2" else ():
                    if isinstance(event, StepPerformed):
                        made.setdefault(event.step, set()).add(record.batch.command.who)
            assert len(made["announce-result"]) == len(made["collect-losing"]) == 1
            assert made["announce-result"] != made["collect-losing"]

    run(play)


def test_the_desk_speaks_for_seats_of_wood_and_nobody_else_does() -> None:
    async def play() -> None:
        async with floor("ma-midi-squeeze", setup=DESK, virtual=False, terms=ServerOptions(demo=True)) as house:
            desk = house.live.house.desks["MD-11"]
            dealer, player = await staff(house, "Dee", Duty.DEALER), await house.guest()
            async with on_line(house, "MD-11", dealer) as line, on_line(house, "MD-11", player) as guest:
                due = (await line.until("expected"))["expected"]
                assert {one["by"] for one in due if one["do"] == "sit"} == {"player"}
                sits = {"do": "sit", "by": "player", "seat": 3, "buy_in": 500_00}
                first = (await line.do("sit", **sits))["accepted"]
                assert (await line.do("sit", **sits))["accepted"] == first | {"again": True}
                walk_in = desk.state.seated[3]
                assert walk_in.startswith(WALK_IN)
                refused = (await line.do("own", do="buy-in", seat=3, cents=100_00))["refused"]
                assert refused["reason"] == "wrong-role"  # as the dealer, who has no chips
                refused = await line.do("wallet", do="buy-in", by="player", seat=3, cents=100_00, transfer="t")
                assert refused["refused"]["reason"] == "wrong-role"  # a wallet is opened by its owner
                refused = (await line.do("floor", do="fill", by="floor", cents=100_00))["refused"]
                assert refused["reason"] == "wrong-role"
                assert "accepted" in await line.do("go", do="leave", by="player", seat=3)
                assert (await line.do("go", do="leave", by="player", seat=3))["accepted"]["again"]
                assert "accepted" in await guest.do("sit", do="sit", seat=3, buy_in=500_00)
                other = (await guest.do("x", do="sit", by="dealer", seat=4, buy_in=500_00))["refused"]
                assert other["reason"] == "wrong-role"
                forged = (await guest.do(f"{PREFIX}x", do="buy-in", seat=3, cents=100_00))["refused"]
                assert forged["reason"] == "malformed"
                assert "accepted" in await line.do("for", do="buy-in", by="player", seat=3, cents=100_00)
                assert desk.state.accounts["seat/3"] == 600_00

    run(play)


def test_the_desk_is_told_how_the_rulebook_wants_a_step_made() -> None:
    async def play() -> None:
        async with floor("md-mini-classic", setup=DESK, virtual=False, terms=ServerOptions(demo=True)) as house:
            (table,) = house.live.house.desks
            token, guest = await staff(house, "Dee", Duty.DEALER), await house.guest()
            async with on_line(house, table, token) as line, on_line(house, table, guest) as player:
                (inspect,) = (one for one in (await line.until("expected"))["expected"] if one["do"] == "perform")
                rules = house.live.house.desks[table].rules
                assert inspect["given"] == {"step": "inspect"}
                assert inspect["how"] == instruction(rules, "inspect")
                assert f"look over {rules.stock.decks} decks" in inspect["how"]
                assert not any("how" in one for one in (await player.until("expected"))["expected"])

    run(play)


def test_nobody_speaks_for_seats_where_there_are_screens() -> None:
    async def play() -> None:
        async with floor("ma-midi-squeeze", setup=DESK, virtual=True) as house:
            async with on_line(house, "MD-11", await staff(house, "Dee", Duty.DEALER)) as line:
                due = (await line.until("expected"))["expected"]
                assert {one["by"] for one in due} <= {"dealer"}
                refused = (await line.do("sit", do="sit", by="player", seat=3, buy_in=500_00))["refused"]
                assert refused["reason"] == "wrong-role"

    run(play)
