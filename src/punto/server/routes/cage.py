"""Endpoints of the cage: cash, adjustments, coupons."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from punto.accounts import tokens
from punto.core.roles import Duty, Role
from punto.core.self_limits import DAY
from punto.coupon import Coupon, Reason, Refusal
from punto.coupon.machine import MOST_COUPON_CENTS, MOST_DAYS, OPEN
from punto.coupon.messages import Cancel, Countersign, Issue
from punto.people.administration.messages import ApproveMoney, DeclineMoney, Hand, ProposeMoney
from punto.people.administration.state import value
from punto.server import cage
from punto.server.endpoints import ApiRequest, Empty, Endpoint, HTTPError
from punto.server.limits import unseen
from punto.server.live_floor import LiveFloor
from punto.server.messages import Account, Part
from punto.server.routes.pit import MOST_CENTS, MOST_SEATS, Name, Proposed, Why, Words, player_called

# ---------------------------------------------------------------- cash and proposals; clients choose the keys

Key = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9][A-Za-z0-9_-]{7,63}$")]


class Cash(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cash at the cage: whose wallet, by name or pseudonym; a retry has the same key."""

    player: Name
    cents: Annotated[int, msgspec.Meta(ge=1, le=MOST_CENTS)]
    why: Words
    key: Key


