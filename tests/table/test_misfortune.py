"""Whatever people do and whatever goes wrong: the table goes on, no cent is made or lost, and the log replays."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from punto.core.cards import Card
from punto.core.roles import Role
from punto.table import Due, Reason, Refusal, TableState, evolve
from punto.table.events import StepPerformed
from punto.table.holes import Amount, Why
from punto.table.irregularities import MISHAPS
from tests import filed
from tests.table.harness import HOUR, MINUTE, Table, rules_of, shuffled, take_card

NAMES = filed.NAMES
RARE = {"retire-decks": 0.2, "order-shuffle": 0.05, "pass-shoe": 0.1, "order-pass": 0.05, "set-aside-cover": 0.05}
WAITS = {Reason.NO_WAGERS, Reason.TABLE_IDLE, Reason.CARDS_TOO_OLD, Reason.STEP_NOT_DUE, Reason.VIGORISH_OWED}
PEOPLE = {Reason.WAGERS_STAND, Reason.VIGORISH_OWED, Reason.NOT_ENOUGH_CHIPS, Reason.PLACE_NOT_DUE, Reason.NO_SUCH_SEAT}


def weight(act: Due) -> float:
    """How likely an act is: what must be done most of all, mishaps now and then."""
    if act.must:
        return 6
    if act.do in ("deal", "turn"):
        return 0.15
    return RARE.get(act.step, 0.03 if act.do == "sit" else 0.4)


def least(act: Due) -> int:
    """The least that may be staked."""
    return next(hole.least for _, hole in act.holes if isinstance(hole, Amount))


def performed(act: Due) -> dict[str, Any]:
    """A step, with the depth, the reason and the rank that it needs."""
    whys = [hole.of[0] for _, hole in act.holes if isinstance(hole, Why)]
    rank = {"rank": act.rank} if act.rank else {}
    return {"step": act.step, "why": (*whys, "delay")[0], "cards": 14 if act.step == "place-cover" else 100} | rank


class Misfortune:
    """A table at which anything that may happen does, sooner or later."""

    def __init__(self, name: str, seed: int) -> None:
        self.chance = random.Random(seed)
        self.rules = rules_of(name)
        seats = self.chance.sample(range(1, self.rules.seats + 1), 3)
        self.table = Table(self.rules, shuffled(self.rules.shoe.decks, seed), seats)
        self.shoe = 1

    def go_on(self) -> None:
        """One more thing happens, and all that must hold of a table still does."""
        table, chance = self.table, self.chance
        if self.rules.shoe.continuous or table.state.shoe > self.shoe:
            table.shoe.cards, self.shoe = (
                iter(shuffled(self.rules.shoe.decks, chance.randrange(10**6))),
                table.state.shoe,
            )
        table.now += chance.choice([0] * 60 + [MINUTE] * 6 + [31 * MINUTE, 5 * HOUR])
        if chance.random() < 0.06 and table.state.seated:
            answer, allowed = table.do(**self.whim()), PEOPLE | {Reason.CANNOT_STAND, Reason.CARD_EXHAUSTED}
        else:
            acts = table.expected()
            act = chance.choices(acts, [weight(act) for act in acts])[0]
            answer = table.do(**self.command(act))
            allowed = WAITS if act.do == "perform" else {Reason.CARD_EXHAUSTED} if act.do == "turn" else set(Reason)
        assert not isinstance(answer, Refusal) or answer.reason in allowed, answer
        assert sum(table.state.accounts.values()) == 0
        assert table.expected()

    def whim(self) -> dict[str, Any]:
        """Somebody leaves, or the floor puts something right that was right."""
        seat = self.chance.choice(sorted(self.table.state.seated))
        place = self.chance.choice([*self.table.state.places, "burn", "error"])
        card, cents = (
            str(Card(self.chance.randrange(52))),
            self.chance.choice([-1, 1]) * self.chance.randrange(1, 50_000),
        )
        return self.chance.choice(
            [
                {"do": "leave", "seat": seat},
                {"do": "correct", "by": "floor", "place": place, "card": card, "why": "misread"},
                {"do": "adjust", "by": "floor", "seat": seat, "cents": cents, "why": "a slip"},
            ]
        )

    def command(self, act: Due) -> dict[str, Any]:
        """What does an act, with the cards, amounts and reasons that it needs."""
        given: dict[str, Any] = {"do": act.do, "by": act.by, "who": self.table.who(act.by, act.seat, act.step)}
        more: dict[str, Callable[[], dict[str, Any]]] = {
            "perform": lambda: performed(act),
            "deal": lambda: {"place": act.place},
            "turn": lambda: {"faces": {place: self.face(place) for place in act.places}},
            "sit": lambda: {"seat": act.seat, "buy_in": 100_000_00, "who": f"n{self.table.number}"},
            "wager": lambda: {"seat": act.seat, "wager": act.wager, "cents": least(act)},
            "withdraw": lambda: {"seat": act.seat, "wager": act.wager},
            "house-money": lambda: {"seat": act.seat, "choice": "player" if act.by is Role.PLAYER else "take"},
        }
        more["verbal"] = more["wager"]
        take_card(self.table.state, act, self.table.shoe)
        return given | (more[act.do]() if act.do in more else {"seat": act.seat})

    def face(self, place: str) -> str:
        """The face of a card that is turned, or of one that shows itself."""
        state, shoe = self.table.state, self.table.shoe
        if place.startswith("face-up"):
            return str(next(shoe.cards))
        if place == "seen":
            place = next(dealt for dealt, face in reversed(state.places.items()) if face is None)
        elif state.trouble and place in MISHAPS:
            place = state.trouble.dealt_to or place
        return str(shoe.sealed[place])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", [5, 6, 7])
def test_whatever_goes_wrong_the_table_goes_on(name: str, seed: int) -> None:
    fate = Misfortune(name, seed)
    for _ in range(300):
        fate.go_on()
    troubles = [event for event in fate.table.all(StepPerformed) if event.ceremony == "trouble"]
    assert troubles
    assert all(event.section for event in troubles)
    replayed = TableState()
    for event in fate.table.events:
        replayed = evolve(replayed, event)
    assert replayed == fate.table.state
