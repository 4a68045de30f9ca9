"""Commands, events and refusals of the register of filings."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

import msgspec

from punto.core import machine
from punto.core.roles import Duty

Kind = Literal["rules", "layout", "equipment", "procedure"]
Decided = Literal["approved", "objected"]
Receiver = Literal["surveillance", "commission"]


class Need(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", omit_defaults=True):
    """A filing that a submission refers to by its title, or a layout by its content; with the section that asks."""

    kind: Kind
    title: str = ""
    digest: str = ""  # of a layout's content
    section: str = ""


# ---------------------------------------------------------------- commands


Command = machine.Command[Duty]


class Draft(Command, tag="draft", frozen=True, kw_only=True):
    """Enter a filing into the register; it is not filed yet."""

    kind: Kind
    title: str  # what it is; a submission refers to equipment and procedures by it
    text: str
    covers: tuple[str, ...] = ()  # tables; none means all
    content: str = ""  # digest of the layout's content, of a layout
    supersedes: int = 0  # the filing that it is to replace


class File(Command, tag="file", frozen=True, kw_only=True):
    """File a draft with an authority."""

    number: int
    authority: str


class RecordDecision(Command, tag="record-decision", frozen=True, kw_only=True):
    """Record the authority's decision on a filing."""

    number: int
    decision: Decided
    reference: str  # the authority's own number
    dated: str  # the date of the decision, like 2026-11-14
    conditions: str = ""
    expires: int | None = None  # no table opens under it from then on


class Withdraw(Command, tag="withdraw", frozen=True, kw_only=True):
    """Withdraw a filing that has not been decided."""

    number: int
    why: str


class Revoke(Command, tag="revoke", frozen=True, kw_only=True):
    """Record that an approval was revoked."""

    number: int
    why: str


class Amend(Command, tag="amend", frozen=True, kw_only=True):
    """Let a table play under an approved submission from its next shoe on."""

    number: int
    table: str


class CancelAmendment(Command, tag="cancel-amendment", frozen=True, kw_only=True):
    """Cancel an amendment that no table has taken yet."""

    table: str


class Enforce(Command, tag="enforce", frozen=True, kw_only=True):
    """Put filings in force at a table; given by the table in the append that opens or amends it."""

    table: str
    number: int
    digest: str  # of the submission's text
    needs: tuple[Need, ...] = ()


class GiveNotice(Command, tag="give-notice", frozen=True, kw_only=True):
    """Give written notice that an option begins or ends in a pit."""

    pit: str
    option: str
    value: bool
    text: str  # what is written
    minutes: int  # from the later delivery, by the documents of the pit's tables
    section: str
    begins: int = 0  # not before; 0: as soon as the notice has run


class RecordDelivery(Command, tag="record-delivery", frozen=True, kw_only=True):
    """Attest that a notice was delivered outside the system."""

    number: int
    to: Receiver
    how: str
    reference: str = ""


class Acknowledge(Command, tag="acknowledge", frozen=True, kw_only=True):
    """Acknowledge a notice on its receiver's own screen."""

    number: int


class CancelNotice(Command, tag="cancel-notice", frozen=True, kw_only=True):
    """Cancel a notice before its option changes."""

    number: int
    why: str


class TakeOption(Command, tag="take-option", frozen=True, kw_only=True):
    """Change an option at a table; given by the table before its first shuffle after the notice."""

    number: int
    table: str
    pit: str
    option: str
    value: bool


AnyCommand = (
    Draft
    | File
    | RecordDecision
    | Withdraw
    | Revoke
    | Amend
    | CancelAmendment
    | Enforce
    | GiveNotice
    | RecordDelivery
    | Acknowledge
    | CancelNotice
    | TakeOption
)


# ---------------------------------------------------------------- events


class Event(machine.Event, frozen=True, kw_only=True):
    """Fields of every event: its time, and the number of the filing or notice."""

    at: int
    number: int


