"""Who cuts, who sees the burned cards, who turns the hands, and what becomes of a card seen too early."""

import pytest

from punto.law.ceremony import complete
from punto.law.rulebook import Rulebook, build, documents, load, parse, text_of
from punto.rules.review import review_submission
from punto.rules.submission import read
from tests.law.filing import found, plain
from tests.law.submitting import GONE, filed, findings, rules, said
from tests.proofs import proves

DEALER_CUTS = proves("cut.dealer-option", ma_mini="5(b)")
BURN_SHOWN = proves(
    "burn.shown", ma_baccarat="5(e)", ma_midi="5(e)", ma_midi_multilevel="5(e)", ma_mini="5(f)", md_mini=".05F"
)
SQUEEZE = proves("deal.squeeze-option", ma_baccarat="9(d)")
DISCLOSED = proves(
    "irregular.player-third-option",
    ma_baccarat="15(c)(1)-(2)",
    ma_midi="13(c)(1)-(2)",
    ma_midi_multilevel="13(c)(1)-(2)",
    ma_mini="13(c)(1)-(2)",
    md_mini=".13C(2)(a)-(b)",
)


# ---------------------------------------------------------------- the cut


@DEALER_CUTS
def test_at_mini_the_casino_may_have_the_dealer_cut(book: Rulebook) -> None:
    assert rules(book).shuffling.cut_by == "players"
    assert rules(book, {"cut.by": "players"}).shuffling.cut_by == "players"
    assert rules(book, {"cut.by": "dealer"}).shuffling.cut_by == "dealer"
    assert findings(book, {"cut.by": "nobody"}) == [("not-a-choice", "$.cut.by", "5(b)")]


@pytest.mark.parametrize(
    "name, section", [("ma-baccarat", "5(c)"), ("ma-midi", "5(c)"), ("ma-midi-multilevel", "5(c)"), ("md-mini", ".05B")]
)
def test_elsewhere_the_cut_is_the_players(name: str, section: str) -> None:
    book = load(name)
    cited = book.section("cut.offer-order")
    assert cited.startswith(section)
    assert rules(book, {"cut.by": "players"}).shuffling.cut_by == "players"
    assert findings(book, {"cut.by": "dealer"}) == [("not-a-choice", "$.cut.by", cited)]


@pytest.mark.parametrize("name", documents())
def test_who_cuts_again_is_a_choice_at_the_big_table_and_at_midi(name: str) -> None:
    book = load(name)
    if "mini" in name:
        assert rules(book).shuffling.recut_by == "next"
        assert findings(book, {"cut.recut-by": "last"}) == [
            ("not-a-choice", "$.cut.recut-by", "5(e)" if name == "ma-mini" else ".05D-E")
        ]
    else:
        assert rules(book).shuffling.recut_by == "last"
        assert rules(book, {"cut.recut-by": "next"}).shuffling.recut_by == "next"


# ---------------------------------------------------------------- the burn


@BURN_SHOWN
def test_burned_cards_are_shown_hidden_or_either(book: Rulebook) -> None:
    lawful = {"ma-mini": ["face-down", "face-up"], "md-mini": ["face-down"]}.get(book.id, ["face-up"])
    assert rules(book).shuffling.burn_shown == (lawful[0] == "face-up")
    for chosen in ("face-down", "face-up", "sideways"):
        if chosen in lawful:
            assert rules(book, {"deal.burned-cards": chosen}).shuffling.burn_shown == (chosen == "face-up")
        else:
            section = book.section("burn.shown")
            assert findings(book, {"deal.burned-cards": chosen}) == [("not-a-choice", "$.deal.burned-cards", section)]


@proves("burn.shown", ma_baccarat="5(e)", ma_midi="5(e)", ma_midi_multilevel="5(e)", ma_mini="5(f)")
def test_the_dealer_shows_the_burned_cards_before_they_are_discarded(book: Rulebook) -> None:
    burn = book.ceremonies["burn-face-up"]
    assert complete(burn, ["draw-first", "expose-first", "burn-card", "burn-card", "show-burned", "discard-burned"])
    assert burn.steps["show-burned"].by == "dealer"


# ---------------------------------------------------------------- the squeeze


@SQUEEZE
def test_the_big_table_squeezes_only_if_the_submission_says_so(book: Rulebook) -> None:
    assert not rules(book).squeeze
    assert not rules(book, {"deal.hands-turned-by": "dealer"}).squeeze
    assert rules(book, {"deal.hands-turned-by": "squeeze"}).squeeze
    assert findings(book, {"deal.hands-turned-by": "player"}) == [("not-a-choice", "$.deal.hands-turned-by", "9(d)")]


