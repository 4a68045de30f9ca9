"""``punto odds``: exact numbers, the shape of its JSON, and what it says to bad questions."""

import csv
import io
import re
from fractions import Fraction
from math import perm
from pathlib import Path
from typing import Any

import pytest

from punto.core.cards import RANKS
from punto.law.rulebook import documents
from tests.apps.cli.running import CLASSIC, SUBMISSIONS, edited, punto

DEALS = 4_998_398_275_503_360
OUTCOMES = {"banker": 2_292_252_566_437_888, "player": 2_230_518_282_592_256, "tie": 475_627_426_473_216}
MARGINS = {  # of the Player's Hand, without a natural
    "by-9": 18_409_431_764_992,
    "by-8": 34_097_645_543_424,
    "by-7": 89_590_261_473_280,
    "by-6": 141_238_897_317_888,
    "by-5": 166_169_165_987_840,
    "by-4": 186_780_352_174_080,
}
NATURAL, NATURAL_TIE = 812_685_054_124_032, 89_325_908_267_520
FULL = ",".join(f"{rank}=32" for rank in RANKS)
ALL_BUT_KINGS = " ".join(f"{rank}{suit}" for rank in RANKS[:12] for suit in "cdhs")
EVERY_WAGER = {
    "player", "banker", "ez-banker", "tie", "dragon-7", "panda-8",
    "dragon-bonus-player", "dragon-bonus-banker", "house-money", "royal-9",
}  # fmt: skip


def odds(*arguments: str | Path) -> Any:
    run = punto("odds", *arguments, "--json")
    assert run.code == 0
    return run.json


def deals(wager: Any) -> dict[str, int]:
    return {line["name"]: line["deals"] for line in wager["results"]}


@pytest.fixture(scope="module")
def mini() -> Any:
    return odds("--rulebook", "ma-mini", "--decks", "8")


# ---------------------------------------------------------------- the document


def test_the_document_begins_with_the_shoe(mini: Any) -> None:
    assert list(mini) == ["rulebook", "decks", "cards", "deals", "outcomes", "wagers"]
    assert mini["rulebook"] == "ma-mini"
    assert (mini["decks"], mini["cards"], mini["deals"]) == (8, 416, DEALS)
    assert mini["outcomes"] == OUTCOMES


def test_it_is_asked_of_ma_mini_and_eight_decks_by_default(mini: Any) -> None:
    assert odds() == mini


def test_every_wager_of_the_document_is_there(mini: Any) -> None:
    assert set(mini["wagers"]) == EVERY_WAGER


@pytest.mark.parametrize("key", sorted(EVERY_WAGER))
def test_every_wager_has_its_facts(mini: Any, key: str) -> None:
    wager = mini["wagers"][key]
    assert {"ev", "edge", "sd", "ev-exact", "results"} <= wager.keys()
    assert all(type(wager[name]) is float for name in ("ev", "edge", "sd"))
    assert wager["edge"] == -wager["ev"]
    assert float(Fraction(wager["ev-exact"])) == wager["ev"]
    total = perm(416, 4) if key == "royal-9" else DEALS
    assert sum(deals(wager).values()) == total
    for line in wager["results"]:
        assert type(line["deals"]) is int
        assert line["probability"] == pytest.approx(line["deals"] / total, rel=1e-15)


@pytest.mark.parametrize("key", sorted(EVERY_WAGER - {"royal-9"}))
def test_the_results_make_the_expectation(mini: Any, key: str) -> None:
    wager = mini["wagers"][key]
    moments = [sum(line["probability"] * line["pays"] ** power for line in wager["results"]) for power in (1, 2)]
    assert wager["ev"] == pytest.approx(moments[0], abs=1e-12)
    assert wager["sd"] == pytest.approx((moments[1] - moments[0] ** 2) ** 0.5, abs=1e-12)


def test_the_banker_to_the_last_digit(mini: Any) -> None:
    banker = mini["wagers"]["banker"]
    assert banker["ev"] == pytest.approx(-0.0105790578, abs=5e-11)
    assert banker["sd"] == pytest.approx(0.9273720218, abs=5e-11)
    assert banker["ev-exact"] == "-114753351728/10847218479825"
    assert [(line["name"], line["pays"]) for line in banker["results"]] == [
        ("win", 0.95),
        ("push", 0.0),
        ("lose", -1.0),
    ]
    assert deals(banker) == {"win": OUTCOMES["banker"], "push": OUTCOMES["tie"], "lose": OUTCOMES["player"]}


