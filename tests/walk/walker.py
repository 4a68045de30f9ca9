"""A walk: people at a table who do what is expected of them, from a seed, and much that is not.

Whatever they do, money is conserved and no account is below zero but the house's, the felt is empty when a coup is
settled, the only answer but events is a refusal, a refusal changes nothing and cites what it has to, what is expected
is not refused when it is done right, and the table can always get on. At the end the log verifies, and the state comes
out again from snapshots and from prefixes of the log.

    python -m tests.walk.walker ma-mini-classic 17 2000     # walk once more, and say where it breaks
"""

import json
import random
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product
from typing import Any, NoReturn

import msgspec

from punto.core.cards import DECK
from punto.core.posting import HOUSE
from punto.core.roles import Role
from punto.game.game import Accepted, Session
from punto.record.export import export
from punto.record.memory import MemoryStore
from punto.table import Due, Reason, Refusal, TableState, after, decide, due, evolve
from punto.table.betting import CLOSE, closed
from punto.table.commands import AnyCommand
from punto.table.drive import house, posted
from punto.table.events import AnyEvent, CardCorrected, CardTurned, CoupEnded, CoupSettled, CoupVoided, ShoeEnded
from punto.table.holes import Amount, AnyHole, Choice, Depth, Faces, Why
from punto.table.interruptions import is_idle
from punto.table.phases import Phase
from punto.table.posts import vacant
from punto.table.settlement import due as vigorish_due
from punto.table.state import stakes
from punto.verification.verify import verify
from tests.game.sessions import VERSION
from tests.walk.citing import miscited
from tests.walk.noise import Noise
from tests.walk.people import Fields, Seated, excused

SECOND, MINUTE, HOUR = 1000, 60_000, 3_600_000
ACTS = 3000  # no shoe is so long in the making
WRONG = ("error", "error-third", "seen", "face-up", "face-up-third")
DECODER = msgspec.json.Decoder(AnyCommand)
Answer = Accepted | Refusal | None  # nothing, where the command could not even be read


class Broken(AssertionError):
    """Something that must hold does not; says where, and how to come there again."""


@dataclass
class Tally:
    """What a walk came to."""

    commands: int = 0
    accepted: int = 0
    unread: int = 0  # no commands at all
    again: int = 0  # answered as before
    coups: int = 0
    shoes: int = 0
    acts: Counter[str] = field(default_factory=Counter)  # expected, and done
    tried: Counter[str] = field(default_factory=Counter)  # due, and decided without being done
    events: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)


