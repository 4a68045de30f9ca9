"""The examples that need a floor, at a real one; all others are run for the manual's page (tests/test_manual.py)."""

import asyncio
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.floors import TABLE, floor, run
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


@pytest.mark.parametrize("name", FLOORS)
def test_without_a_floor_it_says_what_it_wants(name: str) -> None:
    path: Path = FOLDER / f"{name}.py"
    done = subprocess.run([sys.executable, path], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("say which floor and which table: ")
    assert done.stderr.count("\n") == 1
