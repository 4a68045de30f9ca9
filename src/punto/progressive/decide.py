"""Decide commands of a progressive, adjustments included."""

from __future__ import annotations

from punto.core.machine import MOST_WORDS, is_reason
from punto.core.money import down_to_the_cent
from punto.core.roles import Role
from punto.progressive import meters
from punto.progressive.messages import (
    AdjustmentDeclined,
    AdjustmentProposed,
    AnyCommand,
    AnyEvent,
    Approve,
    Claim,
    Decline,
    EndRound,
    HitReversed,
    Link,
    MeterAdjusted,
    MeterHit,
    Move,
    Open,
    ProgressiveOpened,
    Propose,
    Reason,
    Refusal,
    Reverse,
    RoundVoided,
    Settle,
    StakesContributed,
    TableLinked,
)
from punto.progressive.meters import contributions, level_of, part_award, taken_back, whole_award
from punto.progressive.state import (
    HOUSE,
    MICRO,
    Overdrawn,
    Round,
    Secrets,
    State,
    Terms,
    evolve,
    meter_pot,
    moved,
    overflow_pot,
    reserve_pot,
    shown,
)

# ---------------------------------------------------------------- adjusting

# Manual adjustments: one person proposes, another approves; both are recorded with before, after and reason.

AdjustmentDecision = tuple[AnyEvent, ...] | Refusal
MOST = 10**11 * MICRO  # one billion dollars per adjustment
MOST_PROPOSALS = 20


def pots(terms: Terms) -> tuple[str, ...]:
    """Return the pots that may be adjusted."""
    return (HOUSE, *(pot(key) for key in terms.meters for pot in (meter_pot, reserve_pot, overflow_pot)))


def propose(terms: Terms, state: State, command: Propose) -> AdjustmentDecision:
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
    if not is_reason(command.why):
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


def approve(terms: Terms, state: State, command: Approve) -> AdjustmentDecision:
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


def decline(state: State, command: Decline) -> AdjustmentDecision:
    """Decline a proposal; its author may, too."""
    if command.proposal not in state.proposals:
        return Refusal(Reason.NO_SUCH_PROPOSAL, detail={"open": ", ".join(state.proposals)})
    return (AdjustmentDeclined(proposal=command.proposal, who=command.who, at=command.at),)


def adjust(terms: Terms, state: State, command: AnyCommand) -> AdjustmentDecision:
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


# ---------------------------------------------------------------- decide

# Decide: map a command to its events, or to a refusal.

Decision = tuple[AnyEvent, ...] | Refusal


def decide(terms: Terms, state: State, command: AnyCommand, secrets: Secrets | None = None) -> Decision:
    """Return the events of a command, none for an idempotent retry, or a refusal."""
    secrets = secrets or Secrets()
    refusal = _never(terms, state, command)
    if refusal:
        return refusal
    match command:
        case Open():
            return _open(terms, secrets)
        case Link():
            return _link(terms, state, command)
        case Settle():
            return _not_this_coup(terms, state, command) or _settle(terms, state, command)
        case Reverse():
            return _not_this_coup(terms, state, command) or _reverse(terms, state, command)
        case EndRound():
            return _not_this_coup(terms, state, command) or _end(terms, state, command, secrets)
        case _:
            return adjust(terms, state, command)


def _never(terms: Terms, state: State, command: AnyCommand) -> Refusal | None:
    """Return a refusal for a wrong time, terms or person, whatever the coup; or None."""
    if isinstance(command, Open):
        if state.name:
            return Refusal(Reason.ALREADY_OPEN, terms.section, {"name": state.name})
    elif not state.name:
        return Refusal(Reason.NOT_OPEN, terms.section)
    elif (state.name, state.digest) != (terms.name, terms.digest):
        return Refusal(Reason.TERMS_DIFFER, terms.section, {"name": state.name, "digest": state.digest})
    role = terms.ends_round if isinstance(command, Settle | EndRound) else Role.FLOOR
    return None if command.by is role else Refusal(Reason.WRONG_ROLE, terms.section, {"by": role})


