"""People at a table: whoever an act is expected of, and all that it takes to do it right.

What ``due`` lists is turned into the fields of a command. Where it leaves a hole (how much, how deep, on which hand) a
``Chance`` fills it with what it permits, so that a seed or Hypothesis may.
"""

import random
from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from punto.core.roles import Role
from punto.game.card_sources import DrawnCards
from punto.game.game import Accepted, Session
from punto.record.memory import MemoryStore
from punto.rules.house_rules import HouseRules
from punto.rules.submission import read
from punto.table import Due, Reason, TableState
from punto.table.authorization import others, somebody_else
from punto.table.commands import Staff
from punto.table.drive import posted
from punto.table.holes import Amount, AnyHole, Choice, Depth, Faces, Why
from punto.table.phases import Phase, face_down
from tests import filed
from tests.walk.stack import Stack

SUBMISSIONS = filed.NAMES
RACK = 10_000_000_000_00  # chips are sold for as long as a walk takes
Fields = dict[str, Any]
T = TypeVar("T")


class Chance(Protocol):
    """Whoever makes choices: ``random.Random``, or Hypothesis."""

    def choice(self, among: Sequence[T], /) -> T:
        """One of several."""

    def randint(self, least: int, most: int, /) -> int:
        """A number, both ends included."""


def text_of_submission(name: str) -> str:
    """The text of a submission of the tests."""
    return filed.text(name)


def rulebook_of(name: str) -> str:
    """The rulebook that a submission is filed under."""
    filed = read(text_of_submission(name)).submission
    assert filed is not None
    return filed.rulebook


class Seated:
    """An open table, the keeper of its cards, and everybody around it."""

    def __init__(
        self, submission: str, cards: random.Random, chance: Chance, rulebook: str = "", text: str = ""
    ) -> None:
        text = text or text_of_submission(submission)
        opening = filed.opening(text, rack=RACK, **({"rulebook": rulebook} if rulebook else {}))
        self.session, _ = Session.open(MemoryStore(), opening)
        self.stack = Stack(self.session.rules, cards)
        self.keeper = DrawnCards(self.stack)
        self.chance = chance

    @property
    def rules(self) -> HouseRules:
        return self.session.rules

    @property
    def state(self) -> TableState:
        return self.session.state

    # ---------------------------------------------------------------- who

    def who(self, by: Role, seat: int | None, step: str = "") -> str:
        """Whoever is in a role, at a seat where it is a player's; another where the document asks for one."""
        if by is Role.CURATOR:
            seat = self.state.curator
        if by in (Role.PLAYER, Role.CURATOR):
            return self.state.seated.get(seat or 0, f"guest-{self.state.version}")
        if by is Role.DEALER and self.state.calling and not self.state.posted:
            taken = others(self.rules, self.state, step)
            free = [name for name in (*self.state.calling, *self.state.on_wagers) if name not in taken]
            return free[0] if free else self.relief()
        return somebody_else(self.rules, self.state, step, str(by))

    def relief(self) -> str:
        """Another dealer whom the floor brings, where each of those at the table has made a step already."""
        calling, wagers, name = self.state.calling, self.state.on_wagers, f"relief-{self.state.version}"
        at, coup = self.session.at, self.state.coup
        staff = Staff(id=name, by=Role.FLOOR, who="floor", at=at, coup=coup, calling=calling, wagers=(*wagers, name))
        assert isinstance(self.session.do(staff), Accepted)
        return name

    def chips(self, seat: int) -> int:
        return self.state.accounts.get(f"seat/{seat}", 0)

    # ---------------------------------------------------------------- what

    def told(self, act: Due) -> Fields:
        """The command that does an act, as it goes over a wire but for its id, its time and its coup."""
        holes = {name.replace("_", "-"): self.filled(act, hole) for name, hole in act.holes}
        rank = {"rank": act.rank} if act.rank else {}
        who = self.who(act.by, act.seat, act.step)
        if self.state.posted and act.by in (Role.DEALER, Role.FLOOR):
            known = {name: next(iter(getattr(hole, "of", (0,)))) for name, hole in act.holes}
            who = posted(self.rules, self.state, act.fill("walk", who, 0, self.state.coup, **known)).who
        return {"do": act.do, "by": act.by, "who": who, **act.given, **holes, **rank}

    def filled(self, act: Due, hole: AnyHole) -> Any:
        """A value that a hole permits."""
        match hole:
            case Faces(places=places):
                return {place: str(self.face(place)) for place in places}
            case Amount(least=least, most=most, unit=unit):
                return least + unit * self.chance.randint(0, min((most - least) // unit, 40))
            case Depth(least=least, most=most) if act.step == "place-cover":
                return self.chance.choice((least, least, most // 2, most - 59, most - 4))
            case Depth(least=least, most=most):
                return self.chance.randint(least, most)
            case Choice(of=of) | Why(of=of):
                return self.chance.choice(of)
            case _:
                raise AssertionError(f"a physical shoe has no secrets: {hole}")

    def face(self, place: str) -> object:
        """The card that lies at a place, or is seen where it should not be."""
        if place.startswith("face-up"):
            return self.stack.peek()
        if place == "seen":
            down = face_down(self.state)
            place = down[0] if self.state.phase is Phase.DRAWING else down[-1]
        return self.keeper.at[place]


# ---------------------------------------------------------------- what may be refused though it was due

_TIME = {Reason.TABLE_IDLE, Reason.CARDS_TOO_OLD}
# ``due`` does not know the time; nothing else may be a reason.
EXCUSES: dict[str, set[Reason]] = {
    **dict.fromkeys(("wager", "verbal", "free-hand", "perform no-more-bets"), _TIME),
    "perform load-shoe": {Reason.CARDS_TOO_OLD},
    "perform fill-shoe": {Reason.CARDS_TOO_OLD},
    "perform take-out": {Reason.STEP_NOT_DUE},
}


def excused(act: Due, reason: Reason) -> bool:
    """Say whether an act that was due may be refused for a reason."""
    return reason in EXCUSES.get(act.do, set()) | EXCUSES.get(str(act), set())
