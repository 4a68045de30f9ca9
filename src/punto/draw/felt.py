"""The layout of a submission, as a casino would print it.

``felt_svg`` draws one sheet: the cloth with every area for every seat, signs and fittings next to it, and a line that
names the rules. Everything a document requires carries its section (``data-section``) and a key (``data-area`` with
``data-seat``, ``data-notice``, ``data-fitting``).
"""

from __future__ import annotations

from punto.core.cards import wrong_type
from punto.draw import svg
from punto.draw.bigtable import big_table
from punto.draw.lettering import size_to_fit
from punto.draw.minitable import mini_table
from punto.draw.notices import signs
from punto.draw.svg import GROUND_SHEET, LEFT, TOP, WIDTH, Ground
from punto.rules.house_rules import HouseRules

UNAPPROVED = "no regulator approved"  # of rules of one's own; the title of a file of wagers says so itself
_PAPER_MM = 356  # width of the cloth on an A3 sheet


def felt_svg(rules: HouseRules) -> str:
    """Draw the layout of a table as a whole picture.

    Up to nine seats are drawn as a midi or mini table, more as the big one.
    """
    if not isinstance(rules, HouseRules):
        raise wrong_type(rules, "house rules, like punto.check(text).lawful()")
    ground = mini_table(rules) if rules.seats <= 9 else big_table(rules)
    name = f"felt-{rules.digest[:12]}"  # unique, because two felts may be on one page
    below = TOP + ground.height + 24
    posted, bottom = signs(rules, LEFT, below, WIDTH)
    height = bottom + (52 if posted else 30)
    across = _PAPER_MM * GROUND_SHEET / WIDTH
    return svg.drawing(
        GROUND_SHEET,
        height,
        svg.element("rect", width=GROUND_SHEET, height=height, fill=svg.PAPER),
        svg.cloth_defs(svg.CLOTHS[rules.layout.felt], name),
        _cloth(ground, name),
        ground.beside,
        posted,
        _legend(rules, ground, height - 18),
        label=f"Felt of {rules.table}, {rules.layout.operator}: {rules.rulebook.title}, {rules.seats} seats",
        across=f"{svg.number(across)}mm",
        down=f"{svg.number(across * height / GROUND_SHEET)}mm",
    )


def _cloth(ground: Ground, name: str) -> str:
    edges = ((10.0, svg.LINE, 1.2), (14.5, svg.BRASS, 0.8))
    lines = [
        svg.element("path", d=ground.outline(inset), fill="none", stroke=ink, stroke_width=width, stroke_opacity=0.6)
        for inset, ink, width in edges
    ]
    return svg.cloth(ground.outline(0), name) + "".join(lines) + ground.body


def _legend(rules: HouseRules, ground: Ground, y: float) -> str:
    """Draw one line that names the rules and the size of the felt."""
    scale = round(ground.inches * 25.4 / _PAPER_MM)
    tall = round(ground.inches * ground.height / WIDTH)
    parts = [
        rules.rulebook.title,
        *_unapproved(rules),
        rules.table if "table" in rules.table.lower() else f"table {rules.table}",
        f"{rules.seats} {'seat' if rules.seats == 1 else 'seats'}",
        _decks(rules),
        *([rules.layout.approval] if rules.layout.approval else []),
        f"submission {rules.digest[:12]}",
        f"cloth {ground.inches} × {tall} in, 1 : {scale}",
    ]
    words = "  ·  ".join(parts)
    return svg.text(words, LEFT + 4, y, size_to_fit(words, WIDTH - 8, 13), fill=svg.INK_FAINT)


def _unapproved(rules: HouseRules) -> list[str]:
    own = rules.rulebook.source == "own" and UNAPPROVED not in rules.rulebook.title
    return [f"{UNAPPROVED} these rules"] if own else []


def _decks(rules: HouseRules) -> str:
    batches = rules.shuffling.batches
    return f"{rules.stock.decks} decks" + (f" in {batches} batches" if batches > 1 else "")
