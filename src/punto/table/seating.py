"""Taking seats and buying chips."""

from __future__ import annotations

from punto.houserules import HouseRules
from punto.posting import DROP, HOUSE, RACK, Posting, seat_account
from punto.roles import Role
from punto.table.commands import Sit
from punto.table.events import AnyEvent, PlayerSeated
from punto.table.refusals import Reason, Refusal
from punto.table.state import TableState


def sit(rules: HouseRules, state: TableState, command: Sit) -> tuple[AnyEvent, ...] | Refusal:
    """Seat a player, whose cash goes to the drop and whose chips come from the rack."""
    if command.by is not Role.PLAYER:
        return Refusal(Reason.WRONG_ROLE, detail={"by": Role.PLAYER})
    if not 1 <= command.seat <= rules.seats:
        section = rules.layout.areas[0].cite.section if rules.layout.areas else ""
        return Refusal(Reason.NO_SUCH_SEAT, section, {"seats": rules.seats})
    if command.seat in state.seated or command.who in state.seated.values():
        return Refusal(Reason.SEAT_TAKEN, detail={"seat": command.seat})
    if command.buy_in <= 0 or command.buy_in % rules.smallest_chip:
        return Refusal(Reason.BAD_AMOUNT, detail={"smallest-chip": rules.smallest_chip})
    if command.buy_in > state.accounts.get(RACK, 0):
        return Refusal(Reason.NOT_ENOUGH_CHIPS, detail={"rack": state.accounts.get(RACK, 0)})
    postings = (
        Posting(HOUSE, DROP, command.buy_in, "cash"),
        Posting(RACK, seat_account(command.seat), command.buy_in, "chips"),
    )
    return (PlayerSeated(seat=command.seat, who=command.who, postings=postings),)
