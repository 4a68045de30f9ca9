"""The cage: money that people move by hand.

Cash goes into a wallet or out of it: the journal's entry and the wallet's transfer are one append, so both are stored,
or neither is. The client chooses a key, and asks again with the same key when no answer came: the money moves once.

Above a sum (the parameter ``alone``) one person proposes and another approves. Cash moves with the approval. An
adjustment or a fill is done by the table first, in a command that names both people and has an id of its proposal; the
journal notes the approval right after it. A process that dies in between leaves an open proposal whose command the
table knows: it is noted at the next start, and the table does it no second time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from punto.core.roles import Duty, Role
from punto.floor import QueueFull, TableUnavailable
from punto.game.wallet_link import asked_at_cage, stream_of
from punto.people import administration as floors_house
from punto.people.administration.decide import CASH, alone
from punto.people.administration.messages import ApproveMoney, DeclineMoney, MoneyProposed, MoveCash, ProposeMoney
from punto.people.administration.messages import Refusal as HouseRefusal
from punto.record.chain import Record
from punto.record.duties import JOURNAL
from punto.record.store import Conflict
from punto.server.endpoints import HTTPError
from punto.server.messages import OWN_REASONS
from punto.server.pit_actions import WORDS
from punto.server.wallets import opened
from punto.table import Refusal, TableState
from punto.table.authorization import lacks_second
from punto.table.commands import Adjust, AnyCommand, Fill
from punto.table.corrections import without_cause
from punto.views.refusal_messages import words
from punto.wallet import Kind, recovery
from punto.wallet import Refusal as WalletRefusal
from punto.wallet.messages import CAGE, Carry

if TYPE_CHECKING:
    from punto.floor import Floor
    from punto.server.live_floor import LiveFloor

PREFIX = "cash-"  # begins the id of a command at the cage, and the name of a proposal, before its key
APPROVED = "approved-"  # begins the id of a command that a table is given for a proposal
SETTLED = "settled"  # the document that says that no transfer is left half done
NOT_TAKEN = "This payment is not possible."
REFUSED = {
    **WORDS,
    "same-person": "Nobody moves money for themselves, or approves their own proposal.",
    "second-person": OWN_REASONS["second-person"],
    "no-such-proposal": "This proposal is closed already.",
    "wrong-duty": "The person who proposed this is no floorperson any more.",
    "not-enough": "The wallet holds less than that.",
    "id-taken": "This key was used for another payment.",
}


# ---------------------------------------------------------------- cash


def cash(who: str, key: str, person: str, kind: Any, cents: int, why: str, at: int) -> MoveCash:
    """Return the command of a floorperson that moves cash; its key names it, and the wallet's transfer."""
    ident = f"{PREFIX}{key}"
    return MoveCash(
        id=ident, by=Duty.FLOOR, who=who, at=at, person=person, kind=kind, cents=cents, transfer=ident, why=why
    )


async def move(live: LiveFloor, command: MoveCash) -> None:
    """Move cash; raise ``Problem`` where house, wallet or the player's own limits refuse it, and nothing has moved."""
    await _carried(live, command, command.person, command.kind, command.cents)


async def _carried(live: LiveFloor, command: MoveCash | ApproveMoney, person: str, kind: str, cents: int) -> None:
    """Carry out a command that moves cash, unless it was before."""
    if await known(live, command):
        return
    async with live.own.turn(person):
        own = await live.own.may(person, _transfer(command, person, Kind(kind), cents))
        if own is not None:
            raise HTTPError(409, str(own.reason), own.words, dict(own.detail))
        await _together(live, command, person)
        await live.own.read_stream(stream_of(person))


async def known(live: LiveFloor, command: Any) -> bool:
    """Say whether this very command was carried out before; raise ``Problem`` where its key stands for another."""
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
    """Return the transfer for which a player's own limits are asked."""
    common: dict[str, Any] = {"id": command.id, "by": Role.SYSTEM, "who": person, "at": command.at}
    return Carry(**common, transfer=command.id, kind=kind, cents=cents, place=CAGE)


