"""Commands to a wallet."""

from __future__ import annotations

import msgspec

from punto.roles import Role
from punto.wallet.terms import Kind, Own


class Command(msgspec.Struct, frozen=True, tag_field="do", kw_only=True, rename="kebab", omit_defaults=True):
    """Fields of every command."""

    id: str
    by: Role
    who: str
    at: int  # milliseconds, by the floor's clock


class Open(Command, tag="open", frozen=True, kw_only=True):
    """Open a wallet for a pseudonym."""

    owner: str


class Begin(Command, tag="begin", frozen=True, kw_only=True):
    """Begin a transfer."""

    transfer: str
    kind: Kind
    cents: int
    place: str  # the other side: "table/MB-02/seat/3", "bank"


class Carry(Command, tag="carry", frozen=True, kw_only=True):
    """Begin and finish a transfer in one step: the other side, a table or the cage, is in the same append."""

    transfer: str
    kind: Kind
    cents: int
    place: str


class Post(Command, tag="post", frozen=True, kw_only=True):
    """Finish a transfer whose other side is done."""

    transfer: str


class Void(Command, tag="void", frozen=True, kw_only=True):
    """Undo a transfer whose other side will not be done."""

    transfer: str


class SetLimit(Command, tag="set-limit", frozen=True, kw_only=True):
    """Set one's own limit: a decrease applies immediately, an increase or removal after a day."""

    limit: Own
    cents: int | None


AnyCommand = Open | Begin | Carry | Post | Void | SetLimit