# ---------------------------------------------------------------- opening and linking


def _open(terms: Terms, secrets: Secrets) -> Decision:
    opened = ProgressiveOpened(
        name=terms.name,
        rulebook=terms.rulebook,
        digest=terms.digest,
        stake=terms.stake,
        levels=tuple(map(level_of, terms.meters.values())),
        section=terms.section,
        moves=tuple(Move(HOUSE, meter_pot(m.key), m.seed * MICRO, "start") for m in terms.meters.values() if m.seed),
    )
    if terms.must_hit is None:
        return (opened,)
    armed = meters.arm(terms, terms.must_hit, 1, secrets)
    return armed if isinstance(armed, Refusal) else (opened, armed)


def _link(terms: Terms, state: State, command: Link) -> Decision:
    if command.digest != terms.digest:
        return Refusal(Reason.TERMS_DIFFER, terms.section, {"name": state.name, "digest": state.digest})
    if command.table in state.rounds:
        return ()
    return (TableLinked(table=command.table, section=terms.section),)


# ---------------------------------------------------------------- a coup


def _not_this_coup(terms: Terms, state: State, command: Settle | Reverse | EndRound) -> Refusal | None:
    """Refuse a table that is not linked, and a coup that has ended or is out of order."""
    last = state.rounds.get(command.table)
    if last is None:
        return Refusal(Reason.TABLE_NOT_LINKED, terms.section, {"linked": ", ".join(state.rounds)})
    here, there = (command.shoe, command.coup), (last.shoe, last.coup)
    where: dict[str, str | int] = {"shoe": last.shoe, "coup": last.coup}
    if here < there:
        return Refusal(Reason.COUP_PAST, terms.section, where)
    if here > there and last.hits and not last.ended:
        return Refusal(Reason.ROUND_NOT_ENDED, terms.section, where)
    return None


def _heard(state: State, command: Settle | Reverse | EndRound) -> Round:
    """Return the recorded part of the coup."""
    last = state.rounds[command.table]
    known = (last.shoe, last.coup) == (command.shoe, command.coup)
    return last if known else Round(command.shoe, command.coup)


def _again(terms: Terms, same: bool) -> Decision:
    """Answer a repeated command: no events if it is the same, else a refusal."""
    return () if same else Refusal(Reason.COUP_DIFFERS, terms.section)


def _settle(terms: Terms, state: State, command: Settle) -> Decision:
    last = _heard(state, command)
    if last.hits or last.ended:
        return _again(terms, tuple((claim.seat, claim.category) for claim in command.claims) == last.claims)
    refusal = _no_award(terms, command)
    if refusal:
        return refusal
    events: list[AnyEvent] = []
    for claim in command.claims:
        event = _hit(terms, state, command, claim)
        events.append(event)
        state = evolve(state, event)
    return tuple(events)


def _no_award(terms: Terms, command: Settle) -> Refusal | None:
    """Refuse a claim without a stake or an award, and a second claim of a seat: each line pays once."""
    claimed: set[int] = set()
    for claim in command.claims:
        if claim.seat not in command.seats:
            return Refusal(Reason.NO_STAKE, terms.section, {"seat": claim.seat})
        if claim.category not in terms.awards:
            known = ", ".join(terms.awards)
            return Refusal(Reason.NO_SUCH_AWARD, terms.section, {"category": claim.category, "awards": known})
        if claim.seat in claimed:
            return Refusal(Reason.CLAIMED_TWICE, terms.section, {"seat": claim.seat})
        claimed.add(claim.seat)
    return None


