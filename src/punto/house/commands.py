"""Commands to the house."""

from __future__ import annotations

from typing import Literal

import msgspec

from punto.house.events import Hand
from punto.roles import Duty


class Command(msgspec.Struct, frozen=True, tag_field="do", kw_only=True, rename="kebab", omit_defaults=True):
    """What all commands carry."""

    id: str
    by: Duty
    who: str
    at: int  # milliseconds, by the one clock of the floor


# ---------------------------------------------------------------- coming and going


class NoteFailure(Command, tag="note-failure", frozen=True, kw_only=True):
    """Note a login that failed: whose it was to be, and a digest of where it came from."""

    person: str  # the pseudonym, or a digest where nobody has that name
    origin: str
    device: str = ""  # a digest, if it came from a device on which the person has logged in before


class NoteLogin(Command, tag="note-login", frozen=True, kw_only=True):
    """Note that somebody came in; what failed before is forgiven."""

    person: str
    origin: str
    device: str = ""  # as of a failure


class NoteAccount(Command, tag="note-account", frozen=True, kw_only=True):
    """Note what was done to an account: it was opened, has a new password, its name was erased."""

    person: str
    what: str


# ---------------------------------------------------------------- people


class Grant(Command, tag="grant", frozen=True, kw_only=True):
    """Entrust somebody with a duty."""

    person: str
    duty: Duty


class Revoke(Command, tag="revoke", frozen=True, kw_only=True):
    """Take a duty from somebody."""

    person: str
    duty: Duty


class Disable(Command, tag="disable", frozen=True, kw_only=True):
    """Keep somebody out until further notice."""

    person: str
    why: str


class Enable(Command, tag="enable", frozen=True, kw_only=True):
    """Let somebody in again."""

    person: str
    why: str


# ---------------------------------------------------------------- the floor


class Override(Command, tag="override", frozen=True, kw_only=True):
    """Do by hand what the rules of the house would not do, and say why."""

    what: str
    why: str


class MoveCash(Command, tag="move-cash", frozen=True, kw_only=True):
    """Take cash for a wallet, or pay cash out of one, at the cage; the wallet does its part in the same append."""

    person: str  # whose wallet
    kind: Literal["deposit", "withdrawal"]
    cents: int
    transfer: str  # the wallet's name for it
    why: str


class ProposeMoney(Command, tag="propose-money", frozen=True, kw_only=True):
    """Propose to move money by hand; a second floorperson approves it."""

    proposal: str
    kind: Hand
    cents: int  # to the wallet, the seat or the rack; of an adjustment or a fill, from it below zero
    why: str
    person: str | None = None  # whose wallet, or who sits at the seat
    table: str | None = None  # of an adjustment or a fill
    seat: int = 0
    corrects: int | None = None  # the coup that an adjustment corrects
    wager: str = ""  # of that coup
    cause: str = ""  # or its reason code


class ApproveMoney(Command, tag="approve-money", frozen=True, kw_only=True):
    """Approve what another person has proposed."""

    proposal: str


class DeclineMoney(Command, tag="decline-money", frozen=True, kw_only=True):
    """Decline a proposal, or take back one's own."""

    proposal: str


class SetParameter(Command, tag="set-parameter", frozen=True, kw_only=True):
    """Change a parameter of the floor."""

    name: str
    value: str
    why: str


class NoteWin(Command, tag="note-win", frozen=True, kw_only=True):
    """Note what somebody has won in one coup, if it is large."""

    table: str
    coup: int
    person: str
    cents: int


class Start(Command, tag="start", frozen=True, kw_only=True):
    """Start the floor; where it was never stopped, it went out."""

    punto: str  # the version
    digest: str = ""  # of code and rulebooks


class Stop(Command, tag="stop", frozen=True, kw_only=True):
    """Stop the floor in good order."""


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
