"""Attacks with match play coupons, against a floor that is really served: none is invented, used twice or borrowed."""

import asyncio
from typing import Any

import pytest

from punto.accounts.staff import set_parameter
from punto.core.roles import Duty, Role
from punto.coupon import Status
from punto.coupon.messages import Issue
from punto.floor import Pace, Setup
from punto.record.durable import StoreError
from punto.record.export import export
from punto.record.memory import MemoryStore
from punto.server.live_floor import ServerOptions
from punto.verification.verify import verify
from tests.server.floors import Heard, Open, floor, on_line, run, staff, until
from tests.server.physical import Croupier
from tests.server.test_desk import HASTY
from tests.server.test_play import DESK, STILL

SALON = "B-1"  # ma-baccarat-salon
FACE = 100_00
COUPONS = "/api/pit/coupons"
PLAYING = Setup(pace=Pace(bets=1_500, beat=1, prepare=1, choice=50, round=0))


async def seated(house: Open, line: Heard, table: str = SALON, seat: int = 3) -> None:
    assert "accepted" in await line.do("sit", do="sit", seat=seat, buy_in=5_000_00)
    await line.phase(house.live, table, "betting")


async def who(house: Open, token: str) -> str:
    return (await house.live.caller(token)).who


async def issued(house: Open, flo: str, player: str, **fields: Any) -> dict[str, Any]:
    """A coupon that a floorperson issues over HTTP."""
    async with house.http(flo) as pit:
        body = {"player": await who(house, player), "cents": FACE, "days": 30, "why": "a birthday", **fields}
        answer = await pit.post(COUPONS, json=body)
    assert answer.status_code == 200, answer.text
    coupon: dict[str, Any] = answer.json()
    return coupon


async def lay(line: Heard, ident: str, seat: int = 3, **fields: Any) -> dict[str, Any]:
    """A wager on Tie, which always wins or loses, with a coupon beside it."""
    return await line.do(ident, do="wager", seat=seat, wager="tie", cents=FACE, **{"coupon": FACE, **fields})


def because(answer: dict[str, Any]) -> tuple[str, str]:
    refused = answer["refused"]
    return refused["reason"], refused["detail"].get("because", "")


async def verified(house: Open) -> None:
    records = [record async for record in house.live.house.store.records()]
    report = verify(export(MemoryStore(records), "0.1.0").encode())
    assert report.whole, {check: str(fault) for check, fault in report.faults.items()}


@pytest.mark.parametrize("name, table", [("ma-midi-squeeze", "MD-11"), ("ma-baccarat-salon", SALON)])
def test_an_invented_coupon_is_refused_at_an_automatic_table(name: str, table: str) -> None:
    async def play() -> None:
        async with floor(name, setup=STILL) as house, on_line(house, table, await house.guest()) as line:
            await seated(house, line, table)
            for ident, fields in (("a", {}), ("b", {"coupon_number": 1}), ("c", {"coupon_number": -1})):
                answer = await lay(line, ident, **fields)
                assert because(answer) == ("coupon-refused", "no-such-coupon" if fields else "not-issued")
                words = "There is no coupon" if fields else "This coupon was not issued"
                assert answer["refused"]["words"].startswith(words)
            forged = await lay(line, "d", coupon_seen_by="p-dealer")
            assert forged["refused"]["reason"] == "malformed"
            assert house.live.house.desks[table].state.coupons == {}
            assert await house.live.house.store.last("coupon/house") is None

    run(play)


def test_an_issued_coupon_is_taken_once() -> None:
    async def play() -> None:
        async with floor("ma-baccarat-salon", setup=PLAYING) as house:
            token, flo = await house.guest(), await staff(house, "Flo", Duty.FLOOR)
            async with on_line(house, SALON, token) as line, house.http(token) as own:
                await seated(house, line)
                number = (await issued(house, flo, token))["number"]
                (held,) = (await own.get("/api/account")).json()["coupons"]
                assert (held["number"], held["cents"]) == (number, FACE)
                desk = house.live.house.desks[SALON]
                await line.phase(house.live, SALON, "betting")
                coup, first = desk.state.coup, await lay(line, "lay", coupon_number=number)
                assert "accepted" in first, first
                again = await lay(line, "lay", coupon_number=number)
                assert again["accepted"] == first["accepted"] | {"again": True}, "sent twice, laid once"
                assert desk.state.coupons == {"felt/3/tie": FACE}
                assert because(await lay(line, "more", coupon_number=number)) == ("coupon-refused", "in-use")
                assert (await own.get("/api/account")).json()["coupons"] == []
                await until(lambda: desk.state.coup > coup)
                await line.phase(house.live, SALON, "betting")
                assert because(await lay(line, "next", coupon_number=number)) == ("coupon-refused", "used")
            state = await house.live.house.machines.coupon_book()
            assert state.coupons[number].status is Status.SURRENDERED
            await verified(house)

    run(play)


