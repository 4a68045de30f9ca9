"""What the felt carries and what stands on the table, where the thing is offered and where it is not."""

import pytest

from punto.law.rulebook import Rulebook, documents, load
from punto.rules.house_rules import Area, HouseRules
from tests.law.submitting import DRAGON_BONUS, GONE, filed, findings, royal, rules, said
from tests.proofs import proves

APPROVAL = proves(
    "layout.approval", ma_baccarat="2(b)", ma_midi="2(b)", ma_midi_multilevel="2(b)", ma_mini="2(b)", md_mini=".02B"
)
NAME = proves("layout.name-or-logo", md_mini=".02B(1)")
MAIN = proves("layout.main-areas", md_mini=".02B(2)")
ODDS = proves("layout.odds-shown", md_mini=".02B(3)")
HANDS = proves("layout.card-areas", ma_mini="2(b)(1)", md_mini=".02B(4)")
DRAGON = proves(
    "layout.dragon-bonus-area",
    ma_baccarat="2(b)(1)",
    ma_midi="2(b)(1)",
    ma_midi_multilevel="2(b)(1)",
    ma_mini="2(b)(2)",
    md_mini=".02B(5)",
)
DRAGON_7 = proves(
    "layout.dragon-7-area",
    ma_baccarat="2(b)(2)(i)",
    ma_midi="2(b)(2)(i)",
    ma_midi_multilevel="2(b)(2)(i)",
    ma_mini="2(b)(3)(i)",
    md_mini=".02B(6)(a)",
)
PUSH_NOTICE = proves(
    "layout.dragon-7-push-notice",
    ma_baccarat="2(b)(2)(ii)",
    ma_midi="2(b)(2)(ii)",
    ma_midi_multilevel="2(b)(2)(ii)",
    ma_mini="2(b)(3)(ii)",
    md_mini=".02B(6)(b)",
)
PANDA_8 = proves(
    "layout.panda-8-area",
    ma_baccarat="2(b)(2)(iii)",
    ma_midi="2(b)(2)(iii)",
    ma_midi_multilevel="2(b)(2)(iii)",
    ma_mini="2(b)(3)(iii)",
)
HOUSE_MONEY = proves(
    "layout.house-money-area", ma_baccarat="2(b)(3)", ma_midi="2(b)(3)", ma_midi_multilevel="2(b)(3)", ma_mini="2(b)(4)"
)
ROYAL_9 = proves(
    "layout.royal9-combinations", ma_baccarat="13(i)", ma_midi="12(i)", ma_midi_multilevel="12(i)", ma_mini="12(i)"
)
VIGORISH = proves(
    "layout.vigorish-boxes",
    ma_baccarat="2(b)(4)",
    ma_midi="2(b)(4)",
    ma_midi_multilevel="2(b)(4)",
    ma_mini="2(b)(5)",
    md_mini=".02B(7)",
)
MARKERS = proves("layout.marker-buttons", md_mini=".02C-D")
BOXES = proves("layout.drop-and-tip-box", md_mini=".02E-F")
DISCARDS = proves(
    "layout.discards", ma_baccarat="2(c)", ma_midi="2(c)", ma_midi_multilevel="2(c)", ma_mini="2(c)", md_mini=".02G"
)


def area(made: HouseRules, key: str) -> Area:
    found = [area for area in made.layout.areas if area.key == key]
    assert len(found) == 1, key
    return found[0]


def has(made: HouseRules, key: str) -> bool:
    return made.layout.area(key) is not None


# ---------------------------------------------------------------- approval, name, odds


@APPROVAL
@pytest.mark.parametrize("approval", [GONE, "", "   "])
def test_a_layout_needs_approval(book: Rulebook, approval: object) -> None:
    expected = [("approval-missing", "$.layout.approval", book.section("layout.approval"))]
    assert findings(book, {"layout.approval": approval}) == expected
    who = "the Commission" if "mini" in book.id else "the IEB"
    assert said(book, {"layout.approval": approval}) == f"the layout needs the approval of {who}: name it"
    assert rules(book).layout.approval == "layout 2026-001"


