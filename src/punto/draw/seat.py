"""One seat of a felt, drawn from the dealer outward: vigorish box, bands, side wagers, number and combinations."""

from __future__ import annotations

from punto.core.cards import Card
from punto.draw import svg
from punto.draw.bands import (
    FOOT,
    LEADING,
    Band,
    Bands,
    band_width,
    baselines,
    combinations,
    foot_width,
    has_spot,
    lines_of,
    side_width,
)
from punto.draw.betting_areas import Spot, area
from punto.draw.coup import Cell
from punto.draw.lettering import SMALLEST, figure, heading, line, pip
from punto.rules.house_rules import HouseRules


def seat_svg(rules: HouseRules, seat: int, slice_: Cell, bands: Bands) -> str:
    """Draw everything of one seat."""
    drawn = [vigorish_box(rules, seat, slice_.between(*bands.vigorish))] if bands.vigorish else []
    drawn += [_band(band, seat, slice_.between(*band.radii)) for band in bands.bands]
    for row, radii in bands.rows:
        here = [spot for spot in row if has_spot(rules, spot, seat)]
        cells = slice_.between(*radii).row(len(here)) if here else []
        drawn += [_side(spot, seat, cell, bands.title) for spot, cell in zip(here, cells, strict=True)]
    drawn.append(_foot(rules, seat, slice_.between(*bands.foot)))
    return svg.element("g", *drawn)


def outline(cell: Cell, *, strong: bool = False) -> str:
    """Draw the printed line around a cell."""
    return svg.element(
        "path", d=cell.path(), fill="none",
        stroke=svg.LINE, stroke_width=1.3 if strong else 1, stroke_opacity=0.85 if strong else 0.6,
    )  # fmt: skip


def vigorish_box(rules: HouseRules, seat: int, cell: Cell) -> str:
    """Draw a seat's numbered vigorish box into its slice."""
    box = cell.narrowed(76)
    number = box.printed(line(str(seat), 0, 5, 14, fill=svg.CREAM, font_family=svg.SERIF))
    found = rules.layout.area("vigorish")
    section = found.cite.section if found else ""
    return area("vigorish", "Vigorish box", section, outline(box), number, seat=seat)


def _band(band: Band, seat: int, cell: Cell) -> str:
    """Draw a wager on a hand or the tie: its name, with its odds below."""
    spot, width = band.spot, band_width(cell)
    name_at, odds_at = baselines(band)
    drawn = svg.moved(0, name_at, heading(spot.title, band.size, width)[1])
    if spot.odds:
        drawn += line(spot.odds, 0, odds_at, band.odds_size, within=width + 8, fill=svg.FAINT)
    return area(spot.key, spot.title, spot.section, outline(cell, strong=True), cell.printed(drawn), seat=seat)


def _side(spot: Spot, seat: int, cell: Cell, title: float) -> str:
    """Draw a side wager: its title in as many lines as it needs, with its odds below."""
    width = side_width(cell)
    lines = lines_of(spot, width, title)
    top = 4.2 - LEADING * (len(lines) - 1) / 2
    drawn = []
    for place, words in enumerate(lines):
        odds = spot.odds and place == len(lines) - 1
        style = {"fill": svg.FAINT} if odds else {"fill": svg.CREAM, "font_weight": "600"}
        size = SMALLEST if odds else title
        drawn.append(line(words, 0, top + place * LEADING, size, within=width + 2, **style))
    return area(spot.key, spot.title, spot.section, outline(cell), cell.printed(*drawn), seat=seat)


def _foot(rules: HouseRules, seat: int, cell: Cell) -> str:
    """Draw the seat's number and, if Royal 9 is offered, its combinations."""
    pairs = combinations(rules, seat)
    beside = cell.depth < FOOT.two_lines
    start = -foot_width(len(pairs) if beside else 0) / 2
    step = FOOT.tag + FOOT.gap
    tags_at = start + 2 * FOOT.ring + FOOT.apart if beside else -(len(pairs) * step - FOOT.gap) / 2
    up, down = (0.0, 0.0) if beside else (-FOOT.tag_deep + 1, FOOT.tag_deep / 2 + 2)
    tags = [_tag(pair, tags_at + place * step, up) for place, pair in enumerate(pairs)]
    position = rules.layout.seat
    number = cell.printed(_number(seat, start + FOOT.ring, down))
    drawn = area(position.key, "Number", position.cite.section, number, seat=seat)
    return drawn + (cell.printed(*tags) if tags else "")


def _number(seat: int, x: float, y: float) -> str:
    ring = svg.element("circle", cx=x, cy=y, r=FOOT.ring, fill="none", stroke=svg.BRASS, stroke_width=1.2)
    return ring + line(str(seat), x, y + 5.6, 16, fill=svg.CREAM, font_family=svg.SERIF)


def _tag(pair: tuple[Card, Card], x: float, y: float) -> str:
    """Draw one combination: figures and pips, red suits in a red that is visible on every felt."""
    face, nine = pair
    frame = svg.element(
        "rect", x=0, y=-FOOT.tag_deep / 2, width=FOOT.tag, height=FOOT.tag_deep, rx=3, fill="none",
        stroke=svg.LINE, stroke_opacity=0.5,
    )  # fmt: skip
    drawn = [frame]
    for card, left in ((face, 3.2), (nine, 22.2)):
        ink = svg.RED_ON_FELT if card.suit in (1, 2) else svg.CREAM
        drawn += [figure(card.rank, left, -5, 10, ink, 11), pip(card.suit, left + 12.4, 0, 9.5, ink)]
    return svg.element(
        "g",
        svg.title(f"Royal 9 combination {face.symbol} {nine.symbol}"),
        *drawn,
        transform=f"translate({svg.points(x, y)})",
        data_combination=f"{face} {nine}",
    )
