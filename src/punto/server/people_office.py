"""The administrator's office: people, their duties, how they log in, the parameters, and the journal of all that.

Every act is that of a named person. A duty that moves money, watches or administers is granted with a second person's
signature, as soon as there is another person of the house who could give it; the first people of a floor are granted
theirs by the administrator alone. What ``punto users`` did in the database is shown as an emergency.
"""

from __future__ import annotations

import msgspec

from punto.accounts import Person
from punto.accounts.staff import CONSOLE
from punto.core.roles import Duty, Rank
from punto.people.administration.messages import (
    AnyEvent,
    FloorStarted,
    FloorStopped,
    LoggedIn,
    LoginFailed,
    OverrideMade,
)
from punto.people.administration.state import APART, PARAMETERS, value
from punto.record.duties import JOURNAL
from punto.server.live_floor import LiveFloor
from punto.server.messages import Part

MOST_EVENTS = 60  # of the journal that are shown
READ = 2_000  # and read, at most
ALONE = frozenset({Duty.PLAYER, Duty.DEALER, Duty.SECURITY})  # duties that an administrator grants alone
SECONDS = frozenset({Duty.FLOOR, Duty.SURVEILLANCE, Duty.ADMINISTRATOR})  # who signs a grant as the second person
QUIET = (LoggedIn, LoginFailed, FloorStarted, FloorStopped)


class PersonEntry(Part, frozen=True, kw_only=True):
    """A user, as the administrator sees them."""

    who: str
    name: str
    duties: tuple[str, ...]
    rank: Rank | None
    disabled: bool
    code: bool  # has an authenticator app
    code_due: bool
    one_time: bool  # has not chosen a password yet
    last: int | None  # the last login, if the journal's last part has one


class ParameterEntry(Part, frozen=True, kw_only=True):
    """A parameter of the floor."""

    name: str
    value: int
    least: int
    most: int
    about: str


class JournalEntry(Part, frozen=True, kw_only=True):
    """An event of the journal, with the names of its people."""

    at: int
    event: str
    who: str
    name: str
    person: str = ""
    detail: dict[str, str | int] = msgspec.field(default_factory=dict)
    emergency: bool = False


class Conflict(Part, frozen=True, kw_only=True):
    """Two duties that one person never holds together."""

    one: str
    other: str
    why: str


class Office(Part, frozen=True, kw_only=True):
    """The administrator's room."""

    people: tuple[PersonEntry, ...]
    parameters: tuple[ParameterEntry, ...]
    journal: tuple[JournalEntry, ...]  # the latest first
    apart: tuple[Conflict, ...]


async def office(live: LiveFloor) -> Office:
    """Return the administrator's room."""
    state = await live.people.journal.catch_up()
    accounts = [one for one in await live.people.roll.everybody() if not one.guest]
    events = await _events(live)
    names = {one.who: one.name for one in accounts}
    logins = {event.person: event.at for event in events if isinstance(event, LoggedIn)}
    people = [
        _entry(live.people.person_of(one), one_time=one.one_time, last=logins.get(one.who))
        for one in accounts
        if state.duties.get(one.who) or one.one_time or one.who in state.disabled
    ]
    shown = [event for event in reversed(events) if not isinstance(event, QUIET)]
    return Office(
        people=tuple(people),
        parameters=tuple(
            ParameterEntry(name=name, value=value(state.parameters, name), least=of.least, most=of.most, about=of.about)
            for name, of in PARAMETERS.items()
        ),
        journal=tuple(_told(event, names) for event in shown[:MOST_EVENTS]),
        apart=tuple(
            Conflict(one=min(pair), other=max(pair), why=why)
            for pair, why in sorted(APART.items(), key=lambda each: sorted(each[0]))
        ),
    )


def needs_second(live: LiveFloor, caller: str, duty: Duty) -> bool:
    """Return whether another person must sign the grant of a duty: one that matters, where someone else could."""
    state = live.people.journal.state
    able = (who for who, duties in state.duties.items() if duties & SECONDS and who not in state.disabled)
    return duty not in ALONE and any(who != caller for who in able)


async def emergencies(live: LiveFloor, since: int) -> tuple[JournalEntry, ...]:
    """Return what was done from the server's console since a time, the latest first."""
    found = [event for event in await _events(live) if _is_emergency(event) and event.at >= since]
    return tuple(_told(event, {}) for event in reversed(found))


async def _events(live: LiveFloor) -> list[AnyEvent]:
    """Return the latest events of the journal."""
    last = await live.house.store.last(JOURNAL)
    records = await live.house.store.read(JOURNAL, max(0, last.last - READ) if last else 0)
    return [event for record in records for event in record.batch.events]


def _is_emergency(event: AnyEvent) -> bool:
    return isinstance(event, OverrideMade) and event.what == CONSOLE


def _entry(person: Person, *, one_time: bool, last: int | None) -> PersonEntry:
    return PersonEntry(
        who=person.who,
        name=person.name,
        duties=tuple(sorted(map(str, person.duties or ()))),
        rank=person.rank,
        disabled=person.disabled,
        code=person.code,
        code_due=person.code_due,
        one_time=one_time,
        last=last,
    )


def _told(event: AnyEvent, names: dict[str, str]) -> JournalEntry:
    fields = msgspec.to_builtins(event)
    who, person = str(fields.get("who", "")), str(fields.get("person", "") or "")
    hidden = ("at", "who", "person", "event", "origin", "device")
    return JournalEntry(
        at=event.at,
        event=str(fields["event"]).partition("/")[0],
        who=who,
        name=names.get(who, who),
        person=names.get(person, person),
        detail={key: said for key, said in fields.items() if key not in hidden and isinstance(said, str | int)},
        emergency=_is_emergency(event),
    )
