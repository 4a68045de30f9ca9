"""One seat of a felt: the division of its slice into bands, and its drawing from the dealer outward.

Lettering never shrinks below a legible size, so areas with small print get the depth they need, and the bands on the
hands and the tie share the rest, up to a maximum.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from punto.core.cards import Card
from punto.draw import svg
from punto.draw.betting_areas import Spot, area, spots
from punto.draw.coup import Cell
from punto.draw.lettering import (
    SMALLEST,
    SPACING,
    figure,
    heading,
    line,
    pip,
    size_to_fit,
    widest,
    width_of,
    words_in,
    wrapped,
)
from punto.rules.house_rules import HouseRules

Radii = tuple[float, float]  # inner, outer
Row = tuple[tuple[Spot, ...], Radii]

LEADING = 14.0
_PADDING = 10.0
_CAPITAL = 0.72  # of a letter's size


class Foot(NamedTuple):
    """Sizes at a seat's foot: the ring around its number, the tags of its combinations."""

    ring: float
    tag: float
    tag_deep: float
    gap: float
    apart: float  # between ring and tags
    one_line: float
    two_lines: float


FOOT = Foot(ring=13.5, tag=42, tag_deep=18, gap=3, apart=9, one_line=34, two_lines=56)


@dataclass(frozen=True, slots=True)
class Depths:
    """Depths available on a kind of table."""

    depth: float  # of all bands together, inward from the felt's edge
    edge: float  # kept free at the edge
    tie: float
    hand: float
    vigorish: float  # 0 if the boxes are elsewhere
    sides: float  # of all rows of side wagers
    row: float  # minimum of side wagers: a chip must fit
    title: float  # letter size of a side wager


class Band(NamedTuple):
    """A wager on a hand or the tie: its position and the size of its name."""

    spot: Spot
    radii: Radii
    size: float
    odds_size: float


@dataclass(frozen=True, slots=True)
class Bands:
    """Areas of a seat with their radii, from the dealer outward."""

    vigorish: Radii | None
    bands: tuple[Band, ...]
    rows: tuple[Row, ...]
    foot: Radii
    title: float

    @property
    def inner(self) -> float:
        """Inner radius of the seat's part of the felt."""
        return (self.vigorish or self.bands[0].radii)[0]


def bands_of(rules: HouseRules, slice_: Cell, room: Depths) -> Bands:
    """Divide the depth of a slice; all seats of a table are alike."""
    offered = spots(rules)
    outer = slice_.outer - room.edge
    foot = outer - _foot_depth(rules, slice_), outer
    rows = side_rows(offered.sides, slice_, foot[0] - 3, room)
    outer = rows[0][1][0] - 4 if rows else foot[0] - 3
    boxed = room.vigorish if rules.layout.area("vigorish") else 0
    free = outer - (slice_.outer - room.depth) - (boxed + 8 if boxed else 0)
    bands = _lettered(_shared(offered.bands, outer, free, room), slice_)
    start = bands[0].radii[0]
    return Bands((start - 8 - boxed, start - 8) if boxed else None, bands, rows, foot, room.title)


def has_spot(rules: HouseRules, spot: Spot, seat: int) -> bool:
    """Whether a seat has an area: a chair without a combination has no Royal 9 (reading 4)."""
    posted = rules.metered is not None and rules.metered.posted and spot.key == rules.metered.key
    return not posted or rules.royal9 is None or seat in rules.royal9.combinations


def combinations(rules: HouseRules, seat: int) -> tuple[tuple[Card, Card], ...]:
    """Return the Royal 9 combinations of a seat."""
    return rules.royal9.combinations.get(seat, ()) if rules.royal9 else ()


def foot_width(pairs: int) -> float:
    """Return the width of a seat number with some combinations next to it."""
    return 2 * FOOT.ring + (FOOT.apart + pairs * (FOOT.tag + FOOT.gap) - FOOT.gap if pairs else 0)


def _foot_depth(rules: HouseRules, slice_: Cell) -> float:
    """Return the depth of number and combinations: one line if they fit next to each other, otherwise two."""
    pairs = max((len(combinations(rules, seat)) for seat in range(1, rules.seats + 1)), default=0)
    width = slice_.between(slice_.outer - 60, slice_.outer).width(0)
    return FOOT.one_line if foot_width(pairs) <= width - 6 else FOOT.two_lines


def _shared(bands: Sequence[Spot], outer: float, free: float, room: Depths) -> list[tuple[Spot, Radii]]:
    """Divide depth among bands: the tie gets three quarters of a hand's, within the limits of room and lettering."""
    weights = [0.75 if spot.key == "tie" else 1.0 for spot in bands]
    shared = []
    for spot, weight in reversed(list(zip(bands, weights, strict=True))):
        most, least = (room.tie, 32.0) if spot.key == "tie" else (room.hand, 38.0)
        depth = max(least, min(most, free * weight / sum(weights)))
        shared.append((spot, (outer - depth, outer)))
        outer -= depth
    return shared[::-1]


def _lettered(shared: Sequence[tuple[Spot, Radii]], slice_: Cell) -> tuple[Band, ...]:
    """Return the largest letter sizes: the same on both hands, slightly smaller on the tie."""
    fitting = {spot.key: _name_size(spot, slice_.between(*radii)) for spot, radii in shared}
    hands = min((size for key, size in fitting.items() if key != "tie"), default=30.0)
    return tuple(
        Band(spot, radii, max(SMALLEST, min(fitting[spot.key], hands * (0.88 if spot.key == "tie" else 1))), small)
        for (spot, radii), small in ((item, _odds_size(slice_.between(*item[1]))) for item in shared)
    )


