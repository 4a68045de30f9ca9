"""The cage over HTTP: cash, and what needs a second person; each with a key that its client chooses."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from punto.house.commands import ApproveMoney, DeclineMoney, ProposeMoney
from punto.house.events import Hand
from punto.roles import Duty
from punto.server import cage
from punto.server.endpoints import Call, Endpoint, Problem
from punto.server.live import Live
from punto.server.messages import Account, Part
from punto.server.routes.pit import MOST_CENTS, MOST_SEATS, Name, Proposed, Words

Key = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9][A-Za-z0-9_-]{7,63}$")]


class Cash(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cash that changes hands at the cage: whose wallet, by name or pseudonym; sent again with the same key."""

    player: Name
    cents: Annotated[int, msgspec.Meta(ge=1, le=MOST_CENTS)]
    why: Words
    key: Key


class Proposal(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Money to be moved by hand: cash of a player, an adjustment of a seat, a fill of a rack; below zero, from it."""

    kind: Hand
    cents: Annotated[int, msgspec.Meta(ge=-MOST_CENTS, le=MOST_CENTS)]
    why: Words
    key: Key
    player: Name | None = None
    table: Name | None = None
    seat: Annotated[int, msgspec.Meta(ge=0, le=MOST_SEATS)] = 0
    corrects: Annotated[int, msgspec.Meta(ge=1, le=10**9)] | None = None
    wager: Annotated[str, msgspec.Meta(max_length=40)] = ""
    cause: Annotated[str, msgspec.Meta(max_length=40)] = ""


async def person_of(live: Live, called: str) -> str:
    """Return the pseudonym of an account, by name or pseudonym."""
    kept = await live.people.roll.by_name(called) or await live.people.roll.by_who(called)
    if kept is None:
        raise Problem(404, "no-such-person", "No account has this name or pseudonym.")
    return kept.account.who


async def _moved(live: Live, call: Call, kind: Literal["deposit", "withdrawal"]) -> Account:
    body = call.body
    who = await person_of(live, body.player)
    await cage.move(live, cage.cash(call.caller.who, body.key, who, kind, body.cents, body.why, live.clock()))
    return await live.account(who)


async def deposit(live: Live, call: Call) -> Account:
    """Put cash into a wallet that its owner has handed over."""
    return await _moved(live, call, "deposit")


async def withdraw(live: Live, call: Call) -> Account:
    """Pay cash out of a wallet, as far as it holds it."""
    return await _moved(live, call, "withdrawal")


async def propose(live: Live, call: Call) -> Proposed:
    """Propose to move money by hand; another person approves it."""
    body: Proposal = call.body
    who, person = call.caller.who, None
    if body.kind == "adjustment" and body.table is not None:
        person = live.room(body.table).desk.state.seated.get(body.seat, "")
    elif body.player is not None:
        person = await person_of(live, body.player)
    command = ProposeMoney(
        id=f"propose-{body.key}",
        by=Duty.FLOOR,
        who=who,
        at=live.clock(),
        proposal=cage.proposal_of(body.key),
        kind=body.kind,
        cents=body.cents,
        why=body.why,
        person=person,
        table=body.table,
        seat=body.seat,
        corrects=body.corrects,
        wager=body.wager,
        cause=body.cause,
    )
    await cage.propose(live, command)
    return Proposed(proposal=command.proposal)


async def approve(live: Live, call: Call) -> Proposed:
    """Approve what another person has proposed; the money moves."""
    proposal = call.body.proposal
    ident, who = cage.approval_of(proposal), call.caller.who
    await cage.approve(live, ApproveMoney(id=ident, by=Duty.FLOOR, who=who, at=live.clock(), proposal=proposal))
    return Proposed(proposal=proposal)


async def decline(live: Live, call: Call) -> Proposed:
    """Decline a proposal, or take back one's own."""
    proposal = call.body.proposal
    ident, who = f"decline-{proposal}", call.caller.who
    await cage.decline(live, DeclineMoney(id=ident, by=Duty.FLOOR, who=who, at=live.clock(), proposal=proposal))
    return Proposed(proposal=proposal)


ENDPOINTS = (
    *(
        Endpoint("POST", f"/api/pit/{name}", says, handle, Account, body=Cash, needs="floor", refuses=(404, 409))
        for name, says, handle in (
            ("deposits", "put cash into a wallet", deposit),
            ("withdrawals", "pay cash out of a wallet", withdraw),
        )
    ),
    *(
        Endpoint("POST", f"/api/pit/money/{name}", says, handle, Proposed, body=body, needs="floor", refuses=refuses)
        for name, says, handle, body, refuses in (
            ("propose", "propose to move money by hand", propose, Proposal, (404, 409)),
            ("approve", "approve a proposal of another person", approve, Proposed, (404, 409, 421, 503)),
            ("decline", "decline a proposal", decline, Proposed, (409,)),
        )
    ),
)
