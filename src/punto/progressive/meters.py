"""How meters grow, hit and reset, and the Must Hit trigger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from punto.core.money import Cents
from punto.progressive.messages import AnyEvent, EndRound, Level, Move, MustHitArmed, MustHitWon, Reason, Refusal, Why
from punto.progressive.state import (
    HOUSE,
    MICRO,
    MustHit,
    Secrets,
    State,
    Terms,
    meter_pot,
    overflow_pot,
    reserve_pot,
    shown,
    table_pot,
)
from punto.rules.house_rules import Meter

# ---------------------------------------------------------------- meters

# Contributions to a meter, awards, and its restart.


def level_of(meter: Meter) -> Level:
    """Return a meter's terms as the log states them."""
    return Level(
        key=meter.key,
        seed=meter.seed,
        rate=str(meter.rate),
        to_reserve=str(meter.to_reserve),
        ceiling=meter.ceiling,
        tops_up=meter.tops_up,
    )


def contributions(terms: Terms, state: State, table: str, stakes: int) -> tuple[Move, ...]:
    """Split the stakes of a coup, to the micro-cent: each raises every meter once by its rate (reading 5)."""
    payer = table_pot(table)
    moves = []
    for key, meter in terms.meters.items():
        split = terms.split(key)
        more = stakes * split.meter
        taken = fits(meter, state.pots.get(meter_pot(key), 0), more)
        moves += [
            (meter_pot(key), taken),
            (overflow_pot(key), more - taken),
            (reserve_pot(key), stakes * split.reserve),
        ]
    moves.append((HOUSE, stakes * terms.house))
    return tuple(Move(payer, pot, micro, "contribution") for pot, micro in moves if micro)


def fits(meter: Meter, holds: int, more: int) -> int:
    """Return how much of a contribution a meter accepts before it reaches its ceiling."""
    return more if meter.ceiling is None else min(more, max(0, meter.ceiling * MICRO - holds))


def whole_award(meter: Meter, state: State, table: str, award: Cents) -> tuple[Move, ...]:
    """Award the whole cents of a meter and restart it from seed, then reserve, then overflow, up to the ceiling.

    The fraction of a cent that no award can include stays and starts the new run. Amounts above the ceiling remain in
    the reserve or the overflow.
    """
    return (*_award(meter, table, award), *_restart(meter, state, award))


def part_award(meter: Meter, state: State, table: str, award: Cents) -> tuple[Move, ...]:
    """Award some whole cents of a meter, which continues with the rest; at some houses at least with its seed.

    Whether the house restores the seed is a field of the submission (reading 34).
    """
    pot = meter_pot(meter.key)
    lacks = meter.seed * MICRO - (state.pots.get(pot, 0) - award * MICRO)
    return (*_award(meter, table, award), *_move(HOUSE, pot, max(0, lacks) if meter.tops_up else 0, "reset"))


def _award(meter: Meter, table: str, award: Cents) -> Iterator[Move]:
    yield from _move(meter_pot(meter.key), table_pot(table), award * MICRO, "award")


def taken_back(meter: Meter, state: State, award: Iterable[Move]) -> tuple[Move, ...]:
    """Reverse the moves of an award; later contributions stay, above the ceiling in the overflow."""
    back = tuple(Move(move.credit, move.debit, move.micro, move.why) for move in award)
    pot = meter_pot(meter.key)
    holds = state.pots.get(pot, 0) + sum(m.micro if m.credit == pot else -m.micro for m in back)
    above = holds - fits(meter, 0, holds)
    return (*back, *_move(pot, overflow_pot(meter.key), above, "reset"))


def _restart(meter: Meter, state: State, award: Cents) -> Iterator[Move]:
    pot = meter_pot(meter.key)
    yield from _move(HOUSE, pot, meter.seed * MICRO, "reset")
    holds = state.pots.get(pot, 0) - award * MICRO + meter.seed * MICRO
    for source in (reserve_pot(meter.key), overflow_pot(meter.key)):
        taken = fits(meter, holds, state.pots.get(source, 0))
        yield from _move(source, pot, taken, "reset")
        holds += taken


def _move(debit: str, credit: str, micro: int, why: Why) -> Iterator[Move]:
    if micro:
        yield Move(debit, credit, micro, why)


# ---------------------------------------------------------------- must hit

# Must Hit: a secret trigger, committed to before the run begins (ma-midi 12(j), ma-mini 12(j), reading 6).
#
# The owning process passes the seed next to the command. The machine checks it against the commitment published when
# the run began, draws trigger and winner from it, and reveals it only in the event of the hit. It requires the seed at
# every end of a round, so that a query for it does not reveal whether the meter is close.


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
