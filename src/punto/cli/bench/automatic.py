"""A table that deals by itself, with people at every seat who always bet: what ``punto bench table`` times.

Nothing is left out that a real table has: every command is decided, its events are written as bytes and chained by
their hashes, chips are posted from account to account, and the roads are kept. Of the log only its end stays, so that a
long run measures the table and not the memory of this machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.resources import files
from random import Random

from punto.cards import DECK, Card
from punto.folds.roads import Outcome, Roads
from punto.log.faces import Given
from punto.log.opening import Open, running
from punto.log.record import Record
from punto.log.session import Accepted, Session
from punto.log.store import Write, follow, head
from punto.roles import Role
from punto.rulebook import text_of
from punto.table import Refusal
from punto.table.automatic import next_act
from punto.table.commands import AnyCommand, Perform, Proceed, Sit, Wagers
from punto.table.events import CoupSettled, ShoeEnded
from punto.table.phases import Phase

SUBMISSION = "md-mini-classic"  # nobody but the house touches a card, so that it deals by itself
SEATS = 7
PEOPLE = {seat: f"p{seat}" for seat in range(1, SEATS + 1)}
RACK, BUY_IN = 10**13, 10**11
OUTCOMES: dict[str, Outcome] = {"banker": "B", "player": "P", "tie": "T"}


class Tail:
    """A store that keeps the end of each stream."""

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
        """Return the end of a stream, which is all that is left of it."""
        last = self._last.get(stream)
        return iter([last] if last and last.last > after else [])

    def last(self, stream: str) -> Record | None:
        """Return the last record of a stream."""
        return self._last.get(stream)

    def find(self, stream: str, who: str, ident: str) -> Record | None:
        """No command comes twice here."""
        return None

    def records(self) -> Iterator[Record]:
        """Return the last records."""
        return iter(self._last.values())


class AutomaticTable:
    """Seven people with two wagers each, and a house that deals from one shuffled shoe after another."""

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
        )
        self.store, self.roads = Tail(), Roads()
        self.session, _ = Session.open(self.store, opening)
        self.chance = Random(seed)
        self.keeper = Given(self._cards())
        for seat, who in PEOPLE.items():
            self._do(Sit(id="sit", by=Role.PLAYER, who=who, at=0, seat=seat, buy_in=BUY_IN))

    def _cards(self) -> Iterator[Card]:
        """Give cards for ever: as many decks, shuffled, as a shoe takes at most, then the next."""
        while True:
            shoe = list(DECK) * self.session.rules.shoe.decks
            self.chance.shuffle(shoe)
            self._shoe = self.session.state.shoe
            for card in shoe:
                if self.session.state.shoe != self._shoe:
                    break
                yield card

    def play(self, rounds: int) -> None:
        """Play so many rounds."""
        end = self.session.state.coup + rounds
        while self.session.state.coup < end:
            self._next()

    def _next(self) -> None:
        """Let the house go on, with the faces of what lies face down; first with what it waits for."""
        places = self.session.state.places
        down = [place for place, face in places.items() if face is None] if places else self._asked()
        if down is None:
            return
        state = self.session.state
        faces = self.keeper.faces(state, down)
        self._do(Proceed(id=f"beat-{state.version}", by=Role.SYSTEM, who="house", at=0, faces=faces))

    def _asked(self) -> list[str] | None:
        """Do what is asked of players between two coups; return what the house turns then, if it goes on."""
        state = self.session.state
        act = next_act(self.session.rules, state)
        if act is None:  # somebody cuts
            cut = {"by": Role.PLAYER, "who": PEOPLE[SEATS], "step": "place-cut", "seat": SEATS, "cards": 100}
            self._do(Perform(id=f"cut-{state.version}", at=0, **cut))  # type: ignore[arg-type]
            return None
        if act.what == "no-more-bets" and state.phase is Phase.BETTING:
            self._bet()
        return act.what.split() if act.do == "turn" else []

    def _bet(self) -> None:
        coup = self.session.state.coup
        for seat, who in PEOPLE.items():
            stakes = {"banker" if (seat + coup) % 3 else "player": 100_00 + 25_00 * seat, "tie": 25_00 + 5_00 * seat}
            self._do(Wagers(id=str(coup), by=Role.PLAYER, who=who, at=0, coup=coup, seat=seat, stakes=stakes))

    def _do(self, command: AnyCommand) -> None:
        before = self.session.state
        answer = self.session.do(command)
        if isinstance(answer, Refusal):
            raise RuntimeError(f"{command} was refused: {answer}")
        self.keeper.see(before, answer.events)
        self._draw(answer)

    def _draw(self, answer: Accepted) -> None:
        """Keep the roads of the shoe."""
        for event in answer.events:
            if type(event) is CoupSettled:
                self.roads = self.roads.after(OUTCOMES[event.winner])
            elif type(event) is ShoeEnded:
                self.roads = Roads()
