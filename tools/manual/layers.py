"""The architecture as a page and a picture: ARCHITECTURE.md, and the layers of the contract in pyproject.toml."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from punto.draw import svg
from punto.draw.lettering import size_to_fit
from punto.draw.svg import BRASS_DEEP, CLOTHS, CREAM, INK, INK_FAINT, PAPER, SHEET, SHEET_LINE
from tools.manual.markdown import page

ROOT = Path(__file__).parents[2]
_WIDTH, _LEFT, _RIGHT = 1120, 252, 28
_HIGH, _APART, _TOP = 38, 8, 96

# Each band of layers with its rooms; it ends with the lowest of them.
_BANDS = {
    "interfaces": ("apps", "server", "client"),
    "live tables": ("accounts", "floor"),
    "documents and teaching": ("school", "report", "draw", "scenario"),
    "record and proof": ("verification", "game", "record", "audit", "views"),
    "the game being played": ("people", "table", "progressive", "wallet", "coupon", "fair"),
    "odds": ("odds", "simulate"),
    "review": ("rules",),
    "the law as data": ("library", "law", "wagers"),
    "vocabulary": ("core",),
}


def layers() -> list[list[str]]:
    """Return the layers from the highest to the lowest, without those that are not there yet."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (contract,) = (one for one in contracts if one["type"] == "layers")
    rows = [[name.strip() for name in row.split("|") if "(" not in name] for row in contract["layers"]]
    return [row for row in rows if row]


def about() -> dict[str, str]:
    """Return what ARCHITECTURE.md says of each room."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    section = text.partition("\n## Rooms\n")[2].partition("\n## ")[0]
    return dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", section, re.M))


def architecture_page() -> str:
    """Write the page: ARCHITECTURE.md with the picture in it, and links that lead from ``docs/``."""
    title, _, rest = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").partition("\n")
    before, mark, after = rest.replace("](docs/", "](").partition("## Rooms\n")
    picture = (
        "![The rooms of Punto, from the programs at the top to cards and money at the bottom](pictures/layers.svg)"
    )
    return page(title.removeprefix("# "), before.strip(), mark, picture, after.strip())


def layers_svg() -> str:
    """Draw the layers: each room imports only from those below it."""
    rows, told = layers(), about()
    height = _TOP + len(rows) * (_HIGH + _APART) + 28
    drawn = [_row(row, _TOP + place * (_HIGH + _APART), told) for place, row in enumerate(rows)]
    return svg.drawing(
        _WIDTH,
        height,
        svg.element("rect", width=_WIDTH, height=height, rx=12, fill=PAPER, stroke=SHEET_LINE),
        svg.text("The rooms of Punto", 28, 46, 24, font_family=svg.SERIF, font_weight=600, fill=INK),
        svg.text(
            "Each imports only from those below it; rooms side by side do not know each other.",
            28,
            72,
            14,
            fill=INK_FAINT,
        ),
        *drawn,
        *_bands(rows),
        label="The layers of the code, from the programs at the top to cards and money at the bottom",
    )


def _row(names: list[str], y: float, told: dict[str, str]) -> str:
    wide = (_WIDTH - _LEFT - _RIGHT - _APART * (len(names) - 1)) / len(names)
    return "".join(
        _box(name, _LEFT + place * (wide + _APART), y, wide, told.get(name, "")) for place, name in enumerate(names)
    )


def _box(name: str, x: float, y: float, wide: float, words: str) -> str:
    rect = svg.element("rect", x=x, y=y, width=wide, height=_HIGH, rx=8, fill=SHEET, stroke=SHEET_LINE)
    tab = svg.element("rect", x=x, y=y, width=6, height=_HIGH, rx=3, fill=CLOTHS["green"].light)
    label = svg.text(name, x + 18, y + 25, size_to_fit(name, wide - 24, 16), fill=INK, font_weight=600)
    return svg.element(
        "g", svg.title(f"{name}: {words}"), rect, tab, label, _beside(words, x, y, wide), data_layer=name
    )


def _beside(words: str, x: float, y: float, wide: float) -> str:
    """Say in a few words what a room is, where it has room to say it."""
    if wide < _WIDTH / 2:
        return ""
    room = wide - 150
    short = re.split("[:;]", words.replace("`", ""))[0]
    return svg.text(short, x + 132, y + 25, size_to_fit(short, room, 14), fill=INK_FAINT)


def _bands(rows: list[list[str]]) -> list[str]:
    """Name the bands at the left: each from below the last one down to the lowest of its rooms."""
    drawn, first = [], 0
    for words, rooms in _BANDS.items():
        last = max((place for place, row in enumerate(rows) if not set(rooms).isdisjoint(row)), default=-1)
        if last >= first:
            high = (last - first + 1) * (_HIGH + _APART) - _APART
            drawn.append(_band(words, _TOP + first * (_HIGH + _APART), high))
            first = last + 1
    return drawn


def _band(words: str, top: float, high: float) -> str:
    rect = svg.element("rect", x=28, y=top, width=_LEFT - 44, height=high, rx=8, fill=CLOTHS["green"].middle)
    edge = svg.element("rect", x=_LEFT - 20, y=top, width=4, height=high, rx=2, fill=BRASS_DEEP)
    middle = top + high / 2 + 5
    return rect + edge + svg.text(words, 44, middle, 15, fill=CREAM, font_family=svg.SERIF)
