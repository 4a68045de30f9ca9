"""A table as a state machine: whatever few things people do at it, money and cards are where they should be.

The walker of tests/walk goes further; this one comes back with the shortest story it can find. To look for new ones:
HYPOTHESIS_PROFILE=explore.
"""

import random
from functools import cache

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from punto.core.cards import DECK, Card
from punto.core.posting import HOUSE
from punto.core.roles import Role
from punto.game.card_sources import DrawnCards as Followed
from punto.game.card_sources import filling
from punto.rules.house_rules import HouseRules
from punto.table import Due, Reason, Refusal, TableState, decide, due, evolve
from punto.table.betting import closed
from punto.table.commands import AnyCommand
from punto.table.decide import opened
from punto.table.drive import filled, house
from punto.table.events import AnyEvent, CoupSettled
from punto.table.phases import Phase
from punto.table.state import stakes
from tests.table.harness import RACK, rules_of
from tests.walk.people import Fields, Seated, excused
from tests.walk.stack import Stack

TABLES = ("ma-baccarat-royal", "ma-midi-squeeze", "ma-midi-multilevel-royal", "ma-mini-continuous", "md-mini-classic")
WRONG = ("error", "error-third", "seen", "face-up", "face-up-third")
WAGERS = ("wager", "verbal", "withdraw", "confirm", "free-hand")
DOLLAR, HOUR = 100, 3_600_000


class Drawn:
    """Choices that Hypothesis makes, and makes simpler."""

    def __init__(self) -> None:
        self.data: st.DataObject | None = None

    def choice(self, among):  # type: ignore[no-untyped-def]
        assert self.data is not None
        return self.data.draw(st.sampled_from(list(among)))

    def randint(self, least: int, most: int) -> int:
        assert self.data is not None
        return self.data.draw(st.integers(least, most))


class Table(Seated):
    """A table without a log: a state, and what ``decide`` and ``evolve`` make of it."""

    def __init__(self, rules: HouseRules) -> None:
        self._rules, self._state, self.begun = rules, TableState(), TableState()
        self.drawn = Drawn()
        self.chance = self.drawn
        self.stack = Stack(rules, random.Random(1))
        self.keeper = Followed(self.stack)
        self.events: list[AnyEvent] = []
        self.at = self.number = 0

    @property
    def rules(self) -> HouseRules:
        return self._rules

    @property
    def state(self) -> TableState:
        return self._state

    def take(self, events: tuple[AnyEvent, ...]) -> None:
        self.keeper.see(self._state, events)
        for event in events:
            self._state = evolve(self._state, event)
            self.events.append(event)

    def give(self, command: AnyCommand) -> Refusal | None:
        """Give a command; a refused one leaves not a byte of the state another."""
        state, before = self._state, msgspec.json.encode(self._state)
        answer = decide(self._rules, state, command)
        assert msgspec.json.encode(state) == before
        if isinstance(answer, Refusal):
            return answer
        self.take(answer)
        if any(isinstance(event, CoupSettled) for event in answer):
            assert not stakes(self._state)
        return None

    def tell(self, fields: Fields) -> Refusal | None:
        self.number += 1
        self.at += 1000
        given = {"id": str(self.number), "at": self.at, "coup": self._state.coup, **fields}
        return self.give(msgspec.convert(given, AnyCommand))

    def follow(self, act: Due) -> Refusal | None:
        """Do what is expected, right; only what ``due`` cannot know is a reason to refuse it."""
        refusal = self.tell(self.told(act))
        assert refusal is None or excused(act, refusal.reason), (act, refusal)
        if act.do == "withdraw" and refusal is None:
            assert (act.seat, act.wager) not in stakes(self._state)
        return refusal

    def house(self) -> bool:
        """What the automatic dealer does next, if there is anything."""
        act = house(self._rules, self._state, self.at)
        if act is None or (act.step == "no-more-bets" and not stakes(self._state) and self._state.kind == "wagered"):
            return False
        command = filled(self._rules, self._state, act, self.at, filling(self.keeper))
        assert self.give(command) is None, act
        return True


@cache
def ready(name: str) -> tuple[TableState, tuple[Card, ...]]:
    """A table with its cards in the shoe and two players, and the cards; made once."""
    table = Table(rules_of(name))
    table.take((opened(table.rules, RACK),))
    for seat in (1, 3):
        assert (
            table.tell({"do": "sit", "by": "player", "who": f"p{seat}", "seat": seat, "buy-in": 5_000 * DOLLAR}) is None
        )
    while table.state.phase is not Phase.BETTING:
        if not table.house():
            people = [act for act in due(table.rules, table.state) if act.must and "decline" in act.step]
            assert table.follow(people[0]) is None
    return table.state, tuple(table.stack.cards)


