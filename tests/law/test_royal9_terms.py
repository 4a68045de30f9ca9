"""Royal 9: what it asks of the table, the combinations of the seats, and the terms of its meters."""

from fractions import Fraction

import pytest

from punto.law.rulebook import Rulebook, load
from punto.rules.house_rules import HouseRules, Royal9
from punto.rules.review.finding import Code
from tests.law.submitting import (
    DEVICE,
    GONE,
    METERS,
    MULTI_LEVEL,
    PROGRESSIVE,
    Changes,
    filed,
    findings,
    rules,
    said,
)
from tests.proofs import proves

PROGRESSIVE_TERMS = proves("royal9.progressive.terms", ma_midi="12(i)", ma_mini="12(i)")
MULTI_LEVEL_TERMS = proves("royal9.multilevel.terms", ma_baccarat="13(i)", ma_midi_multilevel="12(i)")
PATH = "$.wagers.royal-9"
SEVEN = ["s9h", "s9d", "c9h", "c9d", "h9s", "d9c", "h9c"]


def royal(made: HouseRules) -> Royal9:
    assert made.royal9 is not None
    return made.royal9


def with_combinations(*combinations: str) -> Changes:
    return {**PROGRESSIVE, "wagers.royal-9.combinations": list(combinations)}


# ---------------------------------------------------------------- progressive


@PROGRESSIVE_TERMS
def test_the_progressive_is_a_fixed_five_dollars(book: Rulebook) -> None:
    made = rules(book, {**PROGRESSIVE, "limits.minimum": 100_00})
    assert (royal(made).kind, royal(made).stake) == ("progressive", 5_00)
    assert (made.limits["royal-9"].least, made.limits["royal-9"].most) == (5_00, 5_00)


@PROGRESSIVE_TERMS
@pytest.mark.parametrize("decks", [6, 8])
def test_the_progressive_is_played_with_six_or_eight_decks(book: Rulebook, decks: int) -> None:
    assert rules(book, {**PROGRESSIVE, "decks": decks}).royal9


@PROGRESSIVE_TERMS
def test_the_progressive_is_not_played_with_seven_decks(book: Rulebook) -> None:
    changes = {**PROGRESSIVE, "decks": 7}
    assert findings(book, changes) == [("royal-9-decks", PATH, "12(i)")]
    assert "6 or 8 decks" in said(book, changes)


@pytest.mark.parametrize("decks, expected", [(12, []), (14, [("royal-9-decks", PATH, "12(i)")]), (16, [])])
def test_of_two_batches_one_is_in_the_shoe(decks: int, expected: list[object]) -> None:
    assert findings("ma-mini", {**PROGRESSIVE, **DEVICE, "decks": decks}) == expected


@PROGRESSIVE_TERMS
def test_the_progressive_is_played_at_six_seats_and_at_midi_at_seven(book: Rulebook) -> None:
    for seats in range(1, 10):
        changes = {**PROGRESSIVE, "seats": seats, "wagers.royal-9.combinations": [*SEVEN, "d9s", "h9d"][:seats]}
        lawful = {"ma-mini": [6], "ma-midi": [6, 7]}[book.id]
        assert findings(book, changes) == ([] if seats in lawful else [("royal-9-seats", PATH, "12(i)")])


@PROGRESSIVE_TERMS
def test_every_seat_has_a_king_9_of_its_own(book: Rulebook) -> None:
    seats = royal(rules(book, with_combinations("s9h", "s9d", "c9h", "c9d", "h9s", "d9c"))).combinations
    shown = {seat: [f"{king} {nine}" for king, nine in pairs] for seat, pairs in seats.items()}
    assert shown == {1: ["Ks 9h"], 2: ["Ks 9d"], 3: ["Kc 9h"], 4: ["Kc 9d"], 5: ["Kh 9s"], 6: ["Kd 9c"]}


