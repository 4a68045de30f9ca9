"""Workload of ``punto bench table``: a table driven as a floor drives it.

A virtual shoe, seven players who always make two wagers, and the floor's own automatic dealer, which commits to every
shoe, lists its cards and turns them with their salts. Where a table waits for a person, its player does what is usual:
cuts, takes the shoe, turns a hand, takes a payout. Every command is decided, its events are encoded and hash-chained,
chips are posted, meters fed, and the roads are kept. Waiting is omitted, and only the end of the log is kept, so that a
long run measures the table and not the machine's memory.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib.resources import files

from punto.core.bounded import toml
from punto.core.roles import Role
from punto.floor.dealer import AutomaticDriver
from punto.floor.setup import Pace
from punto.game.card_sources import filling
from punto.game.game import Accepted, open_table
from punto.game.virtual_shoe import VirtualShoe
from punto.law.rulebook import text_of
from punto.record.chain import Record
from punto.record.opening import Open, running
from punto.record.store import Write, follow, head
from punto.record.vault import Derived
from punto.rules.house_rules import HouseRules
from punto.rules.submission import shipped
from punto.table import Refusal
from punto.table.commands import AnyCommand, Sit, Wagers
from punto.table.drive import filled, person
from punto.table.events import CoupSettled, ShoeEnded
from punto.table.limits import excluded, needs_of, not_offered
from punto.views.roads import Outcome, Roads

SEATS = 7
RACK, BUY_IN = 10**13, 10**11
ROUND = 25_000  # milliseconds between coups, by the table's clock
CONTINUOUS = 80  # coups that count as a shoe where cards return after every coup
KEPT = 4  # records of a stream
AT_ONCE = Pace(bets=0, beat=0, prepare=0, choice=0, round=0)
OUTCOMES: dict[str, Outcome] = {"banker": "B", "player": "P", "tie": "T"}


class Tail:
    """A store that keeps only the last records of each stream: as many as one command brings."""

    def __init__(self, keep: Callable[[Record], object] = lambda record: None) -> None:
        self._keep = keep
        self._last: defaultdict[str, deque[Record]] = defaultdict(partial(deque, maxlen=KEPT))
        self.bytes = 0

    def append(self, writes: Iterable[Write]) -> tuple[Record, ...]:
        """Chain records to their streams."""
        added = tuple([follow(write, head(self.last(write.stream))) for write in writes])
        for record in added:
            self._last[record.stream].append(record)
            self._keep(record)
            self.bytes += len(record.body)
        return added

    def read(self, stream: str, after: int = 0) -> Iterator[Record]:
        """Yield the last records of a stream."""
        return iter([record for record in self._last.get(stream, ()) if record.last > after])

    def last(self, stream: str) -> Record | None:
        """Return the last record of a stream, or None."""
        kept = self._last.get(stream)
        return kept[-1] if kept else None

    def find(self, stream: str, who: str, ident: str) -> Record | None:
        """Return None: commands are never repeated here."""
        return None

    def records(self) -> Iterator[Record]:
        """Yield the last records."""
        return iter([record for kept in self._last.values() for record in kept])


def every_submission() -> list[str]:
    """Return the names of the built-in submissions."""
    return sorted(entry.name.removesuffix(".toml") for entry in files("punto").joinpath("submissions").iterdir())


def offered_with(rules: HouseRules, seat: int, key: str) -> list[str]:
    """Return the wagers that a seat may make in addition to one on a hand."""
    others = [wager.key for wager in rules.wagers if wager.key != key and not wager.hand]
    return [
        other
        for other in others
        if not_offered(rules, seat, other) is None
        and key not in excluded(rules, other)
        and (not (needs := needs_of(rules, other)[0]) or key in needs)
    ]


class AutomaticTable:
    """Seven players with two wagers each, at an automatic table with virtual shoes."""

    def __init__(
        self,
        seed: int = 1,
        submission: str = "md-mini-classic",
        name: str = "",
        keep: Callable[[Record], object] = lambda record: None,
    ) -> None:
        text, vault = shipped(submission), Derived(seed.to_bytes(32, "big"))
        if name:
            text = re.sub(r'(?m)^table = ".*"$', f'table = "{name}"', text)
        self.store, self.roads = Tail(keep), Roads()
        self.session, _ = open_table(self.store, _opening(text, name or "bench"), vault)
        self.rules = self.session.rules
        self.keeper = VirtualShoe(self.rules, vault)
        self.driver = AutomaticDriver(self.keeper, AT_ONCE)
        self.coups = self.shoes = 0
        self.people = {seat: f"p{seat}" for seat in range(1, min(SEATS, self.rules.seats) + 1)}
        self._hands = [
            wager.key for wager in self.rules.wagers if wager.hand and not needs_of(self.rules, wager.key)[0]
        ]
        self._stakes = {(seat, key): self._choices(seat, key) for seat in self.people for key in self._hands}
        self._bet_on = (0, 0)  # last shoe and coup
        for seat, who in self.people.items():
            self._do(Sit(id="sit", by=Role.PLAYER, who=who, at=0, seat=seat, buy_in=BUY_IN))

    @property
    def now(self) -> int:
        """The table's clock in milliseconds: rounds take their time, however fast they are played."""
        return self.coups * ROUND

    def play(self, rounds: int) -> None:
        """Play some rounds."""
        end = self.coups + rounds
        while self.coups < end:
            self._next()

    def play_shoe(self) -> int:
        """Play to the end of the shoe and return its rounds; a continuous shoe has no end, and stops after some."""
        before, end = self.coups, self.shoes + 1
        while self.shoes < end and not (self.rules.shoe.continuous and self.coups == before + CONTINUOUS):
            self._next()
        return self.coups - before

    def _next(self) -> None:
        """Make wagers once the betting period runs, then give the command that the driver has planned."""
        due = self.driver.plan(self.session, self.now, False)
        state = self.session.state
        if due is not None and due.why == "close" and self._bet_on != (state.shoe, state.coup):
            self._bet()
            return
        awaits = due is not None and due.why == "lapse"
        command = self._person() if awaits else self.driver.command(self.session, due, self.now) if due else None
        if command is None:
            raise RuntimeError(f"nothing is due at the table in phase {self.session.state.phase}")
        self._do(command)

    def _person(self) -> AnyCommand | None:
        """Return the usual act of the player whom the table waits for."""
        act = person(self.rules, self.session.state, self.session.due)
        return filled(self.rules, self.session.state, act, self.now, filling(self.keeper), "act") if act else None

    def _bet(self) -> None:
        state, coup = self.session.state, self.session.state.coup
        self._bet_on = state.shoe, coup
        for seat, who in self.people.items():
            choices = self._stakes[seat, self._hands[1 if (seat + coup) % 3 and len(self._hands) > 1 else 0]]
            stakes = choices[(seat + coup) % len(choices)]
            self._do(Wagers(id=str(coup), by=Role.PLAYER, who=who, at=self.now, coup=coup, seat=seat, stakes=stakes))

    def _choices(self, seat: int, key: str) -> list[dict[str, int]]:
        """Return what a seat may stake on a hand and on one other wager."""
        others = offered_with(self.rules, seat, key)
        return [{one: self._stake(seat, one) for one in (key, other)} for other in others]

    def _stake(self, seat: int, key: str) -> int:
        """Return a seat's stake on a wager: another one for each seat, within the limits."""
        limit, chip = self.rules.limits[key], self.rules.smallest_chip
        return min(limit.least + seat * chip, limit.most // chip * chip)

    def _do(self, command: AnyCommand) -> None:
        answer = self.session.do(command)
        if isinstance(answer, Refusal):
            raise RuntimeError(f"{command} was refused: {answer}")
        self._draw(answer)

    def _draw(self, answer: Accepted) -> None:
        """Update the roads of the shoe."""
        for event in answer.events:
            if type(event) is CoupSettled:
                self.roads = self.roads.after(OUTCOMES[event.winner])
                self.coups += 1
            elif type(event) is ShoeEnded:
                self.roads = Roads()
                self.shoes += 1


def _opening(text: str, meters_of: str) -> Open:
    """Return the command that opens a table with a submission, and with meters if one of its wagers feeds them."""
    filed = toml(text)
    meters = any("meters" in wager for wager in filed["wagers"].values())
    return Open(
        id="open",
        by=Role.FLOOR,
        who="floor",
        at=0,
        submission=text,
        rulebook=text_of(filed["rulebook"]),
        rack=RACK,
        punto=running(),
        virtual=True,
        progressive=meters_of if meters else "",
    )
