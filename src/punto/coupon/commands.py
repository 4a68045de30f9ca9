"""Commands to a coupon book."""

from __future__ import annotations

import msgspec

from punto.roles import Role


class Command(msgspec.Struct, frozen=True, tag_field="do", kw_only=True, rename="kebab", omit_defaults=True):
    """What all commands carry."""

    id: str
    by: Role
    who: str
    at: int  # milliseconds, by the one clock of the floor


class Issue(Command, tag="issue", frozen=True, kw_only=True):
    """Issue a coupon to a player."""

    holder: str  # the player's pseudonym
    cents: int  # face value
    expires: int  # the first moment at which it is no longer taken, in milliseconds
    alone: int  # cents that one person may issue to one player in a day, by the floor's parameter at this time
    why: str


class Countersign(Command, tag="countersign", frozen=True, kw_only=True):
    """Countersign a coupon that a different person has issued."""

    number: int


class Cancel(Command, tag="cancel", frozen=True, kw_only=True):
    """Cancel a coupon that lies at no table and was not used."""

    number: int
    why: str


class Lay(Command, tag="lay", frozen=True, kw_only=True):
    """Lay a coupon beside a wager: asked by the table in the append that makes the wager."""

    number: int
    cents: int  # the face value that the player named
    table: str
    coup: int
    seat: int
    wager: str


class Settle(Command, tag="settle", frozen=True, kw_only=True):
    """End the use of coupons at a table: asked by the table in the append that returns or decides their wagers."""

    table: str
    returned: tuple[int, ...] = ()  # after a push, a withdrawal or a void
    surrendered: tuple[int, ...] = ()  # won or lost


AnyCommand = Issue | Countersign | Cancel | Lay | Settle
