"""The picture of the phases is drawn from the table of their transitions, and the manual shows that picture."""

from pathlib import Path
from xml.etree import ElementTree

from punto.draw.phases import phases_svg
from punto.table.phases import TRANSITIONS, Phase

SHOWN = Path(__file__).parents[2] / "docs" / "pictures" / "phases.svg"
NAMES = "{http://www.w3.org/2000/svg}"


def test_every_phase_and_every_way_between_two_is_in_it() -> None:
    drawn = ElementTree.fromstring(phases_svg())
    assert {group.get("data-phase") for group in drawn.iter(f"{NAMES}g")} - {None} == set(Phase)
    said = {title.text for title in drawn.iter(f"{NAMES}title")}
    ways = [one for one in TRANSITIONS if "voided" not in one.reads]
    assert {f"{one.before} to {one.after}: {one.when}" for one in ways} <= said
    assert any("the round is void" in (words.text or "") for words in drawn.iter(f"{NAMES}text"))


def test_the_manual_shows_it() -> None:
    assert SHOWN.read_text(encoding="utf-8") == phases_svg(), "draw it again: phases_svg() into docs/pictures"
