"""A finished coup on felt: the notebook display of a ``Coup``.

Hands lie as on a table seen by the players: the Player's Hand at the left, third cards sideways on the outer side. The
counts are between the hands, the winner's ringed in brass.
"""

from __future__ import annotations

from punto.cards import Card
from punto.coup import Coup
from punto.draw import card, palette, svg

_WIDTH, _HEIGHT = 804, 236
_CARD, _DEEP, _TOP = 80.0, 112.0, 62.0
_GAP, _THIRD = 8.0, 12.0
_MIDDLE = _WIDTH / 2
_INNER = 90.0  # from the middle to the nearest card
_ENDINGS = {"natural": "natural", "stood": "both hands stood", "drawn": ""}


def coup_svg(coup: Coup) -> str:
    """Draw a finished coup as a whole picture."""
    words = headline(coup)
    outline = f"M14 1H{_WIDTH - 14}Q{_WIDTH - 1} 1 {_WIDTH - 1} 14V{_HEIGHT - 14}Q{_WIDTH - 1} {_HEIGHT - 1} "
    outline += f"{_WIDTH - 14} {_HEIGHT - 1}H14Q1 {_HEIGHT - 1} 1 {_HEIGHT - 14}V14Q1 1 14 1Z"
    return svg.drawing(
        _WIDTH,
        _HEIGHT,
        card.symbols(dict.fromkeys(coup.dealt), prefix="coup"),
        palette.cloth_defs(palette.CLOTHS["green"], "coup-felt"),
        palette.cloth(outline, "coup-felt"),
        _hand(coup.player, "Player’s Hand", left=True),
        _hand(coup.banker, "Banker’s Hand", left=False),
        _counts(coup),
        svg.text(words, _MIDDLE, 210, 22, text_anchor="middle", fill=palette.CREAM, font_family=svg.SERIF),
        label=f"{words}: {coup}",
    )


def headline(coup: Coup) -> str:
    """Describe the end of a coup: ``Banker wins, 8 over 1``."""
    player, banker = coup.points
    if coup.winner == "tie":
        words = f"Tie hand, {player} all"
    else:
        words = f"{coup.winner.capitalize()} wins, {max(player, banker)} over {min(player, banker)}"
    return f"{words} · {_ENDINGS[coup.ended]}" if _ENDINGS[coup.ended] else words


def _hand(cards: tuple[Card, ...], name: str, *, left: bool) -> str:
    """Lay two cards side by side, the first nearer the edge of the Player's side, and a third sideways."""
    start = _MIDDLE - _INNER - 2 * _CARD - _GAP if left else _MIDDLE + _INNER
    laid = [_laid(face, start + place * (_CARD + _GAP)) for place, face in enumerate(cards[:2])]
    if len(cards) == 3:
        outer = start - _THIRD - _DEEP if left else start + 2 * _CARD + _GAP + _THIRD
        laid.append(_laid(cards[2], outer, sideways=True))
    heading = svg.text(
        name.upper(), start + _CARD + _GAP / 2, 38, 12.5,
        text_anchor="middle", fill=palette.CREAM, font_family=svg.SERIF, letter_spacing="0.16em",
    )  # fmt: skip
    return svg.element("g", svg.title(f"{name}: {' '.join(face.symbol for face in cards)}"), heading, *laid)


def _laid(face: Card, x: float, *, sideways: bool = False) -> str:
    """Draw a card with a faint shadow."""
    y = _TOP + (_DEEP - _CARD) / 2 if sideways else _TOP
    wide, deep = (_DEEP, _CARD) if sideways else (_CARD, _DEEP)
    shadow = svg.element("rect", x=x, y=y + 2, width=wide, height=deep, rx=5, fill="#000", opacity=0.28)
    return shadow + card.lay(face, x, y, _CARD, sideways=sideways, prefix="coup")


def _counts(coup: Coup) -> str:
    player, banker = coup.points
    both = coup.winner == "tie"
    return _count(_MIDDLE - 38, player, "Player", palette.PLAYER, wins=both or coup.winner == "player") + _count(
        _MIDDLE + 38, banker, "Banker", palette.BANKER, wins=both or coup.winner == "banker"
    )


def _count(x: float, points: int, name: str, fill: str, *, wins: bool) -> str:
    y = _TOP + 47
    ring = svg.element("circle", cx=x, cy=y, r=32.5, fill="none", stroke=palette.BRASS, stroke_width=3)
    figure = {"text_anchor": "middle", "fill": "#fff", "font_weight": "640"}
    return svg.element(
        "g",
        svg.title(f"{name} {points}{', wins' if wins else ''}"),
        svg.element("circle", cx=x, cy=y, r=28, fill=fill, stroke="#fff", stroke_opacity=0.25),
        svg.text(str(points), x, y + 10.5, 30, **figure),
        svg.text(name, x, y + 53, 12, text_anchor="middle", fill=palette.FAINT),
        ring if wins else "",
    )
