"""The vocabulary of drawings: numbers, escaping, widths."""

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.draw import svg
from punto.draw.lettering import balanced, size_to_fit, width_of, wrapped


@pytest.mark.parametrize("value, written", [(0, "0"), (-0.004, "0"), (2.5, "2.5"), (1 / 3, "0.33"), (-1e3, "-1000")])
def test_numbers_have_at_most_two_decimals(value: float, written: str) -> None:
    assert svg.number(value) == written


@given(st.text())
def test_any_text_stays_text(words: str) -> None:
    """All but the characters that no XML may hold."""
    root = ET.fromstring(svg.drawing(10, 10, svg.text(words, 1, 2, 12, data_words=words), label=words))
    (text,) = root.iter("{http://www.w3.org/2000/svg}text")
    kept = re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]", "\ufffd", words)
    assert [text.text or "", text.attrib["data-words"], root[0].text or ""] == [kept] * 3


def test_no_attribute_is_written_for_nothing() -> None:
    assert svg.element("path", d="M0 0", stroke=None) == '<path d="M0 0"/>'


@given(st.lists(st.sampled_from(["Dragon", "7", "Bonus", "on", "Player"]), min_size=1), st.floats(20, 300))
def test_lines_hold_all_words_and_no_line_could_hold_the_next(words: list[str], width: float) -> None:
    for broken in (wrapped(" ".join(words), width, 12), balanced(" ".join(words), width, 12)):
        assert " ".join(broken).split() == words
    assert len(balanced(" ".join(words), width, 12)) == len(wrapped(" ".join(words), width, 12))


@given(st.text("ABCDEFabcdef 123", min_size=1), st.floats(50, 500))
def test_a_line_is_made_to_fit_or_as_small_as_can_be_read(words: str, width: float) -> None:
    size = size_to_fit(words, width, 30)
    assert size == 11.5 or width_of(words, size) <= width + 1e-6
