"""Which wagers a table may offer, which it must, and the terms that a document leaves to the licensee."""

from fractions import Fraction

import pytest

from punto.core.coup import CoupClass
from punto.draw.felt import felt_svg
from punto.law.rulebook import Rulebook, documents, load
from punto.rules.house_rules import HouseRules
from punto.table import Reason
from punto.wagers import Verdict
from tests.law.submitting import DRAGON_BONUS, GONE, Changes, filed, findings, royal, rules, said
from tests.proofs import proves
from tests.table.harness import TIE_STOOD, at

PERMISSIBLE = proves(
    "wager.permissible",
    ma_baccarat="8(a)",
    ma_midi="7(a)",
    ma_midi_multilevel="7(a)",
    ma_mini="7(a)",
    md_mini=".07A",
)
PORTION = proves(
    "house-money.portion",
    ma_baccarat="9(e)(1)a",
    ma_midi="8(c)(3)(i)a",
    ma_midi_multilevel="8(c)(3)(i)a",
    ma_mini="8(c)(3)(i)a",
)
TIE = proves(
    "pay.tie", ma_baccarat="13(b)", ma_midi="12(b)", ma_midi_multilevel="12(b)", ma_mini="12(b)", md_mini=".12B"
)
PAYTABLES = proves(
    "pay.dragon-bonus",
    ma_baccarat="13(e)",
    ma_midi="12(e)",
    ma_midi_multilevel="12(e)",
    ma_mini="12(e)",
    md_mini=".12E-F",
)
MASSACHUSETTS = [name for name in documents() if name != "md-mini"]


def keys(made: HouseRules) -> list[str]:
    return [wager.key for wager in made.wagers]


# ---------------------------------------------------------------- which


@PERMISSIBLE
def test_a_plain_table_offers_player_banker_and_tie(book: Rulebook) -> None:
    assert keys(rules(book)) == ["player", "banker", "tie"]
    for name in ("player", "banker", "tie"):
        missing = ("main-wager-missing", f"$.wagers.{name}", book.section("wager.permissible"))
        assert findings(book, {f"wagers.{name}": GONE}) == [missing]


@PERMISSIBLE
def test_a_table_without_a_tie_wager_needs_the_leave_of_the_commission(book: Rulebook) -> None:
    changes: Changes = {"wagers.tie": GONE, "no-tie-approval": "letter 2026-014"}
    missing = [("main-wager-missing", "$.wagers.tie", book.section("wager.permissible"))]
    if book.id == "md-mini":
        assert findings(book, changes) == missing
        return
    assert keys(rules(book, changes)) == ["player", "banker"]
    assert findings(book, {**changes, "no-tie-approval": " "}) == missing
    assert "no-tie-approval" in said(book, {"wagers.tie": GONE})
    for name in ("player", "banker"):
        assert findings(book, {**changes, f"wagers.{name}": GONE})[0][1] == f"$.wagers.{name}"


@pytest.mark.parametrize("name", MASSACHUSETTS)
def test_without_a_tie_wager_a_tie_pushes_and_the_felt_has_no_area_for_it(name: str) -> None:
    table = at(name, TIE_STOOD, wagers={"player": {}, "banker": {}}, no_tie_approval="letter 2026-014")
    table.bet((1, "player", 100), (2, "banker", 100))
    assert table.refused(do="wager", seat=3, wager="tie", cents=100_00).reason is Reason.NOT_OFFERED
    table.play()
    assert [table.won(seat) for seat in (1, 2)] == [0, 0]
    assert "TIE" not in felt_svg(table.rules).upper().replace("PROPERTIES", "")


@PERMISSIBLE
def test_dragon_bonus_is_offered_on_either_hand_or_both(book: Rulebook) -> None:
    for names in (["dragon-bonus-player"], ["dragon-bonus-banker"], ["dragon-bonus-player", "dragon-bonus-banker"]):
        changes = {f"wagers.{name}": {"paytable": "A"} for name in names}
        assert keys(rules(book, changes)) == ["player", "banker", "tie", *names]


@proves("wager.house-money/offered")
@proves("wager.house-money", ma_baccarat="8(a)(7)", ma_midi="7(a)(7)", ma_midi_multilevel="7(a)(7)", ma_mini="7(a)(7)")
@PERMISSIBLE
def test_house_money_is_offered_in_massachusetts(book: Rulebook) -> None:
    if book.id == "md-mini":
        expected = [("wager-not-offered", "$.wagers.house-money", ".07A")]
        assert findings(book, {"wagers.house-money": {}}) == expected
    else:
        assert keys(rules(book, {"wagers.house-money": {}}))[-1] == "house-money"


@PERMISSIBLE
def test_an_ez_table_offers_the_insurance_wagers_of_its_document(book: Rulebook) -> None:
    insurance = ["dragon-7"] if book.id == "md-mini" else ["dragon-7", "panda-8"]
    assert keys(rules(book, ez=True)) == ["player", "ez-banker", "tie", *insurance]
    for name in insurance:
        missing = ("insurance-missing", f"$.wagers.{name}", book.section(f"wager.{name}"))
        assert findings(book, {f"wagers.{name}": GONE}, ez=True) == [missing]


