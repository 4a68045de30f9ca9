"""A second person signs a command at the same screen: by name and password, for one command, for one minute."""

from typing import Any

import httpx2

from punto.accounts.staff import revoke
from punto.core.roles import Duty, Rank, Signature
from punto.record.duties import Duties
from punto.record.export import export
from punto.record.memory import MemoryStore
from punto.server.cosign import LIFE
from punto.server.live_floor import ServerOptions
from punto.verification.verify import verify
from tests.server.floors import TABLE, Open, floor, on_line, run, staff
from tests.server.test_play import DESK

BIG = 1_000_000_00  # above what one person moves alone
PLACE = f"table/{TABLE}"


def fill(ident: str = "fill-1", cents: int = BIG) -> dict[str, Any]:
    return {"id": ident, "do": "fill", "cents": cents}


async def signed(house: Open, asker: str, command: dict[str, Any], name: str, **more: Any) -> httpx2.Response:
    body = {"place": PLACE, "command": command, "name": name, "password": f"a password of {name}", **more}
    async with house.http(asker) as client:
        return await client.post("/api/cosign", json=body)


async def tried(house: Open, asker: str, command: dict[str, Any], token: str) -> dict[str, Any]:
    async with on_line(house, TABLE, asker) as line:
        await line.say(do=command, cosign=token)
        return await line.until(lambda said: "accepted" in said or "refused" in said)


def code(answer: httpx2.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def test_a_second_floorperson_signs_a_fill_and_the_log_names_both() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=DESK, virtual=False) as house:
            flo, _ = await staff(house, "Flo", Duty.FLOOR), await staff(house, "Pat", Duty.FLOOR)
            async with on_line(house, TABLE, flo) as line:
                assert (await line.do("fill-0", do="fill", cents=BIG))["refused"]["reason"] == "second-person"
            answer = await signed(house, flo, fill(), "Pat")
            assert answer.status_code == 200, answer.text
            token, pat = answer.json()["token"], answer.json()["who"]
            assert (await tried(house, flo, fill(), token))["accepted"]["again"] is False
            assert (await tried(house, flo, fill(), token))["accepted"]["again"] is True  # one command, one effect
            command = (await house.live.house.store.read(PLACE))[-1].batch.command
            assert command.witness == Signature(pat, Duty.FLOOR, Rank.FLOORPERSON)
            records = [record async for record in house.live.house.store.records()]
            assert verify(export(MemoryStore(records), "test").encode()).whole

    run(play)


def test_a_signature_is_for_one_command_of_one_sender_at_one_place() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=DESK, virtual=False) as house:
            flo, _ = await staff(house, "Flo", Duty.FLOOR), await staff(house, "Pat", Duty.FLOOR)
            fay = await staff(house, "Fay", Duty.FLOOR)
            token = (await signed(house, flo, fill(), "Pat")).json()["token"]
            elsewhere = (await signed(house, flo, fill(), "Pat", place="table/other")).json()["token"]
            for asker, command, with_token in (
                (flo, fill(cents=BIG + 100), token),  # another sum
                (flo, fill("fill-2"), token),  # another command
                (fay, fill(), token),  # another sender
                (flo, fill(), elsewhere),
                (flo, fill(), token[:-1] + ("0" if token[-1] != "0" else "1")),
                (flo, fill(), token.partition(".")[0]),
                (flo, fill(), "ü.ü"),
            ):
                refused = (await tried(house, asker, command, with_token))["refused"]
                assert refused["reason"] == "cosign-void"
            assert house.live.house.desks[TABLE].state.version == 1

    run(play)


def test_a_signature_ends_after_a_minute_and_with_the_duty() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=DESK, virtual=False) as house:
            flo, _ = await staff(house, "Flo", Duty.FLOOR), await staff(house, "Pat", Duty.FLOOR)
            people = house.live.people
            late, revoked = [(await signed(house, flo, fill(ident), "Pat")).json() for ident in ("fill-1", "fill-2")]
            assert await revoke(people, revoked["who"], Duty.FLOOR) is None
            assert (await tried(house, flo, fill("fill-2"), revoked["token"]))["refused"]["reason"] == "cosign-duty"
            now = people.clock
            people.clock = lambda: now() + LIFE + 1  # of the floor's accounts
            assert (await tried(house, flo, fill(), late["token"]))["refused"]["reason"] == "cosign-void"

    run(play)


def test_who_may_not_sign() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=DESK, virtual=False) as house:
            flo = await staff(house, "Flo", Duty.FLOOR)
            ada, pam = await staff(house, "Ada", Duty.AUDITOR), await staff(house, "Pam")
            cay = await staff(house, "Cay", Duty.CAGE)
            assert code(await signed(house, flo, fill(), "Flo")) == (409, "cosign-self")
            assert code(await signed(house, flo, fill(), "Ada")) == (409, "cosign-duty")
            assert code(await signed(house, flo, fill(), "Cay", duty="floor")) == (409, "cosign-duty")
            assert code(await signed(house, flo, fill(), "Cay", password="wrong")) == (403, "wrong-login")
            assert code(await signed(house, flo, {"do": "fill"}, "Cay")) == (400, "bad-body")
            assert code(await signed(house, pam, fill(), "Flo")) == (403, "wrong-role")  # a player asks for none
            assert code(await signed(house, ada, fill(), "Flo")) == (403, "wrong-role")
            assert (await signed(house, cay, fill(), "Flo")).status_code == 200

    run(play)


def test_a_client_names_neither_witness_nor_rank() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=DESK, virtual=False) as house:
            flo = await staff(house, "Flo", Duty.FLOOR)
            async with on_line(house, TABLE, flo) as line:
                for field, given in (("witness", {"who": "p-1", "duty": "floor"}), ("rank", "shift-manager")):
                    refused = (await line.do("one", do="fill", cents=BIG, **{field: given}))["refused"]
                    assert refused["reason"] == "malformed"
                    assert refused["detail"]["what"].startswith(field)

    run(play)


def test_a_visitor_of_a_demo_lets_another_visitor_sign() -> None:
    async def play() -> None:
        terms = ServerOptions(demo=True, staff="link")
        async with floor("md-mini-payout", setup=DESK, virtual=False, terms=terms) as house:
            async with house.http() as client:
                token = (await client.post("/api/guest", json={"duty": "floor", "staff": "link"})).json()["token"]
            wrong = await signed(house, token, fill(), "", staff="other")
            assert code(wrong) == (403, "wrong-role")
            given = (await signed(house, token, fill(), "", staff="link")).json()["token"]
            assert "accepted" in await tried(house, token, fill(), given)

    run(play)


def test_verification_asks_the_journal_for_the_second_person() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=DESK, virtual=False) as house:
            flo, _ = await staff(house, "Flo", Duty.FLOOR), await staff(house, "Pat", Duty.FLOOR)
            token = (await signed(house, flo, fill(), "Pat")).json()
            await tried(house, flo, fill(), token["token"])
            records = [record async for record in house.live.house.store.records()]
            duties = Duties(record.batch for record in records)
            at = records[-1].batch.command.at
            assert duties.held(token["who"], Duty.FLOOR, at)
            assert not duties.held(token["who"], Duty.CAGE, at)
            assert duties.ranked(token["who"], Rank.FLOORPERSON, at)
            assert not duties.ranked(token["who"], Rank.PIT_MANAGER, at)

    run(play)
