"""The examples that need a floor, at a real one; all others are run for the manual's page (tests/test_manual.py)."""

import asyncio
import runpy
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import punto
from punto.floor import Setup
from tests.apps.cli.test_serve import ask, process
from tests.server.floors import TABLE, floor, run
from tests.server.test_play import STILL
from tools.manual.examples import FLOORS, FOLDER, PROGRAMS


def test_every_example_is_on_the_page() -> None:
    assert sorted(PROGRAMS) == sorted(path.stem for path in FOLDER.glob("*.py"))


def loaded(name: str) -> dict[str, Callable[..., Any]]:
    return runpy.run_path(str(FOLDER / f"{name}.py"))


def test_a_program_watches_and_another_plays(capsys: pytest.CaptureFixture[str]) -> None:
    watch, play = loaded("watch_a_floor")["watch"], loaded("bot")["play"]

    async def both() -> None:
        async with floor("md-mini-payout") as house:
            playing = asyncio.create_task(play(house.url, TABLE, 100_00, coups=2))
            await watch(house.url, TABLE, coups=2)
            await playing

    run(both)
    said = capsys.readouterr().out
    assert f"{TABLE}: " in said
    assert [line.partition(":")[0] for line in said.splitlines()].count("banker") == 2
    assert sum(line.startswith("coup ") for line in said.splitlines()) == 2


@pytest.mark.slow
def test_the_bot_plays_at_the_demo_floor_that_it_names() -> None:
    """As its reader would run it: house players sit at the first seats of every demo table."""
    demo = process("serve", "--demo", "--database", "memory:", "--port", "0", "--bet-seconds", "1", "--rhythm", "speed")
    with demo as url:
        until_seated(url)
        done = subprocess.run(
            [sys.executable, FOLDER / "bot.py", url, TABLE, "1"],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.partition(":")[0] for line in done.stdout.splitlines()].count("banker") == 1


def until_seated(url: str) -> None:
    """Wait until house players sit at the table."""
    found: dict[str, Any] = {}
    for _ in range(600):
        found = {each["table"]: each for each in ask(url, "api/tables")["tables"]}  # type: ignore[attr-defined]
        if found[TABLE]["taken"] == 3:
            return
        time.sleep(0.1)
    raise AssertionError(f"no house players at {TABLE}: {found}")


def test_the_bot_says_that_a_table_is_full(capsys: pytest.CaptureFixture[str]) -> None:
    play = loaded("bot")["play"]

    async def full() -> None:
        async with floor("md-mini-payout", setup=Setup(players=7, pace=STILL.pace)) as house:
            async with punto.connect(house.url) as spectator, spectator.table(TABLE) as table, asyncio.timeout(30):
                while await table.free_seats():
                    await asyncio.sleep(0.05)
            await play(house.url, TABLE, 100_00, coups=1)

    run(full)
    assert capsys.readouterr().out == f"{TABLE} is full\n"


@pytest.mark.parametrize("name", FLOORS)
def test_without_a_floor_it_says_what_it_wants(name: str) -> None:
    path: Path = FOLDER / f"{name}.py"
    done = subprocess.run([sys.executable, path], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("say which floor and which table: ")
    assert done.stderr.count("\n") == 1
