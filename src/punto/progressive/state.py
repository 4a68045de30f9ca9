"""The state of a progressive, and how an event changes it. ``evolve`` never looks at terms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from punto.money import Cents
from punto.progressive import events as e
from punto.progressive.terms import MICRO

HOUSE = "house"
OUTSIDE = (HOUSE, "table/")  # pots whose other side is not here: they may go below zero


class Round(msgspec.Struct, frozen=True):
    """The last coup heard of from a table: what it won, and how it ended."""

    shoe: int
    coup: int
    hits: tuple[e.MeterHit, ...] = ()
    seats: tuple[int, ...] = ()
    ended: Literal["", "wagered", "void"] = ""

    @property
    def claims(self) -> tuple[tuple[int, str], ...]:
        """Seat and category of what was won."""
        return tuple((hit.seat, hit.category) for hit in self.hits)


class State(msgspec.Struct, frozen=True):
    """All that an installation knows of itself."""

    name: str = ""
    digest: str = ""
    version: int = 0
    pots: dict[str, int] = {}  # by moves only
    totals: dict[str, dict[str, int]] = {}  # pot -> why -> all that ever moved, with its sign
    stakes: int = 0  # taken in all
    hits: dict[str, int] = {}  # meter -> awards made
    runs: dict[str, int] = {}  # meter -> the number of its present run
    rounds: dict[str, Round] = {}  # by table
    armed: e.MustHitArmed | None = None
    proposals: dict[str, e.AdjustmentProposed] = {}


def meter_pot(meter: str) -> str:
    """Return the pot that a meter's display shows."""
    return f"meter/{meter}"


def reserve_pot(meter: str) -> str:
    """Return the pot kept for a meter's next start."""
    return f"reserve/{meter}"


def overflow_pot(meter: str) -> str:
    """Return the pot of what came above a meter's ceiling."""
    return f"overflow/{meter}"


def table_pot(table: str) -> str:
    """Return the pot that stands for a table's chips."""
    return f"table/{table}"


def shown(state: State, meter: str) -> Cents:
    """Return what the display of a meter says: whole cents."""
    return state.pots.get(meter_pot(meter), 0) // MICRO


class Overdrawn(ValueError):
    """A move that would take a pot below zero."""


def moved(pots: Mapping[str, int], moves: Iterable[e.Move]) -> dict[str, int]:
    """Return the pots after some moves."""
    after = dict(pots)
    for move in moves:
        if move.micro <= 0:
            raise ValueError(f"a move is of at least one micro-cent, not {move.micro}")
        has = after.get(move.debit, 0)
        if has < move.micro and not move.debit.startswith(OUTSIDE):
            raise Overdrawn(f"{move.debit} holds {has} micro-cents, {move.micro} are needed")
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
    """Return what the event's coup has won so far."""
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