@PROGRESSIVE_TERMS
def test_a_personal_king_9_is_not_suited(book: Rulebook) -> None:
    changes = with_combinations("s9h", "s9s", "c9h", "c9d", "h9s", "d9c")
    assert findings(book, changes) == [("royal-9-suited", f"{PATH}.combinations[1]", "12(i)")]


@PROGRESSIVE_TERMS
def test_no_two_seats_have_the_same_king_9(book: Rulebook) -> None:
    changes = with_combinations("s9h", "s9d", "c9h", "c9d", "s9h", "d9c")
    assert findings(book, changes) == [("royal-9-repeated", f"{PATH}.combinations[4]", "12(i)")]
    assert said(book, changes) == "seat 5: s9h is already seat 1's, but each seat needs its own"


@PROGRESSIVE_TERMS
@pytest.mark.parametrize("number", [0, 5, 7])
def test_every_seat_has_exactly_one(book: Rulebook, number: int) -> None:
    assert findings(book, with_combinations(*SEVEN[:number])) == [
        ("royal-9-combinations", f"{PATH}.combinations", "12(i)")
    ]


@PROGRESSIVE_TERMS
def test_every_combination_that_cannot_be_read_is_named(book: Rulebook) -> None:
    changes = with_combinations("s9h", "Ks 9d", "", "S9H", "h8s", "d9c")
    assert findings(book, changes) == [
        ("royal-9-combinations", f"{PATH}.combinations[{place}]", "12(i)") for place in (1, 2, 3, 4)
    ]


@PROGRESSIVE_TERMS
def test_the_progressive_is_played_with_decks_of_52(book: Rulebook) -> None:
    reviewed = filed(book, PROGRESSIVE)
    assert Code.ENGINE not in [finding.code for finding in reviewed.findings]
    assert book.provisions["royal9.progressive.terms"].terms["deck-of"] == 52


# ---------------------------------------------------------------- its meters


def test_star_spade_and_heart_have_seeds_and_rates_of_the_licensee() -> None:
    meters = royal(rules(load("ma-midi"), PROGRESSIVE)).meters
    assert {key: (meter.seed, meter.rate, meter.to_reserve, meter.ceiling) for key, meter in meters.items()} == {
        "star": (50_000_00, Fraction(9, 100), Fraction(0), None),
        "spade": (350_00, Fraction(1, 20), Fraction(0), None),
        "heart": (350_00, Fraction(1, 20), Fraction(0), None),
    }


def test_every_meter_is_needed_and_no_other() -> None:
    changes = {**PROGRESSIVE, "wagers.royal-9.meters.sapde": {}, "wagers.royal-9.meters.spade": GONE}
    assert findings("ma-midi", changes) == [
        ("royal-9-meter", f"{PATH}.meters.sapde", "12(i) Table 1"),
        ("royal-9-meter", f"{PATH}.meters.spade", "12(i) Table 1"),
    ]


@pytest.mark.parametrize(
    "field, value",
    [
        ("seed", GONE),
        ("seed", -1),
        ("rate", GONE),
        ("rate", "9"),
        ("rate", "-9%"),
        ("rate", "101%"),
        ("rate", "0.00%"),
        ("rate", "1e999999999%"),
        ("rate", "9.1234567%"),
        ("reserve", "a tenth"),
        ("ceiling", 350_00),
        ("ceiling", 0),
    ],
)
def test_a_meter_has_a_seed_a_rate_and_perhaps_a_reserve_and_a_ceiling(field: str, value: object) -> None:
    changes = {**PROGRESSIVE, f"wagers.royal-9.meters.spade.{field}": value}
    assert findings("ma-mini", changes) == [("royal-9-meter", f"{PATH}.meters.spade.{field}", "12(i) Table 1")]


def test_a_meter_beyond_our_ledger_is_not_called_unlawful() -> None:
    reviewed = filed(load("ma-mini"), {**PROGRESSIVE, "wagers.royal-9.meters.star.seed": 10**12})
    assert [finding.code for finding in reviewed.findings] == ["beyond-capacity"]
    assert reviewed.lawful


