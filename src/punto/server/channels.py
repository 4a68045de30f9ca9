"""Broadcast stored records to a table's connections. Each message is encoded once per role; slow clients never block
the table.

The last records stay in memory, so that a client that lost its connection for a moment is sent the rest without a query
of the database.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import structlog

from punto.accounts.user_store import UserStore
from punto.core.roles import Duty, Role
from punto.floor import Published, TableActor
from punto.floor.dealer import AutomaticDriver
from punto.people.administration.state import RoleConflict, role_conflict_at
from punto.server import participants
from punto.server.messages import PROTOCOL, Moved, Posted, Range, Timer, Welcome, You, message
from punto.server.outbox import BroadcastRecord, Key, Outbox, as_seen_by
from punto.server.participants import WALK_IN, DueActs, Participant
from punto.table import Due
from punto.table.commands import AnyCommand, Perform, Sit
from punto.table.events import PlayerLeft, PlayerSeated
from punto.table.holes import wire
from punto.table.instructions import instruction
from punto.views.history import LoggedEvent
from punto.views.picture import BOT, Picture, picture, seat_of
from punto.views.results import Score, named
from punto.views.views import Viewer

AT_HAND = 64  # records that are kept for clients that reconnect
MOST_MISSED = 2_000  # events; a client that missed more gets a picture
Meters = Callable[[], dict[str, int]]  # meter displays, in cents


@dataclass(eq=False, slots=True)
class Listener:
    """A connection to a table."""

    caller: Participant
    line: Outbox
    key: Key
    expected: bytes = b""  # the message with due acts last sent
    spoken: int = 0  # time of the last message received


Whose = tuple[frozenset[Duty], int | None, str]  # duties, seat and post of connections that share their due acts


class Expectation(NamedTuple):
    """The due acts of some connections, and their message."""

    acts: tuple[Due, ...]
    message: bytes


class TableChannel:
    """One table, and its connections."""

    def __init__(self, desk: TableActor, meters: Meters = dict) -> None:
        self.desk, self.meters, self.score = desk, meters, Score(named=named(desk.rules))
        self.clock = desk.room.clock.now
        self.version = desk.state.version
        self.at_desk = participants.ProxyCommands()
        self.dealt: set[str] = set()  # who has dealt from this shoe
        self.names: dict[str, str] = {}  # display names by seat
        self.messages = 0  # number of messages sent
        self._told: deque[BroadcastRecord] = deque(maxlen=AT_HAND)
        self._groups: defaultdict[Key, set[Listener]] = defaultdict(set)
        self._expected: dict[Whose, Expectation] = {}
        self._drawn: dict[Key, Picture] = {}
        self._drawn_at: tuple[int, dict[str, int]] = (0, {})
        self._timer, self._shown = (desk.closes, desk.waits_until), meters()
        self._posted = desk.limits, desk.disabled
        self._stop = desk.watch(self._hear), desk.watch_timer(lambda _: self.look())

    def close(self, why: str) -> None:
        """Unsubscribe, and end all connections."""
        for stop in self._stop:
            stop()
        for listener in self.listeners():
            listener.line.finish(why)

    def move(self, url: str) -> None:
        """Send all connections the table's new address, if known, and end them."""
        if url:
            self._tell_all(message("moved", Moved(url=url)))
        self.close("moved")

    def listeners(self) -> list[Listener]:
        """Return all connections."""
        return [listener for group in self._groups.values() for listener in group]

    def __len__(self) -> int:
        return sum(map(len, self._groups.values()))

    # ---------------------------------------------------------------- connections

    async def join(self, caller: Participant, line: Outbox, since: int | None) -> Listener:
        """Add a connection: send a picture, or the events since one; from then on it receives everything."""
        missed = await self._missed(since) if since is not None else None
        key = caller.sees(self.desk.state)
        listener = Listener(caller, line, key, spoken=self.clock())
        line.push(message("welcome", self._welcome(listener, with_picture=missed is None)))
        for told, seen_as in as_seen_by(missed or (), caller.who, key):
            line.push(told.to(seen_as))
        line.push(self._timer_message())
        self._groups[key].add(listener)
        if caller.who:
            self._expect([listener])
        return listener

    def leave(self, listener: Listener) -> None:
        """Remove a connection."""
        group = self._groups.get(listener.key)
        if group is not None:
            group.discard(listener)
            if not group:
                del self._groups[listener.key]

    async def _missed(self, since: int) -> list[BroadcastRecord] | None:
        """Return the records after an event; None if a picture is shorter.

        Nothing is awaited between the last check of the version and the return, so that no record is missed.
        """
        if not self.version - MOST_MISSED <= since <= self.version:
            return None
        missed: list[BroadcastRecord] = []
        while True:
            seen = missed[-1].last if missed else since
            at_hand = [told for told in self._told if told.last > seen]
            if seen == self.version or (at_hand and at_hand[0].n == seen + 1):
                return missed + at_hand
            records = await self.desk.room.store.read(self.desk.game.stream, seen)
            missed += [BroadcastRecord(record) for record in records if record.last <= self.version]
            if not records:
                return None

    def picture(self, key: Key) -> Picture:
        """Return the current view of the table; cached for all who connect at the same time."""
        meters = self.meters()
        if self._drawn_at != (self.version, meters):
            self._drawn_at, self._drawn = (self.version, meters), {}
        if key not in self._drawn:
            self._drawn[key] = picture(self.desk.rules, self.desk.state, self.score.outcomes, meters, *key)
        return self._drawn[key]

    def _welcome(self, listener: Listener, *, with_picture: bool) -> Welcome:
        caller, seat = listener.caller, seat_of(self.desk.state, listener.caller.who)
        return Welcome(
            protocol=PROTOCOL,
            table=self.desk.table,
            version=self.version,
            now=self.clock(),
            you=You(who=caller.who, role=caller.role, seat=seat),
            rules=self.desk.rules.digest,
            names=self.names if caller.who else {},
            picture=self.picture(listener.key) if with_picture else None,
        )

    # ---------------------------------------------------------------- roles

    def take_up(self, shoe: Iterable[LoggedEvent]) -> None:
        """Initialize from the events of the current shoe."""
        found = list(shoe)
        self.score = Score(named=self.score.named).after(one.event for one in found)
        self.dealt |= {one.who for one in found if one.by == Role.DEALER}

    @property
    def awaited(self) -> bool:
        """Whether the table is dealt by hand, and no dealer is at it."""
        by_hand = not isinstance(self.desk.driver, AutomaticDriver)
        return by_hand and not any(Duty.DEALER in one.caller.duties for one in self._acting())

    def clash(self, caller: Participant, command: AnyCommand) -> RoleConflict | None:
        """Return why a user may not do something here: dealing and playing at one table exclude each other."""
        if command.by is Role.DEALER:
            seated = seat_of(self.desk.state, caller.who) is not None
            return role_conflict_at("deal", {"play"} if seated else ())
        own = isinstance(command, Sit) and command.who == caller.who
        return role_conflict_at("play", {"deal"} if caller.who in self.dealt else ()) if own else None

    # ---------------------------------------------------------------- broadcasting

    def _hear(self, published: Published) -> None:
        self.score = self.score.after(published.batch.events)
        self.version = published.record.last
        self._note_dealer(published)
        told = BroadcastRecord(published.record)
        self._told.append(told)
        if any(type(event) in (PlayerSeated, PlayerLeft) for event in published.batch.events):
            self._seat_anew(arriving=True)
        for key, group in self._groups.items():
            self._tell(told.to(key), group)
        if any(type(event) is PlayerLeft for event in published.batch.events):
            self._seat_anew(arriving=False)
        self._expect(self._acting())
        self.look()

    def _note_dealer(self, published: Published) -> None:
        if published.state.shoe != published.before.shoe:
            self.dealt.clear()
        if published.batch.command.by is Role.DEALER:
            self.dealt.add(published.batch.command.who)

    def look(self) -> None:
        """Broadcast changes that are not events: bet timer, meter displays, posted limits."""
        if (self.desk.closes, self.desk.waits_until) != self._timer:
            self._timer = self.desk.closes, self.desk.waits_until
            self._tell_all(self._timer_message())
        if (shown := self.meters()) != self._shown:
            self._shown = shown
            self._tell_all(message("meters", shown))
        if (posted := (self.desk.limits, self.desk.disabled)) != self._posted:
            self._posted = posted
            limits = {key: Range(least=limit.least, most=limit.most) for key, limit in posted[0].items()}
            self._tell_all(message("posted", Posted(limits=limits, disabled=posted[1])))
            self._expect(self._acting())

    def tell_names(self, names: dict[str, str]) -> None:
        """Send changed names of seated players to all logged-in users."""
        if names != self.names:
            self.names = names
            self._tell(message("names", names), set(self._acting()))

    def _timer_message(self) -> bytes:
        return message("timer", Timer(closes=self.desk.closes, waits=self.desk.waits_until, now=self.clock()))

    def _tell_all(self, data: bytes) -> None:
        for group in self._groups.values():
            self._tell(data, group)

    def _tell(self, data: bytes, group: set[Listener]) -> None:
        self.messages += len(group)
        for listener in group:
            listener.line.push(data)

    def _seat_anew(self, *, arriving: bool) -> None:
        """Update views around a seating event: both arriving and leaving players see it from the seat."""
        for listener in self.listeners():
            key = listener.caller.sees(self.desk.state)
            if key != listener.key and (key[1] is not None or not arriving):
                self.leave(listener)
                listener.key = key
                self._groups[key].add(listener)

    # ---------------------------------------------------------------- due acts

    def _acting(self) -> list[Listener]:
        return [listener for group in self._groups.values() for listener in group if listener.caller.who]

    def _expect(self, listeners: Iterable[Listener]) -> None:
        """Send each listener the acts that are due from them, if those have changed.

        Listeners with the same duties, seat and post share one message. It is encoded again only if its acts are others
        than before: a wager of one seat changes nothing for the other seats.
        """
        state, made = self.desk.state, dict[Whose, Expectation]()
        acts: DueActs | None = None
        for listener in listeners:
            caller = listener.caller
            seat = listener.key[1] if listener.key[0] is Viewer.PLAYER else seat_of(state, caller.who)
            key = caller.duties, seat, state.posts[caller.who][0] if caller.who in state.posts else ""
            if key not in made:
                acts = DueActs(self.desk.due()) if acts is None else acts
                own, before = acts.of(caller, state), self._expected.get(key)
                made[key] = before if before and before.acts == own else self._encoded(own, caller.is_house)
            if made[key].message != listener.expected:
                listener.expected = made[key].message
                listener.line.push(listener.expected)
        self._expected |= made

    def _encoded(self, acts: tuple[Due, ...], house: bool) -> Expectation:
        rules = self.desk.rules
        hows = [instruction(rules, act.step) if house and act.command is Perform else "" for act in acts]
        return Expectation(
            acts, message("expected", [wire(act, house, how) for act, how in zip(acts, hows, strict=True)])
        )


