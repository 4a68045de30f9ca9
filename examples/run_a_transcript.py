"""Run a transcript at a headless table: it lists the players' commands, and the house acts by itself."""

import json
from pathlib import Path

from punto.apps.cli.run import opened_table
from punto.core.money import dollars
from punto.table import Refusal
from punto.table.events import CoupSettled
from punto.table.transcript import read
from punto.views.refusal_messages import words

ANN = {"by": "player", "who": "ann"}
TRANSCRIPT = [
    {"open": {"submission": "md-mini-payout", "seed": 7}},
    {"do": "sit", **ANN, "seat": 3, "buy-in": 500_00},
    {"auto": "dealer"},
    {"do": "perform", **ANN, "step": "place-cut", "cards": 140},
    {"auto": "dealer"},
    {"do": "wager", **ANN, "seat": 3, "wager": "banker", "cents": 10_00},
    {"do": "wager", **ANN, "seat": 3, "wager": "banker", "cents": 100_00},
    {"auto": "dealer"},
]


def main() -> None:
    """Play the transcript; print refusals and the settlement."""
    transcript = read("\n".join(map(json.dumps, TRANSCRIPT)))
    table, _ = opened_table(transcript.opening.table, Path())
    for line in transcript.lines:
        for answer in table.play(line):
            if isinstance(answer.came, Refusal):
                print(f"line {answer.line} is refused: {words(answer.came)}")
                continue
            for event in answer.came.events:
                if isinstance(event, CoupSettled):
                    print(f"coup {event.coup}: {event.call} (§ {event.section})")
    print(f"ann has {dollars(table.session.state.accounts['seat/3'])}; {table.session.state.version} events in the log")


if __name__ == "__main__":
    main()
