"""Wagers of a rulebook whose fixed stakes feed meters: from the text to awards and a verified log."""

import json
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from punto.core.cards import Composition
from punto.law.check import check_text
from punto.law.finding import Code
from punto.law.rulebook import parse
from punto.odds import sheet
from punto.progressive import terms_of
from punto.rules.review import review_submission
from punto.rules.submission import read, shipped
from punto.school.kinds import KINDS
from punto.school.question import Asking
from punto.views.results import results
from punto.wagers.book import wager_of
from tests.apps.cli.running import punto
from tests.game.sessions import AUTO, script
from tests.law.schema_2 import part, wagers_of, with_wagers
from tests.law.test_schema_2 import wager

METERED = part("meters")
TEXT = with_wagers(wagers_of("md-mini"), METERED, base="md-mini").replace('id = "md-mini"', 'id = "xx-meters"', 1)
BOOK = parse(TEXT)
FILED = """[wagers.heavenly-9]
meters.heaven = { seed = 100000, rate = "20%", reserve = "10%", ceiling = 500000 }
"""
SUBMISSION = (
    shipped("md-mini-classic").replace('rulebook = "md-mini"', 'rulebook = "xx-meters"', 1)
    .replace("[wagers.tie]", f"{FILED}[wagers.tie]", 1)
)  # fmt: skip


def filed(*changes: tuple[str, str]) -> Any:
    text = SUBMISSION
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    submission = read(text).submission
    assert submission is not None
    return review_submission(BOOK, submission)


def test_the_book_is_sound_and_the_meters_are_filed() -> None:
    assert check_text(TEXT).findings == ()
    review = filed()
    assert review.findings == ()
    terms = terms_of(review.rules)
    assert (terms.name, terms.wager, terms.stake, terms.section) == ("heavenly-9", "heavenly-9", 500, "own 2")
    assert {name: (meter.seed, meter.rate) for name, meter in terms.meters.items()} == {
        "heaven": (100_000, Fraction(1, 5))
    }
    assert {name: tuple(award) for name, award in terms.awards.items()} == {
        "both": ("heaven", Fraction(1)),
        "banker-9": ("heaven", Fraction(1, 10)),
    }


