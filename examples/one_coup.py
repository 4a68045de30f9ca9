"""One coup of Maryland Mini Baccarat, from a submission to a printed settlement.

Shows every room of the house once: a submission is reviewed, commands are decided into events, events are logged and
folded into the state, and the log is checked.
"""

from importlib.resources import files

import msgspec

from punto.log import MemoryLog, verify
from punto.money import dollars
from punto.review import review
from punto.table import Refusal, TableState, decide, evolve
from punto.table.commands import AnyCommand
from punto.table.decide import opened
from punto.table.events import AnyEvent, CoupSettled

TABLE = "MB-7"
SCRIPT = """
{"do": "sit", "by": "player", "who": "ann", "seat": 3, "buy-in": 50000}
{"do": "wager", "by": "player", "who": "ann", "seat": 3, "wager": "banker", "cents": 10000}
{"do": "wager", "by": "player", "who": "ann", "seat": 3, "wager": "tie", "cents": 1000}
{"do": "perform", "by": "dealer", "who": "d1", "step": "no-more-bets"}
{"do": "deal", "by": "dealer", "who": "d1", "place": "P1"}
{"do": "deal", "by": "dealer", "who": "d1", "place": "B1"}
{"do": "deal", "by": "dealer", "who": "d1", "place": "P2"}
{"do": "deal", "by": "dealer", "who": "d1", "place": "B2"}
{"do": "perform", "by": "dealer", "who": "d1", "step": "tuck-banker"}
{"do": "turn", "by": "dealer", "who": "d1", "faces": {"P1": "Ks", "P2": "5d", "B1": "Qd", "B2": "5c"}}
{"do": "perform", "by": "dealer", "who": "d1", "step": "announce-counts"}
{"do": "deal", "by": "dealer", "who": "d1", "place": "P3"}
{"do": "turn", "by": "dealer", "who": "d1", "faces": {"P3": "6h"}}
{"do": "deal", "by": "dealer", "who": "d1", "place": "B3"}
{"do": "turn", "by": "dealer", "who": "d1", "faces": {"B3": "3s"}}
{"do": "perform", "by": "dealer", "who": "d1", "step": "announce-result"}
{"do": "perform", "by": "dealer", "who": "d1", "step": "clear-cards"}
"""


def main() -> None:
    """Play the script and print what came of it."""
    submission = files("punto").joinpath("submissions", "md-mini-payout.toml").read_text(encoding="utf-8")
    rules = review(submission).rules
    if rules is None:
        raise SystemExit("the submission is not lawful")
    log = MemoryLog()
    state = record(log, TableState(), [opened(rules, rack=100_000_00)])
    for command in commands():
        decision = decide(rules, state, command)
        if isinstance(decision, Refusal):
            raise SystemExit(f"{command} was refused: {decision}")
        state = record(log, state, decision)
    whole = verify(log.read(TABLE)) is None
    print(f"seat 3 has {dollars(state.accounts['seat/3'])}; {state.version} records, chain whole: {whole}")


def commands() -> list[AnyCommand]:
    """Read the script; ids and times are supplied."""
    lines = [msgspec.json.decode(line) for line in SCRIPT.splitlines() if line]
    return [msgspec.convert({**line, "id": str(number), "at": 0}, AnyCommand) for number, line in enumerate(lines)]


def record(log: MemoryLog, state: TableState, events: list[AnyEvent] | tuple[AnyEvent, ...]) -> TableState:
    """Log events, then fold them into the state: stored first."""
    log.append(TABLE, state.version, events)
    for event in events:
        state = evolve(state, event)
        if isinstance(event, CoupSettled):
            show(event)
    return state


def show(event: CoupSettled) -> None:
    """Print a settlement."""
    print(f"coup {event.coup}: Player {event.player}, Banker {event.banker}: {event.winner} (§ {event.section})")
    for line in event.lines:
        print(
            f"  seat {line.seat} {line.wager}: {line.category}, {dollars(line.stake)} staked, "
            f"{dollars(line.paid)} paid, {dollars(line.vigorish)} vigorish (§ {line.section})"
        )


if __name__ == "__main__":
    main()
