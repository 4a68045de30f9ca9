"""Commands of administration."""

from __future__ import annotations

from typing import Literal

import msgspec

from punto.house.events import Hand
from punto.roles import Duty


class Command(msgspec.Struct, frozen=True, tag_field="do", kw_only=True, rename="kebab", omit_defaults=True):
    """Fields of every command."""

    id: str
    by: Duty
    who: str
    at: int  # milliseconds, by the floor's clock


# ---------------------------------------------------------------- logins


class NoteFailure(Command, tag="note-failure", frozen=True, kw_only=True):
    """Record a failed login: the account it was for, and a digest of its origin."""

    person: str  # pseudonym, or a digest if no account has that name
    origin: str
    device: str = ""  # digest, if the user has logged in on the device before


class NoteLogin(Command, tag="note-login", frozen=True, kw_only=True):
    """Record a successful login; resets the failure count."""

    person: str
    origin: str
    device: str = ""  # as in ``NoteFailure``


class NoteAccount(Command, tag="note-account", frozen=True, kw_only=True):
    """Record a change to an account: opened, password changed, name erased."""

    person: str
    what: str


# ---------------------------------------------------------------- users


class Grant(Command, tag="grant", frozen=True, kw_only=True):
    """Grant a duty to a user."""

    person: str
    duty: Duty


class Revoke(Command, tag="revoke", frozen=True, kw_only=True):
    """Revoke a user's duty."""

    person: str
    duty: Duty


class Disable(Command, tag="disable", frozen=True, kw_only=True):
    """Disable a user until further notice."""

    person: str
    why: str


class Enable(Command, tag="enable", frozen=True, kw_only=True):
    """Enable a user again."""

    person: str
    why: str


# ---------------------------------------------------------------- the floor


class Override(Command, tag="override", frozen=True, kw_only=True):
    """Record a manual override of the operator's rules, with its reason."""

    what: str
    why: str


class MoveCash(Command, tag="move-cash", frozen=True, kw_only=True):
    """Move cash into or out of a wallet at the cage; the wallet's transfer is in the same append."""

    person: str  # the wallet's owner
    kind: Literal["deposit", "withdrawal"]
    cents: int
    transfer: str  # the wallet's transfer id
    why: str


class ProposeMoney(Command, tag="propose-money", frozen=True, kw_only=True):
    """Propose to move money by hand; a second floorperson approves it."""

    proposal: str
    kind: Hand
    cents: int  # to the wallet, seat or rack; for an adjustment or a fill, negative means from it
    why: str
    person: str | None = None  # the wallet's owner, or the player in the seat
    table: str | None = None  # for an adjustment or a fill
    seat: int = 0
    corrects: int | None = None  # the coup that an adjustment corrects
    wager: str = ""  # in that coup
    cause: str = ""  # or its reason code


class ApproveMoney(Command, tag="approve-money", frozen=True, kw_only=True):
    """Approve another person's proposal."""

    proposal: str


class DeclineMoney(Command, tag="decline-money", frozen=True, kw_only=True):
    """Decline a proposal, or withdraw one's own."""

    proposal: str


class SetParameter(Command, tag="set-parameter", frozen=True, kw_only=True):
    """Set a parameter of the floor."""

    name: str
    value: str
    why: str


class NoteWin(Command, tag="note-win", frozen=True, kw_only=True):
    """Record a player's win in one coup, if it is large."""

    table: str
    coup: int
    person: str
    cents: int


class Start(Command, tag="start", frozen=True, kw_only=True):
    """Start the floor; without a preceding stop, an outage is recorded."""

    punto: str  # version
    digest: str = ""  # of code and rulebooks


class Stop(Command, tag="stop", frozen=True, kw_only=True):
    """Shut the floor down cleanly."""


AnyCommand = (
    NoteFailure
    | NoteLogin
    | NoteAccount
    | Grant
    | Revoke
    | Disable
    | Enable
    | Override
    | MoveCash
    | ProposeMoney
    | ApproveMoney
    | DeclineMoney
    | SetParameter
    | NoteWin
    | Start
    | Stop
)
