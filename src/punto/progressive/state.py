"""State of a progressive, and how events change it. ``evolve`` does not read the terms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from punto.money import Cents
from punto.progressive import events as e
from punto.progressive.terms import MICRO

HOUSE = "house"
OUTSIDE = (HOUSE, "table/")  # pots whose other side is not modeled; they may be negative


class Round(msgspec.Struct, frozen=True):
    """The last coup reported by a table: its awards, and how it ended."""

    shoe: int
    coup: int
    hits: tuple[e.MeterHit, ...] = ()
    seats: tuple[int, ...] = ()
    ended: Literal["", "wagered", "void"] = ""

    @property
    def claims(self) -> tuple[tuple[int, str], ...]:
        """Seats and categories of the awards."""
        return tuple((hit.seat, hit.category) for hit in self.hits)


class State(msgspec.Struct, frozen=True):
    """State of an installation."""

    name: str = ""
    digest: str = ""
    version: int = 0
    pots: dict[str, int] = {}  # changed by moves only
    totals: dict[str, dict[str, int]] = {}  # pot -> reason -> signed total of all moves
    stakes: int = 0  # total number taken
    hits: dict[str, int] = {}  # meter -> number of awards
    runs: dict[str, int] = {}  # meter -> number of its current run
    rounds: dict[str, Round] = {}  # by table
    armed: e.MustHitArmed | None = None
    proposals: dict[str, e.AdjustmentProposed] = {}


def meter_pot(meter: str) -> str:
    """Return the pot displayed by a meter."""
    return f"meter/{meter}"


def reserve_pot(meter: str) -> str:
    """Return the pot reserved for a meter's next start."""
    return f"reserve/{meter}"


def overflow_pot(meter: str) -> str:
    """Return the pot of contributions above a meter's ceiling."""
    return f"overflow/{meter}"


def table_pot(table: str) -> str:
    """Return the pot that represents a table's chips."""
    return f"table/{table}"


def shown(state: State, meter: str) -> Cents:
    """Return the displayed amount of a meter in whole cents."""
    return state.pots.get(meter_pot(meter), 0) // MICRO


class Overdrawn(ValueError):
    """A move would make a pot negative."""


def moved(pots: Mapping[str, int], moves: Iterable[e.Move]) -> dict[str, int]:
    """Return the pots after some moves; raise ``Overdrawn`` if one would become negative."""
    after = dict(pots)
    for move in moves:
        if move.micro <= 0:
            raise ValueError(f"invalid move of {move.micro} micro-cents: expected at least 1")
        has = after.get(move.debit, 0)
        if has < move.micro and not move.debit.startswith(OUTSIDE):
            raise Overdrawn(f"{move.debit} holds {has} micro-cents, but {move.micro} are needed")
        after[move.debit] = has - move.micro
        after[move.credit] = after.get(move.credit, 0) + move.micro
    return after


def evolve(state: State, event: e.AnyEvent) -> State:
    """Return the state after an event."""
    changed = _CHANGES[type(event)](state, event)
    if event.moves:
        changed |= {"pots": moved(state.pots, event.moves), "totals": _added(state.totals, event.moves)}
    return replace(state, version=state.version + 1, **changed)


Changes = dict[str, Any]
OfCoup = e.MeterHit | e.HitReversed | e.StakesContributed | e.RoundVoided


def _added(totals: Mapping[str, Mapping[str, int]], moves: Iterable[e.Move]) -> dict[str, dict[str, int]]:
    after = {pot: dict(sums) for pot, sums in totals.items()}
    for move in moves:
        for pot, micro in ((move.debit, -move.micro), (move.credit, move.micro)):
            sums = after.setdefault(pot, {})
            sums[move.why] = sums.get(move.why, 0) + micro
    return after


def _opened(state: State, event: e.ProgressiveOpened) -> Changes:
    return {"name": event.name, "digest": event.digest, "runs": {level.key: 1 for level in event.levels}}


def _linked(state: State, event: e.TableLinked) -> Changes:
    return {"rounds": {**state.rounds, event.table: Round(0, 0)}}


def _hit(state: State, event: e.MeterHit) -> Changes:
    won = Round(event.shoe, event.coup, (*_hits(state, event), event))
    return {"rounds": {**state.rounds, event.table: won}, **_counted(state, event.meter, event.run + event.restarts, 1)}


def _reversed(state: State, event: e.HitReversed) -> Changes:
    left = Round(event.shoe, event.coup, _hits(state, event)[:-1])
    return {"rounds": {**state.rounds, event.table: left}, **_counted(state, event.meter, event.run, -1)}


def _hits(state: State, event: OfCoup) -> tuple[e.MeterHit, ...]:
    """Return the awards of the event's coup so far."""
    last = state.rounds[event.table]
    return last.hits if (last.shoe, last.coup) == (event.shoe, event.coup) else ()


def _counted(state: State, meter: str, run: int, more: int) -> Changes:
    return {
        "hits": {**state.hits, meter: state.hits.get(meter, 0) + more},
        "runs": {**state.runs, meter: run},
    }


def _ended(state: State, event: e.StakesContributed | e.RoundVoided, how: Literal["wagered", "void"]) -> Changes:
    ended = Round(event.shoe, event.coup, _hits(state, event), event.seats, how)
    return {"rounds": {**state.rounds, event.table: ended}}


def _without(state: State, event: e.AdjustmentDeclined | e.MeterAdjusted) -> Changes:
    return {"proposals": {key: one for key, one in state.proposals.items() if key != event.proposal}}


_CHANGES: dict[type, Callable[[State, Any], Changes]] = {
    e.ProgressiveOpened: _opened,
    e.TableLinked: _linked,
    e.MeterHit: _hit,
    e.HitReversed: _reversed,
    e.StakesContributed: lambda state, event: {
        **_ended(state, event, "wagered"),
        "stakes": state.stakes + len(event.seats),
    },
    e.RoundVoided: lambda state, event: _ended(state, event, "void"),
    e.MustHitArmed: lambda state, event: {"armed": event},
    e.MustHitWon: lambda state, event: {**_counted(state, event.meter, event.run + 1, 1), "armed": None},
    e.AdjustmentProposed: lambda state, event: {"proposals": {**state.proposals, event.proposal: event}},
    e.AdjustmentDeclined: _without,
    e.MeterAdjusted: _without,
}
