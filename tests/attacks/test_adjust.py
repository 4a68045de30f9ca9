"""One floorperson and a large sum: above the house's parameter a second, different person approves."""

from pathlib import Path
from typing import Any

import pytest

from punto.accounts.staff import grant, revoke, set_parameter
from punto.core.roles import Duty, Role
from punto.core.self_limits import DAY
from punto.floor import Setup
from punto.people.administration.messages import MoneyApproved, MoneyProposed
from punto.people.administration.state import PARAMETERS
from punto.record.archive import archive
from punto.record.durable import Durable, open_store
from punto.record.duties import JOURNAL
from punto.server import cage
from punto.server.live_floor import ServerOptions
from punto.table import Refusal
from punto.table.commands import Adjust, Fill
from punto.table.corrections import Cause
from punto.table.events import PaymentCorrected
from punto.verification.verify import verify
from tests.attacks.test_cage import DEPOSITS, WITHDRAWALS, paid, verified
from tests.game.sessions import forged
from tests.server.floors import QUICK, TABLE, Open, floor, on_line, run, staff, submission, until
from tests.server.test_play import DESK, seated
from tests.server.test_wallets import registered

ALONE = PARAMETERS["alone"].default
MONEY = "/api/pit/money"
ROOT = Path(__file__).parents[2]


async def opened(house: Open) -> None:
    """Open a table as the floor opens one: the sum that one person moves alone is in its log."""
    desk = await house.live.house.open_table(submission("md-mini-payout"), DESK, virtual=False, alone=ALONE)
    await house.live.keep(desk)


def adjustment(cents: int, key: str = "adjust-01", **more: Any) -> dict[str, Any]:
    named = {"cause": "dispute"} if not more else {}
    common = {"kind": "adjustment", "table": TABLE, "seat": 3, "cents": cents, "why": "paid short", "key": key}
    return {**common, **named, **more}


def test_a_large_adjustment_takes_two_people_and_is_made_once() -> None:
    async def play() -> None:
        store = await open_store("memory:")
        async with floor(store=store) as house:
            await opened(house)
            flo, fay = await staff(house, "Flo", Duty.FLOOR), await staff(house, "Fay", Duty.FLOOR)
            dee, desk = await staff(house, "Dee", Duty.DEALER), house.live.house.desks[TABLE]
            async with on_line(house, token=dee) as line:
                assert "accepted" in await line.do("sit", do="sit", by="player", seat=3, buy_in=500_00)
            async with on_line(house, token=flo) as line, house.http(flo) as one, house.http(fay) as other:
                large: dict[str, Any] = {"do": "adjust", "seat": 3, "cents": ALONE + 1_00, "why": "paid short"}
                bare = (await line.do("bare", **large | {"cents": 500}))["refused"]
                assert bare["reason"] == "cause-needed"
                named = large | {"cause": "dispute"}
                assert (await line.do("large", **named))["refused"]["reason"] == "second-person"
                forged = (await line.do("forged", **named, approved_by="p-somebody"))["refused"]
                assert forged["reason"] == "wrong-role"
                stolen = (await line.do("approved-cash-x", **named | {"cents": 500}))["refused"]
                assert stolen["reason"] == "malformed", "such an id is the server's"
                assert "accepted" in await line.do("small", **named | {"cents": 500})
                chips = desk.state.accounts["seat/3"]

                made = (await one.post(f"{MONEY}/propose", json=adjustment(ALONE + 1_00))).json()
                again = await one.post(f"{MONEY}/propose", json=adjustment(ALONE + 1_00))
                assert again.json() == made
                taken = await one.post(f"{MONEY}/propose", json=adjustment(ALONE + 2_00))
                assert taken.json()["error"]["code"] == "key-taken"
                (waiting,) = (await one.get("/api/pit")).json()["money"]
                assert (waiting["proposal"], waiting["cents"], waiting["seat"]) == (made["proposal"], ALONE + 1_00, 3)
                same = await one.post(f"{MONEY}/approve", json=made)
                assert (same.status_code, same.json()["error"]["code"]) == (409, "same-person")
                assert desk.state.accounts["seat/3"] == chips
                for _ in range(2):
                    assert (await other.post(f"{MONEY}/approve", json=made)).json() == made
                assert desk.state.accounts["seat/3"] == chips + ALONE + 1_00
                assert (await one.get("/api/pit")).json()["money"] == []
                late = await one.post(f"{MONEY}/decline", json=made)
                assert late.json()["error"]["code"] == "no-such-proposal"
            last = (await store.read(f"table/{TABLE}"))[-1].batch
            people = [(await house.live.caller(token)).who for token in (flo, fay)]
            (event,) = last.events
            assert isinstance(event, PaymentCorrected)
            assert [last.command.who, event.approved_by] == people
            assert event.cause == "dispute"
            assert (await verified(store)).whole
            await compared(store)

    run(play)


