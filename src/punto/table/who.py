"""Who asks, and may they: the questions every command is asked first."""

from __future__ import annotations

from punto.houserules import HouseRules
from punto.roles import Role
from punto.table.commands import CollectVigorish, Command, Confirm, HouseMoney, Perform, Turn
from punto.table.phases import Phase
from punto.table.refusals import Reason, Refusal
from punto.table.state import TableState

STAFF = "staff.several-dealers"
# What the dealer who calls the game does himself, and what falls to those who handle the wagers (ma-baccarat 9 to 12).
CALLS = frozenset(
    {
        "offer-cut",
        "offer-shoe",
        "no-more-bets",
        "cards",
        "give-player",
        "give-banker",
        "announce-player",
        "announce-banker",
        "announce-counts",
        "instruct",
        "announce-result",
        "announce-last-hand",
    }
)
PAYMENTS = frozenset({"collect-losing", "pay-seat"})


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


def not_on_duty(rules: HouseRules, state: TableState, command: Command) -> Refusal | None:
    """Refuse a dealer whose part it is not, where one calls the game and others handle the wagers (ma-baccarat 12(b)).

    Until a floorperson has said who does which, whoever is in the role does all of it.
    """
    if command.by is not Role.DEALER or not state.calling:
        return None
    step = command.step if isinstance(command, Perform) else ""
    if step in CALLS or (isinstance(command, Turn) and state.phase is not Phase.PREPARING):
        on_duty = state.calling
    elif step in PAYMENTS or isinstance(command, Confirm | CollectVigorish | HouseMoney):
        on_duty = state.on_wagers
    else:
        on_duty = state.calling + state.on_wagers
    if command.who in on_duty:
        return None
    return Refusal(Reason.WRONG_ROLE, rules.rulebook.section(STAFF), {"by": ", ".join(on_duty)})
