"""A finished coup as a picture."""

import re
import xml.etree.ElementTree as ET

import pytest

from punto.core.cards import cards
from punto.core.coup import Coup, play
from punto.draw.coup import coup_svg, headline

SVG = "{http://www.w3.org/2000/svg}"
COUPS = {
    "Ks Qd 5d 5c 6h 3s": "Banker wins, 8 over 1",
    "4h Kd 2c 9s": "Banker wins, 9 over 6 · natural",
    "4h Kd 2c 7s": "Banker wins, 7 over 6 · both hands stood",
    "9h 9d Kc Ks": "Tie hand, 9 all · natural",
    "5h Kd 5c 7s 8d": "Player wins, 8 over 7",
}


@pytest.fixture(params=COUPS)
def coup(request: pytest.FixtureRequest) -> Coup:
    return play(cards(request.param))


@pytest.mark.parametrize("shoe, words", COUPS.items())
def test_it_says_how_it_ended(shoe: str, words: str) -> None:
    coup = play(cards(shoe))
    assert headline(coup) == words
    assert words in coup_svg(coup)


def test_every_card_is_defined_once_and_lies_on_the_felt(coup: Coup) -> None:
    drawn = coup_svg(coup)
    assert sorted(re.findall(r'<use href="#coup-(\w+)"', drawn)) == sorted(map(str, coup.dealt))
    assert sorted(re.findall(r'<symbol id="coup-(\w+)"', drawn)) == sorted(map(str, set(coup.dealt)))


def test_third_cards_lie_sideways(coup: Coup) -> None:
    assert coup_svg(coup).count("rotate(90)") == len(coup.dealt) - 4


def test_the_winner_is_ringed(coup: Coup) -> None:
    root = ET.fromstring(coup_svg(coup))
    rings = [circle for circle in root.iter(f"{SVG}circle") if circle.get("stroke") == "#e0bd74"]
    assert len(rings) == (2 if coup.winner == "tie" else 1)
    titles = [title.text for title in root.iter(f"{SVG}title")]
    player, banker = coup.points
    assert f"Player {player}" + (", wins" if coup.winner in ("player", "tie") else "") in titles
    assert f"Banker {banker}" + (", wins" if coup.winner in ("banker", "tie") else "") in titles


def test_all_cards_are_within_the_picture(coup: Coup) -> None:
    root = ET.fromstring(coup_svg(coup))
    width = float(root.attrib["viewBox"].split()[2])
    shadows = [rect for rect in root.iter(f"{SVG}rect") if rect.get("opacity") == "0.28"]
    assert len(shadows) == len(coup.dealt)
    for rect in shadows:
        assert 0 < float(rect.attrib["x"]) < float(rect.attrib["x"]) + float(rect.attrib["width"]) < width


def test_a_notebook_shows_it(coup: Coup) -> None:
    assert coup._repr_svg_() == coup_svg(coup)


def test_nothing_comes_from_elsewhere(coup: Coup) -> None:
    assert re.findall(r"https?://[^\"' ]+", coup_svg(coup)) == ["http://www.w3.org/2000/svg"]
