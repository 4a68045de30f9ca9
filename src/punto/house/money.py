"""Money moved by hand: alone up to a limit; above it, one floorperson proposes and another approves.

Cash moves in the append of the approval. An adjustment or a fill is recorded by the table, whose record names both
people, and the approval is recorded here right after it. Neither may move money for themselves.
"""

from __future__ import annotations

from msgspec.structs import asdict

from punto.house.commands import ApproveMoney, DeclineMoney, MoveCash, ProposeMoney
from punto.house.events import AnyEvent, CashMoved, MoneyApproved, MoneyDeclined, MoneyProposed
from punto.house.parameters import value
from punto.house.refusals import Reason, Refusal
from punto.house.state import State
from punto.roles import Duty

Decision = tuple[AnyEvent, ...] | Refusal
ALONE = "alone"  # parameter name
CASH = ("deposit", "withdrawal")
MOST_CENTS = 10**11
MOST_PROPOSALS = 100


def alone(state: State) -> int:
    """Return the cents that one floorperson may move without a second."""
    return value(state.parameters, ALONE)


def move_cash(state: State, command: MoveCash) -> Decision:
    """Move cash at the cage, up to the limit for one person."""
    if not 0 < command.cents <= MOST_CENTS:
        return Refusal(Reason.BAD_AMOUNT, {"most": MOST_CENTS})
    if command.cents > alone(state):
        return Refusal(Reason.SECOND_PERSON, {ALONE: alone(state)})
    moved = CashMoved(
        at=command.at,
        who=command.who,
        person=command.person,
        kind=command.kind,
        cents=command.cents,
        transfer=command.transfer,
        why=command.why,
    )
    return (moved,)


def propose(state: State, command: ProposeMoney) -> Decision:
    """Record a proposal; cash needs a wallet, an adjustment a seat, a fill a table."""
    cash = command.kind in CASH
    if not 0 < abs(command.cents) <= MOST_CENTS or (cash and command.cents < 0):
        return Refusal(Reason.BAD_AMOUNT, {"most": MOST_CENTS})
    if (command.person is None) != (command.kind == "fill") or (command.table is None) != cash:
        return Refusal(Reason.BAD_NAME, {"kind": command.kind})
    if command.proposal in state.proposals or len(state.proposals) >= MOST_PROPOSALS:
        return Refusal(Reason.TOO_MANY, {"most": MOST_PROPOSALS})
    fields = {name: said for name, said in asdict(command).items() if name not in ("id", "by")}
    return (MoneyProposed(**fields),)


def approve(state: State, command: ApproveMoney) -> Decision:
    """Approve another person's proposal, if that person still holds the duty; cash moves with it."""
    made = state.proposals.get(command.proposal)
    if made is None:
        return Refusal(Reason.NO_SUCH_PROPOSAL, {"open": ", ".join(state.proposals)})
    if command.who in (made.who, made.person):
        return Refusal(Reason.SAME_PERSON, {"proposed-by": made.who})
    if Duty.FLOOR not in state.duties_of(made.who) or made.who in state.disabled:
        return Refusal(Reason.WRONG_DUTY, {"proposed-by": made.who})
    approved = MoneyApproved(at=command.at, who=command.who, proposal=made.proposal, proposed_by=made.who)
    if made.person is None or made.kind not in CASH:
        return (approved,)
    moved = CashMoved(
        at=command.at,
        who=command.who,
        person=made.person,
        kind="deposit" if made.kind == "deposit" else "withdrawal",
        cents=made.cents,
        transfer=made.proposal,
        why=made.why,
        proposed_by=made.who,
    )
    return approved, moved


def decline(state: State, command: DeclineMoney) -> Decision:
    """Close a proposal without moving money; its author may, too."""
    if command.proposal not in state.proposals:
        return Refusal(Reason.NO_SUCH_PROPOSAL, {"open": ", ".join(state.proposals)})
    return (MoneyDeclined(at=command.at, who=command.who, proposal=command.proposal),)
