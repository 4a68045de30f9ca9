"""Wallets at the tables: on a floor that is no demo, chips are paid from a wallet, and go back there.

A client need not know: where it names no transfer, one is named here, always the same for the same command. Cash is
taken by people: at a table of wood the dealer enters it, and in the pit it is paid into a wallet.
"""

from __future__ import annotations

from hashlib import sha256

import structlog
from msgspec.structs import replace

from punto.accounts import tokens
from punto.core.roles import Role
from punto.floor import Floor, TableActor
from punto.record import duties
from punto.server.participants import PREFIX, WALK_IN
from punto.table import Refusal
from punto.table.commands import AnyCommand, BuyIn, Leave, Sit, Verbal
from punto.views.picture import BOT
from punto.wallet.messages import Open

CHIPS = (Sit, BuyIn, Leave)


def cashless(command: AnyCommand) -> bool:
    """Whether a command needs cash that nobody takes: only people at a desk can see it."""
    return isinstance(command, Verbal) and not command.id.startswith(PREFIX)


async def from_wallet(house: Floor, desk: TableActor, command: AnyCommand) -> AnyCommand:
    """Let chips that are bought or taken away be paid from a wallet, or to it; unless a dealer has taken the cash."""
    if not isinstance(command, CHIPS) or command.id.startswith(PREFIX) or command.transfer:
        return command
    await opened(house, command.who)  # nobody is kept from leaving for want of a wallet
    name = sha256(f"{desk.table} {command.who} {command.id}".encode()).hexdigest()[:16]
    return replace(command, transfer=f"t-{name}")


async def opened(house: Floor, who: str) -> None:
    """Open somebody's wallet, if it is not."""
    wallet = await house.machines.wallet(who)
    if not wallet.version:
        at = house.clock.now()
        await house.machines.wallet_do(who, Open(id="open", by=Role.SYSTEM, who="house", at=at, owner=who))


# ---------------------------------------------------------------- leaving

# Who still sits at a table that is closed: the house lets them go with their chips, as if each had got up.
#
# Chips come back to the wallet, where there is one. The commands are in the seat's name and carry an id that begins
# with ``closing-``, which nobody else may use: so the log says who did not leave by themselves.

CLOSING_PREFIX = duties.CLOSING
log = structlog.get_logger("punto.leaving")


async def see_out(house: Floor, desk: TableActor, *, demo: bool) -> None:
    """Let everybody go but house players, who belong to the table. Whoever cannot keeps the seat, and every chip."""
    for seat, who in sorted(desk.state.seated.items()):
        if who.startswith(BOT):
            continue
        leave: AnyCommand = Leave(id=f"{CLOSING_PREFIX}{tokens.command()}", by=Role.PLAYER, who=who, at=0, seat=seat)
        try:
            if not demo and not who.startswith(WALK_IN):
                leave = await from_wallet(house, desk, leave)
            answer = await desk.do(leave)
        except Exception as error:  # busy, gone, a database that is away: the table is closed all the same
            log.warning("somebody was not let go", table=desk.table, seat=seat, why=str(error))
            continue
        if isinstance(answer, Refusal):
            log.warning("somebody was not let go", table=desk.table, seat=seat, why=str(answer.reason))