class Machine(RuleBasedStateMachine):
    """Rules are what people do; after each the books are looked at."""

    @initialize(name=st.sampled_from(TABLES), shuffled=st.integers(0, 999))
    def sit_down(self, name: str, shuffled: int) -> None:
        self.table = Table(rules_of(name))
        self.table._state, cards = ready(name)
        self.table.begun = self.table.state
        self.table.stack.cards = random.Random(shuffled).sample(cards, len(cards))
        self.misread = False

    def _acts(self, data: st.DataObject) -> tuple[Due, ...]:
        self.table.drawn.data = data
        return due(self.table.rules, self.table.state)

    def _one(self, data: st.DataObject, acts: list[Due]) -> None:
        if acts:
            self.table.follow(data.draw(st.sampled_from(acts), label="act"))

    # ------------------------------------------------------------ what people do

    @rule(data=st.data(), times=st.integers(1, 4))
    def somebody_bets(self, data: st.DataObject, times: int) -> None:
        for _ in range(times):
            self._one(data, [act for act in self._acts(data) if act.do in WAGERS])

    @rule(data=st.data())
    def somebody_does_what_is_due(self, data: st.DataObject) -> None:
        self._one(data, [act for act in self._acts(data) if act.must])

    @rule(data=st.data(), acts=st.sampled_from([2, 6, 40]))
    def the_house_goes_on(self, data: st.DataObject, acts: int) -> None:
        """The dealer does what is due, and players what they must."""
        self.table.drawn.data = data
        for _ in range(acts):
            people = [act for act in self._acts(data) if act.must and act.by in (Role.PLAYER, Role.CURATOR)]
            if people:
                self.table.follow(people[0])
            elif not self.table.house():
                return

    @rule(data=st.data())
    def a_card_goes_wrong(self, data: st.DataObject) -> None:
        """And, if Hypothesis likes, is remedied at once."""
        self._one(data, [act for act in self._acts(data) if {*act.places} & {*WRONG}])
        if self.table.state.trouble is not None and data.draw(st.booleans(), label="remedied"):
            self._one(data, [act for act in self._acts(data) if act.must])

    @precondition(lambda self: any(self.table.state.places.values()))
    @rule(data=st.data(), card=st.sampled_from(DECK))
    def a_face_is_put_right(self, data: st.DataObject, card: Card) -> None:
        seen = [place for place, face in self.table.state.places.items() if face]
        place = data.draw(st.sampled_from(seen), label="place")
        given = {"do": "correct", "by": "floor", "who": "fay", "place": place, "card": str(card), "why": "misread"}
        self.misread |= self.table.tell(given) is None

    @rule(data=st.data(), what=st.sampled_from(["anything", "adjust", "leave", "wait"]))
    def something_rarer_happens(self, data: st.DataObject, what: str) -> None:
        seated = sorted(self.table.state.seated.items())
        if what == "wait":
            self.table.at += HOUR * data.draw(st.sampled_from([1, 9, 25]), label="hours")
        elif what == "anything" or not seated:
            self._one(data, [act for act in self._acts(data) if not act.must and act.do not in WAGERS])
        elif what == "leave":
            seat, who = data.draw(st.sampled_from(seated), label="seat")
            self.table.tell({"do": "leave", "by": "player", "who": who, "seat": seat})
        else:
            seat, cents = data.draw(st.sampled_from(seated), label="seat")[0], data.draw(st.integers(-2000, 2000))
            given = {"do": "adjust", "by": "floor", "who": "fay", "seat": seat, "cents": cents, "why": "miscounted"}
            self.table.tell(given)

    @rule(data=st.data(), by=st.sampled_from(Role), who=st.sampled_from(["stranger", "p1", "dealer"]))
    def somebody_else_does_it(self, data: st.DataObject, by: Role, who: str) -> None:
        """Whoever an act is not expected of is refused, unless it is expected of them too."""
        acts = self._acts(data)
        if not acts:
            return
        act = data.draw(st.sampled_from(acts), label="act")
        if (by, who) == (act.by, self.table.who(act.by, act.seat, act.step)) or act.do == "sit":
            return
        theirs = [one for one in acts if (one.by, self.table.who(one.by, one.seat, one.step)) == (by, who)]
        refusal = self.table.tell(self.table.told(act) | {"by": by, "who": who})
        staff = by is act.by and by not in (Role.PLAYER, Role.CURATOR)
        assert refusal is not None or theirs or staff, (act, by, who)
        if refusal is not None and refusal.reason is Reason.WRONG_ROLE:
            assert by is not act.by or not staff

    # ------------------------------------------------------------ what holds

    @invariant()
    def money_is_conserved(self) -> None:
        accounts = self.table.state.accounts
        assert sum(accounts.values()) == 0
        assert all(cents > 0 or account == HOUSE for account, cents in accounts.items())

    @invariant()
    def every_card_is_somewhere(self) -> None:
        assert len(self.table.stack.cards) == self.table.state.left
        for place, face in self.table.state.places.items():
            card = self.table.keeper.at[place]
            assert face in (None, str(card)) or self.misread, (place, card, face)

    @invariant()
    def nobody_bets_on_a_card_that_was_seen(self) -> None:
        state = self.table.state
        if state.kind == "simulated" or (state.phase is Phase.BETTING and any(state.opening)):
            assert state.kind == "simulated"
            assert not stakes(state)

    @invariant()
    def something_can_be_done(self) -> None:
        acts = due(self.table.rules, self.table.state)
        waits = not self.table.state.seated or not closed(self.table.state)
        assert any(act.must for act in acts) or waits

    def teardown(self) -> None:
        """The state comes out of its events again."""
        state = self.table.begun
        for event in self.table.events:
            state = evolve(state, event)
        assert state == self.table.state


TestMachine = Machine.TestCase
TestMachine.settings = settings(max_examples=100, stateful_step_count=30)
