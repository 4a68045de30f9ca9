"""HTML tables of odds and reviews for notebooks.

They set no style except aligned figures, to work in light and dark notebooks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape

from punto.odds.sheet import Sheet
from punto.odds.wager_odds import WagerOdds
from punto.rules.review import Review

_LEFT, _RIGHT = ' style="text-align:left"', ' style="text-align:right;font-variant-numeric:tabular-nums"'


def table(caption: str, head: Sequence[str], rows: Iterable[Sequence[str]], numbers: int) -> str:
    """Return a table whose last ``numbers`` columns are numeric."""
    styles = [_LEFT] * (len(head) - numbers) + [_RIGHT] * numbers

    def row(tag: str, cells: Sequence[str]) -> str:
        inner = (f"<{tag}{style}>{escape(cell)}</{tag}>" for cell, style in zip(cells, styles, strict=True))
        return f"<tr>{''.join(inner)}</tr>"

    body = "".join(row("td", cells) for cells in rows)
    title = f'<caption style="text-align:left">{escape(caption)}</caption>'
    return f"<table>{title}<thead>{row('th', head)}</thead><tbody>{body}</tbody></table>"


def sheet_html(sheet: Sheet) -> str:
    """Return the odds of a set of wagers: outcomes, then one line per wager."""
    ends = ", ".join(f"{name} {deals / sheet.deals:.4%}" for name, deals in sheet.outcomes.items())
    rows = [(key, *_figures(odds)) for key, odds in sheet.wagers.items()]
    caption = f"{sheet.shoe.total} cards, {sheet.deals:,} deals: {ends}"
    return table(caption, ("wager", "house edge", "SD"), rows, 2)


def _figures(odds: WagerOdds) -> tuple[str, str]:
    return ("by its meters", "") if odds.meters else (f"{float(odds.edge):.4%}", f"{odds.sd:.4f}")


def wager_html(odds: WagerOdds) -> str:
    """Return the odds of one wager: one line per result."""
    rows = [
        (result.category, _pays(result.pays), f"{deals:,}", f"{deals / odds.deals:.4%}") for result, deals in odds.lines
    ]
    edge = "its edge depends on meters" if odds.meters else f"house edge {float(odds.edge):.4%} = {odds.edge}"
    return table(f"{odds.wager.title}: {edge}", ("result", "pays", "deals", "probability"), rows, 3)


def _pays(pays: Fraction | str) -> str:
    return f"the {pays} meter" if isinstance(pays, str) else f"{float(pays):g}"


def review_html(review: Review) -> str:
    """Return a review: every finding with its path, section and code, warnings last."""
    found = len(review.findings)
    verdict = "lawful" if review.lawful else f"not lawful, {found} {'finding' if found == 1 else 'findings'}"
    rows = [
        (one.path, one.message, f"§ {one.section}" if one.section else "", one.code)
        for one in (*review.findings, *review.warnings)
    ]
    return table(f"{review.rulebook}: {verdict}", ("where", "what", "section", "code"), rows, 0)