async def compared(store: Durable) -> None:
    """The journal's proposals and the table's acts are held to each other, whichever of them a forger changes."""

    def act(records: list[Any]) -> Any:
        return next(one for one in records if one["command"].get("approved-by"))

    def unproposed(records: list[Any]) -> None:
        act(records)["command"]["id"] = "approved-another"

    def otherwise(records: list[Any]) -> None:
        (record,) = (one for one in records if one["command"]["do"] == "propose-money")
        record["command"]["cents"] = record["events"][0]["cents"] = 7

    def undone(records: list[Any]) -> None:
        records.remove(act(records))

    data = (await archive(store, "0.1.0")).encode()
    for edit, words in (
        (unproposed, "and the journal has no proposal of it"),
        (otherwise, "the journal has another proposal"),
        (undone, f"this was approved, and table {TABLE} has not done it"),
    ):
        assert words in verify(forged(data, edit)).faults["duties"].words


def test_a_revoked_or_single_person_moves_nothing_and_nobody_for_themselves() -> None:
    async def play() -> None:
        async with floor() as house:
            await opened(house)
            tokens = [await staff(house, name, Duty.FLOOR) for name in ("Flo", "Fay")]
            flo, _ = [(await house.live.caller(token)).who for token in tokens]
            dee, desk = await staff(house, "Dee", Duty.DEALER), house.live.house.desks[TABLE]
            async with on_line(house, token=dee) as line:
                assert "accepted" in await line.do("sit", do="sit", by="player", seat=3, buy_in=500_00)
            async with house.http(tokens[0]) as one, house.http(tokens[1]) as other:
                made = (await one.post(f"{MONEY}/propose", json=adjustment(ALONE + 1_00))).json()
                await revoke(house.live.people, flo, Duty.FLOOR)
                gone = await other.post(f"{MONEY}/approve", json=made)
                assert gone.json()["error"]["code"] == "wrong-duty", "who proposed it is no floorperson any more"
                await grant(house.live.people, flo, Duty.FLOOR)
                assert (await other.post(f"{MONEY}/decline", json=made)).json() == made
                assert (await one.post(f"{MONEY}/approve", json=made)).status_code == 409
                nobody = await one.post(f"{MONEY}/propose", json=adjustment(ALONE + 1_00, "adjust-02", seat=5))
                assert nobody.status_code == 409
                bare = await one.post(f"{MONEY}/propose", json=adjustment(ALONE + 1_00, "adjust-03", cause=""))
                assert bare.json()["error"]["code"] == "cause-needed"
            seated = desk.state.seated[3]
            common: dict[str, Any] = {"id": "x", "by": Role.FLOOR, "at": 0, "seat": 3, "cents": 500, "why": "own"}
            for command in (
                Adjust(**common, who=seated, cause="dispute"),  # at the table itself, whatever the door would say
                Adjust(**common, who=flo, cause="dispute", approved_by=seated),
                Adjust(**{**common, "cents": ALONE + 1}, who=flo, cause="dispute"),
                Adjust(**common, who=flo, cause="dispute", approved_by=flo),
                Adjust(**common, who=flo),
                Adjust(**common, who=flo, cause="because"),
                Adjust(**common, who=flo, corrects=99, wager="banker"),
                Adjust(**common, who=flo, corrects=1, wager="roulette"),
                Fill(id="y", by=Role.FLOOR, at=0, who=flo, cents=ALONE + 1_00),
            ):
                assert isinstance(await desk.do(command), Refusal), command
            assert await cage.by_hand(house.live, desk, Adjust(**common, who=seated, cause="dispute")) == "own-account"

    run(play)


