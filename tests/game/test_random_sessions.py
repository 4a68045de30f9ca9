"""Random sessions: whatever people do at a table, its log verifies and its history adds up."""

import random
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

import pytest

from punto.core.cards import Card
from punto.core.roles import Role
from punto.fair import Contribution, pledge
from punto.game.card_sources import CardSource, StackedCards
from punto.game.game import Accepted, Session, open_table, resume_table
from punto.game.virtual_shoe import VirtualShoe
from punto.record.export import export
from punto.record.memory import MemoryStore
from punto.record.vault import Derived, Worded
from punto.table import Due, Refusal, due
from punto.table.authorization import somebody_else
from punto.table.transcript import COMMANDS
from punto.verification.verify import verify
from punto.views.history import CoupHistory, LoggedEvent, history
from tests import filed
from tests.game.sessions import VERSION

SUBMISSIONS = filed.NAMES
STEPS = 250


class Crowd:
    """People at a table who do what is expected of them, mostly, and other things now and then.

    Its shoes are virtual, and committed to; where cards are given, these are dealt and nothing is proved of them.
    """

    def __init__(self, submission: str, seed: int, given: Iterable[Card] | None = None) -> None:
        text = filed.text(submission).replace("ceiling = 1_000_00", "ceiling = 500_40")  # of Must Hit, so that it hits
        progressive = "royal-9" if "[wagers.royal-9]" in text else ""
        opening = filed.opening(text, rack=1_000_000_00, progressive=progressive, virtual=given is None)
        self.session, _ = open_table(MemoryStore(), opening, Worded("crowd"))
        rules = self.session.rules
        self.keeper: CardSource = VirtualShoe(rules, Derived(bytes(32))) if given is None else StackedCards(given)
        self.chance = random.Random(seed)
        self.number = 0
        self.refused = 0

    def act(self) -> None:
        """Do one thing."""
        number, seats = self.chance.random(), list(self.session.state.seated)
        if self.keeper.owes(self.session.state, waits=False) and self.chance.random() < 0.7:
            self.publish()
        elif number < 0.1:
            self.sit()
        elif number < 0.3 and seats:
            self.wager(self.chance.choice(seats))
        elif number < 0.32 and seats:
            seat = self.chance.choice(seats)
            self.do("leave", Role.PLAYER, self.who(Role.PLAYER, seat), seat=seat)
        elif number < 0.34 and self.session.state.places:
            place = self.chance.choice(list(self.session.state.places))
            self.do(
                "correct", Role.FLOOR, "fay", place=place, card=self.chance.choice(["4h", "Ks"]), why="read wrongly"
            )
        else:
            self.what_is_due()

    def publish(self) -> None:
        state = self.session.state
        owed = self.keeper.owes(state, waits=False)
        assert owed is not None
        command = self.keeper.command(state, owed, self.session.at)
        assert isinstance(self.session.do(command), Accepted)

    def sit(self) -> None:
        seat = self.chance.randint(1, self.session.rules.seats)
        self.do("sit", Role.PLAYER, f"p{seat}", seat=seat, **{"buy-in": self.chance.choice([500_00, 20_000_00])})

    def wager(self, seat: int) -> None:
        key = self.chance.choice(self.session.rules.wagers).key
        limit = self.session.rules.limits[key]
        cents = self.chance.choice([limit.least, limit.least * 2, limit.most])
        self.do("wager", Role.PLAYER, self.who(Role.PLAYER, seat), seat=seat, wager=key, cents=cents)

    def what_is_due(self) -> None:
        acts = due(self.session.rules, self.session.state)
        musts = [act for act in acts if act.must]
        chosen = [*(musts if musts and self.chance.random() < 0.97 else acts)]
        if chosen:
            self.follow(self.chance.choice(chosen))

    def follow(self, act: Due) -> None:
        rules = self.session.rules
        who = somebody_else(rules, self.session.state, act.step, self.who(act.by, act.seat))
        match act.do:
            case "deal":
                self.do("deal", act.by, who, place=act.place)
            case "turn":
                places, state = act.places, self.session.state
                faces = dict.fromkeys(places, "?") | self.keeper.faces(state, places)
                self.do("turn", act.by, who, faces=faces, salts=self.keeper.salts(state, places) or None)
            case "perform":
                half = rules.shoe.decks * 26
                drawn = self.keeper.cut(self.session.state) if act.step == "dealer-cut" else None
                cards = {"place-cut": half, "dealer-cut": drawn or half, "place-cover": half * 2 - 40}.get(act.step)
                self.do("perform", act.by, who, step=act.step, seat=act.seat, cards=cards)
            case "house-money":
                choice = self.chance.choice(["take", "player", "banker"])
                self.do("house-money", act.by, who, seat=act.seat, choice=choice)
            case "collect-vigorish" | "confirm" | "free-hand":
                self.do(act.do, act.by, who, seat=act.seat)
            case "pledge":
                self.do("pledge", act.by, who, seat=act.seat, hash=self.pledge(who))
            case "reveal-entropy":
                self.do("reveal-entropy", act.by, who, seat=act.seat, entropy=who.encode().ljust(16).hex())

    def pledge(self, who: str) -> str:
        fair = self.session.state.fair
        assert fair is not None
        assert fair.stack is not None
        return pledge(bytes.fromhex(fair.stack.commitment), Contribution(who, who.encode().ljust(16))).hash.hex()

    def who(self, by: Role, seat: int | None) -> str:
        if by is Role.CURATOR:
            seat = self.session.state.curator
        return self.session.state.seated.get(seat or 0, "nobody") if by in (Role.PLAYER, Role.CURATOR) else str(by)

    def do(self, do: str, by: Role, who: str, **fields: Any) -> None:
        self.number += 1
        state = self.session.state
        given = {name.replace("-", "_"): value for name, value in fields.items()}
        command: Any = COMMANDS[do](id=str(self.number), by=by, who=who, at=self.number, coup=state.coup, **given)
        answer = self.session.do(command)
        if isinstance(answer, Accepted):
            self.keeper.see(state, answer.events)
            return
        assert isinstance(answer, Refusal)
        assert self.session.state is state
        self.refused += 1


