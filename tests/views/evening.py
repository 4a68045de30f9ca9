"""An evening at a table, for the manual: three shoes, two players with habits, and the picture of the hold.

``python -m tests.views.evening`` writes the transcript and the picture; a test says when that is due.
"""

import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from punto.apps.cli.run import opened_table
from punto.draw.plot import hold_svg
from punto.game.headless import Headless
from punto.table import due
from punto.table.phases import Phase
from punto.table.transcript import read
from punto.views.figures import Figures, Point, course
from punto.views.history import LoggedEvent
from punto.views.statistics import Statistics
from tests.game.sessions import AUTO

DOCS = Path(__file__).parents[2] / "docs"
TRANSCRIPT, PICTURE = DOCS / "transcripts" / "evening.jsonl", DOCS / "pictures" / "hold.svg"
SHOES = 3
OPEN = {"open": {"submission": "md-mini-payout", "seed": "an evening", "at": 1_800_000_000_000}}
PLAYERS = {3: "ann", 5: "ben"}
BUY_IN = 5_000_00
CHANCE = random.Random(7)


def lines() -> Iterator[dict[str, Any]]:
    """The evening, line by line; what is done next depends on how the table stands."""
    house, _ = opened_table(read(json.dumps(OPEN)).opening.table, Path())
    yield OPEN
    for number, line in enumerate(_evening(house), 2):
        (read_line,) = read(json.dumps(OPEN) + "\n" + json.dumps(line)).lines
        list(house.play(read_line._replace(number=number)))
        yield line


def _evening(house: Headless) -> Iterator[dict[str, Any]]:
    for seat, who in PLAYERS.items():
        yield {"do": "sit", "by": "player", "who": who, "seat": seat, "buy-in": BUY_IN}
    while house.session.state.shoe <= SHOES:
        state = house.session.state
        cuts = [act for act in due(house.session.rules, state) if act.step == "place-cut"]
        if cuts:
            who = state.seated[cuts[0].seat or 3]
            yield {"do": "perform", "by": "player", "who": who, "step": "place-cut", "cards": CHANCE.randint(100, 300)}
        elif state.phase is Phase.BETTING:
            yield from _wagers(house)
        yield AUTO


def _wagers(house: Headless) -> Iterator[dict[str, Any]]:
    """Ann likes the Banker, Ben follows his mood; both like a tie now and then."""
    chips = house.session.state.accounts
    for seat, who in PLAYERS.items():
        by = {"by": "player", "who": who, "seat": seat}
        if chips.get(f"seat/{seat}", 0) < 1_500_00:
            yield {"do": "buy-in", **by, "cents": BUY_IN}
        if seat == 3 or CHANCE.random() < 0.8:
            wager = "banker" if seat == 3 else CHANCE.choice(["player", "banker"])
            yield {"do": "wager", **by, "wager": wager, "cents": CHANCE.choice([50_00, 100_00, 200_00])}
        if CHANCE.random() < 0.08:
            yield {"do": "wager", **by, "wager": "tie", "cents": 25_00}


@cache
def played() -> tuple[Statistics, tuple[Point, ...]]:
    """The statistics of the evening, and how they came about."""
    transcript = read(TRANSCRIPT.read_text())
    house, _ = opened_table(transcript.opening.table, Path())
    for line in transcript.lines:
        list(house.play(line))
    batches = [record.batch for record in house.session.store.records()]
    happened = (
        LoggedEvent(n, batch.command.at, str(batch.command.by), batch.command.who, event)
        for batch in batches
        for n, event in batch.numbered
    )
    return course(house.session.rules, happened)


def picture() -> str:
    """The hold of the evening."""
    found, points = played()
    return hold_svg(found.state.table, points, Figures.of(found.table, found.theory))


if __name__ == "__main__":
    TRANSCRIPT.write_text("".join(json.dumps(line) + "\n" for line in lines()))
    PICTURE.write_text(picture())