@pytest.mark.parametrize(
    "key, edge",
    [
        ("player", 0.012351),
        ("tie", 0.143596),
        ("ez-banker", 0.010183),
        ("dragon-7", 0.076113),
        ("panda-8", 0.101876),
        ("dragon-bonus-player", 0.0265),
        ("dragon-bonus-banker", 0.0937),
    ],
)
def test_the_edges_are_those_that_are_published(mini: Any, key: str, edge: float) -> None:
    digits = len(str(edge)) - 2
    assert round(mini["wagers"][key]["edge"], digits) == edge


def test_the_deals_are_those_that_are_published(mini: Any) -> None:
    assert deals(mini["wagers"]["dragon-7"])["win"] == 112_633_011_329_024
    assert deals(mini["wagers"]["panda-8"])["win"] == 172_660_763_262_976
    assert MARGINS.items() <= deals(mini["wagers"]["dragon-bonus-player"]).items()
    for hand in ("player", "banker"):
        side = deals(mini["wagers"][f"dragon-bonus-{hand}"])
        assert (side["natural"], side["natural-tie"]) == (NATURAL, NATURAL_TIE)


def test_house_money_and_its_ride(mini: Any) -> None:
    wager = mini["wagers"]["house-money"]
    both, either = pairs_of_a_full_shoe(32)
    assert deals(wager) == {"both-pairs": both, "one-pair": either, "lose": DEALS - both - either}
    assert list(wager["ride"]) == ["player", "banker", "either"]
    for ride in wager["ride"].values():
        assert list(ride) == ["ev", "best"]
        assert ride["best"] > wager["ev"]
    assert max(wager["ride"][hand]["ev"] for hand in ("player", "banker")) < wager["ev"]
    assert wager["ride"]["either"] == {"ev": pytest.approx(-0.1255832230), "best": pytest.approx(-0.1255832230)}


def pairs_of_a_full_shoe(each: int) -> tuple[int, int]:
    """In how many deals of six both hands open with a pair, and in how many one does: rank by rank."""
    total = 13 * each
    rest = perm(total - 4, 2)
    same = 13 * perm(each, 4)
    other = 13 * 12 * perm(each, 2) ** 2
    one_hand = 13 * perm(each, 2) * perm(total - 2, 2)
    both = same + other
    return both * rest, 2 * (one_hand - both) * rest


def test_royal_9_of_the_first_seat(mini: Any) -> None:
    wager = mini["wagers"]["royal-9"]
    names = ["star", "spade", "heart", "other-identical", "suited-royal-9-both", "royal-9-both", "suited-royal-9"]
    assert [line["name"] for line in wager["results"]] == [*names, "royal-9", "lose"]
    star = (2 * 8 * 8) * (2 * 7 * 7)  # the seat's King and nine in either order, then again from seven of each
    one_hand = (2 * 8 * 8) * perm(414, 2) - star
    assert deals(wager)["star"] == star
    assert deals(wager)["spade"] == deals(wager)["heart"] == one_hand
    assert deals(wager)["other-identical"] == 5 * star
    assert {line["name"]: line["meter"] for line in wager["results"] if "meter" in line} == {
        "star": "star",
        "spade": "spade",
        "heart": "heart",
    }
    awards = {line["name"]: line["award-cents"] for line in wager["results"] if "award-cents" in line}
    assert awards["other-identical"] == 500_000
    assert awards["royal-9"] == 2_500


def test_royal_9_says_what_its_meters_were_taken_for(mini: Any) -> None:
    wager = mini["wagers"]["royal-9"]
    assert wager["stake-cents"] == 500
    assert wager["meter-cents"] == {"star": 0, "spade": 0, "heart": 0}
    shown = odds("--meter", "star=50000", "--meter", "spade=$1,350.50")["wagers"]["royal-9"]
    assert shown["meter-cents"] == {"star": 5_000_000, "spade": 135_050, "heart": 0}
    gain = Fraction(5_000_000 * deals(wager)["star"] + 135_050 * deals(wager)["spade"], 500 * perm(416, 4))
    assert Fraction(shown["ev-exact"]) - Fraction(wager["ev-exact"]) == gain


