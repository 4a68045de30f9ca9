"""Events of a progressive: what its display, its ledger and its auditor see.

Their tags are stable names with a version. Amounts on display are cents; amounts that move are micro-cents.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Why = Literal["start", "contribution", "award", "reset", "adjustment"]


class Move(msgspec.Struct, frozen=True, array_like=True):
    """So many micro-cents from one pot to another."""

    debit: str  # leaves here
    credit: str  # reaches here
    micro: int
    why: Why


class Event(msgspec.Struct, frozen=True, tag_field="event", kw_only=True, rename="kebab", omit_defaults=True):
    """What all events carry: the section they follow, and the money they move."""

    section: str = ""
    moves: tuple[Move, ...] = ()


class Level(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", omit_defaults=True):
    """One meter's terms, as they are displayed and audited."""

    key: str
    seed: int
    rate: str  # of each stake: "9/100"
    to_reserve: str = "0"  # of that
    ceiling: int | None = None


class ProgressiveOpened(Event, tag="progressive-opened/1", frozen=True, kw_only=True):
    """An installation stands, each meter at its seed."""

    name: str
    rulebook: str
    digest: str
    stake: int
    levels: tuple[Level, ...]


class TableLinked(Event, tag="table-linked/1", frozen=True, kw_only=True):
    """A table may feed the meters and win them."""

    table: str


class MeterHit(Event, tag="meter-hit/1", frozen=True, kw_only=True):
    """A seat won a meter, or a share of it."""

    table: str
    shoe: int
    coup: int
    seat: int
    category: str
    meter: str
    run: int  # 1 from the first start to the first reset, and so on
    number: int  # of all awards of this meter
    shown: int  # what the display said
    award: int
    share: str = "1"
    restarts: bool = False


class HitReversed(Event, tag="meter-hit-reversed/1", frozen=True, kw_only=True):
    """An award was taken back, move by move, because the settlement it came from was."""

    table: str
    shoe: int
    coup: int
    seat: int
    category: str
    meter: str
    run: int  # the run that goes on
    award: int
    why: str


class StakesContributed(Event, tag="stakes-contributed/1", frozen=True, kw_only=True):
    """A coup is complete, and its stakes were split between meters, reserves and the house."""

    table: str
    shoe: int
    coup: int
    seats: tuple[int, ...]


class RoundVoided(Event, tag="round-voided/1", frozen=True, kw_only=True):
    """A coup was void: it contributed nothing, and its stakes go back at the table."""

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
    """The meter had reached its trigger: one of the coup's wagers was drawn. The seed is open now."""

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
    shown_at: tuple[str, ...]  # everything that lights up


class AdjustmentProposed(Event, tag="adjustment-proposed/1", frozen=True, kw_only=True):
    """Somebody asks to move money by hand."""

    proposal: str
    who: str
    at: int
    debit: str
    credit: str
    micro: int
    why: str


class AdjustmentDeclined(Event, tag="adjustment-declined/1", frozen=True, kw_only=True):
    """A proposal was put aside."""

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
