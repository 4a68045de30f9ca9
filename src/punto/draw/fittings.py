"""Fittings on or at a table, as faint outlines at the dealer's side.

They are not printed on the felt; the drawing shows their places, because a layout is approved with its equipment.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from punto.core.money import dollars, down_to_the_cent
from punto.draw import svg
from punto.draw.lettering import line
from punto.rules.house_rules import Fitting, HouseRules
from punto.wagers.wager import Result, Verdict, Wager

_NAMES = {"discards": "Discard", "drop-box": "Drop box", "tip-box": "Tip box", "markers": "Marker"}
# The dealer's hand at which a fitting is if its place does not say; the shoe is at the left one.
_HANDS = {"discards": "right", "drop-box": "left", "tip-box": "right"}
_WIDE, _DEEP = 116.0, 38.0
INVENTORY = 230.0  # drawn width of the table inventory


def along_edge(fittings: Iterable[Fitting], middle: float, edge: float, reach: float, start: float) -> str:
    """Draw fittings outside the dealer's edge, from ``start`` to ``reach`` away from its middle.

    The dealer's right is at the left, as players see it.
    """
    away = {"left": start + _WIDE / 2, "right": start + _WIDE / 2}
    drawn = []
    for fitting in fittings:
        if fitting.key == "markers":
            continue
        hand, elsewhere = hand_of(fitting), "elsewhere" in fitting.place
        far = reach - _WIDE / 2 if elsewhere else away[hand]
        away[hand] += 0 if elsewhere else _WIDE + 22
        x = middle + (far if hand == "left" else -far)
        drawn.append(marked(fitting, _outline(name_of(fitting), x - _WIDE / 2, edge - _DEEP - 8, _WIDE, _DEEP)))
    return "".join(drawn)


def inventory(fittings: Iterable[Fitting], middle: float, top: float) -> str:
    """Draw the table inventory, and marker buttons in it or in a rack before it (md-mini .02C-D)."""
    markers = next((fitting for fitting in fittings if fitting.key == "markers"), None)
    left = middle - INVENTORY / 2
    if markers and not has_rack([markers]):
        return marked(markers, _outline("Table inventory and marker buttons", left, top, INVENTORY, 28))
    drawn = svg.element(
        "g", svg.title("Table inventory container"), _outline("Table inventory", left, top, INVENTORY, 28)
    )
    return drawn + (marked(markers, _outline(name_of(markers), middle - 70, top + 32, 140, 20)) if markers else "")


def has_rack(fittings: Iterable[Fitting]) -> bool:
    """Return whether marker buttons have a rack of their own."""
    return any(fitting.key == "markers" and fitting.what != "inventory" for fitting in fittings)


def name_of(fitting: Fitting) -> str:
    """Return a fitting's name: ``Discard rack``."""
    name = _NAMES.get(fitting.key, fitting.key.replace("-", " ").capitalize())
    return f"{name} {fitting.what}".strip() if fitting.key in ("discards", "markers") else name


def hand_of(fitting: Fitting) -> str:
    """Return the dealer's hand at which a fitting is."""
    named = [word for word in fitting.place.lower().replace("-", " ").split() if word in ("left", "right")]
    return named[0] if named else _HANDS.get(fitting.key, "left")


def marked(fitting: Fitting, *children: str) -> str:
    """Mark drawings as a fitting that a document requires."""
    where = f", {fitting.place}" if fitting.place else ""
    return svg.element(
        "g",
        svg.title(f"{name_of(fitting)}{where} (§ {fitting.cite.section})"),
        *children,
        data_fitting=fitting.key,
        data_section=fitting.cite.section or None,
    )


def _outline(words: str, x: float, y: float, width: float, height: float) -> str:
    box = svg.element(
        "rect", x=x, y=y, width=width, height=height, rx=4, fill="none",
        stroke=svg.INK_FAINT, stroke_opacity=0.55, stroke_dasharray="5 3",
    )  # fmt: skip
    return box + line(words, x + width / 2, y + height / 2 + 4.2, 12, within=width - 10, fill=svg.INK_FAINT)


# ---------------------------------------------------------------- paytable

# Printed odds of a wager, from its own results.
#
# A wager with one winning line has its odds in its area. One with more has a paytable, printed once; wagers that share
# theirs, as the Dragon Bonus on either hand does, share the panel.

