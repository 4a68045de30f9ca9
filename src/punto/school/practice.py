"""Practice tables: real tables, driven from a seed through every situation that the school asks about.

They are the tables that Punto ships, reviewed like any other. People sit down, cut or decline, bet, squeeze, pass the
shoe; now and then the floor interrupts, time passes or a card goes astray. Each act is one that ``due`` lists, and
``decide`` decides it. A card gets its face when it is turned, drawn from what the shoe can still hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from punto.core.cards import DECK, Card
from punto.core.roles import Role
from punto.law.rulebook import Rulebook, topics
from punto.law.schema import provision_of
from punto.law.words import Procedure
from punto.rules.house_rules import HouseRules
from punto.rules.review import review_submission
from punto.rules.submission import Submission, WagerChoice, read
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


@cache
def houses(book: Rulebook) -> tuple[HouseRules, ...]:
    """Return the house rules of every built-in table under a rulebook, by name.

    No built-in table is under a rulebook from outside. It has those that are lawful under it with as many seats and
    decks as it allows, and for each variant some with all wagers of the rulebook instead of their own.
    """
    entries = sorted(files("punto").joinpath("submissions").iterdir(), key=lambda entry: entry.name)
    texts = [entry.read_text(encoding="utf-8") for entry in entries if entry.name.endswith(".toml")]
    filed = [found for text in texts if (found := read(text).submission) is not None]
    own = _lawful(book, (one for one in filed if one.rulebook == book.id))
    fitting = [_seated(book, one) for one in filed]
    return own or (*_lawful(book, fitting), *_with_own_wagers(book, fitting))


def _seated(book: Rulebook, one: Submission) -> Submission:
    seats, decks = book.law.table.seats, book.law.cards.decks
    number = max(decks.least, min(one.decks, decks.most or one.decks))
    return replace(
        one,
        rulebook=book.id,
        seats=max(seats.least, min(one.seats, seats.most)),
        decks=one.decks if "cards.two-batches" in book else number,
    )


def _with_own_wagers(book: Rulebook, filed: Iterable[Submission]) -> Iterator[HouseRules]:
    for variant in dict.fromkeys(law.variant for law in book.wagers if law.hand == "banker"):
        laws = [law for law in book.wagers if law.variant in ("", variant) and law.posted is None]
        wagers = {key: WagerChoice(paytable=next(iter(law.paytables), None)) for law in laws for key in law.keys}
        tables = (replace(one, ez=False, variant=variant, wagers=wagers) for one in filed)
        yield from islice(_lawful(book, tables), OF_A_VARIANT)


def _lawful(book: Rulebook, filed: Iterable[Submission]) -> tuple[HouseRules, ...]:
    return tuple(rules for one in filed if (rules := review_submission(book, one).rules) is not None)


# ---------------------------------------------------------------- the tables

OF_A_VARIANT = 2  # tables, under a rulebook from outside
SECOND, HOUR = 1_000, 3_600_000
ASTRAY = frozenset({*MISHAPS, "discard"})  # places of a card drawn in error
RACK, BUY_IN = 100_000_000_00, 1_000_000_00
WALKS = 6  # for each table
ACTS = 420  # for each walk: two or three short shoes
SHOES = 3
REQUESTS = {"ask-face-up": 0.5, "ask-inspection": 1}  # seldom possible, and the only way to the steps that follow
MONEY_ACTS = (c.Wager, c.Verbal, c.Confirm, c.Withdraw, c.Sit, c.CollectVigorish)
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hana", "Ivo", "Jun", "Kim", "Leo", "Mia", "Nat")


class Moment(NamedTuple):
    """A table at which an act must be done."""

    rules: HouseRules
    state: TableState

    @property
    def musts(self) -> tuple[Due, ...]:
        """The acts that must be done now, or of which one must."""
        return tuple(act for act in due_now(self.rules, self.state) if act.must)


class PracticeTable:
    """A table in play."""

    def __init__(self, rules: HouseRules, chance: Random, state: TableState | None = None) -> None:
        self.rules, self.chance, self.at, self.number = rules, chance, 0, 0
        self.state = state or after(TableState(), (opened(rules, RACK, rules.metered.key if rules.metered else ""),))
        self.pack: list[Card] = []

    @property
    def moment(self) -> Moment:
        """The current rules and state."""
        return Moment(self.rules, self.state)

    def give(self, command: c.AnyCommand) -> bool:
        """Give a command; return whether it was accepted."""
        came = decide(self.rules, self.state, command)
        if isinstance(came, Refusal):
            return False
        if self.state.shoe != (state := after(self.state, came)).shoe:
            self.pack = []
        self.state = state
        return True

    def follow(self, act: Due) -> bool:
        """Do a due act; return whether it was accepted."""
        return self.give(self.command(act))

    # ---------------------------------------------------------------- commands

    def command(self, act: Due) -> c.AnyCommand:
        """Return the command for an act."""
        common = self._common(act.by, act.seat, act.step)
        holes = {name: self._filled(act, hole) for name, hole in act.holes}
        return act.fill(common["id"], common["who"], common["at"], **holes)

    def _filled(self, act: Due, hole: AnyHole) -> Any:
        """Choose the value of a hole: a short shoe, a cut at any permitted depth, any reason, any stake."""
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
        """Draw a face that the shoe can still contain."""
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

    # ---------------------------------------------------------------- users

    def sit(self, seats: int | None = None) -> None:
        """Seat some players."""
        number = seats or self.chance.randint(2, min(6, self.rules.seats))
        for seat in sorted(self.chance.sample(range(1, self.rules.seats + 1), number)):
            common = self._common(Role.PLAYER, None) | {"who": NAMES[seat - 1]}
            self.give(c.Sit(seat=seat, buy_in=BUY_IN, **common))

    def bet(self) -> None:
        """Let every player bet on a hand, and perhaps on something else."""
        for seat in sorted(self.state.seated):
            hands = [one.key for one in self.rules.wagers if one.hand]
            side = [one.key for one in self.rules.wagers if not one.hand]
            keys = [self.chance.choice(hands), *(key for key in side if self.chance.random() < 0.4)]
            for key in keys:
                self.stake(seat, key, self.amount(seat, key))

    def stake(self, seat: int, key: str, cents: int) -> bool:
        """Place a stake; return whether it was accepted."""
        return self.give(c.Wager(seat=seat, wager=key, cents=cents, **self._common(Role.PLAYER, seat)))

    # ---------------------------------------------------------------- driving

    def go_on(self) -> bool:
        """Do one act: usually what is due, sometimes an alternative; return whether it was accepted."""
        if self.state.phase is Phase.BETTING and not self.state.done:
            self._before_betting()
        asked = [act for act in due_now(self.rules, self.state) if act.step in REQUESTS]
        if asked and self.chance.random() < REQUESTS[asked[0].step]:
            return self.follow(self.chance.choice(asked))
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
        """Do what is due, without alternatives, until a phase is reached; return whether it was."""
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
    """Drive a table for a while, and yield every moment at which an act must be done."""
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


# ---------------------------------------------------------------- places of a document


KINDS = ("procedure", "settlement")


def taught(book: Rulebook) -> tuple[str, ...]:
    """Return the provisions that students of a rulebook must know: every procedure and every settlement."""
    return tuple(key for key, topic in topics().items() if topic.kind in KINDS and key in book)


@cache
def _steps(book: Rulebook) -> dict[str, str]:
    """Return the provision of each step."""
    provisions = {key: provision_of(book.law, key) for key in book.provisions}
    return {step.do: key for key, one in provisions.items() if isinstance(one, Procedure) for step in one.steps}


@cache
def _by_section(book: Rulebook) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for key in taught(book):
        found[book.section(key)] = (*found.get(book.section(key), ()), key)
    return found


def provisions_of(rules: HouseRules, act: Due) -> tuple[str, ...]:
    """Return the provisions that govern an act: that of its step, and those with its section."""
    book = rules.rulebook
    own = _steps(book).get(act.step)
    cited = _by_section(book).get(act.section, ())
    if own is None:
        return cited
    return (own,) if own in cited or not cited else (own, *cited)


@cache
def by_step(book: Rulebook) -> dict[str, tuple[Moment, ...]]:
    """Return the moments at which each step, or act without a step, must be done."""
    found: dict[str, list[Moment]] = {}
    for moment in moments(book):
        for name in {name_of(act) for act in moment.musts}:
            found.setdefault(name, []).append(moment)
    return {name: tuple(those) for name, those in found.items()}


def name_of(act: Due) -> str:
    """Return the step of an act, or the name of its command."""
    return act.step or str(act)


@cache
def by_provision(book: Rulebook) -> dict[str, tuple[Moment, ...]]:
    """Return the moments at which each provision governs what must be done."""
    found: dict[str, list[Moment]] = {}
    for moment in moments(book):
        for key in {key for act in moment.musts for key in provisions_of(moment.rules, act)}:
            found.setdefault(key, []).append(moment)
    return {key: tuple(those) for key, those in found.items()}
