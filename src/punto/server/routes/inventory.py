"""Endpoints of a table's inventory: counts, slips with their signatures, and slips as PDF."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

import msgspec

from punto.core.posting import RACK
from punto.core.roles import Duty, Role, Signature
from punto.inventory import Refusal, Slip
from punto.inventory import messages as m
from punto.report.par import ReportError
from punto.report.slip import slip_facts, slip_pdf
from punto.server.endpoints import ApiRequest, Endpoint, HTTPError, Reply
from punto.server.live_floor import LiveFloor
from punto.server.messages import Part
from punto.server.routes.pit import Words
from punto.table import Refusal as TableRefusal
from punto.table.commands import Fill
from punto.views.refusal_messages import words

Key = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9][A-Za-z0-9_-]{7,63}$")]
Token = Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]


class SlipView(Part, frozen=True, kw_only=True):
    """A slip."""

    number: int
    kind: str
    cents: int
    tray: dict[int, int]
    status: str
    due: str | None
    signers: tuple[str, ...]


class InventoryView(Part, frozen=True, kw_only=True):
    """A table's inventory: the rack by its ledger, the last count, what differs, and every slip."""

    table: str
    rack: int
    moment: str
    difference: int
    slips: tuple[SlipView, ...]


class Counted(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A count of the tray; ``cosign`` is the second person's token for this body without it."""

    id: Key
    moment: m.Moment
    tray: dict[int, int]
    cosign: Token


class Requested(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A fill or credit to be requested."""

    id: Key
    kind: Literal["fill", "credit"]
    tray: dict[int, int]


class Signed(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A signature under a slip."""

    id: Key


class Confirmed(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A slip confirmed at the table; ``cosign`` is the second person's token for this body without it."""

    id: Key
    cosign: Token


class Reasoned(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An act that needs a reason."""

    id: Key
    why: Words


async def inventory(live: LiveFloor, call: ApiRequest) -> InventoryView:
    """Return a table's inventory."""
    name = call.path["table"]
    desk, state = live.room(name).desk, await live.house.machines.tray(name)
    return InventoryView(
        table=name,
        rack=desk.state.accounts.get(RACK, 0),
        moment=state.moment,
        difference=state.difference.cents if state.difference else 0,
        slips=tuple(map(_view, state.slips.values())),
    )


def _view(slip: Slip) -> SlipView:
    return SlipView(
        number=slip.number,
        kind=slip.kind,
        cents=slip.cents,
        tray=slip.tray,
        status=slip.status,
        due=slip.due,
        signers=tuple(sorted(slip.signers)),
    )


async def _do(live: LiveFloor, call: ApiRequest, do: type[Any], by: Duty, /, **fields: Any) -> InventoryView:
    name = live.room(call.path["table"]).desk.table
    command = do(id=call.body.id, by=by, who=call.caller.who, at=live.clock(), **fields)
    answer = await live.house.machines.inventory_do(name, command)
    if isinstance(answer, Refusal):
        said = f"The inventory refuses: {str(answer.reason).replace('-', ' ')}."
        raise HTTPError(409, str(answer.reason), said, dict(answer.detail))
    return await inventory(live, call)


async def _witness(live: LiveFloor, call: ApiRequest) -> Signature:
    """Return the second person's signature under a body. Raises ``HTTPError``."""
    body = {name: value for name, value in msgspec.to_builtins(call.body, str_keys=True).items() if name != "cosign"}
    place = f"inventory/{call.path['table']}"
    return await live.cosigning.witness(call.body.cosign, call.caller.who, place, body)


def _number(call: ApiRequest) -> int:
    return int(call.path["number"]) if call.path["number"].isdecimal() else 0


async def count(live: LiveFloor, call: ApiRequest) -> InventoryView:
    """Count the tray, with a second person."""
    witness, state = await _witness(live, call), live.room(call.path["table"]).desk.state
    now = {"rack": state.accounts.get(RACK, 0), "version": state.version}
    return await _do(
        live, call, m.Count, Duty.FLOOR, moment=call.body.moment, tray=call.body.tray, witness=witness, **now
    )


async def accept(live: LiveFloor, call: ApiRequest) -> InventoryView:
    """Write off a difference, above a floorperson."""
    return await _do(live, call, m.AcceptDifference, Duty.FLOOR, why=call.body.why, rank=call.caller.rank)


async def request(live: LiveFloor, call: ApiRequest) -> InventoryView:
    """Request a fill or a credit."""
    return await _do(live, call, m.Request, Duty.FLOOR, kind=call.body.kind, tray=call.body.tray)


async def prepare(live: LiveFloor, call: ApiRequest) -> InventoryView:
    """Prepare the chips of a fill, or receive those of a credit."""
    return await _do(live, call, m.Prepare, Duty.CAGE, number=_number(call))


async def carry(live: LiveFloor, call: ApiRequest) -> InventoryView:
    """Carry the chips of a slip."""
    return await _do(live, call, m.Carry, Duty.SECURITY, number=_number(call))


async def void(live: LiveFloor, call: ApiRequest) -> InventoryView:
    """Void a slip that is not confirmed."""
    return await _do(live, call, m.Void, Duty.FLOOR, number=_number(call), why=call.body.why)


async def _slip(live: LiveFloor, call: ApiRequest) -> Slip:
    slip = (await live.house.machines.tray(call.path["table"])).slips.get(_number(call))
    if slip is None:
        raise HTTPError(404, "no-such-slip", "This table has no slip of this number.")
    return slip


async def confirm(live: LiveFloor, call: ApiRequest) -> InventoryView:
    """Confirm a slip at the table, with a second person; its chips move."""
    desk = live.room(call.path["table"]).desk
    witness, slip = await _witness(live, call), await _slip(live, call)
    command = Fill(
        id=call.body.id, by=Role.FLOOR, who=call.caller.who, at=0, cents=slip.cents, slip=slip.number, witness=witness
    )
    answer = await desk.do(command)
    if isinstance(answer, TableRefusal):
        raise HTTPError(409, str(answer.detail.get("because", answer.reason)), words(answer), dict(answer.detail))
    return await inventory(live, call)


async def printed(live: LiveFloor, call: ApiRequest) -> Reply:
    """Return a slip as PDF."""
    slip, desk = await _slip(live, call), live.room(call.path["table"]).desk
    kept = {who: await live.people.roll.by_who(who) for who in slip.signers}
    names = {who: one.account.name for who, one in kept.items() if one is not None}
    facts = slip_facts(slip, desk.table, desk.rules.layout.operator, names)
    try:
        made = await asyncio.to_thread(slip_pdf, facts)
    except ReportError as error:
        raise HTTPError(409, "no-typst", f"{error}.") from None
    return Reply(made, PDF, name=f"slip-{desk.table}-{slip.number:05}.pdf")


PDF = "application/pdf"
ONE, SLIP = "/api/inventory/{table}", "/api/inventory/{table}/slips/{number}"
ENDPOINTS = (
    Endpoint("GET", ONE, "a table's inventory", inventory, InventoryView, needs="chips", refuses=(404,)),
    Endpoint("GET", f"{SLIP}.pdf", "a slip as PDF", printed, bytes, PDF, needs="chips", refuses=(404, 409)),
    *(
        Endpoint("POST", path, says, handle, InventoryView, body=body, needs=needs, refuses=(404, 409))  # type: ignore[arg-type]
        for path, says, handle, body, needs in (
            (f"{ONE}/count", "count the tray", count, Counted, "floor"),
            (f"{ONE}/accept", "write off a difference", accept, Reasoned, "floor"),
            (f"{ONE}/request", "request a fill or credit", request, Requested, "floor"),
            (f"{SLIP}/prepare", "prepare or receive chips", prepare, Signed, "cage"),
            (f"{SLIP}/carry", "carry chips", carry, Signed, "security"),
            (f"{SLIP}/confirm", "confirm a slip at the table", confirm, Confirmed, "floor"),
            (f"{SLIP}/void", "void a slip", void, Reasoned, "floor"),
        )
    ),
)  # fmt: skip