@NAME
def test_a_maryland_felt_carries_the_operators_name(book: Rulebook) -> None:
    notice = rules(book).layout.notice("name-or-logo")
    assert notice is not None
    assert (notice.text, notice.place, notice.cite.section) == ("Harbour Casino", "layout", ".02B(1)")
    assert findings(book, {"layout.operator": GONE}) == [("layout", "$.layout.operator", ".02B(1)")]


@pytest.mark.parametrize("name", [name for name in documents() if name != "md-mini"])
def test_a_massachusetts_felt_may_be_without_a_name(name: str) -> None:
    made = rules(load(name), {"layout.operator": GONE})
    assert made.layout.notice("name-or-logo") is None


@ODDS
def test_maryland_has_the_odds_of_every_wager_on_the_felt_or_on_a_sign(book: Rulebook) -> None:
    for filed_so, place in ((GONE, "layout"), ("layout", "layout"), ("sign", "sign")):
        notice = rules(book, {**DRAGON_BONUS, "wagers.tie.pays": "9 to 1", "layout.odds": filed_so}).layout.notice(
            "odds"
        )
        assert notice is not None
        assert (notice.place, notice.cite.section) == (place, ".02B(3)")
        bonus = "by 9 30 to 1, by 8 10 to 1, by 7 6 to 1, by 6 4 to 1, by 5 2 to 1, by 4 1 to 1, natural 1 to 1"
        assert notice.text.split("; ") == [
            "Player 1 to 1",
            "Banker 1 to 1 less vigorish",
            "Tie 9 to 1",
            f"Dragon Bonus Player {bonus}",
            f"Dragon Bonus Banker {bonus}",
        ]
    assert findings(book, {"layout.odds": "wall"}) == [("layout", "$.layout.odds", ".02B(3)")]


def test_an_ez_felt_in_maryland_tells_the_odds_of_its_own_wagers() -> None:
    notice = rules(load("md-mini"), ez=True).layout.notice("odds")
    assert notice is not None
    assert notice.text == "Player 1 to 1; Banker 1 to 1; Tie 8 to 1; Dragon 7 40 to 1"


# ---------------------------------------------------------------- areas


@MAIN
def test_every_seat_in_maryland_has_an_area_for_each_main_wager(book: Rulebook) -> None:
    for ez, keys in ((False, ("player", "banker", "tie")), (True, ("player", "ez-banker", "tie"))):
        made = rules(book, ez=ez)
        for key in keys:
            found = area(made, key)
            assert (found.each_seat, found.numbered, found.cite) == (True, False, ("md-mini", ".02B(2)"))


@pytest.mark.parametrize("name", [name for name in documents() if name != "md-mini"])
def test_in_massachusetts_the_main_areas_stand_under_the_wagers_own_sections(name: str) -> None:
    made = rules(load(name))
    root = "8(a)" if name == "ma-baccarat" else "7(a)"
    sections = [area(made, key).cite.section for key in ("banker", "player", "tie")]
    assert sections == [f"{root}(1)", f"{root}(2)", f"{root}(3)"]


@HANDS
def test_each_hand_has_its_area_once(book: Rulebook) -> None:
    made = rules(book)
    for key in ("player-hand", "banker-hand"):
        assert not area(made, key).each_seat
        assert area(made, key).cite.section == book.section("layout.card-areas")


@DRAGON
def test_dragon_bonus_has_an_area_at_every_seat_where_it_is_offered(book: Rulebook) -> None:
    made = rules(book, DRAGON_BONUS)
    for key in ("dragon-bonus-player", "dragon-bonus-banker"):
        assert area(made, key).each_seat
        assert area(made, key).cite == (book.id, book.section("layout.dragon-bonus-area"))
        assert not has(rules(book), key)
    only = rules(book, {"wagers.dragon-bonus-player.paytable": "A"})
    assert (has(only, "dragon-bonus-player"), has(only, "dragon-bonus-banker")) == (True, False)


@DRAGON_7
def test_dragon_7_has_an_area_at_every_seat_of_an_ez_table(book: Rulebook) -> None:
    found = area(rules(book, ez=True), "dragon-7")
    assert (found.each_seat, found.cite.section) == (True, book.section("layout.dragon-7-area"))
    assert not has(rules(book), "dragon-7")


