"""Events of a progressive, for its display, ledger and auditor.

Their tags are stable and versioned. Displayed amounts are in cents, moved amounts in micro-cents.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Why = Literal["start", "contribution", "award", "reset", "adjustment"]


class Move(msgspec.Struct, frozen=True, array_like=True):
    """A move of micro-cents from one pot to another."""

    debit: str  # source pot
    credit: str  # destination pot
    micro: int
    why: Why


class Event(msgspec.Struct, frozen=True, tag_field="event", kw_only=True, rename="kebab", omit_defaults=True):
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
