"""People sign on at a table of a floor: their duties, their one post, and what each is shown as due."""

from typing import Any

from punto.accounts import Person
from punto.accounts.staff import revoke
from punto.core.roles import Duty, Role
from punto.record.export import export
from punto.record.memory import MemoryStore
from punto.table.commands import SignOff, SignOn
from punto.verification.verify import Report, verify
from tests import filed
from tests.server.floors import Heard, Open, floor, on_line, run, staff
from tests.server.test_play import DESK

PEOPLE = {"Dora": Duty.DEALER, "Eve": Duty.DEALER, "Fay": Duty.FLOOR}
POSTS = "\n[staff]\nposts = true\n"


async def tables(house: Open, *names: str) -> None:
    """Open tables with posts, beside the floor's first."""
    for name in names:
        text = filed.text("md-mini-classic").replace('table = "', f'table = "{name}-', 1) + POSTS
        await house.live.keep(await house.live.house.open_table(text, DESK, virtual=False))


async def person(house: Open, token: str) -> str:
    found = await house.live.people.person(token)
    assert isinstance(found, Person)
    return found.who


async def due_from(line: Heard) -> list[str]:
    """The commands that are due from the user of a line."""
    said = await line.until("expected")
    return [act["command"] for act in said["expected"] if act.get("must")]


async def verified(house: Open) -> Report:
    records = [record async for record in house.live.house.store.records()]
    return verify(export(MemoryStore(records), "test").encode())


async def given(line: Heard, ident: str, **command: Any) -> str:
    """Give a command, and return "" or why it was refused."""
    answer = await line.do(ident, **command)
    return str(answer["refused"]["reason"]) if "refused" in answer else ""


def test_a_person_has_one_post_on_the_floor_and_the_assigned_one_is_a_floorperson() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=DESK, virtual=False) as house:
            await tables(house, "A", "B")
            one, two = sorted(name for name in house.live.rooms if name[:2] in ("A-", "B-"))
            tokens = {name: await staff(house, name, duty) for name, duty in PEOPLE.items()}
            who = {name: await person(house, token) for name, token in tokens.items()}
            async with on_line(house, one, tokens["Dora"]) as dora, on_line(house, one, tokens["Fay"]) as fay:
                assert await given(dora, "1", do="sign-on", post="dealer") == ""
                assert await given(fay, "2", do="assign-floor", whom=who["Eve"]) == "not-floor"
                assert await given(fay, "3", do="assign-floor", whom=who["Fay"]) == ""
                assert {*house.live.house.desks[one].state.posts} == {who["Dora"], who["Fay"]}
            async with on_line(house, two, tokens["Dora"]) as dora, on_line(house, two, tokens["Eve"]) as eve:
                assert await given(dora, "4", do="sign-on", post="dealer") == "posted-elsewhere"
                assert await given(eve, "5", do="sign-on", post="dealer") == ""
                assert await given(dora, "6", do="relieve", whom=who["Eve"]) == "posted-elsewhere"
                assert (await verified(house)).whole
                await revoke(house.live.people, who["Eve"], Duty.DEALER)
                await eve.say(do={"id": "7", "do": "sign-off"})
                assert (await eve.until("bye"))["bye"]  # an open line ends with the duty
            forged = SignOn(id="8", by=Role.DEALER, who=who["Dora"], at=house.live.clock(), post="dealer")
            desk = house.live.house.desks[two]
            await desk.do(SignOff(id="9", by=Role.DEALER, who=who["Eve"], at=house.live.clock()))
            await desk.do(forged)
            words = (await verified(house)).faults["duties"].words
            assert words == f"{who['Dora']} had a dealer's post at {one} when this one was taken"

    run(play)


def test_each_is_shown_what_their_post_allows_and_the_pit_who_stands_where() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=DESK, virtual=False) as house:
            await tables(house, "A")
            (table,) = (name for name in house.live.rooms if name.startswith("A-"))
            tokens = {name: await staff(house, name, duty) for name, duty in PEOPLE.items()}
            fay = await person(house, tokens["Fay"])
            async with on_line(house, table, tokens["Dora"]) as dora, on_line(house, table, tokens["Eve"]) as eve:
                assert await due_from(dora) == await due_from(eve) == ["sign-on"]
                assert await given(dora, "1", do="sign-on", post="dealer") == ""
                async with on_line(house, table, tokens["Fay"]) as line:
                    assert await due_from(line) == ["assign-floor"]
                    assert await given(line, "2", do="assign-floor") == ""
                await dora.until(lambda said: any(act["command"] == "perform" for act in said.get("expected", ())))
                assert await given(eve, "3", do="perform", step="inspect") == "wrong-post"
            async with house.http(tokens["Fay"]) as client:
                pit = (await client.get("/api/pit")).json()
                (row,) = (one for one in pit["tables"] if one["table"] == table)
                assert [(one["post"], one["who"] == fay) for one in row["posts"]] == [
                    ("dealer", False),
                    ("floor", True),
                ]
                picture = (await client.get(f"/api/tables/{table}/picture")).json()["picture"]
                assert picture["posted"] is True
                assert len(picture["posts"]) == 2
            async with house.http() as client:
                stranger = (await client.get(f"/api/tables/{table}/picture")).json()["picture"]
                assert not stranger.get("posts")

    run(play)