def _hit(terms: Terms, state: State, command: Settle, claim: Claim) -> MeterHit:
    """Award a share of a meter as shown: the whole meter resets, a part leaves the rest running."""
    award = terms.awards[claim.category]
    meter, reads = terms.meters[award.meter], shown(state, award.meter)
    cents = down_to_the_cent(reads * award.share)
    whole = award.share == 1
    pays = whole_award if whole else part_award
    return MeterHit(
        table=command.table,
        shoe=command.shoe,
        coup=command.coup,
        seat=claim.seat,
        category=claim.category,
        meter=meter.key,
        run=state.runs[meter.key],
        number=state.hits.get(meter.key, 0) + 1,
        shown=reads,
        award=cents,
        share=str(award.share),
        restarts=whole,
        section=terms.section,
        moves=pays(meter, state, command.table, cents),
    )


def _reverse(terms: Terms, state: State, command: Reverse) -> Decision:
    """Reverse the awards of a coup, the last first; only if the meter has not been won since."""
    last = _heard(state, command)
    if last.ended:
        return Refusal(Reason.ROUND_ENDED, terms.section)
    if not command.why.strip():
        return Refusal(Reason.REASON_NEEDED, terms.section)
    events: list[AnyEvent] = []
    for hit in reversed(last.hits):
        meter = terms.meters[hit.meter]
        moves = taken_back(meter, state, hit.moves)
        if state.hits[hit.meter] != hit.number:
            return Refusal(Reason.HIT_SINCE, terms.section, {"meter": hit.meter})
        try:
            moved(state.pots, moves)
        except Overdrawn:  # money was removed by hand
            return Refusal(Reason.NOT_ENOUGH, terms.section, {"meter": hit.meter})
        event = HitReversed(
            table=hit.table,
            shoe=hit.shoe,
            coup=hit.coup,
            seat=hit.seat,
            category=hit.category,
            meter=hit.meter,
            run=hit.run,
            award=hit.award,
            why=command.why,
            section=terms.section,
            moves=moves,
        )
        events.append(event)
        state = evolve(state, event)
    return tuple(events)


def _end(terms: Terms, state: State, command: EndRound, secrets: Secrets) -> Decision:
    last = _heard(state, command)
    if last.ended:
        return _again(terms, (command.kind, command.seats) == (last.ended, last.seats))
    refusal = _no_end(terms, command, {hit.seat for hit in last.hits})
    if refusal or not command.seats:
        return refusal or ()
    if command.kind == "void":
        return (
            RoundVoided(
                table=command.table,
                shoe=command.shoe,
                coup=command.coup,
                seats=command.seats,
                section=terms.section,
            ),
        )
    return _contribute(terms, state, command, secrets)


def _no_end(terms: Terms, command: EndRound, winners: set[int]) -> Refusal | None:
    """Refuse an end that contradicts the awards made or the kind of round."""
    if len(set(command.seats)) < len(command.seats) or not winners <= set(command.seats):
        return Refusal(Reason.COUP_DIFFERS, terms.section, {"winners": len(winners)})
    if winners and command.kind != "wagered":
        return Refusal(Reason.AWARD_STANDS, terms.section, {"winners": len(winners)})
    if command.seats and command.kind in ("free", "simulated"):
        return Refusal(Reason.NOT_WAGERED, terms.section, {"kind": command.kind})
    return None


def _contribute(terms: Terms, state: State, command: EndRound, secrets: Secrets) -> Decision:
    """Post the contributions; with a Must Hit, check whether they reached its trigger."""
    contributed = StakesContributed(
        table=command.table,
        shoe=command.shoe,
        coup=command.coup,
        seats=command.seats,
        section=terms.section,
        moves=contributions(terms, state, command.table, len(command.seats)),
    )
    must = terms.must_hit
    if must is None:
        return (contributed,)
    refusal = meters.not_the_secret(terms, must, state, secrets)
    if refusal:
        return refusal
    hit = meters.hit(terms, must, evolve(state, contributed), command, secrets)
    return hit if isinstance(hit, Refusal) else (contributed, *hit)
