"""Automatic rounds with every wager on the felt: what each of them brings, every cent of it audited, against its odds.

Two seats play flat, with stakes on which no vigorish has to be rounded: the first on Player and on all that is no
hand, the second on Banker. House Money is taken, never ridden. What a wager gains is read from what was settled.

The odds are those of a full shoe, and whole shoes are dealt. Every round that is dealt for certain has these odds
exactly; only whether a last round is dealt depends on the cards before it. That cut-card effect is of the order of
a millionth of a stake, a thousandth of the standard error of a million rounds, and is not corrected for.
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from math import exp, lgamma, log, sqrt
from typing import Any, NoReturn

import msgspec

from punto.core.cards import Composition
from punto.core.roles import Role
from punto.game.card_sources import filling
from punto.game.game import Accepted
from punto.odds import WagerOdds, sheet
from punto.table import TableState, due, evolve
from punto.table.commands import AnyCommand, Sit, Wager
from punto.table.drive import filled, house
from punto.table.events import AnyEvent, CoupSettled, HouseMoneySettled
from punto.table.holes import Amount
from punto.table.phases import Phase
from punto.table.settlement import UNIT
from punto.table.state import stakes
from punto.verification.log_checks import EXAMINERS, ReplayStep
from tests.table.harness import rules_of
from tests.walk.people import Seated
from tests.walk.walker import DECODER

CHIPS = 10**9
EVEN = 100_00  # five percent of it are whole quarters
SHY = ("decline-cut", "decline-shoe", "decline-next", "give-up", "name-dealer")
ROUND = 500  # acts, at the most
ERRORS = 4  # standard errors
RARE = 3.2e-5  # what lies beyond four of them on either side


class Rounds(Seated):
    """A table at which the house does everything that is due, and two players bet."""

    def __init__(self, submission: str, seed: int, rulebook: str = "", text: str = "") -> None:
        super().__init__(submission, random.Random(seed), random.Random(seed), rulebook, text)
        self.submission, self.number = submission, 0
        self.events: list[AnyEvent] = []
        for seat in range(1, min(2, self.rules.seats) + 1):
            self.do(Sit(**self._envelope(seat), seat=seat, buy_in=CHIPS))

    def _envelope(self, seat: int) -> dict[str, Any]:
        self.number += 1
        return {"id": str(self.number), "by": Role.PLAYER, "who": f"p{seat}", "at": self.session.at + 1}

    def do(self, command: AnyCommand) -> None:
        before = self.state
        answer = self.session.do(command)
        assert isinstance(answer, Accepted), (command, answer)
        self.keeper.see(before, answer.events)
        self.events += answer.events

    def bet(self) -> None:
        """Everything once: seat 2 has the Banker, seat 1 all the rest; wagers that need another come after it."""
        for wager in sorted(self.rules.wagers, key=lambda wager: bool(wager.needs)):
            seat = min(2 if wager.hand == "banker" else 1, self.rules.seats)
            acts = (act for act in due(self.rules, self.state) if act.command is Wager and act.seat == seat)
            act = next((act for act in acts if act.wager == wager.key), None)
            hole = dict(act.holes)["cents"] if act is not None else None
            if isinstance(hole, Amount):
                cents = min(max(hole.least, EVEN), hole.most)
                self.do(Wager(**self._envelope(seat), seat=seat, wager=wager.key, cents=cents))
        if not stakes(self.state):
            self.stuck("no wager is due")

    def round(self) -> None:
        """One round, from whatever comes before it to its last card cleared."""
        coup = self.state.coup
        for _ in range(ROUND):
            betting = self.state.phase is Phase.BETTING and not self.state.done and self.state.kind == "wagered"
            staked = bool(stakes(self.state))
            act = house(self.rules, self.state)
            if betting and not staked and act is not None and act.step == "no-more-bets":
                self.bet()
            elif act is not None:
                self.do(filled(self.rules, self.state, act, self.session.at + 1, filling(self.keeper)))
            else:
                self._person()
            if self.state.coup > coup:
                return
        self.stuck(f"no round in {ROUND} acts")

    def stuck(self, words: str) -> NoReturn:
        """Say where a table came to a halt."""
        acts = ", ".join(f"{act} by {act.by}{' (must)' * act.must}" for act in due(self.rules, self.state))
        where = f"coup {self.state.coup}, {self.state.phase}, {self.state.agenda or self.state.done}"
        raise AssertionError(f"{self.submission}: {words}; {where}, due: {acts[:600] or 'nothing'}")

    def _person(self) -> None:
        """Somebody cuts, takes the shoe, turns a hand."""
        acts = [one for one in due(self.rules, self.state) if one.must]
        people = [one for one in acts if one.by in (Role.PLAYER, Role.CURATOR) and one.step not in SHY]
        if not people:
            self.stuck("no player's act is due")
        act = people[0]
        self.number += 1
        told = self.told(act) | {"id": str(self.number), "at": self.session.at + 1}
        if act.do == "house-money":
            told["choice"] = "take"
        self.do(DECODER.decode(msgspec.json.encode(told)))


# ---------------------------------------------------------------- what came of them


def rounds(submission: str, seed: int, number: int) -> Counter[str]:
    """Play so many rounds; count each wager's results, its stakes in cents, its gains in thousandths of a cent."""
    table = Rounds(submission, seed)
    for _ in range(number):
        table.round()
    faults = list(audited(table))
    assert not faults, (submission, seed, faults[0])
    found = Counter({"rounds": number, "shoes": table.state.shoe, "events": len(table.events)})
    for event in table.events:
        for wager, category, stake, gain in results(event):
            found[f"{submission} {wager} {category}"] += 1
            found[f"{submission} {wager} : staked"] += stake
            found[f"{submission} {wager} : gained"] += gain
    return found


