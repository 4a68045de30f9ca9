"""A sheet is read strictly: what cannot be understood is named with its line, and is never a traceback."""

import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.core.cards import count
from punto.law.rulebook import built_in, load
from punto.scenario import SheetError, read
from punto.scenario.checks import MOMENTS
from punto.scenario.sentences import STEPS, Sentence, sentence
from punto.scenario.sheet import GONE
from punto.scenario.sheet import MOMENTS as WORDS
from punto.scenario.stack import quiet
from punto.table import inspection
from punto.table.irregularities import REMEDIES
from tests.scenario import sheets

SHEET = """\
A coup

tables:    ma-mini-classic  md-mini-classic
deal.four  8(c)             .08C

given: a shoe ready for betting; Ann at 3 with $500

Ann wagers $25 on banker
cards: P 6c Kh, B 7d Ks
everybody does what is due until four cards lie    deal.four
"""


def test_a_sheet() -> None:
    sheet = read(SHEET)
    assert sheet.title == "A coup"
    assert [table.submission for table in sheet.tables] == ["ma-mini-classic", "md-mini-classic"]
    assert [table.sections for table in sheet.tables] == [{"deal.four": "8(c)"}, {"deal.four": ".08C"}]
    assert sheet.given.players == (("Ann", 3, 50000),)
    assert [line.number for line in sheet.lines] == [8, 9, 10]
    assert sheet.cited("ma-mini") == {"deal.four"}


BAD = {
    "": (1, "there is nothing here"),
    "A title\n": (1, 'no line "tables:"'),
    SHEET.replace("given:", "taken:"): (10, 'no line "given:"'),
    SHEET.replace("a shoe ready", "a shoe red"): (6, "given is"),
    SHEET.replace("Ann at 3", "Ann near 3"): (6, "invalid player"),
    SHEET.replace("  .08C", ""): (4, "'deal.four' has 1 sections, and there are 2 tables"),
    SHEET.replace("md-mini-classic", "ma-mini-classic"): (3, "a table stands there twice"),
    SHEET.replace("tables:    ma-mini-classic  md-mini-classic", "tables:"): (3, "no table is named"),
    SHEET.replace("\ngiven", "with: a = \n\ngiven"): (5, "invalid TOML"),
    SHEET.replace("\ngiven", "with md-mini: a = 1\n\ngiven"): (5, "no table is called 'md-mini': did you mean"),
    SHEET.replace("Ann wagers", "Bob wagers"): (8, "no player is called Bob: there are Ann"),
    SHEET.replace("Ann wagers", "somebody wagers"): (8, "names no actor"),
    SHEET.replace("wagers", "bets"): (8, "unknown act"),
    SHEET.replace("Ann wagers $25 on banker", "the dealer wagers $25 on banker"): (8, "only a player does that"),
    SHEET.replace("Ann wagers", "refused: Ann wagers"): (8, "a refusal ends with its reason"),
    SHEET.replace("Ann wagers $25 on banker", "then: Ann is rich"): (8, "cannot be looked up"),
    SHEET.replace("Ann wagers $25 on banker", "the dealer keys in P1 4h"): (8, "invalid card at a place"),
    SHEET.replace("P 6c Kh", "P 6c"): (9, "two cards or three"),
    SHEET.replace("P 6c Kh", "P 6c Zz"): (9, "Zz"),
    SHEET.replace("P 6c Kh", "Q 6c Kh"): (9, "invalid hand"),
    SHEET.replace("four cards lie", "dawn"): (10, "invalid stop point 'dawn'"),
    SHEET.replace("    deal.four\n", "    deal.for\n"): (10, "no row of the head is called 'deal.for': did you mean"),
}


@pytest.mark.parametrize("text", BAD, ids=[words for _, words in BAD.values()])
def test_a_bad_line_is_named(text: str) -> None:
    number, words = BAD[text]
    with pytest.raises(SheetError, match=r"^line \d+: [^\n]+$") as error:
        read(text)
    assert error.value.number == number
    assert words in str(error.value)


def test_fields_are_put_otherwise_for_all_tables_or_for_one() -> None:
    text = SHEET.replace(
        "\ngiven",
        "with: limits = { minimum = 5 }\n"
        "with md-mini-classic: limits.minimum = 7\n"
        "without: vigorish, wagers.tie\n\ngiven",
    )
    mini, maryland = (table.changes for table in read(text).tables)
    assert mini == {"limits": {"minimum": 5}, "vigorish": GONE, "wagers": {"tie": GONE}}
    assert maryland == {**mini, "limits": {"minimum": 7}}


@given(st.sampled_from(sheets.names()), st.randoms(use_true_random=False))
def test_whatever_is_changed_it_is_read_or_a_line_is_named(name: str, chance: random.Random) -> None:
    lines = (sheets.FOLDER / f"{name}.txt").read_text(encoding="utf-8").split("\n")
    at = chance.randrange(len(lines))
    line = lines[at]
    cut = chance.randrange(len(line) + 1)
    lines[at] = chance.choice([line[:cut], line[cut:], line[:cut] + chance.choice("$:;,.—x9 \t\0") + line[cut:], ""])
    with suppress(SheetError):
        read("\n".join(lines))


BY_DEALING = {"draw-first", "burn-card"}  # steps made by dealing a card, and by turning cards
BY_TURNING = {"expose-first", "turn-hands", "return-player", "return-banker", "open-player", "open-banker"}


def test_every_step_of_every_rulebook_has_its_words() -> None:
    steps = {step for book in built_in() for ceremony in load(book).ceremonies.values() for step in ceremony.steps}
    brought = {
        step["do"]
        for book in built_in()
        for one in load(book).provisions.values()
        for step in one.terms.get("steps", ())
    }
    refusals = set(inspection.PROVISIONS)  # of steps of control, and what follows a defect
    assert steps | brought | refusals | set(REMEDIES) == (set(STEPS) - {"order-shuffle"}) | BY_DEALING | BY_TURNING
    assert len(set(STEPS.values())) == len(STEPS)


@pytest.mark.parametrize("step", STEPS)
def test_the_words_of_a_step_are_understood(step: str) -> None:
    said = sentence(f"the dealer {STEPS[step]} to Ann, 20 cards deep for delay", {"Ann": 3})
    assert isinstance(said, Sentence)
    assert said.given == {"step": step, "seat": 3, "cards": 20, "why": "delay"}


def test_every_moment_has_its_words() -> None:
    assert set(WORDS) == set(MOMENTS)


@pytest.mark.parametrize("decks", [6, 8])
def test_a_quiet_shoe_is_whole_and_nobody_draws(decks: int) -> None:
    burned, order = quiet(decks)
    assert len({*burned, *order}) == 52
    assert all([*burned, *order].count(card) == decks for card in {*order})
    coups = [order[at : at + 4] for at in range(0, len(order) - 3, 4)]
    assert all(6 <= count(coup[::2]) <= count(coup[1::2]) for coup in coups)
