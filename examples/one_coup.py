"""One coup of Maryland Mini Baccarat, from a submission to a printed settlement.

Shows every room of the house once: a submission is reviewed, commands are decided into events, events are logged and
folded into the state, and the log is checked. Ann's commands are written out; the automatic dealer does all the rest,
from opening the decks to clearing the cards.
"""

from collections.abc import Iterable
from importlib.resources import files

import msgspec

from punto.cards import cards
from punto.houserules import HouseRules
from punto.log import MemoryLog, verify
from punto.money import dollars
from punto.review import review
from punto.table import Refusal, TableState, decide, evolve
from punto.table.automatic import Shoe, command_for, next_act
from punto.table.commands import AnyCommand
from punto.table.decide import opened
from punto.table.events import AnyEvent, CoupSettled

ANN = """
{"do": "sit", "seat": 3, "buy-in": 50000}
{"do": "perform", "step": "place-cut", "cards": 140}
{"do": "wager", "seat": 3, "wager": "banker", "cents": 10000}
{"do": "wager", "seat": 3, "wager": "tie", "cents": 1000}
"""
SHOE = cards("2c 9h 9d  Ks Qd 5d 5c 6h 3s")  # one exposed, two burned, then the coup
TABLE = "MB-7"


def main() -> None:
    """Play the coup and print what came of it."""
    submission = files("punto").joinpath("submissions", "md-mini-payout.toml").read_text(encoding="utf-8")
    rules = review(submission).rules
    if rules is None:
        raise SystemExit("the submission is not lawful")
    log, shoe = MemoryLog(), Shoe.of(SHOE)
    state = record(log, TableState(), [opened(rules, rack=100_000_00)])
    sit, cut, *wagers = commands()
    state = play(log, rules, state, sit)
    state = deal(log, rules, state, shoe, until="offer-cut")
    state = play(log, rules, state, cut)
    state = deal(log, rules, state, shoe, until="discard-burned")
    for wager in wagers:
        state = play(log, rules, state, wager)
    state = deal(log, rules, state, shoe, until="clear-cards")
    whole = verify(log.read(TABLE)) is None
    print(f"seat 3 has {dollars(state.accounts['seat/3'])}; {state.version} records, chain whole: {whole}")


def commands() -> list[AnyCommand]:
    """Read Ann's commands; ids and times are supplied."""
    lines = [msgspec.json.decode(line) for line in ANN.splitlines() if line]
    return [
        msgspec.convert({**line, "by": "player", "who": "ann", "id": str(number), "at": 0}, AnyCommand)
        for number, line in enumerate(lines)
    ]


def play(log: MemoryLog, rules: HouseRules, state: TableState, command: AnyCommand) -> TableState:
    """Decide one command and record what it brings."""
    decision = decide(rules, state, command)
    if isinstance(decision, Refusal):
        raise SystemExit(f"{command} was refused: {decision}")
    return record(log, state, decision)


def deal(log: MemoryLog, rules: HouseRules, state: TableState, shoe: Shoe, until: str) -> TableState:
    """Let the automatic dealer do all that is due, up to and with a step."""
    while (act := next_act(rules, state)) is not None:
        state = play(log, rules, state, command_for(rules, state, act, shoe, at=0))
        if act.what == until:
            break
    return state


def record(log: MemoryLog, state: TableState, events: Iterable[AnyEvent]) -> TableState:
    """Log events, then fold them into the state: stored first."""
    batch = tuple(events)
    log.append(TABLE, state.version, batch)
    for event in batch:
        state = evolve(state, event)
        if isinstance(event, CoupSettled):
            show(event)
    return state


def show(event: CoupSettled) -> None:
    """Print a settlement."""
    print(f"coup {event.coup}: {event.call} (§ {event.section})")
    for line in event.lines:
        print(
            f"  seat {line.seat} {line.wager}: {line.category}, {dollars(line.stake)} staked, "
            f"{dollars(line.paid)} paid, {dollars(line.vigorish)} vigorish (§ {line.section})"
        )


if __name__ == "__main__":
    main()