@PANDA_8
def test_panda_8_has_an_area_at_every_seat_of_an_ez_table(book: Rulebook) -> None:
    found = area(rules(book, ez=True), "panda-8")
    assert (found.each_seat, found.cite.section) == (True, book.section("layout.panda-8-area"))
    assert not has(rules(book), "panda-8")


@HOUSE_MONEY
def test_house_money_has_an_area_at_every_seat_where_it_is_offered(book: Rulebook) -> None:
    found = area(rules(book, {"wagers.house-money": {}}), "house-money")
    assert (found.each_seat, found.cite.section) == (True, book.section("layout.house-money-area"))
    assert not has(rules(book), "house-money")


@ROYAL_9
def test_every_seat_shows_its_royal_9_combinations_where_it_is_offered(book: Rulebook) -> None:
    found = area(rules(book, royal(book)), "royal-9")
    section = "13(i)" if book.id == "ma-baccarat" else "12(i)"
    assert (found.each_seat, found.shows, found.cite.section) == (True, "combination", section)
    assert not has(rules(book), "royal-9")


@VIGORISH
def test_deferred_vigorish_has_a_numbered_box_at_every_seat(book: Rulebook) -> None:
    found = area(rules(book, {"vigorish.when": "deferred"}), "vigorish")
    assert (found.each_seat, found.numbered) == (True, True)
    assert found.cite.section == book.section("layout.vigorish-boxes")


@VIGORISH
def test_no_vigorish_boxes_with_collection_at_the_payout_or_at_ez(book: Rulebook) -> None:
    assert not has(rules(book, {"vigorish.when": "with-payout"}), "vigorish")
    assert not has(rules(book, ez=True), "vigorish")


# ---------------------------------------------------------------- the Dragon 7 notice


@PUSH_NOTICE
def test_players_read_at_an_ez_table_that_banker_pushes_on_a_dragon_7(book: Rulebook) -> None:
    for filed_so, place in ((GONE, "layout"), ("layout", "layout"), ("sign", "sign")):
        notice = rules(book, {"layout.dragon-7-notice": filed_so}, ez=True).layout.notice("dragon-7-push")
        assert notice is not None
        assert notice.text == "A wager on Banker pushes on a Dragon 7"
        assert (notice.place, notice.cite.section) == (place, book.section("layout.dragon-7-push-notice"))
    assert rules(book).layout.notice("dragon-7-push") is None


@PUSH_NOTICE
def test_the_dragon_7_notice_is_on_the_felt_or_on_a_sign_and_speaks_of_it(book: Rulebook) -> None:
    section = book.section("layout.dragon-7-push-notice")
    wall = {"layout.dragon-7-notice": "wall"}
    assert findings(book, wall, ez=True) == [("layout", "$.layout.dragon-7-notice", section)]
    assert "layout or sign" in said(book, wall, ez=True)
    own = {"layout.dragon-7-words": "On a DRAGON 7 wagers on Banker are returned"}
    notice = rules(book, own, ez=True).layout.notice("dragon-7-push")
    assert notice is not None
    assert notice.text == own["layout.dragon-7-words"]
    forms = (
        "A wager on Banker pushes on a Dragon 7",
        "Wagers on Banker push on a Dragon 7",
        "Banker pushes on a Dragon 7",
        "On a Dragon 7 wagers on Banker are returned",
        "A wager on Banker that results in a Dragon 7 shall push and be returned to the player",
        "A wager on the Banker's Hand that results in a Dragon 7 shall push and be returned to the player",
    )
    for words in forms:
        assert findings(book, {"layout.dragon-7-words": words}, ez=True) == []
    opposite = ("A Dragon 7 pays Banker double", "A wager on Banker loses on a Dragon 7", "Dragon 7: no push")
    for words in ("", "Good luck", *opposite):
        silent = {"layout.dragon-7-words": words}
        assert findings(book, silent, ez=True) == [("layout", "$.layout.dragon-7-words", section)]


# ---------------------------------------------------------------- fittings


