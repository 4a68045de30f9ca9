"""The printed felt: everything is there once, nothing is in the way of anything else, all of it can be read."""

import re
from dataclasses import replace
from itertools import combinations

import pytest

import punto.wagers.examples  # noqa: F401 - registers three wagers
from punto.draw.bands import has_spot
from punto.draw.betting_areas import spots
from punto.draw.felt import felt_svg
from punto.rules.house_rules import HouseRules
from punto.rules.review import review
from punto.wagers import registered
from tests import filed
from tests.draw.sheet import SVG, Sheet, inside, overlap
from tests.draw.tables import TABLES, table

SUBMISSIONS = filed.FOLDER


@pytest.fixture(params=TABLES)
def rules(request: pytest.FixtureRequest) -> HouseRules:
    return TABLES[request.param]()


@pytest.fixture
def sheet(rules: HouseRules) -> Sheet:
    return Sheet(felt_svg(rules))


def test_every_area_is_there_once_for_every_seat_with_its_section(rules: HouseRules, sheet: Sheet) -> None:
    drawn = sorted((area.key, area.seat or 0, area.section) for area in sheet.areas)
    chairs = set(rules.royal9.combinations) if rules.royal9 else set()
    wanted = [
        (area.key, seat, area.cite.section)
        for area in rules.layout.areas
        if area.each_seat
        for seat in range(1, rules.seats + 1)
        if area.key != "royal-9" or seat in chairs
    ]
    hands = [(key, 0, found.cite.section if (found := rules.layout.area(key)) else "") for key in HANDS]
    position = rules.layout.seat
    numbers = [(position.key, seat, position.cite.section) for seat in range(1, rules.seats + 1)]
    assert drawn == sorted(wanted + hands + numbers)


HANDS = ("player-hand", "banker-hand")


def test_every_seat_has_its_number(rules: HouseRules, sheet: Sheet) -> None:
    numbers = [area for area in sheet.areas if area.key == rules.layout.seat.key]
    shown = ["".join(text.text or "" for text in area.element.iter(f"{SVG}text")) for area in numbers]
    assert shown == [str(seat) for seat in range(1, rules.seats + 1)]


def test_areas_do_not_overlap(sheet: Sheet) -> None:
    outlines = [(area.key, area.seat, outline) for area in sheet.areas for outline in area.outlines]
    met = [
        (one[:2], other[:2])
        for one, other in combinations(outlines, 2)
        if one[:2] != other[:2] and overlap(one[2], other[2])
    ]
    assert met == []


def test_no_words_run_into_an_area(sheet: Sheet) -> None:
    outlines = [outline for area in sheet.areas for outline in area.outlines if area.seat]
    met = [words for words, box in sheet.boxes() if any(overlap(box, outline) for outline in outlines)]
    assert met == []


def test_no_words_run_into_each_other(sheet: Sheet) -> None:
    met = [(one[0], other[0]) for one, other in combinations(sheet.boxes(), 2) if overlap(one[1], other[1])]
    assert met == []


def test_everything_is_on_the_sheet(sheet: Sheet) -> None:
    width, height = (float(value) for value in sheet.root.attrib["viewBox"].split()[2:])
    points = [point for area in sheet.areas for outline in area.outlines for point in outline]
    points += [point for _, box in sheet.boxes() for point in box]
    assert all(0 < x < width and 0 < y < height for x, y in points)


def test_lettering_can_be_read_when_the_sheet_is_1440_pixels_wide(sheet: Sheet) -> None:
    width = float(sheet.root.attrib["viewBox"].split()[2])
    for text, around in sheet.texts():
        assert float(text.attrib["font-size"]) * 1440 / width >= 11
        assert not any("scale" in element.get("transform", "") for element in around)


def test_no_lettering_is_squeezed(sheet: Sheet) -> None:
    assert [text.text for text, _ in sheet.texts() if "textLength" in text.attrib] == []


def test_lettering_stays_within_its_area(sheet: Sheet) -> None:
    for area in sheet.areas:
        if not area.depth:
            continue
        for text, around in Sheet.texts(SheetOf(area.element)):
            size, y = float(text.attrib["font-size"]), float(text.get("y", 0))
            shifts = re.findall(r"translate\(0 (-?[\d.]+)\)", "".join(one.get("transform", "") for one in around[1:]))
            y += sum(map(float, shifts))
            assert y <= area.depth / 2 - 2, (area.key, text.text)
            assert y - 0.72 * size >= -area.depth / 2 + 2, (area.key, text.text)