class Walker(Seated):
    """A table, and all that a seed makes of it."""

    def __init__(self, submission: str, seed: int, rulebook: str = "", text: str = "") -> None:
        self.random = random.Random(f"{submission}/{seed}")
        super().__init__(submission, random.Random(self.random.random()), self.random, rulebook, text)
        self.submission, self.seed = submission, seed
        self.noise = Noise(self, self.random)
        plain = [wager for wager in self.rules.wagers if not wager.needs]
        self.main = min(plain, key=lambda wager: wager.hand != "player").key  # what people bet on to get on
        self.tally = Tally()
        self.now = 0
        self.thorough = 0.01  # how often all that is due is tried
        self.read_wrongly = False  # some card of this shoe was, and perhaps nobody has noticed
        self.last: list[Fields] = []
        self.kept: list[AnyCommand] = []  # some that were accepted
        self.snapshots: list[tuple[int, bytes]] = []
        one = self.random
        self.pace = one.choice((SECOND, SECOND, 20 * SECOND, 4 * MINUTE))
        self.clumsy = one.choice((0.0, 0.01, 0.03, 0.15))  # how often something goes wrong that the documents know
        self.weights: dict[Callable[[], object], float] = {
            self.do_what_is_due: 50,
            self.do_anything_expected: 12,
            self.bet: 12,
            self.make_noise: one.choice((2, 10, 30)),
            self.come_or_go: one.choice((1, 5)),
            self.put_right: one.choice((0.5, 4)),
            self.say_it_again: 1,
            self.wait: one.choice((0, 0.5, 2)),
            self.spill: one.choice((0, 0, 1)),
            self.staff: 0.3,
            self.get_on: 0.25,
        }

    def walk(self, commands: int) -> Tally:
        """So many commands, and all that has to hold when they are given."""
        doing, weights = list(self.weights), list(self.weights.values())
        while self.tally.commands < commands:
            self.random.choices(doing, weights)[0]()
        self.get_on()
        self.look_back()
        return self.tally

    # ---------------------------------------------------------------- what people do

    def do_what_is_due(self) -> None:
        """What must be done, in any order that is open; or as the automatic dealer would."""
        if self.random.random() < self.clumsy:
            self.err()
            return
        acts = [act for act in due(self.rules, self.state) if act.must]
        house = self.house() if self.random.random() < 0.5 else None
        if house or acts:
            self.follow(house or self.random.choice(acts))

    def house(self) -> Due | None:
        """What the automatic dealer would do: never deal past the cover card."""
        act, state = house(self.rules, self.state, self.now), self.state
        if act is not None and act.do == "deal" and state.cover == "in" and state.left <= state.cover_depth:
            self.broken(f"the cover card lies on top, and {act.place} is dealt")
        return act

    def do_anything_expected(self) -> None:
        """Anything at all that is listed, one kind of act as likely as another; mishaps are rarer."""
        kinds: dict[str, list[Due]] = {}
        for act in due(self.rules, self.state):
            if not {*act.places} & {*WRONG} or self.random.random() < self.clumsy:
                kinds.setdefault(str(act), []).append(act)
        if kinds:
            self.follow(self.random.choice(kinds[self.random.choice(list(kinds))]))

    def err(self) -> None:
        """A card falls where it should not, or is seen."""
        acts = [act for act in due(self.rules, self.state) if {*act.places} & {*WRONG}]
        if acts:
            self.follow(self.random.choice(acts))

    def bet(self) -> None:
        for _ in range(self.random.choice((1, 1, 3, 8))):
            self._bet()

    def _bet(self) -> None:
        acts = [act for act in due(self.rules, self.state) if act.do in ("wager", "verbal", "withdraw", "confirm")]
        if not acts:
            return
        act = self.random.choice(acts)
        fields = self.told(act)
        if act.do == "wager" and self.rules.match_play and self.random.random() < 0.3:
            self.give(fields | {"coupon": fields["cents"]})  # lawful, but not with every wager
        else:
            self.follow(act)

    def spill(self) -> None:
        """The last cards of a shoe fall to the floor, one after another: a round may be left with too few."""
        if self.state.left > 60 and self.random.random() < 0.8:
            return
        for _ in range(1000):
            acts = [act for act in due(self.rules, self.state) if act.must or act.place == "error"]
            wrong = [act for act in acts if act.place == "error" or self.state.trouble is not None]
            if not wrong or self.state.cover != "last" or not self.state.places:
                return
            self.follow(wrong[0])

    def make_noise(self) -> None:
        acts = due(self.rules, self.state)
        if acts and self.random.random() < 0.7:
            self.give(self.noise.spoiled(self.told(self.random.choice(acts))))
        else:
            self.give(self.noise.anything())

    def come_or_go(self) -> None:
        seats, what = list(self.state.seated), self.random.random()
        if seats and what < 0.35:
            seat = self.random.choice(seats)
            self.give({"do": "leave", "by": Role.PLAYER, "who": self.state.seated[seat], "seat": seat})
        elif seats and what < 0.6:
            self.buy(self.random.choice(seats), self.rules.smallest_chip * self.random.randint(1, 1000))
        else:
            sit = [act for act in due(self.rules, self.state) if act.do == "sit"]
            if sit:
                self.follow(self.random.choice(sit))

    def buy(self, seat: int, cents: int) -> Answer:
        who = self.state.seated[seat]
        return self.give({"do": "buy-in", "by": Role.PLAYER, "who": who, "seat": seat, "cents": cents})

    def put_right(self) -> None:
        """A face that was, or was not, read wrongly; a payment that was, or was not, made wrongly."""
        floor: Fields = {"by": Role.FLOOR, "who": "floor", "why": "read wrongly"}
        seen = {place: face for place, face in self.state.places.items() if face}
        if seen and self.random.random() < 0.7:
            place = self.random.choice(list(seen))
            true = str(self.keeper.at[place])
            card = true if true != seen[place] else str(self.random.choice(DECK))
            self.give({"do": "correct", "place": place, "card": card, **floor})
        elif self.state.seated and self.random.random() < 0.3:
            seat, wager = self.random.choice(list(self.state.seated)), self.random.choice(self.rules.wagers).key
            cents = self.random.choice((1, 40)) * self.rules.smallest_chip
            self.give({"do": "let-stand", "seat": seat, "wager": wager, "cents": cents, **floor})
        elif self.state.seated:
            seat = self.random.choice(list(self.state.seated))
            self.give({"do": "adjust", "seat": seat, "cents": self.random.choice((-500, 500, 2500)), **floor})

    def say_it_again(self) -> None:
        """An id that was accepted answers as it did, and does nothing."""
        if not self.kept:
            return
        state, command = self.state, self.random.choice(self.kept)
        answer = self.session.do(command)
        if not isinstance(answer, Accepted) or not answer.again or self.state is not state:
            self.broken(f"{command} was accepted before, and came again: {answer}")
        self.tally.again += 1

    def wait(self) -> None:
        """Time goes on: a table becomes idle, decks grow old."""
        self.now += self.random.choice((MINUTE, 15 * MINUTE, 45 * MINUTE, 5 * HOUR, 23 * HOUR, 30 * HOUR))

    def staff(self) -> None:
        if self.state.posted and "inspect" in str(self.state.done or due(self.rules, self.state)[:1]):
            self.report_defect()
            return
        if self.state.posted:
            self.relieve()
            return
        calling = self.random.choice((["d1"], ["d2"], ["d1"]))
        given = {"do": "staff", "by": Role.FLOOR, "who": "floor", "calling": calling, "wagers": ["d3", "d4"]}
        self.give(given)

    def report_defect(self) -> None:
        """A deck is found to be marked, while it is inspected or too late."""
        card, deck = str(self.random.choice(DECK)), self.random.randint(1, self.rules.stock.decks)
        found: Fields = {"deck": deck, "card": card, "kind": "marked"}
        self.give({"do": "report-defect", "by": Role.FLOOR, "who": "floor", **found})

    def relieve(self) -> None:
        """A person goes, or comes for another."""
        who, (post, _) = self.random.choice([*self.state.posts.items(), ("stranger", ("dealer", 0))])
        by, whom = Role.FLOOR if post == "floor" else Role.DEALER, self.random.choice(("dan", "eve", "fay", who))
        self.give(
            self.random.choice(
                (
                    {"do": "sign-off", "by": by, "who": who},
                    {"do": "relieve", "by": by, "who": whom, "whom": who},
                    {"do": "assign-floor", "by": Role.FLOOR, "who": whom},
                    {"do": "sign-on", "by": Role.DEALER, "who": whom, "post": "wagers"},
                )
            )
        )

    # ---------------------------------------------------------------- doing it

    def follow(self, act: Due) -> Answer:
        """Do what is expected, right; it is refused for reasons only that ``due`` cannot know."""
        fields = self.told(act)
        if act.do == "turn" and act.places and self.random.random() < 0.03:
            place = self.random.choice(list(fields["faces"]))
            fields["faces"][place] = str(self.random.choice(DECK))
            return self.give(fields)
        idle = is_idle(self.rules, self.state, max(self.now, self.session.at))
        answer = self.give(fields)
        if isinstance(answer, Refusal) and answer.reason is Reason.WRONG_ROLE and self.state.calling:
            answer = self.give(fields | {"who": self.state.on_wagers[0]})  # it is another dealer's part
        if isinstance(answer, Refusal) and answer.reason is Reason.CARD_EXHAUSTED and self.read_wrongly:
            answer = self.give(fields | {"faces": self._any_faces(act)})
        early = isinstance(answer, Refusal) and answer.reason is Reason.NO_WAGERS and act.step == CLOSE  # the house's
        if answer is None or (isinstance(answer, Refusal) and not early and not excused(act, answer.reason)):
            self.broken(f"{act} was expected, and refused: {answer}")
        if isinstance(answer, Refusal) and act.step == "take-out" and idle:
            self.broken(f"the table is idle, and its cards may not come out: {answer}")
        if isinstance(answer, Accepted):
            self.tally.acts[_kind(act)] += 1
        return answer

    def _any_faces(self, act: Due) -> dict[str, str]:
        """Cards of which there are some left, as far as the table knows."""
        left = [str(card) for card in DECK if self.state.out.get(str(card), 0) < self.rules.shoe.decks - 10]
        left = left or [str(card) for card in DECK if self.state.out.get(str(card), 0) < self.rules.shoe.decks]
        return dict(zip(act.places, self.random.sample(left, len(act.places)), strict=True))

    def give(self, fields: Fields) -> Answer:
        """Give a command as it comes over a wire, and see that all that must hold does."""
        self.tally.commands += 1
        self.now += self.random.randint(0, 2 * self.pace)
        sent = {"id": str(self.tally.commands), "at": self.now, "coup": self.state.coup} | fields
        self.last = [*self.last[-11:], sent]
        try:
            command = DECODER.decode(json.dumps(sent))
        except msgspec.MsgspecError:
            self.tally.unread += 1
            return None
        return self._decided(command)

    def _decided(self, command: AnyCommand) -> Accepted | Refusal:
        before, store = self.state, self.session.store
        bytes_before = msgspec.json.encode(before) if self.random.random() < 0.05 else b""
        record = store.last(self.session.stream)
        try:
            answer = self.session.do(command)
            if isinstance(answer, Accepted) and not answer.again:
                self.keeper.see(before, answer.events)
        except Exception as error:
            self.broken(f"{type(error).__name__}: {error}", error)
        if bytes_before and msgspec.json.encode(before) != bytes_before:
            self.broken("the state before has been changed in its place")
        if isinstance(answer, Refusal):
            self.tally.refused[answer.reason] += 1
            wrong = miscited(self.rules, before, command, answer)
            if wrong:
                self.broken(wrong)
            if self.state is not before or store.last(self.session.stream) is not record:
                self.broken(f"a refusal has changed something: {answer}")
        elif not answer.again:
            self._accepted(command, answer.events)
        return answer

    def _accepted(self, command: AnyCommand, events: tuple[AnyEvent, ...]) -> None:
        self.tally.accepted += 1
        if self.random.random() < 0.02:
            self.kept = [*self.kept[-40:], command]
        if self.random.random() < 0.004:
            self.snapshots.append((self.state.version, msgspec.json.encode(self.state)))
        for event in events:
            self.tally.events[str(event.__struct_config__.tag)] += 1
            if isinstance(event, CardTurned | CardCorrected):
                lies = self.keeper.at.get(event.place)  # nothing, where the coup was over in the same beat
                self.read_wrongly |= lies is None or event.card != str(lies)
            new_cards = isinstance(event, ShoeEnded)
            if isinstance(event, CoupEnded | CoupVoided):
                self.tally.coups += 1
                new_cards |= self.rules.shoe.continuous
            self.tally.shoes += isinstance(event, ShoeEnded)
            self.read_wrongly &= not new_cards or bool(self.state.opening) or bool(self.state.places)
        self._holds(events)
        if self.random.random() < self.thorough:
            self.try_all()

    def try_all(self) -> None:
        """Decide everything that is due, with the ends of what its holes permit: only time may refuse it."""
        for act in due(self.rules, self.state):
            for values in product(*(self._ends(hole) for _, hole in act.holes)):
                given = {name: value for (name, _), value in zip(act.holes, values, strict=True)}
                who = self.who(act.by, act.seat, act.step)
                command = act.fill("tried", who, self.session.at, self.state.coup, **given)
                if self.state.posted and act.by in (Role.DEALER, Role.FLOOR):
                    command = posted(self.rules, self.state, command)
                answer = decide(self.rules, self.state, command)
                self.tally.tried[act.do] += 1
                if isinstance(answer, Refusal) and not self._known(act, answer.reason):
                    self.broken(f"{act} was due, and refused: {command} {answer}")

    def _ends(self, hole: AnyHole) -> tuple[Any, ...]:
        if isinstance(hole, Amount | Depth):
            return (hole.least, hole.most)
        if isinstance(hole, Choice | Why):
            return hole.of
        assert isinstance(hole, Faces)  # a physical shoe has no secrets
        return ({place: str(self.face(place)) for place in hole.places},)

    def _known(self, act: Due, reason: Reason) -> bool:
        """Time, another dealer's part, and a card that was read wrongly before: ``due`` knows none of these."""
        staff = reason is Reason.WRONG_ROLE and bool(self.state.calling)
        return excused(act, reason) or staff or (reason is Reason.CARD_EXHAUSTED and self.read_wrongly)

    # ---------------------------------------------------------------- what must hold

    def _holds(self, events: tuple[AnyEvent, ...]) -> None:
        accounts = self.state.accounts
        if sum(accounts.values()):
            self.broken(f"the accounts come to {sum(accounts.values())} cents")
        below = [account for account, cents in accounts.items() if cents < 0 and account != HOUSE]
        if below:
            self.broken(f"below zero: {below}")
        for seat in self.state.owed:
            if vigorish_due(self.rules, self.state, seat) > accounts.get(f"seat/{seat}", 0):
                self.broken(f"seat {seat} has fewer chips than its marker is good for (reading 33)")
        if any(isinstance(event, CoupSettled) for event in events) and stakes(self.state):
            self.broken(f"chips lie on the felt after the settlement: {stakes(self.state)}")
        if self.state.kind == "simulated" and stakes(self.state):
            self.broken(f"chips lie on the felt in a simulated round: {stakes(self.state)}")
        if len(self.stack.cards) != self.state.left:
            self.broken(f"{len(self.stack.cards)} cards are in the shoe, the table says {self.state.left}")
        if not self.read_wrongly:
            for place, face in self.state.places.items():
                if face and face != str(self.keeper.at[place]):
                    self.broken(f"{self.keeper.at[place]} lies at {place}, the table says {face}")

    def get_on(self) -> None:
        """From here to the end of a coup: the house does what it must, people play, and nobody is stuck."""
        coup = self.state.coup
        for _ in range(ACTS):
            self._one_on()
            if self.state.coup > coup:
                return
        self.broken(f"nothing gets on: {[act for act in due(self.rules, self.state) if act.must]}")

    def _one_on(self) -> None:
        self.now = max(self.now, self.session.at)
        house = self.house()
        if self._nobody_bets():
            if house is not None and house.step in ("take-out", "retire-decks", "announce-last-hand"):
                self.follow(house)
            else:
                self._somebody_bets()
            return
        acts = [house] if house else [act for act in due(self.rules, self.state) if act.must]
        if not acts and not self.state.seated:  # the cards are laid out for the first player to come
            acts = [act for act in due(self.rules, self.state) if act.do == "sit"]
        if not acts:
            self.broken("nothing must be done, and nobody may bet")
        act = self.random.choice(acts)
        answer = self.follow(act)
        if isinstance(answer, Refusal):
            self._otherwise(act, answer)

    def _nobody_bets(self) -> bool:
        state = self.state
        betting = state.phase is Phase.BETTING and state.kind == "wagered" and not closed(state)
        overdue = any(act.do == "collect-vigorish" and act.must for act in due(self.rules, state))
        vacancy = bool(vacant(self.rules, state))
        return betting and not vacancy and state.trouble is None and not stakes(state) and not overdue

    def _somebody_bets(self) -> None:
        acts = [act for act in due(self.rules, self.state) if act.do in ("wager", "sit")]
        wagers = [act for act in acts if act.do == "wager" and act.wager == self.main]
        if not wagers:
            if acts:
                self.follow(self.random.choice(acts))
            else:
                self._buy_for_a_wager(self.random.choice(list(self.state.seated)))
            return
        act = self.random.choice(wagers)
        answer = self.follow(act)
        if isinstance(answer, Refusal):
            self._otherwise(act, answer)

    def _otherwise(self, act: Due, refusal: Refusal) -> None:
        """What people do when they are told why not; vigorish that is due can always be collected (reading 33)."""
        seat, short = act.seat or 0, (Reason.NOT_ENOUGH_CHIPS, Reason.VIGORISH_OWED)
        if act.do == "wager" and refusal.reason in short and seat in self.state.seated:
            self._buy_for_a_wager(seat)
        elif refusal.reason is Reason.CARDS_TOO_OLD:
            acts = due(self.rules, self.state)
            retire = next((one for one in acts if one.step == "retire-decks"), None)
            if retire is None:
                self.broken(f"the cards are too old, and nobody may change them: {act}")
            self.follow(retire)
        elif refusal.reason not in (Reason.NO_WAGERS, Reason.TABLE_IDLE):
            self.broken(f"{act} is refused, and nobody knows what to do: {refusal}")

    def _buy_for_a_wager(self, seat: int) -> None:
        """Chips for vigorish and the minimum: they are sold, and then a wager is due."""
        needs = vigorish_due(self.rules, self.state, seat) + self.rules.limits[self.main].least
        chip = self.rules.smallest_chip
        if not isinstance(self.buy(seat, -(-needs // chip) * chip), Accepted):
            self.broken(f"seat {seat} cannot buy chips for a wager")
        acts = due(self.rules, self.state)
        if not any(act.do == "wager" and act.wager == self.main and act.seat == seat for act in acts):
            self.broken(f"seat {seat} has chips for a wager, and none is due")

    # ---------------------------------------------------------------- at the end

    def look_back(self) -> None:
        """The log verifies; the state comes out again from its events, from snapshots, from a prefix of the log."""
        store, stream = self.session.store, self.session.stream
        report = verify(export(store, VERSION).encode())
        if not report.whole:
            self.broken(f"the log does not verify: {report.faults}")
        records = list(store.records())
        events = [event for record in records for event in record.batch.events]
        final = msgspec.json.encode(self.state)
        state, wanted = TableState(), dict(self.snapshots)
        for event in events:
            state = evolve(state, event)
            snapshot = wanted.get(state.version)
            if snapshot is not None and msgspec.json.encode(state) != snapshot:
                self.broken(f"after event {state.version} the state comes out otherwise")
        if msgspec.json.encode(state) != final:
            self.broken("the state does not come out of its events")
        for version, snapshot in self.random.sample(self.snapshots, min(3, len(self.snapshots))):
            resumed = after(msgspec.json.decode(snapshot, type=TableState), events[version:])
            if msgspec.json.encode(resumed) != final:
                self.broken(f"the state does not come out of the snapshot after event {version}")
        number = self.random.randint(1, len(records))
        early = Session.resume(MemoryStore(records[:number]), stream)
        rest = [event for record in records[number:] for event in record.batch.events]
        if msgspec.json.encode(after(early.state, rest)) != final:
            self.broken(f"the state does not come out of the first {number} records and the rest")

    def broken(self, words: str, error: Exception | None = None) -> NoReturn:
        given = "\n".join(f"  {json.dumps(fields)}" for fields in self.last)
        where = f"{self.submission} {self.seed} {self.tally.commands}"
        raise Broken(f"{words} [python -m tests.walk.walker {where}]\n{self.state}\n{given}") from error


def _kind(act: Due) -> str:
    """Name an act: a step, places, a wager; burned cards without their number."""
    burned = act.places and act.places[0][:4] == "burn" != act.places[0]
    return f"{act.do} burned" if burned else str(act)


def walk(submission: str, seed: int, commands: int) -> Tally:
    """Walk once."""
    return Walker(submission, seed).walk(commands)


if __name__ == "__main__":
    print(walk(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