def test_the_meters_take_no_more_than_the_wager() -> None:
    whole = {**PROGRESSIVE, "wagers.royal-9.meters.star.rate": "90%"}
    assert findings("ma-mini", whole) == []
    more = {**whole, "wagers.royal-9.must-hit": {"seed": 500_00, "rate": "0.01%", "ceiling": 1_000_00}}
    assert findings("ma-mini", more) == [("royal-9-meter", f"{PATH}.meters", "12(i) Table 1")]


def test_must_hit_has_a_ceiling_by_which_it_hits() -> None:
    filed_so = {"seed": 500_00, "rate": "2.00%", "ceiling": 1_000_00}
    meter = royal(rules(load("ma-mini"), {**PROGRESSIVE, "wagers.royal-9.must-hit": filed_so})).must_hit
    assert meter is not None
    assert (meter.seed, meter.rate, meter.ceiling) == (500_00, Fraction(1, 50), 1_000_00)
    assert royal(rules(load("ma-mini"), PROGRESSIVE)).must_hit is None
    without = {**PROGRESSIVE, "wagers.royal-9.must-hit": {"seed": 500_00, "rate": "2.00%"}}
    assert findings("ma-mini", without) == [("royal-9-meter", f"{PATH}.must-hit.ceiling", "12(j)")]


@pytest.mark.parametrize("field", ["minimum", "maximum"])
def test_the_stake_of_royal_9_is_not_filed(field: str) -> None:
    changes = {**PROGRESSIVE, f"wagers.royal-9.{field}": 5_00}
    assert findings("ma-mini", changes) == [("term-fixed", PATH, "12(i)")]


def test_the_progressive_has_one_paytable() -> None:
    changes = {**PROGRESSIVE, "wagers.royal-9.paytable": 1}
    assert findings("ma-mini", changes) == [("term-fixed", f"{PATH}.paytable", "12(i) Table 1")]


def test_five_dollars_can_be_made_of_the_smallest_chips() -> None:
    coarse = {**PROGRESSIVE, "limits": {"smallest-chip": 25_00, "minimum": 25_00, "maximum": 500_00}}
    assert findings("ma-mini", coarse) == [("limits", "$.limits.smallest-chip", "12(i)")]


# ---------------------------------------------------------------- multi-level


@MULTI_LEVEL_TERMS
def test_multi_level_is_a_fixed_five_dollars(book: Rulebook) -> None:
    made = rules(book, {**MULTI_LEVEL, "limits.minimum": 100_00})
    assert (royal(made).kind, royal(made).stake) == ("multi-level", 5_00)
    assert (made.limits["royal-9"].least, made.limits["royal-9"].most) == (5_00, 5_00)


@MULTI_LEVEL_TERMS
def test_multi_level_is_played_with_eight_decks(book: Rulebook) -> None:
    section = book.section("royal9.multilevel.terms")
    assert rules(book, {**MULTI_LEVEL, "decks": 8}).royal9
    for decks in (6, 7):
        assert findings(book, {**MULTI_LEVEL, "decks": decks}) == [("royal-9-decks", PATH, section)]
    assert "8 decks in the shoe" in said(book, {**MULTI_LEVEL, "decks": 6})


@MULTI_LEVEL_TERMS
def test_multi_level_reads_the_first_four_cards_of_decks_of_52(book: Rulebook) -> None:
    wager = rules(book, MULTI_LEVEL).wager("royal-9")
    assert (wager.on_class, wager.on_opening is None) == (None, False)
    assert book.provisions["royal9.multilevel.terms"].terms["deck-of"] == 52
    assert book.provisions["royal9.multilevel.terms"].terms["first-cards"] == 4


@MULTI_LEVEL_TERMS
def test_each_chair_has_combinations_of_its_own(book: Rulebook) -> None:
    chairs = royal(rules(book, {**MULTI_LEVEL, "seats": 14 if book.id == "ma-baccarat" else 9})).combinations
    posted = [f"{face} {nine}" for pairs in chairs.values() for face, nine in pairs]
    assert list(chairs) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert posted[:3] == ["Ks 9h", "Qs 9h", "Js 9h"]
    assert len(set(posted)) == len(posted) == 27
    assert book.provisions["royal9.multilevel.terms"].terms["own-combinations"] is True


