"""Betting areas of a seat, with their odds and the sections that require them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from punto.draw import svg
from punto.draw.paytable import single_odds
from punto.houserules import Area, HouseRules
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
    return f"${rules.royal9.stake // 100} only" if rules.royal9 and wager.metered else ""


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
