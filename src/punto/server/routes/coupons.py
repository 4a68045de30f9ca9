"""The pit's coupons: issued by one person, countersigned by a second above a threshold, cancelled, and listed."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from punto.accounts import chance
from punto.coupon import Coupon, Reason, Refusal
from punto.coupon.commands import Cancel, Countersign, Issue
from punto.coupon.decide import MOST_CENTS, MOST_DAYS
from punto.coupon.state import OPEN
from punto.house.parameters import value
from punto.restraint import DAY
from punto.roles import Role
from punto.server.commands import unseen
from punto.server.endpoints import Call, Endpoint, Nothing, Problem
from punto.server.live import Live
from punto.server.messages import Part
from punto.server.routes.pit import Name, Why, Words, player_called

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
    """A coupon to be issued: to whom, by name or pseudonym; the same ``id`` issues it once."""

    player: Name
    cents: Annotated[int, msgspec.Meta(ge=1, le=MOST_CENTS)]
    days: Annotated[int, msgspec.Meta(ge=1, le=MOST_DAYS)]  # for which it is valid
    why: Words
    id: Annotated[str, msgspec.Meta(max_length=64, pattern="^[A-Za-z0-9-]*$")] = ""


class PitCoupon(Part, frozen=True, kw_only=True):
    """A coupon, as the pit sees it."""

    number: int
    holder: str
    cents: int
    expires: int
    issued_by: str
    at: int
    why: str
    status: str
    countersigned_by: str
    table: str  # where it lies, or was surrendered


class PitCoupons(Part, frozen=True, kw_only=True):
    """The coupon book: every open coupon, the newest of the others, and what one person may issue alone."""

    now: int
    alone: int  # cents that one person may issue to a player in a day without a countersignature
    coupons: tuple[PitCoupon, ...]  # the newest first
    names: dict[str, str]  # of the people in it who have an account, by pseudonym


def _shown(one: Coupon) -> PitCoupon:
    return PitCoupon(**{name: getattr(one, name) for name in PitCoupon.__struct_fields__})


def _alone(live: Live) -> int:
    return value(live.people.journal.state.parameters, "coupon-alone")


async def coupons(live: Live, call: Call) -> PitCoupons:
    """List the coupon book, the newest coupon first."""
    state = await live.house.machines.coupon_book()
    newest = sorted(state.coupons.values(), key=lambda one: -one.number)
    over = [one for one in newest if one.status not in OPEN][:MOST_OVER]
    shown = tuple(_shown(one) for one in newest if one.status in OPEN or one in over)
    people = {who for one in shown for who in (one.holder, one.issued_by, one.countersigned_by) if who}
    kept = {who: await live.people.roll.by_who(who) for who in sorted(people)}
    names = {who: one.account.name for who, one in kept.items() if one is not None}
    return PitCoupons(now=live.clock(), alone=_alone(live), coupons=shown, names=names)


async def _do(live: Live, call: Call, kind: Any, ident: str = "", **fields: Any) -> PitCoupon:
    """Give a command to the coupon book; return the coupon that it is about."""
    base = {"id": ident or chance.command(), "by": Role.FLOOR, "who": call.caller.who, "at": live.clock()}
    answer = await live.house.machines.coupon_do(kind(**base, **fields))
    if isinstance(answer, Refusal):
        status = 404 if answer.reason is Reason.NO_SUCH_COUPON else 409
        words = WORDS.get(answer.reason, "The coupon book does not take this.")
        raise Problem(status, str(answer.reason), words, dict(answer.detail))
    found = (await live.house.machines.coupon_book()).coupons.get(answer[0].number)
    if found is None:
        raise Problem(409, str(Reason.EXPIRED), WORDS[Reason.EXPIRED])
    return _shown(found)


async def issue(live: Live, call: Call) -> PitCoupon:
    """Issue a coupon to a player."""
    body: NewCoupon = call.body
    if unseen(body.why):
        raise Problem(400, "bad-body", "The text holds characters that cannot be seen.")
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


def _number(call: Call) -> int:
    text = call.path["number"]
    if not (text.isascii() and text.isdigit() and len(text) <= 15):
        raise Problem(404, str(Reason.NO_SUCH_COUPON), WORDS[Reason.NO_SUCH_COUPON])
    return int(text)


async def countersign(live: Live, call: Call) -> PitCoupon:
    """Countersign a coupon that a different person has issued."""
    return await _do(live, call, Countersign, number=_number(call))


async def cancel(live: Live, call: Call) -> PitCoupon:
    """Cancel a coupon that lies at no table and was not used."""
    return await _do(live, call, Cancel, number=_number(call), why=call.body.why)


COUPONS = "/api/pit/coupons"
ENDPOINTS = (
    Endpoint("GET", COUPONS, "the coupon book", coupons, PitCoupons, needs="pit"),
    Endpoint(
        "POST", COUPONS, "issue a coupon", issue, PitCoupon, body=NewCoupon, needs="floor", refuses=(404, 409)
    ),
    Endpoint(
        "POST", f"{COUPONS}/{{number}}/countersign", "countersign a coupon", countersign, PitCoupon, body=Nothing,
        needs="floor", refuses=(404, 409),
    ),
    Endpoint(
        "POST", f"{COUPONS}/{{number}}/cancel", "cancel a coupon", cancel, PitCoupon, body=Why, needs="floor",
        refuses=(404, 409),
    ),
)  # fmt: skip
