"""Workload of ``punto bench table``: a table driven as a floor drives it.

A virtual shoe, seven players who always wager, and the floor's own automatic dealer, which commits to every shoe, lists
its cards and turns them with their salts. Every command is decided, its events are encoded and hash-chained, chips are
posted, and the roads are kept. Waiting is omitted, and only the end of the log is kept, so that a long run measures the
table and not the machine's memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.resources import files

from punto.core.roles import Role
from punto.floor.dealer import AutomaticDriver
from punto.floor.setup import Pace
from punto.game.game import Accepted, Session
from punto.game.virtual_shoe import VirtualShoe
from punto.law.rulebook import text_of
from punto.record.chain import Record
from punto.record.opening import Open, running
from punto.record.store import Write, follow, head
from punto.record.vault import Derived
from punto.table import Refusal
from punto.table.commands import AnyCommand, Sit, Wagers
from punto.table.events import CoupSettled, ShoeEnded
from punto.table.phases import Phase
from punto.views.roads import Outcome, Roads

SUBMISSION = "md-mini-classic"
SEATS = 7
PEOPLE = {seat: f"p{seat}" for seat in range(1, SEATS + 1)}
RACK, BUY_IN = 10**13, 10**11
ROUND = 25_000  # milliseconds between coups, by the table's clock
AT_ONCE = Pace(bets=0, beat=0, prepare=0, choice=0, round=0)
OUTCOMES: dict[str, Outcome] = {"banker": "B", "player": "P", "tie": "T"}


class Tail:
    """A store that keeps only the last record of each stream."""

    def __init__(self) -> None:
        self._last: dict[str, Record] = {}
        self.bytes = 0

    def append(self, writes: Iterable[Write]) -> tuple[Record, ...]:
        """Chain records to their streams."""
        added = tuple([follow(write, head(self._last.get(write.stream))) for write in writes])
        for record in added:
            self._last[record.stream] = record
            self.bytes += len(record.body)
        return added

    def read(self, stream: str, after: int = 0) -> Iterator[Record]:
        """Yield the last record of a stream."""
        last = self._last.get(stream)
        return iter([last] if last and last.last > after else [])

    def last(self, stream: str) -> Record | None:
        """Return the last record of a stream, or None."""
        return self._last.get(stream)

    def find(self, stream: str, who: str, ident: str) -> Record | None:
        """Return None: commands are never repeated here."""
        return None

    def records(self) -> Iterator[Record]:
        """Yield the last records."""
        return iter(self._last.values())


class AutomaticTable:
    """Seven players with two wagers each, at an automatic table with virtual shoes."""

    def __init__(self, seed: int = 1) -> None:
        text = files("punto").joinpath("submissions", f"{SUBMISSION}.toml").read_text(encoding="utf-8")
        opening = Open(
            id="open",
            by=Role.FLOOR,
            who="floor",
            at=0,
            submission=text,
            rulebook=text_of("md-mini"),
            rack=RACK,
            punto=running(),
            virtual=True,
        )
        self.store, self.roads = Tail(), Roads()
        self.session, _ = Session.open(self.store, opening)
        keeper = VirtualShoe(self.session.rules, Derived(seed.to_bytes(32, "big")))
        self.driver = AutomaticDriver(keeper, AT_ONCE)
        self.coups = 0
        self._bet_on = (0, 0)  # last shoe and coup
        for seat, who in PEOPLE.items():
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

    def _next(self) -> None:
        """Make wagers while betting is open, then give the command that the driver has planned."""
        state = self.session.state
        if state.phase is Phase.BETTING and not state.done and self._bet_on != (state.shoe, state.coup):
            self._bet()
        due = self.driver.plan(self.session, self.now, False)
        command = self.driver.command(self.session, due, self.now) if due else None
        if command is None:
            raise RuntimeError(f"nothing is due at the table in phase {self.session.state.phase}")
        self._do(command)

    def _bet(self) -> None:
        state, coup = self.session.state, self.session.state.coup
        self._bet_on = state.shoe, coup
        for seat, who in PEOPLE.items():
            stakes = {"banker" if (seat + coup) % 3 else "player": 100_00 + 25_00 * seat, "tie": 25_00 + 5_00 * seat}
            self._do(Wagers(id=str(coup), by=Role.PLAYER, who=who, at=self.now, coup=coup, seat=seat, stakes=stakes))

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
