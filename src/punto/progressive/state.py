"""Terms and state of a progressive: its meters, awards and pots."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, NamedTuple, Protocol

import msgspec
from msgspec.structs import replace

from punto.core.money import Cents
from punto.core.roles import Role
from punto.law.schema.wagers import MustHit as MustHitLaw
from punto.progressive import messages as e
from punto.rules.house_rules import HouseRules, Meter, Royal9

# ---------------------------------------------------------------- terms

# Terms of an installation: its meters, the split of a stake, the role that ends a round, and the lots.

MICRO = 1_000_000  # per cent
MUST_HIT = "royal9.must-hit"


class TermsError(ValueError):
    """House rules without a progressive, or with one that this machine cannot run."""


class Lots(Protocol):
    """Verifiable draws of triggers and winners, implemented by ``punto.fair``."""

    def MustHit(self, meter: str, reset: int, base: int, ceiling: int) -> Any:  # noqa: N802 - it names a class
        """Return the identity of one run of a meter."""

    def commit_trigger(self, seed: bytes, run: Any) -> bytes:
        """Return the commitment to a seed."""

    def trigger(self, seed: bytes, run: Any) -> int:
        """Draw the amount at which the meter must hit."""

    def winner(self, seed: bytes, run: Any, coup: str, entrants: Iterable[str]) -> str:
        """Draw one of the players who made the wager."""


@dataclass(frozen=True, slots=True)
class Secrets:
    """Seeds of the current and the next run, passed next to a command and never logged."""

    present: bytes = field(default=b"", repr=False)
    following: bytes = field(default=b"", repr=False)


class Run(NamedTuple):
    """Run of a Must Hit meter that a seed belongs to."""

    meter: str
    run: int


class Vault(Protocol):
    """Store of the Must Hit seeds."""

    def seed(self, secret: Run) -> bytes:
        """Return the seed of a run; the same on every call."""


class Split(NamedTuple):
    """Contribution of one stake to one meter, in micro-cents."""

    meter: int
    reserve: int


class Award(NamedTuple):
    """Share of a meter that a paytable category wins."""

    meter: str
    share: Fraction


@dataclass(frozen=True, slots=True)
class MustHit:
    """Terms of a Must Hit (ma-midi 12(j), ma-mini 12(j))."""

    meter: Meter
    ceiling: Cents
    lots: Lots = field(repr=False, compare=False)
    section: str
    shown_at: tuple[str, ...]  # seat, dealer's screen, display


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """Everything that ``decide`` needs to know about an installation."""

    name: str  # its stream is ``progressive/<name>``
    rulebook: str
    section: str  # of its paytable
    wager: str  # the wager whose stakes feed it
    stake: Cents
    meters: Mapping[str, Meter]  # including Must Hit
    awards: Mapping[str, Award]  # by category of the wager's results
    must_hit: MustHit | None
    ends_round: Role
    house: int = field(init=False)  # its share of one stake: the rest that no meter receives, in micro-cents
    digest: str = field(init=False)  # of everything that linked tables must agree on: stake, meters, awards
    _splits: Mapping[str, Split] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        splits = {key: self._split(meter) for key, meter in self.meters.items()}
        object.__setattr__(self, "_splits", splits)
        object.__setattr__(self, "house", self.stake * MICRO - sum(map(sum, splits.values())))
        object.__setattr__(self, "digest", self._digest())

    def _split(self, meter: Meter) -> Split:
        whole = _down(self.stake * MICRO * meter.rate)
        reserve = _down(whole * meter.to_reserve)
        return Split(whole - reserve, reserve)

    def split(self, meter: str) -> Split:
        """Return the contribution of one stake to a meter; a fraction of a micro-cent goes to the house."""
        return self._splits[meter]

    def secrets(self, runs: Mapping[str, int], vault: Vault) -> Secrets:
        """Return the seeds of Must Hit's current and next run from a vault; empty without a Must Hit."""
        if self.must_hit is None:
            return Secrets()
        meter, run = f"{self.name}/{self.must_hit.meter.key}", runs.get(self.must_hit.meter.key, 0)
        return Secrets(vault.seed(Run(meter, run)) if run else b"", vault.seed(Run(meter, run + 1)))

    def _digest(self) -> str:
        meters = (
            f"{m.key} {m.seed} {m.rate} {m.to_reserve} {m.ceiling}{' tops-up' * m.tops_up}"  # an earlier digest stays
            for m in self.meters.values()
        )
        awards = (f"{category} {award.meter} {award.share}" for category, award in self.awards.items())
        lines = "\n".join((self.wager, str(self.stake), *sorted(meters), "", *sorted(awards)))
        return hashlib.sha256(lines.encode()).hexdigest()


def _down(amount: Fraction) -> int:
    """Round down to whole micro-cents."""
    return amount.numerator // amount.denominator


def terms_of(rules: HouseRules, name: str = "", lots: Lots | None = None) -> Terms:
    """Return the terms of the installation that a table's wager feeds; raise ``TermsError`` if there is none.

    An installation has the name of the wager unless another is given.
    """
    royal, wager, book = rules.royal9, rules.metered, rules.rulebook
    if royal is None or wager is None:
        raise TermsError(f"no progressive at {rules.table}: none of its wagers feeds meters")
    must_hit = _must_hit(rules, royal, lots)
    return Terms(
        name=name or wager.key,
        rulebook=book.id,
        section=book.section(royal.paid_by),
        wager=wager.key,
        stake=royal.stake,
        meters={**royal.meters, **({must_hit.meter.key: must_hit.meter} if must_hit else {})},
        awards={line.category: Award(line.pays, line.share) for line in wager.results if isinstance(line.pays, str)},
        must_hit=must_hit,
        ends_round=_ends_round(rules, royal),
    )


def _must_hit(rules: HouseRules, royal: Royal9, lots: Lots | None) -> MustHit | None:
    law = _must_hit_law(rules, royal)
    if royal.must_hit is None or law is None:
        if law is not None and not law.optional:
            raise TermsError(f"{rules.rulebook.cite(MUST_HIT)} requires a Must Hit, but {rules.table} has none")
        return None
    if royal.must_hit.ceiling is None:
        raise TermsError("Must Hit needs a ceiling by which it hits")
    if lots is None:
        raise TermsError("Must Hit needs lots: pass punto.fair")
    return MustHit(royal.must_hit, royal.must_hit.ceiling, lots, law.section, law.shown_at)


def _must_hit_law(rules: HouseRules, royal: Royal9) -> MustHitLaw | None:
    return rules.rulebook.law.royal9.must_hit if royal.kind != "data" else None


def _ends_round(rules: HouseRules, royal: Royal9) -> Role:
    """Return the role that ends a round: the one named for Must Hit, or the dealer."""
    law = _must_hit_law(rules, royal)
    return Role.DEALER if law is None else Role(next(step.by for step in law.steps if step.do == "end-round"))


# ---------------------------------------------------------------- state

# State of a progressive, and how events change it. ``evolve`` does not read the terms.

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
