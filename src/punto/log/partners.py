"""Machines beside a table: what a command brings to them is appended with what it brings to the table, or nothing is.

The table decides first, and knows nothing of the others. A partner sees what came of it, lets its own machine decide,
and answers with what goes into its own stream and with what the table gets from it besides, an award. Where it refuses,
the command is refused as a whole.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from punto.log.record import LogError
from punto.log.store import Write
from punto.table import Refusal, TableState
from punto.table.commands import AnyCommand
from punto.table.events import AnyEvent
from punto.table.refusals import Reason


class Joined(NamedTuple):
    """What partners add to a command: events of the table, and what goes to other streams."""

    events: tuple[AnyEvent, ...] = ()
    writes: tuple[Write, ...] = ()


class Partner(Protocol):
    """A machine beside a table, and how it is asked."""

    @property
    def place(self) -> str:
        """Where it writes: its stream, or the word with which its streams begin."""

    def touches(self, before: TableState, command: AnyCommand, events: tuple[AnyEvent, ...]) -> str:
        """Name the stream that a command brings something to; nothing where it brings it nothing."""

    def join(self, before: TableState, command: AnyCommand, events: tuple[AnyEvent, ...]) -> Joined | Refusal:
        """Say what a command brings besides, given the state before it and the table's own events."""


NOTHING = Joined()


def joined(
    partners: tuple[Partner, ...], before: TableState, command: AnyCommand, events: tuple[AnyEvent, ...]
) -> Joined | Refusal:
    """Ask all partners; the first refusal stands for all."""
    refusal = _alone({partner.place for partner in partners}, before, command)
    if refusal:
        return refusal
    more = NOTHING
    for partner in partners:
        found = partner.join(before, command, events)
        if isinstance(found, Refusal):
            return found
        more = Joined(more.events + found.events, more.writes + found.writes)
    return more


def _alone(places: set[str], before: TableState, command: AnyCommand) -> Refusal | None:
    """Nothing is played for meters that nobody keeps, and no chips are sold to a wallet that is elsewhere."""
    if before.progressive and f"progressive/{before.progressive}" not in places:
        raise LogError(f"table {before.table} feeds progressive/{before.progressive}: open it with its meters")
    if getattr(command, "transfer", "") and "wallet" not in places:
        return Refusal(Reason.NOT_ALLOWED_HERE, detail={"transfer": "this table has no wallets beside it"})
    return None
