"""A live floor on the network: the floor, its accounts, a channel for each of its tables, and metrics for Prometheus.

No person, table or token is a label of a metric.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable, Mapping
from itertools import count
from types import MappingProxyType
from typing import Any, Literal
from urllib.parse import urlsplit

import msgspec
import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from punto import accounts
from punto.accounts import Accounts
from punto.accounts.player_limits import Limits as OwnLimits
from punto.anchor.anchoring import Anchor
from punto.core.roles import Duty
from punto.coupon import Status
from punto.floor import Floor, Published, TableActor
from punto.law.rulebook import Rulebook, RulebookError
from punto.library import Rulebooks
from punto.people.administration.messages import AccountNoted, DutyGranted, DutyRevoked, PersonDisabled
from punto.people.administration.state import value
from punto.progressive.state import meter_pot, shown
from punto.server.archive import Archive
from punto.server.cage import finished, recovered
from punto.server.channels import Names, TableChannel
from punto.server.cosign import CoSigning
from punto.server.endpoints import HTTPError
from punto.server.journals import Calls, Logbook, RefusedWagers
from punto.server.limits import Limits, ServerLimits
from punto.server.messages import OWN_REASONS, SHUT, Account, OwnCoupon
from punto.server.participants import ANONYMOUS, Participant
from punto.server.pit_accounts import Books
from punto.server.pit_actions import Orders
from punto.server.security import LOOPBACK
from punto.table.events import CoupSettled
from punto.views.picture import seat_of
from punto.views.results import Results
from punto.wallet.machine import State as WalletState

RESPONSE = 1.0  # seconds in which another process of the floor says that it is alive
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


async def responds(address: str) -> bool:
    """Return whether a server at an address of this floor answers; a stopped process accepts, and is silent."""
    parts = urlsplit(address)
    secure = ssl.create_default_context() if parts.scheme == "https" else None
    try:
        async with asyncio.timeout(RESPONSE):
            reader, writer = await asyncio.open_connection(
                parts.hostname, parts.port or (443 if secure else 80), ssl=secure
            )
            try:
                writer.write(f"HEAD /healthz HTTP/1.1\r\nHost: {parts.netloc}\r\nConnection: close\r\n\r\n".encode())
                return (await reader.readline()).startswith(b"HTTP/")
            finally:
                writer.close()
    except (OSError, ValueError):  # a certificate that is not valid here is one that browsers refuse, too
        return False


class Figures:
    """The metrics of a floor."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.questions = self._counter("questions", "questions by HTTP", "path", "status")
        self.commands = self._counter("commands", "commands of people", "do", "answer")
        self.dropped = self._counter("lines_dropped", "lines that were ended here", "why")
        self.coups = self._counter("coups", "coups that were settled")
        self.records = self._counter("records", "records that were told")
        self.answered = Histogram(
            "punto_command_seconds", "from a command to its answer", registry=self.registry, buckets=SECONDS
        )
        self.lines = self._gauge("lines", "lines that are open")
        self.tables = self._gauge("tables", "tables that are kept here")
        self.anchored = self._gauge("anchored_records", "records that the last checkpoint covers")
        self.witnesses = self._gauge("witnesses_behind", "witnesses without the last checkpoint")

    def _counter(self, name: str, words: str, *labels: str) -> Counter:
        return Counter(f"punto_{name}", words, labels, registry=self.registry)

    def _gauge(self, name: str, words: str) -> Gauge:
        return Gauge(f"punto_{name}", words, registry=self.registry)

    def text(self) -> bytes:
        """Return all metrics in the Prometheus text format."""
        return generate_latest(self.registry)


# ---------------------------------------------------------------- the floor

