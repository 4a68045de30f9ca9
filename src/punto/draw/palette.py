"""Colors of drawings: felt, paper and brass.

Lines and lettering have enough contrast on all three felts, so an operator may choose any of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from punto.draw import svg

LINE = "#d9cfae"  # printed lines
CREAM = "#f2ead2"  # printed lettering
FAINT = "#c9d1b8"  # odds and captions
RED_ON_FELT = "#ff9a8a"  # hearts and diamonds printed on cloth
BRASS = "#e0bd74"
BRASS_DEEP = "#a27f3a"

SHEET = "#fbf8ef"
SHEET_LINE = "#ddd5c0"
PAPER = "#f5f1e6"
INK = "#1c211e"
INK_FAINT = "#55594f"

PLAYER = "#1f4fa3"  # both carry white figures
BANKER = "#b3261e"


@dataclass(frozen=True, slots=True)
class Cloth:
    """One color of felt, from its lit center to its edge."""

    light: str
    middle: str
    deep: str


CLOTHS: dict[Literal["green", "wine", "night"], Cloth] = {
    "green": Cloth("#17584a", "#0f4a3d", "#0a382e"),
    "wine": Cloth("#6a2333", "#571a28", "#43121e"),
    "night": Cloth("#1f4069", "#173255", "#112644"),
}


def cloth_defs(cloth: Cloth, name: str) -> str:
    """Define the light (``name``) and the nap (``name``-nap) of a felt."""
    stops = ((0, cloth.light), (0.6, cloth.middle), (1, cloth.deep))
    light = svg.element(
        "radialGradient",
        *(svg.element("stop", offset=offset, stop_color=colour) for offset, colour in stops),
        id=name, cx=0.5, cy=0.3, r=0.85,
    )  # fmt: skip
    bright = svg.element("path", d="M0 .5H1.6M1.5 2H3", stroke="#fff", stroke_opacity="0.035", stroke_width=0.8)
    dark = svg.element("path", d="M0 1.5H1.2", stroke="#000", stroke_opacity=0.07, stroke_width=0.8)
    nap = svg.element(
        "pattern", bright, dark,
        id=f"{name}-nap", width=3, height=3, patternUnits="userSpaceOnUse", patternTransform="rotate(32)",
    )  # fmt: skip
    return svg.element("defs", light, nap)


def cloth(outline: str, name: str) -> str:
    """Draw a felt with the light and nap of ``cloth_defs``."""
    return svg.element("path", d=outline, fill=f"url(#{name})") + svg.element(
        "path", d=outline, fill=f"url(#{name}-nap)"
    )
