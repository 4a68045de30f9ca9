"""Rulebooks of other jurisdictions from excerpts, as data alone: every command, the school and a live table take them.

They are test data and not the law of those places: ``books/README.md`` says what was read, and what is ours.
"""

import json
import re
from datetime import date
from pathlib import Path

import pytest

from punto.core.roles import Duty
from punto.law.rulebook import built_in
from punto.law.schema import OURS
from punto.library import Library
from punto.record.export import export
from punto.record.memory import MemoryStore
from punto.table.events import CoupSettled
from punto.verification.verify import verify
from tests.apps.cli.running import punto
from tests.game.sessions import VERSION
from tests.server.floors import floor, run, staff
from tests.walk.rounds import Rounds
from tests.walk.swaps import COUPS

HERE = Path(__file__).parent
BOOKS, TABLES = HERE / "books", HERE / "tables"
IDS = sorted(path.name for path in BOOKS.iterdir() if path.is_dir())
LIBRARY = Library(BOOKS)
TODAY = date(2026, 11, 1)
each = pytest.mark.parametrize("name", IDS)
# Edges of the Banker wager with eight decks, as published for its payout.
EDGES = {
    "fr-punto": 0.010579,
    "gb-punto": 0.010579,
    "mo-baccarat": 0.014581,
    "nsw-baccarat": 0.014581,
    "ny-mini": 0.010579,
    "pa-mini": 0.010183,
}


def table(name: str) -> Path:
    return TABLES / f"{name}.toml"


def test_there_are_books_of_six_places_and_none_is_built_in() -> None:
    assert IDS == ["fr-punto", "gb-punto", "mo-baccarat", "nsw-baccarat", "ny-mini", "pa-mini"]
    assert not set(IDS) & set(built_in())
    assert {path.stem for path in TABLES.glob("*.toml")} == set(IDS)


@each
def test_it_is_sound_and_says_that_it_comes_from_excerpts(name: str) -> None:
    found = punto("rules", "check", name, "--rulebooks", BOOKS)
    assert found.code == 0, found.out
    assert set(re.findall(r": (sound.*)", found.out)) == {
        "sound; from excerpts of the document; no audit for this document"
    }
    listed = next(one for one in punto("rules", "list", "--rulebooks", BOOKS, "--json").json if one["id"] == name)
    assert listed["source"] == "excerpts"
    lines = punto("rules", "list", "--rulebooks", BOOKS).out.splitlines()
    told = next(number for number, line in enumerate(lines) if line.startswith(f"{name} "))
    assert "from excerpts of the document" in lines[told + 1]


@each
def test_every_value_has_its_section_or_is_ours(name: str) -> None:
    """A section is one that the page of sources names; what has none is marked."""
    sources = (BOOKS / "README.md").read_text(encoding="utf-8")
    for edition in LIBRARY.found(name).editions:
        book = edition.rulebook
        assert "(excerpts)" in book.title
        cited = {one.section for one in book.provisions.values()} - {OURS}
        assert cited
        assert {section for section in cited if f"`{section}`" not in sources} == set()


def test_what_cannot_be_expressed_is_listed_for_each() -> None:
    parts = re.split(r"^## ", (BOOKS / "README.md").read_text(encoding="utf-8"), flags=re.M)
    told = {part.split("`")[1]: part for part in parts[1:] if "`" in part.splitlines()[0]}
    assert set(told) == set(IDS)
    assert all("Not expressed:" in part for part in told.values())


# ---------------------------------------------------------------- the commands


@each
def test_its_table_is_lawful_and_drawn(name: str, tmp_path: Path) -> None:
    assert punto("check", table(name), "--rulebooks", BOOKS).code == 0
    assert punto("felt", table(name), "-o", tmp_path / "felt.svg", "--rulebooks", BOOKS).code == 0
    assert "(excerpts)" in (tmp_path / "felt.svg").read_text(encoding="utf-8")
    assert punto("rules", "show", name, "--rulebooks", BOOKS).code == 0


@each
def test_its_odds_and_its_par_sheet(name: str) -> None:
    odds = punto("odds", "--submission", table(name), "--rulebooks", BOOKS, "--json").json
    (banker,) = (key for key in odds["wagers"] if key.endswith("banker") and "-bonus-" not in key and "pair" not in key)
    expected = EDGES[name] if odds["decks"] == 8 else pytest.approx(EDGES[name], abs=5e-5)
    assert round(odds["wagers"][banker]["edge"], 6) == expected
    assert punto("odds", "--rulebook", name, "--rulebooks", BOOKS, "--json").json["rulebook"] == name
    par = punto("par", table(name), "--rulebooks", BOOKS, "--json").json
    assert name in json.dumps(par["rulebook"])