def test_many_small_sums_of_one_person_are_a_large_one() -> None:
    """Twenty deposits of the limit, ten adjustments of it: what one person moves alone is summed."""

    async def play() -> None:
        store = await open_store("memory:")
        async with floor(terms=ServerOptions(demo=False), store=store) as house:
            token = await registered(house)
            flo, fay = await staff(house, "Flo", Duty.FLOOR), await staff(house, "Fay", Duty.FLOOR)
            half = ALONE // 2
            async with house.http(flo) as one, house.http(fay) as other:
                for key in ("key-00001", "key-00002"):
                    assert (await one.post(DEPOSITS, json=paid(key, half))).status_code == 200
                over = await one.post(WITHDRAWALS, json=paid("key-00003", 1))
                assert (over.status_code, over.json()["error"]["code"]) == (409, "second-person")
                assert (await other.post(DEPOSITS, json=paid("key-00004", half))).status_code == 200, "another person"
                retry = await one.post(DEPOSITS, json=paid("key-00002", half))
                assert retry.status_code == 200, "a retry moves nothing"
                state = house.live.people.journal.state
                who = (await house.live.caller(flo)).who
                assert state.moved_today(who, house.live.clock()) == ALONE
                assert state.moved_today(who, house.live.clock() + DAY) == 0
            assert (await house.live.account((await house.live.caller(token)).who)).cents == 3 * half
            await opened(house)
            desk = house.live.house.desks[TABLE]
            dee = await staff(house, "Dee", Duty.DEALER)
            async with on_line(house, token=dee) as line:
                assert "accepted" in await line.do("sit", do="sit", by="player", seat=3, buy_in=500_00)
            async with on_line(house, token=flo) as line:
                adjust: dict[str, Any] = {"do": "adjust", "seat": 3, "why": "paid short", "cause": "dispute"}
                assert "accepted" in await line.do("a1", **adjust, cents=half)
                assert "accepted" in await line.do("a2", **adjust, cents=-half)
                third = (await line.do("a3", **adjust, cents=5_00))["refused"]
                assert third["reason"] == "second-person"
            fill = Fill(id="f", by=Role.FLOOR, at=0, who=who, cents=5_00)
            assert isinstance(await desk.do(fill), Refusal), "at the table itself, too"
            assert (await verified(store)).whole

    run(play)


def test_an_adjustment_corrects_a_wager_that_its_seat_had() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=Setup(pace=QUICK)) as house:
            flo, fay = await staff(house, "Flo", Duty.FLOOR), await staff(house, "Fay", Duty.FLOOR)
            desk = house.live.house.desks[TABLE]
            async with on_line(house, token=await house.guest()) as line:
                await seated(house, line)
                coup = desk.state.coup
                assert "accepted" in await line.do("bet", do="wagers", seat=3, stakes={"banker": 100_00})
                await until(lambda: desk.state.coup > coup)
                assert "accepted" in await line.do("later", do="wagers", seat=3, stakes={"player": 100_00})
            wrong: dict[str, Any] = {"do": "adjust", "seat": 3, "cents": 5_00, "why": "paid short"}
            async with on_line(house, token=flo) as line, house.http(fay) as other:
                never = (("tie", 0), ("banker", 1), ("player", 0))
                for wager, after in never:
                    named = {"corrects": coup + after, "wager": wager}
                    assert (await line.do(f"{wager}-{after}", **wrong, **named))["refused"]["reason"] == "no-such-wager"
                assert "accepted" in await line.do("right", **wrong, corrects=coup, wager="banker")
                made = await other.post(f"{MONEY}/propose", json=adjustment(1_00, corrects=coup, wager="tie"))
                assert made.json()["error"]["code"] == "no-such-wager"

    run(play)


