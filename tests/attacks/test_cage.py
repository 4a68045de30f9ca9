"""Cash at the cage: one append, one key; a process that is killed loses nothing and pays nothing twice."""

import asyncio
import re
import signal
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest

from punto.accounts import Accounts
from punto.accounts.staff import Invited, invite
from punto.core.roles import Duty, Role
from punto.people.administration.messages import CashMoved
from punto.record.archive import archive
from punto.record.durable import Durable, open_store
from punto.record.duties import JOURNAL
from punto.record.export import export
from punto.record.memory import MemoryStore
from punto.server.cage import recovered
from punto.server.live_floor import ServerOptions
from punto.verification.verify import Report, verify
from punto.wallet import Kind
from punto.wallet.messages import Begin, Open
from tests.server.floors import TABLE, admitted, floor, on_line, run, staff
from tests.server.test_play import STILL
from tests.server.test_wallets import registered

DEPOSITS, WITHDRAWALS = "/api/pit/deposits", "/api/pit/withdrawals"
KILLS = 8
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/")


def paid(key: str, cents: int, player: str = "Zoe Lee", why: str = "cash") -> dict[str, Any]:
    return {"player": player, "cents": cents, "why": why, "key": key}


async def verified(store: Durable) -> Report:
    return verify(export(MemoryStore([one async for one in store.records()]), "0.1.0").encode())


async def journaled(store: Durable) -> list[CashMoved]:
    records = await store.read(JOURNAL)
    return [event for one in records for event in one.batch.events if isinstance(event, CashMoved)]


def balance(moves: list[CashMoved]) -> int:
    return sum(one.cents if one.kind == "deposit" else -one.cents for one in moves)


def test_the_same_key_moves_money_once_and_another_content_is_refused() -> None:
    async def play() -> None:
        store = await open_store("memory:")
        async with floor("md-mini-payout", setup=STILL, terms=ServerOptions(demo=False), store=store) as house:
            token, flo, fay = (
                await registered(house),
                await staff(house, "Flo", Duty.FLOOR),
                await staff(house, "Fay", Duty.FLOOR),
            )
            async with house.http(flo) as pit, house.http(fay) as other:
                first = await pit.post(DEPOSITS, json=paid("key-00001", 800_00))
                assert (first.status_code, first.json()["cents"]) == (200, 800_00)
                assert (await pit.post(DEPOSITS, json=paid("key-00001", 800_00))).json() == first.json()
                assert (await other.post(DEPOSITS, json=paid("key-00001", 800_00))).json() == first.json()
                for changed in (paid("key-00001", 900_00), paid("key-00001", 800_00, why="again")):
                    refused = await pit.post(DEPOSITS, json=changed)
                    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "key-taken")
                stolen = await other.post(DEPOSITS, json=paid("key-00001", 700_00))
                assert (stolen.status_code, stolen.json()["error"]["code"]) == (409, "id-taken")
                turned = await pit.post(WITHDRAWALS, json=paid("key-00001", 800_00))
                assert turned.json()["error"]["code"] == "key-taken"
                both = await asyncio.gather(*(pit.post(DEPOSITS, json=paid("key-00002", 100_00)) for _ in range(5)))
                assert {one.json()["cents"] for one in both} == {900_00}
                assert (await pit.post(DEPOSITS, json={"player": "Zoe Lee", "cents": 1, "why": "x"})).status_code == 400
                out = await other.post(WITHDRAWALS, json=paid("key-00003", 300_00))
                assert out.json()["cents"] == 600_00
                over = await other.post(WITHDRAWALS, json=paid("key-00004", 600_01))
                assert (over.status_code, over.json()["error"]["code"]) == (409, "not-enough")
            async with on_line(house, token=token) as line:
                assert "accepted" in await line.do("sit", do="sit", seat=3, buy_in=500_00)
            moves = await journaled(store)
            assert balance(moves) == 600_00
            assert len(moves) == 3
            assert (await verified(store)).whole
            alone = verify((await archive(store, "0.1.0", TABLE)).encode())
            assert alone.whole, alone.faults  # a table's export holds the wallet, and not the journal
            assert JOURNAL not in alone.streams

    run(play)


