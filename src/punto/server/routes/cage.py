"""The cage over HTTP: cash into a wallet and out of it, each payment with a key that its client chooses."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from punto.server import cage
from punto.server.endpoints import Call, Endpoint, Problem
from punto.server.live import Live
from punto.server.messages import Account, Part
from punto.server.routes.pit import MOST_CENTS, Name, Words

Key = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9][A-Za-z0-9_-]{7,63}$")]


class Cash(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cash that changes hands at the cage: whose wallet, by name or pseudonym; sent again with the same key."""

    player: Name
    cents: Annotated[int, msgspec.Meta(ge=1, le=MOST_CENTS)]
    why: Words
    key: Key


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


ENDPOINTS = tuple(
    Endpoint("POST", f"/api/pit/{name}", says, handle, Account, body=Cash, needs="floor", refuses=(404, 409))
    for name, says, handle in (
        ("deposits", "put cash into a wallet", deposit),
        ("withdrawals", "pay cash out of a wallet", withdraw),
    )
)
