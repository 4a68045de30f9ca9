"""What section 2 of every document asks of the layout is on the printed felt, under that section."""

import pytest

from punto.draw.felt import felt_svg
from punto.law.rulebook import Rulebook
from punto.rules.house_rules import HouseRules
from tests.draw.sheet import Sheet
from tests.draw.tables import SIGNS, table
from tests.proofs import proves

SEATS = {"ma-baccarat": 14, "ma-mini": 6}


def rules_of(book: Rulebook, *, ez: bool = False, layout: str = "") -> HouseRules:
    """A table with every side wager of its document."""
    return table(book.id, SEATS.get(book.id, 7), ez=ez, layout=layout)


def drawn(rules: HouseRules, provision: str) -> dict[str, list[int]]:
    """The areas drawn under a provision's section, and the seats that have them."""
    found: dict[str, list[int]] = {}
    for area in Sheet(felt_svg(rules)).areas:
        if area.section == rules.rulebook.section(provision):
            found.setdefault(area.key, []).append(area.seat or 0)
    return found


def all_seats(rules: HouseRules) -> list[int]:
    return list(range(1, rules.seats + 1))


@proves("table.seats.max-9/one-side", "table.seats.max-9/dealer-opposite")
@proves("table.seats.max-9", ma_midi="2(a)", ma_midi_multilevel="2(a)", ma_mini="2(a)", md_mini=".02A")
def test_players_sit_on_one_side_and_the_dealer_on_the_other(book: Rulebook) -> None:
    areas = [area for area in Sheet(felt_svg(rules_of(book))).areas if area.outlines]
    heights = {area: [y for outline in area.outlines for _, y in outline] for area in areas}
    hands = [max(heights[area]) for area in areas if area.key in ("player-hand", "banker-hand")]
    wagers = [min(heights[area]) for area in areas if area.key == "player"]
    assert len(wagers) == rules_of(book).seats
    assert max(hands) < min(wagers)  # the hands lie before the dealer, at the top


@proves("layout.main-areas", md_mini=".02B(2)")
def test_main_wagers_have_separate_areas_at_every_seat(book: Rulebook) -> None:
    rules = rules_of(book)
    assert drawn(rules, "layout.main-areas") == dict.fromkeys(("tie", "banker", "player"), all_seats(rules))


@proves("layout.card-areas", ma_mini="2(b)(1)", md_mini=".02B(4)")
def test_each_hand_has_an_area(book: Rulebook) -> None:
    assert drawn(rules_of(book), "layout.card-areas") == {"player-hand": [0], "banker-hand": [0]}


@proves(
    "layout.dragon-bonus-area",
    ma_baccarat="2(b)(1)",
    ma_midi="2(b)(1)",
    ma_midi_multilevel="2(b)(1)",
    ma_mini="2(b)(2)",
    md_mini=".02B(5)",
)
def test_dragon_bonus_has_areas(book: Rulebook) -> None:
    rules = rules_of(book)
    keys = ("dragon-bonus-player", "dragon-bonus-banker")
    assert drawn(rules, "layout.dragon-bonus-area") == dict.fromkeys(keys, all_seats(rules))


@proves(
    "layout.dragon-7-area",
    ma_baccarat="2(b)(2)(i)",
    ma_midi="2(b)(2)(i)",
    ma_midi_multilevel="2(b)(2)(i)",
    ma_mini="2(b)(3)(i)",
    md_mini=".02B(6)(a)",
)
def test_dragon_7_has_an_area_where_ez_is_played(book: Rulebook) -> None:
    rules = rules_of(book, ez=True)
    assert drawn(rules, "layout.dragon-7-area") == {"dragon-7": all_seats(rules)}
    assert 'data-area="dragon-7"' not in felt_svg(rules_of(book))


@proves(
    "layout.panda-8-area",
    ma_baccarat="2(b)(2)(iii)",
    ma_midi="2(b)(2)(iii)",
    ma_midi_multilevel="2(b)(2)(iii)",
    ma_mini="2(b)(3)(iii)",
)
def test_panda_8_has_an_area_where_ez_is_played(book: Rulebook) -> None:
    rules = rules_of(book, ez=True)
    assert drawn(rules, "layout.panda-8-area") == {"panda-8": all_seats(rules)}


@proves(
    "layout.house-money-area",
    ma_baccarat="2(b)(3)",
    ma_midi="2(b)(3)",
    ma_midi_multilevel="2(b)(3)",
    ma_mini="2(b)(4)",
)
def test_house_money_has_an_area(book: Rulebook) -> None:
    rules = rules_of(book)
    assert drawn(rules, "layout.house-money-area") == {"house-money": all_seats(rules)}


