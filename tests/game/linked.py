"""A table with its meters, and wallets, over a real log; and how a forger would change that."""

import tomllib
from collections.abc import Callable, Iterable
from itertools import chain, repeat
from typing import Any, TypeVar

from punto.core.cards import Card, cards
from punto.core.roles import Role
from punto.game.game import Session, open_table, resume_table
from punto.game.linked_machines import WalletLinks
from punto.game.progressive_link import ProgressiveLink
from punto.law.rulebook import load, text_of
from punto.progressive import State, evolve, shown
from punto.record.export import export
from punto.record.memory import MemoryStore
from punto.record.opening import Open
from punto.record.vault import Worded
from punto.table import Refusal
from punto.table.commands import AnyCommand
from punto.table.events import AnyEvent, AwardPaid
from punto.verification.verify import Report, verify
from tests.game.sessions import VERSION
from tests.law.filing import plain
from tests.law.submitting import Changes, royal, text
from tests.table.harness import Shoe, Table

METERS = "progressive/royal-9"
VAULT = Worded("a word")
BURNED = "Ac 2d"  # one is exposed, one is burned
NO_ROYAL = "4d 9s 4c Ah"  # 8 over 0
BOTH = "Ks 9h 9h Ks"  # both hands are seat 1's King-9
BANKER = "4d Ks 4c 9h"
PLAYER = "Ks 4d 9h 4c"
MUST_HIT: Changes = {"wagers.royal-9.must-hit": {"seed": 500_00, "rate": "2.00%", "ceiling": 500_10}}  # hits at once
T = TypeVar("T")


def opening(book: str, changes: Changes | None = None, **fields: Any) -> Open:
    """The command that opens a table with Royal 9."""
    filed = text(tomllib.loads(plain(load(book))), {**royal(load(book)), **(changes or {})})
    given: dict[str, Any] = {"submission": filed, "rulebook": text_of(book), "rack": 10_000_000_00, "punto": VERSION}
    return Open(id="open", by=Role.SYSTEM, who="house", at=0, **{"progressive": "royal-9", **given, **fields})


class Linked(Table):
    """A table over a log; it deals the coups it is given."""

    def __init__(
        self,
        command: Open,
        *coups: str,
        store: MemoryStore | None = None,
        players: Iterable[int] = (1, 3),
        wallets: dict[str, int] | None = None,
    ) -> None:
        self.store = store or MemoryStore()
        self.purses = WalletLinks(self.store)
        self.session, accepted = open_table(self.store, command, VAULT, self.purses)
        if wallets:
            self.purses.fill(self.store, wallets, 0)
        self.rules, self.state = self.session.rules, self.session.state
        self.number = self.now = self.steps = 0
        self.events = list(accepted.events)
        self.shoe = Shoe.of(chain(cards(BURNED), *map(cards, coups), repeat(Card.of("2c"))))
        for seat in players:
            self.must(do="sit", seat=seat, buy_in=100_000_00)
        if players:
            self.ready()

    def give(self, command: AnyCommand) -> list[AnyEvent] | Refusal:
        answer = self.session.do(command)
        if isinstance(answer, Refusal):
            return answer
        self.state = self.session.state
        self.events += answer.events
        return list(answer.events)

    def stake(self, *seats: int) -> "Linked":
        """The least on Player, and a Royal 9, at each seat."""
        for seat in seats:
            self.must(do="wager", seat=seat, wager="player", cents=self.rules.limits["player"].least)
            self.must(do="wager", seat=seat, wager="royal-9", cents=5_00)
        return self

    def play_with(self, *seats: int) -> "Linked":
        self.ready()
        self.stake(*seats).auto(until="clear-cards")
        return self

    def settled(self, *seats: int) -> "Linked":
        self.stake(*seats).auto(until="announce-result")
        return self

    # ------------------------------------------------------------ what is there

    @property
    def awards(self) -> list[AwardPaid]:
        return [event for event in self.events if isinstance(event, AwardPaid)]

    @property
    def meters(self) -> State:
        return meters_of(self.store)

    def reads(self, meter: str) -> int:
        return shown(self.meters, meter)

    def beside(self, kind: type[T], stream: str = METERS) -> list[T]:
        """The events of a kind in another stream."""
        return [event for event in events_of(self.store, stream) if isinstance(event, kind)]

    def log(self) -> bytes:
        return export(self.store, VERSION).encode()

    def verified(self) -> Report:
        report = verify(self.log())
        assert report.whole, {check: str(fault) for check, fault in report.faults.items()}
        return report

    def resumed(self) -> Session:
        return resume_table(self.store, self.session.stream, VAULT)


def events_of(store: MemoryStore, stream: str) -> list[Any]:
    return [event for record in store.read(stream) for event in record.batch.events]


def meters_of(store: MemoryStore, stream: str = METERS) -> State:
    """The state of the meters by their events alone: no terms, no secrets."""
    state = State()
    for event in events_of(store, stream):
        state = evolve(state, event)
    return state


def partner(session: Session) -> ProgressiveLink:
    (found,) = (one for one in session.partners if isinstance(one, ProgressiveLink))
    found.catch_up()
    return found


# ---------------------------------------------------------------- forging


def of(records: list[Any], do: str, stream: str = "", number: int = 0) -> Any:
    """A record by its command."""
    return [one for one in records if one["command"]["do"] == do and one["stream"].startswith(stream)][number]


def with_event(records: list[Any], tag: str) -> Any:
    """The first record that holds an event."""
    return next(one for one in records if any(event["event"].startswith(f"{tag}/") for event in one["events"]))


def renumbered(records: list[Any]) -> None:
    ends: dict[str, int] = {}
    for record in records:
        record["n"] = ends.get(record["stream"], 0) + 1
        ends[record["stream"]] = record["n"] + len(record["events"]) - 1


Edit = Callable[[list[Any]], None]
