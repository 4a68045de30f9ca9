"""Drivers of a table: default actions for players who do not respond, the dealer's desk, the automatic dealer.

A driver looks at a table after each record and returns when it will act, if nothing else happens first. Its commands
are decided like any others. A command that arrives before that moment is decided before it, a later one after it: so a
wager counts if it arrived before the bet timer ran out, and is refused if not.

No seat can stall a table. Where the document gives the dealer a remedy, that is used: the right to turn a hand is taken
for delay (ma-mini 8(d)), and House Money without a decision is settled as taken (ma-mini 8(c)(3)). An offer without an
answer counts as declined, as it does when the seat is left. What then remains cannot be declined, a card to deal or a
cut to make again: the house does it in the seat's name. The ids of such commands begin with ``lapse-``, which clients
may not use, so that the log shows which acts a person did not make.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, Protocol

from msgspec.structs import replace

from punto.core.roles import DEALER, SYSTEM
from punto.floor.rhythm import NO_TIMES, length
from punto.floor.setup import Pace
from punto.game.card_sources import CardSource, filling
from punto.game.game import Game
from punto.record import duties
from punto.table import Due, TableState
from punto.table.betting import CLOSE
from punto.table.commands import AnyCommand, CallEntropy, ListCards, Perform, Proceed, Turn
from punto.table.drive import DEALERS, UNSEEN, WHO, Fill, filled, house, usual
from punto.table.due import keeping
from punto.table.events import AnyEvent
from punto.table.holes import Depth, Why
from punto.table.phases import BETTING, DRAWING, HOUSE_MONEY, IDLE, PAYING, PREPARING, TURNING
from punto.table.seating import DECLINING
from punto.table.state import any_stakes

# ---------------------------------------------------------------- default actions

PREFIX = duties.LAPSE
DELAY = "delay"  # the documents' word for it


def awaited(game: Game) -> tuple[Due, ...]:
    """Return the acts that only a person outside the house must do now."""
    return tuple([act for act in game.due if act.must and act.by not in DEALERS])


def lapsed(game: Game, keeper: CardSource, at: int) -> AnyCommand:
    """Return the command that continues without the person who is awaited."""
    return filled(game.rules, game.state, next(_ways(game)), at, _late(filling(keeper)), PREFIX.rstrip("-"))


def _late(fill: Fill) -> Fill:
    """Fill the reason of an order with delay, and other holes as usual."""
    return lambda state, hole: DELAY if isinstance(hole, Why) else fill(state, hole)


def _ways(game: Game) -> Iterator[Due]:
    """Return the ways to continue, the best first."""
    acts, people = game.due, awaited(game)
    yield from (act for act in acts if act.step == "order-give-up" and act.by is DEALER)
    yield from (
        act for act in acts if act.must and act.by in DEALERS and act.command in {one.command for one in people}
    )
    yield from (act for act in people if act.step in DECLINING)
    yield from people


# ---------------------------------------------------------------- drivers

REVEALS = 1_500  # milliseconds before a beacon's round, in which those who pledged reveal
ASKS = 250  # milliseconds between two questions for a round that is due
LOOK = 60_000  # milliseconds between checks of the clock at an empty table: cards grow old, and tables idle


class Wakeup(NamedTuple):
    """The time at which a driver acts, and its reason."""

    at: int
    why: Literal["publish", "pledge", "entropy", "call", "round", "close", "beat", "machine", "lapse", "look"]


PUBLICATIONS = ("publish", "pledge", "entropy", "call", "round")
SHOWN = frozenset({TURNING, HOUSE_MONEY, DRAWING, PAYING})  # act by act, where there is a show


class Driver(Protocol):
    """A driver of a table."""

    pace: Pace
    times: Mapping[str, int]  # how long each event is shown before the driver acts again

    def see(self, events: Sequence[AnyEvent], now: int) -> None:
        """Note what is shown at the table."""

    def plan(self, game: Game, now: int, shut: bool) -> Wakeup | None:
        """Return when to act if nothing else happens, or None; no new round begins if ``shut``."""

    def command(self, game: Game, wakeup: Wakeup, now: int) -> AnyCommand | None:
        """Return the command for a wakeup, or None if there is nothing to do after all."""


class DeskDriver:
    """A table with a human dealer: the house publishes for a virtual shoe, and performs the steps of devices."""

    def __init__(self, keeper: CardSource, pace: Pace) -> None:
        self.keeper, self.pace = keeper, pace
        self.times: Mapping[str, int] = NO_TIMES  # a dealer's acts are the show
        self._since: tuple[Hashable, int] = (None, 0)
        self._shown = 0  # when everything has been shown
        self._asked = 0  # when the round of a beacon was asked for

    def see(self, events: Sequence[AnyEvent], now: int) -> None:
        """Note until when the events of a command are shown."""
        if lasts := length(self.times, events):
            self._shown = max(self._shown, now) + lasts

    def plan(self, game: Game, now: int, shut: bool) -> Wakeup | None:
        """Return the next act, or what the round of a public beacon needs before it."""
        planned, beacon = self._plan(game, now, shut), self._beacon(game, now)
        if beacon is None or (planned is not None and planned.at < beacon.at):
            return planned
        return beacon

    def _plan(self, game: Game, now: int, shut: bool) -> Wakeup | None:
        """Publish what is owed; let a device shuffle immediately."""
        owed = self._owed(game, now)
        return owed or (Wakeup(now, "machine") if _of_a_machine(game) else None)

    def _beacon(self, game: Game, now: int) -> Wakeup | None:
        """Close the pledges shortly before the round of a beacon; then ask for it, as long as the pace says."""
        stack = game.state.fair.stack if game.state.fair is not None else None
        if stack is None or not stack.round or stack.signature or stack.hashes:
            return None
        if stack.pledges and not stack.called and now < stack.round_at:
            return Wakeup(max(now, stack.round_at - REVEALS), "call")
        end = stack.round_at + self.pace.beacon
        return Wakeup(max(now, stack.round_at, min(self._asked + ASKS, end)), "round") if now < end else None

    def _owed(self, game: Game, now: int) -> Wakeup | None:
        """Publish immediately; wait for pledges and for pledged entropy, neither without limit."""
        owed = self.keeper.owes(game.state, waits=False)
        if owed is None:
            return None
        if owed.command in (CallEntropy, ListCards) and (beacon := self._beacon(game, now)) is not None:
            return beacon
        if pledging(game.state, owed):
            return Wakeup(self._began(("pledge", game.state.shoe, game.state.coup), now) + self.pace.pledge, "pledge")
        if self.keeper.owes(game.state):
            return Wakeup(now, "publish")
        return Wakeup(self._began(("entropy", game.state.shoe, game.state.coup), now) + self.pace.choice, "entropy")

    def command(self, game: Game, wakeup: Wakeup, now: int) -> AnyCommand | None:
        """Return the publication that is owed, or a device's step."""
        if wakeup.why == "machine":
            act = _of_a_machine(game)
            return filled(game.rules, game.state, act, now, usual) if act else None
        if wakeup.why == "round":
            self._asked = now
            return self.keeper.round(game.state, now)
        if wakeup.why == "call":
            call = next((act for act in keeping(game.rules, game.state) if act.command is CallEntropy), None)
            return self.keeper.command(game.state, call, now) if call is not None else None
        owed = self.keeper.owes(game.state, waits=wakeup.why not in ("pledge", "entropy"))
        return self.keeper.command(game.state, owed, now) if owed else None

    def _began(self, what: Hashable, now: int) -> int:
        """Return since when the table has waited for the same thing."""
        if self._since[0] != what:
            self._since = what, now
        return self._since[1]


