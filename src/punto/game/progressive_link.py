"""The meters linked to a table: a hit, its award and its payment are one append.

``asked`` derives the command of a progressive from events of a table; verification derives it again.
``ProgressiveLink`` decides it, with the secrets of Must Hit from a vault, and turns its awards into events of the
table. It reads its stream to the end before it decides, so that several tables may feed one installation; a concurrent
append is a conflict, and then nothing is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from punto import fair
from punto.core.roles import Role
from punto.game.linked_machines import NOTHING, LinkedEvents, LinkedStream
from punto.progressive import (
    Coup,
    Refusal,
    State,
    Terms,
    Vault,
    decide,
    end_command,
    evolve,
    payments,
    reverse_command,
    settle_command,
    terms_of,
)
from punto.progressive import messages as c
from punto.progressive.meters import not_the_secret
from punto.record.chain import LogError
from punto.record.store import Reader, Write
from punto.record.vault import Tampered
from punto.rules.house_rules import HouseRules
from punto.table import Refusal as TableRefusal
from punto.table import TableState
from punto.table.commands import Reason
from punto.table.events import (
    AnyEvent,
    AwardPaid,
    CoupEnded,
    CoupSettled,
    SettlementReversed,
    StepPerformed,
    WagersReturned,
)
from punto.table.settlement import END_ROUND


def stream_of(name: str) -> str:
    """Return the stream of an installation."""
    return f"progressive/{name}"


# ---------------------------------------------------------------- commands that follow from events of a table


def asked(terms: Terms, before: TableState, command: Any, events: Iterable[AnyEvent]) -> c.AnyCommand | None:
    """Return the command for the progressive after a command at a table (award, reverse, end the round), or None."""
    for event in events:
        if type(event) in _ASKING:
            ask = _asked(terms, before, command, event)
            if ask is not None:
                return ask
    return None


_ASKING = frozenset({CoupSettled, SettlementReversed, WagersReturned, StepPerformed, CoupEnded})


def _asked(terms: Terms, before: TableState, command: Any, event: AnyEvent) -> c.AnyCommand | None:
    if isinstance(event, StepPerformed) and event.step != END_ROUND:
        return None
    ident = f"{before.table}/{command.id}"  # ids are unique for one person at one table, and many tables feed one meter
    coup = Coup(before.table, before.shoe, before.coup, ident, command.who, command.at)
    match event:
        case CoupSettled(lines=lines):
            return settle_command(terms, coup, lines)
        case SettlementReversed() if before.royals:
            return reverse_command(coup, command.why)
        case WagersReturned() if before.royals:
            return end_command(terms, coup, before.royals, "void")
        case StepPerformed():
            return end_command(terms, coup, before.royals)
        case CoupEnded() if before.royals and END_ROUND not in before.done:
            return end_command(terms, coup, before.royals)
        case _:
            return None


def awards(coup: int, events: Iterable[Any]) -> tuple[AwardPaid, ...]:
    """Return the table's payments for the awards among a progressive's events, in their order."""
    return tuple(
        AwardPaid(
            coup=coup,
            seat=paid.seat,
            category=paid.category,
            meter=paid.meter,
            run=paid.run,
            cents=paid.cents,
            section=paid.section,
            postings=paid.postings,
        )
        for paid in payments(events)
    )


# ---------------------------------------------------------------- linked machine


@dataclass
class ProgressiveLink(LinkedStream):
    """An installation linked to a table, as far as its stream has been read."""

    store: Reader
    terms: Terms
    vault: Vault
    state: State = field(default_factory=State)
    at: int = 0

    @classmethod
    def of(cls, store: Reader, rules: HouseRules, name: str, vault: Vault) -> ProgressiveLink:
        """Return the installation that a table feeds, open or not."""
        meters = cls(store, terms_of(rules, name, fair), vault)
        meters.catch_up()
        return meters

    @cached_property
    def place(self) -> str:
        """Its stream."""
        return stream_of(self.terms.name)

    def evolve(self, event: Any) -> State:
        """Return the meters after an event."""
        return evolve(self.state, event)

    def touches(self, before: TableState, command: Any, events: tuple[AnyEvent, ...]) -> str:
        """Return its stream if a command writes to it; otherwise ""."""
        return self.place if asked(self.terms, before, command, events) else ""

    def join(self, before: TableState, command: Any, events: tuple[AnyEvent, ...]) -> LinkedEvents | TableRefusal:
        """Decide the progressive's part of a command."""
        ask = asked(self.terms, before, command, events)
        if ask is None:
            return NOTHING
        self.catch_up()
        ask = replace(ask, at=max(ask.at, self.at))
        decision = decide(self.terms, self.state, ask, self.terms.secrets(self.state.runs, self.vault))
        if isinstance(decision, Refusal):
            because = {"because": str(decision.reason), **decision.detail}
            return TableRefusal(Reason.METERS_REFUSE, decision.section, because)
        writes = (Write(self.place, self.state.version, ask, decision),) if decision else ()
        return LinkedEvents(awards(before.coup, decision), writes)

    def inspect(self) -> None:
        """Compare the secret of a Must Hit that is armed with its commitment. Raises ``Tampered``."""
        must, runs = self.terms.must_hit, self.state.runs
        if must is None or self.state.armed is None:
            return
        refusal = not_the_secret(self.terms, must, self.state, self.terms.secrets(runs, self.vault))
        if refusal is not None:
            raise Tampered(f"{self.place}, {must.meter.key}, run {runs[must.meter.key]}")

    # ------------------------------------------------------------ opening and linking

    def link(self, table: str, who: str, at: int) -> tuple[Write, ...]:
        """Return the writes that open the installation and link a table to it, as far as they are missing."""
        self.catch_up()
        return tuple(self._link(table, who, max(at, self.at)))

    def _link(self, table: str, who: str, at: int) -> Iterator[Write]:
        floor: dict[str, Any] = {"by": Role.FLOOR, "who": who, "at": at}
        state = self.state
        asks: list[c.AnyCommand] = [] if state.name else [c.Open(id="open", **floor)]
        asks.append(c.Link(id=f"link/{table}", **floor, table=table, digest=self.terms.digest))
        for ask in asks:
            decision = decide(self.terms, state, ask, self.terms.secrets(state.runs, self.vault))
            if isinstance(decision, Refusal):
                raise LogError(f"{self.place} cannot take table {table}: {decision.reason}")
            if decision:
                yield Write(self.place, state.version, ask, decision)
            for event in decision:
                state = evolve(state, event)
