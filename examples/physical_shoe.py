"""Drive a physical shoe: a card-reading shoe keeps each card secret until it is turned at the table."""

import punto
from punto.core.roles import Role
from punto.game.card_sources import CardReadingShoe, filling
from punto.game.game import Accepted, Session
from punto.game.headless import Headless
from punto.law.rulebook import text_of
from punto.record.memory import MemoryStore
from punto.record.opening import Open
from punto.table import Refusal
from punto.table.commands import Perform, Sit, Wager
from punto.table.drive import drive, filled, house
from punto.table.events import CardTurned, CoupSettled

READ = "2c 9h 9d  Ks Qd 5d 5c 6h 3s"  # cards read by the shoe: one exposed, two burned, a coup


def main() -> None:
    """Open and prepare a table, wager, and deal one coup from the shoe."""
    opening = Open(
        id="open", by=Role.FLOOR, who="fay", at=0, submission=punto.shipped("md-mini-payout"),
        rulebook=text_of("md-mini"), rack=100_000_00, punto="0.1.0",
    )  # fmt: skip
    shoe = CardReadingShoe()
    table = Headless(Session.open(MemoryStore(), opening)[0], shoe)  # it lets the shoe follow its cards
    for code in READ.split():
        shoe.reads(code)
    show(table.do(Sit(id="sit", by=Role.PLAYER, who="ann", at=0, seat=3, buy_in=500_00)))
    deal(table, until="offer-cut")
    show(table.do(Perform(id="cut", by=Role.PLAYER, who="ann", at=0, step="place-cut", cards=140)))
    deal(table, until="discard-burned")
    show(table.do(Wager(id="bet", by=Role.PLAYER, who="ann", at=0, seat=3, wager="banker", cents=100_00)))
    deal(table, until="clear-cards")


def deal(table: Headless, until: str) -> None:
    """Perform everything due of the dealer, up to and including a step."""
    fill = filling(table.keeper)
    for act, answer in drive(table, house, lambda act: filled(table.rules, table.state, act, 0, fill)):
        show(answer)
        if act.step == until:
            return


def show(answer: Accepted | Refusal) -> None:
    """Print the cards that a command has turned, and the result."""
    if isinstance(answer, Refusal):
        raise SystemExit(f"refused: {answer}")
    for event in answer.events:
        if isinstance(event, CardTurned):
            print(f"turned at {event.place}: {event.card}")
        elif isinstance(event, CoupSettled):
            print(event.call)


if __name__ == "__main__":
    main()
