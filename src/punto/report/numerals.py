"""Exact values as printed numerals: fractions are rounded once, here, and never pass through a float."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

PLACES = 18  # decimals of roots: far more than are printed


def root(value: Fraction) -> Fraction:
    """Return a square root, truncated after ``PLACES`` decimals.

    >>> root(Fraction(9, 4))
    Fraction(3, 2)
    """
    scale: int = 10**PLACES
    return Fraction(isqrt(value.numerator * scale * scale // value.denominator), scale)


def fixed(value: Fraction | int, places: int) -> str:
    """Format a number with ``places`` decimals, rounding half to even, with a minus sign.

    >>> fixed(Fraction(1, 3), 4), fixed(Fraction(-5, 2), 0), fixed(Fraction(-1, 1000), 2), fixed(12345, 1)
    ('0.3333', '−2', '0.00', '12,345.0')
    """
    scaled = round(Fraction(value) * 10**places)
    whole, rest = divmod(abs(scaled), 10**places)
    decimals = f".{rest:0{places}}" if places else ""
    return f"{'−' if scaled < 0 else ''}{whole:,}{decimals}"


def percent(value: Fraction, places: int = 4) -> str:
    """Format a fraction as a percentage.

    >>> percent(Fraction(1, 3)), percent(Fraction(1, 20), 0)
    ('33.3333%', '5%')
    """
    return f"{fixed(value * 100, places)}%"


def rate(value: Fraction) -> str:
    """Format a given percentage with no more decimals than it has.

    >>> rate(Fraction(1, 20)), rate(Fraction(96, 1000)), rate(Fraction(1, 3))
    ('5%', '9.6%', '33.333333%')
    """
    written = fixed(value * 100, 6).rstrip("0").rstrip(".")
    return f"{written}%"


def likely(value: Fraction) -> str:
    """Format a probability with at least six significant digits.

    >>> likely(Fraction(1, 3)), likely(Fraction(1, 3_000_000)), likely(Fraction(0))
    ('0.33333333', '0.000000333333', '0')
    """
    if not value:
        return "0"
    places = 8
    while value * 10 ** (places - 5) < 1:
        places += 1
    return fixed(value, places)


def one_in(value: Fraction) -> str:
    """Format a probability as one in so many.

    >>> one_in(Fraction(4, 9)), one_in(Fraction(0)), one_in(Fraction(1, 2_376_543))
    ('2.25', 'never', '2,376,543')
    """
    if not value:
        return "never"
    return fixed(1 / value, 2 if value * 1000 > 1 else 0)


def signed(value: Fraction, places: int) -> str:
    """Format a number with its sign.

    >>> signed(Fraction(1, 2), 2), signed(Fraction(-1, 2), 2), signed(Fraction(0), 1)
    ('+0.50', '−0.50', '0.0')
    """
    written = fixed(value, places)
    return f"+{written}" if value > 0 and written.strip("0.,") else written
