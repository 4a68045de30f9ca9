"""Who asks, and may they: the questions every command is asked first."""

from __future__ import annotations

from punto.roles import Role
from punto.table.commands import Command
from punto.table.refusals import Reason, Refusal
from punto.table.state import TableState


def not_the_role(command: Command, role: Role, section: str = "") -> Refusal | None:
    """Refuse whoever is not in a role."""
    return None if command.by is role else Refusal(Reason.WRONG_ROLE, section, {"by": role})


def not_at_seat(state: TableState, command: Command, seat: int | None) -> Refusal | None:
    """Refuse whoever does not sit at a seat."""
    if seat is not None and state.seated.get(seat) == command.who:
        return None
    return Refusal(Reason.NOT_YOUR_SEAT, detail={"seat": seat or 0})


def not_the_actor(state: TableState, command: Command, role: Role, seat: int | None, section: str) -> Refusal | None:
    """Refuse whoever is not the one an act is expected of: the role, and for players the seat."""
    if role is Role.CURATOR:
        seat = state.curator
    refusal = not_the_role(command, role, section)
    if refusal is None and role in (Role.PLAYER, Role.CURATOR):
        refusal = not_at_seat(state, command, seat)
    return refusal