@proves(
    "layout.vigorish-boxes",
    ma_baccarat="2(b)(4)",
    ma_midi="2(b)(4)",
    ma_midi_multilevel="2(b)(4)",
    ma_mini="2(b)(5)",
    md_mini=".02B(7)",
)
def test_vigorish_boxes_are_printed_where_vigorish_is_marked(book: Rulebook) -> None:
    rules = rules_of(book)
    assert drawn(rules, "layout.vigorish-boxes") == {"vigorish": all_seats(rules)}


@proves("layout.royal9-combinations", ma_baccarat="13(i)", ma_midi="12(i)", ma_midi_multilevel="12(i)", ma_mini="12(i)")
def test_royal_9_shows_what_is_posted_at_each_chair(book: Rulebook) -> None:
    rules = rules_of(book)
    assert rules.royal9 is not None
    assert drawn(rules, "layout.royal9-combinations") == {"royal-9": sorted(rules.royal9.combinations)}
    shown = [element.attrib["data-combination"] for element in Sheet(felt_svg(rules)).marked("combination")]
    posted = rules.royal9.combinations
    assert shown == [f"{face} {nine}" for seat in sorted(posted) for face, nine in posted[seat]]


def notices(rules: HouseRules) -> dict[str, tuple[str | None, str | None]]:
    """Section and place of each notice that is drawn."""
    sheet = Sheet(felt_svg(rules))
    return {
        element.attrib["data-notice"]: (element.get("data-section"), element.get("data-place"))
        for element in sheet.marked("notice")
    }


@pytest.mark.parametrize("place", ["layout", "sign"])
@proves(
    "layout.dragon-7-push-notice",
    ma_baccarat="2(b)(2)(ii)",
    ma_midi="2(b)(2)(ii)",
    ma_midi_multilevel="2(b)(2)(ii)",
    ma_mini="2(b)(3)(ii)",
    md_mini=".02B(6)(b)",
)
def test_players_are_told_that_a_dragon_7_pushes(book: Rulebook, place: str) -> None:
    rules = rules_of(book, ez=True, layout=f'dragon-7-notice = "{place}"')
    assert notices(rules)["dragon-7-push"] == (book.section("layout.dragon-7-push-notice"), place)
    assert "dragon-7-push" not in notices(rules_of(book))


@pytest.mark.parametrize("place", ["layout", "sign"])
@proves("layout.odds-shown", md_mini=".02B(3)")
def test_odds_are_inscribed_or_on_a_sign(book: Rulebook, place: str) -> None:
    rules = rules_of(book, layout=f'odds = "{place}"')
    assert notices(rules)["odds"] == (book.section("layout.odds-shown"), place)
    words = [text.text for text, _ in Sheet(felt_svg(rules)).texts()]
    assert words.count("8 to 1") == (rules.seats if place == "layout" else 1)


@proves("layout.name-or-logo", md_mini=".02B(1)")
def test_the_operators_name_is_on_the_felt(book: Rulebook) -> None:
    rules = rules_of(book, layout=SIGNS)
    assert notices(rules)["name-or-logo"] == (book.section("layout.name-or-logo"), "layout")
    assert ">HARBOUR CASINO</text>" in felt_svg(rules)


def fittings(rules: HouseRules) -> dict[str, str | None]:
    """The section of each fitting that is drawn."""
    sheet = Sheet(felt_svg(rules))
    return {element.attrib["data-fitting"]: element.get("data-section") for element in sheet.marked("fitting")}


@proves("layout.drop-and-tip-box", md_mini=".02E-F")
def test_drop_box_and_tip_box_are_at_opposite_hands_of_the_dealer(book: Rulebook) -> None:
    rules = rules_of(book)
    boxes = dict(Sheet(felt_svg(rules)).boxes())
    assert boxes["Tip box"][0][0] < 720 < boxes["Drop box"][0][0]
    assert {fittings(rules)[key] for key in ("drop-box", "tip-box")} == {".02E-F"}


@proves("layout.marker-buttons", md_mini=".02C-D")
def test_marker_buttons_lie_in_the_inventory_or_a_rack(book: Rulebook) -> None:
    for where, words in (("inventory", "Table inventory and marker buttons"), ("rack", "Marker rack")):
        rules = rules_of(book, layout=f'markers = "{where}"')
        assert fittings(rules)["markers"] == ".02C-D"
        assert words in dict(Sheet(felt_svg(rules)).boxes())


@proves(
    "layout.discards", ma_baccarat="2(c)", ma_midi="2(c)", ma_midi_multilevel="2(c)", ma_mini="2(c)", md_mini=".02G"
)
def test_there_is_a_place_for_the_discards(book: Rulebook) -> None:
    assert fittings(rules_of(book))["discards"] == book.section("layout.discards")