def test_royal_9_is_fair_at_the_break_even_meter(mini: Any) -> None:
    least = mini["wagers"]["royal-9"]["break-even-cents"]["star"]
    above, below = f"star={least / 100:.2f}", f"star={(least - 1) / 100:.2f}"
    assert odds("--meter", above)["wagers"]["royal-9"]["ev"] >= 0
    assert odds("--meter", below)["wagers"]["royal-9"]["ev"] < 0


def test_a_multi_level_meter_starts_at_the_printed_seed() -> None:
    wager = odds("--rulebook", "ma-baccarat", "--seat", "12")["wagers"]["royal-9"]
    assert wager["seat"] == 12
    assert wager["meter-cents"] == {"major": 5_000_000, "k9-banker": 35_000, "k9-player": 35_000}
    assert deals(wager)["exact-match"] == deals(wager)["banker-k9"] == 0  # a chair without combinations
    assert wager["break-even-cents"] == {"major": None, "k9-banker": None, "k9-player": None}


@pytest.mark.parametrize("rulebook", documents())
def test_every_rulebook_has_its_odds(rulebook: str) -> None:
    document = odds("--rulebook", rulebook)
    assert document["rulebook"] == rulebook
    assert document["outcomes"] == OUTCOMES
    missing = {"panda-8", "house-money", "royal-9"} if rulebook == "md-mini" else set()
    assert set(document["wagers"]) == EVERY_WAGER - missing


def test_six_decks() -> None:
    document = odds("--decks", "6")
    assert (document["decks"], document["cards"], document["deals"]) == (6, 312, 878_869_206_895_680)
    assert document["outcomes"] == {
        "banker": 403_095_751_234_560,
        "player": 392_220_492_728_832,
        "tie": 83_552_962_932_288,
    }


# ---------------------------------------------------------------- other shoes, other terms


def test_a_shoe_by_rank_is_full_decks_without_suits(mini: Any) -> None:
    run = punto("odds", "--shoe", FULL, "--json")
    assert "royal-9 is left out" in run.err
    document = run._replace(err="").json
    assert (document["decks"], document["cards"]) == (None, 416)
    assert document["outcomes"] == OUTCOMES
    assert document["wagers"] == {key: mini["wagers"][key] for key in EVERY_WAGER if key != "royal-9"}


def test_t_is_read_as_10() -> None:
    ten, letter = (punto("odds", "--shoe", f"A=8,9=8,{name}=20", "--json") for name in ("10", "T"))
    assert ten == letter
    assert ten.code == 0


def test_removed_cards_are_out_of_the_shoe() -> None:
    removed = odds("--remove", "9s 9h, Kd")
    assert (removed["decks"], removed["cards"], removed["deals"]) == (8, 413, perm(413, 6))
    by_rank = punto("odds", "--shoe", FULL.replace("9=32", "9=30").replace("K=32", "K=31"), "--json")
    assert by_rank._replace(err="").json["outcomes"] == removed["outcomes"]


def test_from_here_on_in_the_middle_of_a_coup() -> None:
    """Player 6 stays, Banker 3 draws: it wins with 4, 5 or 6, ties with a 3; then one card of the six is left over."""
    document = odds("--player", "Ah 5c", "--banker", "Kd 3s")
    assert document["known"] == {"player": ["Ah", "5c"], "banker": ["Kd", "3s"]}
    assert document["deals"] == 412 * 411
    wins, ties = (32 + 31 + 32) * 411, 31 * 411
    assert document["outcomes"] == {"banker": wins, "player": 412 * 411 - wins - ties, "tie": ties}


def test_a_coup_that_is_over_has_one_outcome() -> None:
    document = odds("--player", "Kh 9c", "--banker", "Kd 3s")
    assert document["outcomes"] == {"banker": 0, "player": perm(412, 2), "tie": 0}
    assert document["wagers"]["player"]["ev-exact"] == "1"


@pytest.mark.parametrize("text", ["9", "9 to 1", "18 to 2"])
def test_a_tie_at_nine(text: str) -> None:
    tie = odds("--tie", text)["wagers"]["tie"]
    assert tie["results"][0]["pays"] == 9.0
    assert round(tie["edge"], 6) == 0.048440