class SheetOf(Sheet):
    """A part of a sheet, read as one."""

    def __init__(self, element: object) -> None:
        self.root = element  # type: ignore[assignment]


def test_seats_rise_counterclockwise(rules: HouseRules, sheet: Sheet) -> None:
    """Seen from above, and so on the sheet, each next seat is further round its end of the table."""
    middles = {}
    for area in sheet.areas:
        if area.key == "tie" and area.seat:
            (outline,) = area.outlines
            middles[area.seat] = tuple(sum(point[axis] for point in outline) / len(outline) for axis in (0, 1))
    if rules.seats <= 9:
        assert [seat for seat, _ in sorted(middles.items(), key=lambda item: item[1][0])] == sorted(middles)
        return
    left = (rules.seats + 1) // 2
    assert all((middles[seat][0] < 720) == (seat <= left) for seat in middles)
    assert middles[1][1] < middles[left][1]  # from the caller round to the dealers
    assert middles[left + 1][1] > middles[rules.seats][1]  # and from the dealers back to the caller


@pytest.mark.parametrize("name", ["everything at six seats", "plain at nine seats", "big with everything", "signs"])
def test_no_vigorish_boxes_where_the_layout_has_none(name: str) -> None:
    assert 'data-area="vigorish"' not in felt_svg(TABLES[name]())


def test_vigorish_boxes_are_numbered() -> None:
    for name in ("with vigorish boxes", "big with twelve seats"):
        rules = TABLES[name]()
        boxes = [area for area in Sheet(felt_svg(rules)).areas if area.key == "vigorish"]
        numbers = ["".join(text.text or "" for text in box.element.iter(f"{SVG}text")) for box in boxes]
        assert numbers == [str(box.seat) for box in boxes] == [str(seat) for seat in range(1, rules.seats + 1)]


def test_odds_are_printed_in_the_areas_or_in_a_panel(rules: HouseRules, sheet: Sheet) -> None:
    words = " ".join(text.text or "" for text, _ in sheet.texts())
    assert "1 to 1 less 5%" in words or rules.vigorish is None
    for wager in rules.wagers:
        for result in wager.results:
            if result.verdict == "win" and not isinstance(result.pays, str) and not wager.for_one:
                assert f"{result.pays.numerator} to {result.pays.denominator}" in words


def test_a_dragon_bonus_paytable_is_printed_once() -> None:
    words = [text.text for text, _ in Sheet(felt_svg(TABLES["everything at nine seats"]())).texts()]
    assert words.count("DRAGON BONUS") == 1
    assert words.count("Win by 9") == 1
    assert words[words.index("Win by 9") + 1] == "30 to 1"


def test_royal_9_is_printed_with_awards_and_meters() -> None:
    words = [text.text for text, _ in Sheet(felt_svg(TABLES["everything at six seats"]())).texts()]
    awards = ["Star meter", "Spade meter", "Heart meter", "$5,000", "$1,500", "$250", "$50", "$25"]
    assert [text for text in words if text in awards] == awards


def test_every_seat_shows_its_combinations(rules: HouseRules, sheet: Sheet) -> None:
    shown = [element.attrib["data-combination"] for element in sheet.marked("combination")]
    posted = rules.royal9.combinations if rules.royal9 else {}
    assert shown == [f"{face} {nine}" for seat in sorted(posted) for face, nine in posted[seat]]


def test_chairs_without_a_combination_have_no_royal_9(rules: HouseRules) -> None:
    royal = next((spot for spot in spots(rules).sides if spot.key == "royal-9"), None)
    if royal and rules.royal9:
        having = {seat for seat in range(1, rules.seats + 1) if has_spot(rules, royal, seat)}
        assert having == set(rules.royal9.combinations)


def test_notices_are_where_they_should_be(rules: HouseRules, sheet: Sheet) -> None:
    drawn = {element.attrib["data-notice"]: element for element in sheet.marked("notice")}
    assert sorted(drawn) == sorted(notice.key for notice in rules.layout.notices)
    for notice in rules.layout.notices:
        element = drawn[notice.key]
        assert element.get("data-section") == notice.cite.section
        assert element.get("data-place") == notice.place
        if notice.key == "dragon-7-push":
            assert " ".join("".join(text.itertext()) for text in element.iter(f"{SVG}text")) == notice.text


def test_signs_stand_clear_of_the_cloth() -> None:
    sheet = Sheet(felt_svg(TABLES["signs"]()))
    words = dict(sheet.boxes())
    assert words["PAYOUT ODDS"][0][1] > 800
    assert not any("8 to 1" in (text.text or "") for area in sheet.areas for text in area.element.iter(f"{SVG}text"))