def test_money_without_its_entry_and_an_entry_without_its_money_are_found() -> None:
    async def play() -> None:
        store = await open_store("memory:")
        async with floor(terms=ServerOptions(demo=False), store=store) as house:
            await registered(house)
            async with house.http(await staff(house, "Flo", Duty.FLOOR)) as pit:
                await pit.post(DEPOSITS, json=paid("key-00001", 800_00))
                await pit.post(DEPOSITS, json=paid("key-00002", 100_00))
        records = [one async for one in store.records()]
        for missing in ("wallet/", "house/"):
            last = max(n for n, one in enumerate(records) if one.stream.startswith(missing) and b'"cents"' in one.body)
            cut = [one for n, one in enumerate(records) if n != last and not (missing == "house/" and n > last + 1)]
            report = verify(export(MemoryStore(cut), "0.1.0").encode())
            assert "settlement" in report.faults, missing

    run(play)


def test_a_transfer_that_an_earlier_version_left_half_done_is_finished_at_the_start() -> None:
    async def play() -> None:
        store = await open_store("memory:")
        async with floor(terms=ServerOptions(demo=False), store=store) as house:
            machines, who = house.live.house.machines, "p-0123456789abcdef"
            await machines.wallet_do(who, Open(id="open", by=Role.SYSTEM, who="house", at=1, owner=who))
            half = Begin(
                id="b", by=Role.PLAYER, who=who, at=1, transfer="b", kind=Kind.DEPOSIT, cents=500, place="cage"
            )
            await machines.wallet_do(who, half)
            await store.erase("cage", "settled")  # a database of before
            assert (await machines.wallet(who)).available == 0
            await recovered(house.live.house)
            state = await machines.wallet(who)
            assert (state.available, dict(state.pending)) == (500, {})

    run(play)


@pytest.mark.slow
def test_a_killed_process_pays_once_and_journals_once(tmp_path: Path) -> None:
    """A real process is killed at random moments of a payment, which is sent again until it is answered."""

    async def play() -> None:
        database, chance = f"sqlite:///{tmp_path / 'floor.db'}", Random(20261118)
        flo, who = await prepared(database)
        process, client = await served(database, flo)
        sent: dict[str, int] = {}
        for number in range(KILLS):
            key, cents = f"key-{number:05}", chance.randint(1, 9) * 1_00
            body, sent[key] = paid(key, cents), cents
            asking = asyncio.create_task(client.post(DEPOSITS, json=body))
            await asyncio.sleep(chance.random() * 0.03)
            process.send_signal(signal.SIGKILL)
            await process.wait()
            await asyncio.gather(asking, return_exceptions=True)
            await client.aclose()
            process, client = await served(database, flo)
            for _ in range(2):  # and once more after the answer
                answer = await client.post(DEPOSITS, json=body)
                assert (answer.status_code, answer.json()["cents"]) == (200, sum(sent.values())), answer.text
        await client.aclose()
        process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0
        store = await open_store(database)
        moves = await journaled(store)
        assert {one.transfer: one.cents for one in moves} == {f"cash-{key}": cents for key, cents in sent.items()}
        assert len(moves) == KILLS
        assert {one.person for one in moves} == {who}
        assert (await verified(store)).whole
        await store.close()

    asyncio.run(play())


async def prepared(database: str) -> tuple[str, str]:
    """Open a floor's accounts: the token of a floorperson, and the pseudonym of a player."""
    store = await open_store(database)
    people = await Accounts.open(store, lambda: time.time_ns() // 10**6)
    invited = await invite(people, "Flo", (Duty.FLOOR,))
    assert isinstance(invited, Invited)
    came = admitted(await people.login("Flo", invited.password))
    token = admitted(await people.change_password(came.token, "", "a password of Flo")).token
    person = await people.register("Zoe Lee", "three old cards")
    who = str(getattr(person, "who", ""))
    assert who
    people.close()
    await store.close()
    return token, who


async def served(database: str, token: str) -> tuple[asyncio.subprocess.Process, httpx2.AsyncClient]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "punto", "serve", "--database", database, "--port", "0"),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert process.stdout is not None
    while not (found := ADDRESS.findall((line := await process.stdout.readline()).decode())):
        assert line, "the floor did not open"
    headers = {"authorization": f"Bearer {token}"}
    return process, httpx2.AsyncClient(base_url=found[0], headers=headers, trust_env=False, timeout=30)
