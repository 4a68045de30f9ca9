"""The hub: a room for each table, where what happens is told to everybody on a line.

A room hears of each record right after it was stored. It makes one message for each role that listens, not one for each
listener, and puts it into their queues; it waits for nobody. The last records stay at hand, so that whoever lost a line
for a moment is told the rest without asking the database.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import msgspec

from punto.floor import Desk, Published
from punto.folds.history import Happened
from punto.folds.outcomes import Score
from punto.folds.picture import Picture, picture, seat_of
from punto.folds.views import Viewer
from punto.house.duties import Clash, clash_at
from punto.roles import Duty, Role
from punto.server import for_seats
from punto.server.callers import Caller
from punto.server.line import Line
from punto.server.messages import PROTOCOL, Moved, Posted, Range, Timer, Welcome, You, message
from punto.server.told import Key, Told, as_seen_by
from punto.table import Due
from punto.table.commands import AnyCommand, Sit
from punto.table.events import PlayerLeft, PlayerSeated
from punto.table.holes import wire

AT_HAND = 64  # records that are kept for those who come back
MOST_MISSED = 2_000  # events; who has missed more gets a picture

Meters = Callable[[], dict[str, int]]  # what they show, in cents


@dataclass(eq=False, slots=True)
class Listener:
    """Somebody on a line."""

    caller: Caller
    line: Line
    key: Key
    expected: bytes = b""  # what they were last told to expect
    spoken: int = 0  # when they last did something


class Room:
    """One table, and everybody who listens to it."""

    def __init__(self, desk: Desk, meters: Meters = dict) -> None:
        self.desk, self.meters, self.score = desk, meters, Score()
        self.clock = desk.room.clock.now
        self.version = desk.state.version
        self.at_desk = for_seats.Desk()
        self.dealt: set[str] = set()  # who has dealt from this shoe
        self.names: dict[str, str] = {}  # by seat
        self.messages = 0  # put into queues so far
        self._told: deque[Told] = deque(maxlen=AT_HAND)
        self._groups: defaultdict[Key, set[Listener]] = defaultdict(set)
        self._drawn: dict[Key, Picture] = {}
        self._drawn_at: tuple[int, dict[str, int]] = (0, {})
        self._timer, self._shown = (desk.closes, desk.waits_until), meters()
        self._posted = desk.limits, desk.disabled
        self._stop = desk.watch(self._hear), desk.watch_timer(lambda _: self.look())

    def close(self, why: str) -> None:
        """Listen no more, and say goodbye."""
        for stop in self._stop:
            stop()
        for listener in self.listeners():
            listener.line.finish(why)

    def move(self, url: str) -> None:
        """Tell everybody where the table is kept now, if anybody knows, and say goodbye."""
        if url:
            self._tell_all(message("moved", Moved(url=url)))
        self.close("moved")

    def listeners(self) -> list[Listener]:
        """Return everybody on a line."""
        return [listener for group in self._groups.values() for listener in group]

    def __len__(self) -> int:
        return sum(map(len, self._groups.values()))

    # ---------------------------------------------------------------- coming and going

    async def join(self, caller: Caller, line: Line, since: int | None) -> Listener:
        """Welcome somebody: with a picture, or with what they missed since an event; from here on they hear all."""
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
        """Let somebody go."""
        group = self._groups.get(listener.key)
        if group is not None:
            group.discard(listener)
            if not group:
                del self._groups[listener.key]

    async def _missed(self, since: int) -> list[Told] | None:
        """Return what came after an event; nothing where a picture is shorter.

        Nothing is awaited between the last look at the version and the answer, so that no record falls between.
        """
        if not self.version - MOST_MISSED <= since <= self.version:
            return None
        missed: list[Told] = []
        while True:
            seen = missed[-1].last if missed else since
            at_hand = [told for told in self._told if told.last > seen]
            if seen == self.version or (at_hand and at_hand[0].n == seen + 1):
                return missed + at_hand
            records = await self.desk.room.store.read(self.desk.game.stream, seen)
            missed += [Told(record) for record in records if record.last <= self.version]
            if not records:
                return None

    def picture(self, key: Key) -> Picture:
        """Return what a viewer sees of the table as it stands; made once for all who come at the same time."""
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

    # ---------------------------------------------------------------- who does what here

    def take_up(self, shoe: Iterable[Happened]) -> None:
        """Take up a table where its shoe has come to."""
        found = list(shoe)
        self.score = Score().after(one.event for one in found)
        self.dealt |= {one.who for one in found if one.by == Role.DEALER}

    def clash(self, caller: Caller, command: AnyCommand) -> Clash | None:
        """Return why somebody may not do something here: nobody deals where they play, whichever line they use."""
        seated = seat_of(self.desk.state, caller.who) is not None
        if command.by is Role.DEALER:
            return clash_at("deal", {"play"} if seated else ())
        own = isinstance(command, Sit) and command.who == caller.who
        return clash_at("play", {"deal"} if caller.who in self.dealt else ()) if own else None

    # ---------------------------------------------------------------- telling

    def _hear(self, published: Published) -> None:
        self.score = self.score.after(published.batch.events)
        self.version = published.record.last
        self._note_dealer(published)
        told = Told(published.record)
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
        """Tell of what is no event: when bets close, what the meters show, and what the pit has posted."""
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
        """Tell everybody who has come in what those who sit here are called, where that has changed."""
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
        """Let everybody look as who they are now: who sits down sees it from the seat, and who leaves still does."""
        for listener in self.listeners():
            key = listener.caller.sees(self.desk.state)
            if key != listener.key and (key[1] is not None or not arriving):
                self.leave(listener)
                listener.key = key
                self._groups[key].add(listener)

    # ---------------------------------------------------------------- what is expected of whom

    def _acting(self) -> list[Listener]:
        return [listener for group in self._groups.values() for listener in group if listener.caller.who]

    def _expect(self, listeners: Iterable[Listener]) -> None:
        """Tell people what they may or must do now, where that has changed; who has the same duties hears the same."""
        acts: tuple[Due, ...] | None = None
        made: dict[tuple[frozenset[Duty], int | None], bytes] = {}
        state = self.desk.state
        for listener in listeners:
            caller = listener.caller
            key = caller.duties, listener.key[1] if listener.key[0] is Viewer.PLAYER else seat_of(state, caller.who)
            if key not in made:
                acts = self.desk.due() if acts is None else acts
                made[key] = msgspec.json.encode([wire(act, caller.is_house) for act in acts if caller.may(act, state)])
            if made[key] != listener.expected:
                listener.expected = made[key]
                listener.line.push(b'{"expected":%b}' % made[key])
