"""Who still sits at a table that is closed: the house lets them go with their chips, as if each had got up.

Chips come back to the wallet, where there is one. The commands are in the seat's name and carry an id that begins with
``closing-``, which nobody else may use: so the log says who did not leave by themselves.
"""

from __future__ import annotations

import structlog

from punto.accounts import chance
from punto.floor import Desk, House
from punto.folds.picture import BOT
from punto.log import duties
from punto.roles import Role
from punto.server.for_seats import WALK_IN
from punto.server.wallets import from_wallet
from punto.table import Refusal
from punto.table.commands import AnyCommand, Leave

PREFIX = duties.CLOSING
log = structlog.get_logger("punto.leaving")


async def see_out(house: House, desk: Desk, *, demo: bool) -> None:
    """Let everybody go but house players, who belong to the table. Whoever cannot keeps the seat, and every chip."""
    for seat, who in sorted(desk.state.seated.items()):
        if who.startswith(BOT):
            continue
        leave: AnyCommand = Leave(id=f"{PREFIX}{chance.command()}", by=Role.PLAYER, who=who, at=0, seat=seat)
        try:
            if not demo and not who.startswith(WALK_IN):
                leave = await from_wallet(house, desk, leave)
            answer = await desk.do(leave)
        except Exception as error:  # busy, gone, a database that is away: the table is closed all the same
            log.warning("somebody was not let go", table=desk.table, seat=seat, why=str(error))
            continue
        if isinstance(answer, Refusal):
            log.warning("somebody was not let go", table=desk.table, seat=seat, why=str(answer.reason))