log = structlog.get_logger("punto.server")
CLOSING = "the floor is closing"
MINUTE = 60_000
GOODBYE = 2_000  # milliseconds to send last messages
CHANGED = "duties-changed"
# Why connections of a user named in the journal end; the next one has the new duties.
ENDING: Mapping[type, str] = MappingProxyType(
    {
        DutyGranted: CHANGED,
        DutyRevoked: CHANGED,
        PersonDisabled: str(accounts.Reason.DISABLED),
        AccountNoted: str(accounts.Reason.NO_SESSION),
    }
)
OPENED = "opened"  # the journal's entry of a new account; no connection ends


Filings = Literal["noted", "required"]  # whether a table may open without an approved filing


class ServerOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Options of a served floor."""

    demo: bool = False  # guests sit with one click, for play money
    origins: tuple[str, ...] = ()  # allowed origins other than the floor's own
    hosts: tuple[str, ...] = LOOPBACK  # host names, in addition to the address of a request
    staff: str = ""  # the token with which a demo's visitor takes a duty; "" disables it
    metrics: str = ""  # the token for metrics; "": staff only
    drop_again: bool = False  # how roads are drawn: a tail that has turned drops again where it can
    rulebook: str = ""  # default of requests that name none; "": the first
    filings: Filings = "noted"
    limits: ServerLimits = ServerLimits()


class LiveFloor:
    """Everything that a request may need."""

    def __init__(
        self, house: Floor, people: Accounts, own: OwnLimits, terms: ServerOptions, anchor: Anchor, signing: CoSigning
    ) -> None:
        self.house, self.people, self.own, self.terms = house, people, own, terms
        self.anchor, self.cosigning = anchor, signing
        self.clock: Callable[[], int] = house.clock.now
        self.limits = Limits(terms.limits, self.clock)
        self.figures = Figures()
        self.calls, self.books = Calls(house.store), Books(house.store)
        self.orders = Orders(house, people, demo=terms.demo)
        self.attempts, self.logbook, self.names = RefusedWagers(house.store), Logbook(house, people), Names(people.roll)
        self.connections = count(1)  # numbers of table sockets
        self.rooms: dict[str, TableChannel] = {}
        self.archives: dict[str, Archive] = {}
        self._loading: dict[str, asyncio.Task[None]] = {}
        self.closing = False
        people.journal.taken.add(self._entrusted)
        self.figures.lines.set_function(lambda: self.limits.open_lines)
        self.figures.tables.set_function(lambda: len(self.house.desks))
        self.figures.anchored.set_function(lambda: self.anchor.last.size if self.anchor.last else 0)
        self.figures.witnesses.set_function(lambda: len(self.anchor.troubles))

    @classmethod
    async def open(cls, house: Floor, terms: ServerOptions, anchor: Anchor | None = None) -> LiveFloor:
        """Start serving a floor."""
        clock = house.clock.now
        people = await Accounts.open(house.store, clock, demo=terms.demo)
        signing = CoSigning(people, await house.store.seal("cosign"))
        own = await OwnLimits.open(house.store, clock)
        live = cls(house, people, own, terms, anchor or Anchor(house.store), signing)
        house.when_kept(live._kept)
        for desk in house.desks.values():
            await live.keep(desk)
        await recovered(house)
        await finished(live)
        await live.orders.carry_out()
        await live.logbook.start()
        return live

    async def keep(self, desk: TableActor) -> TableChannel:
        """Return the channel of a table, once it knows the current shoe."""
        self._kept(desk)
        await asyncio.shield(self._loading[desk.table])
        return self.rooms[desk.table]

    def _kept(self, desk: TableActor) -> None:
        """Create the channel of a new table."""
        name = desk.table
        if name in self.rooms and self.rooms[name].desk is desk:
            return
        self.archives[name] = Archive(desk)
        self.rooms[name] = TableChannel(desk, lambda: self.meters(desk))
        desk.watch(self._hear)
        self._loading[name] = asyncio.create_task(self._load(name))

    async def _load(self, name: str) -> None:
        await self.attempts.read(name)
        await self.own.read_stream(f"table/{name}")
        shoe = await self.archives[name].shoe()
        self.rooms[name].take_up(shoe)
        results = Results()
        for one in shoe:
            results.add(one.event)
        self.logbook.take_up(name, results)
        await self.names.look_up(self.rooms[name])

    async def look_round(self) -> None:
        """Carry out orders of other processes; redirect connections of tables that moved."""
        await self.orders.carry_out()
        await self.logbook.start()
        await self.own.read_on()
        gone = [name for name, room in self.rooms.items() if self.house.desks.get(name) is not room.desk]
        left = {name: self.rooms.pop(name) for name in gone}  # immediately: a resumed table gets a new channel
        if left:
            self.anchor.due.set()
        closed = await self.house.shelves.closed() if left else ()
        for name, room in left.items():
            if name in closed:
                room.close(SHUT)
            else:
                try:
                    room.move(await self.elsewhere(name))
                except HTTPError:
                    room.move("")  # its clients reconnect here, until a process resumes it

    async def elsewhere(self, table: str) -> str:
        """Return the address of the process that serves a table, or "".

        Raises ``HTTPError`` while that process does not respond: a client that is sent to a dead address cannot return.
        """
        address = await self.house.shelves.owner(table) if table not in self.rooms else ""
        if address in ("", self.house.address):
            return ""
        if not await responds(address):
            raise HTTPError(503, "not-kept-here", OWN_REASONS["not-kept-here"])
        return address

    async def say_goodbye(self) -> None:
        """Accept no more connections, and end all after sending what is queued."""
        self.closing = True
        for room in self.rooms.values():
            room.close(CLOSING)
        until = self.clock() + GOODBYE
        while self.limits.open_lines and self.clock() < until:
            await asyncio.sleep(0.02)

    async def close(self) -> None:
        """Store what is pending, if the store accepts writes; the caller stops the floor."""
        await self.orders.stop()
        if not self.house.store.halted:
            await self.attempts.keep()
            await self.logbook.stop()
            await self.own.keep()
        self.people.close()

    def _hear(self, published: Published) -> None:
        self.figures.records.inc()
        self.figures.coups.inc(sum(type(event) is CoupSettled for event in published.batch.events))
        self.archives[published.desk.table].note(published)
        self.logbook.see(published)
        self.names.see(self.rooms[published.desk.table], published)
        self.own.see(published.batch)
        for record in published.beside:
            self.own.see(record.batch)
        if any(record.stream.startswith("progressive/") for record in published.beside):
            for room in self.rooms.values():
                room.look()

    def rulebooks(self) -> Rulebooks:
        """Return the rulebooks in force today."""
        return self.house.rulebooks()

    def rulebook(self, name: str) -> Rulebook:
        """Return the rulebook that a request names, or the default one. Raises ``HTTPError``."""
        books = self.rulebooks()
        try:
            return books.load(name or self.terms.rulebook or books.ids()[0])
        except RulebookError as error:
            raise HTTPError(400, "bad-question", str(error)) from None

    # ---------------------------------------------------------------- tables

    def room(self, table: str) -> TableChannel:
        """Return the channel of a table. Raises ``HTTPError``."""
        room = self.rooms.get(table)
        if room is None:
            raise HTTPError(404, "no-such-table", "This floor has no such table.")
        return room

    def meters(self, desk: TableActor) -> dict[str, int]:
        """Return the displays of a table's meters, in cents."""
        meters = self.house.machines.meters.get(desk.state.progressive)
        if meters is None:
            return {}
        meters.catch_up()
        return {key: shown(meters.state, key) for key in meters.terms.meters if meter_pot(key) in meters.state.pots}

    def seats(self, who: str) -> dict[str, int]:
        """Return a user's seats by table."""
        found = {name: seat_of(desk.state, who) for name, desk in self.house.desks.items()}
        return {name: seat for name, seat in found.items() if seat is not None}

    # ---------------------------------------------------------------- users

    async def caller(self, token: str, device: str | None = None) -> Participant:
        """Return the caller with a token; an anonymous one without. Raises ``HTTPError``."""
        if not token:
            return ANONYMOUS
        person = await self.people.person(token, device)
        if isinstance(person, accounts.Refusal):
            raise unadmitted(person)
        return caller_of(person, token)

    def hang_up(self, caller: Participant, why: str = "logged out") -> None:
        """End the connections of a session."""
        for room in self.rooms.values():
            for listener in room.listeners():
                if listener.caller.token == caller.token:
                    listener.line.finish(why)

    def _entrusted(self, events: tuple[Any, ...]) -> None:
        """End the connections of users whose duties, account or status have changed, with everything queued.

        Queued messages were encoded for the previous duties; the next connection gets what is permitted now.
        """
        ended = {
            event.person: ENDING[type(event)]
            for event in events
            if type(event) in ENDING and getattr(event, "what", "") != OPENED
        }
        for room in self.rooms.values() if ended else ():
            for listener in room.listeners():
                if listener.caller.who in ended:
                    listener.line.drop(ended[listener.caller.who])

    def holds(self, caller: Participant) -> bool:
        """Return whether a caller's duties are still those of the journal."""
        state = self.people.journal.state
        return caller.who not in state.disabled and caller.duties <= state.duties_of(caller.who)

    async def tidy(self) -> None:
        """End idle connections, and drop expired sessions and guests."""
        idle = MINUTE * value(self.people.journal.state.parameters, "idle-minutes")
        for room in self.rooms.values():
            for listener in room.listeners():
                if listener.caller.token and self.clock() - listener.spoken > idle:
                    listener.line.finish("idle")
        await self.people.sweep()
        for room in list(self.rooms.values()):
            await self.names.look_up(room)  # some names may have been erased
        if self.house.owners.shared:
            await self.own.catch_up()
        await self.own.keep()
        await self.attempts.keep()

    async def keep_books(self) -> None:
        """Keep the pit's accounts up to date, so that they can be shown without delay."""
        for room in list(self.rooms.values()):
            await self.books.read_on(room.desk)

    async def account(self, who: str) -> Account:
        """Return a user's wallet and status."""
        wallet: WalletState = await self.house.machines.wallet(who)
        held, at = await self.own.of(who), self.clock()
        coupons = await self.house.machines.coupons_of(who)
        return Account(
            cents=wallet.available if wallet.version else None,
            standing=await self.own.standing(who),
            limits={name: amount for name in held.limits if (amount := held.holding(name, at)) is not None},
            paused=held.until if held.until > at else None,
            coupons=tuple(
                OwnCoupon(number=one.number, cents=one.cents, expires=one.expires)
                for one in coupons
                if one.status is Status.READY and one.expires > at
            ),
        )


def caller_of(person: accounts.Person, token: str) -> Participant:
    """Return the participant of a logged-in user; one who must choose a password may do nothing else."""
    duties = frozenset[Duty]() if person.password_due else person.duties
    return Participant(
        who=person.who, name=person.name, duties=duties, rank=person.rank, guest=person.guest, token=token
    )


_STATUSES = {
    accounts.Reason.BUSY: 503,
    accounts.Reason.NO_GUESTS: 403,
    accounts.Reason.LOCKED: 429,
    accounts.Reason.DISABLED: 403,
    accounts.Reason.NAME_TAKEN: 409,
    accounts.Reason.BAD_NAME: 400,
    accounts.Reason.RESERVED_NAME: 400,
    accounts.Reason.BAD_PASSWORD: 400,
}


def unadmitted(refusal: accounts.Refusal) -> HTTPError:
    """Return the error for a refused login."""
    words = f"{refusal.words[0].upper()}{refusal.words[1:]}."
    return HTTPError(_STATUSES.get(refusal.reason, 401), str(refusal.reason), words, dict(refusal.detail))
