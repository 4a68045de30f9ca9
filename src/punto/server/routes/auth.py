"""Endpoints of users: login, logout, registration, self-limits."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from punto import accounts
from punto.accounts import LoginResult
from punto.accounts.staff import grant
from punto.core.roles import Duty
from punto.people import responsible_play
from punto.server.answers import PersonAnswer, Session, person_answer
from punto.server.cosign import MOST_COMMAND, CoSigned, guest_signer
from punto.server.endpoints import ApiRequest, Empty, Endpoint, HTTPError, Reply
from punto.server.live_floor import LiveFloor, caller_of, unadmitted
from punto.server.messages import Account, Part
from punto.server.security import same

MOST_CENTS = 10**12


# A visitor who tries the desk alone is also a floorperson: a table needs one as soon as its decks are opened.
TRIED = {Duty.DEALER: (Duty.DEALER, Duty.FLOOR)}


class Guest(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A demo's visitor: a player or, with the token of the staff link, a duty."""

    duty: Literal["player", "dealer", "floor", "surveillance", "auditor"] = "player"
    staff: Annotated[str, msgspec.Meta(max_length=200)] = ""


class Login(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A name and a password, and the code of the authenticator app if the account has one."""

    name: Annotated[str, msgspec.Meta(max_length=400)]
    password: Annotated[str, msgspec.Meta(max_length=400)]
    code: Annotated[str, msgspec.Meta(max_length=20)] = ""


class Code(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A code of the new authenticator app."""

    code: Annotated[str, msgspec.Meta(max_length=20)]


class NewSecret(Part, frozen=True, kw_only=True):
    """The secret of a new authenticator app: as text, and as the address that such apps open."""

    secret: str
    address: str


class NewPassword(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The old password and the new one; the old one is not required after a one-time password."""

    new: Annotated[str, msgspec.Meta(max_length=400)]
    old: Annotated[str, msgspec.Meta(max_length=400)] = ""


class OwnLimit(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A daily self-limit; None for no limit. Money in cents, time in minutes."""

    limit: Literal["loss", "time", "deposit"]
    amount: Annotated[int, msgspec.Meta(ge=0, le=MOST_CENTS)] | None


class OwnPause(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The end of a voluntary pause."""

    until: Annotated[int, msgspec.Meta(ge=0, le=10**14)]


def _begun(live: LiveFloor, admitted: LoginResult | accounts.Refusal) -> Reply:
    if isinstance(admitted, accounts.Refusal):
        raise unadmitted(admitted)
    caller = caller_of(admitted.person, admitted.token)
    person = person_answer(caller, live.seats(caller.who))
    return Reply(Session(token=admitted.token, person=person), token=admitted.token, device=admitted.device)


async def guest(live: LiveFloor, call: ApiRequest) -> Reply:
    """Log in a guest of a demo, with one click; a duty needs the token of the staff link."""
    if wait := live.limits.wait("guests", call.address):
        raise HTTPError(429, "too-many", "Too many guests from there; try again later.", {"wait": wait})
    duty = Duty(call.body.duty)
    if duty is not Duty.PLAYER and not same(call.body.staff, live.terms.staff):
        raise HTTPError(403, "wrong-role", "A duty needs the staff link that punto serve --demo prints.")
    admitted = await live.people.guest()
    if isinstance(admitted, LoginResult) and duty is not Duty.PLAYER:
        for one in TRIED.get(duty, (duty,)):
            await grant(live.people, admitted.person.who, one)
        caller = await live.caller(admitted.token)
        return Reply(Session(token=admitted.token, person=person_answer(caller, {})), token=admitted.token)
    return _begun(live, admitted)


async def login(live: LiveFloor, call: ApiRequest) -> Reply:
    """Log in."""
    body: Login = call.body
    return _begun(live, await live.people.login(body.name, body.password, call.address, call.device, body.code))


class Sign(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A second person, by name and password, and the command that they sign with the caller.

    The command is the object that the caller will send, with its id; the place is ``table/`` and a table's name, or
    another stream. A duty is named by who has several. In a demo the token of the staff link takes the place of name
    and password.
    """

    place: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    command: dict[str, Any]
    name: Annotated[str, msgspec.Meta(max_length=400)] = ""
    password: Annotated[str, msgspec.Meta(max_length=400)] = ""
    code: Annotated[str, msgspec.Meta(max_length=20)] = ""
    duty: Literal["dealer", "floor", "cage", "security", "surveillance"] | None = None
    staff: Annotated[str, msgspec.Meta(max_length=200)] = ""


async def cosign(live: LiveFloor, call: ApiRequest) -> CoSigned:
    """Let a second person sign a command at the caller's screen; the token is for this command, for one minute."""
    body: Sign = call.body
    if len(msgspec.json.encode(body.command)) > MOST_COMMAND or not isinstance(body.command.get("id"), str):
        raise HTTPError(400, "bad-body", "A command has an id, and at most 16 kB.")
    duty = Duty(body.duty) if body.duty else None
    if body.staff and live.terms.demo:
        if not same(body.staff, live.terms.staff):
            raise HTTPError(403, "wrong-role", "A duty needs the staff link that punto serve --demo prints.")
        signer: accounts.Person | accounts.Refusal = await guest_signer(live.people, duty or Duty.FLOOR)
    else:
        signer = await live.people.prove(body.name, body.password, call.address, call.device, body.code)
    if isinstance(signer, accounts.Refusal):
        problem = unadmitted(signer)
        problem.status = 403 if problem.status == 401 else problem.status  # the caller's own session is valid
        raise problem
    return live.cosigning.sign(signer, call.caller.who, body.place, body.command, duty)


async def register(live: LiveFloor, call: ApiRequest) -> Reply:
    """Create a player's account, and log its owner in."""
    if wait := live.limits.wait("guests", call.address):
        raise HTTPError(429, "too-many", "Too many accounts from there; try again later.", {"wait": wait})
    person = await live.people.register(call.body.name, call.body.password)
    if isinstance(person, accounts.Refusal):
        raise unadmitted(person)
    return _begun(live, await live.people.login(call.body.name, call.body.password, call.address, call.device))


async def logout(live: LiveFloor, call: ApiRequest) -> Reply:
    """Log out."""
    await live.people.logout(call.caller.token)
    live.hang_up(call.caller)
    return Reply(Empty(), token="")


async def password(live: LiveFloor, call: ApiRequest) -> Reply:
    """Change the password; all other sessions end."""
    body, token = call.body, call.caller.token
    begun = await live.people.change_password(token, body.old, body.new, call.address, call.device)
    live.hang_up(call.caller)
    return _begun(live, begun)


async def new_secret(live: LiveFloor, call: ApiRequest) -> NewSecret:
    """Draw a secret for the caller's authenticator app; it counts once a code of it is confirmed."""
    begun = await live.people.begin_code(call.caller.who)
    if isinstance(begun, accounts.Refusal):
        raise unadmitted(begun)
    return NewSecret(secret=begun[0], address=begun[1])


async def confirm_code(live: LiveFloor, call: ApiRequest) -> PersonAnswer:
    """Use the new authenticator app from now on."""
    refusal = await live.people.confirm_code(call.caller.who, call.body.code)
    if refusal is not None:
        problem = unadmitted(refusal)
        problem.status = 403  # the caller's session is valid
        raise problem
    return person_answer(await live.caller(call.caller.token), live.seats(call.caller.who))


async def me(live: LiveFloor, call: ApiRequest) -> PersonAnswer:
    """Return the caller's identity."""
    return person_answer(call.caller, live.seats(call.caller.who))


async def account(live: LiveFloor, call: ApiRequest) -> Account:
    """Return the caller's wallet and status."""
    await live.house.machines.coupon_book()
    return await live.account(call.caller.who)


def _allowed(refusal: responsible_play.Refusal | None) -> None:
    if refusal is not None:
        raise HTTPError(409, str(refusal.reason), refusal.words, dict(refusal.detail))


async def limit(live: LiveFloor, call: ApiRequest) -> Account:
    """Set a self-limit: decreases apply immediately, increases after a day."""
    _allowed(await live.own.set(call.caller.who, call.body.limit, call.body.amount))
    return await live.account(call.caller.who)


async def pause(live: LiveFloor, call: ApiRequest) -> Account:
    """Pause play for a while."""
    _allowed(await live.own.pause(call.caller.who, call.body.until))
    return await live.account(call.caller.who)


ENDPOINTS = (
    Endpoint("POST", "/api/guest", "log in as a guest", guest, Session, body=Guest, refuses=(403, 503)),
    Endpoint("POST", "/api/login", "log in", login, Session, body=Login, refuses=(401, 503)),
    Endpoint("POST", "/api/register", "register", register, Session, body=Login, refuses=(401, 409, 503)),
    Endpoint("POST", "/api/logout", "log out", logout, Empty, body=Empty, needs="somebody"),
    Endpoint(
        "POST", "/api/cosign", "sign a command as a second person", cosign, CoSigned, body=Sign, needs="staff",
        refuses=(400, 403, 409, 429, 503),
    ),
    Endpoint(
        "POST", "/api/password", "change the password", password, Session,
        body=NewPassword, needs="somebody", refuses=(503,),
    ),
    Endpoint("POST", "/api/code", "draw a secret for an authenticator app", new_secret, NewSecret, body=Empty,
        needs="somebody", refuses=(403,)),
    Endpoint("POST", "/api/code/confirm", "set up an authenticator app", confirm_code, PersonAnswer, body=Code,
        needs="somebody", refuses=(403,)),
    Endpoint("GET", "/api/me", "who the caller is", me, PersonAnswer, needs="somebody"),
    Endpoint("GET", "/api/account", "the caller's wallet and standing", account, Account, needs="somebody"),
    Endpoint("POST", "/api/limits", "set self-limits", limit, Account, body=OwnLimit, needs="somebody", refuses=(409,)),
    Endpoint("POST", "/api/pause", "take a break", pause, Account, body=OwnPause, needs="somebody", refuses=(409,)),
)  # fmt: skip
