"""Wagers on single cards in a rulebook: ranks, suits, colors and order of all six, from the text to a verified log."""

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest

from punto.core.cards import Composition, cards
from punto.core.coup import play
from punto.law.check import check_text
from punto.law.finding import Code
from punto.law.rulebook import parse
from punto.library import Library
from punto.odds import sheet
from punto.odds.queries import effects
from punto.rules.review import review, review_submission
from punto.rules.submission import read, shipped
from punto.server.rules import rules_answer
from punto.views.theory import Stake, Theory
from punto.wagers.book import known, wager_of
from punto.wagers.wager import Wager
from tests.apps.cli.running import punto
from tests.game.sessions import AUTO, script
from tests.law.schema_2 import part, with_wagers
from tests.law.test_schema_2 import OWN, wager

TEXT = with_wagers(OWN, part("cards")).replace('id = "ma-mini"', 'id = "xx-cards"', 1)
BOOK = parse(TEXT)
KEYS = ("flush-player", "flush-banker", "first-card", "red-or-royal", "suited-win", "thirds-player", "thirds-banker")
OFFERED = ("flush-banker", "first-card", "red-or-royal", "thirds-player")
SHOE = cards("4h 4h 9s 9s Kd 2c 5d Ah")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a submission with every wager on cards, beside the folder of its rulebook."""
    folder = tmp_path_factory.mktemp("cards")
    (folder / "books" / "xx-cards").mkdir(parents=True)
    (folder / "books" / "xx-cards" / "rulebook.toml").write_text(TEXT, encoding="utf-8")
    text = shipped("ma-mini-classic").replace('rulebook = "ma-mini"', 'rulebook = "xx-cards"', 1)
    offered = "\n".join(f"[wagers.{key}]" for key in OFFERED)
    (folder / "table.toml").write_text(text.replace("[wagers.tie]", f"{offered}\n[wagers.tie]", 1), encoding="utf-8")
    return folder / "table.toml"


def test_the_book_is_sound() -> None:
    assert check_text(TEXT).findings == ()


@pytest.mark.parametrize("key", KEYS)
def test_its_counts_are_those_of_every_deal_of_a_small_shoe(key: str) -> None:
    one = wager_of(BOOK, key)
    assert one.on_cards is not None
    expected = Counter[str]()
    for deal in permutations(SHOE, 6):
        coup = play(deal)
        expected[one.on_cards(coup.player, coup.banker).category] += 1
    found = sheet(Composition.of_cards(SHOE), [one])[key]
    assert {line.result.category: line.deals for line in found.lines if line.deals} == expected


def net(one: Wager, deal: tuple[object, ...]) -> Fraction:
    coup = play(deal)  # type: ignore[arg-type]
    if one.on_class is not None:
        result = one.on_class(coup.coup_class)
    elif one.on_opening is not None:
        result = one.on_opening(coup.opening, 1)
    else:
        assert one.on_cards
        result = one.on_cards(coup.player, coup.banker)
    return one.net(result, Fraction(1, 20))


@pytest.mark.parametrize(
    "pair",
    [("flush-player", "banker"), ("first-card", "player"), ("suited-win", "house-money"),
     ("thirds-banker", "flush-banker"), ("first-card", "perfect-pair"),
     ("suited-win", "suited-win"), ("tie", "red-or-royal"), ("suited-win", "royal-9")],
)  # fmt: skip
def test_covariances_with_every_sort_of_wager_are_those_of_every_deal(pair: tuple[str, str]) -> None:
    book = parse(with_wagers(OWN, part("foreign"), part("cards")))
    shoe = cards("4h 4h 9s 9s Ks Ks 6h")
    one, other = (wager_of(book, key) for key in pair)
    found = sheet(Composition.of_cards(shoe), dict.fromkeys((one, other)))
    if "royal-9" in pair:
        meters = dict.fromkeys(found["royal-9"].meters, 10000)
        found = found.at(meters, 5_00)
        other = found["royal-9"].wager
        results = {line.result.category: line.result for line in found["royal-9"].lines}
    deals = list(permutations(shoe, 6))

    def gain(deal: tuple[object, ...]) -> Fraction:
        if "royal-9" not in pair:
            return net(other, deal)
        assert other.on_opening
        return other.net(results[other.on_opening(play(deal).opening, 1).category])  # type: ignore[arg-type]

    product = sum((net(one, deal) * gain(deal) for deal in deals), Fraction(0)) / len(deals)
    assert found.covariance(*pair) == product - found[pair[0]].ev * found[pair[1]].ev


def test_the_effect_of_a_card_is_that_of_its_removal() -> None:
    shoe, one = Composition.of_cards(SHOE), wager_of(BOOK, "red-or-royal")
    found = effects(shoe, [one], ranks=("4",))["red-or-royal"]
    without = sheet(shoe.without(cards("4h")), [one])["red-or-royal"].ev
    assert found == {"4": without - sheet(shoe, [one])["red-or-royal"].ev}


def test_a_batch_of_shoes_has_the_same_odds() -> None:
    from punto.odds.fast import fares

    one = wager_of(BOOK, "first-card")
    shoe = Composition.of_cards(SHOE)
    assert fares(shoe, [one])["first-card"].ev == sheet(shoe, [one])["first-card"].ev


@pytest.mark.slow
def test_theory_of_a_table_weighs_them_by_their_exact_edge(table: Path) -> None:
    found = review(table.read_text(encoding="utf-8"), Library(table.parent / "books").on(None))
    assert found.rules is not None
    theory, rate = Theory(found.rules), Fraction(1, 20)
    some = [found.rules.wager(key) for key in ("player", "first-card")]
    exact = sheet(Composition.decks(found.rules.shoe.decks), some, rate=rate)
    chips, coupon = Stake("first-card"), Stake("first-card", "coupon")
    assert theory.weighed == {each.key for each in found.rules.wagers}
    assert theory.edge(chips) == exact["first-card"].edge
    assert theory.covariance(chips, Stake("player")) == exact.covariance("first-card", "player")
    odds = exact["first-card"]
    won = sum((max(Fraction(0), gain) * odds.probability(name) for name, gain in odds.gains.items()), Fraction(0))
    square = sum(
        (max(Fraction(0), gain) * gain * odds.probability(name) for name, gain in odds.gains.items()), Fraction(0)
    )
    assert theory.edge(coupon) == -won
    assert theory.covariance(chips, coupon) == square - won * odds.ev


# ---------------------------------------------------------------- commands


def test_odds_of_a_table_are_a_document(table: Path) -> None:
    found = punto("odds", "--submission", table, "--json", "--rulebooks", table.parent / "books").json
    eight = sheet(Composition.decks(found["decks"]), [each for each in known(BOOK) if each.key in OFFERED])
    assert {key: found["wagers"][key]["ev-exact"] for key in OFFERED} == {key: str(eight[key].ev) for key in OFFERED}


@pytest.mark.parametrize(
    "command", [("check",), ("felt", "-o", "felt.svg"), pytest.param(("par", "-o", "par.html"), marks=pytest.mark.slow)]
)
def test_commands_take_its_table(command: tuple[str, ...], table: Path, tmp_path: Path) -> None:
    name, *options = (str(tmp_path / word) if "." in word else word for word in command)
    run = punto(name, table, *options, "--rulebooks", table.parent / "books")
    assert run.code == 0, run.err


def test_a_simulation_counts_them_card_by_card(table: Path) -> None:
    run = punto("simulate", "--submission", table, "--shoes", "2", "--rulebooks", table.parent / "books")
    assert run.code == 0, run.err
    assert "First Card reads single cards: it is counted card by card, over " in run.out


def test_a_coup_is_settled_and_its_log_verifies(table: Path, tmp_path: Path) -> None:
    bets = {"player": 2500, "first-card": 2500, "red-or-royal": 2500, "thirds-player": 2500, "flush-banker": 2500}
    sit = {"do": "sit", "by": "player", "who": "ann", "seat": 3, "buy-in": 50000}
    cut = {"do": "perform", "by": "player", "who": "ann", "step": "place-cut", "cards": 140}
    lines = [{"do": "wager", "by": "player", "who": "ann", "seat": 3, "wager": key, "cents": cents}
             for key, cents in bets.items()]  # fmt: skip
    turn, third = ({"do": "turn", "by": "player", "who": "ann", "faces": places} for places in (["P1", "P2"], ["P3"]))
    log = tmp_path / "log.jsonl"
    opened = {"open": {"submission": str(table), "cards": "2c 9h 9d  3h 2d 2h Kd Ah 10d"}}
    run = punto("run", "-", "-o", log, "--rulebooks", table.parent / "books",
                stdin=script(opened, sit, AUTO, cut, AUTO, *lines, AUTO, turn, AUTO, third, AUTO))  # fmt: skip
    assert run.code == 0, run.err
    assert '"refused"' not in run.out, run.out[-3000:]
    (settled,) = (one for one in map(json.loads, run.out.splitlines()) if one["event"] == "coup-settled/1")
    found = {line["wager"]: (line["category"], line.get("paid", 0)) for line in settled["lines"]}
    assert found["first-card"] == ("player-high", 2500)
    assert found["thirds-player"] == ("straight", 20000)
    assert found["red-or-royal"] == ("six-red", 75000)
    report = punto("verify", log)
    assert (report.code, report.out.splitlines()[-1]) == (0, "intact; no audit for this document")


def test_the_page_gets_its_title_and_payouts() -> None:
    submission = read(shipped("ma-mini-classic")).submission
    assert submission is not None
    rules = review_submission(BOOK, submission).rules
    assert rules is not None
    answer = rules_answer(replace(rules, wagers=(wager_of(BOOK, "first-card"),)), {}, virtual=True).wagers[0]
    assert answer.titles == {"en": "First Card"}


# ---------------------------------------------------------------- everything that can be wrong

EARLY = 'settles = "before-third-cards"'
LINE = '{ name = "win", when = { on = [ %s ] } }'
CASES = {
    "no table": (LINE % "4", Code.WRONG_TYPE, "on.0", "expected a table like"),
    "no list": ('{ name = "win", when = { on = { cards = ["P1"], red = 1 } } }', Code.WRONG_TYPE, "on", "a list"),
    "no cards": (LINE % "{ suits = 1 }", Code.MISSING_TERM, "on.0.cards", "which cards"),
    "cards that are no list": (LINE % '{ cards = "P1", suits = 1 }', Code.WRONG_TYPE, "on.0.cards", "list of cards"),
    "an empty list of cards": (LINE % "{ cards = [], suits = 1 }", Code.OUT_OF_RANGE, "on.0.cards", "at least one"),
    "an unknown card": (LINE % '{ cards = ["P4"], suits = 1 }', Code.UNKNOWN_WORD, "on.0.cards.0", "allowed: P1"),
    "a card twice": (LINE % '{ cards = ["P1", "player"], suits = 1 }', Code.CONTRADICTION, "on.0.cards", "twice"),
    "no fact": (LINE % '{ cards = ["P1"] }', Code.MISSING_TERM, "on.0", "a fact of these cards is missing"),
    "an unknown fact": (LINE % '{ cards = ["P1"], suts = 1 }', Code.UNKNOWN_TERM, "on.0.suts", "did you mean 'suits'"),
    "a fact of the coup": (LINE % '{ cards = ["P1"], winner = "tie" }', Code.UNKNOWN_TERM, "on.0.winner", "some cards"),
    "a number out of range": (LINE % '{ cards = ["P1"], suits = 5 }', Code.OUT_OF_RANGE, "on.0.suits", "1 to 4"),
    "an unknown rank": (LINE % '{ cards = ["P1"], rank = "Z" }', Code.UNKNOWN_WORD, "on.0.rank", "allowed: A"),
    "an unknown order": (LINE % '{ cards = ["P1", "B1"], order = "up" }', Code.UNKNOWN_WORD, "on.0.order", "rising"),
    "a number for yes": (LINE % '{ cards = ["player"], straight = 1 }', Code.WRONG_TYPE, "on.0.straight", "true or"),
    "own cards without a hand": (LINE % '{ cards = ["own-1"], red = 1 }', Code.MIXED_FACTS, "on", "'each'"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_what_is_wrong_with_a_condition_on_cards_is_a_finding(case: str) -> None:
    line, code, path, words = CASES[case]
    findings = check_text(with_wagers(OWN + wager(lines=line))).findings
    (one,) = (one for one in findings if one.code is code)
    assert (one.path, words in one.message) == (f"wager.xx.lines.0.when.{path}", True), one
    text = with_wagers(OWN + wager(lines=line)).splitlines()
    assert "lines = [" in text[one.line - 1]


@pytest.mark.parametrize(
    "line, more, code, path, words",
    [
        (LINE % '{ cards = ["P1", "B1"], suits = 3 }', "", Code.UNREACHED_LINE, "lines.0", "no coup comes"),
        (LINE % '{ cards = ["player", "banker"], same-card = 3 }', "", Code.BEYOND_ENGINE, "lines", "fewer cards"),
        ('{ name = "win", when = { winner = "tie", suits = 4, on = [{ cards = ["player", "banker"], same-rank = 3}]}}',
         "",
         Code.BEYOND_ENGINE, "lines", "groups of hands are too many"),
        (LINE % '{ cards = ["P1"], red = 1 }', 'hand = "player"', Code.MIXED_FACTS, "hand", "points and pairs"),
        (LINE % '{ cards = ["P3"], red = 1 }', EARLY, Code.CONTRADICTION, "settles", "after-result"),
        ('{ name = "win", when = { player-suits = 1 } }', EARLY, Code.CONTRADICTION, "settles", "after-result"),
    ],
)  # fmt: skip
def test_what_cannot_be_counted_or_settled_is_a_finding(
    line: str, more: str, code: Code, path: str, words: str
) -> None:
    findings = check_text(with_wagers(OWN + wager(lines=line, more=more))).findings
    assert any((one.code, one.path, words in one.message) == (code, f"wager.xx.{path}", True) for one in findings), (
        findings
    )
