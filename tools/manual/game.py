"""Pictures for the page about the game: the table of third cards, and a coup of each kind."""

from __future__ import annotations

from punto.core.notation import read_coup
from punto.core.tableau import DRAW, NONE, PLAYER_DRAWS
from punto.draw import svg
from punto.draw.coup import coup_svg
from punto.draw.svg import BANKER, CLOTHS, CREAM, INK, INK_FAINT, PAPER, PLAYER, SHEET, SHEET_LINE

_WIDTH, _HEIGHT = 900, 520
_CELL, _LEFT, _TOP = 52.0, 214.0, 168.0
COUPS = {
    "natural": "P 4h 5d, B Kd 7s",
    "stood": "P 7h Kc, B 3d 3s",
    "drawn": "P Ks 5d 6h, B Qd 5c 3s",
}


def tableau_svg() -> str:
    """Draw when each hand takes a third card, from the engine's own constant."""
    columns = [*range(10), NONE]
    cells = [_cell(banker, place, DRAW[banker][drawn]) for banker in range(8) for place, drawn in enumerate(columns)]
    heads = [
        svg.text(
            "none" if drawn == NONE else str(drawn),
            _x(place) + _CELL / 2,
            _TOP - 12,
            15,
            text_anchor="middle",
            fill=INK,
        )
        for place, drawn in enumerate(columns)
    ]
    rows = [
        svg.text(str(banker), _LEFT - 20, _y(banker) + 27, 17, text_anchor="middle", font_weight=600, fill=BANKER)
        for banker in range(8)
    ]
    return svg.drawing(
        _WIDTH,
        _HEIGHT,
        svg.element("rect", width=_WIDTH, height=_HEIGHT, rx=12, fill=PAPER, stroke=SHEET_LINE),
        svg.text("When a hand draws", 28, 46, 24, font_family=svg.SERIF, font_weight=600, fill=INK),
        svg.text(_players_rule(), 28, 76, 15, fill=PLAYER),
        svg.text("With 8 or 9 in two cards on either side nobody draws.", 28, 100, 15, fill=INK_FAINT),
        svg.text("the Player’s third card", _LEFT, _TOP - 38, 14, fill=INK_FAINT),
        svg.text("the Banker’s Hand", 28, _y(3) + 34, 14, fill=INK_FAINT),
        svg.text("has", 28, _y(3) + 54, 14, fill=INK_FAINT),
        *heads,
        *rows,
        *cells,
        label="The table of third cards: D where the Banker's Hand draws, a dot where it stays",
    )


def _players_rule() -> str:
    draws = [count for count, draw in enumerate(PLAYER_DRAWS) if draw]
    stays = [count for count, draw in enumerate(PLAYER_DRAWS) if not draw]
    return f"The Player’s Hand draws on {draws[0]} to {draws[-1]} and stays on {' and '.join(map(str, stays))}."


def _x(place: int) -> float:
    return _LEFT + place * _CELL + (16 if place == 10 else 0)  # the column without a third card is set apart


def _y(banker: int) -> float:
    return _TOP + banker * 40


def _cell(banker: int, place: int, draws: bool) -> str:
    x, y = _x(place) + 2, _y(banker) + 2
    fill, ink, words = (CLOTHS["green"].light, CREAM, "D") if draws else (SHEET, INK_FAINT, "·")
    rect = svg.element("rect", x=x, y=y, width=_CELL - 4, height=36, rx=5, fill=fill, stroke=SHEET_LINE)
    return rect + svg.text(words, x + (_CELL - 4) / 2, y + 24, 16, text_anchor="middle", fill=ink, font_weight=600)


def drawn_coup(kind: str) -> str:
    """Draw a coup that ends as its name says. Raises ``ValueError``."""
    coup = read_coup(COUPS[kind])
    if coup.ended != kind:
        raise ValueError(f"{coup} has {coup.ended}, not {kind}")
    return coup_svg(coup)