@PERMISSIBLE
def test_insurance_is_for_ez_tables(book: Rulebook) -> None:
    insurance = ["dragon-7"] if book.id == "md-mini" else ["dragon-7", "panda-8"]
    for name in insurance:
        only = ("ez-only", f"$.wagers.{name}", book.section(f"wager.{name}"))
        assert findings(book, {f"wagers.{name}": {}}) == [only]


def test_maryland_knows_no_panda_8() -> None:
    expected = [("wager-not-offered", "$.wagers.panda-8", ".07A")]
    assert findings("md-mini", {"wagers.panda-8": {}}) == expected
    assert findings("md-mini", {"wagers.panda-8": {}}, ez=True) == expected
    assert "does not permit panda-8" in said(load("md-mini"), {"wagers.panda-8": {}})


@PERMISSIBLE
def test_royal_9_is_offered_where_the_payout_section_has_it(book: Rulebook) -> None:
    if book.id == "md-mini":
        expected = [("wager-not-offered", "$.wagers.royal-9", ".07A")]
        assert findings(book, {"wagers.royal-9": {"paytable": 1}}) == expected
    else:
        assert keys(rules(book, royal(book)))[-1] == "royal-9"


@PERMISSIBLE
@pytest.mark.parametrize("name, suggested", [("palyer", "player"), ("Tie", "tie"), ("dragon-bonus", "dragon-bonus-")])
def test_a_misspelt_wager_is_told_from_one_that_is_not_offered(book: Rulebook, name: str, suggested: str) -> None:
    section = book.section("wager.permissible")
    assert findings(book, {f"wagers.{name}": {}}) == [("wager-unknown", f"$.wagers.{name}", section)]
    assert f"did you mean '{suggested}" in said(book, {f"wagers.{name}": {}})


@proves("wager.permissible/listed")
@PERMISSIBLE
def test_a_wager_of_other_houses_is_not_offered_here(book: Rulebook) -> None:
    import punto.wagers.examples  # noqa: F401 - registers Lucky 6

    section = book.section("wager.permissible")
    assert findings(book, {"wagers.lucky-6": {}}) == [("wager-not-offered", "$.wagers.lucky-6", section)]


@pytest.mark.parametrize("name", documents())
def test_banker_and_ez_banker_are_not_confounded(name: str) -> None:
    section = load(name).section("def.ez")
    both = {"wagers.ez-banker": GONE, "wagers.banker": {}}
    assert findings(name, both, ez=True) == [("not-at-ez", "$.wagers.banker", section)]
    both = {"wagers.ez-banker": {}, "wagers.banker": GONE}
    assert findings(name, both) == [("ez-only", "$.wagers.ez-banker", section)]


@pytest.mark.parametrize("name", documents())
def test_an_ez_table_without_a_banker_lacks_its_ez_banker(name: str) -> None:
    section = load(name).section("wager.permissible")
    expected = [("main-wager-missing", "$.wagers.ez-banker", section)]
    assert findings(name, {"wagers.ez-banker": GONE}, ez=True) == expected


# ---------------------------------------------------------------- terms that are not the licensee's


@pytest.mark.parametrize(
    "path, value, key",
    [
        ("wagers.player.pays", "2 to 1", "pay.player"),
        ("wagers.banker.pays", "1 to 1", "pay.banker"),
        ("wagers.tie.paytable", "A", "pay.tie"),
        ("wagers.tie.portion", "1/2", "pay.tie"),
        ("wagers.player.combinations", ["s9h"], "pay.player"),
        ("wagers.banker.meters", {"star": {}}, "pay.banker"),
        ("wagers.tie.must-hit", {}, "pay.tie"),
    ],
)
@pytest.mark.parametrize("name", documents())
def test_what_a_document_fixes_is_not_filed(name: str, path: str, value: object, key: str) -> None:
    assert findings(name, {path: value}) == [("term-fixed", f"$.{path}", load(name).section(key))]


@pytest.mark.parametrize("name", MASSACHUSETTS)
def test_insurance_pays_what_the_document_says(name: str) -> None:
    section = load(name).section("pay.dragon-7")
    changes = {"wagers.dragon-7.pays": "39 to 1"}
    assert findings(name, changes, ez=True) == [("term-fixed", "$.wagers.dragon-7.pays", section)]


# ---------------------------------------------------------------- tie


@TIE
@pytest.mark.parametrize("odds, pays", [("8 to 1", 8), ("9 to 1", 9), ("17 to 2", Fraction(17, 2)), ("100 to 1", 100)])
def test_a_tie_pays_at_least_eight_to_one(book: Rulebook, odds: str, pays: Fraction) -> None:
    tie = rules(book, {"wagers.tie.pays": odds}).wager("tie")
    assert tie.on_class is not None
    assert tie.on_class(CoupClass(6, 6)).pays == pays