@DISCARDS
def test_discards_go_where_the_document_says(book: Rulebook) -> None:
    lawful = {"ma-baccarat": ["bucket"], "ma-mini": ["rack"], "md-mini": ["bucket"]}.get(book.id, ["bucket", "rack"])
    place = {
        "ma-mini": "attached to the table top, on the dealer's side",
        "md-mini": "on the dealer's side",
    }.get(book.id, "for 8 decks")
    section = book.section("layout.discards")
    for filed_so in (GONE, "bucket", "rack", "floor"):
        if filed_so is GONE or filed_so in lawful:
            fitting = rules(book, {"layout.discards": filed_so}).layout.fitting("discards")
            assert fitting is not None
            expected = lawful[0] if filed_so is GONE else filed_so
            assert (fitting.what, fitting.place, fitting.cite.section) == (expected, place, section)
        else:
            assert findings(book, {"layout.discards": filed_so}) == [("layout", "$.layout.discards", section)]


@proves("layout.discards", ma_midi="2(c)", ma_midi_multilevel="2(c)")
def test_midis_holder_is_asked_to_take_eight_decks(book: Rulebook) -> None:
    for decks, noted in ((8, []), (9, [("holder-too-small", "$.decks", "2(c)")])):
        warnings = filed(book, {"decks": decks}).warnings
        assert [(note.code, note.path, note.section) for note in warnings] == noted


@BOXES
@pytest.mark.parametrize("drop, tip", [(GONE, "right"), ("left", "right"), ("right", "left")])
def test_drop_box_and_tip_box_are_at_the_dealers_opposite_hands(book: Rulebook, drop: object, tip: str) -> None:
    layout = rules(book, {"layout.drop-box": drop}).layout
    at = {"right": "left", "left": "right"}[tip]
    boxes = [layout.fitting("drop-box"), layout.fitting("tip-box")]
    assert [box and box.place for box in boxes] == [
        f"on the dealer's side, at the {at} hand",
        f"on the dealer's side, at the {tip} hand",
    ]
    assert {box and box.cite.section for box in boxes} == {".02E-F"}


@BOXES
def test_only_the_tip_box_goes_elsewhere_and_with_approval(book: Rulebook) -> None:
    elsewhere = {"layout.tip-box": "elsewhere", "layout.tip-box-approval": "26-119"}
    layout = rules(book, elsewhere).layout
    drop, tip = layout.fitting("drop-box"), layout.fitting("tip-box")
    assert drop is not None
    assert tip is not None
    assert (drop.place, tip.place) == ("on the dealer's side, at the left hand", "elsewhere, as approved")
    missing = {"layout.tip-box": "elsewhere"}
    assert findings(book, missing) == [("approval-missing", "$.layout.tip-box-approval", ".02E-F")]
    assert findings(book, {"layout.tip-box": "gone"}) == [("layout", "$.layout.tip-box", ".02E-F")]
    assert findings(book, {"layout.drop-box": "elsewhere"}) == [("layout", "$.layout.drop-box", ".02E-F")]


@MARKERS
def test_marker_buttons_live_in_the_inventory_or_in_a_rack_before_it(book: Rulebook) -> None:
    deferred = {"vigorish.when": "deferred"}
    for filed_so, what, place in (
        (GONE, "inventory", "in the table inventory container"),
        ("inventory", "inventory", "in the table inventory container"),
        ("rack", "rack", "in front of the inventory"),
    ):
        fitting = rules(book, {**deferred, "layout.markers": filed_so}).layout.fitting("markers")
        assert fitting is not None
        assert (fitting.what, fitting.place, fitting.cite.section) == (what, place, ".02C-D")
    pocket = {**deferred, "layout.markers": "pocket"}
    assert findings(book, pocket) == [("layout", "$.layout.markers", ".02C-D")]


def test_no_marker_buttons_where_nothing_is_marked() -> None:
    assert rules(load("md-mini")).layout.fitting("markers") is None
    assert rules(load("md-mini"), ez=True).layout.fitting("markers") is None
    assert rules(load("ma-mini"), {"vigorish.when": "deferred"}).layout.fitting("markers") is None


@pytest.mark.parametrize("felt", ["green", "wine", "night"])
def test_felts(felt: str) -> None:
    assert rules(load("ma-mini"), {"layout.felt": felt}).layout.felt == felt
    assert findings("ma-mini", {"layout.felt": f"{felt}ish"}) == [("layout", "$.layout.felt", "")]
