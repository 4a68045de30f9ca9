"""The errata: each published figure is computed again, and a verdict that the digits do not bear is refused.

``tests/test_manual.py`` writes the page anew, which checks every row; here are the rules by which a row is checked.
"""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from tools.manual.errata import AGREES, MISPRINT, ROUNDED, Figure, exact, fault, figures, sources

TIE = Figure("casinoexploit", "tie", "edge", "8", "14.36%", AGREES, "", "")


def test_there_are_hundreds_of_figures_from_dozens_of_sources() -> None:
    assert len(figures()) >= 300
    assert len(sources()) >= 30
    assert {one.source for one in figures()} == {*sources()}
    again = Counter((one.source, one.wager, one.figure, one.decks, one.printed) for one in figures())
    assert max(again.values()) == 1, again.most_common(1)


def test_the_exact_figures_are_those_of_the_odds() -> None:
    assert exact("outcome", "deals:banker", "8") == 2_292_252_566_437_888
    assert exact("tie", "edge", "8") == 1 - 9 * Fraction(475_627_426_473_216, 4_998_398_275_503_360)
    assert exact("tie", "edge", "infinite") < exact("tie", "edge", "8") < exact("tie", "edge", "1")


@pytest.mark.parametrize(
    "changed, words",
    [
        ({}, ""),
        ({"printed": "14.35%"}, "agrees, but"),
        ({"printed": "14.35%", "verdict": ROUNDED, "why": "rounded down"}, ""),
        ({"printed": "14.1%", "verdict": ROUNDED, "why": "rounded"}, "too far"),
        ({"printed": "14.1%", "verdict": MISPRINT}, "nothing explains it"),
        ({"printed": "14.1%", "verdict": MISPRINT, "why": "infinite", "instead": "tie;edge;infinite"}, ""),
        ({"printed": "14.2%", "verdict": MISPRINT, "why": "infinite", "instead": "tie;edge;infinite"}, "not 14.2%"),
        ({"printed": "15.7%", "verdict": MISPRINT, "why": "no number of decks up to 16 gives it"}, "some number"),
        ({"verdict": MISPRINT, "why": "none"}, "misprint, but"),
        ({"source": "nowhere"}, "unknown source"),
    ],
)  # fmt: skip
def test_a_row_is_checked(changed: dict[str, str], words: str) -> None:
    found = fault(replace(TIE, **changed))
    assert words in found if words else not found
