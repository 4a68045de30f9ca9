"""Wagers of any key that are settled with four cards open, before third cards."""

import json
from pathlib import Path
from typing import Any

import pytest

from punto.law.check import check_text
from punto.law.rulebook import parse
from punto.rules.review import review_submission
from punto.rules.submission import read, shipped
from punto.views.results import results
from tests.apps.cli.running import punto
from tests.game.sessions import AUTO, script
from tests.law.schema_2 import with_wagers
from tests.law.test_schema_2 import OWN, wager

EARLY = 'settles = "before-third-cards"'
WAGERS = {
    "natural-8": '{ name = "win", when = { player-two = 8 } }',
    "twins": '{ name = "win", when = { suited-pairs = [1, 2] } }',
    "first-suit": '{ name = "win", when = { on = [{ cards = ["P1", "B1"], suits = 1 }] } }',
}
TEXT = with_wagers(OWN, *(wager(key, lines=line, more=EARLY) for key, line in WAGERS.items())).replace(
    'id = "ma-mini"', 'id = "xx-early"', 1
)
COUPS = {  # cards of a coup in which the wager wins, and in which it loses
    "natural-8": ("8h 2d Kd 3c", "7h 2d Kd 3c"),
    "twins": ("8h 2d 8h 3c 5d", "8h 2d 8d 3c 5d"),
    "first-suit": ("8h 2h Kd 3c", "8h 2d Kd 3c"),
}


def submission(*keys: str) -> str:
    text = shipped("ma-mini-classic").replace('rulebook = "ma-mini"', 'rulebook = "xx-early"', 1)
    offered = "\n".join(f"[wagers.{key}]" for key in keys)
    return text.replace("[wagers.tie]", f"{offered}\n[wagers.tie]", 1)


def test_the_book_is_sound() -> None:
    assert check_text(TEXT).findings == ()


def test_a_table_settles_one_wager_before_third_cards() -> None:
    filed = read(submission("natural-8", "twins")).submission
    assert filed is not None
    (one,) = review_submission(parse(TEXT), filed).findings
    assert (one.path, "before third cards" in one.message) == ("$.wagers.twins", True)


@pytest.mark.parametrize("wins", [True, False])
@pytest.mark.parametrize("key", WAGERS)
def test_it_is_settled_with_four_cards_open_and_the_log_verifies(key: str, wins: bool, tmp_path: Path) -> None:
    (tmp_path / "books" / "xx-early").mkdir(parents=True)
    (tmp_path / "books" / "xx-early" / "rulebook.toml").write_text(TEXT, encoding="utf-8")
    table, log = tmp_path / "table.toml", tmp_path / "log.jsonl"
    table.write_text(submission(key), encoding="utf-8")
    sit = {"do": "sit", "by": "player", "who": "ann", "seat": 3, "buy-in": 50000}
    cut = {"do": "perform", "by": "player", "who": "ann", "step": "place-cut", "cards": 140}
    bets = [{"do": "wager", "by": "player", "who": "ann", "seat": 3, "wager": each, "cents": 2500}
            for each in ("tie", key)]  # fmt: skip
    opened = {"open": {"submission": str(table), "cards": f"2c 9h 9d {COUPS[key][not wins]} 4d 5c"}}
    run = punto("run", "-", "-o", log, "--rulebooks", tmp_path / "books",
                stdin=script(opened, sit, AUTO, cut, AUTO, *bets, AUTO))  # fmt: skip
    assert run.code == 0, run.err
    assert '"refused"' not in run.out, run.out
    events: list[dict[str, Any]] = [json.loads(line) for line in run.out.splitlines()]
    names = [event.get("event", "") for event in events]
    (early,) = (event for event in events if event.get("event") == "house-money-settled/1")
    assert (early["wager"], early["category"], early["payout"]) == (key, *(("win", 5000) if wins else ("lose", 0)))
    assert names.index("house-money-settled/1") < names.index("coup-settled/1")
    (settled,) = (event for event in events if event.get("event") == "coup-settled/1")
    assert [line["wager"] for line in settled["lines"]] == ["tie"]
    report = punto("verify", log)
    assert (report.code, report.out.splitlines()[-1]) == (0, "intact; no audit for this document"), report.out


def test_results_name_the_wager() -> None:
    from punto.table.events import CoupEnded, HouseMoneySettled

    event = HouseMoneySettled(seat=3, wager="twins", category="win", stake=100, payout=200)
    (found,) = results([event, CoupEnded(coup=1, into="rack")])
    assert found[3].wagers[0].wager == "twins"
