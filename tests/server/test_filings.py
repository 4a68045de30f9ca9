"""The register of filings over HTTP: who may do what, from the draft to the amendment and the notice."""

from typing import Any

from punto.core.roles import Duty
from punto.floor import Setup
from punto.server.live_floor import ServerOptions
from tests.filings.register import HALF_AN_HOUR
from tests.server.floors import QUICK, Open, floor, run, staff, submission

NAME, TABLE = "ma-midi-squeeze", "MD-11"
DECISION = {"decision": "approved", "reference": "RS-2026-31", "dated": "2026-11-02"}
STILL = Setup(driver="desk", pace=QUICK)


async def given(client: Any, path: str, **body: Any) -> Any:
    answer = await client.post(f"/api/{path}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def approved(client: Any, kind: str, text: str, **fields: Any) -> int:
    made = await given(client, "filings", kind=kind, title=fields.pop("title", kind), text=text, **fields)
    await given(client, f"filings/{made['number']}/file", authority="Commission")
    await given(client, f"filings/{made['number']}/decide", **DECISION)
    number: int = made["number"]
    return number


def test_a_table_is_opened_amended_and_compared_under_its_filings() -> None:
    async def work() -> None:
        async with floor(terms=ServerOptions(filings="required")) as house:
            text = submission(NAME)
            newer = text.replace('pays = "8 to 1"', 'pays = "9 to 1"')
            async with house.http(await staff(house, "Fay", Duty.FLOOR)) as fay:
                refused = await fay.post(
                    "/api/pit/tables", json={"submission": text, "driver": "desk", "virtual": False}
                )
                assert (refused.status_code, refused.json()["error"]["code"]) == (409, "not-opened")
                assert "register of filings refuses: not-approved" in refused.json()["error"]["words"]
                old = await approved(fay, "rules", text)
                await approved(fay, "layout", text)
                opened = {"submission": text, "driver": "desk", "virtual": False}
                assert (await given(fay, "pit/tables", **opened))["table"] == TABLE
                new = await approved(fay, "rules", newer)
                unlawful = text.replace("seats = 7", "seats = 8")
                bad = await fay.post("/api/filings", json={"kind": "rules", "title": "t", "text": unlawful})
                assert (bad.status_code, bad.json()["error"]["code"]) == (422, "unlawful")
                assert bad.json()["review"]["findings"]
                other = await approved(fay, "rules", submission("md-mini-classic"))
                no = await fay.post(f"/api/filings/{other}/amend", json={"table": TABLE})
                assert (no.status_code, no.json()["error"]["code"]) == (409, "cannot-amend")
                await given(fay, f"filings/{new}/amend", table=TABLE)
                register = (await fay.get("/api/filings")).json()
                (table,) = register["tables"]
                assert (table["filing"], table["due"], table["unfiled"]) == (old, new, False)
                assert register["filings"][0]["standing"] == "in-force"
                found = (await fay.get("/api/filings/compare", params={"old": old, "new": new})).json()
                (tie,) = [one for one in found["edges"] if one["differs"]]
                assert (tie["wager"], round(tie["before"], 6), round(tie["after"], 6)) == ("tie", 0.143596, 0.048440)
                felt = await fay.get(f"/api/filings/{new}/felt.svg")
                assert felt.headers["content-type"].startswith("image/svg+xml")
                assert (await fay.get("/api/filings/99/felt.svg")).status_code == 404
                await given(fay, "filings/keep", table=TABLE)

    run(work)


def test_a_notice_is_given_by_the_floor_and_acknowledged_by_its_receivers() -> None:
    async def work() -> None:
        async with floor(NAME, setup=STILL, virtual=False) as house:
            await _noticed(house)

    run(work)


async def _noticed(house: Open) -> None:
    sue, rex = await staff(house, "Sue", Duty.SURVEILLANCE), await staff(house, "Rex", Duty.REGULATOR)
    async with (
        house.http(await staff(house, "Fay", Duty.FLOOR)) as fay,
        house.http(sue) as vera,
        house.http(rex) as reg,
    ):
        no = await fay.post("/api/notices", json={"pit": "Elsewhere", "value": False, "text": "It ends."})
        assert no.json()["error"]["code"] == "no-such-option"
        number = (await given(fay, "notices", pit="High limit", value=False, text="The further shuffle ends."))[
            "number"
        ]
        own = await fay.post(f"/api/notices/{number}/acknowledge", json={})
        assert own.status_code == 403, "a floorperson attests a delivery, and does not acknowledge"
        assert (await vera.post(f"/api/notices/{number}/cancel", json={"why": "no"})).status_code == 403
        await given(vera, f"notices/{number}/acknowledge")
        await given(reg, f"notices/{number}/acknowledge")
        again = await reg.post(f"/api/notices/{number}/acknowledge", json={})
        assert again.json()["error"]["code"] == "delivered-already"
        (notice,) = (await reg.get("/api/filings")).json()["notices"]
        later = max(one["at"] for one in notice["deliveries"])
        assert (notice["starts"], notice["minutes"], notice["section"]) == (
            later + HALF_AN_HOUR,
            30,
            "ma-midi 5(a)(1)-(2)",
        )
        assert (notice["state"], notice["tables"]) == ("running", [TABLE])
        assert [one["attested"] for one in notice["deliveries"]] == [False, False]
        assert (await vera.get("/api/filings")).json()["names"].keys() == {
            notice["who"],
            *(one["who"] for one in notice["deliveries"]),
        }
        await given(fay, f"notices/{number}/cancel", why="the pit was named wrongly")
        (after,) = (await fay.get("/api/filings")).json()["notices"]
        assert after["state"] == "cancelled"