def test_a_withdrawn_coupon_is_taken_again() -> None:
    async def play() -> None:
        async with floor("ma-baccarat-salon", setup=STILL) as house:
            token, flo = await house.guest(), await staff(house, "Flo", Duty.FLOOR)
            async with on_line(house, SALON, token) as line:
                await seated(house, line)
                number = (await issued(house, flo, token))["number"]
                for ident in ("one", "two"):
                    assert "accepted" in await lay(line, ident, coupon_number=number)
                    assert "accepted" in await line.do(f"{ident}-back", do="withdraw", seat=3, wager="tie")
            await verified(house)

    run(play)


def test_another_players_an_expired_and_a_larger_coupon_are_refused() -> None:
    async def play() -> None:
        async with floor("ma-baccarat-salon", setup=STILL) as house:
            token, other, flo = await house.guest(), await house.guest(), await staff(house, "Flo", Duty.FLOOR)
            async with on_line(house, SALON, token) as line:
                await seated(house, line)
                theirs = (await issued(house, flo, other))["number"]
                assert because(await lay(line, "theirs", coupon_number=theirs)) == ("coupon-refused", "not-yours")
                number = (await issued(house, flo, token, cents=50_00))["number"]
                assert because(await lay(line, "larger", coupon_number=number)) == ("coupon-refused", "wrong-face")
                now = house.live.clock()
                brief = await house.live.house.machines.coupon_do(
                    Issue(
                        id="brief",
                        by=Role.FLOOR,
                        who="p-flo",
                        at=now,
                        holder=await who(house, token),
                        cents=25_00,
                        expires=now + 30,
                        alone=FACE,
                        why="for a moment",
                    )
                )
                await asyncio.sleep(0.05)
                late = await lay(line, "late", coupon=25_00, coupon_number=brief[0].number)  # type: ignore[index]
                assert because(late) == ("coupon-refused", "expired")

    run(play)


def test_above_the_threshold_two_people_issue_and_nobody_issues_to_themselves() -> None:
    async def play() -> None:
        async with floor("ma-baccarat-salon", setup=STILL) as house:
            await set_parameter(house.live.people, "coupon-alone", "15000", "a quiet week")
            token = await house.guest()
            flo, fay = await staff(house, "Flo", Duty.FLOOR), await staff(house, "Fay", Duty.FLOOR)
            async with on_line(house, SALON, token) as line, house.http(flo) as one, house.http(fay) as other:
                await seated(house, line)
                first, second = await issued(house, flo, token), await issued(house, flo, token)
                assert (first["status"], second["status"]) == ("ready", "pending"), "200 dollars of one day"
                where = f"{COUPONS}/{second['number']}"
                refused = await lay(line, "early", coupon_number=second["number"])
                assert because(refused) == ("coupon-refused", "not-countersigned")
                own = await one.post(f"{where}/countersign", json={})
                assert (own.status_code, own.json()["error"]["code"]) == (409, "same-person")
                assert (await other.post(f"{where}/countersign", json={})).json()["status"] == "ready"
                assert "accepted" in await lay(line, "now", coupon_number=second["number"])
                laid = await other.post(f"{where}/cancel", json={"why": "a mistake"})
                assert laid.json()["error"]["code"] == "in-use"
                gone = await other.post(f"{COUPONS}/{first['number']}/cancel", json={"why": "a mistake"})
                assert gone.json()["status"] == "cancelled"
                self_issued = await one.post(
                    COUPONS, json={"player": "Flo", "cents": FACE, "days": 1, "why": "a gift to myself"}
                )
                assert self_issued.json()["error"]["code"] == "same-person"
                book = (await one.get(COUPONS)).json()
                assert [each["status"] for each in book["coupons"]] == ["laid", "cancelled"]
                assert (book["alone"], set(book["names"].values()) >= {"Flo", "Fay"}) == (15000, True)
            await verified(house)

    run(play)


def test_an_issue_that_is_sent_twice_issues_one_coupon() -> None:
    async def play() -> None:
        async with floor("ma-baccarat-salon", setup=STILL) as house:
            token, flo = await house.guest(), await staff(house, "Flo", Duty.FLOOR)
            one, other = [await issued(house, flo, token, id="form-7") for _ in range(2)]
            assert one == other
            assert (await house.live.house.machines.coupon_book()).last == 1

    run(play)


