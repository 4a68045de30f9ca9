"""Events of the house. Their tags are stable names with a version."""

from __future__ import annotations

from typing import Literal

import msgspec

from punto.roles import Duty

Hand = Literal["deposit", "withdrawal", "adjustment", "fill"]  # how money is moved by hand


class Event(msgspec.Struct, frozen=True, tag_field="event", kw_only=True, rename="kebab", omit_defaults=True):
    """What all events carry: when, and who did it."""

    at: int
    who: str


class LoginFailed(Event, tag="login-failed/1", frozen=True, kw_only=True):
    """Somebody did not come in, and so many times running."""

    person: str
    origin: str
    failures: int  # of the device, if one is named
    device: str = ""


class LockedOut(Event, tag="locked-out/1", frozen=True, kw_only=True):
    """A person, an origin or a device is not let in before a moment."""

    what: str  # "person/…", "origin/…" or "device/…"
    until: int


class LoggedIn(Event, tag="logged-in/1", frozen=True, kw_only=True):
    """Somebody came in."""

    person: str
    origin: str
    device: str = ""


class AccountNoted(Event, tag="account-noted/1", frozen=True, kw_only=True):
    """Something was done to an account."""

    person: str
    what: str


class DutyGranted(Event, tag="duty-granted/1", frozen=True, kw_only=True):
    """Somebody is entrusted with a duty."""

    person: str
    duty: Duty


class DutyRevoked(Event, tag="duty-revoked/1", frozen=True, kw_only=True):
    """A duty was taken from somebody."""

    person: str
    duty: Duty


class PersonDisabled(Event, tag="person-disabled/1", frozen=True, kw_only=True):
    """Somebody is kept out."""

    person: str
    why: str


class PersonEnabled(Event, tag="person-enabled/1", frozen=True, kw_only=True):
    """Somebody is let in again."""

    person: str
    why: str


class OverrideMade(Event, tag="override-made/1", frozen=True, kw_only=True):
    """Something was done by hand."""

    what: str
    why: str


class CashMoved(Event, tag="cash-moved/1", frozen=True, kw_only=True):
    """Cash was taken for a wallet, or paid out of one."""

    person: str  # whose wallet
    kind: Literal["deposit", "withdrawal"]
    cents: int
    transfer: str  # the wallet's name for it
    why: str
    proposed_by: str = ""  # where a second person approved it


class MoneyProposed(Event, tag="money-proposed/1", frozen=True, kw_only=True):
    """Money is to be moved by hand, when a second person approves it."""

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


class MoneyApproved(Event, tag="money-approved/1", frozen=True, kw_only=True):
    """What one person proposed, another has approved."""

    proposal: str
    proposed_by: str


class MoneyDeclined(Event, tag="money-declined/1", frozen=True, kw_only=True):
    """A proposal was declined, or taken back."""

    proposal: str


class ParameterChanged(Event, tag="parameter-changed/1", frozen=True, kw_only=True):
    """A parameter of the floor has another value."""

    name: str
    before: str
    after: str
    why: str


class LargeWin(Event, tag="large-win/1", frozen=True, kw_only=True):
    """Somebody has won much in one coup."""

    table: str
    coup: int
    person: str
    cents: int


class OutageEnded(Event, tag="outage-ended/1", frozen=True, kw_only=True):
    """The floor had not been stopped when it started again."""

    last: int  # when it was last heard of


class FloorStarted(Event, tag="floor-started/1", frozen=True, kw_only=True):
    """The floor runs, on this software."""

    punto: str
    digest: str


class FloorStopped(Event, tag="floor-stopped/1", frozen=True, kw_only=True):
    """The floor was stopped in good order."""


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
