"""A whole shoe of every shipped submission at a table in the terminal, by keys: tests/apps/terminal."""

import asyncio
from collections.abc import Mapping

from punto.apps.terminal.sitting import Patient
from tests.apps.terminal.shoes import MOST, whole_shoe
from tests.floor.floors import ALL
from tools.chunks import in_chunks
from tools.soaks import Figures, soak


def a_shoe(number: int) -> Mapping[str, int]:
    """The shoe of one submission."""
    played = asyncio.run(whole_shoe(ALL[number], Patient))
    over = played.shoe == 2 or played.coups == MOST
    return {"shoes": over, "whole": played.report.whole, "shown": played.shown == played.events, "coups": played.coups}


@soak("terminal: a whole shoe of every shipped submission by keys, each log verified")
def every_submission() -> Figures:
    found = in_chunks("terminal", range(len(ALL)), a_shoe)
    for what in ("shoes", "whole", "shown"):
        assert found[what] == len(ALL), what
    return {"shoes": found["shoes"], "coups": f"{found['coups']:,}", "logs that verify": found["whole"]}