def happened(session: Session) -> Iterator[LoggedEvent]:
    for record in session.store.read(session.stream):
        batch = record.batch
        for n, event in batch.numbered:
            yield LoggedEvent(n, batch.command.at, str(batch.command.by), batch.command.who, event)


def adds_up(coups: list[CoupHistory]) -> None:
    """What a player has after a coup is what he has before the next."""
    for earlier, later in pairwise(coups):
        before = {(each.seat, each.who): each.before for each in later.balances}
        for each in earlier.balances:
            assert before.get((each.seat, each.who), each.after) == each.after
        assert later.coup == earlier.coup + 1
        if later.shoe == earlier.shoe:
            assert later.number == earlier.number + 1
        else:  # a shoe may end before its first coup
            assert (later.shoe > earlier.shoe, later.number) == (True, 1)
    for coup in coups:
        assert sum(stake.cents for stake in coup.wagers) >= 0
        assert coup.finished or coup is coups[-1]


@pytest.mark.parametrize("submission", SUBMISSIONS)
def test_whatever_happens_the_log_is_whole(submission: str) -> None:
    crowd = Crowd(submission, seed=len(submission))
    for _ in range(STEPS):
        crowd.act()
    assert crowd.session.state.coup > 1
    assert crowd.refused
    report = verify(export(crowd.session.store, VERSION).encode())
    assert report.whole, report.faults
    assert "fairness" in report.made
    adds_up(list(history(happened(crowd.session))))
    again = resume_table(crowd.session.store, crowd.session.stream, Worded("crowd"))
    assert again.state == crowd.session.state
    accounts = again.state.accounts
    assert accounts.get("progressive/royal-9", 0) == len(again.state.royals) * 5_00
