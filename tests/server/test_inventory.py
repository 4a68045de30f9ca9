"""A table's inventory over HTTP: a count by two, a fill through all hands, and its slip as PDF."""

from typing import Any

from punto.core.roles import Duty
from punto.floor import Setup
from punto.report.slip import slip_facts, slip_pdf
from tests.server.floors import QUICK, TABLE, floor, run, staff

ONE = f"inventory/{TABLE}"
TRAY = {"10000": 5_000, "100000": 500}


async def post(client: Any, path: str, body: Any) -> Any:
    return await client.post(f"/api/{path}", json=body)


async def signed(client: Any, body: dict[str, Any], name: str) -> dict[str, Any]:
    sign = {"name": name, "password": f"a password of {name}", "place": ONE, "command": body}
    answer = await post(client, "cosign", sign)
    assert answer.status_code == 200, answer.text
    return {**body, "cosign": answer.json()["token"]}


def test_a_fill_goes_through_all_hands_and_is_printed() -> None:
    async def work() -> None:
        async with floor("md-mini-payout", setup=Setup(driver="desk", pace=QUICK), virtual=False) as house:
            fay, kim = await staff(house, "Fay", Duty.FLOOR), await staff(house, "Kim", Duty.CAGE)
            sid = await staff(house, "Sid", Duty.SECURITY)
            await staff(house, "Dan", Duty.DEALER)
            async with house.http(fay) as floorperson, house.http(kim) as bank, house.http(sid) as guard:
                count = {"id": "opening-0001", "moment": "opening", "tray": TRAY}
                alone = await post(floorperson, f"{ONE}/count", {**count, "cosign": "none.none"})
                assert (alone.status_code, alone.json()["error"]["code"]) == (409, "cosign-void")
                counted = await post(floorperson, f"{ONE}/count", await signed(floorperson, count, "Dan"))
                assert counted.status_code == 200, counted.text
                assert (counted.json()["moment"], counted.json()["difference"]) == ("opening", 0)
                fill = {"id": "request-0001", "kind": "fill", "tray": {"10000": 200}}
                assert (await post(bank, f"{ONE}/request", fill)).status_code == 403
                (slip,) = (await post(floorperson, f"{ONE}/request", fill)).json()["slips"]
                assert (slip["number"], slip["cents"], slip["due"]) == (1, 20_000_00, "prepared")
                early = await post(guard, f"{ONE}/slips/1/carry", {"id": "carry-0001"})
                assert (early.status_code, early.json()["error"]["code"]) == (409, "not-due")
                assert (await post(bank, f"{ONE}/slips/1/prepare", {"id": "prepare-0001"})).status_code == 200
                assert (await post(guard, f"{ONE}/slips/1/carry", {"id": "carry-0002"})).status_code == 200
                confirm = await signed(floorperson, {"id": "confirm-0001"}, "Dan")
                done = await post(floorperson, f"{ONE}/slips/1/confirm", confirm)
                assert done.status_code == 200, done.text
                assert (done.json()["rack"], done.json()["slips"][0]["status"]) == (1_020_000_00, "confirmed")
                made = await floorperson.get(f"/api/{ONE}/slips/1.pdf")
                assert (made.status_code, made.content[:5]) == (200, b"%PDF-")
                assert (await floorperson.get(f"/api/{ONE}/slips/7.pdf")).status_code == 404
                state = await house.live.house.machines.tray(TABLE)
            facts = slip_facts(state.slips[1], TABLE, "Chesapeake Casino", {})
            assert (facts["number"], facts["lines"]) == (f"{TABLE}-00001", [["$100", "200", "$20,000"]])
            assert [one[1] for one in facts["signatures"]] == [
                "requested",
                "prepared and counted",
                "carried chips and slip",
                "confirmed at the table",
                "counted at the table",
            ]
            assert slip_pdf(facts) == slip_pdf(facts), "the same slip gives the same bytes"

    run(work)
