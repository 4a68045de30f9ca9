"""The administrator's room: every grant by a named person, with a second one where it matters; the console is seen."""

import asyncio
from base64 import b32decode
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP

from punto.accounts.staff import Invited, invite
from punto.core.roles import Duty
from punto.record.durable import open_store
from punto.server.live_floor import ServerOptions
from tests.apps.cli.running import punto
from tests.server.floors import Open, floor, run, until

PASSWORD = "a long password of the staff 71"


async def person(house: Open, name: str, *duties: Duty) -> tuple[str, str]:
    """A person of the house with duties and a password of their own: pseudonym and token."""
    invited = await invite(house.live.people, name, duties)
    assert isinstance(invited, Invited), invited
    async with house.http() as client:
        first = (await client.post("/api/login", json={"name": name, "password": invited.password})).json()
    async with house.http(first["token"]) as client:
        second = await client.post("/api/password", json={"new": PASSWORD})
    assert second.status_code == 200, second.text
    return invited.person.who, str(second.json()["token"])


async def ask(house: Open, token: str, path: str, **body: Any) -> tuple[int, Any]:
    async with house.http(token) as client:
        answer = await (client.post(f"/api/{path}", json=body) if body else client.get(f"/api/{path}"))
    return answer.status_code, answer.json()


def code_of(answer: tuple[int, Any]) -> str:
    return str(answer[1]["error"]["code"])


def test_an_administrator_grants_in_their_own_name_and_a_second_person_signs_where_it_matters() -> None:
    async def act() -> None:
        async with floor(terms=ServerOptions()) as house:
            ada, chief = await person(house, "Ada", Duty.ADMINISTRATOR)
            status, made = await ask(house, chief, "people", name="Dee")
            assert status == 200
            assert len(made["password"]) == 23
            dee = made["who"]
            grant = {"id": "g-1", "who": dee, "duty": "dealer"}
            status, office = await ask(house, chief, "people/duty", **grant)
            assert status == 200
            (entry,) = [one for one in office["people"] if one["who"] == dee]
            assert (entry["duties"], entry["one-time"], entry["code"]) == (["dealer"], True, False)
            assert (office["journal"][0]["event"], office["journal"][0]["who"]) == ("duty-granted", ada)
            # the first floorperson is granted alone; from then on a second person signs
            fay, desk = await person(house, "Fay", Duty.FLOOR)
            bob, _ = await person(house, "Bob")
            signed = {"id": "g-2", "who": bob, "duty": "surveillance"}
            assert code_of(await ask(house, chief, "people/duty", **signed)) == "second-person"
            status, cosigned = await ask(
                house, chief, "cosign", place="house/floor", command=signed, name="Fay", password=PASSWORD
            )
            assert status == 200, cosigned
            token = {"cosign": cosigned["token"]}
            other = {**signed, "duty": "administrator"}
            assert code_of(await ask(house, chief, "people/duty", **other, **token)) == "cosign-void"
            higher = {**signed, "rank": "shift-manager"}  # which the second person did not sign
            assert code_of(await ask(house, chief, "people/duty", **higher, **token)) == "cosign-void"
            status, office = await ask(house, chief, "people/duty", **signed, **token)
            assert status == 200, office
            assert office["journal"][0]["detail"] == {"duty": "surveillance", "witness": fay}
            # no one entrusts themselves, and a floorperson has no say here
            assert code_of(await ask(house, chief, "people/duty", id="g-3", who=ada, duty="dealer")) == "house-refuses"
            for path in ("people/duty", "people/admit", "people/parameter", "people/renew"):
                assert (await ask(house, desk, path, id="g-4", who=bob, duty="floor"))[0] in (400, 403)
            assert (await ask(house, desk, "people"))[0] == 403

    run(act)


def test_people_are_disabled_renewed_and_parameters_set_with_a_reason_in_ones_own_name() -> None:
    async def act() -> None:
        async with floor(terms=ServerOptions()) as house:
            ada, chief = await person(house, "Ada", Duty.ADMINISTRATOR)
            dee, dealer = await person(house, "Dee", Duty.DEALER)
            assert (await ask(house, dealer, "code", x=1))[0] == 400
            async with house.http(dealer) as client:
                begun = (await client.post("/api/code", json={})).json()
                totp = TOTP(b32decode(begun["secret"]), 6, SHA1(), 30)
                now = house.live.clock() // 1000
                assert (await client.post("/api/code/confirm", json={"code": "12"})).status_code == 403
                assert (
                    await client.post("/api/code/confirm", json={"code": totp.generate(now).decode()})
                ).status_code == 200
            async with house.http() as client:
                login = {"name": "Dee", "password": PASSWORD}
                asked = await client.post("/api/login", json=login)
                assert (asked.status_code, asked.json()["error"]["code"]) == (401, "code-needed")
                later = await client.post("/api/login", json=login | {"code": totp.generate(now + 30).decode()})
                assert later.status_code == 200, later.text
            assert (await ask(house, chief, "people/admit", who=dee, off=True, why=""))[0] == 400
            status, office = await ask(house, chief, "people/admit", who=dee, off=True, why="left the house")
            assert status == 200
            assert (await ask(house, dealer, "me"))[0] == 403
            await ask(house, chief, "people/admit", who=dee, off=False, why="is back")
            status, renewed = await ask(house, chief, "people/renew", who=dee, why="lost the phone")
            assert status == 200
            async with house.http() as client:
                again = await client.post("/api/login", json={"name": "Dee", "password": renewed["password"]})
                assert again.status_code == 200, again.text  # without a code
            assert code_of(await ask(house, chief, "people/renew", who=ada, why="me")) == "same-person"
            status, office = await ask(house, chief, "people/parameter", name="alone", value=5000, why="the new rule")
            assert status == 200
            assert {"name": "alone", "value": 5000}.items() <= {**office["parameters"][1]}.items()
            assert (
                code_of(await ask(house, chief, "people/parameter", name="x", value=1, why="y")) == "no-such-parameter"
            )
            by = {entry["event"]: entry["who"] for entry in office["journal"]}
            assert {by[event] for event in ("person-disabled", "person-enabled", "parameter-changed")} == {ada}

    run(act)


@pytest.mark.slow
def test_an_act_from_the_console_is_an_emergency_that_surveillance_sees_within_a_second(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'floor.db'}"

    async def act() -> None:
        store = await open_store(url)
        async with floor(terms=ServerOptions(), store=store) as house:
            await person(house, "Ada", Duty.ADMINISTRATOR)
            _, eye = await person(house, "Eve", Duty.SURVEILLANCE)
            assert (await ask(house, eye, "emergencies"))[1] == {"emergencies": []}
            console = ("users", "add", "Zoe", "--role", "floor", "--database", url)
            said = await asyncio.to_thread(punto, *console)
            said.refused("the floor has an administrator", "in an emergency say --why")
            said = await asyncio.to_thread(punto, *console, "--why", "Ada is ill")
            assert said.code == 0, said.err

            async def seen() -> list[Any]:
                found: list[Any] = (await ask(house, eye, "emergencies"))[1]["emergencies"]
                return found

            await until(lambda: bool(house.live.people.journal.state.duties))
            (one,) = await seen()
            assert one["emergency"]
            assert one["detail"]["what"] == "console"
            assert one["detail"]["why"].endswith("add Zoe: Ada is ill")
        await store.close()

    run(act)