def test_another_dragon_bonus() -> None:
    pays = {"by-9": 20, "by-8": 8, "by-7": 7, "by-6": 4, "by-5": 3, "by-4": 1}
    wager = odds("--dragon-bonus", "B")["wagers"]["dragon-bonus-player"]
    won = sum(MARGINS[name] * odds for name, odds in pays.items()) + NATURAL
    lost = DEALS - sum(MARGINS.values()) - NATURAL - NATURAL_TIE
    assert Fraction(wager["ev-exact"]) == Fraction(won - lost, DEALS)


def test_a_registered_wager_besides() -> None:
    wager = odds("--wager", "player-pair")["wagers"]["player-pair"]
    assert Fraction(wager["ev-exact"]) == 12 * Fraction(31, 415) - 1


def test_a_submission_offers_only_its_own_wagers() -> None:
    document = odds("--submission", CLASSIC)
    assert (document["rulebook"], document["decks"]) == ("ma-mini", 8)
    bonus = {"dragon-bonus-player", "dragon-bonus-banker"}
    assert set(document["wagers"]) == {"player", "banker", "tie"} | bonus
    assert document["wagers"]["banker"]["ev-exact"] == "-114753351728/10847218479825"


def test_a_submission_brings_its_terms() -> None:
    document = odds("--submission", SUBMISSIONS / "ma-mini-ez-royal.toml")
    wagers = document["wagers"]
    assert document["decks"] == 8  # of one batch, where sixteen are two
    assert wagers["tie"]["results"][0]["pays"] == 9.0
    assert wagers["dragon-bonus-player"]["results"][0]["pays"] == 20.0
    assert wagers["royal-9"]["meter-cents"] == {"star": 5_000_000, "spade": 35_000, "heart": 35_000}
    assert "banker" not in wagers
    whole = odds()["wagers"]["house-money"]
    half = (whole["ev"] + whole["ride"]["player"]["ev"]) / 2
    assert wagers["house-money"]["ride"]["player"]["ev"] == pytest.approx(half, abs=1e-12)


def test_a_submission_can_be_asked_about_another_shoe() -> None:
    document = odds("--submission", CLASSIC, "--decks", "6", "--remove", "9s")
    assert (document["decks"], document["cards"]) == (6, 311)


def test_a_submission_can_come_from_standard_input() -> None:
    assert punto("odds", "--submission", "-", "--json", stdin=CLASSIC.read_text()).json == odds("--submission", CLASSIC)


# ---------------------------------------------------------------- for people


def test_the_text_explains_itself() -> None:
    run = punto("odds")
    assert (run.code, run.err) == (0, "")
    for words in (
        "Massachusetts Mini Baccarat: exact odds of 8 decks, 416 cards",
        "4,998,398,275,503,360 ordered deals of six cards",
        "banker   2,292,252,566,437,888   45.859742%",
        "House edge: what the house keeps of a stake on average.",
        "SD: standard deviation",
        "on the Player: 36.2101% always riding, 23.9721% at best",
        "on the better hand, both main wagers held: 12.5583% always riding, 12.5583% at best",
        "Royal 9, $5 at seat 1",
        "star $0",
    ):
        assert words in run.out
    rows = {row.split()[0]: row.split() for row in run.out.splitlines() if row.strip()}
    assert rows["player"][1:] == ["1", "1.2351%", "0.9512"]
    assert rows["tie"][1:] == ["8", "14.3596%", "2.6409"]
    assert rows["lose"][1:] == ["27,453,493,824", "1.1"]
    assert max(map(len, run.out.splitlines())) <= 100


@pytest.mark.parametrize(
    "line, words",
    [
        ("--remove 9s", "8 decks, 1 card out, 415 left"),
        ("--decks 1 --remove 9s,Kd", "1 deck, 2 cards out, 50 left"),
        ("--shoe A=8,9=8", "a shoe of 16 cards"),
        ("--player 9s --banker Ah", "from here on: Player 9s, Banker Ah"),
        ("--shoe A=6,9=6 --tie 17 --wager lucky-6", "lucky-6"),
    ],
)
def test_the_text_says_what_was_asked(line: str, words: str) -> None:
    run = punto("odds", *line.split())
    assert run.code == 0
    assert words in run.out


