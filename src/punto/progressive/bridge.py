"""Between a table and its progressive: awards due, payments, and reconciliation of both ledgers."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal, NamedTuple, Protocol

from punto.core.money import Cents
from punto.core.posting import HOUSE, Posting, seat_account
from punto.core.roles import Role
from punto.progressive.messages import AnyEvent, Claim, EndRound, MeterHit, MustHitWon, Reverse, Settle
from punto.progressive.state import MICRO, OUTSIDE, State, Terms, meter_pot

# ---------------------------------------------------------------- bridge

# Bridge between a table and its meters: settlement lines to commands, awards to postings.
#
# This module does not know the table's events. A settlement line is any object with a seat, a wager and a category; the
# driver that sees both sides appends both together. At the table, the account ``progressive/royal-9`` holds only the
# stakes of the coup in progress: the table passes them on when the coup ends, or returns them to the seats when it is
# void. Awards come from outside the table, as the meters do.

MUST_HIT = "must-hit"


class Line(Protocol):
    """Attributes read from a settlement line."""

    @property
    def seat(self) -> int:
        """Seat of the wager."""

    @property
    def wager(self) -> str:
        """Key of the wager."""

    @property
    def category(self) -> str:
        """Category of its result."""


class AwardDue(NamedTuple):
    """A settlement line that wins a meter, or a share of one."""

    seat: int
    category: str
    meter: str
    share: Fraction


class Coup(NamedTuple):
    """Identity of a coup, with the sender and time that its commands share."""

    table: str
    shoe: int
    coup: int
    id: str
    who: str
    at: int


class Payment(NamedTuple):
    """Payment due to a seat for an award; without a posting if the meter showed zero."""

    seat: int
    category: str
    meter: str
    run: int
    cents: Cents
    section: str
    postings: tuple[Posting, ...]


def entrants(terms: Terms, lines: Iterable[Line]) -> tuple[int, ...]:
    """Return the seats that made the wager, sorted."""
    return tuple(sorted(line.seat for line in lines if line.wager == terms.wager))


def awards_due(terms: Terms, lines: Iterable[Line]) -> tuple[AwardDue, ...]:
    """Return the awards of a settled coup, in the order of its settlement."""
    return tuple(
        AwardDue(line.seat, line.category, *terms.awards[line.category])
        for line in lines
        if line.wager == terms.wager and line.category in terms.awards
    )


def settle_command(terms: Terms, coup: Coup, lines: Iterable[Line]) -> Settle | None:
    """Return the command that makes the awards of a settled coup; None if no meter was won."""
    lines = tuple(lines)
    claims = tuple(Claim(due.seat, due.category) for due in awards_due(terms, lines))
    if not claims:
        return None
    return Settle(
        id=f"{coup.id}/settle",
        by=terms.ends_round,
        who=coup.who,
        at=coup.at,
        table=coup.table,
        shoe=coup.shoe,
        coup=coup.coup,
        seats=entrants(terms, lines),
        claims=claims,
    )


def reverse_command(coup: Coup, why: str) -> Reverse:
    """Return the command that reverses the awards of a coup together with its settlement."""
    return Reverse(
        id=f"{coup.id}/reverse",
        by=Role.FLOOR,
        who=coup.who,
        at=coup.at,
        table=coup.table,
        shoe=coup.shoe,
        coup=coup.coup,
        why=why,
    )


def end_command(
    terms: Terms,
    coup: Coup,
    seats: Iterable[int],
    kind: Literal["wagered", "free", "simulated", "void"] = "wagered",
) -> EndRound:
    """Return the command that ends a round, with the seats that made the wager."""
    return EndRound(
        id=f"{coup.id}/end",
        by=terms.ends_round,
        who=coup.who,
        at=coup.at,
        table=coup.table,
        shoe=coup.shoe,
        coup=coup.coup,
        seats=tuple(sorted(seats)),
        kind=kind,
    )


def payments(events: Iterable[AnyEvent]) -> tuple[Payment, ...]:
    """Return the table's payments for the awards among some events."""
    return tuple(
        Payment(
            event.seat,
            event.category if isinstance(event, MeterHit) else MUST_HIT,
            event.meter,
            event.run,
            event.award,
            event.section,
            (Posting(HOUSE, seat_account(event.seat), event.award, f"{event.meter} award"),) if event.award else (),
        )
        for event in events
        if isinstance(event, MeterHit | MustHitWon)
    )


# ---------------------------------------------------------------- books

# Reconciliation: start + contributions − awards + resets = now, for every pot, to the micro-cent.
#
# Pots and running totals are two separate accounts of the money and must agree. All pots sum to zero: stakes are in a
# meter, a reserve, an overflow, with the house, or were awarded.


class Row(NamedTuple):
    """Movements of one pot over a period, in micro-cents."""

    pot: str
    start: int
    contributed: int
    awarded: int  # negative if money left
    reset: int
    adjusted: int
    holds: int  # current balance

    @property
    def whole(self) -> bool:
        """Whether the row adds up."""
        return self.start + self.contributed + self.awarded + self.reset + self.adjusted == self.holds


def reconcile(state: State, since: State | None = None) -> tuple[Row, ...]:
    """Return a row per pot, from the opening or since an earlier state."""
    earlier = since or State()
    return tuple(_row(state, earlier, pot) for pot in sorted(state.pots))


def _row(state: State, earlier: State, pot: str) -> Row:
    def sum_of(why: str) -> int:
        return state.totals.get(pot, {}).get(why, 0) - earlier.totals.get(pot, {}).get(why, 0)

    return Row(
        pot,
        earlier.pots.get(pot, 0) + sum_of("start"),
        sum_of("contribution"),
        sum_of("award"),
        sum_of("reset"),
        sum_of("adjustment"),
        state.pots[pot],
    )


def faults(terms: Terms, state: State) -> tuple[str, ...]:
    """Return every discrepancy; empty for a sound state."""
    rows = reconcile(state)
    words = [f"{row.pot} holds {row.holds} micro-cents, but its movements differ" for row in rows if not row.whole]
    words += [f"{row.pot} is negative" for row in rows if row.holds < 0 and not row.pot.startswith(OUTSIDE)]
    if sum(row.holds for row in rows):
        words.append(f"the pots sum to {sum(row.holds for row in rows)} micro-cents, not to zero")
    given = -sum(row.contributed for row in rows if row.pot.startswith("table/"))
    if given != state.stakes * terms.stake * MICRO:
        words.append(f"{state.stakes} stakes of {terms.stake} cents were taken, but they moved {given} micro-cents")
    for key, meter in terms.meters.items():
        if meter.ceiling is not None and state.pots.get(meter_pot(key), 0) > meter.ceiling * MICRO:
            words.append(f"{meter_pot(key)} is above its ceiling of {meter.ceiling} cents")
    return tuple(words)