@TIE
def test_a_tie_pays_eight_to_one_where_nothing_is_filed(book: Rulebook) -> None:
    tie = rules(book).wager("tie")
    assert [result.pays for result in tie.results if result.verdict is Verdict.WIN] == [8]


@TIE
@pytest.mark.parametrize("odds", ["7 to 1", "0 to 1", "15 to 2", "8 to 2"])
def test_less_than_eight_to_one_is_too_low_for_a_tie(book: Rulebook, odds: str) -> None:
    path, section = "$.wagers.tie.pays", book.section("pay.tie")
    assert findings(book, {"wagers.tie.pays": odds}) == [("odds-too-low", path, section)]
    assert said(book, {"wagers.tie.pays": odds}) == f"a tie pays at least 8 to 1, not {odds}"


@TIE
@pytest.mark.parametrize(
    "odds",
    ["8", "8:1", "8 for 1", "8 to 0", "-8 to -1", "8 to 1 to 1", "8.5 to 1", "٨ to 1", "", "9" * 5_000 + " to 1"],
)
def test_odds_are_written_in_one_way(book: Rulebook, odds: str) -> None:
    path, section = "$.wagers.tie.pays", book.section("pay.tie")
    assert findings(book, {"wagers.tie.pays": odds}) == [("odds-unreadable", path, section)]


@TIE
def test_odds_beyond_our_ledger_are_not_called_unlawful(book: Rulebook) -> None:
    reviewed = filed(book, {"wagers.tie.pays": "10001 to 1"})
    assert [finding.code for finding in reviewed.findings] == ["beyond-capacity"]
    assert reviewed.lawful
    assert findings(book, {"wagers.tie.pays": "10000 to 1"}) == []


@TIE
def test_odds_that_the_smallest_chip_cannot_be_paid_in_cents_are_noted(book: Rulebook) -> None:
    reviewed = filed(book, {"wagers.tie.pays": "25 to 3"})
    assert [(note.code, note.path) for note in reviewed.warnings] == [("cents-lost", "$.wagers.tie.pays")]


# ---------------------------------------------------------------- dragon bonus


@PAYTABLES
@pytest.mark.parametrize(
    "paytable, by", [("A", [30, 10, 6, 4, 2, 1]), ("B", [20, 8, 7, 4, 3, 1]), ("C", [30, 10, 4, 4, 2, 2])]
)
@pytest.mark.parametrize("hand", ["player", "banker"])
def test_dragon_bonus_pays_by_the_paytable_that_is_filed(
    book: Rulebook, paytable: str, by: list[int], hand: str
) -> None:
    wager = rules(book, {f"wagers.dragon-bonus-{hand}": {"paytable": paytable}}).wager(f"dragon-bonus-{hand}")
    pays = {result.category: result.pays for result in wager.results if result.verdict is Verdict.WIN}
    assert pays == {f"by-{points}": odds for points, odds in zip(range(9, 3, -1), by, strict=True)} | {"natural": 1}
    assert [result.category for result in wager.results if result.verdict is Verdict.PUSH] == ["natural-tie"]
    assert not wager.vigorish


@PAYTABLES
def test_the_submission_names_the_dragon_bonus_paytable(book: Rulebook) -> None:
    path, section = "$.wagers.dragon-bonus-player.paytable", book.section("pay.dragon-bonus")
    assert findings(book, {"wagers.dragon-bonus-player": {}}) == [("choice-missing", path, section)]
    for paytable in ("D", "a", "", 1):
        changes = {"wagers.dragon-bonus-player.paytable": paytable}
        assert findings(book, changes) == [("paytable-unknown", path, section)]
        assert "A, B or C" in said(book, changes)


@PAYTABLES
def test_one_dragon_bonus_paytable_holds_for_both_hands(book: Rulebook) -> None:
    path, section = "$.wagers.dragon-bonus-banker.paytable", book.section("pay.dragon-bonus")
    changes = {**DRAGON_BONUS, "wagers.dragon-bonus-banker": {"paytable": "B"}}
    assert findings(book, changes) == [("paytables-differ", path, section)]
    assert findings(book, DRAGON_BONUS) == []


# ---------------------------------------------------------------- house money


@PORTION
def test_all_of_a_house_money_payout_rides_unless_a_portion_is_filed(book: Rulebook) -> None:
    assert rules(book, {"wagers.house-money": {}}).house_money_portion == 1
    for portion in ("1/2", "1/4", "2/3", "1"):
        made = rules(book, {"wagers.house-money.portion": portion})
        assert made.house_money_portion == Fraction(portion)


@PORTION
@pytest.mark.parametrize("portion", ["0", "0/1", "3/2", "-1/2", "half", "50%", "1/0", "0.5", "1e-99999999", ""])
def test_a_portion_is_a_fraction_up_to_the_whole(book: Rulebook, portion: str) -> None:
    path, section = "$.wagers.house-money.portion", book.section("house-money.portion")
    assert findings(book, {"wagers.house-money.portion": portion}) == [("portion-outside", path, section)]
