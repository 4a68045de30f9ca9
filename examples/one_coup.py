"""One coup of Maryland Mini Baccarat, from a submission to a printed settlement.

Shows every part of Punto once: a submission is reviewed, commands are decided into events, events are logged and folded
into the state, and the log is verified. Ann's commands are written out; the automatic dealer does the rest, from
opening the decks to clearing the cards.
"""

import msgspec

import punto
from punto.core.cards import cards
from punto.core.money import dollars
from punto.core.roles import Role
from punto.game.card_sources import StackedCards, filling
from punto.game.game import Accepted, Session
from punto.game.headless import Headless
from punto.law.rulebook import text_of
from punto.record.export import export
from punto.record.memory import MemoryStore
from punto.record.opening import Open
from punto.table import Refusal
from punto.table.commands import AnyCommand
from punto.table.drive import drive, filled, house
from punto.table.events import CoupSettled
from punto.verification.verify import verify

ANN = """
{"do": "sit", "seat": 3, "buy-in": 50000}
{"do": "perform", "step": "place-cut", "cards": 140}
{"do": "wager", "seat": 3, "wager": "banker", "cents": 10000}
{"do": "wager", "seat": 3, "wager": "tie", "cents": 1000}
"""
SHOE = cards("2c 9h 9d  Ks Qd 5d 5c 6h 3s")  # one exposed, two burned, then the coup


def main() -> None:
    """Play the coup and print the result."""
    table = Headless(opened(), StackedCards(SHOE))
    sit, cut, *wagers = commands()
    show(table.do(sit))
    deal(table, until="offer-cut")
    show(table.do(cut))
    deal(table, until="discard-burned")
    for wager in wagers:
        show(table.do(wager))
    deal(table, until="clear-cards")
    state, report = table.state, verify(export(table.session.store, "0.1.0").encode())
    print(f"seat 3 has {dollars(state.accounts['seat/3'])}; {state.version} events, log whole: {report.whole}")


def opened() -> Session:
    """Open a table; the log records its submission and rulebook."""
    opening = Open(
        id="open",
        by=Role.FLOOR,
        who="fay",
        at=0,
        submission=punto.shipped("md-mini-payout"),
        rulebook=text_of("md-mini"),
        rack=100_000_00,
        punto="0.1.0",
    )
    return Session.open(MemoryStore(), opening)[0]


def commands() -> list[AnyCommand]:
    """Parse Ann's commands; ids and times are supplied."""
    lines = [msgspec.json.decode(line) for line in ANN.splitlines() if line]
    return [
        msgspec.convert({**line, "by": "player", "who": "ann", "id": str(number), "at": 0}, AnyCommand)
        for number, line in enumerate(lines)
    ]


def deal(table: Headless, until: str) -> None:
    """Let the automatic dealer do all that is due, up to and with a step."""
    fill = filling(table.keeper)
    for act, answer in drive(table, house, lambda act: filled(table.rules, table.state, act, 0, fill)):
        show(answer)
        if act.step == until:
            break


def show(answer: Accepted | Refusal) -> None:
    """Print a settlement, if a command has brought one."""
    if isinstance(answer, Refusal):
        raise SystemExit(f"refused: {answer}")
    for event in answer.events:
        if isinstance(event, CoupSettled):
            print_settlement(event)


def print_settlement(event: CoupSettled) -> None:
    """Print who is paid how much, under which section."""
    print(f"coup {event.coup}: {event.call} (§ {event.section})")
    for line in event.lines:
        print(
            f"  seat {line.seat} {line.wager}: {line.category}, {dollars(line.stake)} staked, "
            f"{dollars(line.paid)} paid, {dollars(line.vigorish)} vigorish (§ {line.section})"
        )


if __name__ == "__main__":
    main()