def pledging(state: TableState, owed: Due) -> bool:
    """Return whether a player has still to pledge for a coup of a continuous shoe, which is listed at its commitment.

    The shuffle of a whole shoe takes long enough for everyone to pledge.
    """
    stack = state.fair.stack if state.fair is not None else None
    if stack is None or not state.continuous or stack.called or owed.command not in (CallEntropy, ListCards):
        return False
    return not stack.pledges.keys() >= {*state.seated.values()}


def _of_a_machine(game: Game) -> Due | None:
    """Return the due step of a device, such as a shuffle, or None."""
    return next((act for act in game.due if act.must and act.by is SYSTEM and act.command is Perform), None)


class AutomaticDriver(DeskDriver):
    """A table with an automatic dealer."""

    def __init__(self, keeper: CardSource, pace: Pace) -> None:
        super().__init__(keeper, pace)
        self.times = pace.times()
        self._closed = 0  # when bets were last closed
        self._empty = 0  # consecutive betting periods without a wager

    def _plan(self, game: Game, now: int, shut: bool) -> Wakeup | None:
        """Publish; wait for people up to the timeout; close bets when their time is up; otherwise proceed."""
        owed = self._owed(game, now)
        if owed is not None:
            return owed
        rules, state = game.rules, game.state
        act = house(rules, state, max(now, game.at), game.due)
        if act is None:
            people = awaited(game)
            began = max(self._began(people, now), self._shown)
            return Wakeup(began + self.pace.choice, "lapse") if people else Wakeup(now + LOOK, "look")
        if act.step == CLOSE and state.phase is BETTING and not state.done and state.kind != "simulated":
            return self._timer(state, now, shut)
        began = self._began(_course(state), now)
        if not self._paced(state):
            return Wakeup(began, "beat")
        pace = self.pace.prepare if state.phase in (PREPARING, IDLE) else self.pace.beat or 0
        return Wakeup(max(began + pace, self._shown), "beat")

    def _timer(self, state: TableState, now: int, shut: bool) -> Wakeup:
        """Return the end of the betting period; a table without players, or shut and without wagers, waits."""
        if not state.seated or (shut and not any_stakes(state)):
            return Wakeup(now + LOOK, "look")
        began = max(self._began(("bets", state.shoe, state.coup, self._empty), now), self._shown)
        return Wakeup(max(began + self.pace.bets, self._closed + self.pace.round), "close")

    def _paced(self, state: TableState) -> bool:
        return bool(state.seated)  # no show is needed at a table without players

    def command(self, game: Game, wakeup: Wakeup, now: int) -> AnyCommand | None:
        """Return the due command: a publication, a timeout action, or the next acts of the dealer."""
        rules, state = game.rules, game.state
        if wakeup.why in PUBLICATIONS:
            return super().command(game, wakeup, now)
        if wakeup.why == "lapse":
            return lapsed(game, self.keeper, now)
        if wakeup.why == "close":
            self._closed = now
            if state.kind == "wagered" and not any_stakes(state):
                self._empty += 1
                return None
        act = house(rules, state, max(now, game.at), game.due)
        if act is None or wakeup.why == "look":
            return None
        one = bool(self.times) and state.phase in SHOWN
        if one or any(isinstance(hole, Depth) and hole.by_keeper for _, hole in act.holes):
            return filled(rules, state, act, now, filling(self.keeper))
        places = act.places if act.command is Turn else ()
        faces, salts = self.keeper.faces(state, places), self.keeper.salts(state, places)
        ident = f"beat-{state.version}"
        return Proceed(
            id=ident, by=SYSTEM, who=WHO, at=now, coup=state.coup, faces=faces, salts=salts if faces else None
        )


def _course(state: TableState) -> Hashable:
    """Return a key that changes when play has continued, and not when a player only sits down or buys chips."""
    return state.shoe, state.coup, state.phase, state.agenda, state.done, tuple(state.places.items()), state.asked


def kept(keeper: CardSource, state: TableState, command: AnyCommand) -> AnyCommand:
    """Add what only the virtual shoe service knows: faces of turned cards, their proofs, the dealer's cut."""
    if not keeper.knows:
        return command
    if isinstance(command, Turn):
        faces = dict.fromkeys(command.faces, UNSEEN) | keeper.faces(state, command.faces)
        return replace(command, faces=faces, salts=keeper.salts(state, command.faces) or None)
    if isinstance(command, Perform) and command.step == "dealer-cut":
        depth = keeper.cut(state)
        return command if depth is None else replace(command, cards=depth)
    return command
