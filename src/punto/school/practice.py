"""Practice tables: real tables, driven from a seed through every kind of moment that the school asks about.

People sit down, cut or decline, bet, squeeze, pass the shoe; now and then the floor interrupts, time passes or a card
goes astray. Each act is one that ``due`` lists, and ``decide`` decides it. A card gets its face when it is turned,
drawn from what the shoe can still hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

from punto.core.cards import DECK, Card
from punto.core.roles import Role
from punto.law.rulebook import Rulebook
from punto.rules.house_rules import HouseRules
from punto.school.houses import houses
from punto.table import Due, Refusal, TableState, after, decide, due
from punto.table import commands as c
from punto.table.authorization import somebody_else
from punto.table.decide import opened
from punto.table.drive import house, usual
from punto.table.due import due_now
from punto.table.holes import Amount, AnyHole, Choice, Depth, Faces, Why
from punto.table.irregularities import MISHAPS
from punto.table.phases import Phase
from punto.table.state import stakes, stakes_of

SECOND, HOUR = 1_000, 3_600_000
ASTRAY = frozenset({*MISHAPS, "discard"})  # places of a card drawn in error
RACK, BUY_IN = 100_000_000_00, 1_000_000_00
WALKS = 6  # of every table
ACTS = 420  # of every walk: two or three short shoes
SHOES = 3
MONEY_ACTS = (c.Wager, c.Verbal, c.Confirm, c.Withdraw, c.Sit, c.CollectVigorish)
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hana", "Ivo", "Jun", "Kim", "Leo", "Mia", "Nat")


class Moment(NamedTuple):
    """A table at which something must be done."""

    rules: HouseRules
    state: TableState

    @property
    def musts(self) -> tuple[Due, ...]:
        """What must be done now, or one of which must."""
        return tuple(act for act in due_now(self.rules, self.state) if act.must)


class PracticeTable:
    """A table under way."""

    def __init__(self, rules: HouseRules, chance: Random, state: TableState | None = None) -> None:
        self.rules, self.chance, self.at, self.number = rules, chance, 0, 0
        self.state = state or after(TableState(), (opened(rules, RACK, rules.metered.key if rules.metered else ""),))
        self.pack: list[Card] = []

    @property
    def moment(self) -> Moment:
        """The table as it is."""
        return Moment(self.rules, self.state)

    def give(self, command: c.AnyCommand) -> bool:
        """Give a command; say whether it was carried out."""
        came = decide(self.rules, self.state, command)
        if isinstance(came, Refusal):
            return False
        if self.state.shoe != (state := after(self.state, came)).shoe:
            self.pack = []
        self.state = state
        return True

    def follow(self, act: Due) -> bool:
        """Do what is expected."""
        return self.give(self.command(act))

    # ---------------------------------------------------------------- commands

    def command(self, act: Due) -> c.AnyCommand:
        """Return the command that does an act."""
        common = self._common(act.by, act.seat, act.step)
        holes = {name: self._filled(act, hole) for name, hole in act.holes}
        return act.fill(common["id"], common["who"], common["at"], **holes)

    def _filled(self, act: Due, hole: AnyHole) -> Any:
        """Choose what the table leaves open: a short shoe, a cut anywhere it may be, any cause, any stake."""
        match hole:
            case Faces(places=places):
                return {place: self.face() for place in places}
            case Amount():
                return self.amount(act.seat or 0, act.wager)
            case Depth(least=least, most=most):
                short = act.step == "place-cover"
                return most + 1 - self.chance.randint(20, 45) if short else self.chance.randint(least, most)
            case Choice(of=of) | Why(of=of):
                return self.chance.choice(of)
            case _:
                return usual(self.state, hole)

    def _common(self, by: Role, seat: int | None, step: str = "") -> dict[str, Any]:
        self.number += 1
        self.at += SECOND
        chair = self.state.curator if by is Role.CURATOR else seat
        person = by in (Role.PLAYER, Role.CURATOR)
        name = self.state.seated.get(chair or 0, "nobody") if person else str(by)
        who = somebody_else(self.rules, self.state, step, name)
        return {"id": str(self.number), "by": by, "who": who, "at": self.at}

    def face(self) -> str:
        """Draw a face that the shoe can still hold."""
        while True:
            if not self.pack:
                self.pack = [card for card in DECK for _ in range(self.rules.shoe.decks)]
                self.chance.shuffle(self.pack)
            card = str(self.pack.pop())
            if self.state.out.get(card, 0) < self.rules.shoe.decks:
                return card

    def amount(self, seat: int, key: str) -> int:
        """Choose a stake between the limits, in whole chips."""
        limit, chip = self.rules.limits[key], self.rules.smallest_chip
        if stakes_of(self.state, seat).get(key, 0):
            return chip
        stake = limit.least * self.chance.choice((1, 1, 2, 2, 3, 4))
        return min(limit.most, stake) // chip * chip

    # ---------------------------------------------------------------- people

    def sit(self, seats: int | None = None) -> None:
        """Let some people sit down."""
        number = seats or self.chance.randint(2, min(6, self.rules.seats))
        for seat in sorted(self.chance.sample(range(1, self.rules.seats + 1), number)):
            common = self._common(Role.PLAYER, None) | {"who": NAMES[seat - 1]}
            self.give(c.Sit(seat=seat, buy_in=BUY_IN, **common))

    def bet(self) -> None:
        """Let everybody bet on a hand, and on something beside it as they like."""
        for seat in sorted(self.state.seated):
            hands = [one.key for one in self.rules.wagers if one.hand]
            side = [one.key for one in self.rules.wagers if not one.hand]
            keys = [self.chance.choice(hands), *(key for key in side if self.chance.random() < 0.4)]
            for key in keys:
                self.stake(seat, key, self.amount(seat, key))

    def stake(self, seat: int, key: str, cents: int) -> bool:
        """Put a stake on the felt."""
        return self.give(c.Wager(seat=seat, wager=key, cents=cents, **self._common(Role.PLAYER, seat)))

    # ---------------------------------------------------------------- going on

    def go_on(self) -> bool:
        """Do one thing: mostly what is due, sometimes what may come instead."""
        if self.state.phase is Phase.BETTING and not self.state.done:
            self._before_betting()
        chance = self.chance.random()
        act = self._possible() if chance < 0.12 else self._house() if chance < 0.75 else None
        musts = self.moment.musts
        act = act or (self.chance.choice(musts) if musts else self._possible())
        return act is not None and self.follow(act)

    def _before_betting(self) -> None:
        if not stakes(self.state) and self.chance.random() < 0.08:
            self.at += self.chance.choice((HOUR, HOUR, 25 * HOUR))
        elif not stakes(self.state):
            self.bet()

    def _house(self) -> Due | None:
        return house(self.rules, self.state, self.at)

    def _possible(self) -> Due | None:
        acts = [act for act in due(self.rules, self.state) if act.command not in MONEY_ACTS]
        acts = [act for act in acts if ASTRAY.isdisjoint(act.places) or self.chance.random() < 0.2]
        return self.chance.choice(acts) if acts else None

    def until(self, phase: Phase, acts: int = 400) -> bool:
        """Do what is due until a phase is reached, nothing out of the way."""
        for _ in range(acts):
            if self.state.phase is phase and self.state.trouble is None:
                return True
            act = self._house() or next((act for act in self.moment.musts), None)
            if act is None or not self.follow(act):
                if self.state.phase is not Phase.BETTING:
                    return False
                self.bet()
        return False


# ---------------------------------------------------------------- walks


def walk(rules: HouseRules, number: int) -> Iterator[Moment]:
    """Drive a table for a while, and give every moment at which something must be done."""
    table = PracticeTable(rules, Random(f"{rules.table}/{number}"))
    table.sit()
    for _ in range(ACTS):
        if table.moment.musts:
            yield table.moment
        table.go_on()
        if table.state.shoe > SHOES:
            return


@cache
def moments(book: Rulebook) -> tuple[Moment, ...]:
    """Return the moments of all practice tables under a rulebook."""
    return tuple(moment for rules in houses(book) for number in range(WALKS) for moment in walk(rules, number))