def test_fittings_are_outlined(rules: HouseRules, sheet: Sheet) -> None:
    drawn = {(element.get("data-fitting"), element.get("data-section")) for element in sheet.marked("fitting")}
    assert drawn == {(fitting.key, fitting.cite.section) for fitting in rules.layout.fittings}


def test_everything_marked_has_a_title(sheet: Sheet) -> None:
    for kind in ("area", "notice", "fitting", "combination"):
        for element in sheet.marked(kind):
            assert element[0].tag == f"{SVG}title"
            assert element[0].text


def test_the_legend_says_whose_rules_these_are(rules: HouseRules, sheet: Sheet) -> None:
    legend = [text.text for text, _ in sheet.texts()][-1] or ""
    for words in (rules.rulebook.title, "table T-1", f"{rules.seats} seat", "8 decks", rules.digest[:12]):
        assert words in legend


def test_nothing_comes_from_elsewhere(sheet: Sheet) -> None:
    assert re.findall(r"[a-z]+://[^\"' ]+", sheet.text) == ["http://www.w3.org/2000/svg"]
    assert "url(" not in re.sub(r"url\(#[\w-]+\)", "", sheet.text)
    assert all(link.startswith("#") for link in re.findall(r'href="([^"]*)"', sheet.text))


def test_two_felts_may_share_a_page() -> None:
    names = [set(re.findall(r' id="([^"]+)"', felt_svg(make()))) for make in TABLES.values()]
    assert all(not one & other for one, other in combinations(names, 2))


def test_the_same_rules_give_the_same_bytes(rules: HouseRules, sheet: Sheet) -> None:
    assert felt_svg(rules) == sheet.text


@pytest.mark.parametrize("felt, colour", [("green", "#0f4a3d"), ("wine", "#571a28"), ("night", "#173255")])
def test_felts_come_in_three_colours(felt: str, colour: str) -> None:
    assert colour in felt_svg(table("md-mini", 5, layout=f'felt = "{felt}"'))


def test_an_operators_name_is_text_and_nothing_else() -> None:
    rules = TABLES["plain"]()
    odd = '<b>&"'
    sheet = Sheet(felt_svg(replace(rules, table=odd, layout=replace(rules.layout, operator=odd, approval=odd))))
    (name,) = (element for element in sheet.marked("notice") if element.get("data-notice") == "name-or-logo")
    assert [text.text for text in name.iter(f"{SVG}text")] == ['<B>&"']


def test_a_long_name_is_made_to_fit() -> None:
    rules = TABLES["plain"]()
    name = "The Honourable Company of Merchant Gamesters of the Upper Connecticut Valley"
    sheet = Sheet(felt_svg(replace(rules, layout=replace(rules.layout, operator=name))))
    (text,) = (text for text, _ in sheet.texts() if text.text == name.upper())
    assert float(text.attrib["textLength"]) <= 600
    assert float(text.attrib["font-size"]) >= 11


@pytest.mark.parametrize("name", ["everything at nine seats", "plain", "big with everything"])
def test_registered_wagers_get_an_area(name: str) -> None:
    rules = TABLES[name]()
    extra = (registered("player-pair"), registered("lucky-6"))
    sheet = Sheet(felt_svg(replace(rules, wagers=(*rules.wagers, *extra))))
    for wager in extra:
        assert [area.seat for area in sheet.areas if area.key == wager.key] == list(range(1, rules.seats + 1))
    test_areas_do_not_overlap(sheet)


@pytest.mark.parametrize("name", sorted(path.name for path in SUBMISSIONS.glob("*.toml")))
def test_submissions_that_come_with_punto_have_felts(name: str) -> None:
    rules = review((SUBMISSIONS / name).read_text()).rules
    assert rules is not None
    sheet = Sheet(felt_svg(rules))
    assert {area.seat for area in sheet.areas if area.key == "tie"} == set(range(1, rules.seats + 1))
    test_areas_do_not_overlap(sheet)
    test_no_words_run_into_an_area(sheet)
    test_no_lettering_is_squeezed(sheet)


def test_points_are_told_from_outside() -> None:
    square = ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))
    assert inside((1, 1), square)
    assert not inside((3, 1), square)
    assert not overlap(square, tuple((x + 2, y) for x, y in square))
    assert overlap(square, tuple((x + 1, y) for x, y in square))
