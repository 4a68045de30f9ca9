"""Events: what a person at the table could see happen.

Their tags are stable names with a version; a log of version 1 is read for ever.
"""

from __future__ import annotations

import msgspec

from punto.posting import Posting


class Event(msgspec.Struct, frozen=True, tag_field="event", kw_only=True, rename="kebab", omit_defaults=True):
    """What all events carry: the section they follow, and the money they move."""

    section: str = ""
    postings: tuple[Posting, ...] = ()


class TableOpened(Event, tag="table-opened/1", frozen=True, kw_only=True):
    """A table stands ready under its house rules, with chips in its rack."""

    table: str
    rulebook: str
    digest: str
    seats: int


class PlayerSeated(Event, tag="player-seated/1", frozen=True, kw_only=True):
    """Somebody took a seat and bought chips."""

    seat: int
    who: str


class WagerMade(Event, tag="wager-made/1", frozen=True, kw_only=True):
    """Chips were put on the felt."""

    seat: int
    wager: str
    cents: int


class StepPerformed(Event, tag="step-performed/1", frozen=True, kw_only=True):
    """A step of a ceremony was made."""

    ceremony: str
    step: str
    by: str


class CardDealt(Event, tag="card-dealt/1", frozen=True, kw_only=True):
    """A card came to its place, face down."""

    place: str


class CardTurned(Event, tag="card-turned/1", frozen=True, kw_only=True):
    """A card was turned face up."""

    place: str
    card: str


class Line(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """What became of one wager."""

    seat: int
    wager: str
    category: str
    stake: int
    paid: int
    vigorish: int
    section: str


class CoupSettled(Event, tag="coup-settled/1", frozen=True, kw_only=True):
    """All wagers were settled, in the document's order: losing ones collected first, then seats paid downwards."""

    coup: int
    player: int
    banker: int
    winner: str
    lines: tuple[Line, ...]


class CoupEnded(Event, tag="coup-ended/1", frozen=True, kw_only=True):
    """The cards went to the discards; the next coup may begin."""

    coup: int


AnyEvent = TableOpened | PlayerSeated | WagerMade | StepPerformed | CardDealt | CardTurned | CoupSettled | CoupEnded
