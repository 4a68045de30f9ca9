"""A rulebook from outside, served: its room, its odds, its questions, and a table under the edition of the day."""

import os
import time
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from punto.core.roles import Duty
from punto.floor import Clock, Floor
from punto.law.rulebook import RulebookError, built_in
from punto.library import Library
from punto.record.durable import open_store
from tests.outside import ID, NEW, OLD, SUBMISSION, TABLE, library, rulebook
from tests.server.floors import floor, run, staff


async def got(client: Any, path: str, **query: Any) -> Any:
    answer = await client.get(path, params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_it_is_served_beside_the_built_in_ones(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(library=Library(library(tmp_path))) as house, house.http() as client:
            listed = (await got(client, "/api/rulebooks"))["rulebooks"]
            assert [one["id"] for one in listed] == [*built_in(), ID]
            assert listed[-1]["in-force"] == f"in force from {NEW}"
            compared = await got(client, "/api/rulebooks/compare", books=f"md-mini,{ID}")
            assert [one["id"] for one in compared["rulebooks"]] == ["md-mini", ID]
            odds = await got(client, "/api/odds", rulebook=ID)
            assert (odds["rulebook"], odds["wagers"]["tie"]["results"][0]["pays"]) == (ID, 10)
            assert ID in [one["rulebook"] for one in (await got(client, "/api/odds/choices"))["books"]]
            checked = await client.post("/api/check", json={"submission": SUBMISSION})
            assert (checked.json()["rulebook"], checked.json()["lawful"]) == (ID, True)
            assert (await client.post("/api/felt", json={"submission": SUBMISSION})).status_code == 200
            assert ID in [one["rulebook"] for one in (await got(client, "/api/school"))["books"]]
            asked = await got(client, "/api/school/question", kind="count", rulebook=ID)
            told = await client.post("/api/school/answer", json={"question": asked["id"], "said": "1"})
            assert told.status_code == 200, told.text

    run(play)


def test_a_table_is_opened_under_it_and_goes_on_without_the_folder(tmp_path: Path) -> None:
    async def play() -> None:
        store = await open_store("memory:")
        async with floor(store=store, library=Library(library(tmp_path))) as house:
            async with house.http(await staff(house, "Flo", Duty.FLOOR)) as client:
                opened = await client.post("/api/pit/tables", json={"submission": SUBMISSION})
                assert opened.json() == {"table": TABLE}, opened.text
                shown = await got(client, f"/api/tables/{TABLE}/picture")
                assert shown["picture"]
        async with floor(store=store) as again:  # the log brings the rulebook along
            rules = again.live.house.desks[TABLE].rules
            assert (rules.rulebook.id, rules.rulebook.edition) == (ID, NEW)
            async with again.http() as client:
                assert ID not in [one["id"] for one in (await got(client, "/api/rulebooks"))["rulebooks"]]

    run(play)


@pytest.mark.parametrize("name", ["no-mini", "../md-mini", "x" * 81, f"{ID}@{OLD}"])
def test_a_rulebook_that_is_not_there_is_one_sentence(name: str, tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(library=Library(library(tmp_path))) as house, house.http() as client:
            for path in ("/api/odds", "/api/school/question?kind=count", "/api/rulebooks/compare"):
                answer = await client.get(path, params={"rulebook": name, "books": name, "kind": "count"})
                assert answer.status_code == 400, path

    run(play)


def test_a_rulebook_with_a_finding_is_not_served_and_opens_no_table(tmp_path: Path) -> None:
    books = library(tmp_path)
    (books / ID / "2020-01-01.toml").write_text("nonsense")

    async def play() -> None:
        async with floor(library=Library(books)) as house:
            async with house.http(await staff(house, "Flo", Duty.FLOOR)) as client:
                assert [one["id"] for one in (await got(client, "/api/rulebooks"))["rulebooks"]] == list(built_in())
                odds = await client.get("/api/odds", params={"rulebook": ID})
                assert (odds.status_code, f"{ID}/2020-01-01.toml:1" in odds.text) == (400, True)
                assert str(tmp_path) not in odds.text  # the folders of the server concern no client
                opened = await client.post("/api/pit/tables", json={"submission": SUBMISSION})
                assert opened.status_code == 422
                assert [one["code"] for one in opened.json()["review"]["findings"]] == ["unsound-rulebook"]
            assert TABLE not in house.live.house.desks

    run(play)


def at(day: date) -> int:
    return int(datetime(day.year, day.month, day.day, 12, tzinfo=UTC).timestamp() * 1000)


def test_the_floor_opens_tables_under_the_edition_of_its_own_day(tmp_path: Path) -> None:
    folder = Library(library(tmp_path))

    async def play() -> None:
        for day, edition in ((date(2020, 1, 1), OLD), (date(2025, 1, 1), NEW)):
            house = await Floor.open(await open_store("memory:"), Clock(at(day)), library=folder)
            try:
                desk = await house.open_table(SUBMISSION)
                assert desk.rules.rulebook.edition == edition
            finally:
                await house.stop()
        early = await Floor.open(await open_store("memory:"), Clock(at(date(2010, 1, 1))), library=folder)
        try:
            with pytest.raises(RulebookError, match=f"{ID} is not in force on 2010-01-01"):
                await early.open_table(SUBMISSION)
            assert not early.desks
        finally:
            await early.stop()

    run(play)


def test_an_edition_is_in_force_from_midnight_in_the_time_zone_of_the_floor(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        evening = datetime(2024, 6, 30, 23, tzinfo=UTC)
        assert Clock(int(evening.timestamp() * 1000)).day() == date(2024, 6, 30)
        later = evening + timedelta(hours=4)  # 3 am UTC is still the evening in New York
        assert Clock(int(later.timestamp() * 1000)).day() == date(2024, 6, 30)

    with monkeypatch.context() as patched:
        patched.setitem(os.environ, "TZ", "America/New_York")
        time.tzset()
        run(play)
    time.tzset()


def test_two_texts_of_one_id_are_two_questions(tmp_path: Path) -> None:
    """The odds of an edition are not those that were counted for another one."""

    async def play() -> None:
        for number, tie in enumerate((8, 11)):
            books = tmp_path / str(number)
            books.mkdir()
            (books / f"{ID}.toml").write_text(rulebook(OLD, seats=7, tie=tie))
            async with floor(library=Library(books)) as house, house.http() as client:
                odds = await got(client, "/api/odds", rulebook=ID)
                assert odds["wagers"]["tie"]["results"][0]["pays"] == tie

    run(play)
