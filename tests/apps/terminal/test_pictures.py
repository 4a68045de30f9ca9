"""The manual's pictures of the terminal say what the program shows."""

import re

from tests.apps.terminal.pictures import PICTURES, drawn
from tests.floor.virtual import evening

TEXT = re.compile(r"<text[^>]*>([^<]*)</text>")


def test_the_pictures_are_those_that_the_program_draws_today() -> None:
    for name, svg in evening(drawn()).items():
        kept = (PICTURES / name).read_text(encoding="utf-8")
        assert "url(http" not in kept
        assert TEXT.findall(kept) == TEXT.findall(svg), f"{name}: make pictures"
