"""Wallets at the tables: on a floor that is no demo, chips are paid from a wallet, and go back there.

A client need not know: where it names no transfer, one is named here, always the same for the same command. Cash is
taken by people: at a table of wood the dealer enters it, and in the pit it is paid into a wallet.
"""

from __future__ import annotations

from hashlib import sha256

from msgspec.structs import replace

from punto.floor import Desk, House
from punto.roles import Role
from punto.server.for_seats import PREFIX
from punto.table.commands import AnyCommand, BuyIn, Leave, Sit, Verbal
from punto.wallet.commands import Open

CHIPS = (Sit, BuyIn, Leave)


def cashless(command: AnyCommand) -> bool:
    """Whether a command needs cash that nobody takes: only people at a desk can see it."""
    return isinstance(command, Verbal) and not command.id.startswith(PREFIX)


async def from_wallet(house: House, desk: Desk, command: AnyCommand) -> AnyCommand:
    """Let chips that are bought or taken away be paid from a wallet, or to it; unless a dealer has taken the cash."""
    if not isinstance(command, CHIPS) or command.id.startswith(PREFIX) or command.transfer:
        return command
    await opened(house, command.who)  # nobody is kept from leaving for want of a wallet
    name = sha256(f"{desk.table} {command.who} {command.id}".encode()).hexdigest()[:16]
    return replace(command, transfer=f"t-{name}")


async def opened(house: House, who: str) -> None:
    """Open somebody's wallet, if it is not."""
    wallet = await house.machines.wallet(who)
    if not wallet.version:
        at = house.clock.now()
        await house.machines.wallet_do(who, Open(id="open", by=Role.SYSTEM, who="house", at=at, owner=who))
