"""A sitting: one table in memory with the player at a seat, demo players at others, and a patient automatic dealer.

It is a floor with one table. The player's acts are commands like any others; their events are stored and published. The
player's entropy is added to every shuffle automatically.

Bets close when the player says so, or when the bet timer runs out if there is one. The dealer waits for every choice of
the player, and for the playback of events.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from punto.core.money import Cents
from punto.core.posting import seat_account
from punto.core.roles import Role
from punto.fair import Contribution, pledge
from punto.floor import Clock, Published, Setup, TableActor, TableUnavailable
from punto.floor.dealer import LOOK, AutomaticDriver, Wakeup
from punto.floor.demo_players import DemoPlayers
from punto.floor.floor import RACK, first_record, meters_of, read_filing
from punto.floor.machines import Machines
from punto.floor.setup import Pace
from punto.floor.storage import Strongbox
from punto.floor.table_actor import FloorServices
from punto.floor.table_registry import peeked
from punto.game.card_sources import CardSource
from punto.game.game import Game
from punto.game.virtual_shoe import VirtualShoe
from punto.library import BUILT_IN, Rulebooks
from punto.progressive.state import meter_pot, shown
from punto.record.durable import Durable
from punto.record.export import exported
from punto.record.memory import MemoryDurable
from punto.record.opening import running
from punto.rules.house_rules import HouseRules
from punto.table import Due, Refusal, TableState, due
from punto.table.commands import BuyIn, Perform, Pledge, RevealEntropy, Sit
from punto.table.events import ChipsBought, EntropyCalled, PlayerLeft, ShoeCommitted
from punto.table.state import stakes_of

WAITS = ("lapse", "close")  # wakeups that only a timer triggers


class Patient(AutomaticDriver):
    """An automatic dealer that waits for the player."""

    def __init__(self, keeper: CardSource, pace: Pace, *, timed: bool) -> None:
        super().__init__(keeper, pace)
        self.timed = timed
        self.watched: Callable[[], bool] = lambda: False  # whether events are still being shown
        self._told = (0, 0)  # the shoe and coup that the player wants dealt

    def deal(self, state: TableState) -> None:
        """Close bets for this coup: the player is ready."""
        self._told = state.shoe, state.coup

    def plan(self, game: Game, now: int, shut: bool) -> Wakeup | None:
        """Wait for the playback; wait for the player without limit, unless there is a timer."""
        if self.watched():
            return None
        due = super().plan(game, now, shut)
        if due is not None and due.why == "close" and self._told == (game.state.shoe, game.state.coup):
            return Wakeup(max(now, self._closed + self.pace.round), "close")
        return due if due is None or self.timed or due.why not in WAITS else Wakeup(now + LOOK, "look")


# ---------------------------------------------------------------- sitting

WHO = "you"  # the player's pseudonym in the log
ENTROPY = 32
STAKES = 100  # buy-in, in minimum wagers on a hand
QUIET = Pace(beat=0, prepare=60)  # playback has its own pace; a shuffle leaves time for entropy

Chance = Callable[[int], bytes]  # returns a number of random bytes


class Wanted(NamedTuple):
    """Options of a sitting."""

    submission: str  # the text of the file
    seat: int | None = None  # default: the middle one
    buy_in: Cents | None = None
    players: int = 3
    bet_seconds: int | None = None  # default: no timer
    fast: bool = False
    books: Rulebooks = BUILT_IN  # those in force
    drop_again: bool = False  # how roads are drawn


class Sitting:
    """A player at a table."""

    def __init__(self, desk: TableActor, machines: Machines, dealer: Patient, wanted: Wanted, chance: Chance) -> None:
        self.desk, self.machines, self.dealer = desk, machines, dealer
        self.seat, self.drop_again = seat_for(desk.rules, wanted.seat), wanted.drop_again
        self.buy_in = wanted.buy_in or least(desk.rules) * STAKES
        self.bought, self.taken = self.buy_in, 0
        self._chance = chance
        self.began = desk.room.clock.now()
        self.stopped: Callable[[str], None] = lambda why: None  # called when the table cannot continue
        self._players = min(wanted.players, desk.rules.seats - 1)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._asked = 0
        self._entropy = b""

    @classmethod
    async def open(
        cls,
        wanted: Wanted,
        store: Durable | None = None,
        dealer: type[Patient] = Patient,
        chance: Chance = secrets.token_bytes,
    ) -> Sitting:
        """Open the table. Raises ``Unlawful`` with every finding, or ``ValueError`` for a malformed submission."""
        store = store or MemoryDurable()
        clock, strongbox = Clock(), Strongbox(store)
        machines = Machines(store, strongbox)
        submission = read_filing(wanted.submission, (), wanted.books)
        progressive = meters_of(wanted.submission, wanted.books)
        game, first = first_record(
            wanted.submission,
            submission,
            wanted.books,
            rack=RACK,
            progressive=progressive,
            virtual=True,
            who="house",
            at=clock.now(),
        )
        await store.append(first.writes)
        game.take(first)
        game.partners = await machines.of(game, clock.now())
        keeper = VirtualShoe(game.rules, strongbox)
        patient = dealer(keeper, pace_of(wanted), timed=wanted.bet_seconds is not None)
        desk = TableActor(
            FloorServices(store, clock, machines.beside, strongbox), game, keeper, patient, lambda who: ""
        )
        return cls(desk, machines, patient, wanted, chance)

    # ---------------------------------------------------------------- life cycle

    def begin(self) -> None:
        """Sit down before the demo players, and start the table."""
        self.desk.first(self._command(Sit, seat=self.seat, buy_in=self.buy_in))
        self.desk.watch(self._noticed)
        self._begin(self._run())
        if self._players:
            self._begin(DemoPlayers(self.desk, Setup(players=self._players)).play())

    async def _run(self) -> None:
        await self.desk.run()
        if self.desk.failed:
            self.stopped(self.desk.failed)

    async def end(self) -> None:
        """Stop the table; its log stays."""
        self.desk.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _begin(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ---------------------------------------------------------------- state

    @property
    def rules(self) -> HouseRules:
        """The house rules of the table."""
        return self.desk.rules

    @property
    def state(self) -> TableState:
        """The current state of the table."""
        return self.desk.state

    @property
    def elapsed(self) -> int:
        """Milliseconds since the person sat down."""
        return self.desk.room.clock.now() - self.began

    @property
    def left_to_bet(self) -> int | None:
        """Seconds until bets close; None without a timer."""
        closes = self.desk.closes if self.dealer.timed else None
        return None if closes is None else max(0, closes - self.desk.room.clock.now() + 999) // 1000

    def meters(self) -> dict[str, Cents]:
        """Return the meter displays, in cents."""
        meters = self.machines.meters.get(self.state.progressive)
        if meters is None:
            return {}
        return {key: shown(meters.state, key) for key in meters.terms.meters if meter_pot(key) in meters.state.pots}

    def net(self, state: TableState) -> Cents:
        """Return the player's net result: chips in hand, on the felt and cashed out, minus those bought."""
        if state.seated.get(self.seat) != WHO:
            return self.taken - self.bought if self.taken else 0
        return state.accounts.get(seat_account(self.seat), 0) + sum(stakes_of(state, self.seat).values()) - self.bought

    async def peek(self, places: Iterable[str]) -> dict[str, str]:
        """Return the faces of cards that the player holds."""
        return await peeked(self.desk, WHO, places)

    async def log(self) -> str:
        """Return the log so far, as a file that ``punto verify`` reads."""
        return exported([record async for record in self.desk.room.store.records()], running())

    # ---------------------------------------------------------------- acts

    async def do(self, kind: Any, by: Role = Role.PLAYER, **fields: Any) -> Refusal | None:
        """Give a command; return its refusal, or None."""
        try:
            answer = await self.desk.do(self._command(kind, by, **fields))
        except TableUnavailable as gone:
            self.stopped(str(gone))
            return None
        return answer if isinstance(answer, Refusal) else None

    async def fill(self, act: Due, holes: dict[str, Any]) -> Refusal | None:
        """Do a due act, with its holes filled; return its refusal, or None."""
        return await self.do(act.command, act.by, **act.given, **holes)

    def deal(self) -> Refusal | None:
        """Close bets and deal the coup; return a refusal if that is not possible."""
        decided = self.desk.game.decide(self._command(Perform, Role.DEALER, step="no-more-bets"))
        if isinstance(decided, Refusal):
            return decided
        self.dealer.deal(self.state)
        self.desk.wake()
        return None

    async def buy(self) -> Refusal | None:
        """Buy the initial number of chips again."""
        return await self.do(BuyIn, seat=self.seat, cents=self.buy_in)

    def _command(self, kind: Any, by: Role = Role.PLAYER, **fields: Any) -> Any:
        self._asked += 1
        return kind(id=f"{WHO}-{self._asked}", by=by, who=WHO, at=0, coup=self.state.coup or None, **fields)

    # ---------------------------------------------------------------- entropy and buy-ins

    def _noticed(self, published: Published) -> None:
        for event in published.batch.events:
            if isinstance(event, ChipsBought) and event.seat == self.seat:
                self.bought += event.cents
            if isinstance(event, PlayerLeft) and event.seat == self.seat:
                own = seat_account(self.seat)
                self.taken += sum(posting.cents for posting in event.postings if posting.debit == own)
            if isinstance(event, ShoeCommitted | EntropyCalled):
                self._begin(self._add_entropy(published.state))

    async def _add_entropy(self, state: TableState) -> None:
        """Pledge entropy for a shuffle, or reveal it, as far as it is due now."""
        stack = state.fair.stack if state.fair else None
        wants = {act.command for act in due(self.rules, state) if act.seat == self.seat and act.by is Role.PLAYER}
        if Pledge in wants and stack is not None:
            self._entropy = self._chance(ENTROPY)
            pledged = pledge(bytes.fromhex(stack.commitment), Contribution(WHO, self._entropy))
            await self.do(Pledge, seat=self.seat, hash=pledged.hash.hex())
        elif RevealEntropy in wants:
            await self.do(RevealEntropy, seat=self.seat, entropy=self._entropy.hex())


def least(rules: HouseRules) -> Cents:
    """Return the minimum stake on a hand."""
    return min(rules.limits[wager.key].least for wager in rules.wagers if wager.hand)


def seat_for(rules: HouseRules, wanted: int | None) -> int:
    """Return the wanted seat, or the middle one. Raises ``ValueError``."""
    if wanted is not None and wanted > rules.seats:
        raise ValueError(f"--seat {wanted}: table {rules.table} has {rules.seats} seats")
    return wanted or (rules.seats + 1) // 2


def pace_of(wanted: Wanted) -> Pace:
    """Return the pace of the table."""
    bets = QUIET.bets if wanted.bet_seconds is None else 1000 * wanted.bet_seconds
    return Pace(beat=0, prepare=QUIET.prepare, bets=bets, round=0 if wanted.fast else QUIET.round)