def test_a_smaller_table_has_the_combinations_of_its_chairs() -> None:
    chairs = royal(rules(load("ma-midi-multilevel"), {**MULTI_LEVEL, "seats": 3})).combinations
    assert list(chairs) == [1, 2, 3]


@pytest.mark.parametrize("paytable, seed, rate", [(1, 50_000_00, "9/100"), ("2", 25_000_00, "96/1000")])
def test_a_paytable_brings_the_seeds_and_rates_it_prints(paytable: str | int, seed: int, rate: str) -> None:
    filed_so = {"paytable": paytable, "meters": {"major": {"reserve": "10%", "ceiling": 90_000_00}}}
    terms = royal(rules(load("ma-baccarat"), {"wagers.royal-9": filed_so}))
    major = terms.meters["major"]
    assert terms.paytable == str(paytable)
    assert (major.seed, major.rate, major.to_reserve, major.ceiling) == (
        seed, Fraction(rate), Fraction(1, 10), 90_000_00
    )  # fmt: skip
    assert [(terms.meters[key].seed, terms.meters[key].rate) for key in ("k9-banker", "k9-player")] == [
        (350_00, Fraction(1, 20))
    ] * 2


def test_topping_up_has_an_effect_only_on_a_meter_that_is_paid_in_part() -> None:
    meters = {key: {"tops-up": True} for key in ("major", "k9-banker", "k9-player")}
    reviewed = filed(load("ma-baccarat"), {"wagers.royal-9": {"paytable": 1, "meters": meters}})
    assert reviewed.rules is not None
    assert all(meter.tops_up for meter in royal(reviewed.rules).meters.values())
    noted = [(note.code, note.path) for note in reviewed.warnings]
    assert noted == [("no-effect", f"{PATH}.meters.{key}.tops-up") for key in ("k9-banker", "k9-player")]
    plain = royal(rules(load("ma-baccarat"), {"wagers.royal-9": {"paytable": 1}}))
    assert not any(meter.tops_up for meter in plain.meters.values())


@pytest.mark.parametrize("name, table", [("ma-baccarat", "13(i) Table 1"), ("ma-midi-multilevel", "12(i) Table 1")])
def test_the_submission_names_one_of_two_paytables(name: str, table: str) -> None:
    path = f"{PATH}.paytable"
    assert findings(name, {"wagers.royal-9": {}}) == [("choice-missing", path, table)]
    for paytable in (0, 3, "A", ""):
        assert findings(name, {"wagers.royal-9": {"paytable": paytable}}) == [("paytable-unknown", path, table)]


@pytest.mark.parametrize(
    "more, path, section",
    [
        ({"combinations": ["s9h"]}, "combinations", "13(i) Table 2"),
        ({"must-hit": {"seed": 0, "rate": "1%", "ceiling": 5}}, "must-hit", "13(i)"),
        ({"meters": {"major": {"seed": 1}}}, "meters.major.seed", "13(i) Table 1"),
        ({"meters": {"k9-player": {"rate": "1%"}}}, "meters.k9-player.rate", "13(i) Table 1"),
    ],
)
def test_what_multi_level_prints_is_not_filed(more: dict[str, object], path: str, section: str) -> None:
    changes = {"wagers.royal-9": {"paytable": 1, **more}}
    assert findings("ma-baccarat", changes) == [("term-fixed", f"{PATH}.{path}", section)]


def test_multi_level_has_other_meters_than_the_progressive() -> None:
    changes = {"wagers.royal-9": {"paytable": 1, "meters": METERS}}
    assert {(code, section) for code, _, section in findings("ma-baccarat", changes)} == {
        ("royal-9-meter", "13(i) Table 1")
    }
