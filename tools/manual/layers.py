"""The architecture as a page and pictures: ARCHITECTURE.md, the layers of the contract, the path of one wager."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

from punto.draw import svg
from punto.draw.lettering import size_to_fit
from punto.draw.svg import BRASS_DEEP, CLOTHS, CREAM, INK, INK_FAINT, PAPER, SHEET, SHEET_LINE
from tools.manual.markdown import page
from tools.wager_path import Walk, in_fresh_process

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "punto"
PATH = "## One wager, from the socket to the record"
_WIDTH, _LEFT, _RIGHT = 1120, 252, 28
_HIGH, _APART, _TOP = 38, 8, 96
_STEP = 28  # from one module of a path to the next

# Each band of layers with its rooms; it ends with the lowest of them.
_BANDS = {
    "interfaces": ("apps", "server"),
    "services": ("client", "school", "accounts", "report", "scenario"),
    "live tables and proof": ("floor", "verification", "game"),
    "record and pictures": ("record", "draw"),
    "the game being played": ("people", "views", "progressive", "table", "odds", "simulate"),
    "review": ("rules",),
    "the law as data": ("library", "law"),
    "languages and machines": ("wagers", "audit", "wallet", "coupon", "filings", "inventory", "fair"),
    "vocabulary": ("core",),
}


def layers() -> list[list[str]]:
    """Return the layers from the highest to the lowest, without missing ones."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (contract,) = (one for one in contracts if one["type"] == "layers")
    rows = [[name.strip() for name in row.split("|") if "(" not in name] for row in contract["layers"]]
    return [row for row in rows if row]


def about() -> dict[str, str]:
    """Return the description of each room in ARCHITECTURE.md."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    section = text.partition("\n## Rooms\n")[2].partition("\n## ")[0]
    return dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", section, re.M))


def architecture_page() -> str:
    """Return the page: ARCHITECTURE.md with the picture in it, and links relative to ``docs/``."""
    title, _, rest = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").partition("\n")
    before, mark, after = rest.replace("](docs/", "](").partition("## Rooms\n")
    picture = (
        "![The rooms of Punto, from the programs at the top to cards and money at the bottom](pictures/layers.svg)"
    )
    walk = "![The modules that one wager enters, in their order](pictures/wager-path.svg)"
    before_path, path, after_path = after.partition(f"{PATH}\n")
    return page(
        title.removeprefix("# "),
        before.strip(),
        mark,
        picture,
        before_path.strip(),
        path,
        walk,
        after_path.partition("\n## ")[0].strip(),
        "In detail, each module with the first of its functions that runs:",
        wager_table(),
        "## " + after_path.partition("\n## ")[2].strip(),
    )


def wager_table() -> str:
    """Write the modules that one wager enters, in order, each by its first function."""
    rows = [
        f"| {number} | `{module}.py` | `{functions[0]}` | {first_sentence(module)} |"
        for number, (module, functions) in enumerate(path_of_a_wager().items(), 1)
    ]
    return "\n".join(("| | module | enters by | subject |", "| --- | --- | --- | --- |", *rows))


@cache
def path_of_a_wager() -> Walk:
    """Return what one wager enters until it is stored, each module with its file's name."""
    return {_file(module): functions for module, functions in in_fresh_process().stored.items()}


def _file(module: str) -> str:
    return f"{module}/__init__" if (SOURCE / module).is_dir() else module


def first_sentence(module: str) -> str:
    """Return the first sentence of a module's docstring, on one line and without its full stop."""
    words = ast.get_docstring(ast.parse((SOURCE / f"{module}.py").read_text(encoding="utf-8"))) or ""
    return re.split(r"\.(?:\s|$)|\n\n", words)[0].replace("\n", " ").rstrip(".")


def wager_svg() -> str:
    """Draw the path of one wager: a lane for each room, a box for each module, from the socket down to the record."""
    modules = list(path_of_a_wager())
    entered = {module.partition("/")[0] for module in modules}
    lanes = [room for row in layers() for room in row if room in entered]
    height = _TOP + 18 + len(modules) * _STEP + 28
    places = [_place(module, number, lanes) for number, module in enumerate(modules)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    wide = _lane_width(lanes)
    return svg.drawing(
        _WIDTH,
        height,
        svg.element("rect", width=_WIDTH, height=height, rx=12, fill=PAPER, stroke=SHEET_LINE),
        svg.text(PATH.removeprefix("## "), 28, 46, 24, font_family=svg.SERIF, font_weight=600, fill=INK),
        svg.text(
            f"The {len(modules)} modules whose functions run, in the order in which they are entered.",
            28,
            72,
            14,
            fill=INK_FAINT,
        ),
        *(_lane(room, 28 + place * wide, wide, height) for place, room in enumerate(lanes)),
        svg.element("polyline", points=line, fill="none", stroke=BRASS_DEEP, stroke_width=2),
        *(_module(module, number, *places[number], wide) for number, module in enumerate(modules)),
        label=f"The path of one wager through {len(modules)} modules, from server/socket to {modules[-1]}",
    )


def _lane_width(lanes: list[str]) -> float:
    return (_WIDTH - 56) / len(lanes)


def _place(module: str, number: int, lanes: list[str]) -> tuple[float, float]:
    """Return the middle of a module's box."""
    wide = _lane_width(lanes)
    return 28 + (lanes.index(module.partition("/")[0]) + 0.5) * wide, _TOP + 34 + number * _STEP


def _lane(room: str, x: float, wide: float, height: float) -> str:
    band = svg.element("rect", x=x + 2, y=_TOP - 12, width=wide - 4, height=24, rx=6, fill=CLOTHS["green"].middle)
    name = svg.text(room, x + wide / 2, _TOP + 4.5, size_to_fit(room, wide - 16, 14), fill=CREAM, text_anchor="middle")
    edge = svg.element("line", x1=x + wide / 2, x2=x + wide / 2, y1=_TOP + 14, y2=height - 24, stroke=SHEET_LINE)
    return band + edge + name


def _module(module: str, number: int, x: float, y: float, wide: float) -> str:
    high, name = _STEP - 6, module.partition("/")[2].removesuffix("/__init__")
    box = svg.element(
        "rect", x=x - wide / 2 + 4, y=y - high / 2, width=wide - 8, height=high, rx=6, fill=SHEET, stroke=SHEET_LINE
    )
    words = f"{number + 1} {name.rpartition('/')[2]}"
    label = svg.text(words, x, y + 4, size_to_fit(words, wide - 16, 12), fill=INK, text_anchor="middle")
    return svg.element("g", svg.title(f"{module}.py: {first_sentence(module)}"), box, label, data_module=module)


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
    """Return a short description of a room, if there is space for it."""
    if wide < _WIDTH / 2:
        return ""
    room = wide - 150
    short = re.split("[:;]", words.replace("`", ""))[0]
    return svg.text(short, x + 132, y + 25, size_to_fit(short, room, 14), fill=INK_FAINT)


def _bands(rows: list[list[str]]) -> list[str]:
    """Return the names of the bands at the left: each from below the last one down to the lowest of its rooms."""
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
