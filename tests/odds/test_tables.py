"""The tables that people quote: against published figures, against coups dealt one by one, and against large shoes."""

import csv
import io
import json
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations

import pytest

from punto.core.cards import Composition, cards
from punto.core.coup import Coup, play
from punto.law.rulebook import load
from punto.odds import OddsError, Sheet, sheet
from punto.odds.exact import count_infinite
from punto.odds.tables import DECKS, SHOE_TABLES, Key, decks_table, infinite_odds, removal_table, shoe_table
from punto.wagers.book import known
from punto.wagers.wager import Verdict

MINI = known(load("ma-mini"))
POINTS = tuple(wager for wager in MINI if wager.on_class is not None and not wager.metered)
NATURAL_WIN, NATURAL_TIE = 812_685_054_124_032, 89_325_908_267_520
MARGINS = {
    9: 18_409_431_764_992,
    8: 34_097_645_543_424,
    7: 89_590_261_473_280,
    6: 141_238_897_317_888,
    5: 166_169_165_987_840,
    4: 186_780_352_174_080,
}


@cache
def eight() -> Sheet:
    return sheet(Composition.decks(8), POINTS)


def test_margins_are_the_published_ones() -> None:
    found = {row[:3]: row[3] for row in eight().table("margins").rows}
    assert {margin: found["player", margin, "other"] for margin in MARGINS} == MARGINS
    for hand in ("player", "banker"):
        assert sum(int(found[hand, margin, "natural"]) for margin in range(1, 10)) == NATURAL_WIN
    assert found["tie", 0, "natural"] == NATURAL_TIE


def test_a_coup_has_4_9388_cards_on_average() -> None:
    rows = eight().table("cards").rows
    assert round(float(sum(int(row[0]) * Fraction(row[3]) for row in rows)), 4) == 4.9388


SMALL = "Ah 4c 5d 8h 9c Kd 3s"


def cases(name: str, coup: Coup) -> list[Key]:
    """The cases of a table to which a coup belongs, read off its cards."""
    totals, two = coup.points, (coup.coup_class.player_two, coup.coup_class.banker_two)
    drawn = {(2, 2): "none", (3, 2): "player", (2, 3): "banker", (3, 3): "both"}[len(coup.player), len(coup.banker)]
    natural = "natural" if coup.ended == "natural" else "other"
    naturals = tuple(count if count in (8, 9) else "none" for count in two)
    found: dict[str, list[Key]] = {
        "totals": [totals],
        "margins": [(coup.winner, abs(totals[0] - totals[1]), natural)],
        "cards": [(len(coup.dealt), drawn)],
        "naturals": [naturals],
        "after-two": [("player", two[0]), ("banker", two[1])],
        "after-four": [two],
    }
    return found[name]


@cache
def every_deal() -> tuple[Coup, ...]:
    return tuple(play(deal) for deal in permutations(cards(SMALL), 6))


@pytest.mark.parametrize("name", SHOE_TABLES)
def test_a_table_counts_what_every_deal_of_a_small_shoe_gives(name: str) -> None:
    tally: Counter[Key] = Counter()
    wins: Counter[tuple[Key, str]] = Counter()
    for coup in every_deal():
        for case in cases(name, coup):
            tally[case] += 1
            wins[case, coup.winner] += 1
    table = sheet(Composition.of_cards(SMALL), ()).table(name)
    number = table.columns.index("deals")
    assert {row[:number]: row[number] for row in table.rows} == tally
    for row in table.rows:
        assert row[number + 1] == Fraction(int(row[number]), len(every_deal()))
        if "ties" in table.columns:
            (case,) = (case for case in tally if case == row[:number])
            due = [Fraction(wins[case, winner], tally[case]) for winner in ("player", "banker", "tie")]
            assert [*row[number + 2 :]] == due


def test_an_unknown_table_names_those_there_are() -> None:
    with pytest.raises(OddsError, match="unknown table 'total': use totals, margins, cards"):
        eight().table("total")


# ---------------------------------------------------------------- infinitely many decks


def test_infinitely_many_decks_are_the_limit_of_many() -> None:
    """The difference falls like one over the decks: at ten million decks the eighth digit is the first to differ."""
    many = sheet(Composition.decks(10**7), POINTS)
    for key, odds in infinite_odds(MINI).items():
        assert abs(odds.edge - many[key].edge) < Fraction(1, 10**7), key


def test_a_natural_of_infinitely_many_decks_can_be_counted_by_hand() -> None:
    """Of the 169 pairs of ranks 16 make nine: a zero and a nine in 8 ways, 1 to 8 with its partner in 8."""
    rows = shoe_table("after-two", count_infinite()).rows
    share = {row[:2]: row[3] for row in rows}
    assert share["player", 9] == share["banker", 8] == Fraction(16, 169)


def test_wagers_on_suits_have_no_figure_there() -> None:
    assert infinite_odds(MINI).keys() == {wager.key for wager in MINI if wager.on_class is not None}


# ---------------------------------------------------------------- wagers


@pytest.mark.parametrize("key, edge", [("banker", "1.1692%"), ("player", "1.3650%"), ("tie", "14.3596%")])
def test_the_edge_per_decided_wager(key: str, edge: str) -> None:
    odds = eight()[key]
    assert f"{float(odds.edge_decided):.4%}" == edge
    decided = sum(line.deals for line in odds.lines if line.result.verdict is not Verdict.PUSH)
    assert odds.edge_decided * decided == odds.edge * odds.deals


def test_decks_and_removal_are_rows_of_wagers() -> None:
    table = decks_table({8: eight().wagers, "infinite": infinite_odds(POINTS)})
    assert len(table.rows) == 2 * len(POINTS)
    assert table.rows[0] == (POINTS[0].key, 8, eight()[POINTS[0].key].edge, eight()[POINTS[0].key].edge_decided)
    assert [*DECKS] == [*range(1, 17), "infinite"]
    half = Fraction(1, 2)
    assert removal_table({"tie": {"A": half}}).records == [
        {"wager": "tie", "rank": "A", "effect": 0.5, "effect-exact": "1/2"}
    ]


def test_csv_and_json_have_the_same_exact_figures() -> None:
    table = eight().table("totals")
    rows = list(csv.DictReader(io.StringIO(table.csv)))
    assert [*rows[0]] == ["player-total", "banker-total", "deals", "probability", "probability-exact"]
    assert [{name: str(value) for name, value in record.items()} for record in table.records] == rows
    assert sum(Fraction(row["probability-exact"]) for row in rows) == 1
    assert json.loads(json.dumps(table.records)) == table.records