async def _together(live: LiveFloor, command: MoveCash | ApproveMoney, person: str) -> None:
    """Append journal and wallet together."""
    machines, stream = live.house.machines, stream_of(person)
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
    """Return what was stored; raise ``Problem`` for a refusal."""
    if isinstance(answer, HouseRefusal | WalletRefusal):
        status = 400 if answer.reason == "reason-needed" else 409
        raise HTTPError(status, str(answer.reason), REFUSED.get(answer.reason, NOT_TAKEN), dict(answer.detail))
    stored: tuple[Record, ...] = answer
    return stored


# ---------------------------------------------------------------- by two people


def by_hand(live: LiveFloor, state: TableState, command: AnyCommand) -> str:
    """Return why a floorperson may not give this command alone; nothing where they may, or it moves no money."""
    if not isinstance(command, Adjust | Fill) or command.by is not Role.FLOOR:
        return ""
    if command.approved_by:
        return "wrong-role"  # the server says who approved
    if isinstance(command, Adjust) and without_cause(command):
        return "cause-needed"
    refusal = lacks_second(state, command, alone(live.people.journal.state))
    return "" if refusal is None else "own-account" if "own" in refusal.detail else "second-person"


def proposal_of(key: str) -> str:
    """Return the name of a proposal, which is also that of its transfer."""
    return f"{PREFIX}{key}"


async def propose(live: LiveFloor, command: ProposeMoney) -> None:
    """Note a proposal; the same one again changes nothing."""
    if await known(live, command):
        return
    if command.table is not None:
        state = live.room(command.table).desk.state
        _fits(state, command)
    _taken(await live.people.journal.together(command))


def _fits(state: TableState, made: ProposeMoney | MoneyProposed) -> None:
    """Raise ``Problem`` where the person of a proposal does not sit at its seat, or an adjustment has no cause."""
    if made.kind == "adjustment" and state.seated.get(made.seat) != made.person:
        raise HTTPError(409, "no-such-seat", "The player of this proposal does not sit there.", {"seat": made.seat})
    if made.kind == "adjustment" and without_cause(_at_seat(made)):
        raise HTTPError(409, "cause-needed", OWN_REASONS["cause-needed"])


async def approve(live: LiveFloor, command: ApproveMoney) -> None:
    """Carry out what another person proposed."""
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
    if not isinstance(answer, HouseRefusal):  # one that is closed by now was approved by another at the same time
        _compare(answer[0], command)


async def decline(live: LiveFloor, command: DeclineMoney) -> None:
    """Close a proposal, unless the table has carried it out already."""
    if await known(live, command):
        return
    made = (await live.people.journal.catch_up()).proposals.get(command.proposal)
    if made is not None and await _noted(live, made):
        raise HTTPError(409, "carried-out", "This proposal was carried out already.")
    _taken(await live.people.journal.together(command))


async def done(live: LiveFloor, made: MoneyProposed) -> Record | None:
    """Return what a proposal brought to its table, if the table has carried it out."""
    return await live.house.store.find(f"table/{made.table}", made.who, _ident(made)) if made.table else None


async def _noted(live: LiveFloor, made: MoneyProposed) -> bool:
    """Note an approval that its table has carried out; say whether there is one."""
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
    """Note the approvals of adjustments and fills that a process carried out, and did not live to note."""
    for made in list(live.people.journal.state.proposals.values()):
        await _noted(live, made)


async def _at_table(live: LiveFloor, made: MoneyProposed, approver: str) -> None:
    """Let the table carry a proposal out; raise ``Problem`` where it does not."""
    url = await live.elsewhere(made.table or "")
    if url:
        raise HTTPError(421, "moved", "This table is kept elsewhere.", {"url": url})
    desk = live.room(made.table or "").desk
    _fits(desk.state, made)
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


# ---------------------------------------------------------------- at the start


async def recovered(house: Floor) -> None:
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
