"""Commands, events and refusals of administration."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from punto.core import machine
from punto.core.roles import Duty, Rank

# ---------------------------------------------------------------- events

# Events of administration. Their tags are stable and versioned.

Hand = Literal["deposit", "withdrawal", "adjustment", "fill"]  # ways to move money by hand


class Event(machine.Event, frozen=True, kw_only=True):
    """Fields of every event: time and actor."""

    at: int
    who: str


class LoginFailed(Event, tag="login-failed/1", frozen=True, kw_only=True):
    """A login failed; ``failures`` counts consecutive ones."""

    person: str
    origin: str
    failures: int  # of the device, if one is named
    device: str = ""


class LockedOut(Event, tag="locked-out/1", frozen=True, kw_only=True):
    """A person, origin or device is locked out until a time in milliseconds."""

    what: str  # "person/…", "origin/…" or "device/…"
    until: int


class LoggedIn(Event, tag="logged-in/1", frozen=True, kw_only=True):
    """A user logged in."""

    person: str
    origin: str
    device: str = ""


class AccountNoted(Event, tag="account-noted/1", frozen=True, kw_only=True):
    """An account was changed."""

    person: str
    what: str


class DutyGranted(Event, tag="duty-granted/1", frozen=True, kw_only=True):
    """A duty was granted; with a rank, if it is that of a floorperson above the lowest."""

    person: str
    duty: Duty
    rank: Rank | None = None
    witness: str = ""  # the second person who signed it


class DutyRevoked(Event, tag="duty-revoked/1", frozen=True, kw_only=True):
    """A duty was revoked."""

    person: str
    duty: Duty


class PersonDisabled(Event, tag="person-disabled/1", frozen=True, kw_only=True):
    """A user was disabled."""

    person: str
    why: str


class PersonEnabled(Event, tag="person-enabled/1", frozen=True, kw_only=True):
    """A user was enabled again."""

    person: str
    why: str


class OverrideMade(Event, tag="override-made/1", frozen=True, kw_only=True):
    """A manual override was made."""

    what: str
    why: str


class CashMoved(Event, tag="cash-moved/1", frozen=True, kw_only=True):
    """Cash was paid into or out of a wallet."""

    person: str  # the wallet's owner
    kind: Literal["deposit", "withdrawal"]
    cents: int
    transfer: str  # the wallet's transfer id
    why: str
    proposed_by: str = ""  # if a second person approved it


class MoneyProposed(Event, tag="money-proposed/1", frozen=True, kw_only=True):
    """A move of money by hand was proposed and awaits a second person's approval."""

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


class MoneyApproved(Event, tag="money-approved/1", frozen=True, kw_only=True):
    """A second person approved a proposal."""

    proposal: str
    proposed_by: str


class MoneyDeclined(Event, tag="money-declined/1", frozen=True, kw_only=True):
    """A proposal was declined or withdrawn."""

    proposal: str


class ParameterChanged(Event, tag="parameter-changed/1", frozen=True, kw_only=True):
    """A parameter of the floor changed."""

    name: str
    before: str
    after: str
    why: str


class LargeWin(Event, tag="large-win/1", frozen=True, kw_only=True):
    """A player had a large win in one coup."""

    table: str
    coup: int
    person: str
    cents: int


class OutageEnded(Event, tag="outage-ended/1", frozen=True, kw_only=True):
    """The floor started again after an unclean shutdown."""

    last: int  # milliseconds, the last time recorded before the outage


class FloorStarted(Event, tag="floor-started/1", frozen=True, kw_only=True):
    """The floor started with this software."""

    punto: str
    digest: str


class FloorStopped(Event, tag="floor-stopped/1", frozen=True, kw_only=True):
    """The floor shut down cleanly."""


AnyEvent = (
    LoginFailed
    | LockedOut
    | LoggedIn
    | AccountNoted
    | DutyGranted
    | DutyRevoked
    | PersonDisabled
    | PersonEnabled
    | OverrideMade
    | CashMoved
    | MoneyProposed
    | MoneyApproved
    | MoneyDeclined
    | ParameterChanged
    | LargeWin
    | OutageEnded
    | FloorStarted
    | FloorStopped
)


# ---------------------------------------------------------------- commands

# Commands of administration.


Command = machine.Command[Duty]


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
    """Grant a duty to a user, or a floorperson another rank."""

    person: str
    duty: Duty
    rank: Rank | None = None  # of a floorperson above the lowest
    witness: str = ""  # the second person who signed it


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


# ---------------------------------------------------------------- refusals

# Refusals of administration: named values that state the valid range.


class Reason(StrEnum):
    """Reasons for a refusal, in order of precedence: the first that applies is given."""

    WRONG_DUTY = "wrong-duty"
    SAME_PERSON = "same-person"  # no one may grant, disable or override for themselves
    BAD_NAME = "bad-name"
    REASON_NEEDED = "reason-needed"
    BAD_AMOUNT = "bad-amount"
    SECOND_PERSON = "second-person"  # above what one floorperson may move alone
    NO_SUCH_PROPOSAL = "no-such-proposal"
    TOO_MANY = "too-many"
    DUTIES_CLASH = "duties-clash"
    NOT_ENTRUSTED = "not-entrusted"
    LAST_ADMINISTRATOR = "last-administrator"
    NO_SUCH_PARAMETER = "no-such-parameter"
    NO_CHANGE = "no-change"


class Refusal(machine.Refusal[Reason], frozen=True):
    """A refused command; the state is unchanged."""