@pytest.mark.parametrize("name", ["ma-midi", "ma-midi-multilevel", "ma-mini"])
def test_midi_and_mini_in_massachusetts_always_squeeze(name: str) -> None:
    assert rules(load(name)).squeeze
    assert findings(name, {"deal.hands-turned-by": "dealer"}) == [
        ("not-a-choice", "$.deal.hands-turned-by", "8(c)(1)-(2)")
    ]


def test_nobody_squeezes_in_maryland() -> None:
    assert not rules(load("md-mini")).squeeze
    assert not rules(load("md-mini")).touch
    assert findings("md-mini", {"deal.hands-turned-by": "squeeze"}) == [
        ("not-a-choice", "$.deal.hands-turned-by", ".08D(2)")
    ]


# ---------------------------------------------------------------- cards seen too early


@DISCLOSED
def test_the_submission_names_what_becomes_of_a_disclosed_third_card(book: Rulebook) -> None:
    path, section = "deal.disclosed-third-card", book.section("irregular.player-third-option")
    assert [rules(book, {path: chosen}).disclosed for chosen in ("discard", "simulate")] == ["discard", "simulate"]
    assert findings(book, {path: GONE}) == [("choice-missing", f"$.{path}", section)]
    assert said(book, {path: GONE}) == "the submission must name one: discard or simulate"
    assert findings(book, {path: "void"}) == [("not-a-choice", f"$.{path}", section)]


@pytest.mark.parametrize("name", documents())
def test_the_submission_names_what_becomes_of_a_coup_in_which_a_card_was_disclosed(name: str) -> None:
    book, path = load(name), "deal.disclosed-mid-coup"
    assert [rules(book, {path: chosen}).disclosed_mid_coup for chosen in ("complete", "void")] == ["complete", "void"]
    section = book.section("irregular.disclosed")
    assert findings(book, {path: GONE}) == [("choice-missing", f"$.{path}", section)]
    assert said(book, {path: GONE}) == "the submission must name one: complete or void"
    assert findings(book, {path: "discard"}) == [("not-a-choice", f"$.{path}", section)]


@pytest.mark.parametrize("name", documents())
def test_under_an_earlier_rulebook_a_coup_in_which_a_card_was_disclosed_is_completed_without_being_named(
    name: str,
) -> None:
    earlier = parse(text_of(name).replace('mid-coup = "named"\n', ""))
    submission = filed(load(name), {"deal.disclosed-mid-coup": GONE}).submission
    assert submission is not None
    reviewed = review_submission(earlier, submission)
    assert reviewed.rules is not None
    assert reviewed.rules.disclosed_mid_coup == "complete"


# ---------------------------------------------------------------- courtesies


@pytest.mark.parametrize("name", documents())
def test_free_hands_are_a_courtesy_of_mini_in_massachusetts(name: str) -> None:
    section = load(name).section("wager.permissible")
    expected = [] if name == "ma-mini" else [("not-a-choice", "$.deal.free-hands", section)]
    assert findings(name, {"deal.free-hands": True}) == expected
    assert not rules(load(name), {"deal.free-hands": False}).free_hands


def test_a_document_that_does_not_allow_free_hands_has_none() -> None:
    data = load("ma-mini").data
    book = build({**data, "wager.free-hand": {**data["wager.free-hand"], "allowed": False}}, "")
    submission, _, _ = read(plain(book).replace("[deal]", "[deal]\nfree-hands = true"))
    assert submission is not None
    assert found(review_submission(book, submission)) == [("not-a-choice", "$.deal.free-hands", "7(a)")]


@pytest.mark.parametrize("name", documents())
def test_match_play_is_taken_where_the_document_names_it(name: str) -> None:
    book = load(name)
    section = {"ma-mini": "7(b)", "md-mini": ".07B-C"}.get(name)
    expected = [("not-a-choice", "$.deal.match-play", section)] if section else []
    assert findings(book, {"deal.match-play": True}) == expected
    assert section or rules(book, {"deal.match-play": True}).match_play


@pytest.mark.parametrize("name", documents())
def test_verbal_wagers_may_be_accepted_or_not(name: str) -> None:
    assert rules(load(name)).verbal_wagers
    assert not rules(load(name), {"deal.verbal-wagers": False}).verbal_wagers
