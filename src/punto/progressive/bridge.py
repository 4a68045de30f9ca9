"""Bridge between a table and its meters: settlement lines to commands, awards to postings.

This module does not know the table's events. A settlement line is any object with a seat, a wager and a category; the
driver that sees both sides appends both together. At the table, the account ``progressive/royal-9`` holds only the
stakes of the coup in progress: the table passes them on when the coup ends, or returns them to the seats when it is
void. Awards come from outside the table, as the meters do.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal, NamedTuple, Protocol

from punto.money import Cents
from punto.posting import HOUSE, Posting, seat_account
from punto.progressive.commands import Claim, EndRound, Reverse, Settle
from punto.progressive.events import AnyEvent, MeterHit, MustHitWon
from punto.progressive.terms import Terms
from punto.roles import Role

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
