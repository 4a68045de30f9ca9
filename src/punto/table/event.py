"""The base of all events, and the events of filings: amended rules, and an option after its notice."""

from __future__ import annotations

import msgspec

from punto.core.posting import Posting


class Event(msgspec.Struct, frozen=True, tag_field="event", kw_only=True, rename="kebab", omit_defaults=True):
    """Fields of every event: the section that it follows, and the money that it moves."""

    section: str = ""
    postings: tuple[Posting, ...] = ()


class RulesAmended(Event, tag="rules-amended/1", frozen=True, kw_only=True):
    """The table plays under another approved submission from this shoe on; its command has the text."""

    filing: int
    digest: str
    seats: int
    cards: int  # in one shoe
    agenda: tuple[str, ...]
    continuous: bool = False
    batches: int = 1
    batch: int = 1
    changing: tuple[int, ...] = ()
    new_cards: bool = False  # other cards come to the table
    coupon_book: str = ""
    early: str = ""  # the wager that is settled before third cards


class OptionInForce(Event, tag="option-in-force/1", frozen=True, kw_only=True):
    """A notice has run: shuffles that start from here on have the option, or have it no more."""

    option: str
    value: bool
    notice: int
    agenda: tuple[str, ...] = ()  # the ceremonies ahead
