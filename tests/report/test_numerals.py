"""Numerals: exact values, rounded once."""

from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.report.numerals import fixed, likely, one_in, percent, rate, root, signed

THIRD = Fraction(1, 3)


@pytest.mark.parametrize(
    "written, due",
    [
        (fixed(THIRD, 4), "0.3333"),
        (fixed(Fraction(-5, 2), 0), "−2"),
        (fixed(Fraction(-1, 1000), 2), "0.00"),
        (fixed(1_234_567, 1), "1,234,567.0"),
        (percent(THIRD), "33.3333%"),
        (percent(Fraction(-1, 20), 0), "−5%"),
        (rate(Fraction(96, 1000)), "9.6%"),
        (rate(Fraction(1)), "100%"),
        (rate(Fraction(0)), "0%"),
        (likely(Fraction(0)), "0"),
        (likely(THIRD), "0.33333333"),
        (likely(Fraction(1, 3_000_000)), "0.000000333333"),
        (one_in(Fraction(4, 9)), "2.25"),
        (one_in(Fraction(0)), "never"),
        (one_in(Fraction(1, 2_376_543)), "2,376,543"),
        (signed(Fraction(1, 2), 2), "+0.50"),
        (signed(Fraction(-1, 2), 2), "−0.50"),
        (signed(Fraction(1, 10**9), 4), "0.0000"),
        (signed(Fraction(0), 1), "0.0"),
    ],
)
def test_a_number_is_written_so(written: str, due: str) -> None:
    assert written == due


@given(st.fractions(max_denominator=10**9), st.integers(0, 8))
def test_rounding_is_that_of_decimals(value: Fraction, places: int) -> None:
    exact = Context(prec=400).divide(Decimal(value.numerator), Decimal(value.denominator))
    due = exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_EVEN, Context(prec=400))
    assert Decimal(fixed(value, places).replace("−", "-").replace(",", "")) == due


@given(st.fractions(min_value=0, max_denominator=10**12))
def test_a_root_is_the_greatest_that_fits(value: Fraction) -> None:
    found, step = root(value), Fraction(1, 10**18)
    assert found**2 <= value < (found + step) ** 2
