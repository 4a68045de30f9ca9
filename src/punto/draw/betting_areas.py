"""Betting areas of a seat, with their odds and the sections that require them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from punto.core.money import dollars
from punto.draw import svg
from punto.draw.fittings import Paytable, single_odds
from punto.draw.lettering import SPACING, heading, widest, width_of
from punto.rules.house_rules import Area, HouseRules
from punto.wagers.wager import Verdict, Wager, backed


@dataclass(frozen=True, slots=True)
class Spot:
    """A betting area of a seat."""

    key: str
    title: str
    odds: str  # printed under the title; empty if a panel or a sign has them
    section: str
    kin: int = 0  # winning lines of a side wager with a counterpart on the other hand


@dataclass(frozen=True, slots=True)
class Spots:
    """The areas of a seat: those on the hands and the tie as bands, the others as a grid."""

    bands: tuple[Spot, ...]  # from the dealer outward: tie, banker, player
    sides: tuple[Spot, ...]


def spots(rules: HouseRules) -> Spots:
    """Return the areas of every seat of a table."""
    shown = odds_on_felt(rules)
    main = _main(rules.wagers)
    bands = [_spot(rules, wager, shown) for wager in main]
    beside = [wager for wager in rules.wagers if wager not in main]
    sides = [replace(_spot(rules, wager, shown), kin=_kin(wager, beside)) for wager in beside]
    taken = {spot.key for spot in (*bands, *sides)} | {"vigorish"}
    others = [
        Spot(area.key, area.key.replace("-", " ").capitalize(), "", area.cite.section)
        for area in rules.layout.areas
        if area.each_seat and area.key not in taken
    ]
    return Spots(tuple(bands), (*sides, *others))


def odds_on_felt(rules: HouseRules) -> bool:
    """Return whether odds are inscribed; otherwise a sign has them (md-mini .02B(3))."""
    notice = rules.layout.notice("odds")
    return notice is None or notice.place == "layout"


def _main(wagers: Iterable[Wager]) -> list[Wager]:
    offered = tuple(wagers)
    tie = next((wager for wager in offered if wager.key == "tie"), None)
    banker, player = (next((wager for wager in offered if wager.hand == hand), None) for hand in ("banker", "player"))
    return [wager for wager in (tie, banker, player) if wager]


def _kin(wager: Wager, beside: Iterable[Wager]) -> int:
    """Return the number of winning lines; 0 unless another side wager has as many on the other hand."""
    hand, lines = backed(wager), _lines(wager)
    others = {backed(one) for one in beside if _lines(one) == lines} - {hand, None}
    return lines if hand and others else 0


def _lines(wager: Wager) -> int:
    return sum(result.verdict is Verdict.WIN for result in wager.results)


def _spot(rules: HouseRules, wager: Wager, shown: bool) -> Spot:
    area = _area(rules, wager)
    odds = (single_odds(rules, wager) or _fixed_stake(rules, wager)) if shown else ""
    return Spot(area.key if area else wager.key, wager.title, odds, area.cite.section if area else wager.section)


def _area(rules: HouseRules, wager: Wager) -> Area | None:
    """Return a wager's area; another form of a wager on a hand, like the EZ Banker, uses that hand's."""
    return rules.layout.area(wager.key) or (rules.layout.area(wager.hand) if wager.hand else None)


def _fixed_stake(rules: HouseRules, wager: Wager) -> str:
    """Return the amount of a wager with a fixed stake; empty otherwise."""
    return f"{dollars(wager.stake)} only" if wager.stake else ""


def area(key: str, words: str, section: str, *children: str, seat: int | None = None) -> str:
    """Mark drawings as an area of the felt, so that a reviewer can find it."""
    where = f", seat {seat}" if seat else ""
    cited = f" (§ {section})" if section else ""
    return svg.element(
        "g",
        svg.title(f"{words}{where}{cited}"),
        *children,
        data_area=key,
        data_seat=seat,
        data_section=section or None,
    )


# ---------------------------------------------------------------- panel

# Printed tables of odds, on the felt or on a sign.

_ROW, _HEAD, _SIZE, _TITLE = 15.5, 24.0, 12.0, 13.0
_GAP = 22.0  # between words and odds
_BETWEEN = 16.0  # between panels of one column


@dataclass(frozen=True, slots=True)
class Inks:
    """Colors of a printed table."""

    title: str
    text: str
    line: str


ON_FELT = Inks(svg.CREAM, svg.FAINT, svg.LINE)
ON_PAPER = Inks(svg.INK, svg.INK_FAINT, svg.BRASS_DEEP)


@dataclass(frozen=True, slots=True)
class Panel:
    """A printed table and its size."""

    table: Paytable

    @property
    def width(self) -> float:
        """Width of its widest line."""
        rows = widest((words + odds for words, odds in self.table.lines), _SIZE) + _GAP
        head = width_of(self.table.title.upper(), _TITLE, SPACING)
        note = _GAP + width_of(self.table.note, _SIZE) if self.table.note else 0
        return max(rows, head + note, 140)

    @property
    def height(self) -> float:
        """Total height of its lines."""
        return _HEAD + _ROW * len(self.table.lines)

    def drawn(self, x: float, y: float, inks: Inks = ON_FELT) -> str:
        """Draw the panel with its upper left corner at ``(x, y)``."""
        width = self.width
        note = svg.text(self.table.note, width, 12, _SIZE, text_anchor="end", fill=inks.text)
        return svg.moved(
            x,
            y,
            svg.title(f"{self.table.title}: payout odds"),
            svg.moved(0, 12, heading(self.table.title, _TITLE, width, inks.title, "start")[1]),
            note if self.table.note else "",
            svg.element("path", d=f"M0 18.5H{svg.number(width)}", stroke=inks.line, stroke_opacity=0.7),
            *(self._row(place, width, inks) for place in range(len(self.table.lines))),
        )

    def _row(self, place: int, width: float, inks: Inks) -> str:
        words, odds = self.table.lines[place]
        y = _HEAD + _ROW * place + 11
        return svg.text(words, 0, y, _SIZE, fill=inks.text) + svg.text(
            odds, width, y, _SIZE, fill=inks.title, text_anchor="end"
        )


@dataclass(frozen=True, slots=True)
class Column:
    """A column of panels."""

    panels: tuple[Panel, ...]

    @property
    def width(self) -> float:
        """Width of its widest panel."""
        return max(panel.width for panel in self.panels)

    @property
    def height(self) -> float:
        """Height of its panels with the space between them."""
        return sum(panel.height + _BETWEEN for panel in self.panels) - _BETWEEN

    def drawn(self, x: float, y: float, inks: Inks = ON_FELT) -> str:
        """Draw the column with its upper left corner at ``(x, y)``."""
        drawn = []
        for panel in self.panels:
            drawn.append(panel.drawn(x, y, inks))
            y += panel.height + _BETWEEN
        return "".join(drawn)


def columns(tables: Iterable[Paytable], height: float) -> list[Column]:
    """Stack panels into columns no higher than ``height``, the tallest first; widest column first."""
    stacks: list[Column] = []
    for panel in sorted(map(Panel, tables), key=lambda panel: -panel.height):
        for place, stack in enumerate(stacks):
            if stack.height + _BETWEEN + panel.height <= height:
                stacks[place] = Column((*stack.panels, panel))
                break
        else:
            stacks.append(Column((panel,)))
    return sorted(stacks, key=lambda column: -column.width)


def beside(stacks: Sequence[Column], x: float, y: float, inks: Inks = ON_FELT, gap: float = 34) -> str:
    """Draw columns from left to right."""
    drawn = []
    for column in stacks:
        drawn.append(column.drawn(x, y, inks))
        x += column.width + gap
    return "".join(drawn)


def across(stacks: Sequence[Column], gap: float = 34) -> float:
    """Return the total width of columns next to each other."""
    return sum(column.width + gap for column in stacks) - gap if stacks else 0
