"""A rulebook of our own that permits many wagers of other places: every one is data, and needs no code."""

import json
from pathlib import Path

import pytest

from punto.law.rulebook import parse
from punto.library import Library
from tests.cli.running import punto
from tests.log.sessions import AUTO, script

HERE = Path(__file__).parent
BOOKS, TABLE = HERE / "books", HERE / "open_home.toml"
SIT = {"do": "sit", "by": "player", "who": "ann", "seat": 3, "buy-in": 50000}
CUT = {"do": "perform", "by": "player", "who": "ann", "step": "place-cut", "cards": 140}
SIX = "2c 9h 9d  5h 6d 10c Ks 10d"  # burned, then Player 5 with three cards, Banker 6 with two
PAID = {"half-banker": 1000, "lucky-6": 24000, "small-6": 44000, "player": 0, "big-6": 0}  # for $20 each


def bet(wager: str) -> dict[str, object]:
    return {"do": "wager", "by": "player", "who": "ann", "seat": 3, "wager": wager, "cents": 2000}


def test_it_is_sound_and_has_no_audit() -> None:
    found = punto("rules", "check", "open", "--rulebooks", BOOKS, "--json").json
    assert (found["sound"], found["audited"]) == (True, False)


def test_it_has_the_variants_and_every_section_once() -> None:
    book = Library(BOOKS).on(None).load("open")
    assert {law.variant for law in book.wagers} == {"", "vigorish", "ez", "half-on-6"}
    sections = [provision.section for provision in book.provisions.values()]
    assert len(set(sections)) == len(sections)
    assert parse((BOOKS / "open" / "rulebook.toml").read_text(encoding="utf-8")).law.cards.decks.most == 16


@pytest.mark.parametrize("command", [("check",), ("felt", "-o", "felt.svg"), ("simulate", "--shoes", "2")])
def test_commands_take_its_table(command: tuple[str, ...], tmp_path: Path) -> None:
    name, *options = (str(tmp_path / word) if word == "felt.svg" else word for word in command)
    where = ("--submission", TABLE) if name == "simulate" else (TABLE,)
    assert punto(name, *where, *options, "--rulebooks", BOOKS).code == 0


def test_a_coup_is_played_and_its_log_verifies(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    opened = {"open": {"submission": str(TABLE), "cards": SIX}}
    lines = script(opened, SIT, AUTO, CUT, AUTO, *map(bet, PAID), AUTO)
    run = punto("run", "-", "-o", log, "--rulebooks", BOOKS, stdin=lines)
    assert run.code == 0, run.err
    (settled,) = (one for one in map(json.loads, run.out.splitlines()) if one["event"] == "coup-settled/1")
    assert {line["wager"]: line.get("paid", 0) for line in settled["lines"]} == PAID
    report = punto("verify", log)
    assert (report.code, report.out.splitlines()[-1]) == (0, "whole; no audit for this document")
