"""The rooms beside the table in a real browser: odds, rules, editor, surveillance, school; and axe in all of them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from punto.school import of_id
from tests.page.floor import PASSWORD
from tests.page.test_browser import TABLE, Visitor, browser, opened, visitor
from tests.school.students import by_the_engine

__all__ = ["browser", "visitor"]  # what pytest looks for here
AXE = Path(__file__).parents[2] / "tools" / "page" / "node_modules" / "axe-core" / "axe.min.js"
FOUND = """async () => (await axe.run(document, {resultTypes: ['violations']})).violations
  .map(one => `${one.id}: ${one.nodes.map(node => node.html.slice(0, 120)).join(' ')}`)"""

ALL_BUT_ONE = """async (all) => { const room = document.querySelector('punto-school');
  for (const one of all.slice(0, -1)) await room.answer(one); }"""


@pytest.fixture(scope="module")
def floor() -> Iterator[str]:
    yield from opened("md-mini-payout", "ma-midi-squeeze")


def enter(page: Page, floor: str, room: str, ready: str) -> None:
    """Go to a room, and wait until there is something in it."""
    page.goto(f"{floor}{room}")
    page.locator(ready).first.wait_for()


def room_of(page: Page, what: str) -> Any:
    """Look into the room that is open."""
    return page.evaluate(f"(() => {{ const room = document.querySelector('#page > *'); return {what}; }})()")


# ---------------------------------------------------------------- odds, rules, submissions


def test_cards_are_taken_out_without_a_mouse_and_every_figure_follows(floor: str, visitor: Visitor) -> None:
    page = visitor()
    enter(page, floor, "#/odds", "table.odds")
    expect(page.locator(".ends")).to_contain_text("45.8597%")
    less = page.get_by_role("button", name="One 9 less")
    less.focus()
    page.keyboard.press("Enter")
    expect(page.locator("table.odds").first).to_contain_text("Edge, this shoe")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "One 9 less", "the focus stays"
    field = page.get_by_label("Cards you have seen")
    field.fill("9s 9x")
    expect(page.get_by_role("alert")).to_contain_text("invalid card '9x'")
    field.fill("9s 9h")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.locator("select[name=tie]").select_option("9 to 1")
    page.locator("select[name=wager]").select_option("tie")
    expect(page.locator(".results")).to_contain_text("+9")
    expect(page.locator(".plot .up, .plot .down").first).to_be_attached()


def test_rulebooks_are_compared_and_searched(floor: str, visitor: Visitor) -> None:
    page = visitor()
    enter(page, floor, "#/rules/ma-mini+md-mini", "table.sides")
    expect(page.locator(".counted")).to_have_text("106 of 106 provisions; 55 differ.")
    page.get_by_label("Only differences").check()
    expect(page.locator(".counted")).to_contain_text("55 of 106")
    page.get_by_label("Search provisions").fill("cut depth")
    expect(page.locator(".sides")).to_contain_text("says nothing")
    page.get_by_label("Massachusetts Midi Baccarat", exact=True).check()
    expect(page.locator(".sides thead th")).to_have_count(4)


def test_the_rulebook_room_shows_clauses_with_status_and_tests(floor: str, visitor: Visitor) -> None:
    page = visitor()
    enter(page, floor, "#/rules/ma-mini+md-mini", "details.clauses")
    expect(page.locator(".glance th", has_text="Not kept yet")).to_be_attached()
    page.get_by_label("Search provisions").fill("cover-card")
    expect(page.locator(".counted")).not_to_contain_text("106 of 106")  # the list is drawn anew
    row = page.locator(".sides tr", has=page.get_by_text("cover-card", exact=True))
    row.locator("details.clauses summary").first.click()
    item = row.locator("details.clauses").first.locator("li", has_text="last hand").first
    expect(item.locator(".tag")).to_have_text("Refused otherwise")
    item.locator("details.tests summary").click()
    expect(item.locator("details.tests")).to_contain_text("tests/table/test_cover_card.py")
    page.get_by_label("Search provisions").fill("")
    page.get_by_label("Status of a clause").select_option("not-kept")
    expect(page.locator(".counted")).to_contain_text(re.compile(r"\b\d{1,2} of 106"))  # those with such a clause
    expect(page.locator("details.clauses[open] .tag").first).to_have_text("Not kept yet")


def test_a_finding_stands_beside_its_line_and_the_felt_is_drawn(floor: str, visitor: Visitor) -> None:
    page = visitor()
    enter(page, floor, "#/editor", ".badge.good")
    expect(page.locator(".filedfelt")).to_be_visible()
    page.locator("select[name=shipped]").select_option("md-mini-payout")
    area = page.locator("textarea")
    text = area.input_value()
    line = next(number for number, one in enumerate(text.splitlines(), 1) if one.startswith("decks"))
    area.fill(re.sub(r"(?m)^decks = \d+", "decks = 5", text))
    expect(page.locator(".badge.failed")).to_be_visible()
    expect(page.locator(f".gutter li:nth-child({line}).found")).to_be_attached()
    page.locator(f"[data-line='{line}']").first.click()
    assert (
        page.evaluate(
            "(() => { const a = document.activeElement; return a.value.slice(a.selectionStart, a.selectionEnd); })()"
        )
        == "decks = 5"
    )


# ---------------------------------------------------------------- the school


def test_a_student_practises_and_what_was_missed_is_told(floor: str, visitor: Visitor) -> None:
    page = visitor()
    enter(page, floor, "#/school", ".kinds")
    page.get_by_role("checkbox", name="Third-card calls").check()
    page.get_by_role("button", name="Practise").click()
    page.locator(".answering").wait_for()
    question = of_id(room_of(page, "room.question.id"))
    right = by_the_engine(question)
    page.keyboard.press("s" if right == "draws" else "d")
    expect(page.locator(".told")).to_contain_text("Wrong")
    expect(page.locator(".sections b").first).to_contain_text(f"§ {question.sections[0]}")
    page.keyboard.press("Enter")
    page.locator(".answering").wait_for()
    assert room_of(page, "Object.values(room.progress.items)[0].asked") == 1
    page.reload()
    expect(page.locator(".kinds li").first).to_contain_text("0 of 1 right")


def test_an_exam_is_passed_by_the_engine_and_certified(floor: str, visitor: Visitor) -> None:
    page = visitor()
    enter(page, floor, "#/school", ".kinds")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Sit an exam").click()
    page.locator(".answering").wait_for()
    answers = [by_the_engine(of_id(name)) for name in room_of(page, "room.exam.questions.map(one => one.id)")]
    page.evaluate(ALL_BUT_ONE, answers)
    last = of_id(room_of(page, "room.question.id"))
    if last.form in ("money", "number"):
        page.get_by_label("Answer").fill(answers[-1])
        page.get_by_role("button", name="Answer").click()
    else:
        page.evaluate("(one) => document.querySelector('punto-school').answer(one)", answers[-1])
    expect(page.locator(".certificate")).to_contain_text("Ada has passed")
    expect(page.locator(".certificate")).to_contain_text("20 of 20, 100 percent")


# ---------------------------------------------------------------- surveillance


def played(page: Page, floor: str) -> None:
    """Wait until a coup is over."""
    page.goto(floor)
    for _ in range(600):
        if page.evaluate(f"fetch('/api/tables/{TABLE}/coups').then(a => a.json()).then(a => a.coups.length)"):
            return
        page.wait_for_timeout(100)
    raise AssertionError("no coup was ever over")


def test_surveillance_sees_every_table_replays_a_coup_and_verifies_the_log(floor: str, visitor: Visitor) -> None:
    page = visitor()
    played(page, floor)
    enter(page, floor, "#/watch", ".monitor h2")
    expect(page.locator(".monitor")).to_have_count(2)
    page.locator(f"[data-table='{TABLE}']").get_by_role("link", name="Records").click()
    page.get_by_role("link", name=re.compile("Replay 1$")).click()
    slider = page.locator("#slider")
    slider.focus()
    expect(page.locator(".eventlist li")).not_to_have_count(0)
    for _ in range(room_of(page, "room.events.length")):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".eventlist .now")).to_contain_text("Cards cleared")
    expect(page.locator(".head .tag.good")).to_contain_text("on the published list")
    page.get_by_role("link", name="Records of").click()
    page.get_by_label("Name").fill("Vera")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("button", name="Verify the log").click()
    expect(page.locator(".badge.good").first).to_contain_text("The log is intact")
    expect(page.locator(".checks .holds")).to_have_count(5)
    with page.expect_download() as download:
        page.get_by_role("button", name="Export the log").click()
    assert download.value.suggested_filename == f"{TABLE}.log.jsonl"
    page.locator("[name=within]").select_option("5000")
    hit = page.locator(".hits a", has_text="before bets closed").last
    expect(hit).to_contain_text("Late wager")
    hit.click()
    expect(page.locator(".eventlist .now")).to_contain_text("Late wager")


# ---------------------------------------------------------------- for everybody

ROOMS = {
    "#/": ".tc",
    f"#/table/{TABLE}": ".felt, .feltsmall",
    "#/odds": "table.odds",
    "#/rules": "table.sides",
    "#/editor": ".badge",
    "#/school": ".kinds",
    "#/watch": ".monitor h2",
    f"#/watch/{TABLE}": ".coups td",
    f"#/watch/{TABLE}/1/1": ".eventlist li",
    f"#/receipt/{TABLE}/1/1": ".checks li",
    f"#/desk/{TABLE}": ".login",
}

SAME_WHEN_SMALL = ("#/odds", "#/rules", "#/editor", "#/watch", f"#/receipt/{TABLE}/1/1", f"#/desk/{TABLE}")


@pytest.mark.skipif(not AXE.exists(), reason="axe is not installed: make page")
@pytest.mark.parametrize("locale, width, height", [("en-GB", 1024, 768), ("zh-CN", 390, 844)])
def test_axe_finds_nothing_in_any_room(floor: str, visitor: Visitor, locale: str, width: int, height: int) -> None:
    page, small = visitor(width, height, locale=locale), width < 700
    played(page, floor)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    for room, ready in ROOMS.items():
        if small and room in SAME_WHEN_SMALL:
            continue
        page.evaluate(f"location.hash = '{room}'")
        page.locator(ready).first.wait_for()
        if room == "#/rules":  # all of them look alike
            page.locator("[name=sought]").fill("tie")
            page.wait_for_timeout(200)
        assert page.evaluate(FOUND) == [], room
    page.evaluate("location.hash = '#/school'")
    page.locator("[data-begin]").click()
    page.locator(".answering").wait_for()
    assert page.evaluate(FOUND) == []
    right = by_the_engine(of_id(room_of(page, "room.question.id")))  # whatever is asked, and in whatever form
    page.evaluate("(said) => document.querySelector('punto-school').answer(said)", right)
    page.locator(".told").wait_for()
    assert page.evaluate(FOUND) == []
