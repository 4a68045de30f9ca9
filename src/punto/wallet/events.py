"""Events of a wallet. Their tags are stable and versioned."""

from __future__ import annotations

import msgspec

from punto.posting import Posting
from punto.wallet.terms import Kind, Own


class Event(msgspec.Struct, frozen=True, tag_field="event", kw_only=True, rename="kebab", omit_defaults=True):
    """Fields of every event: time, and postings."""

    at: int
    postings: tuple[Posting, ...] = ()


class WalletOpened(Event, tag="wallet-opened/1", frozen=True, kw_only=True):
    """A wallet was opened, empty."""

    owner: str


class TransferBegun(Event, tag="transfer-begun/1", frozen=True, kw_only=True):
    """A transfer is pending."""

    transfer: str
    kind: Kind
    cents: int
    place: str


class TransferPosted(Event, tag="transfer-posted/1", frozen=True, kw_only=True):
    """A transfer is finished."""

    transfer: str


class TransferVoided(Event, tag="transfer-voided/1", frozen=True, kw_only=True):
    """A transfer is undone."""

    transfer: str


class LimitSet(Event, tag="limit-set/1", frozen=True, kw_only=True):
    """A player's own limit takes effect at ``begins``."""

    limit: Own
    cents: int | None
    begins: int


AnyEvent = WalletOpened | TransferBegun | TransferPosted | TransferVoided | LimitSet
