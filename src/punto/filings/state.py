"""The register of filings: its state, and how events change it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec.structs import replace

from punto.core.roles import Duty
from punto.filings import messages as e
from punto.filings.messages import Kind, Receiver

MINUTE = 60_000  # milliseconds
RECEIVERS: Mapping[Receiver, Duty] = MappingProxyType(
    {"surveillance": Duty.SURVEILLANCE, "commission": Duty.REGULATOR}
)  # who acknowledges a notice on an own screen


class Standing(StrEnum):
    """Stage in the life of a filing."""

    DRAFT = "draft"
    FILED = "filed"
    APPROVED = "approved"  # and in force nowhere yet
    OBJECTED = "objected"
    WITHDRAWN = "withdrawn"
    IN_FORCE = "in-force"
    SUPERSEDED = "superseded"
    EXPIRED = "expired"
    REVOKED = "revoked"


class Filing(msgspec.Struct, frozen=True, kw_only=True):
    """One filing."""

    number: int
    kind: Kind
    title: str
    text: str
    digest: str  # of the text
    content: str  # digest of the layout's content, of a layout
    covers: tuple[str, ...]
    supersedes: int
    drafted_by: str
    drafted_at: int
    status: Standing = Standing.DRAFT
    filed_by: str = ""
    filed_at: int = 0
    authority: str = ""
    reference: str = ""
    dated: str = ""
    decided_at: int = 0
    conditions: str = ""
    expires: int | None = None
    was_in_force: bool = False
    why: str = ""  # of a withdrawal or revocation

    def covers_table(self, table: str) -> bool:
        """Return whether it is for a table."""
        return not self.covers or table in self.covers


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """One notice."""

    number: int
    who: str
    at: int
    pit: str
    option: str
    value: bool
    text: str
    minutes: int
    section: str
    begins: int
    delivered: dict[Receiver, e.NoticeDelivered] = {}
    cancelled: bool = False
    taken: dict[str, int] = {}  # when each table has changed

    @property
    def starts(self) -> int | None:
        """The earliest start: the later delivery and the time of the notice; None before both deliveries."""
        if len(self.delivered) < len(RECEIVERS):
            return None
        later = max(one.at for one in self.delivered.values())
        return max(self.begins, later + self.minutes * MINUTE)

    def begun(self, at: int) -> bool:
        """Return whether tables may change at a time."""
        return not self.cancelled and self.starts is not None and at >= self.starts


class State(msgspec.Struct, frozen=True):
    """State of a register."""

    version: int = 0
    filings: dict[int, Filing] = {}
    notices: dict[int, Notice] = {}
    in_force: dict[str, tuple[int, ...]] = {}  # by table: its submission first, then what it refers to
    due: dict[str, int] = {}  # amendments that tables have not taken yet

    def standing(self, number: int, at: int) -> Standing:
        """Return the stage of a filing at a time."""
        one = self.filings[number]
        if one.status is not Standing.APPROVED:
            return one.status
        if one.expires is not None and at >= one.expires:
            return Standing.EXPIRED
        if any(number in numbers for numbers in self.in_force.values()):
            return Standing.IN_FORCE
        return Standing.SUPERSEDED if one.was_in_force else Standing.APPROVED

    def approval_of(self, digest: str, table: str, at: int) -> int:
        """Return the newest approved submission with a text, for a table; 0 if there is none."""
        found = (
            one.number
            for one in self.filings.values()
            if (one.kind, one.digest, one.status) == ("rules", digest, Standing.APPROVED)
            and one.covers_table(table)
            and (one.expires is None or at < one.expires)
        )
        return max(found, default=0)

    def option_due(self, table: str, pit: str, option: str, value: bool, at: int) -> Notice | None:
        """Return the notice by which a table changes an option at a time; None if none does."""
        begun = [one for one in self._about(pit, option) if one.begun(at)]
        last = max(begun, key=lambda one: (one.starts or 0, one.number), default=None)
        return last if last is not None and last.value is not value else None

    def _about(self, pit: str, option: str) -> Iterator[Notice]:
        folded = pit.casefold()
        return (one for one in self.notices.values() if one.option == option and one.pit.casefold() == folded)

    def pending(self, pit: str, option: str, at: int) -> Notice | None:
        """Return the notice about an option of a pit that has not begun; None if there is none."""
        return next((one for one in self._about(pit, option) if not one.cancelled and not one.begun(at)), None)


Changes = dict[str, Any]


def evolve(state: State, event: e.AnyEvent) -> State:
    """Return the state after an event."""
    return replace(state, version=state.version + 1, **_CHANGES[type(event)](state, event))


def _drafted(state: State, event: e.FilingDrafted) -> Changes:
    one = Filing(
        number=event.number,
        kind=event.kind,
        title=event.title,
        text=event.text,
        digest=event.digest,
        content=event.content,
        covers=event.covers,
        supersedes=event.supersedes,
        drafted_by=event.who,
        drafted_at=event.at,
    )
    return {"filings": {**state.filings, event.number: one}}


def _filing(state: State, event: e.AnyEvent, **fields: Any) -> Changes:
    return {"filings": {**state.filings, event.number: replace(state.filings[event.number], **fields)}}


def _decided(state: State, event: e.FilingDecided) -> Changes:
    return _filing(
        state,
        event,
        status=Standing(event.decision),
        reference=event.reference,
        dated=event.dated,
        decided_at=event.at,
        conditions=event.conditions,
        expires=event.expires,
    )


def _given_up(state: State, event: e.FilingWithdrawn | e.FilingRevoked, status: Standing) -> Changes:
    """End a filing; amendments to it that are due are dropped."""
    left = {table: number for table, number in state.due.items() if number != event.number}
    return _filing(state, event, status=status, why=event.why) | {"due": left}


def _in_force(state: State, event: e.FilingsInForce) -> Changes:
    numbers = (event.number, *event.others)
    filings = {
        number: replace(one, was_in_force=True) if number in numbers else one for number, one in state.filings.items()
    }
    due = {table: number for table, number in state.due.items() if table != event.table}
    return {"in_force": {**state.in_force, event.table: numbers}, "filings": filings, "due": due}


def _given(state: State, event: e.NoticeGiven) -> Changes:
    one = Notice(
        number=event.number,
        who=event.who,
        at=event.at,
        pit=event.pit,
        option=event.option,
        value=event.value,
        text=event.text,
        minutes=event.minutes,
        section=event.section,
        begins=event.begins,
    )
    return {"notices": {**state.notices, event.number: one}}


def _notice(state: State, event: e.AnyEvent, **fields: Any) -> Changes:
    return {"notices": {**state.notices, event.number: replace(state.notices[event.number], **fields)}}


def _delivered(state: State, event: e.NoticeDelivered) -> Changes:
    return _notice(state, event, delivered={**state.notices[event.number].delivered, event.to: event})


def _taken(state: State, event: e.OptionTaken) -> Changes:
    return _notice(state, event, taken={**state.notices[event.number].taken, event.table: event.at})


def _without(due: dict[str, int], table: str) -> dict[str, int]:
    return {each: number for each, number in due.items() if each != table}


_CHANGES: dict[type, Callable[[State, Any], Changes]] = {
    e.FilingDrafted: _drafted,
    e.FilingFiled: lambda state, event: _filing(
        state, event, status=Standing.FILED, filed_by=event.who, filed_at=event.at, authority=event.authority
    ),
    e.FilingDecided: _decided,
    e.FilingWithdrawn: lambda state, event: _given_up(state, event, Standing.WITHDRAWN),
    e.FilingRevoked: lambda state, event: _given_up(state, event, Standing.REVOKED),
    e.AmendmentDue: lambda state, event: {"due": {**state.due, event.table: event.number}},
    e.AmendmentCancelled: lambda state, event: {"due": _without(state.due, event.table)},
    e.FilingsInForce: _in_force,
    e.NoticeGiven: _given,
    e.NoticeDelivered: _delivered,
    e.NoticeCancelled: lambda state, event: _notice(state, event, cancelled=True),
    e.OptionTaken: _taken,
}