def test_who_is_not_of_the_floor_neither_issues_nor_reads_the_book() -> None:
    async def play() -> None:
        async with floor("ma-baccarat-salon", setup=STILL) as house:
            dee, token = await staff(house, "Dee", Duty.DEALER), await house.guest()
            body = {"player": await who(house, token), "cents": FACE, "days": 1, "why": "please"}
            for each in (dee, token):
                async with house.http(each) as client:
                    assert (await client.post(COUPONS, json=body)).status_code == 403
                    assert (await client.get(COUPONS)).status_code == 403
                    assert (await client.post(f"{COUPONS}/1/countersign", json={})).status_code == 403
            async with house.http(await staff(house, "Sue", Duty.SURVEILLANCE)) as client:
                assert (await client.get(COUPONS)).status_code == 200
                assert (await client.post(COUPONS, json=body)).status_code == 403
            async with house.http(await staff(house, "Flo", Duty.FLOOR)) as client:
                assert (await client.post(f"{COUPONS}/9/countersign", json={})).status_code == 404
                assert (await client.post(f"{COUPONS}/x/cancel", json={"why": "no"})).status_code == 404

    run(play)


def test_at_a_dealers_desk_the_entry_confirms_the_paper_coupon_and_a_player_cannot() -> None:
    async def play() -> None:
        async with floor(
            "ma-midi-squeeze", setup=DESK, virtual=False, terms=ServerOptions(demo=True, limits=HASTY)
        ) as house:
            desk = house.live.house.desks["MD-11"]
            dee, flo = await staff(house, "Dee", Duty.DEALER), await staff(house, "Flo", Duty.FLOOR)
            async with (
                on_line(house, "MD-11", dee) as dealer,
                on_line(house, "MD-11", flo) as floor_line,
                on_line(house, "MD-11", await house.guest()) as player,
            ):
                croupier = Croupier(dealer, floor_line, desk.rules.shoe.decks, 5)

                def until_betting() -> None:
                    while not (desk.state.phase == "betting" and desk.state.seated):
                        croupier.act()

                await asyncio.to_thread(until_betting)
                free = next(seat for seat in range(1, 8) if seat not in desk.state.seated)
                assert "accepted" in await player.do("sit", do="sit", seat=free, buy_in=1_000_00)
                own = await player.do("own", do="wager", seat=free, wager="player", cents=FACE, coupon=FACE)
                assert because(own) == ("coupon-refused", "not-issued")
                seat = next(seat for seat in desk.state.seated if seat != free)
                entered = await dealer.do(
                    "paper", do="wager", by="player", seat=seat, wager="player", cents=FACE, coupon=FACE
                )
                assert "accepted" in entered, entered
                assert desk.state.coupons[f"felt/{seat}/player"] == FACE
            last = await house.live.house.store.last("table/MD-11")
            assert last is not None
            assert last.batch.command.coupon_seen_by == await who(house, dee)

    run(play)


def test_an_append_whose_answer_is_lost_lays_the_coupon_once() -> None:
    """Wager and coupon are one append: after a failure both are there or neither, and the same id goes on from that."""

    async def play(written: bool) -> None:
        async with floor("ma-baccarat-salon", setup=STILL) as house:
            store, token = house.live.house.store, await house.guest()
            number = (await issued(house, await staff(house, "Flo", Duty.FLOOR), token))["number"]
            append, failed = store.append, list[bool]()

            async def failing(writes: Any) -> Any:
                if failed or not any(write.stream == "coupon/house" for write in writes):
                    return await append(writes)
                failed.append(True)
                if written:
                    await append(writes)
                raise StoreError("the database is gone")

            async with on_line(house, SALON, token) as line:
                await seated(house, line)
                store.append = failing  # type: ignore[method-assign]
                lost = await lay(line, "lay", coupon_number=number)
                assert lost["refused"]["reason"] == "not-kept-here"
                desk = house.live.house.desks[SALON]
                await until(lambda: desk.open)
                again = await lay(line, "lay", coupon_number=number)
                assert again["accepted"]["again"] is written
                assert desk.state.coupons == {"felt/3/tie": FACE}
                assert because(await lay(line, "more", coupon_number=number)) == ("coupon-refused", "in-use")
            await verified(house)

    for written in (True, False):
        run(lambda written=written: play(written))  # type: ignore[misc]


def test_a_coupon_that_is_laid_at_two_tables_at_once_lies_at_one() -> None:
    async def play() -> None:
        async with floor("ma-baccarat-salon", "ma-midi-squeeze", setup=STILL) as house:
            token = await house.guest()
            async with on_line(house, SALON, token) as one, on_line(house, "MD-11", token) as other:
                await seated(house, one)
                await seated(house, other, "MD-11")
                number = (await issued(house, await staff(house, "Flo", Duty.FLOOR), token))["number"]
                answers = await asyncio.gather(*(lay(line, "race", coupon_number=number) for line in (one, other)))
                refused = [answer for answer in answers if "accepted" not in answer]
                assert [because(answer) for answer in refused] == [("coupon-refused", "in-use")]
                laid = [table for table in (SALON, "MD-11") if house.live.house.desks[table].state.coupons]
                assert len(laid) == 1
                assert (await house.live.house.machines.coupon_book()).coupons[number].table == laid[0]
            await verified(house)

    run(play)
