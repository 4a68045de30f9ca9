"""Must Hit: a secret trigger, committed to before the run begins (ma-midi 12(j), ma-mini 12(j), reading 6).

The owning process passes the seed next to the command. The machine checks it against the commitment published when the
run began, draws trigger and winner from it, and reveals it only in the event of the hit. It requires the seed at every
end of a round, so that a query for it does not reveal whether the meter is close.
"""

from __future__ import annotations

from typing import Any

from punto.progressive.commands import EndRound
from punto.progressive.events import AnyEvent, MustHitArmed, MustHitWon
from punto.progressive.meters import whole_award
from punto.progressive.refusals import Reason, Refusal
from punto.progressive.state import State, shown
from punto.progressive.terms import MustHit, Secrets, Terms


def run_of(terms: Terms, must: MustHit, number: int) -> Any:
    """Return the identity of a run of the meter, for the draws."""
    return must.lots.MustHit(f"{terms.name}/{must.meter.key}", number, must.meter.seed, must.ceiling)


def coup_name(command: EndRound) -> str:
    """Return a coup's name for a draw: ``MB-7/3/41``."""
    return f"{command.table}/{command.shoe}/{command.coup}"


def entrant(seat: int) -> str:
    """Return a seat's name for a draw."""
    return f"seat {seat}"


def arm(terms: Terms, must: MustHit, number: int, secrets: Secrets) -> MustHitArmed | Refusal:
    """Commit to the trigger of a new run."""
    if not secrets.following:
        return Refusal(Reason.SECRET_NEEDED, must.section, {"run": number})
    try:
        commitment = must.lots.commit_trigger(secrets.following, run_of(terms, must, number))
    except ValueError:  # not a valid seed
        return Refusal(Reason.SECRET_WRONG, must.section, {"run": number})
    return MustHitArmed(
        meter=must.meter.key,
        run=number,
        base=must.meter.seed,
        ceiling=must.ceiling,
        commitment=commitment.hex(),
        section=must.section,
    )


def not_the_secret(terms: Terms, must: MustHit, state: State, secrets: Secrets) -> Refusal | None:
    """Refuse a seed other than the one that this run committed to."""
    number = state.runs[must.meter.key]
    if not secrets.present:
        return Refusal(Reason.SECRET_NEEDED, must.section, {"run": number})
    try:
        commitment = must.lots.commit_trigger(secrets.present, run_of(terms, must, number)).hex()
    except ValueError:
        commitment = ""
    if state.armed is None or commitment != state.armed.commitment:
        return Refusal(Reason.SECRET_WRONG, must.section, {"run": number})
    return None


def hit(
    terms: Terms, must: MustHit, state: State, command: EndRound, secrets: Secrets
) -> tuple[AnyEvent, ...] | Refusal:
    """Check whether the meter has reached its trigger, this coup's contributions included, and draw the winner."""
    number = state.runs[must.meter.key]
    run = run_of(terms, must, number)
    trigger = must.lots.trigger(secrets.present, run)
    reads = shown(state, must.meter.key)
    if reads < trigger:
        return ()
    armed = arm(terms, must, number + 1, secrets)
    if isinstance(armed, Refusal):
        return armed
    drawn = must.lots.winner(secrets.present, run, coup_name(command), map(entrant, command.seats))
    award = min(reads, must.ceiling)
    won = MustHitWon(
        table=command.table,
        shoe=command.shoe,
        coup=command.coup,
        seat=next(seat for seat in command.seats if entrant(seat) == drawn),
        entrants=command.seats,
        meter=must.meter.key,
        run=number,
        trigger=trigger,
        seed=secrets.present.hex(),
        shown=reads,
        award=award,
        shown_at=must.shown_at,
        section=must.section,
        moves=whole_award(must.meter, state, command.table, award),
    )
    return won, armed
