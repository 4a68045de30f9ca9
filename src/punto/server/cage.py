"""Money of players outside the game: wallets at the tables, and the cage where people move cash by hand.

Except on a demo floor, chips are paid from a wallet and go back there. A client need not know: where it names no
transfer, one is named here, always the same for the same command. At a physical shoe the dealer enters the cash.

At the cage cash goes into a wallet or out of it: the journal's entry and the wallet's transfer are one append, so both
are stored, or neither is. The client chooses a key, and asks again with the same key when no answer came: the money
moves once.

Above an amount (the parameter ``alone``) one person proposes and another approves. Cash moves with the approval. The
table makes an adjustment or a fill first, in a command that names both people and has an id derived from its proposal;
the journal records the approval right after it. A process that dies in between leaves an open proposal whose command is
in the table's log: it is recorded at the next start, and the table does not repeat it.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from punto.core.roles import Duty, Role
from punto.floor import QueueFull, TableUnavailable
from punto.game.linked_machines import asked_at_cage, wallet_stream
from punto.people import administration as floors_house
from punto.people.administration.decide import CASH, alone
from punto.people.administration.messages import ApproveMoney, DeclineMoney, MoneyProposed, MoveCash, ProposeMoney
from punto.people.administration.messages import Refusal as HouseRefusal
from punto.record.chain import Record
from punto.record.duties import APPROVED, JOURNAL
from punto.record.store import Conflict
from punto.server.endpoints import HTTPError
from punto.server.messages import OWN_REASONS
from punto.server.participants import PREFIX as AT_DESK
from punto.table import Refusal
from punto.table.authorization import lacks_second
from punto.table.commands import Adjust, AnyCommand, BuyIn, Fill, Leave, Sit, Verbal
from punto.table.corrections import without_cause
from punto.views.refusal_messages import words
from punto.wallet import Kind, recovery
from punto.wallet import Refusal as WalletRefusal
from punto.wallet.messages import CAGE, Carry, Open

if TYPE_CHECKING:
    from punto.floor import Floor, TableActor
    from punto.server.live_floor import LiveFloor

PREFIX = "cash-"  # prefix of the id of a cage command, and of the name of a proposal, before its key
SETTLED = "settled"  # the document which says that no transfer is left unfinished
NOT_TAKEN = "This payment is not possible."
WORDS = {
    "no-change": "That is so already.",
    "reason-needed": "Say why, in up to 500 signs.",
}
REFUSED = {
    **WORDS,
    "same-person": "Nobody moves money for themselves, or approves their own proposal.",
    "second-person": OWN_REASONS["second-person"],
    "no-such-proposal": "This proposal is closed already.",
    "wrong-duty": "The person who proposed this is no floorperson any more.",
    "not-enough": "The wallet holds less than that.",
    "id-taken": "This key was used for another payment.",
}


# ---------------------------------------------------------------- wallets at the tables

CHIPS = (Sit, BuyIn, Leave)


def cashless(command: AnyCommand) -> bool:
    """Return whether a command needs cash and no dealer can take it."""
    return isinstance(command, Verbal) and not command.id.startswith(AT_DESK)


async def from_wallet(house: Floor, desk: TableActor, command: AnyCommand) -> AnyCommand:
    """Let bought or returned chips be paid from a wallet, or to it, unless a dealer has taken the cash."""
    if not isinstance(command, CHIPS) or command.id.startswith(AT_DESK) or command.transfer:
        return command
    await opened(house, command.who)  # a missing wallet must not prevent leaving
    name = sha256(f"{desk.table} {command.who} {command.id}".encode()).hexdigest()[:16]
    return replace(command, transfer=f"t-{name}")


async def opened(house: Floor, who: str) -> None:
    """Open a user's wallet, if it is not open."""
    wallet = await house.machines.wallet(who)
    if not wallet.version:
        at = house.clock.now()
        await house.machines.wallet_do(who, Open(id="open", by=Role.SYSTEM, who="house", at=at, owner=who))


# ---------------------------------------------------------------- cash


def cash(who: str, key: str, person: str, kind: Any, cents: int, why: str, at: int) -> MoveCash:
    """Return the command of a floorperson that moves cash; its key names it, and the wallet's transfer."""
    ident = f"{PREFIX}{key}"
    return MoveCash(
        id=ident, by=Duty.FLOOR, who=who, at=at, person=person, kind=kind, cents=cents, transfer=ident, why=why
    )