class Proposal(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Money to be moved by hand: cash of a player, an adjustment of a seat, a fill of a rack; negative: from it."""

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


async def person_of(live: LiveFloor, called: str) -> str:
    """Return the pseudonym of an account, by name or pseudonym. Raises ``HTTPError``."""
    kept = await live.people.roll.by_name(called) or await live.people.roll.by_who(called)
    if kept is None:
        raise HTTPError(404, "no-such-person", "No account has this name or pseudonym.")
    return kept.account.who


async def _moved(live: LiveFloor, call: ApiRequest, kind: Literal["deposit", "withdrawal"]) -> Account:
    body = call.body
    who = await person_of(live, body.player)
    await cage.move(live, cage.cash(call.caller.who, body.key, who, kind, body.cents, body.why, live.clock()))
    return await live.account(who)


async def deposit(live: LiveFloor, call: ApiRequest) -> Account:
    """Deposit cash in a wallet."""
    return await _moved(live, call, "deposit")


async def withdraw(live: LiveFloor, call: ApiRequest) -> Account:
    """Pay cash out of a wallet, up to its balance."""
    return await _moved(live, call, "withdrawal")


async def propose(live: LiveFloor, call: ApiRequest) -> Proposed:
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


async def approve(live: LiveFloor, call: ApiRequest) -> Proposed:
    """Approve another person's proposal; the money moves."""
    proposal = call.body.proposal
    ident, who = cage.approval_of(proposal), call.caller.who
    await cage.approve(live, ApproveMoney(id=ident, by=Duty.FLOOR, who=who, at=live.clock(), proposal=proposal))
    return Proposed(proposal=proposal)


async def decline(live: LiveFloor, call: ApiRequest) -> Proposed:
    """Decline a proposal, or withdraw one's own."""
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


# ---------------------------------------------------------------- coupons

MOST_OVER = 50  # used and cancelled coupons that are listed
WORDS = {
    Reason.BAD_NAME: "This player cannot hold a coupon.",
    Reason.SAME_PERSON: "A different person has to do that.",
    Reason.TOO_MANY: "This player holds too many coupons.",
    Reason.NO_SUCH_COUPON: "There is no coupon with this number.",
    Reason.CANCELLED: "This coupon is cancelled.",
    Reason.USED: "This coupon is used.",
    Reason.IN_USE: "This coupon lies at a table.",
    Reason.EXPIRED: "This coupon has expired.",
    Reason.NOT_PENDING: "This coupon needs no countersignature.",
    Reason.REASON_NEEDED: "Say why, in up to 500 characters.",
}


class NewCoupon(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A coupon to be issued, to a name or pseudonym; the same ``id`` issues it once."""

    player: Name
    cents: Annotated[int, msgspec.Meta(ge=1, le=MOST_COUPON_CENTS)]
    days: Annotated[int, msgspec.Meta(ge=1, le=MOST_DAYS)]  # of validity
    why: Words
    id: Annotated[str, msgspec.Meta(max_length=64, pattern="^[A-Za-z0-9-]*$")] = ""


class PitCoupon(Part, frozen=True, kw_only=True):
    """A coupon in the pit's view."""

    number: int
    holder: str
    cents: int
    expires: int
    issued_by: str
    at: int
    why: str
    status: str
    countersigned_by: str
    table: str  # where it is in use, or was surrendered


class PitCoupons(Part, frozen=True, kw_only=True):
    """The coupon book: every open coupon, the newest of the others, and what one person may issue alone."""

    now: int
    alone: int  # cents that one person may issue to a player in a day without a countersignature
    coupons: tuple[PitCoupon, ...]  # the newest first
    names: dict[str, str]  # of people with an account, by pseudonym


def _shown(one: Coupon) -> PitCoupon:
    return PitCoupon(**{name: getattr(one, name) for name in PitCoupon.__struct_fields__})


def _alone(live: LiveFloor) -> int:
    return value(live.people.journal.state.parameters, "coupon-alone")


async def coupons(live: LiveFloor, call: ApiRequest) -> PitCoupons:
    """List the coupon book, the newest coupon first."""
    state = await live.house.machines.coupon_book()
    newest = sorted(state.coupons.values(), key=lambda one: -one.number)
    over = [one for one in newest if one.status not in OPEN][:MOST_OVER]
    shown = tuple(_shown(one) for one in newest if one.status in OPEN or one in over)
    people = {who for one in shown for who in (one.holder, one.issued_by, one.countersigned_by) if who}
    kept = {who: await live.people.roll.by_who(who) for who in sorted(people)}
    names = {who: one.account.name for who, one in kept.items() if one is not None}
    return PitCoupons(now=live.clock(), alone=_alone(live), coupons=shown, names=names)


async def _do(live: LiveFloor, call: ApiRequest, kind: Any, ident: str = "", **fields: Any) -> PitCoupon:
    """Give the coupon book a command; return its coupon."""
    base = {"id": ident or tokens.command(), "by": Role.FLOOR, "who": call.caller.who, "at": live.clock()}
    answer = await live.house.machines.coupon_do(kind(**base, **fields))
    if isinstance(answer, Refusal):
        status = 404 if answer.reason is Reason.NO_SUCH_COUPON else 409
        words = WORDS.get(answer.reason, "The coupon book does not take this.")
        raise HTTPError(status, str(answer.reason), words, dict(answer.detail))
    found = (await live.house.machines.coupon_book()).coupons.get(answer[0].number)
    if found is None:
        raise HTTPError(409, str(Reason.EXPIRED), WORDS[Reason.EXPIRED])
    return _shown(found)


async def issue(live: LiveFloor, call: ApiRequest) -> PitCoupon:
    """Issue a coupon to a player."""
    body: NewCoupon = call.body
    if unseen(body.why):
        raise HTTPError(400, "bad-body", "The text holds characters that cannot be seen.")
    await live.people.journal.catch_up()
    return await _do(
        live,
        call,
        Issue,
        body.id,
        holder=await player_called(live, body.player),
        cents=body.cents,
        expires=live.clock() + body.days * DAY,
        alone=_alone(live),
        why=body.why,
    )


def _number(call: ApiRequest) -> int:
    text = call.path["number"]
    if not (text.isascii() and text.isdigit() and len(text) <= 15):
        raise HTTPError(404, str(Reason.NO_SUCH_COUPON), WORDS[Reason.NO_SUCH_COUPON])
    return int(text)


async def countersign(live: LiveFloor, call: ApiRequest) -> PitCoupon:
    """Countersign a coupon that another person has issued."""
    return await _do(live, call, Countersign, number=_number(call))


async def cancel(live: LiveFloor, call: ApiRequest) -> PitCoupon:
    """Cancel a coupon that is neither in use nor used."""
    return await _do(live, call, Cancel, number=_number(call), why=call.body.why)


COUPONS = "/api/pit/coupons"
COUPON_ENDPOINTS = (
    Endpoint("GET", COUPONS, "the coupon book", coupons, PitCoupons, needs="pit"),
    Endpoint(
        "POST", COUPONS, "issue a coupon", issue, PitCoupon, body=NewCoupon, needs="floor", refuses=(404, 409)
    ),
    Endpoint(
        "POST", f"{COUPONS}/{{number}}/countersign", "countersign a coupon", countersign, PitCoupon, body=Empty,
        needs="floor", refuses=(404, 409),
    ),
    Endpoint(
        "POST", f"{COUPONS}/{{number}}/cancel", "cancel a coupon", cancel, PitCoupon, body=Why, needs="floor",
        refuses=(404, 409),
    ),
)  # fmt: skip