def audited(table: Rounds) -> Iterator[str]:
    """Ask everybody who examines a log about every event of this one."""
    examiners, state = [make() for make in EXAMINERS], TableState()
    stored = (event for record in table.session.store.records() for event in record.batch.events)
    for n, event in enumerate(stored, 1):
        for examiner in examiners:
            yield from examiner.see(ReplayStep(table.rules, n, state, event))
        state = evolve(state, event)
    for examiner in examiners:
        yield from examiner.end()


def results(event: AnyEvent) -> Iterator[tuple[str, str, int, int]]:
    """Return wager, category, stake and gain of all that an event settles."""
    if isinstance(event, CoupSettled):
        for line in event.lines:
            kept = 0 if line.verdict == "lose" or line.wager == "royal-9" else line.stake
            gain = (kept - line.stake + line.paid - line.vigorish) * UNIT - line.marked
            yield line.wager, line.category, line.stake, gain
    elif isinstance(event, HouseMoneySettled):
        gain = event.payout if event.payout else -event.stake
        yield "house-money", event.category, event.stake, gain * UNIT


@cache
def odds_of(submission: str) -> Mapping[str, WagerOdds]:
    """Return the odds of everything that a table offers, at seat 1, meters at nothing."""
    rules = rules_of(submission)
    rate = rules.vigorish.rate if rules.vigorish else Fraction(0)
    whole = sheet(Composition.decks(rules.shoe.decks), rules.wagers, rate=rate, seat=1)
    stake = rules.royal9.stake if rules.royal9 else 1
    return {key: odds.at(dict.fromkeys(odds.meters, 0), stake) for key, odds in whole.wagers.items()}


# ---------------------------------------------------------------- and whether that is likely


def means(found: Mapping[str, int], submission: str) -> Iterator[tuple[str, float]]:
    """Return how many standard errors each wager's mean gain is from its expectation.

    Royal 9 is judged by its categories alone: what pays most comes once in a million rounds.
    """
    for key, odds in odds_of(submission).items():
        staked = found.get(f"{submission} {key} : staked", 0)
        if key == "royal-9" or not staked:
            continue
        number = sum(count for name, count in found.items() if _of(name, submission, key))
        mean = found[f"{submission} {key} : gained"] / UNIT / staked
        yield key, (mean - float(odds.ev)) / (odds.sd / sqrt(number))


def unlikely(found: Mapping[str, int], submission: str) -> Iterator[str]:
    """Say which results of which wagers come more or less often than they should."""
    for key, odds in odds_of(submission).items():
        number = sum(count for name, count in found.items() if _of(name, submission, key))
        for line in odds.lines:
            count = found.get(f"{submission} {key} {line.result.category}", 0)
            due = number * line.deals / odds.deals
            if not likely(count, due, number):
                yield f"{submission}: {key} {line.result.category} came {count} times of {number}, not {due:.1f}"


def _of(name: str, submission: str, key: str) -> bool:
    return name.startswith(f"{submission} {key} ") and " : " not in name


def likely(count: int, due: float, number: int) -> bool:
    """Say whether a count is within four standard errors, or where few are due within what is as likely as that."""
    if due >= 50:
        return abs(count - due) <= ERRORS * sqrt(due * (1 - due / number)) + 1e-9
    below = sum(poisson(one, due) for one in range(count))
    return 1 - below > RARE and below + poisson(count, due) > RARE


def poisson(count: int, due: float) -> float:
    """Return how likely a count is of what comes rarely."""
    return exp(count * log(due) - due - lgamma(count + 1)) if due else float(not count)
