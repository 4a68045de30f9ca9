"""The coupon book beside a table: a wager and the coupon laid with it are one append, and so is what ends its use.

``asked`` says which command of the book follows from what happened at a table; the verification of a log asks the same
again. A coupon is laid with its wager. It is returned when the wager is withdrawn or returned, and when the coup ends
after a push; it is surrendered when the coup ends and the wager was won or lost. Until the coup ends the settlement can
be corrected, so nothing is decided about a coupon before.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from punto.core.posting import felt_account
from punto.core.roles import Role
from punto.coupon import Refusal, State, decide, evolve
from punto.coupon import messages as c
from punto.game.linked_machines import LinkedEvents
from punto.record.store import Reader, Write
from punto.table import Refusal as TableRefusal
from punto.table import TableState
from punto.table import evolve as evolve_table
from punto.table.commands import Reason, Wager
from punto.table.events import AnyEvent, CoupEnded, CoupVoided, WagersReturned, WagerWithdrawn

BOOK = "house"  # the coupon book of a floor


def stream_of(name: str) -> str:
    """Return the stream of a coupon book."""
    return f"coupon/{name}"


def book_of(state: TableState) -> str:
    """Return the stream of the book that a table uses: the one it was opened with, or the floor's."""
    return stream_of(state.coupon_book or BOOK)


# ---------------------------------------------------------------- what follows from a command at the table


def asked(before: TableState, command: Any, events: Iterable[AnyEvent]) -> c.Lay | c.Settle | None:
    """Return what the coupon book is asked after a command at a table; None where no issued coupon is concerned."""
    ident = f"{before.table}/{command.id}"  # ids are each person's own at one table, and all tables share one book
    base: dict[str, Any] = {"id": ident, "by": Role.SYSTEM, "who": command.who, "at": command.at}
    if isinstance(command, Wager) and command.coupon_number:
        return c.Lay(
            **base,
            number=command.coupon_number,
            cents=command.coupon,
            table=before.table,
            coup=before.coup,
            seat=command.seat,
            wager=command.wager,
        )
    if not before.coupon_numbers:
        return None
    returned, surrendered = _ended(before, events)
    if not returned and not surrendered:
        return None
    return c.Settle(**base, table=before.table, returned=tuple(returned), surrendered=tuple(surrendered))


def _ended(state: TableState, events: Iterable[AnyEvent]) -> tuple[list[int], list[int]]:
    """Return the coupons whose use ends with some events: those returned, and those surrendered."""
    returned: list[int] = []
    surrendered: list[int] = []
    for event in events:
        lying = [number for numbers in state.coupon_numbers.values() for number in numbers]
        match event:
            case WagerWithdrawn(seat=seat, wager=wager):
                returned += state.coupon_numbers.get(felt_account(seat, wager), ())
            case WagersReturned() | CoupVoided():
                returned += lying
            case CoupEnded():
                returned += state.coupons_pushed
                surrendered += (number for number in lying if number not in state.coupons_pushed)
        state = evolve_table(state, event)
    return returned, surrendered


# ---------------------------------------------------------------- beside a table


@dataclass
class Coupons:
    """A coupon book as far as its stream has been read."""

    store: Reader
    name: str = BOOK
    state: State = field(default_factory=State)
    at: int = 0

    @property
    def place(self) -> str:
        """Its stream."""
        return stream_of(self.name)

    def catch_up(self) -> None:
        """Read what was appended since."""
        for record in self.store.read(self.place, self.state.version):
            batch = record.batch
            for event in batch.events:
                self.state = evolve(self.state, event)
            self.at = batch.command.at

    def do(self, command: c.AnyCommand) -> Write | Refusal:
        """Let the book decide; return what is to be appended."""
        self.catch_up()
        stamped = replace(command, at=max(command.at, self.at))
        decision = decide(self.state, stamped)
        if isinstance(decision, Refusal):
            return decision
        return Write(self.place, self.state.version, stamped, decision)

    def touches(self, before: TableState, command: Any, events: tuple[AnyEvent, ...]) -> str:
        """Name its stream where a coupon is laid, returned or surrendered."""
        return self.place if asked(before, command, events) else ""

    def join(self, before: TableState, command: Any, events: tuple[AnyEvent, ...]) -> LinkedEvents | TableRefusal:
        """Let the book decide what follows for it; a coupon that nobody vouches for is refused at every table here."""
        ask = asked(before, command, events)
        if ask is None:
            return _unvouched(command) or LinkedEvents()
        answer = self.do(ask)
        if isinstance(answer, Refusal):
            return TableRefusal(Reason.COUPON_REFUSED, detail={"because": str(answer.reason), **answer.detail})
        return LinkedEvents(writes=(answer,))


def _unvouched(command: Any) -> TableRefusal | None:
    """Refuse a coupon without a number that no dealer has seen, also at a table opened before there were books."""
    if isinstance(command, Wager) and command.coupon and not command.coupon_seen_by:
        return TableRefusal(Reason.COUPON_REFUSED, detail={"because": "not-issued"})
    return None
