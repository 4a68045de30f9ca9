"""Results folded from events: the outcome of each coup, and what each seat staked, won, paid and owes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec.structs import replace

from punto.core.cards import Card
from punto.table.events import (
    AnyEvent,
    AwardPaid,
    CardCorrected,
    CardDealt,
    CardTakenBack,
    CardTurned,
    CoupEnded,
    CoupSettled,
    CoupVoided,
    HouseMoneySettled,
    PaymentCorrected,
    RoyalStakesTaken,
    SettlementLine,
    SettlementReversed,
    ShoeEnded,
    StepPerformed,
    VigorishCollected,
    WagersReturned,
)
from punto.table.evolve_events import ERRORS

if TYPE_CHECKING:
    from punto.rules.house_rules import HouseRules

# ---------------------------------------------------------------- outcomes

# Outcomes of a shoe: input of the roads, with the marks of a bead plate.
#
# A fold of events in any viewer's view, restarted with every shoe. A reversed settlement removes its outcome. A
# continuous shoe never ends, so its last hundred outcomes are kept, as on a display.

MOST = 100
LETTERS: dict[str, Literal["B", "P", "T"]] = {"banker": "B", "player": "P", "tie": "T"}
NATURAL = 8
THIRDS = frozenset({"P3", "B3"})


class Ended(msgspec.Struct, frozen=True, rename="kebab", omit_defaults=True):
    """Outcome of a coup: winner, points, natural, pairs, and the wager that the dealer announced by name."""

    outcome: Literal["B", "P", "T"]
    player: int
    banker: int
    natural: bool = False
    player_pair: bool = False
    banker_pair: bool = False
    bonus: str = ""  # such as ``dragon-7``


Outcomes = tuple[Ended, ...]


def named(rules: HouseRules) -> dict[str, str]:
    """Return the wagers that the dealer announces by name when they win, by title (ma-mini 11(a))."""
    keys = (key for key in rules.rulebook.law.result.announce.ez if key in rules.limits)
    return {rules.wager(key).title: key for key in keys}


class Score(msgspec.Struct, frozen=True):
    """Outcomes so far, and the cards of the coup in play."""

    outcomes: Outcomes = ()
    places: dict[str, str] = {}  # face, or empty if not turned
    named: dict[str, str] = {}  # see ``named``

    def after(self, events: Iterable[AnyEvent]) -> Score:
        """Return the score after some events."""
        score = self
        for event in events:
            change = _CHANGES.get(type(event))
            if change is not None:
                score = change(score, event)
        return score


def letters(outcomes: Iterable[Ended]) -> str:
    """Return the outcomes as roads are written: ``BBPTP``."""
    return "".join(one.outcome for one in outcomes)


def _lies(score: Score, place: str, face: str) -> Score:
    return replace(score, places={**score.places, place: face})


def _gone(score: Score, place: str) -> Score:
    return replace(score, places={name: face for name, face in score.places.items() if name != place})


def _stepped(score: Score, event: StepPerformed) -> Score:
    """Follow a card that a remedy takes to a hand."""
    if event.ceremony != "trouble":
        return score
    face = next((score.places[name] for name in ERRORS if name in score.places), "")
    kept = replace(score, places={name: each for name, each in score.places.items() if name not in ERRORS})
    place = "B3" if event.step == "use-as-banker-third" else event.place
    return _lies(kept, place, face) if place else kept


def _settled_score(score: Score, event: CoupSettled) -> Score:
    stood = not THIRDS & score.places.keys()
    ended = Ended(
        LETTERS[event.winner],
        event.player,
        event.banker,
        natural=stood and max(event.player, event.banker) >= NATURAL,
        player_pair=_is_pair(score.places, "P"),
        banker_pair=_is_pair(score.places, "B"),
        bonus=next((score.named[part] for part in event.call.split(", ") if part in score.named), ""),
    )
    return replace(score, outcomes=(*score.outcomes, ended)[-MOST:])


def _is_pair(places: dict[str, str], side: str) -> bool:
    faces = [places.get(f"{side}{number}", "") for number in (1, 2)]
    return all(faces) and Card.of(faces[0]).rank == Card.of(faces[1]).rank


_CHANGES: dict[type, Callable[[Score, Any], Score]] = {
    CardDealt: lambda score, event: _lies(score, event.place, ""),
    CardTurned: lambda score, event: _lies(score, event.place, event.card),
    CardCorrected: lambda score, event: _lies(score, event.place, event.card) if event.place in score.places else score,
    CardTakenBack: lambda score, event: _gone(score, event.place),
    StepPerformed: _stepped,
    CoupSettled: _settled_score,
    SettlementReversed: lambda score, event: replace(score, outcomes=score.outcomes[:-1]),
    CoupEnded: lambda score, event: replace(score, places={}),
    CoupVoided: lambda score, event: replace(score, places={}),
    ShoeEnded: lambda score, event: Score((), score.places if event.completes else {}, score.named),
}


# ---------------------------------------------------------------- results

# Results of a coup by seat: staked, returned, paid, vigorish and net.
#
# The only place where this is computed, from public fields of events; layout, history, receipts, terminal and ledger
# checks all use it. The page has the same function for live events (``game/results.js``); a test compares both over
# whole shoes, and with the postings.
#
# A stake for meters leaves the layout when bets close, never returned. House Money is settled before the third card;
# its payout may ride on a hand, and is then part of that hand's stake. Vigorish collected for earlier coups is listed
# separately, because it is not a result of this one.


class _Part(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", omit_defaults=True):
    """Part of a result; its keys are kebab-case, and default values are omitted."""


class WagerResult(_Part, frozen=True, kw_only=True):
    """Result of one wager, in cents."""

    wager: str
    category: str
    stake: int
    returned: int = 0  # of the stake
    paid: int = 0
    vigorish: int = 0  # collected with the payout
    marked: int = 0  # vigorish deferred, in thousandths of a cent
    rides: int = 0  # part of the payout that rides on a hand, as part of its stake
    section: str = ""

    @property
    def gain(self) -> int:
        """Net win of the wager in cents; negative if lost."""
        return self.returned + self.paid - self.vigorish - self.stake


class SeatResult(_Part, frozen=True, kw_only=True):
    """Result of a coup for a seat, in cents."""

    seat: int
    staked: int = 0  # by the player, without a riding payout
    returned: int = 0
    paid: int = 0
    vigorish: int = 0
    awards: int = 0  # from meters
    corrected: int = 0  # by manual payment corrections
    net: int = 0
    marked: int = 0  # vigorish owed for this coup, in thousandths of a cent
    collected: int = 0  # vigorish of earlier coups, paid during this one
    wagers: tuple[WagerResult, ...] = ()


class Results:
    """Results of the coup in play, from its events."""

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self._early: list[HouseMoneySettled] = []
        self._taken = ""  # the wager whose stakes went to meters
        self._lines: tuple[SettlementLine, ...] = ()
        self._awards: Counter[int] = Counter()
        self._corrected: Counter[int] = Counter()
        self._collected: Counter[int] = Counter()

    def add(self, event: AnyEvent) -> Mapping[int, SeatResult]:
        """Add an event; return the results of all seats when a coup ends, otherwise an empty mapping."""
        match event:
            case RoyalStakesTaken(wager=wager):
                self._taken = wager
            case HouseMoneySettled():
                self._early.append(event)
            case CoupSettled(lines=lines):
                self._lines = lines
            case AwardPaid(seat=seat, cents=cents):
                self._awards[seat] += cents
            case PaymentCorrected(seat=seat, cents=cents):
                self._corrected[seat] += cents
            case VigorishCollected(seat=seat, cents=cents):
                self._collected[seat] += cents
            case SettlementReversed(house_money=again):
                self._reverse(early=again)
            case WagersReturned() | CoupVoided():
                self._reverse(early=True)
        if not isinstance(event, CoupEnded | CoupVoided):
            return {}
        found = self.seats()
        self._begin()
        return found

    def _reverse(self, early: bool) -> None:
        self._lines = ()
        self._awards.clear()
        if early:
            self._early.clear()

    def seats(self) -> dict[int, SeatResult]:
        """Return the result of every seat so far."""
        wagers: dict[int, list[WagerResult]] = {}
        for seat, wager in (*map(_early, self._early), *(_settled(line, self._taken) for line in self._lines)):
            wagers.setdefault(seat, []).append(wager)
        seats = sorted({*wagers, *self._awards, *self._corrected, *self._collected})
        return {seat: self._seat(seat, tuple(wagers.get(seat, ()))) for seat in seats}

    def _seat(self, seat: int, wagers: tuple[WagerResult, ...]) -> SeatResult:
        awards, corrected = self._awards[seat], self._corrected[seat]
        return SeatResult(
            seat=seat,
            staked=sum(one.stake - one.rides for one in wagers),
            returned=sum(one.returned for one in wagers),
            paid=sum(one.paid for one in wagers),
            vigorish=sum(one.vigorish for one in wagers),
            awards=awards,
            corrected=corrected,
            net=sum(one.gain for one in wagers) + awards + corrected,
            marked=sum(one.marked for one in wagers),
            collected=self._collected[seat],
            wagers=wagers,
        )


def _early(event: HouseMoneySettled) -> tuple[int, WagerResult]:
    won = event.payout > 0
    return event.seat, WagerResult(
        wager=event.wager,
        category=event.category,
        stake=event.stake,
        returned=event.stake if won else 0,
        paid=event.payout,
        rides=event.rides,
        section=event.section,
    )


def _settled(line: SettlementLine, taken: str) -> tuple[int, WagerResult]:
    kept = line.verdict == "lose" or line.kept or line.wager == taken
    return line.seat, WagerResult(
        wager=line.wager,
        category=line.category,
        stake=line.stake,
        returned=0 if kept else line.stake,
        paid=line.paid,
        vigorish=line.vigorish,
        marked=line.marked,
        section=line.section,
    )


def results(events: Iterable[AnyEvent]) -> Iterator[Mapping[int, SeatResult]]:
    """Yield the results of each ended coup, in order."""
    fold = Results()
    for event in events:
        found = fold.add(event)
        if isinstance(event, CoupEnded | CoupVoided):
            yield found
