"""Machines beside a table: what a command brings to them is appended with what it brings to the table, or nothing is.

The table decides first, and knows nothing of the others. A partner sees what came of it, lets its own machine decide,
and answers with what goes into its own stream and with what the table gets from it besides, an award. Where it refuses,
the command is refused as a whole.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from punto.record.chain import LogError
from punto.record.store import Write
from punto.table import Refusal, TableState
from punto.table.commands import AnyCommand, Reason
from punto.table.events import AnyEvent


class LinkedEvents(NamedTuple):
    """What partners add to a command: events of the table, and what goes to other streams."""

    events: tuple[AnyEvent, ...] = ()
    writes: tuple[Write, ...] = ()


class LinkedMachine(Protocol):
    """A machine beside a table, and how it is asked."""

    @property
    def place(self) -> str:
        """Where it writes: its stream, or the word with which its streams begin."""

    def touches(self, before: TableState, command: AnyCommand, events: tuple[AnyEvent, ...]) -> str:
        """Name the stream that a command brings something to; nothing where it brings it nothing."""

    def join(self, before: TableState, command: AnyCommand, events: tuple[AnyEvent, ...]) -> LinkedEvents | Refusal:
        """Say what a command brings besides, given the state before it and the table's own events."""


NOTHING = LinkedEvents()


def joined(
    partners: tuple[LinkedMachine, ...], before: TableState, command: AnyCommand, events: tuple[AnyEvent, ...]
) -> LinkedEvents | Refusal:
    """Ask all partners; the first refusal stands for all."""
    if not partners and not before.progressive and not before.coupon_book and not _names_another(command):
        return NOTHING
    refusal = _alone({partner.place for partner in partners}, before, command)
    if refusal:
        return refusal
    more = NOTHING
    for partner in partners:
        found = partner.join(before, command, events)
        if isinstance(found, Refusal):
            return found
        more = LinkedEvents(more.events + found.events, more.writes + found.writes)
    return more


def _names_another(command: AnyCommand) -> bool:
    """Whether a command names something that another machine keeps: a transfer of a wallet, or a coupon."""
    return bool(getattr(command, "transfer", "") or getattr(command, "coupon_number", 0))


def _alone(places: set[str], before: TableState, command: AnyCommand) -> Refusal | None:
    """Refuse what needs a machine that is not here; raise for one that the table was opened with."""
    if before.progressive and f"progressive/{before.progressive}" not in places:
        raise LogError(f"table {before.table} feeds progressive/{before.progressive}: open it with its meters")
    if getattr(command, "transfer", "") and "wallet" not in places:
        return Refusal(Reason.NOT_ALLOWED_HERE, detail={"transfer": "this table has no wallets beside it"})
    if before.coupon_book and f"coupon/{before.coupon_book}" not in places:
        raise LogError(f"table {before.table} takes coupons of coupon/{before.coupon_book}: open it with that book")
    if getattr(command, "coupon_number", 0) and not any(place.startswith("coupon/") for place in places):
        return Refusal(Reason.NOT_ALLOWED_HERE, detail={"coupon": "this table has no coupon book beside it"})
    return None
