"""Commands to a progressive: what the table's driver, the keeper and the floor ask of it.

Secrets are no part of a command; the keeper hands them to ``decide`` beside it, so that commands can be kept.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from punto.roles import Role


class Command(msgspec.Struct, frozen=True, tag_field="do", kw_only=True, rename="kebab", omit_defaults=True):
    """What all commands carry."""

    id: str
    by: Role
    who: str
    at: int  # milliseconds, by the one clock of the floor


class Open(Command, tag="open", frozen=True, kw_only=True):
    """Start the meters at their seeds."""


class Link(Command, tag="link", frozen=True, kw_only=True):
    """Let a table feed the meters and win them."""

    table: str
    digest: str  # of the terms that table goes by


class Claim(msgspec.Struct, frozen=True, array_like=True):
    """A seat whose Royal 9 wager came to a category that takes a meter."""

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
    """Take the awards of a coup back, before it ends: a card had been read wrongly."""

    table: str
    shoe: int
    coup: int
    why: str


class EndRound(Command, tag="end-round", frozen=True, kw_only=True):
    """End a coup: post its contributions, and see whether Must Hit hits."""

    table: str
    shoe: int
    coup: int
    seats: tuple[int, ...]
    kind: Literal["wagered", "free", "simulated", "void"] = "wagered"


class Propose(Command, tag="propose", frozen=True, kw_only=True):
    """Propose to move money between pots by hand; somebody else must approve."""

    debit: str
    credit: str
    micro: int
    why: str


class Approve(Command, tag="approve", frozen=True, kw_only=True):
    """Approve what another person proposed."""

    proposal: str  # the id of that command


class Decline(Command, tag="decline", frozen=True, kw_only=True):
    """Put a proposal aside."""

    proposal: str


AnyCommand = Open | Link | Settle | Reverse | EndRound | Propose | Approve | Decline
