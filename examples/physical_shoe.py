"""Drive a shoe of wood: a reading shoe seals each card as it leaves, and the table learns a face when it is turned."""

import punto
from punto.log import MemoryStore, Open, Session
from punto.log.drivers import ReadingShoe
from punto.roles import Role
from punto.rulebook import text_of
from punto.table import Refusal
from punto.table.automatic import command_for, next_act
from punto.table.commands import AnyCommand, Perform, Sit, Wager
from punto.table.events import CardTurned, CoupSettled

READ = "2c 9h 9d  Ks Qd 5d 5c 6h 3s"  # what the shoe's eye reads: one exposed, two burned, a coup


def main() -> None:
    """Open a table, let the house prepare it, bet, and deal one coup from the shoe."""
    opening = Open(
        id="open", by=Role.FLOOR, who="fay", at=0, submission=punto.shipped("md-mini-payout"),
        rulebook=text_of("md-mini"), rack=100_000_00, punto="0.1.0",
    )  # fmt: skip
    session, shoe = Session.open(MemoryStore(), opening)[0], ReadingShoe()
    for code in READ.split():
        shoe.reads(code)
    do(session, shoe, Sit(id="sit", by=Role.PLAYER, who="ann", at=0, seat=3, buy_in=500_00))
    deal(session, shoe, until="offer-cut")
    do(session, shoe, Perform(id="cut", by=Role.PLAYER, who="ann", at=0, step="place-cut", cards=140))
    deal(session, shoe, until="discard-burned")
    do(session, shoe, Wager(id="bet", by=Role.PLAYER, who="ann", at=0, seat=3, wager="banker", cents=100_00))
    deal(session, shoe, until="clear-cards")


def deal(session: Session, shoe: ReadingShoe, until: str) -> None:
    """Do all that the house has to do, up to and with a step."""
    while (act := next_act(session.rules, session.state)) is not None:
        do(session, shoe, command_for(session.rules, session.state, act, shoe.shown(session.state), at=0))
        if act.what == until:
            return


def do(session: Session, shoe: ReadingShoe, command: AnyCommand) -> None:
    """Give a command; tell the shoe what it brought, so that it can follow its cards."""
    before = session.state
    answer = session.do(command)
    if isinstance(answer, Refusal):
        raise SystemExit(f"refused: {answer}")
    shoe.see(before, answer.events)
    for event in answer.events:
        if isinstance(event, CardTurned):
            print(f"turned at {event.place}: {event.card}")
        elif isinstance(event, CoupSettled):
            print(event.call)


if __name__ == "__main__":
    main()
