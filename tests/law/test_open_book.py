"""Open Baccarat, a rulebook of our own: its text, its sections, its tables, and wagers that need no code."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from punto import Composition, sheet
from punto.audit import load as audit
from punto.core.bounded import toml
from punto.core.money import Vigorish
from punto.law.check import check
from punto.law.rulebook import FOLDER, build, load, parse, text_of
from punto.library import Library
from punto.library.agreement import _sections, differences
from punto.record.export import export
from punto.record.memory import MemoryStore
from punto.table.events import CoupSettled
from punto.verification.verify import verify
from punto.wagers.book import known
from tests.apps.cli.running import ROOT, punto
from tests.game.sessions import AUTO, VERSION, script
from tests.law.filing import opened
from tests.walk.rounds import Rounds
from tests.walk.swaps import COUPS

ID = "punto-open"
SUBMISSIONS = ROOT / "src" / "punto" / "submissions"  # the built-in ones are what is tried here
TABLES = sorted(SUBMISSIONS.glob(f"{ID}-*.toml"))
CARNIVAL = SUBMISSIONS / f"{ID}-carnival.toml"
SIT = {"do": "sit", "by": "player", "who": "ann", "seat": 3, "buy-in": 50000}
CUT = {"do": "perform", "by": "player", "who": "ann", "step": "place-cut", "cards": 140}
SIX = "2c 9h 9d  5h 6d 10c Ks 10d"  # burned, then Player 5 with three cards, Banker 6 with two
PAID = {"half-banker": 1000, "lucky-6": 46000 * 12 // 23, "small-6": 44000, "player": 0, "big-6": 0}  # for $20 each


def bet(wager: str) -> dict[str, object]:
    return {"do": "wager", "by": "player", "who": "ann", "seat": 3, "wager": wager, "cents": 2000}


def paragraphs() -> dict[str, str]:
    text = (FOLDER / f"{ID}.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^(\d+\.\d+) (.+)$", text, flags=re.M))


def test_it_is_built_in_sound_and_audited() -> None:
    found = punto("rules", "check", ID, "--json").json
    assert (found["sound"], found["audited"]) == (True, True)
    assert ID in Library().ids()
    assert load(ID).source == "own"


def test_it_cites_itself_each_paragraph_once() -> None:
    sections = [provision.section for provision in load(ID).provisions.values()]
    assert sections == list(paragraphs())


def test_its_text_has_the_figures_of_its_payouts() -> None:
    told, book = paragraphs(), load(ID)
    for law in book.wagers:
        for odds in [award.odds for award in law.awards.values()]:
            assert odds is not None
            said = told[book.section(law.paid_by)]
            number = {Fraction(27, 50): "54 to 100"}.get(odds, f"{odds.numerator} to {odds.denominator}")
            assert number in said or str(odds.numerator) in re.findall(r"\d+", said), law.key


def test_it_has_every_variant_and_any_number_of_decks() -> None:
    law = load(ID)
    assert {one.variant for one in law.wagers} == {"", "vigorish", "ez", "half-on-6", "vigorish-4", "19-to-20"}
    assert (law.law.cards.decks.least, law.law.cards.decks.most) == (1, 16)
    assert parse(text_of(ID)).law.table.seats.most == 14


@pytest.mark.parametrize("table", TABLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("command", [("check",), ("felt", "-o", "felt.svg"), ("simulate", "--shoes", "2")])
def test_commands_take_its_tables(command: tuple[str, ...], table: Path, tmp_path: Path) -> None:
    name, *options = (str(tmp_path / word) if word == "felt.svg" else word for word in command)
    where = ("--submission", table) if name == "simulate" else (table,)
    assert punto(name, *where, *options).code == 0


def test_a_coup_is_played_and_its_log_audited(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    opening = {"open": {"submission": str(CARNIVAL), "cards": SIX}}
    run = punto("run", "-", "-o", log, stdin=script(opening, SIT, AUTO, CUT, AUTO, *map(bet, PAID), AUTO))
    assert run.code == 0, run.err
    (settled,) = (one for one in map(json.loads, run.out.splitlines()) if one["event"] == "coup-settled/1")
    assert {line["wager"]: line.get("paid", 0) for line in settled["lines"]} == PAID
    report = punto("verify", log)
    assert (report.code, report.out.splitlines()[-1]) == (0, "intact")


# ---------------------------------------------------------------- variants of the Banker

BANKERS = {
    "vigorish": ("banker", Fraction(5, 100), Fraction(95, 100)),
    "ez": ("ez-banker", None, Fraction(1)),
    "half-on-6": ("half-banker", None, Fraction(1)),
    "vigorish-4": ("low-banker", Fraction(4, 100), Fraction(96, 100)),
    "19-to-20": ("odds-banker", None, Fraction(19, 20)),
}


@pytest.mark.parametrize("variant", BANKERS)
def test_a_table_plays_one_variant(variant: str) -> None:
    key, rate, net = BANKERS[variant]
    text = (SUBMISSIONS / f"{ID}-classic.toml").read_text(encoding="utf-8")
    text = text.replace("[limits]", f'variant = "{variant}"\n\n[limits]').replace("[wagers.banker]", f"[wagers.{key}]")
    if rate is None:
        text = re.sub(r"(?s)\[vigorish\].*?\n\n", "", text)
    rules = opened(text.replace("[wagers.either-pair]", "[wagers.dragon-7]") if variant == "ez" else text)
    assert (rules.variant, rules.vigorish and rules.vigorish.rate) == (variant, rate)
    assert rules.vigorish == (rate and Vigorish(rate, "exact", "with-payout"))
    banker = next(wager for wager in rules.wagers if wager.hand == "banker")
    (win,) = (result for result in banker.results if result.category == "win")
    assert banker.net(win, rate or Fraction(0)) == net


def everything(variant: str) -> str:
    """A table with all wagers that a variant permits."""
    laws = [law for law in load(ID).wagers if law.variant in ("", variant)]
    wagers = {key: '{ paytable = "A" }' if law.paytables else "{}" for law in laws for key in law.keys}
    return "\n".join(
        (
            f'rulebook = "{ID}"\ntable = "OPEN-9"\nseats = 9\ndecks = 6\nvariant = "{variant}"',
            "limits = { minimum = 1_00, maximum = 100_00 }",
            f"wagers = {{ {', '.join(f'{key} = {value}' for key, value in wagers.items())} }}",
            'vigorish = { rounding = "quarter", when = "deferred" }' if BANKERS[variant][1] else "",
            '[layout]\noperator = "All of it"\napproval = "the host"\nodds = "sign"',
        )
    )


@pytest.mark.parametrize("variant", BANKERS)
def test_every_wager_of_a_variant_is_played_and_audited(variant: str) -> None:
    rounds = Rounds("", 7, text_of(ID), everything(variant))
    for _ in range(COUPS):
        rounds.round()
    settled = {line.wager for event in rounds.events if isinstance(event, CoupSettled) for line in event.lines}
    assert settled | {"house-money"} == {wager.key for wager in rounds.rules.wagers}
    assert len(settled) > 42
    store = rounds.session.store
    assert isinstance(store, MemoryStore)
    report = verify(export(store, VERSION).encode())
    assert report.whole, report.faults
    assert report.notes == ()


def test_odds_by_the_rulebook_take_each_bankers_own_rate() -> None:
    """Four percent costs less than five, also where no table says which variant is meant."""
    odds = punto("odds", "--rulebook", ID, "--decks", "8", "--json").json["wagers"]
    edges = {key: round(odds[key]["edge"], 6) for key, _, _ in BANKERS.values()}
    assert edges == {
        "banker": 0.010579,
        "ez-banker": 0.010183,
        "half-banker": 0.014581,
        "low-banker": 0.005993,
        "odds-banker": 0.010579,
    }


def test_a_rulebook_that_starts_from_it_is_written_from_a_document(tmp_path: Path) -> None:
    assert punto("rules", "new", "--from", ID, "-o", tmp_path / "zz-open").code == 0
    file = tmp_path / "zz-open" / "rulebook.toml"
    file.write_text(file.read_text(encoding="utf-8").replace('section = ""', 'section = "1"'), encoding="utf-8")
    assert punto("rules", "check", file).out.endswith(": sound; no audit for this document\n")
    assert Library(tmp_path).on(None).load("zz-open").source == "document"


def test_the_audit_knows_the_names_that_the_rulebook_chooses() -> None:
    """Its definitions, areas and variants: the schema takes any name for these."""
    data, document = toml(text_of(ID)), audit(ID)
    for name in (key for key in data if key.startswith(("def.", "irregular.", "layout."))):
        renamed = {f"{key}q" if key == name else key: table for key, table in data.items()}
        found = {one.key for one in _sections(build(renamed, ""), document)} if not check(renamed).findings else {name}
        assert name in found
    for wager in ("banker", "ez-banker", "half-banker", "low-banker", "odds-banker"):
        other = {**data, f"wager.{wager}": {**data[f"wager.{wager}"], "variant": "other"}}
        assert not check(other).findings
        assert list(differences(build(other, ""), document)), wager


def test_no_wager_pays_the_players_in_the_long_run() -> None:
    """A wager whose lines are meant to be several wagers has an edge below zero."""
    odds = sheet(Composition.decks(8), known(load(ID)))
    assert {key: float(one.edge) for key, one in odds.wagers.items() if one.edge < 0} == {}