@pytest.mark.parametrize(
    "old, new, path, words",
    [
        ("meters.heaven =", "meters.heven =", "meters.heven", "did you mean 'heaven'?"),
        (FILED, "[wagers.heavenly-9]\n", "meters.heaven", "needs its seed and rate"),
        ('rate = "20%"', 'rate = "120%"', "meters.heaven.rate", "not a percentage"),
        ("ceiling = 500000", "ceiling = 5", "meters.heaven.ceiling", "not above the seed"),
        ("[wagers.heavenly-9]", "[wagers.heavenly-9]\nminimum = 500", "", "the stake is fixed"),
        ("[wagers.heavenly-9]", '[wagers.heavenly-9]\npaytable = "1"', "paytable", "leave it out"),
        ("[wagers.heavenly-9]", "[wagers.heavenly-9]\nmust-hit = { seed = 1 }", "must-hit", "royal9 alone"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_the_filed_meters_is_a_finding(old: str, new: str, path: str, words: str) -> None:
    findings = filed((old, new)).findings
    place = f"$.wagers.heavenly-9{'.' if path else ''}{path}"
    assert any(one.path == place and words in one.message for one in findings), findings


def test_a_table_feeds_the_meters_of_one_wager() -> None:
    second = METERED.replace("heavenly-9", "hell-9").replace('"heaven"', '"hell"')
    book = parse(TEXT + second)
    text = SUBMISSION.replace("[wagers.tie]", FILED.replace("heavenly-9", "hell-9").replace("heaven", "hell")
                              + "[wagers.tie]", 1)  # fmt: skip
    submission = read(text).submission
    assert submission is not None
    (one,) = review_submission(book, submission).findings
    assert (one.path, "one wager of a table feeds meters" in one.message) == ("$.wagers.hell-9", True)


PUSH = '{ name = "win", when = { cards = 4 } }, { name = "push", when = { cards = 5 }, result = "push" }'
METER = 'win = { meter = "grand" }'


@pytest.mark.parametrize(
    "more, code, words",
    [
        (wager(pays=METER), Code.MISSING_TERM, "'stake-cents'"),
        (wager(lines=PUSH, pays=METER, more="stake-cents = 500"), Code.CONTRADICTION, "cannot be returned"),
        (wager(pays=METER, more='stake-cents = 500\neach = ["player", "banker"]'), Code.BEYOND_ENGINE, "one wager"),
        (wager(pays='win = { meter = "grand", percent = 0 }', more="stake-cents = 500"), Code.OUT_OF_RANGE, "1 to 100"),
        (wager(pays='win = { metr = "grand" }', more="stake-cents = 500"), Code.UNKNOWN_TERM, "did you mean"),
    ],
)
def test_a_wager_that_cannot_feed_its_meter_is_a_finding(more: str, code: Code, words: str) -> None:
    findings = check_text(with_wagers(wagers_of("md-mini"), more, base="md-mini")).findings
    assert any(one.code is code and one.path.startswith("pay.xx.win") and words in one.message for one in findings)


def test_its_odds_follow_the_meter() -> None:
    odds = sheet(Composition.decks(8), [wager_of(BOOK, "heavenly-9")])["heavenly-9"]
    lost = odds.at({"heaven": 0})
    paid = odds.at({"heaven": 100_000})
    chance = odds.probability("both") + odds.probability("banker-9") / 10
    assert paid.ev - lost.ev == chance * 200
    assert lost.ev == odds.probability("player-9") * 10 - 1


# ---------------------------------------------------------------- commands


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("meters")
    (folder / "books" / "xx-meters").mkdir(parents=True)
    (folder / "books" / "xx-meters" / "rulebook.toml").write_text(TEXT, encoding="utf-8")
    (folder / "table.toml").write_text(SUBMISSION, encoding="utf-8")
    return folder / "table.toml"


@pytest.mark.parametrize("command", [("check",), ("felt", "-o", "felt.svg"), ("par", "-o", "par.html"),
                                     ("simulate", "--shoes", "2")])  # fmt: skip
def test_commands_take_its_table(command: tuple[str, ...], table: Path, tmp_path: Path) -> None:
    name, *options = (str(tmp_path / word) if "." in word else word for word in command)
    where = ("--submission", table) if name == "simulate" else (table,)
    run = punto(name, *where, *options, "--rulebooks", table.parent / "books")
    assert run.code == 0, run.err


def test_odds_name_the_stake_and_the_meters(table: Path) -> None:
    books = ("--rulebooks", table.parent / "books")
    found = punto("odds", "--submission", table, "--json", *books).json["wagers"]["heavenly-9"]
    assert (found["stake-cents"], found["meter-cents"]) == (500, {"heaven": 100_000})
    assert [one.get("award-cents") for one in found["results"]] == [None, None, 5000, 0]
    shown = punto("odds", "--submission", table, *books)
    assert "Heavenly 9, $5, is settled by the finished coup." in shown.out


WAGERS = [(seat, key) for seat in (3, 5) for key in ("player", "heavenly-9")]
COUPS = {  # Player and Banker take three cards each: what every seat wins, and from where
    "both": ("4h 2d Kd 3c 5s 4c", "both", [(3, 100_000), (5, 100_000)], 0),
    "banker-9": ("4h 2d Kd 3c 4s 4c", "banker-9", [(5, 10_000), (3, 9_000)], 0),
    "player-9": ("4h 2d Kd 3c 5s 2c", "player-9", [], 5_000),
}


@pytest.mark.parametrize("coup", COUPS)
def test_a_coup_is_settled_awarded_and_verified(coup: str, table: Path, tmp_path: Path) -> None:
    dealt, category, awards, paid = COUPS[coup]
    log = tmp_path / "log.jsonl"
    sits = [{"do": "sit", "by": "player", "who": f"p{seat}", "seat": seat, "buy-in": 500_00} for seat in (3, 5)]
    cut = {"do": "perform", "by": "player", "who": "p5", "step": "place-cut", "cards": 140}
    bets = [{"do": "wager", "by": "player", "who": f"p{seat}", "seat": seat, "wager": key,
             "cents": 500 if key == "heavenly-9" else 2500} for seat, key in WAGERS]  # fmt: skip
    opened = {"open": {"submission": str(table), "cards": f"2c 9h 9d {dealt}", "meters": "a word"}}
    run = punto("run", "-", "-o", log, "--rulebooks", table.parent / "books",
                stdin=script(opened, *sits, AUTO, cut, AUTO, *bets, AUTO))  # fmt: skip
    assert run.code == 0, run.err
    assert '"refused"' not in run.out, run.out
    events = [one for one in map(json.loads, run.out.splitlines()) if "event" in one]
    (settled,) = (one for one in events if one["event"] == "coup-settled/1")
    lines = [line for line in settled["lines"] if line["wager"] == "heavenly-9"]
    assert {(line["category"], line.get("paid", 0)) for line in lines} == {(category, paid)}
    given = [(one["seat"], one["cents"]) for one in events if one["event"] == "award-paid/1"]
    assert sorted(given) == sorted(awards)
    report = punto("verify", log)
    assert (report.code, report.out.splitlines()[-1]) == (0, "intact; no audit for this document"), report.out


@pytest.mark.parametrize("kind", ["payout", "line"])
def test_the_school_asks_for_odds_and_not_for_meters(kind: str) -> None:
    for seed in range(40):
        question = KINDS[kind].make(Asking(BOOK, seed, Random(seed)))
        assert "Heavenly" not in str(question)
    assert not KINDS["combinations"].applies(BOOK)


def test_results_of_a_coup_do_not_return_the_stake() -> None:
    from punto.table.events import CoupEnded, CoupSettled, SettlementLine

    line = SettlementLine(seat=3, wager="x", category="win", stake=500, verdict="win", paid=5000, kept=True)
    settled = CoupSettled(coup=1, player=1, banker=2, winner="banker", call="", lines=(line,))
    (found,) = results([settled, CoupEnded(coup=1, into="rack")])
    assert (found[3].returned, found[3].net) == (0, 4500)
