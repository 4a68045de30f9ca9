"""What anybody can read up: the rules before they stake anything, and what was played, long after it was played."""

from itertools import pairwise
from typing import Any

import httpx2

from punto.core.roles import Duty
from punto.floor import Setup
from punto.record.durable import open_store
from tests.server.floors import QUICK, TABLE, busy, floor, on_line, run, staff, until

COUPS = 12  # at least ten can be recalled
PATH = f"/api/tables/{TABLE}"


async def recalled(client: httpx2.AsyncClient, coup: int) -> dict[str, Any]:
    answer = await client.get(f"{PATH}/coups/1/{coup}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    assert found["live"] is False  # whoever shows it says that it is history
    return dict(found["coup"])


def test_the_last_coups_are_recalled_whole_also_after_a_restart() -> None:
    async def play() -> None:
        store = await open_store("memory:")
        async with floor("md-mini-payout", setup=Setup(pace=QUICK), store=store) as house:
            async with busy(house):
                await until(lambda: house.live.house.desks[TABLE].state.coup > COUPS, 60)
            auditor = await staff(house, "Audrey", Duty.AUDITOR)
            async with house.http(auditor) as client:
                before = [await recalled(client, coup) for coup in range(1, COUPS + 1)]
        for coup, one in enumerate(before, 1):
            assert (one["coup"], one["finished"]) == (coup, True)
            assert [wager["wager"] for wager in one["wagers"]] == ["banker"]
            assert [card["place"] for card in one["cards"]][:4] == ["P1", "B1", "P2", "B2"]
            assert one["result"]["winner"] in ("player", "banker", "tie")
            assert [step["n"] for step in one["steps"]] == sorted(step["n"] for step in one["steps"])
        ends = [one["balances"][0] for one in before]
        assert all(one["after"] == following["before"] for one, following in pairwise(ends))
        async with floor(store=store) as again, again.http(auditor) as client:
            assert [await recalled(client, coup) for coup in range(1, COUPS + 1)] == before

    run(play)


def test_a_player_recalls_own_balances_and_nobody_elses() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=Setup(pace=QUICK)) as house, busy(house):
            token = await house.guest()
            desk = house.live.house.desks[TABLE]
            async with on_line(house, token=token) as line:
                await line.do("sit", do="sit", seat=3, buy_in=500_00)
                await until(lambda: desk.state.phase == "betting")
                answer = await line.do("bet", do="wagers", seat=3, stakes={"player": 50_00})
                assert "accepted" in answer, answer
                coup = desk.state.coup
            await until(lambda: desk.state.coup > coup, 60)
            async with house.http(token) as client:
                assert [one["seat"] for one in (await recalled(client, coup))["balances"]] == [3]
            async with house.http() as client:
                assert (await recalled(client, coup))["balances"] == []

    run(play)


def test_rules_are_read_before_anybody_logs_in() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=Setup(pace=QUICK)) as house, house.http() as client:
            rules = (await client.get(PATH)).json()["rules"]
            banker = next(one for one in rules["wagers"] if one["wager"] == "banker")
            assert banker["results"]
            assert banker["limits"]["least"] > 0
            assert banker["section"]
            assert (rules["vigorish"], rules["vigorish-when"]) == ("1/20", "with-payout")
            assert (await client.get("/api/odds?rulebook=md-mini")).status_code == 200
            assert (await client.get(f"{PATH}/felt.svg")).status_code == 200

    run(play)


def test_each_wager_says_what_it_is_to_the_page() -> None:
    async def play() -> None:
        async with floor("ma-mini-ez-royal", setup=Setup(pace=QUICK)) as house, house.http() as client:
            (name,) = house.live.house.desks
            rules = (await client.get(f"/api/tables/{name}")).json()["rules"]
            wagers = {one["wager"]: one for one in rules["wagers"]}
            assert [key for key, one in wagers.items() if one["main"]] == ["player", "ez-banker", "tie"]
            assert {key: one["hand"] for key, one in wagers.items() if one["hand"]} == {
                "player": "player",
                "ez-banker": "banker",
            }
            assert (wagers["dragon-7"]["side"], wagers["panda-8"]["side"]) == ("banker", "player")
            assert wagers["dragon-7"]["titles"] == {"en": "Dragon 7", "zh": "龙 7"}
            assert [key for key, one in wagers.items() if one["metered"]] == ["royal-9"]
            assert [key for key, one in wagers.items() if one["rides"]] == ["house-money"]
            assert wagers["house-money"]["settles"] == "before-third-cards"
            assert rules["combinations"]["1"]
            picture = (await client.get(f"/api/tables/{name}/picture")).json()["picture"]
            assert (picture["rides"], picture["metered"]) == ("house-money", "royal-9")

    run(play)
