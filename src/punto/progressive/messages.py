"""Commands, events and refusals of a progressive."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

import msgspec

from punto.core import machine
from punto.core.roles import Role

# ---------------------------------------------------------------- commands

# Commands to a progressive, from the table's driver, the owning process and the floor.
#
# Secrets are not part of a command, so that commands can be logged; they are a separate argument of ``decide``.


Command = machine.Command[Role]


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


# ---------------------------------------------------------------- events

# Events of a progressive, for its display, ledger and auditor.
#
# Their tags are stable and versioned. Displayed amounts are in cents, moved amounts in micro-cents.

Why = Literal["start", "contribution", "award", "reset", "adjustment"]


class Move(msgspec.Struct, frozen=True, array_like=True):
    """A move of micro-cents from one pot to another."""

    debit: str  # source pot
    credit: str  # destination pot
    micro: int
    why: Why


class Event(machine.Event, frozen=True, kw_only=True):
    """Fields of every event: the section it follows, and its moves."""

    section: str = ""
    moves: tuple[Move, ...] = ()


class Level(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", omit_defaults=True):
    """One meter's terms, as displayed and audited."""

    key: str
    seed: int
    rate: str  # per stake: "9/100"
    to_reserve: str = "0"  # share of that
    ceiling: int | None = None
    tops_up: bool = False  # whether the house restores the seed after an award of a part


class ProgressiveOpened(Event, tag="progressive-opened/1", frozen=True, kw_only=True):
    """An installation was opened, with each meter at its seed."""

    name: str
    rulebook: str
    digest: str
    stake: int
    levels: tuple[Level, ...]


class TableLinked(Event, tag="table-linked/1", frozen=True, kw_only=True):
    """A table was linked: it feeds the meters and can win them."""

    table: str


class MeterHit(Event, tag="meter-hit/1", frozen=True, kw_only=True):
    """A seat won a meter, or a share of it."""

    table: str
    shoe: int
    coup: int
    seat: int
    category: str
    meter: str
    run: int  # 1 until the first reset, and so on
    number: int  # among all awards of this meter
    shown: int  # displayed amount
    award: int
    share: str = "1"
    restarts: bool = False


class HitReversed(Event, tag="meter-hit-reversed/1", frozen=True, kw_only=True):
    """An award was reversed, move by move, with its settlement."""

    table: str
    shoe: int
    coup: int
    seat: int
    category: str
    meter: str
    run: int  # the run that continues
    award: int
    why: str


class StakesContributed(Event, tag="stakes-contributed/1", frozen=True, kw_only=True):
    """A coup ended, and its stakes were split between meters, reserves and the house."""

    table: str
    shoe: int
    coup: int
    seats: tuple[int, ...]


class RoundVoided(Event, tag="round-voided/1", frozen=True, kw_only=True):
    """A coup was void: it contributed nothing, and its stakes are returned at the table."""

    table: str
    shoe: int
    coup: int
    seats: tuple[int, ...] = ()


class MustHitArmed(Event, tag="must-hit-armed/1", frozen=True, kw_only=True):
    """A trigger was drawn for the coming run, and committed to."""

    meter: str
    run: int
    base: int
    ceiling: int
    commitment: str  # hexadecimal


class MustHitWon(Event, tag="must-hit-won/1", frozen=True, kw_only=True):
    """The meter reached its trigger, and one of the coup's wagers was drawn. The seed is revealed."""

    table: str
    shoe: int
    coup: int
    seat: int
    entrants: tuple[int, ...]
    meter: str
    run: int
    trigger: int
    seed: str  # hexadecimal
    shown: int
    award: int
    shown_at: tuple[str, ...]  # every display that shows it


class AdjustmentProposed(Event, tag="adjustment-proposed/1", frozen=True, kw_only=True):
    """A manual move of money was proposed."""

    proposal: str
    who: str
    at: int
    debit: str
    credit: str
    micro: int
    why: str


class AdjustmentDeclined(Event, tag="adjustment-declined/1", frozen=True, kw_only=True):
    """A proposal was declined."""

    proposal: str
    who: str
    at: int


class MeterAdjusted(Event, tag="meter-adjusted/1", frozen=True, kw_only=True):
    """Money was moved by hand: one person proposed it, another approved it."""

    proposal: str
    who: str
    approved_by: str
    at: int
    why: str
    before: dict[str, int]  # pot -> micro-cents
    after: dict[str, int]


AnyEvent = (
    ProgressiveOpened
    | TableLinked
    | MeterHit
    | HitReversed
    | StakesContributed
    | RoundVoided
    | MustHitArmed
    | MustHitWon
    | AdjustmentProposed
    | AdjustmentDeclined
    | MeterAdjusted
)


# ---------------------------------------------------------------- refusals

# Refusals of a progressive: the reason, the section, and what is valid.


class Reason(StrEnum):
    """Reasons for a refusal, in order of precedence: the first that applies is given."""

    NOT_OPEN = "not-open"
    ALREADY_OPEN = "already-open"
    TERMS_DIFFER = "terms-differ"
    WRONG_ROLE = "wrong-role"
    TABLE_NOT_LINKED = "table-not-linked"
    COUP_PAST = "coup-past"
    ROUND_NOT_ENDED = "round-not-ended"  # an earlier coup of that table has not ended
    COUP_DIFFERS = "coup-differs"  # the same coup was reported differently before
    ROUND_ENDED = "round-ended"  # awards are final; correct them by adjustment
    HIT_SINCE = "hit-since"  # the meter was won again; correct it by adjustment
    AWARD_STANDS = "award-stands"  # a coup that paid a meter cannot be void
    NOT_WAGERED = "not-wagered"  # stakes in a free or simulated round
    NO_STAKE = "no-stake"
    NO_SUCH_AWARD = "no-such-award"
    CLAIMED_TWICE = "claimed-twice"
    SECRET_NEEDED = "secret-needed"
    SECRET_WRONG = "secret-wrong"
    NO_SUCH_PROPOSAL = "no-such-proposal"
    SAME_PERSON = "same-person"
    NO_SUCH_POT = "no-such-pot"
    BAD_AMOUNT = "bad-amount"
    REASON_NEEDED = "reason-needed"
    TOO_MANY = "too-many"
    NOT_ENOUGH = "not-enough"
    ABOVE_CEILING = "above-ceiling"


class Refusal(msgspec.Struct, frozen=True, rename="kebab"):
    """A refused command; the state is unchanged."""

    reason: Reason
    section: str = ""
    detail: dict[str, str | int] = {}
