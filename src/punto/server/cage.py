"""The cage: cash for a wallet, and cash out of one.

The journal's entry and the wallet's transfer are one append: both are stored, or neither is. The client chooses a key,
and asks again with the same key when no answer came: the money moves once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from punto.house import Refusal as HouseRefusal
from punto.house.commands import MoveCash
from punto.log.duties import JOURNAL
from punto.log.purses import asked_at_cage, stream_of
from punto.log.record import Record
from punto.log.store import Conflict
from punto.roles import Duty, Role
from punto.server.endpoints import Problem
from punto.server.orders import WORDS
from punto.server.wallets import opened
from punto.wallet import Kind, recovery
from punto.wallet import Refusal as WalletRefusal
from punto.wallet.commands import Carry
from punto.wallet.terms import CAGE

if TYPE_CHECKING:
    from punto.floor import House
    from punto.server.live import Live

PREFIX = "cash-"  # begins the id of a command at the cage, before its key
SETTLED = "settled"  # the document that says that no transfer is left half done


def cash(who: str, key: str, person: str, kind: Any, cents: int, why: str, at: int) -> MoveCash:
    """Return the command of a floorperson that moves cash; its key names it, and the wallet's transfer."""
    ident = f"{PREFIX}{key}"
    return MoveCash(
        id=ident, by=Duty.FLOOR, who=who, at=at, person=person, kind=kind, cents=cents, transfer=ident, why=why
    )


async def move(live: Live, command: MoveCash) -> None:
    """Move cash; raise ``Problem`` where house, wallet or the player's own limits refuse it, and nothing has moved."""
    who = command.person
    async with live.own.turn(who):
        if not await _known(live, command) and Kind(command.kind) is Kind.DEPOSIT:
            own = await live.own.may(who, _transfer(command))
            if own is not None:
                raise Problem(409, str(own.reason), own.words, dict(own.detail))
        await _together(live, command)
        await live.own.read_stream(stream_of(who))


async def _known(live: Live, command: MoveCash) -> bool:
    """Say whether this very command was carried out before; raise ``Problem`` where its key stands for another."""
    record = await live.house.store.find(JOURNAL, command.who, command.id)
    if record is not None:
        _compare(record, command)
    return record is not None


def _compare(record: Record, command: MoveCash) -> None:
    said = record.batch.command
    fields = ("person", "kind", "cents", "why")
    if any(getattr(said, name, None) != getattr(command, name) for name in fields):
        raise Problem(409, "key-taken", "This key was used for another payment. Use a new one.")


def _transfer(command: MoveCash) -> Carry:
    """Return the transfer for which a player's own limits are asked."""
    return Carry(
        id=command.id,
        by=Role.SYSTEM,
        who=command.person,
        at=command.at,
        transfer=command.transfer,
        kind=Kind(command.kind),
        cents=command.cents,
        place=CAGE,
    )


async def _together(live: Live, command: MoveCash) -> None:
    """Append journal and wallet together."""
    machines, stream = live.house.machines, stream_of(command.person)
    await opened(live.house, command.person)
    async with machines.beside.held([stream]):

        async def join(events: tuple[Any, ...]) -> Any:
            await machines.beside.catch_up([stream])
            return machines.purses.of(command.person).do(machines.purses.terms, asked_at_cage(events))

        answer = await live.people.journal.together(command, join)
        if isinstance(answer, HouseRefusal):
            status = 400 if answer.reason == "reason-needed" else 409
            raise Problem(status, str(answer.reason), WORDS.get(answer.reason, NOT_TAKEN), dict(answer.detail))
        if isinstance(answer, WalletRefusal):
            raise Problem(409, str(answer.reason), WALLET.get(answer.reason, NOT_TAKEN), dict(answer.detail))
        if answer:
            _compare(answer[0], command)
            machines.beside.put(answer[1:])


NOT_TAKEN = "This payment is not possible."
WALLET = {"not-enough": "The wallet holds less than that.", "id-taken": "This key was used for another payment."}


async def recovered(house: House) -> None:
    """Finish what an earlier version left half done: cash that was journaled and begun, and never posted.

    Asked once in the life of a database: since journal and wallet are written together, nothing more is left open.
    """
    if await house.store.shelf(CAGE, SETTLED) is not None:
        return
    for stream in await house.store.streams("wallet/"):
        owner = stream.partition("/")[2]
        state = await house.machines.wallet(owner)
        cash = {name for name, one in state.pending.items() if one.place == CAGE}
        for command in recovery(state, cash, house.clock.now()):
            if command.transfer in cash:
                await house.machines.wallet_do(owner, command)
    try:
        await house.store.shelve(CAGE, SETTLED, b"{}", 0)
    except Conflict:  # another process did the same
        return
