"""Surveillance queries: incidents worth reviewing on video.

A fold of a table's log that looks for the classic cheats. A *late* wager was made or raised in the last moments before
bets closed, or was attempted after it. *Vigorish* was not collected, or was refunded. A *capped* wager differs from its
amount when bets closed, or was changed after a card was seen. A *payment* was corrected by hand, or a result changed
after it was announced. And *large* wins. A hit proves nothing: each of these also happens at honest tables.

Refused wagers are not in the log; they are passed in separately (``Tried``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

import msgspec

from punto.core.money import dollars
from punto.rules.house_rules import HouseRules
from punto.table import TableState, evolve
from punto.table.betting import CLOSE
from punto.table.events import (
    CoupEnded,
    CoupSettled,
    CoupVoided,
    HouseMoneySettled,
    PaymentCorrected,
    PlayerLeft,
    SettlementLine,
    SettlementReversed,
    StepPerformed,
    VigorishCollected,
    WagerMade,
    WagerWithdrawn,
)
from punto.table.state import stakes
from punto.views.history import LoggedEvent
from punto.views.results import Results

Query = Literal["late", "vigorish", "capped", "payment", "large"]
QUERIES: tuple[Query, ...] = ("late", "vigorish", "capped", "payment", "large")


class QueryTerms(NamedTuple):
    """Thresholds of the queries."""

    within: int = 500  # milliseconds before bets close that count as late
    large: int = 1_000_000  # cents won in one coup that count as large


class RefusedWager(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """A refused wager, which is not in the log."""

    at: int
    who: str
    seat: int
    shoe: int
    coup: int
    number: int
    version: int  # of the table
    do: str
    reason: str
    section: str


class Hit(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """A hit: where, when, and in words."""

    query: Query
    shoe: int
    coup: int
    number: int  # within its shoe
    seat: int
    at: int
    n: int  # event number
    words: str
    section: str


def suspicions(
    rules: HouseRules,
    happened: Iterable[LoggedEvent],
    terms: QueryTerms = QueryTerms(),  # noqa: B008 - a tuple of numbers
    state: TableState | None = None,
    tried: Iterable[RefusedWager] = (),
) -> Iterator[Hit]:
    """Yield the hits, from the table's opening or from a state between two coups.

    >>> from importlib.resources import files
    >>> from punto.rules.review import review
    >>> rules = review(files("punto").joinpath("submissions", "md-mini-payout.toml").read_text()).rules
    >>> one = LoggedEvent(9, 0, "floor", "flo", PaymentCorrected(seat=3, cents=500, why="a chip short"))
    >>> [(hit.query, hit.words) for hit in suspicions(rules, [one])]
    [('payment', '$5 to seat 3 by hand: a chip short')]
    """
    watch = _Watch(rules, terms, state or TableState())
    for one in happened:
        yield from watch.see(one)
    yield from (_tried(one) for one in tried)


def _tried(one: RefusedWager) -> Hit:
    return Hit(
        query="late",
        shoe=one.shoe,
        coup=one.coup,
        number=one.number,
        seat=one.seat,
        at=one.at,
        n=one.version,
        words=f"{one.do} was refused: {one.reason}",
        section=one.section,
    )


class _Watch:
    """State of the queries."""

    def __init__(self, rules: HouseRules, terms: QueryTerms, state: TableState) -> None:
        self.rules, self.terms, self.state = rules, terms, state
        self.results = Results()
        self._made: list[LoggedEvent] = []  # wagers of this coup
        self._lay: Mapping[tuple[int, str], int] = {}  # stakes when bets closed
        self._rode: dict[tuple[int, str], int] = {}
        self._taken: dict[int, int] = {}  # vigorish last collected from a seat, in cents
        self._closed = False

    def see(self, one: LoggedEvent) -> Iterator[Hit]:
        """Check an event against the table's state before it."""
        before, self.state = self.state, evolve(self.state, one.event)
        yield from self._wagers(one, before)
        yield from self._money(one, before)
        for seat, result in self.results.add(one.event).items():
            if result.net >= self.terms.large:
                yield self._hit("large", one, before, seat, f"seat {seat} won {dollars(result.net)} in this coup")
        if isinstance(one.event, CoupEnded | CoupVoided):
            self._made, self._lay, self._rode, self._closed = [], {}, {}, False

    def _hit(self, query: Query, one: LoggedEvent, before: TableState, seat: int, words: str, section: str = "") -> Hit:
        return Hit(
            query=query,
            shoe=before.shoe,
            coup=before.coup,
            number=before.coup - before.shoe_began + 1,
            seat=seat,
            at=one.at,
            n=one.n,
            words=words,
            section=section or one.event.section,
        )

    # ---------------------------------------------------------------- wagers

    def _wagers(self, one: LoggedEvent, before: TableState) -> Iterator[Hit]:
        match one.event:
            case WagerMade(seat=seat, wager=wager) | WagerWithdrawn(seat=seat, wager=wager):
                self._made.append(one)
                seen = [place for place, face in before.places.items() if face]
                why = one.event.let_stand if isinstance(one.event, WagerMade) else ""
                if why:
                    yield self._let_stand(one, before, seat, wager, why)
                elif self._closed or seen:
                    when = f"after {' '.join(seen)} was face up" if seen else "after bets were closed"
                    yield self._hit("capped", one, before, seat, f"{wager} of seat {seat} was changed {when}")
            case StepPerformed(step=step) if step == CLOSE:
                self._closed, self._lay = True, stakes(before)
                yield from self._late(one, before)
            case HouseMoneySettled(seat=seat, on=wager, rides=rides) if rides:
                self._rode[seat, wager] = rides
            case CoupSettled(lines=lines):
                yield from (hit for line in lines for hit in self._settled(one, before, line))

    def _let_stand(self, one: LoggedEvent, before: TableState, seat: int, wager: str, why: str) -> Hit:
        """Return the hit of a wager allowed outside the limits; after the close it counts as the closing stake."""
        after = stakes(self.state)
        if self._closed:
            self._lay = after
        words = f"{wager} of seat {seat} was allowed at {dollars(after[seat, wager])}, outside the limits: {why}"
        return self._hit("capped", one, before, seat, words)

    def _late(self, closing: LoggedEvent, before: TableState) -> Iterator[Hit]:
        """Yield the wagers made at the last moment before the close."""
        for one in self._made:
            left = closing.at - one.at
            if isinstance(one.event, WagerMade) and 0 <= left <= self.terms.within:
                made = one.event
                words = f"{dollars(made.cents)} on {made.wager} by seat {made.seat}, {left} ms before bets closed"
                yield self._hit("late", one, before, made.seat, words)

    def _settled(self, one: LoggedEvent, before: TableState, line: SettlementLine) -> Iterator[Hit]:
        """Check that a wager is settled at its closing stake, and that its vigorish is collected or deferred."""
        lay = self._lay.get((line.seat, line.wager), 0) + self._rode.get((line.seat, line.wager), 0)
        if self._lay and line.stake != lay:
            words = (
                f"{line.wager} of seat {line.seat} closed at {dollars(lay)} and was settled at {dollars(line.stake)}"
            )
            yield self._hit("capped", one, before, line.seat, words, line.section)
        if line.vigorish:
            self._taken[line.seat] = line.vigorish
        bears = self.rules.vigorish is not None and self.rules.wager(line.wager).vigorish
        if bears and line.verdict == "win" and line.paid and not line.vigorish and not line.marked:
            words = f"{line.wager} of seat {line.seat} was paid {dollars(line.paid)} without vigorish"
            yield self._hit("vigorish", one, before, line.seat, words, line.section)

    # ---------------------------------------------------------------- other movements of money

    def _money(self, one: LoggedEvent, before: TableState) -> Iterator[Hit]:
        match one.event:
            case VigorishCollected(seat=seat, cents=cents):
                self._taken[seat] = cents
            case PlayerLeft(seat=seat):
                self._taken.pop(seat, None)
                if before.owed.get(seat):
                    words = f"seat {seat} left with its vigorish uncollected"
                    yield self._hit("vigorish", one, before, seat, words)
            case PaymentCorrected(seat=seat, cents=cents, why=why):
                yield from self._corrected(one, before, seat, cents, why)
            case SettlementReversed(house_money=again):
                self._rode = {} if again else self._rode
                yield self._hit("payment", one, before, 0, "the settlement was reversed, to be settled again")

    def _corrected(self, one: LoggedEvent, before: TableState, seat: int, cents: int, why: str) -> Iterator[Hit]:
        way = "to" if cents > 0 else "from"
        words = f"{dollars(abs(cents))} {way} seat {seat} by hand: {why}"
        yield self._hit("payment", one, before, seat, words)
        if 0 < cents == self._taken.get(seat):
            words = f"{dollars(cents)} of vigorish was refunded to seat {seat}: {why}"
            yield self._hit("vigorish", one, before, seat, words)