def test_a_large_sum_of_cash_takes_two_people() -> None:
    async def play() -> None:
        store = await open_store("memory:")
        async with floor(terms=ServerOptions(demo=False), store=store) as house:
            token = await registered(house)
            flo, fay = await staff(house, "Flo", Duty.FLOOR), await staff(house, "Fay", Duty.FLOOR)
            async with house.http(flo) as one, house.http(fay) as other, house.http(token) as own:
                large = await one.post(DEPOSITS, json=paid("key-00001", ALONE + 1))
                assert (large.status_code, large.json()["error"]["code"]) == (409, "second-person")
                cash = {**paid("key-00001", ALONE + 1), "kind": "deposit"}
                made = (await one.post(f"{MONEY}/propose", json=cash)).json()
                assert (await one.post(f"{MONEY}/approve", json=made)).json()["error"]["code"] == "same-person"
                for _ in range(2):
                    assert (await other.post(f"{MONEY}/approve", json=made)).json() == made
                assert (await own.get("/api/account")).json()["cents"] == ALONE + 1
                out = {**paid("key-00002", ALONE + 2), "kind": "withdrawal"}
                more = (await one.post(f"{MONEY}/propose", json=out)).json()
                assert (await other.post(f"{MONEY}/approve", json=more)).json()["error"]["code"] == "not-enough"
                lower = house.live.people
                await set_parameter(lower, "alone", "0", "an audit")
                assert (await one.post(WITHDRAWALS, json=paid("key-00003", 1))).status_code == 409
                zoe = (await house.live.caller(token)).who
                await set_parameter(lower, "alone", str(ALONE), "the audit is over")
                await grant(house.live.people, zoe, Duty.FLOOR)  # who played, and has money in a wallet
                mine = await own.post(WITHDRAWALS, json=paid("key-00004", 1_00))
                assert mine.json()["error"]["code"] == "same-person"
                assert (await own.post(f"{MONEY}/approve", json=more)).json()["error"]["code"] == "same-person"
            assert (await verified(store)).whole

    run(play)


@pytest.mark.parametrize("act", ["approve", "decline", "start"])
def test_a_process_that_dies_after_the_table_and_before_the_journal_adjusts_once(act: str) -> None:
    async def play() -> None:
        store = await open_store("memory:")
        async with floor(store=store) as house:
            await opened(house)
            flo, fay = await staff(house, "Flo", Duty.FLOOR), await staff(house, "Fay", Duty.FLOOR)
            dee, desk = await staff(house, "Dee", Duty.DEALER), house.live.house.desks[TABLE]
            async with on_line(house, token=dee) as line:
                assert "accepted" in await line.do("sit", do="sit", by="player", seat=3, buy_in=500_00)
            async with house.http(flo) as one, house.http(await staff(house, "Fox", Duty.FLOOR)) as third:
                made = (await one.post(f"{MONEY}/propose", json=adjustment(ALONE + 1_00))).json()
                (proposal,) = house.live.people.journal.state.proposals.values()
                await cage._at_table(house.live, proposal, (await house.live.caller(fay)).who)  # and then it dies
                chips = desk.state.accounts["seat/3"]
                if act == "start":
                    await cage.finished(house.live)
                else:
                    await third.post(f"{MONEY}/{act}", json=made)
            assert desk.state.accounts["seat/3"] == chips
            records = [event for one in await store.read(JOURNAL) for event in one.batch.events]
            assert sum(isinstance(event, MoneyProposed) for event in records) == 1
            assert sum(isinstance(event, MoneyApproved) for event in records) == 1
            assert (await verified(store)).whole

    run(play)


def test_a_floor_opens_its_tables_with_the_sum_in_their_log() -> None:
    async def play() -> None:
        async with floor() as house, house.http(await staff(house, "Flo", Duty.FLOOR)) as pit:
            await pit.post("/api/pit/tables", json={"submission": "md-mini-payout"})
            assert house.live.house.desks[TABLE].state.alone == ALONE

    run(play)


def test_every_reason_code_is_in_the_manual() -> None:
    page = (ROOT / "docs" / "floor.md").read_text(encoding="utf-8")
    assert all(f"| `{cause}` |" in page for cause in Cause)