# ---------------------------------------------------------------- bad questions


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["--rulebook", "ma-min"], "did you mean 'ma-mini'"),
        (["--rulebook", "nevada"], "use ma-baccarat, ma-midi, ma-midi-multilevel, ma-mini, md-mini or punto-open"),
        (["--decks", "0"], "--decks"),
        (["--decks", "-8"], "--decks"),
        (["--decks", "101"], "--decks"),
        (["--decks", "7.5"], "7.5"),
        (["--tie", "7"], "at least 8 to 1 (ma-mini § 12(b))"),
        (["--tie", "-9"], "at least 8 to 1"),
        (["--tie", "nine"], "write odds"),
        (["--tie", "9 to 0"], "write odds"),
        (["--tie", "9 to 1 to 1"], "write odds"),
        (["--tie", "1" + "0" * 400], "at most"),
        (["--tie", "1" * 5000], "write odds"),
        (["--dragon-bonus", "D"], "there are A, B, C"),
        (["--shoe", "A=-1"], "--shoe: a shoe cannot hold -1 cards of rank A"),
        (["--shoe", "A=--1"], "--shoe"),
        (["--shoe", "A=4,2=4,A=4"], "--shoe: rank A is given twice"),
        (["--shoe", "10=4,T=4"], "rank 10 is given twice"),
        (["--shoe", "B=4"], "invalid rank 'B'"),
        (["--shoe", "1=4"], "invalid rank '1'"),
        (["--shoe", "A"], "invalid count 'A'"),
        (["--shoe", "A=x"], "A=x"),
        (["--shoe", "A=1.5"], "A=1.5"),
        (["--shoe", "A=3,9=2"], "too few cards in the shoe: 5"),
        (["--shoe", ""], "too few cards in the shoe: 0"),
        (["--shoe", f"A={10**6}"], "--shoe"),
        (["--shoe", "A=" + "9" * 5000], "--shoe"),
        (["--shoe", FULL, "--decks", "8"], "--decks and --shoe"),
        (["--remove", "9x"], "--remove: invalid card '9x'"),
        (["--remove", "1s"], "invalid card '1s'"),
        (["--remove", " ".join(["Ks"] * 9)], "no Ks is left to take: the shoe held 8"),
        (["--shoe", "A=8,9=8", "--remove", "Ks"], "no K is left"),
        (["--decks", "1", "--remove", ALL_BUT_KINGS], "too few cards in the shoe: 4"),
        (["--player", "Ah 5c 2d 3d"], "too many cards in the Player's Hand: 4"),
        (["--banker", "Ah 5c 2d 3d"], "too many cards in the Banker's Hand: 4"),
        (["--player", "Ah 5c 2d"], "third card"),
        (["--player", "Ah 6c 2d", "--banker", "Kd 3s"], "draws no third card"),
        (["--player", "Ah 2c", "--banker", "Kd 3s 4s"], "comes before"),
        (["--player", "Zz"], "--player: invalid card 'Zz'"),
        (["--decks", "1", "--player", "Ks", "--banker", "Ks"], "Ks"),
        (["--wager", "lucky-7"], "did you mean 'lucky-6'"),
        (["--seat", "0"], "--seat"),
        (["--seat", "7"], "there are 6 seats"),
        (["--meter", "str=5"], "did you mean 'star'"),
        (["--meter", "star"], "like star=68412.35"),
        (["--meter", "star=-5"], "like star=68412.35"),
        (["--meter", "star=1/3"], "like star=68412.35"),
        (["--meter", "star=1e400"], "like star=68412.35"),
        (["--rulebook", "md-mini", "--meter", "star=5"], "no wager here pays one"),
        (["--submission", str(CLASSIC), "--rulebook", "md-mini"], "--rulebook and --submission"),
        (["--submission", str(CLASSIC), "--tie", "9"], "--tie and --submission"),
        (["--submission", str(CLASSIC), "--dragon-bonus", "B"], "--dragon-bonus and --submission"),
        (["--submission", str(CLASSIC), "--seat", "8"], "there are 7 seats"),
        (["--submission", "missing.toml"], "missing.toml"),
        (["--submission", "/"], "folder"),
        (["--submission", ""], "folder"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_bad_question_is_one_line(arguments: list[str], words: str, form: list[str]) -> None:
    punto("odds", *arguments, *form).refused(words)


def test_an_unlawful_submission_has_no_odds(tmp_path: Path) -> None:
    path = edited(CLASSIC, tmp_path, ("8 to 1", "7 to 1"), ("seats = 7", "seats = 10"))
    run = punto("odds", "--submission", path, "--json")
    assert (run.code, run.out) == (1, "")
    lines = run.err.splitlines()
    assert len(lines) == 2
    assert all(line.startswith(f"punto: {path}: $.") for line in lines)
    assert "[seats-outside]" in run.err
    assert "[odds-too-low]" in run.err


def test_effects_of_removal() -> None:
    document = punto("odds", "--removal", "--shoe", "A=4,9=4", "--json").json
    assert document["removal"]["tie"] == {"A": "-18/35", "9": "18/35"}
    assert "-51.4286" in punto("odds", "--removal", "--shoe", "A=4,9=4").out
    punto("odds", "--removal", "--player", "9s").refused("--player and --removal: give one of them")


# ---------------------------------------------------------------- tables


def test_a_table_is_text_csv_or_json() -> None:
    text = punto("odds", "--table", "cards").out
    assert text.startswith("Number of cards, and which hands draw a third one: 416 cards\n")
    assert re.search(r"^6 +both +1,587,927,855,264,000 +31\.7687% +48\.7120% +40\.9853% +10\.3026%$", text, re.M)
    answer = punto("odds", "--table", "cards", "--json").json
    assert (answer["rulebook"], answer["decks"], answer["table"]) == ("ma-mini", 8, "cards")
    assert answer["rows"][3]["deals"] == 1_587_927_855_264_000
    rows = list(csv.DictReader(io.StringIO(punto("odds", "--table", "cards", "--csv").out)))
    assert [row["deals"] for row in rows] == [str(row["deals"]) for row in answer["rows"]]


def test_a_table_of_a_depleted_shoe_and_of_a_coup_in_progress() -> None:
    rows = punto("odds", "--table", "after-two", "--shoe", "9=8", "--json").json["rows"]
    assert [(row["hand"], row["total"]) for row in rows] == [("player", 8), ("banker", 8)]
    rows = punto("odds", "--table", "after-four", "--player", "9h Kd", "--banker", "3s 4s", "--json").json["rows"]
    assert [(row["player-total"], row["banker-total"], row["player-wins"]) for row in rows] == [(9, 7, 1.0)]


def test_infinitely_many_decks_have_tables() -> None:
    answer = punto("odds", "--table", "naturals", "--decks", "infinite", "--json").json
    assert answer["decks"] == "infinite"
    assert sum(row["deals"] for row in answer["rows"]) == 13**6


@pytest.mark.slow
def test_edges_by_decks_are_those_of_each_shoe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.apps.cli.odds_tables.DECKS", (1, 8, "infinite"))
    text = punto("odds", "--table", "decks").out
    assert re.search(r"^banker +1\.0117 +1\.0579 +1\.0640$", text, re.M)
    assert re.search(r"^banker +1\.11\d\d +1\.1692 +1\.1762$", text.partition("decided")[2], re.M)
    assert "tie" not in text.partition("decided")[2]


@pytest.mark.parametrize(
    "line, words",
    [
        ("--csv", "--csv is for a table: add --table totals|margins"),
        ("--decks infinite", "--decks infinite is for a table"),
        ("--table tables", "'tables' is not one of 'totals', 'margins'"),
        ("--table cards --csv --json", "give one of them"),
        ("--decks 0", "use 1 to 100; with --table also infinite"),
        ("--decks 101", "use 1 to 100"),
        ("--table decks --decks 6", "--decks and --table decks: give one of them"),
        ("--table cards --decks infinite --shoe 9=8", "--shoe and --decks infinite: give one of them"),
        ("--table cards --decks infinite --player 9h", "known cards change nothing there"),
        ("--table removal --decks infinite", "one card less changes nothing"),
        ("--table decks --player 9h", "--player and --table decks: give one of them"),
    ],
)
def test_a_table_that_cannot_be_is_one_line(line: str, words: str) -> None:
    punto("odds", *line.split()).refused(words)
