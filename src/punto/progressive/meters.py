"""Contributions to a meter, awards, and its restart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from punto.houserules import Meter
from punto.money import Cents
from punto.progressive.events import Move, Why
from punto.progressive.state import HOUSE, State, meter_pot, overflow_pot, reserve_pot, table_pot
from punto.progressive.terms import MICRO, Terms


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
    return (*part_award(meter, table, award), *_restart(meter, state, award))


def part_award(meter: Meter, table: str, award: Cents) -> tuple[Move, ...]:
    """Award some whole cents of a meter, which continues with the rest."""
    return tuple(_move(meter_pot(meter.key), table_pot(table), award * MICRO, "award"))


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
