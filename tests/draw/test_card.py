"""Card faces and backs."""

import re
import xml.etree.ElementTree as ET

import pytest

from punto.core.cards import DECK, Card
from punto.draw.card import HEIGHT, WIDTH, back, back_svg, card_svg, face, lay, name_of, symbols
from punto.draw.lettering import INKS, OUTLINES

SVG = "{http://www.w3.org/2000/svg}"


def pips(card: Card) -> list[tuple[float, float, bool]]:
    """Where the suit stands on a face outside its corners, and whether it is upside down."""
    body = face(card).split("<path transform=")[1:]
    places = [re.match(r'"translate\(([\d.]+) ([\d.]+)\)( rotate\(180\))? scale', path) for path in body]
    return [
        (float(place[1]), float(place[2]), bool(place[3]))
        for place, path in zip(places, body, strict=True)
        if place and OUTLINES[card.suit] in path and float(place[1]) > 60
    ]


def test_all_faces_differ() -> None:
    assert len({face(card) for card in DECK}) == 52


@pytest.mark.parametrize("card", DECK, ids=str)
def test_a_face_is_a_picture_with_a_name(card: Card) -> None:
    root = ET.fromstring(card_svg(card))
    assert root.attrib["viewBox"] == f"0 0 {WIDTH} {HEIGHT}"
    assert root[0].text == name_of(card)
    assert INKS[card.suit] in card_svg(card)


@pytest.mark.parametrize("card", [card for card in DECK if card.rank <= 10], ids=str)
def test_a_number_card_has_as_many_pips_as_it_says(card: Card) -> None:
    assert len(pips(card)) == card.rank


@pytest.mark.parametrize("card", [card for card in DECK if card.rank <= 10 and card.rank != 7], ids=str)
def test_pips_are_symmetric_about_the_middle(card: Card) -> None:
    places = {(x, y) for x, y, _ in pips(card)}
    assert places == {(WIDTH - x, round(HEIGHT - y, 2)) for x, y in places}


@pytest.mark.parametrize("card", [card for card in DECK if card.rank <= 10], ids=str)
def test_pips_below_the_middle_stand_on_their_heads(card: Card) -> None:
    assert all(turned == (y > HEIGHT / 2) for _, y, turned in pips(card))


@pytest.mark.parametrize("card", [card for card in DECK if card.rank > 10], ids=str)
def test_a_court_is_the_same_either_way_up(card: Card) -> None:
    root = ET.fromstring(card_svg(card))
    turned = [element for element in root.iter(f"{SVG}g") if element.get("transform") == "rotate(180 125 175)"]
    assert len(turned) == 2  # the other half, and the other corner


def test_names() -> None:
    assert [name_of(Card.of(text)) for text in ("As", "10h", "Kd")] == [
        "ace of spades",
        "10 of hearts",
        "king of diamonds",
    ]


def test_two_batches_have_two_backs() -> None:
    assert back("ink") != back("oxblood")
    ET.fromstring(back_svg())


def test_a_card_is_defined_once_and_laid_often() -> None:
    king = Card.of("Ks")
    drawn = symbols([king, king], ["ink"])
    assert re.findall(r'<symbol id="([^"]+)"', drawn) == ["card-Ks", "card-back-ink"]
    assert 'href="#card-Ks"' in lay(king, 0, 0, 50)
    assert 'href="#card-back-ink"' in lay("ink", 0, 0, 50)
    assert "rotate(90)" in lay(king, 0, 0, 50, sideways=True)