# ---------------------------------------------------------------- display names

log = structlog.get_logger("punto.names")


class Names:
    """Looks up display names.

    A name belongs to its owner, can be erased, and is in no log: it is sent next to the table and never as part of it.
    Clients who are logged in see the names of seated players; spectators see seats. Demo players and walk-ins have
    none.
    """

    def __init__(self, roll: UserStore) -> None:
        self._roll = roll
        self._asking: set[asyncio.Task[None]] = set()

    def see(self, room: TableChannel, published: Published) -> None:
        """Look up names again after a player sat down or left."""
        if any(type(event) in (PlayerSeated, PlayerLeft) for event in published.batch.events):
            task = asyncio.create_task(self._ask(room))
            self._asking.add(task)
            task.add_done_callback(self._asking.discard)

    async def _ask(self, room: TableChannel) -> None:
        try:
            await self.look_up(room)
        except Exception as error:  # seats without names still work
            log.error("names could not be looked up", error=type(error).__name__, exc_info=error)

    async def look_up(self, room: TableChannel) -> None:
        """Send a channel the names of its seated players, once all are known."""
        seated, names = None, dict[str, str]()
        while seated != room.desk.state.seated:
            seated = room.desk.state.seated
            found = {str(seat): await self._name(who) for seat, who in sorted(seated.items())}
            names = {seat: name for seat, name in found.items() if name}
        room.tell_names(names)

    async def _name(self, who: str) -> str:
        kept = None if who.startswith((BOT, WALK_IN)) else await self._roll.by_who(who)
        return kept.account.name if kept else ""
