"""A table that deals by itself, with people at every seat who always bet: what ``punto bench table`` times.

Nothing is left out that a real table has: every command is decided, its events are written as bytes and chained by
their hashes, chips are posted from account to account, and the roads are kept. Of the log only its end stays, so that a
long run measures the table and not the memory of this machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files
from random import Random

from punto.cards import DECK, Card
from punto.coup import play
from punto.folds.roads import Outcome, Roads
from punto.log.faces import Drawn
from punto.log.opening import Open, running
from punto.log.record import Record
from punto.log.session import Accepted, Session
from punto.log.store import Write, follow, head
from punto.roles import Role
from punto.rulebook import text_of
from punto.table import Refusal
from punto.table.automatic import next_act
from punto.table.commands import AnyCommand, Perform, Proceed, Sit, Wagers
from punto.table.events import AnyEvent, CoupSettled, ShoeEnded
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


class Deck:
    """The cards of one shoe after another, shuffled; the house may look at those of the coup that comes."""

    def __init__(self, decks: int, seed: int) -> None:
        self._cards, self._chance, self._next = list(DECK) * decks, Random(seed), 0
        self._chance.shuffle(self._cards)

    def draw(self) -> Card:
        """Return the next card."""
        self._next += 1
        return self._cards[self._next - 1]

    def see(self, event: AnyEvent, kept: Sequence[Card]) -> None:
        """Shuffle when a shoe is over."""
        if type(event) is ShoeEnded:
            self._chance.shuffle(self._cards)
            self._next = 0

    def coming(self) -> dict[str, str]:
        """Return the faces that the next coup will turn, and no other."""
        coup = play(self._cards[self._next : self._next + 6])
        hands = {"P": coup.player, "B": coup.banker}
        return {f"{side}{n}": str(card) for side, hand in hands.items() for n, card in enumerate(hand, 1)}


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
        self.deck = Deck(self.session.rules.shoe.decks, seed)
        self.keeper = Drawn(self.deck)
        for seat, who in PEOPLE.items():
            self._do(Sit(id="sit", by=Role.PLAYER, who=who, at=0, seat=seat, buy_in=BUY_IN))

    def play(self, rounds: int) -> None:
        """Play so many rounds."""
        end = self.session.state.coup + rounds
        while self.session.state.coup < end:
            self._next()

    def _next(self) -> None:
        """Let the house go on, with the faces that it will turn: nobody waits for a beat, so a coup is one."""
        faces = self._asked()
        if faces is not None:
            state = self.session.state
            self._do(Proceed(id=f"beat-{state.version}", by=Role.SYSTEM, who="house", at=0, faces=faces))

    def _asked(self) -> dict[str, str] | None:
        """Do what is asked of players between two coups; return the faces that the house then turns, if it goes on."""
        state = self.session.state
        act = next_act(self.session.rules, state)
        if act is None:  # somebody cuts
            cut = {"by": Role.PLAYER, "who": PEOPLE[SEATS], "step": "place-cut", "seat": SEATS, "cards": 100}
            self._do(Perform(id=f"cut-{state.version}", at=0, **cut))  # type: ignore[arg-type]
            return None
        if act.what == "no-more-bets" and state.phase is Phase.BETTING:
            self._bet()
            return self.deck.coming()
        return self.keeper.faces(state, act.what.split()) if act.do == "turn" else {}

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
