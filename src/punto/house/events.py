"""Events of administration. Their tags are stable and versioned."""

from __future__ import annotations

from typing import Literal

import msgspec

from punto.roles import Duty

Hand = Literal["deposit", "withdrawal", "adjustment", "fill"]  # ways to move money by hand


class Event(msgspec.Struct, frozen=True, tag_field="event", kw_only=True, rename="kebab", omit_defaults=True):
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
    """A duty was granted."""

    person: str
    duty: Duty


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
