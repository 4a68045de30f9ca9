"""Players' own limits on a floor, with real tables in the store beside them."""

from typing import Any

from punto.core.roles import Role
from punto.core.self_limits import DAY
from punto.people import responsible_play
from punto.people.responsible_play.messages import Reason
from punto.record.export import export
from punto.record.log_reader import read
from punto.record.memory import MemoryStore
from punto.record.store import Write
from punto.table.commands import Leave, Wager
from punto.verification.verify import verify
from tests.accounts.documents import Floor, run
from tests.game.sessions import one_coup

BET: dict[str, Any] = {"id": "x", "by": Role.PLAYER, "at": 0, "seat": 3}


async def with_one_coup(floor: Floor) -> None:
    for entry in read(one_coup()).entries:
        batch = entry.batch
        (record,) = await floor.books.append([Write(batch.stream, batch.n - 1, batch.command, batch.events)])
        floor.limits.see(record.batch)
    floor.at = 60_000


def reason(answer: responsible_play.Refusal | None) -> Reason | None:
    return answer.reason if answer else None


def test_limits_hold_at_the_tables_and_outlive_the_process(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        await with_one_coup(floor)
        assert (await floor.limits.standing("ann")).net == 9500
        wager = Wager(**BET, who="ann", wager="banker", cents=10_000)
        assert await floor.limits.may("ann", wager) is None
        assert await floor.limits.set("ann", "loss", 499) is None
        assert reason(await floor.limits.may("ann", wager)) is Reason.LOSS_LIMIT
        assert await floor.limits.set("ann", "loss", None) is None
        again = await Floor.on(floor.books, at=floor.at + DAY - 1)
        assert reason(await again.limits.may("ann", wager)) is Reason.LOSS_LIMIT
        again.at += 1
        assert await again.limits.may("ann", wager) is None

    run(test())


def test_a_pause_keeps_from_playing_and_not_from_leaving(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        assert await floor.limits.pause("ann", floor.at + DAY) is None
        assert reason(await floor.limits.pause("ann", floor.at + 1)) is Reason.NOT_SHORTER
        assert reason(await floor.limits.may("ann", Wager(**BET, who="ann", wager="tie", cents=1))) is Reason.PAUSED
        assert await floor.limits.may("ann", Leave(**BET, who="ann")) is None
        assert await floor.limits.may("bob", Wager(**BET, who="bob", wager="tie", cents=1)) is None
        floor.at += DAY
        assert await floor.limits.may("ann", Wager(**BET, who="ann", wager="tie", cents=1)) is None

    run(test())


def test_play_is_kept_and_gone_on_with(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        await with_one_coup(floor)
        await floor.limits.keep()
        await floor.limits.keep()
        again = await Floor.on(floor.books, at=floor.at)
        assert again.limits.play == floor.limits.play
        await floor.books.erase("play", "floor")
        anew = await Floor.on(floor.books, at=floor.at)
        assert anew.limits.play == floor.limits.play

    run(test())


def test_limits_are_in_the_chain_and_verify(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        await floor.limits.set("ann", "time", 60)
        await floor.limits.set("ann", "time", 30)
        await floor.limits.pause("ann", floor.at + DAY)
        log = export(MemoryStore(await floor.books.read("care/ann")), "0.1.0").encode()
        assert verify(log).whole
        loosened = log.replace(b'"amount":30,"begins"', b'"amount":90,"begins"')
        assert loosened != log
        assert "replay" in verify(loosened).faults

    run(test())
