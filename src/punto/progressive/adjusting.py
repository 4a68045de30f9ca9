"""Manual adjustments: one person proposes, another approves; both are recorded with before, after and reason."""

from __future__ import annotations

from punto.progressive.commands import AnyCommand, Approve, Decline, Propose
from punto.progressive.events import AdjustmentDeclined, AdjustmentProposed, AnyEvent, MeterAdjusted, Move
from punto.progressive.refusals import Reason, Refusal
from punto.progressive.state import HOUSE, State, meter_pot, moved, overflow_pot, reserve_pot
from punto.progressive.terms import MICRO, Terms

Decision = tuple[AnyEvent, ...] | Refusal
MOST = 10**11 * MICRO  # one billion dollars per adjustment
MOST_PROPOSALS = 20
MOST_WORDS = 500


def pots(terms: Terms) -> tuple[str, ...]:
    """Return the pots that may be adjusted."""
    return (HOUSE, *(pot(key) for key in terms.meters for pot in (meter_pot, reserve_pot, overflow_pot)))


def propose(terms: Terms, state: State, command: Propose) -> Decision:
    """Record a proposal, if it could be carried out now."""
    move = Move(command.debit, command.credit, command.micro, "adjustment")
    made = AdjustmentProposed(
        proposal=command.id,
        who=command.who,
        at=command.at,
        debit=command.debit,
        credit=command.credit,
        micro=command.micro,
        why=command.why,
    )
    if state.proposals.get(command.id) == made:
        return ()
    refusal = _unfit(terms, state, command) or _beyond(terms, state, move)
    return refusal or (made,)


def _unfit(terms: Terms, state: State, command: Propose) -> Refusal | None:
    known = pots(terms)
    for pot in (command.debit, command.credit):
        if pot not in known:
            return Refusal(Reason.NO_SUCH_POT, detail={"pot": pot, "pots": ", ".join(known)})
    if command.debit == command.credit or not 0 < command.micro <= MOST:
        return Refusal(Reason.BAD_AMOUNT, detail={"most": MOST})
    if not 0 < len(command.why.strip()) <= len(command.why) <= MOST_WORDS:
        return Refusal(Reason.REASON_NEEDED, detail={"most": MOST_WORDS})
    if command.id in state.proposals or len(state.proposals) >= MOST_PROPOSALS:
        return Refusal(Reason.TOO_MANY, detail={"most": MOST_PROPOSALS, "open": ", ".join(state.proposals)})
    return None


def _beyond(terms: Terms, state: State, move: Move) -> Refusal | None:
    """Refuse a move that leaves a pot other than the house's negative, or a meter above its ceiling."""
    has = state.pots.get(move.debit, 0)
    if move.debit != HOUSE and has < move.micro:
        return Refusal(Reason.NOT_ENOUGH, detail={"pot": move.debit, "micro": has})
    ceilings = {meter_pot(key): meter.ceiling for key, meter in terms.meters.items()}
    ceiling = ceilings.get(move.credit)
    if ceiling is not None and state.pots.get(move.credit, 0) + move.micro > ceiling * MICRO:
        return Refusal(Reason.ABOVE_CEILING, detail={"ceiling": ceiling})
    return None


def approve(terms: Terms, state: State, command: Approve) -> Decision:
    """Carry out a proposal; never by the person who made it."""
    proposal = state.proposals.get(command.proposal)
    if proposal is None:
        return Refusal(Reason.NO_SUCH_PROPOSAL, detail={"open": ", ".join(state.proposals)})
    if proposal.who == command.who:
        return Refusal(Reason.SAME_PERSON, detail={"proposed-by": proposal.who})
    move = Move(proposal.debit, proposal.credit, proposal.micro, "adjustment")
    refusal = _beyond(terms, state, move)
    if refusal:
        return refusal
    after = moved(state.pots, (move,))
    touched = (proposal.debit, proposal.credit)
    return (
        MeterAdjusted(
            proposal=proposal.proposal,
            who=proposal.who,
            approved_by=command.who,
            at=command.at,
            why=proposal.why,
            before={pot: state.pots.get(pot, 0) for pot in touched},
            after={pot: after[pot] for pot in touched},
            moves=(move,),
        ),
    )


def decline(state: State, command: Decline) -> Decision:
    """Decline a proposal; its author may, too."""
    if command.proposal not in state.proposals:
        return Refusal(Reason.NO_SUCH_PROPOSAL, detail={"open": ", ".join(state.proposals)})
    return (AdjustmentDeclined(proposal=command.proposal, who=command.who, at=command.at),)


def adjust(terms: Terms, state: State, command: AnyCommand) -> Decision:
    """Decide a proposal, approval or declination."""
    match command:
        case Propose():
            return propose(terms, state, command)
        case Approve():
            return approve(terms, state, command)
        case Decline():
            return decline(state, command)
        case _:
            raise TypeError(f"not an adjustment command: {command}")