def _odds_size(cell: Cell) -> float:
    return SMALLEST if cell.width() < 122 else 12.5


def _name_size(spot: Spot, cell: Cell) -> float:
    under = _CAPITAL * _odds_size(cell) + _under(cell.depth) if spot.odds else 0
    most = min(30.0, (cell.depth - 9 - under) / _CAPITAL)
    return size_to_fit(spot.title.upper(), band_width(cell), most, SPACING)


def _under(depth: float) -> float:
    """Return the space between a band's name and its odds."""
    return 5 if depth < 50 else 8


def band_width(cell: Cell) -> float:
    """Return the width of a band available for lettering."""
    return cell.width() - (16 if cell.width() < 122 else 24)


def baselines(band: Band) -> tuple[float, float]:
    """Return the baselines of name and odds relative to the middle of their band."""
    name = _CAPITAL * band.size
    block = name + (_under(band.radii[1] - band.radii[0]) + _CAPITAL * band.odds_size if band.spot.odds else 0)
    return name - block / 2, block / 2


def side_rows(sides: Sequence[Spot], slice_: Cell, outer: float, room: Depths) -> tuple[Row, ...]:
    """Lay out the side wagers in the fewest rows in which every word fits, the longest titles outermost.

    If nothing fits, the words are condensed as little as possible.
    """
    tried: list[tuple[float, tuple[Row, ...]]] = []
    for number in range(1, len(sides) + 1):
        chunks = _packed(sides, number)
        if chunks is None:
            continue
        rows, squeeze = _laid(sorted(chunks, key=_wordiness), slice_, outer, room)
        if outer - rows[0][1][0] > room.sides and tried:
            break
        if squeeze <= 1:
            return rows
        tried.append((squeeze, rows))
    return min(tried, key=lambda one: one[0])[1] if tried else ()


def _packed(sides: Sequence[Spot], number: int) -> list[tuple[Spot, ...]] | None:
    """Fill a number of rows evenly without splitting groups; None if that is impossible."""
    columns = ceil(len(sides) / number)
    rows: list[list[Spot]] = [[] for _ in range(number)]
    for group in _groups(sides) if columns > 1 else [[spot] for spot in sides]:
        row = next((row for row in rows if len(row) + len(group) <= columns), None)
        if row is None:
            return None
        row += group
    return [tuple(row) for row in rows if row]


def _groups(sides: Sequence[Spot]) -> list[list[Spot]]:
    """Return kin together, before those that stand alone."""
    kinds = sorted({spot.kin for spot in sides if spot.kin}, reverse=True)
    groups = [[spot for spot in sides if spot.kin == kin] for kin in kinds]
    return [*groups, *([spot] for spot in sides if not spot.kin)]


def _wordiness(row: Sequence[Spot]) -> float:
    return max(width_of(spot.title, 1) for spot in row)


def _laid(
    chunks: Sequence[tuple[Spot, ...]], slice_: Cell, outer: float, room: Depths
) -> tuple[tuple[Row, ...], float]:
    """Lay out rows from the foot inward; return them with the largest overflow of a word relative to its width."""
    rows: list[Row] = []
    squeeze = 0.0
    for chunk in reversed(chunks):
        width = side_width(slice_.between(outer - 40, outer), len(chunk))
        unbroken = (words for spot in chunk for words in (*words_in(spot.title), spot.odds))
        squeeze = max(squeeze, widest(unbroken, room.title) / width)
        lines = max(len(lines_of(spot, width, room.title)) for spot in chunk)
        depth = max(room.row, _PADDING + LEADING * lines)
        rows.append((chunk, (outer - depth, outer)))
        outer -= depth
    return tuple(reversed(rows)), squeeze


def side_width(cell: Cell, columns: int = 1) -> float:
    """Return the width available for a side wager's lettering, with a number of columns in a row."""
    return cell.width() / columns - 8


def lines_of(spot: Spot, width: float, title: float) -> list[str]:
    """Return the lines printed in a side wager's area."""
    return [*wrapped(spot.title, width, title), *([spot.odds] if spot.odds else [])]


# ---------------------------------------------------------------- the seat drawn


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
    title = rules.metered.title if rules.metered else ""
    tags = [_tag(title, pair, tags_at + place * step, up) for place, pair in enumerate(pairs)]
    position = rules.layout.seat
    number = cell.printed(_number(seat, start + FOOT.ring, down))
    drawn = area(position.key, "Number", position.cite.section, number, seat=seat)
    return drawn + (cell.printed(*tags) if tags else "")


def _number(seat: int, x: float, y: float) -> str:
    ring = svg.element("circle", cx=x, cy=y, r=FOOT.ring, fill="none", stroke=svg.BRASS, stroke_width=1.2)
    return ring + line(str(seat), x, y + 5.6, 16, fill=svg.CREAM, font_family=svg.SERIF)


def _tag(title: str, pair: tuple[Card, Card], x: float, y: float) -> str:
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
        svg.title(f"{title} combination {face.symbol} {nine.symbol}"),
        *drawn,
        transform=f"translate({svg.points(x, y)})",
        data_combination=f"{face} {nine}",
    )