_WORDS = {
    "natural": "Natural win",
    "natural-tie": "Natural tie",
    "both-pairs": "Player and Banker pair",
    "one-pair": "Player or Banker pair",
    "star": "Own King-9 in both hands",
    "spade": "Own King-9, Banker’s Hand",
    "heart": "Own King-9, Player’s Hand",
    "other-identical": "Other seat’s King-9, both hands",
    "exact-match": "Own pair, the same in both hands",
    "any-two": "Two different own pairs",
    "banker-k9": "Own King-9, Banker’s Hand",
    "player-k9": "Own King-9, Player’s Hand",
    "suited-royal-9-both": "Suited Royal 9 in both hands",
    "royal-9-both": "Royal 9 in both hands",
    "suited-royal-9": "Any suited Royal 9",
    "royal-9": "Any Royal 9",
}
_METERS = {"k9-banker": "K9 Banker", "k9-player": "K9 Player"}


@dataclass(frozen=True, slots=True)
class Paytable:
    """A printed table: heading, subheading, and lines of words and odds."""

    title: str
    note: str
    lines: tuple[tuple[str, str], ...]


def single_odds(rules: HouseRules, wager: Wager) -> str | None:
    """Return the odds of a wager with one winning line; None for one with a paytable.

    Banker reads ``1 to 1 less 5%``, Royal 9 nothing.
    """
    wins = [result for result in wager.results if result.verdict is Verdict.WIN]
    return odds_words(rules, wager, wins[0]) if len(wins) == 1 else None


def odds_words(rules: HouseRules, wager: Wager, result: Result) -> str:
    """Format the payout of a result: ``8 to 1``, ``$1,500``, ``Star meter``, ``push``."""
    if result.verdict is not Verdict.WIN:
        return result.verdict.value
    if isinstance(result.pays, str):
        return _meter_words(result.pays, result.share)
    if wager.stake:
        return dollars(down_to_the_cent(result.pays * wager.stake))
    pays = f"{result.pays.numerator} {'for' if wager.for_one else 'to'} {result.pays.denominator}"
    if wager.vigorish and rules.vigorish:
        return f"{pays} less {percent(rules.vigorish.rate)}"
    return pays


def _meter_words(meter: str, share: Fraction) -> str:
    name = f"{_METERS.get(meter, meter.replace('-', ' ').capitalize())} meter"
    return name if share == 1 else f"{percent(share)} of {name}"


def percent(share: Fraction) -> str:
    """Format a fraction as a percentage, with decimals only if needed.

    >>> percent(Fraction(1, 20)), percent(Fraction(45, 1000))
    ('5%', '4.5%')
    """
    return f"{float(share * 100):.2f}".rstrip("0").rstrip(".") + "%"


def paytables(rules: HouseRules) -> list[Paytable]:
    """Return the panels that the felt needs, in the order of its wagers."""
    shared: dict[tuple[tuple[str, str], ...], list[Wager]] = {}
    for wager in rules.wagers:
        if single_odds(rules, wager) is None:
            shared.setdefault(_lines(rules, wager), []).append(wager)
    return [Paytable(_common_title(wagers), _note(rules, wagers), lines) for lines, wagers in shared.items()]


def everything(rules: HouseRules) -> list[Paytable]:
    """Return all odds as tables for a sign, single lines combined in one."""
    plain = tuple((wager.title, odds) for wager in rules.wagers if (odds := single_odds(rules, wager)) is not None)
    return [Paytable("Payout odds", "", plain), *paytables(rules)]


def _lines(rules: HouseRules, wager: Wager) -> tuple[tuple[str, str], ...]:
    """Return the lines of wins, and of pushes that have a name of their own."""
    return tuple(
        (category_words(result.category), odds_words(rules, wager, result))
        for result in wager.results
        if result.verdict is Verdict.WIN or (result.verdict is Verdict.PUSH and result.category != "push")
    )


def category_words(category: str) -> str:
    """Return a result's name in words: ``by-9`` is ``Win by 9``."""
    if category in _WORDS:
        return _WORDS[category]
    words = category.replace("-", " ")
    return f"Win {words}" if words.startswith("by ") else words.capitalize()


def _common_title(wagers: Iterable[Wager]) -> str:
    """Return the common beginning of titles: ``Dragon Bonus`` of the two."""
    titles = [wager.title.split() for wager in wagers]
    common = []
    for words in zip(*titles, strict=False):
        if len(set(words)) > 1:
            break
        common.append(words[0])
    return " ".join(common) or " · ".join(" ".join(title) for title in titles)


def _note(rules: HouseRules, wagers: Iterable[Wager]) -> str:
    stake = next((wager.stake for wager in wagers if wager.stake), 0)
    return f"{dollars(stake)} wager" if stake else ""
