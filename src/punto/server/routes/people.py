"""Endpoints of the administrator's room, and the emergencies that surveillance sees."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from punto import accounts
from punto.accounts import staff
from punto.core.roles import Duty, Rank
from punto.people.administration.state import PARAMETERS
from punto.server.endpoints import ApiRequest, Endpoint, HTTPError
from punto.server.live_floor import LiveFloor, unadmitted
from punto.server.messages import Part
from punto.server.people_office import SECONDS, JournalEntry, Office, emergencies, needs_second, office

SECOND = "second-person"
PLACE = "house/floor"  # what a second person signs
DAY = 86_400_000
Why = Annotated[str, msgspec.Meta(min_length=1, max_length=400)]
Who = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class NewPerson(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The name of a new user of the house, who gets a one-time password."""

    name: Annotated[str, msgspec.Meta(max_length=400)]


class OneTime(Part, frozen=True, kw_only=True):
    """A one-time password, shown once."""

    who: str
    name: str
    password: str


class Entrust(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Grant a duty, or revoke it; ``cosign`` is the token of a second person, who signed id, who, duty and rank."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    who: Who
    duty: Duty
    rank: Rank | None = None
    revoke: bool = False
    cosign: Annotated[str, msgspec.Meta(max_length=1000)] = ""


class Admit(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Disable a user, or enable them again."""

    who: Who
    off: bool
    why: Why


class Renew(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Give a user who lost a password or an authenticator app a new one-time password."""

    who: Who
    why: Why


class SetTo(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Set a parameter."""

    name: Annotated[str, msgspec.Meta(max_length=200)]
    value: Annotated[int, msgspec.Meta(ge=0, le=10**15)]
    why: Why


class Emergencies(Part, frozen=True, kw_only=True):
    """The acts from the server's console in the last day, the latest first."""

    emergencies: tuple[JournalEntry, ...]


def _by(call: ApiRequest) -> dict[str, Any]:
    return {"by": Duty.ADMINISTRATOR, "who": call.caller.who}


def _done(refusal: accounts.Refusal | None) -> None:
    if refusal is not None:
        problem = unadmitted(refusal)
        problem.status = 409
        raise problem


async def room(live: LiveFloor, call: ApiRequest) -> Office:
    """Return people, duties, parameters and the journal."""
    return await office(live)


async def add(live: LiveFloor, call: ApiRequest) -> OneTime:
    """Create an account without duties, and a one-time password for it."""
    invited = await staff.invite(live.people, call.body.name, (), **_by(call))
    if isinstance(invited, accounts.Refusal):
        raise unadmitted(invited)
    return OneTime(who=invited.person.who, name=invited.person.name, password=invited.password)


async def entrust(live: LiveFloor, call: ApiRequest) -> Office:
    """Grant or revoke a duty in the caller's name; a duty that matters takes a second person."""
    body: Entrust = call.body
    witness = ""
    if body.cosign:
        signed: dict[str, Any] = {"id": body.id, "who": body.who, "duty": str(body.duty)}
        signed |= {"rank": str(body.rank)} if body.rank else {}
        signature = await live.cosigning.witness(body.cosign, call.caller.who, PLACE, signed)
        if signature.who == body.who or signature.duty not in SECONDS:
            raise HTTPError(409, SECOND, "Another floorperson, administrator or surveillance signs a grant.")
        witness = signature.who
    if body.revoke:
        _done(await staff.revoke(live.people, body.who, body.duty, **_by(call)))
    else:
        if not witness and needs_second(live, call.caller.who, body.duty):
            raise HTTPError(409, SECOND, f"The duty {body.duty} is granted with a second person's signature.")
        by = _by(call) | ({"witness": witness} if witness else {})
        _done(await staff.grant(live.people, body.who, body.duty, body.rank, **by))
    return await office(live)


async def admit(live: LiveFloor, call: ApiRequest) -> Office:
    """Disable a user immediately, or enable them again."""
    act = staff.disable if call.body.off else staff.enable
    _done(await act(live.people, call.body.who, call.body.why, **_by(call)))
    return await office(live)


async def renew(live: LiveFloor, call: ApiRequest) -> OneTime:
    """Give a user a new one-time password, without an authenticator app; it ends all their sessions."""
    if call.body.who == call.caller.who:
        raise HTTPError(409, "same-person", "Another administrator renews your access.")
    kept = await live.people.roll.by_who(call.body.who)
    if kept is None or kept.account.guest:
        raise HTTPError(409, "no-such-person", "No user has that name.")
    _done(await staff.override(live.people, f"access renewed: {call.body.who}", call.body.why, **_by(call)))
    await live.people.roll.change(call.body.who, code=0)
    invited = await staff.invite_again(live.people, kept.account.name)
    if isinstance(invited, accounts.Refusal):
        raise unadmitted(invited)
    return OneTime(who=invited.person.who, name=invited.person.name, password=invited.password)


async def parameter(live: LiveFloor, call: ApiRequest) -> Office:
    """Set a parameter of the floor."""
    if call.body.name not in PARAMETERS:
        raise HTTPError(409, "no-such-parameter", f"There are these parameters: {', '.join(PARAMETERS)}.")
    body: SetTo = call.body
    _done(await staff.set_parameter(live.people, body.name, str(body.value), body.why, **_by(call)))
    return await office(live)


async def seen(live: LiveFloor, call: ApiRequest) -> Emergencies:
    """Return what was done from the server's console in the last day."""
    return Emergencies(emergencies=await emergencies(live, live.clock() - DAY))


ENDPOINTS = (
    Endpoint("GET", "/api/people", "people, duties, parameters, journal", room, Office, needs="people"),
    Endpoint("POST", "/api/people", "create an account of the house", add, OneTime, body=NewPerson,
        needs="administrator", refuses=(400, 409)),
    Endpoint("POST", "/api/people/duty", "grant or revoke a duty", entrust, Office, body=Entrust,
        needs="administrator", refuses=(409,)),
    Endpoint("POST", "/api/people/admit", "disable or enable a user", admit, Office, body=Admit,
        needs="administrator", refuses=(409,)),
    Endpoint("POST", "/api/people/renew", "give a new one-time password", renew, OneTime, body=Renew,
        needs="administrator", refuses=(409,)),
    Endpoint("POST", "/api/people/parameter", "set a parameter", parameter, Office, body=SetTo,
        needs="administrator", refuses=(409,)),
    Endpoint("GET", "/api/emergencies", "acts from the server's console", seen, Emergencies, needs="people"),
)  # fmt: skip