async def move(live: LiveFloor, command: MoveCash) -> None:
    """Move cash. Raises ``HTTPError``, and moves nothing, if journal, wallet or self-limits refuse it."""
    await _carried(live, command, command.person, command.kind, command.cents)


async def _carried(live: LiveFloor, command: MoveCash | ApproveMoney, person: str, kind: str, cents: int) -> None:
    """Carry out a command that moves cash, unless it was carried out before."""
    if await known(live, command):
        return
    async with live.own.turn(person):
        own = await live.own.may(person, _transfer(command, person, Kind(kind), cents))
        if own is not None:
            raise HTTPError(409, str(own.reason), own.words, dict(own.detail))
        await _together(live, command, person)
        await live.own.read_stream(wallet_stream(person))


async def known(live: LiveFloor, command: Any) -> bool:
    """Return whether this command was carried out before. Raises ``HTTPError`` if its key is another command's."""
    record = await live.house.store.find(JOURNAL, command.who, command.id)
    if record is not None:
        _compare(record, command)
    return record is not None


def _compare(record: Record, command: Any) -> None:
    said = record.batch.command
    fields = [name for name in command.__struct_fields__ if name != "at"]
    if type(said) is not type(command) or any(getattr(said, name) != getattr(command, name) for name in fields):
        raise HTTPError(409, "key-taken", "This key was used for another payment. Use a new one.")


def _transfer(command: MoveCash | ApproveMoney, person: str, kind: Kind, cents: int) -> Carry:
    """Return the transfer that is checked against a player's self-limits."""
    common: dict[str, Any] = {"id": command.id, "by": Role.SYSTEM, "who": person, "at": command.at}
    return Carry(**common, transfer=command.id, kind=kind, cents=cents, place=CAGE)


async def _together(live: LiveFloor, command: MoveCash | ApproveMoney, person: str) -> None:
    """Append to journal and wallet in one transaction."""
    machines, stream = live.house.machines, wallet_stream(person)
    await opened(live.house, person)
    async with machines.beside.held([stream]):

        async def join(events: tuple[Any, ...]) -> Any:
            await machines.beside.catch_up([stream])
            return machines.purses.of(person).do(machines.purses.terms, asked_at_cage(events))

        answer = _taken(await live.people.journal.together(command, join))
        if answer:
            _compare(answer[0], command)
            machines.beside.put(answer[1:])


def _taken(answer: Any) -> tuple[Record, ...]:
    """Return the stored records. Raises ``HTTPError`` for a refusal."""
    if isinstance(answer, HouseRefusal | WalletRefusal):
        status = 400 if answer.reason == "reason-needed" else 409
        raise HTTPError(status, str(answer.reason), REFUSED.get(answer.reason, NOT_TAKEN), dict(answer.detail))
    stored: tuple[Record, ...] = answer
    return stored


# ---------------------------------------------------------------- proposals


async def by_hand(live: LiveFloor, desk: TableActor, command: AnyCommand) -> str:
    """Return why a floorperson may not give this command alone; "" if it is permitted, or moves no money."""
    if not isinstance(command, Adjust | Fill) or command.by is not Role.FLOOR:
        return ""
    if isinstance(command, Fill) and command.slip:
        return ""  # everyone who handles the chips signs the slip
    if command.approved_by:
        return "wrong-role"  # the server names the approver
    if isinstance(command, Adjust):
        if without_cause(command):
            return "cause-needed"
        if await _no_such_wager(live, desk, command):
            return "no-such-wager"
    refusal = lacks_second(desk.state, command, alone(live.people.journal.state))
    return "" if refusal is None else "own-account" if "own" in refusal.detail else "second-person"


async def _no_such_wager(live: LiveFloor, desk: TableActor, command: Adjust) -> bool:
    """Return whether an adjustment corrects a wager that its seat did not have in that coup."""
    if command.corrects is None or not command.wager:
        return False
    stakes = await live.archives[desk.table].stakes(command.corrects)
    return not any((stake.seat, stake.wager) == (command.seat, command.wager) for stake in stakes)


def proposal_of(key: str) -> str:
    """Return the name of a proposal, which is also that of its transfer."""
    return f"{PREFIX}{key}"


async def propose(live: LiveFloor, command: ProposeMoney) -> None:
    """Record a proposal; a retry changes nothing."""
    if await known(live, command):
        return
    if command.table is not None:
        await _fits(live, live.room(command.table).desk, command)
    _taken(await live.people.journal.together(command))


