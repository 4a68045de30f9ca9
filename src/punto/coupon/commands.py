"""Commands to a coupon book."""

from __future__ import annotations

import msgspec

from punto.roles import Role


class Command(msgspec.Struct, frozen=True, tag_field="do", kw_only=True, rename="kebab", omit_defaults=True):
    """Fields of every command."""

    id: str
    by: Role
    who: str
    at: int  # milliseconds, by the floor's clock


class Issue(Command, tag="issue", frozen=True, kw_only=True):
    """Issue a coupon to a player."""

    holder: str  # pseudonym
    cents: int  # face value
    expires: int  # milliseconds; no longer accepted from then on
    alone: int  # cents one person may issue to one player per day, by the floor's parameter at this time
    why: str


class Countersign(Command, tag="countersign", frozen=True, kw_only=True):
    """Countersign a coupon that a different person has issued."""

    number: int


class Cancel(Command, tag="cancel", frozen=True, kw_only=True):
    """Cancel an unused coupon that lies at no table."""

    number: int
    why: str


class Lay(Command, tag="lay", frozen=True, kw_only=True):
    """Lay a coupon next to a wager; given by the table in the append that makes the wager."""

    number: int
    cents: int  # face value stated by the player
    table: str
    coup: int
    seat: int
    wager: str


class Settle(Command, tag="settle", frozen=True, kw_only=True):
    """End the use of coupons at a table; given by the table in the append that returns or decides their wagers."""

    table: str
    returned: tuple[int, ...] = ()  # after a push, a withdrawal or a void
    surrendered: tuple[int, ...] = ()  # won or lost


AnyCommand = Issue | Countersign | Cancel | Lay | Settle