@each
@pytest.mark.slow
def test_it_is_simulated(name: str) -> None:
    found = punto("simulate", "--shoes", "20", "--submission", table(name), "--rulebooks", BOOKS, "--json").json
    assert found["rounds"] > 1000
    assert all(abs(wager["z"]) < 6 for wager in found["wagers"].values())


@each
def test_the_school_teaches_it(name: str) -> None:
    asked = ("school", "--rulebook", name, "--bank", "--questions", "12", "--seed", "3", "--rulebooks", BOOKS)
    found = punto(*asked).json
    assert len(found) == 12
    assert {one["rulebook"] for one in found} == {name}


@each
def test_twenty_coups_are_played_and_verified(name: str) -> None:
    book = LIBRARY.on(TODAY)
    rounds = Rounds("", 1, book.text(name), table(name).read_text(encoding="utf-8"))
    for _ in range(COUPS):
        rounds.round()
    settled = [event for event in rounds.events if isinstance(event, CoupSettled)]
    assert len(settled) == COUPS
    assert {line.wager for event in settled for line in event.lines} | {"house-money"} >= set(rounds.rules.limits)
    store = rounds.session.store
    assert isinstance(store, MemoryStore)
    report = verify(export(store, VERSION).encode())
    assert report.whole, report.faults


@each
def test_a_transcript_is_run_and_its_log_verified(name: str, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    lines = [
        {"open": {"submission": str(table(name)), "cards": "2c 9h 9d  Ks Qd 5d 5c 6h 3s"}},
        {"do": "sit", "by": "player", "who": "ann", "seat": 3, "buy-in": 50000},
        {"auto": "dealer"},
        {"do": "perform", "by": "player", "who": "ann", "step": "place-cut", "cards": 140},
        {"auto": "dealer"},
        {"do": "wager", "by": "player", "who": "ann", "seat": 3, "wager": "player", "cents": 10000},
        {"auto": "dealer"},
    ]
    script = "".join(json.dumps(line) + "\n" for line in lines)
    played = punto("run", "-", "-o", log, "--rulebooks", BOOKS, stdin=script)
    assert played.code == 0, played.err
    assert "coup-settled/1" in played.out
    report = punto("verify", log)
    assert (report.code, report.out.splitlines()[-1]) == (0, "intact; no audit for this document")


# ---------------------------------------------------------------- a live table


@each
def test_a_table_under_it_is_opened_on_a_floor(name: str) -> None:
    async def play() -> None:
        text = table(name).read_text(encoding="utf-8")
        async with floor(library=LIBRARY) as house:
            async with house.http(await staff(house, "Flo", Duty.FLOOR)) as client:
                listed = (await client.get("/api/rulebooks")).json()["rulebooks"]
                assert name in [one["id"] for one in listed]
                assert (await client.post("/api/check", json={"submission": text})).json()["lawful"]
                opened = await client.post("/api/pit/tables", json={"submission": text})
                assert opened.status_code in (200, 201), opened.text
                shown = await client.get(f"/api/tables/{opened.json()['table']}/picture")
                assert shown.json()["picture"]
            rules = house.live.house.desks[opened.json()["table"]].rules
            assert rules.rulebook.id == name

    run(play)


# ---------------------------------------------------------------- editions

MACAU = "mo-baccarat"
OLD, NEW = "2004-05-18", "2018-04-24"


@pytest.mark.parametrize(
    "day, edition", [("2004-05-18", OLD), ("2018-04-23", OLD), ("2018-04-24", NEW), ("2026-01-01", NEW)]
)
def test_the_day_decides_which_edition_is_in_force(day: str, edition: str) -> None:
    assert LIBRARY.load(MACAU, date.fromisoformat(day)).edition == edition
    lawful = punto("check", table(MACAU), "--rulebooks", BOOKS, "--on", day)
    assert lawful.code == (0 if edition == NEW else 1), lawful.out  # Lucky 6 and half on six came later
    assert ("lucky-6" in lawful.out) == (edition == OLD) or edition == NEW


def test_no_edition_is_in_force_before_the_first() -> None:
    refused = punto("check", table(MACAU), "--rulebooks", BOOKS, "--on", "2004-05-17")
    assert refused.code == 1
    assert "mo-baccarat is not in force on 2004-05-17: its first day is 2004-05-18" in refused.out


def test_the_difference_of_two_editions_is_what_was_amended() -> None:
    shown = punto("rules", "diff", f"{MACAU}@{OLD}", f"{MACAU}@{NEW}", "--rulebooks", BOOKS, "--json").json
    text = punto("rules", "diff", f"{MACAU}@{OLD}", f"{MACAU}@{NEW}", "--rulebooks", BOOKS).out
    only = text.partition("Only in")[2]
    for key in ("wager.half-banker", "pay.half-banker", "wager.lucky-6", "pay.lucky-6", "layout.lucky-6-area"):
        assert key in only
        assert key in json.dumps(shown)
    assert "burn.shown" not in text
    assert "variant: vigorish" in text  # of the Banker, which is now one of two
