"""Reading a drawn felt: what is on it, where it is, and how large its lettering."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin

from punto.draw.lettering import width_of

Point = tuple[float, float]
SVG = "{http://www.w3.org/2000/svg}"
NUMBER = r"-?\d*\.?\d+"


@dataclass(frozen=True)
class Drawn:
    """A marked area of a felt."""

    key: str
    seat: int | None
    section: str
    outlines: tuple[tuple[Point, ...], ...]
    depth: float  # of a piece of a ring; nothing for a box
    element: ET.Element


class Sheet:
    """A felt, parsed."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.root = ET.fromstring(text)

    @property
    def areas(self) -> list[Drawn]:
        return [_area(element) for element in self.root.iter() if "data-area" in element.attrib]

    def marked(self, kind: str) -> list[ET.Element]:
        return [element for element in self.root.iter() if f"data-{kind}" in element.attrib]

    def texts(self) -> Iterator[tuple[ET.Element, tuple[ET.Element, ...]]]:
        """Every text with the elements around it, outermost first."""
        yield from _texts(self.root, ())

    def boxes(self) -> Iterator[tuple[str, tuple[Point, ...]]]:
        """Words outside the areas that stand straight, each with a box round it."""
        for text, around in self.texts():
            turned = any("rotate" in element.get("transform", "") for element in around)
            if not turned and text.text and not any("data-area" in element.attrib for element in around):
                yield text.text, _box(text, around)


def _area(element: ET.Element) -> Drawn:
    shapes = [child for child in element if child.tag in (f"{SVG}path", f"{SVG}rect")]
    outlines = tuple(
        flattened(shape.get("d", "")) if shape.tag.endswith("path") else corners(shape) for shape in shapes
    )
    radii = [float(radius) for shape in shapes for radius in re.findall(rf"A({NUMBER}) ", shape.get("d", ""))]
    seat = element.get("data-seat")
    return Drawn(
        element.attrib["data-area"],
        int(seat) if seat else None,
        element.get("data-section", ""),
        outlines,
        max(radii) - min(radii) if radii else 0,
        element,
    )


def _texts(element: ET.Element, around: tuple[ET.Element, ...]) -> Iterator[tuple[ET.Element, tuple[ET.Element, ...]]]:
    for child in element:
        if child.tag == f"{SVG}text":
            yield child, (*around, element)
        yield from _texts(child, (*around, element))


def _box(text: ET.Element, around: tuple[ET.Element, ...]) -> tuple[Point, ...]:
    x, y = float(text.get("x", 0)), float(text.get("y", 0))
    for element in around:
        for across, down in re.findall(rf"translate\(({NUMBER}) ({NUMBER})\)", element.get("transform", "")):
            x, y = x + float(across), y + float(down)
    size = float(text.attrib["font-size"])
    wide = width_of(text.text or "", size, float(text.get("letter-spacing", "0em").removesuffix("em")))
    left = x - {"middle": wide / 2, "end": wide, "start": 0}[text.get("text-anchor", "start")]
    return ((left, y - 0.75 * size), (left + wide, y - 0.75 * size), (left + wide, y), (left, y))


def corners(rect: ET.Element) -> tuple[Point, ...]:
    x, y, wide, high = (float(rect.get(name, 0)) for name in ("x", "y", "width", "height"))
    return ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))


def flattened(d: str) -> tuple[Point, ...]:
    """A piece of a ring as a polygon: straight sides, arcs in short steps."""
    points: list[Point] = []
    for command, body in re.findall(r"([MLA])([^MLAZ]*)", d):
        values = [float(value) for value in re.findall(NUMBER, body)]
        end = (values[-2], values[-1])
        if command == "A":
            points += _arc(points[-1], end, values[0], large=values[3] == 1, clockwise=values[4] == 1)
        points.append(end)
    return tuple(points)


def _arc(start: Point, end: Point, radius: float, *, large: bool, clockwise: bool) -> list[Point]:
    (ax, ay), (bx, by) = start, end
    half = hypot(bx - ax, by - ay) / 2
    away = (max(radius**2 - half**2, 0)) ** 0.5 * (1 if large != clockwise else -1)
    cx = (ax + bx) / 2 - away * (by - ay) / (2 * half)
    cy = (ay + by) / 2 + away * (bx - ax) / (2 * half)
    first, last = atan2(ay - cy, ax - cx), atan2(by - cy, bx - cx)
    turn = (last - first) % (2 * pi) if clockwise else -((first - last) % (2 * pi))
    return [
        (cx + radius * cos(first + turn * step / 8), cy + radius * sin(first + turn * step / 8)) for step in range(1, 8)
    ]


def overlap(one: tuple[Point, ...], other: tuple[Point, ...]) -> bool:
    """Whether two outlines share more than an edge."""
    if _apart(one, other):
        return False
    return any(inside(spot, other) for spot in _spots(one)) or any(inside(spot, one) for spot in _spots(other))


def _apart(one: tuple[Point, ...], other: tuple[Point, ...]) -> bool:
    return any(
        max(point[axis] for point in a) <= min(point[axis] for point in b)
        for axis in (0, 1)
        for a, b in ((one, other), (other, one))
    )


def _spots(outline: tuple[Point, ...]) -> Iterator[Point]:
    """Points just inside the corners and in the middle."""
    x, y = (sum(point[axis] for point in outline) / len(outline) for axis in (0, 1))
    yield x, y
    for px, py in outline:
        yield x + (px - x) * 0.99, y + (py - y) * 0.99


def inside(spot: Point, outline: tuple[Point, ...]) -> bool:
    x, y = spot
    crossings = 0
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            crossings += 1
    return crossings % 2 == 1