class FilingDrafted(Event, tag="filing-drafted/1", frozen=True, kw_only=True):
    """A filing was entered."""

    who: str
    kind: Kind
    title: str
    text: str
    digest: str  # of the text
    covers: tuple[str, ...] = ()
    content: str = ""
    supersedes: int = 0


class FilingFiled(Event, tag="filing-filed/1", frozen=True, kw_only=True):
    """A filing was filed."""

    who: str
    authority: str


class FilingDecided(Event, tag="filing-decided/1", frozen=True, kw_only=True):
    """An authority has decided on a filing."""

    who: str
    decision: Decided
    reference: str
    dated: str
    conditions: str = ""
    expires: int | None = None


class FilingWithdrawn(Event, tag="filing-withdrawn/1", frozen=True, kw_only=True):
    """A filing was withdrawn."""

    who: str
    why: str


class FilingRevoked(Event, tag="filing-revoked/1", frozen=True, kw_only=True):
    """An approval was revoked."""

    who: str
    why: str


class AmendmentDue(Event, tag="amendment-due/1", frozen=True, kw_only=True):
    """A table will play under a filing from its next shoe on."""

    who: str
    table: str


class AmendmentCancelled(Event, tag="amendment-cancelled/1", frozen=True, kw_only=True):
    """An amendment was cancelled."""

    who: str
    table: str


class FilingsInForce(Event, tag="filings-in-force/1", frozen=True, kw_only=True):
    """A table plays under a submission and what it refers to; they replace what was in force there."""

    table: str
    others: tuple[int, ...] = ()  # the layout's filing, and those of equipment and procedures


class NoticeGiven(Event, tag="notice-given/1", frozen=True, kw_only=True):
    """A notice was written."""

    who: str
    pit: str
    option: str
    value: bool
    text: str
    minutes: int
    section: str
    begins: int = 0


class NoticeDelivered(Event, tag="notice-delivered/1", frozen=True, kw_only=True):
    """A notice has reached one of its receivers."""

    who: str
    to: Receiver
    how: str
    reference: str = ""
    attested: bool = False  # by the person who recorded it; otherwise the receiver has acknowledged it here


class NoticeCancelled(Event, tag="notice-cancelled/1", frozen=True, kw_only=True):
    """A notice was cancelled."""

    who: str
    why: str


class OptionTaken(Event, tag="option-taken/1", frozen=True, kw_only=True):
    """A table has changed an option after a notice."""

    table: str


AnyEvent = (
    FilingDrafted
    | FilingFiled
    | FilingDecided
    | FilingWithdrawn
    | FilingRevoked
    | AmendmentDue
    | AmendmentCancelled
    | FilingsInForce
    | NoticeGiven
    | NoticeDelivered
    | NoticeCancelled
    | OptionTaken
)


# ---------------------------------------------------------------- refusals


class Reason(StrEnum):
    """Reasons for a refusal, in order of precedence: the first that applies is given."""

    WRONG_DUTY = "wrong-duty"
    MALFORMED = "malformed"
    REASON_NEEDED = "reason-needed"
    NO_SUCH_FILING = "no-such-filing"
    NO_SUCH_NOTICE = "no-such-notice"
    NOT_A_DRAFT = "not-a-draft"
    NOT_FILED = "not-filed"
    NOT_APPROVED = "not-approved"
    EXPIRED = "expired"
    NOT_COVERED = "not-covered"
    DIGEST_DIFFERS = "digest-differs"
    ALREADY_IN_FORCE = "already-in-force"
    NOTHING_DUE = "nothing-due"
    ALREADY_SO = "already-so"
    NOTICE_TOO_SHORT = "notice-too-short"
    NOTICE_PENDING = "notice-pending"
    DELIVERED_ALREADY = "delivered-already"
    NOT_DELIVERED = "not-delivered"
    NOTICE_RUNNING = "notice-running"
    BEGUN = "begun"


class Refusal(machine.Refusal[Reason], frozen=True):
    """A refused command; the state is unchanged. Its detail names section or parameter, and what would be valid."""
