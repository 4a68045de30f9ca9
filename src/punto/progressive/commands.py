"""Commands to a progressive, from the table's driver, the owning process and the floor.

Secrets are not part of a command, so that commands can be logged; they are a separate argument of ``decide``.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from punto.roles import Role


class Command(msgspec.Struct, frozen=True, tag_field="do", kw_only=True, rename="kebab", omit_defaults=True):
    """Fields of every command."""

    id: str
    by: Role
    who: str
    at: int  # milliseconds, by the floor's clock


class Open(Command, tag="open", frozen=True, kw_only=True):
    """Start the meters at their seeds."""


class Link(Command, tag="link", frozen=True, kw_only=True):
    """Link a table, so that it feeds the meters and can win them."""

    table: str
    digest: str  # of the table's terms


class Claim(msgspec.Struct, frozen=True, array_like=True):
    """A seat whose Royal 9 wager resulted in a category that wins a meter."""

    seat: int
    category: str


class Settle(Command, tag="settle", frozen=True, kw_only=True):
    """Make the awards of a coup, in the order of its settlement."""

    table: str
    shoe: int
    coup: int
    seats: tuple[int, ...]  # all that made the wager in this coup
    claims: tuple[Claim, ...]


class Reverse(Command, tag="reverse", frozen=True, kw_only=True):
    """Reverse the awards of a coup before it ends, because a card was misread."""

    table: str
    shoe: int
    coup: int
    why: str


class EndRound(Command, tag="end-round", frozen=True, kw_only=True):
    """End a coup: post its contributions, and check whether Must Hit hits."""

    table: str
    shoe: int
    coup: int
    seats: tuple[int, ...]
    kind: Literal["wagered", "free", "simulated", "void"] = "wagered"


class Propose(Command, tag="propose", frozen=True, kw_only=True):
    """Propose to move money between pots by hand; another person must approve."""

    debit: str
    credit: str
    micro: int
    why: str


class Approve(Command, tag="approve", frozen=True, kw_only=True):
    """Approve another person's proposal."""

    proposal: str  # id of the ``Propose`` command


class Decline(Command, tag="decline", frozen=True, kw_only=True):
    """Decline a proposal."""

    proposal: str


AnyCommand = Open | Link | Settle | Reverse | EndRound | Propose | Approve | Decline
