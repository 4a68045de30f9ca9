"""The inventory of a table next to it: a slip is confirmed in the append that moves its chips."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from punto import inventory
from punto.core.roles import Duty
from punto.game.linked_machines import LinkedStream
from punto.inventory.messages import AnyCommand as InventoryCommand
from punto.inventory.messages import Confirm
from punto.record.store import Reader, Write
from punto.table import Refusal
from punto.table.commands import Fill, Reason


def inventory_stream(table: str) -> str:
    """Return the stream of a table's inventory."""
    return f"inventory/{table}"


def slip_asked(table: str, command: Any) -> Confirm | None:
    """Return the command for the inventory after a table's command, or None."""
    if not isinstance(command, Fill) or not command.slip:
        return None
    return Confirm(
        id=f"{table}/{command.id}",
        by=Duty.SYSTEM,
        who=command.who,
        at=command.at,
        number=command.slip,
        cents=command.cents,
        witness=command.witness,
    )


@dataclass
class Inventory(LinkedStream):
    """The inventory of a table, as far as its stream has been read."""

    store: Reader
    table: str
    state: inventory.State = field(default_factory=inventory.State)
    at: int = 0

    @property
    def place(self) -> str:
        """Its stream."""
        return inventory_stream(self.table)

    def evolve(self, event: Any) -> inventory.State:
        """Return the inventory after an event."""
        return inventory.evolve(self.state, event)

    def do(self, command: InventoryCommand) -> Write | inventory.Refusal:
        """Decide a command; return what is to be appended, or a refusal."""
        self.catch_up()
        stamped = replace(command, at=max(command.at, self.at))
        decision = inventory.decide(self.state, stamped)
        if isinstance(decision, inventory.Refusal):
            return decision
        return Write(self.place, self.state.version, stamped, decision)

    def join(self, command: Fill) -> tuple[Write, ...] | Refusal:
        """Return the inventory's part of a table's command, or the table's refusal."""
        ask = slip_asked(self.table, command)
        if ask is None:
            return ()
        answer = self.do(ask)
        if isinstance(answer, inventory.Refusal):
            return Refusal(Reason.SLIP_REFUSED, detail={"because": str(answer.reason), **answer.detail})
        return (answer,)
