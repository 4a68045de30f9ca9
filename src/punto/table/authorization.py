"""Authorization: the role, seat, duty and identity checks that come before a command is decided."""

from __future__ import annotations

from itertools import count

from punto.core.roles import CURATOR, DEALER, FLOOR, PLAYER, Duty, Rank, Role
from punto.rules.house_rules import HouseRules
from punto.table.commands import (
    Adjust,
    CollectVigorish,
    Command,
    Confirm,
    Deal,
    Fill,
    HouseMoney,
    Perform,
    Reason,
    Refusal,
    Turn,
)
from punto.table.evolve_events import moved_alone
from punto.table.irregularities import extra_source, remedies
from punto.table.phases import PREPARING
from punto.table.plan import PAYMENTS, plan_of, staffing
from punto.table.state import TableState

STAFF = "staff.several-dealers"
# Steps of the dealer calling the game if the rulebook does not list them, and steps of the dealers who handle the
# wagers (ma-baccarat 9 to 12).
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


def not_the_role(command: Command, role: Role, section: str = "") -> Refusal | None:
    """Refuse a sender in another role."""
    return None if command.by is role else Refusal(Reason.WRONG_ROLE, section, {"by": role})


def not_at_seat(state: TableState, command: Command, seat: int | None, section: str = "") -> Refusal | None:
    """Refuse an act of a seat by anyone but its player, citing the section that gives it to that player."""
    if seat is not None and state.seated.get(seat) == command.who:
        return None
    return Refusal(Reason.NOT_YOUR_SEAT, section, {"seat": seat or 0})


def not_the_actor(state: TableState, command: Command, role: Role, seat: int | None, section: str) -> Refusal | None:
    """Refuse a sender whose act it is not: the role must match, and for players the seat."""
    if role is CURATOR:
        seat = state.curator
    refusal = not_the_role(command, role, section)
    if refusal is None and role in (PLAYER, CURATOR):
        refusal = not_at_seat(state, command, seat, section)
    return refusal


def rank_too_low(rules: HouseRules, command: Perform, section: str) -> Refusal | None:
    """Refuse a floorperson below the rank that the document names; a second person of that rank may sign too."""
    least = plan_of(rules).ranks.get(command.step)
    if least is None or command.by is not FLOOR or rank_of(command).reaches(least):
        return None
    return Refusal(Reason.RANK_TOO_LOW, section, {"rank": least})


def rank_of(command: Command) -> Rank:
    """Return the higher rank of a floorperson and of a second one who signed the command too."""
    signed, lowest = command.witness, next(iter(Rank))
    own = command.rank or lowest
    second = (signed.rank if signed is not None and signed.duty is Duty.FLOOR else None) or lowest
    return second if second.reaches(own) else own


# ---------------------------------------------------------------- dealers with separate parts


def not_on_duty(rules: HouseRules, state: TableState, command: Command) -> Refusal | None:
    """Refuse a dealer whose part it is not, if one calls the game and others handle the wagers (ma-baccarat 12(b)).

    Until a floorperson has assigned the dealers, anyone in the role may do either part, except that the person who
    calls the result does not collect and pay.
    """
    if command.by is not DEALER or not state.calling:
        return None
    step = command.step if isinstance(command, Perform) else ""
    if _callers(rules, state, command):
        on_duty = state.calling
    elif step in PAYMENTS or isinstance(command, Confirm | CollectVigorish | HouseMoney):
        on_duty = state.on_wagers
    else:
        on_duty = state.calling + state.on_wagers
    if command.who in on_duty:
        return None
    return Refusal(Reason.WRONG_ROLE, rules.rulebook.section(STAFF), {"by": ", ".join(on_duty)})


def _callers(rules: HouseRules, state: TableState, command: Command) -> bool:
    """Return whether an act is done by the dealer calling the game."""
    staff = staffing(rules.rulebook.law)
    match command:
        case Turn():
            return state.phase is not PREPARING
        case Deal(place=place) if place[:1] in ("P", "B"):
            return staff is not None and "hands" in staff.caller_deals
        case Deal(place="discard"):
            return staff is not None and extra_source(rules).provision in staff.caller_remedies
        case Perform(step=step):
            if staff is None:
                return step in CALLS
            cause = next((one.line.source.provision for one in remedies(rules, state) if one.step == step), "")
            return step in (CALLS if staff.caller is None else staff.caller) or cause in staff.caller_remedies
        case _:
            return False


# ---------------------------------------------------------------- steps that require different people


def signed_by(rules: HouseRules, step: str, who: str) -> str:
    """Return the name for the event of a step; "" unless the document requires different people."""
    return who if step in plan_of(rules).signed else ""


def others(rules: HouseRules, state: TableState, step: str) -> frozenset[str]:
    """Return who may not make a step because they made another that the document keeps apart from it."""
    return frozenset(state.made_by[other] for other in _made_apart(rules, state, step))


def _made_apart(rules: HouseRules, state: TableState, step: str) -> list[str]:
    apart = plan_of(rules).apart.get(step, ())
    return [other for other in state.made_by if other in apart]


def same_person(rules: HouseRules, state: TableState, command: Perform, section: str) -> Refusal | None:
    """Refuse two acts of control by one person, in whichever roles (ma-mini 4(a), ma-baccarat 5(a)(2))."""
    if not state.made_by:
        return None
    made = [step for step in _made_apart(rules, state, command.step) if state.made_by[step] == command.who]
    return Refusal(Reason.SAME_PERSON, section, {"made": made[0]}) if made else None


def somebody_else(rules: HouseRules, state: TableState, step: str, name: str) -> str:
    """Return a name that may make a step: this one, or one numbered from two if it made a conflicting step."""
    if not state.made_by:
        return name
    taken = others(rules, state, step)
    return name if name not in taken else next(one for n in count(2) if (one := f"{name}-{n}") not in taken)


def lacks_second(state: TableState, command: Adjust | Fill, alone: int | None) -> Refusal | None:
    """Refuse money for the sender's own seat, and above ``alone`` cents without a second; if None, neither.

    The limit is for an act, or for the sum of what the sender has moved in this shoe.
    """
    if alone is None:
        return None
    second = second_of(command)
    if isinstance(command, Adjust) and state.seated.get(command.seat) in (command.who, second):
        return Refusal(Reason.WRONG_STAFF, detail={"seat": command.seat, "own": command.who})
    moved = moved_alone(state, command.who)
    if second == command.who or (abs(command.cents) + moved > alone and not second):
        return Refusal(Reason.WRONG_STAFF, detail={"alone": alone, "moved": moved, "needs": "a second floorperson"})
    return None


def without_second(state: TableState, command: Adjust | Fill) -> str:
    """Return who moves this money without a second, for the event; "" if there is one, or if no sum is kept."""
    return command.who if state.alone_sum and not second_of(command) else ""


def second_of(command: Adjust | Fill) -> str:
    """Return the second floorperson of a command that moves money, who approved it or signed it too; or ""."""
    signed = command.witness
    return command.approved_by or (signed.who if signed is not None and signed.duty is Duty.FLOOR else "")