async def _fits(live: LiveFloor, desk: TableActor, made: ProposeMoney | MoneyProposed) -> None:
    """Raise ``HTTPError`` if the player of a proposal is not at its seat, or an adjustment corrects nothing."""
    if made.kind != "adjustment":
        return
    if desk.state.seated.get(made.seat) != made.person:
        raise HTTPError(409, "no-such-seat", "The player of this proposal does not sit there.", {"seat": made.seat})
    command = _at_seat(made)
    if without_cause(command):
        raise HTTPError(409, "cause-needed", OWN_REASONS["cause-needed"])
    if await _no_such_wager(live, desk, command):
        raise HTTPError(409, "no-such-wager", OWN_REASONS["no-such-wager"])


async def approve(live: LiveFloor, command: ApproveMoney) -> None:
    """Carry out another person's proposal."""
    if await known(live, command):
        return
    state = await live.people.journal.catch_up()
    refusal = floors_house.decide(state, command)
    if isinstance(refusal, HouseRefusal):
        _taken(refusal)
    made = state.proposals[command.proposal]
    if made.kind in CASH and made.person is not None:
        await _carried(live, command, made.person, made.kind, made.cents)
        return
    if await done(live, made) is None:
        await _at_table(live, made, command.who)
    answer = await live.people.journal.together(command)
    if not isinstance(answer, HouseRefusal):  # if it is closed by now, another person approved it at the same time
        _compare(answer[0], command)


async def decline(live: LiveFloor, command: DeclineMoney) -> None:
    """Close a proposal, unless the table has carried it out already. Raises ``HTTPError`` then."""
    if await known(live, command):
        return
    made = (await live.people.journal.catch_up()).proposals.get(command.proposal)
    if made is not None and await _noted(live, made):
        raise HTTPError(409, "carried-out", "This proposal was carried out already.")
    _taken(await live.people.journal.together(command))


async def done(live: LiveFloor, made: MoneyProposed) -> Record | None:
    """Return the table's record of a proposal, or None."""
    return await live.house.store.find(f"table/{made.table}", made.who, _ident(made)) if made.table else None


async def _noted(live: LiveFloor, made: MoneyProposed) -> bool:
    """Record an approval that its table has carried out; return whether there is one."""
    record = await done(live, made)
    if record is not None:
        who, at = record.batch.command.approved_by, live.clock()
        ident = approval_of(made.proposal)
        command = ApproveMoney(id=ident, by=Duty.FLOOR, who=who, at=at, proposal=made.proposal)
        await live.people.journal.together(command)
    return record is not None


def approval_of(proposal: str) -> str:
    """Return the id of an approval."""
    return f"approve-{proposal}"


async def finished(live: LiveFloor) -> None:
    """Record the approvals of adjustments and fills that a process carried out but did not record."""
    for made in list(live.people.journal.state.proposals.values()):
        await _noted(live, made)


async def _at_table(live: LiveFloor, made: MoneyProposed, approver: str) -> None:
    """Let the table carry out a proposal. Raises ``HTTPError`` if it refuses."""
    url = await live.elsewhere(made.table or "")
    if url:
        raise HTTPError(421, "moved", "Another process serves this table.", {"url": url})
    desk = live.room(made.table or "").desk
    await _fits(live, desk, made)
    try:
        answer = await desk.do(_at_seat(made, approver) if made.kind == "adjustment" else _of_rack(made, approver))
    except (QueueFull, TableUnavailable) as error:
        raise HTTPError(503, "busy", OWN_REASONS["busy"]) from error
    if isinstance(answer, Refusal):
        raise HTTPError(409, str(answer.reason), words(answer), dict(answer.detail))


def _ident(made: ProposeMoney | MoneyProposed) -> str:
    return f"{APPROVED}{made.proposal}"


def _at_seat(made: ProposeMoney | MoneyProposed, approver: str = "") -> Adjust:
    return Adjust(
        id=_ident(made),
        by=Role.FLOOR,
        who=made.who,
        at=made.at,
        seat=made.seat,
        cents=made.cents,
        why=made.why,
        corrects=made.corrects,
        wager=made.wager,
        cause=made.cause,
        approved_by=approver,
    )


def _of_rack(made: MoneyProposed, approver: str) -> Fill:
    return Fill(id=_ident(made), by=Role.FLOOR, who=made.who, at=made.at, cents=made.cents, approved_by=approver)


# ---------------------------------------------------------------- recovery at the start


async def recovered(house: Floor) -> None:
    """Finish transfers of earlier versions: cash that was journaled and begun, and never posted.

    Done once for each database: journal and wallet are now written together, so that nothing stays unfinished.
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
