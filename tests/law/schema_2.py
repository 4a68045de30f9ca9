"""Rulebooks of schema 2 for tests: a built-in rulebook whose irregularities come from a file of data."""

import re
from pathlib import Path

from punto.rulebook import text_of

FOLDER = Path(__file__).parent / "remedies"
_IRREGULAR = re.compile(r'\["irregular\.[^\]]*\]\n(?:[^\n\[][^\n]*\n)*\n?')


def remedies(name: str) -> str:
    """Return the provisions about irregularities of a file."""
    return (FOLDER / f"{name}.toml").read_text(encoding="utf-8")


def with_remedies(provisions: str, base: str = "ma-mini") -> str:
    """Return the text of a rulebook in schema 2 with these provisions about irregularities."""
    text = _IRREGULAR.sub("", text_of(base)).replace("[rulebook]\n", "[rulebook]\nschema = 2\n", 1)
    return re.sub(r"caller-remedies = .*\n", "", text) + "\n" + provisions


def without_choices(submission: str) -> str:
    """Return a submission that names no choice between remedies, for a rulebook whose remedies ask for none."""
    return re.sub(r"disclosed-(third-card|mid-coup) = .*\n", "", submission)
