"""People at a table: whoever an act is expected of, and all that it takes to do it right.

What ``expected`` lists is turned into the fields of a command. Where a person has a choice (how much, how deep, on
which hand) a ``Chance`` makes it, so that a seed or Hypothesis may.
"""

import random
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, Protocol, TypeVar

from punto.houserules import HouseRules
from punto.log.faces import Drawn
from punto.log.memory import MemoryStore
from punto.log.opening import Open
from punto.log.session import Session
from punto.roles import Role
from punto.rulebook import text_of
from punto.submission import read
from punto.table import Expected, Reason, TableState
from punto.table.felt import stakes_of
from punto.table.phases import Phase, face_down
from punto.table.who import others, somebody_else
from tests.log.sessions import VERSION
from tests.walk.stack import Stack

SUBMISSIONS = sorted(entry.name.removesuffix(".toml") for entry in files("punto").joinpath("submissions").iterdir())
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
    """The text of a shipped submission."""
    return files("punto").joinpath("submissions", f"{name}.toml").read_text(encoding="utf-8")


def rulebook_of(name: str) -> str:
    """The rulebook that a shipped submission is filed under."""
    filed = read(text_of_submission(name)).submission
    assert filed is not None
    return filed.rulebook


class Seated:
    """An open table, the keeper of its cards, and everybody around it."""

    def __init__(self, submission: str, cards: random.Random, chance: Chance, rulebook: str = "") -> None:
        text = text_of_submission(submission)
        opening = Open(
            id="open",
            by=Role.FLOOR,
            who="fay",
            at=0,
            submission=text,
            rulebook=rulebook or text_of(rulebook_of(submission)),
            rack=RACK,
            punto=VERSION,
        )
        self.session, _ = Session.open(MemoryStore(), opening)
        self.stack = Stack(self.session.rules, cards)
        self.keeper = Drawn(self.stack)
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
        if by is Role.DEALER and self.state.calling:
            taken = others(self.rules, self.state, step)
            return next(name for name in (*self.state.calling, *self.state.on_wagers) if name not in taken)
        return somebody_else(self.rules, self.state, step, str(by))

    def chips(self, seat: int) -> int:
        return self.state.accounts.get(f"seat/{seat}", 0)

    # ---------------------------------------------------------------- what

    def told(self, act: Expected) -> Fields:
        """The command that does an act, as it goes over a wire but for its id, its time and its coup."""
        fields: Fields = {"do": act.do, "by": act.by, "who": self.who(act.by, act.seat, act.what)}
        match act.do:
            case "deal":
                return fields | {"place": act.what}
            case "turn":
                return fields | {"faces": {place: str(self.face(place)) for place in act.what.split()}}
            case "perform":
                return fields | self._step(act)
            case "wager" | "verbal":
                return fields | {"seat": act.seat, "wager": act.what, "cents": self.amount(act.seat or 0, act.what)}
            case "withdraw":
                return fields | {"seat": act.seat, "wager": act.what}
            case "sit":
                least = max(limit.least for limit in self.rules.limits.values())
                return fields | {"seat": act.seat, "buy-in": least * self.chance.choice((1, 4, 20))}
            case "house-money":
                return fields | {"seat": act.seat, "choice": self._ride(act)}
            case _:
                return fields | {"seat": act.seat}

    def face(self, place: str) -> object:
        """The card that lies at a place, or is seen where it should not be."""
        if place.startswith("face-up"):
            return self.stack.peek()
        if place == "seen":
            down = face_down(self.state)
            place = down[0] if self.state.phase is Phase.DRAWING else down[-1]
        return self.keeper.at[place]

    def _step(self, act: Expected) -> Fields:
        book, cards = self.rules.rulebook, self.rules.shoe.decks * 52
        match act.what:
            case "place-cut" | "dealer-cut":
                return {"step": act.what, "seat": act.seat, "cards": self.chance.randint(52, cards - 52)}
            case "place-cover":
                least = book.law.cut.cover.cover_depth
                return {
                    "step": act.what,
                    "cards": self.chance.choice((least, least, cards // 2, cards - 60, cards - 5)),
                }
            case "order-give-up":
                return {"step": act.what, "seat": act.seat, "why": self._cause("deal.squeeze-relinquish")}
            case "order-pass":
                return {"step": act.what, "seat": act.seat, "why": self._cause("curator.passes")}
            case _:
                return {"step": act.what, "seat": act.seat}

    def _cause(self, provision: str) -> str:
        return str(self.chance.choice(self.rules.rulebook.provisions[provision].terms["ordered-for"]))

    def amount(self, seat: int, key: str) -> int:
        """What may be staked: between the limits, in whole chips, less what lies there."""
        limit, chip = self.rules.limits[key], self.rules.smallest_chip
        lying = stakes_of(self.state, seat).get(key, 0)
        least = max(limit.least - lying, chip)
        chips = (min(limit.most - lying, self.chips(seat)) - least) // chip
        return least + chip * self.chance.randint(0, min(max(chips, 0), 40))

    def _ride(self, act: Expected) -> str:
        seat = act.seat or 0
        if act.by is not Role.PLAYER:
            return self.state.chosen.get(seat, "take")
        own, law = stakes_of(self.state, seat), self.rules.rulebook.law.house_money
        onto = law.parlay.onto if law is not None else ()
        hands = {str(one.hand) for one in self.rules.wagers if one.hand in onto and one.key in own}
        return self.chance.choice(("take", *sorted(hands)))


# ---------------------------------------------------------------- what may be refused though it was expected

_AMOUNT = {
    Reason.BELOW_MINIMUM,
    Reason.ABOVE_MAXIMUM,
    Reason.DIFFERENCE_EXCEEDED,
    Reason.NOT_ENOUGH_CHIPS,
    Reason.NEEDS_ANOTHER_WAGER,
}
_TIME = {Reason.TABLE_IDLE, Reason.CARDS_TOO_OLD}
# ``expected`` knows neither the time nor the sums that a person has in mind; nothing else may be a reason.
EXCUSES: dict[str, set[Reason]] = {
    "wager": _AMOUNT | _TIME | {Reason.VIGORISH_OWED},
    "verbal": _AMOUNT | _TIME,
    "confirm": _AMOUNT | {Reason.RACK_EMPTY},
    "withdraw": {Reason.WAGERS_STAND},
    "free-hand": _TIME,
    "sit": {Reason.RACK_EMPTY},
    "collect-vigorish": {Reason.NOT_ENOUGH_CHIPS},
    "perform no-more-bets": _TIME | {Reason.NO_WAGERS, Reason.VIGORISH_OWED},
    "perform load-shoe": {Reason.CARDS_TOO_OLD},
    "perform fill-shoe": {Reason.CARDS_TOO_OLD},
    "perform take-out": {Reason.STEP_NOT_DUE},
}


def excused(act: Expected, reason: Reason) -> bool:
    """Say whether an act that was expected may be refused for a reason."""
    return reason in EXCUSES.get(act.do, set()) | EXCUSES.get(f"{act.do} {act.what}", set())
