"""History: everything that happened in a coup.

A fold of a table's events into coups: wagers by kind and seat, cards in dealing order, every step, the result and its
settlement lines, each with its section, and each player's chips before and after. Shoes count from 1. A coup has the
table's number, which continues from shoe to shoe, and its number within the shoe.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from punto.core.money import dollars
from punto.core.posting import DROP, HOUSE
from punto.table import TableState, evolve
from punto.table.event import Event
from punto.table.events import (
    AnyEvent,
    AwardPaid,
    CardDealt,
    CardsListed,
    CardTurned,
    CoupEnded,
    CoupSettled,
    CoupVoided,
    HouseMoneySettled,
    PlayerLeft,
    PlayerSeated,
    SeedRevealed,
    SettlementReversed,
    ShoeCommitted,
    ShoeEnded,
    StepPerformed,
    WagerMade,
    WagerWithdrawn,
)
from punto.table.phases import Phase
from punto.views.results import Results, SeatResult
from punto.views.views import HOUSE_VIEWER, LINES, TABLE, Viewer

SHORT = 16  # digits that identify a hash
BEFORE_THE_COUP = (Phase.CLOSED, Phase.PREPARING, Phase.IDLE)


class LoggedEvent(NamedTuple):
    """An event with its number, and the time and sender of its command."""

    n: int
    at: int
    by: str
    who: str
    event: AnyEvent


class _Part(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """Part of a history; its keys are kebab-case."""


class Step(_Part, frozen=True, kw_only=True):
    """One event, described in words."""

    n: int
    at: int
    by: str
    who: str
    event: str
    words: str
    section: str


class Stake(_Part, frozen=True, kw_only=True):
    """A seat's stake on a wager when betting closed."""

    seat: int
    who: str
    wager: str
    cents: int
    coupon: int


class Dealt(_Part, frozen=True, kw_only=True):
    """A card, in dealing order; None if its face was not seen."""

    place: str
    card: str | None


class Balance(_Part, frozen=True, kw_only=True):
    """A player's chips before and after the coup, and those bought and cashed out in between."""

    seat: int
    who: str
    before: int
    bought: int
    taken: int
    after: int

    @property
    def won(self) -> int:
        """Net win of the coup in cents; negative if lost."""
        return self.after - self.before - self.bought + self.taken


class CoupHistory(_Part, frozen=True, kw_only=True):
    """Everything that happened in a coup."""

    table: str
    shoe: int
    coup: int  # the table's number
    number: int  # within its shoe
    kind: str
    finished: bool
    void: bool
    began: int
    ended: int
    wagers: tuple[Stake, ...]
    cards: tuple[Dealt, ...]
    house_money: tuple[HouseMoneySettled, ...]
    result: CoupSettled | None  # with its lines, in the order of settlement
    awards: tuple[AwardPaid, ...]  # of meters
    results: tuple[SeatResult, ...]  # by seat
    balances: tuple[Balance, ...]
    preparation: tuple[Step, ...]  # handling of the cards and other steps since the previous coup
    steps: tuple[Step, ...]

    @property
    def document(self) -> dict[str, Any]:
        """History as plain values."""
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return plain


def history(happened: Iterable[LoggedEvent], state: TableState | None = None) -> Iterator[CoupHistory]:
    """Yield the coups of a table in order; the last may be unfinished.

    Starts from the table's opening, or from a state between two coups.
    """
    state = state or TableState()
    coup = _Coup(dict(_held(state)))
    for one in happened:
        before, state = state, evolve(state, one.event)
        coup.take(one, before, state)
        if isinstance(one.event, CoupEnded | CoupVoided):
            yield coup.told(finished=True)
            coup = _Coup(dict(_held(state)))
    if coup.cards or coup.wagers:
        yield coup.told(finished=False)


def _held(state: TableState) -> Iterator[tuple[tuple[int, str], Balance]]:
    """Yield each player's current chips as the start of a balance."""
    for seat, who in sorted(state.seated.items()):
        chips = state.accounts.get(f"seat/{seat}", 0)
        yield (seat, who), Balance(seat=seat, who=who, before=chips, bought=0, taken=0, after=chips)


@dataclass
class _Coup:
    """A coup as far as it has been read."""

    balances: dict[tuple[int, str], Balance] = field(default_factory=dict)
    state: TableState = field(default_factory=TableState)  # the last state before its end
    began: int | None = None
    ended: int = 0
    wagers: dict[tuple[int, str], Stake] = field(default_factory=dict)
    cards: dict[str, str | None] = field(default_factory=dict)
    house_money: list[HouseMoneySettled] = field(default_factory=list)
    result: CoupSettled | None = None
    awards: list[AwardPaid] = field(default_factory=list)
    results: Results = field(default_factory=Results)
    ended_with: tuple[SeatResult, ...] = ()
    void: bool = False
    preparation: list[Step] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)

    def take(self, one: LoggedEvent, before: TableState, after: TableState) -> None:
        """Add an event to the coup."""
        self.state, self.ended = before, one.at
        inside = before.phase not in BEFORE_THE_COUP and not isinstance(one.event, ShoeEnded)
        (self.steps if inside else self.preparation).append(_step(one))
        if inside:
            self.began = one.at if self.began is None else self.began
            self._note(one.event, before)
            self.cards |= after.places
        self.ended_with = tuple(self.results.add(one.event).values())
        self._balance(one.event, before, after)

    def _note(self, event: AnyEvent, before: TableState) -> None:
        match event:
            case WagerMade(seat=seat, wager=wager, cents=cents, coupon=coupon):
                old = self.wagers.get((seat, wager))
                who = before.seated.get(seat, "")
                total = (old.cents if old else 0) + cents, (old.coupon if old else 0) + coupon
                self.wagers[seat, wager] = Stake(seat=seat, who=who, wager=wager, cents=total[0], coupon=total[1])
            case WagerWithdrawn(seat=seat, wager=wager):
                self.wagers.pop((seat, wager), None)
            case CardDealt(place=place):
                self.cards[place] = None
            case CardTurned(place=place, card=card):
                self.cards[place] = card
            case CoupVoided():
                self.void = True
            case SettlementReversed():
                self.result = None
                self.awards.clear()
            case AwardPaid():
                self.awards.append(event)
            case HouseMoneySettled():
                self.house_money.append(event)
            case CoupSettled():
                self.result = event

    def _balance(self, event: AnyEvent, before: TableState, after: TableState) -> None:
        """Update the players' balances: seating, buy-ins, cash-outs, current chips."""
        seated = {**before.seated, **after.seated}
        if isinstance(event, PlayerSeated | PlayerLeft):
            seated[event.seat] = event.who
        cash = any(posting.credit == DROP for posting in event.postings)
        for seat, who in seated.items():
            account = f"seat/{seat}"
            old = self.balances.get((seat, who)) or Balance(seat=seat, who=who, before=0, bought=0, taken=0, after=0)
            bought = sum(posting.cents for posting in event.postings if cash and posting.credit == account)
            left = event.postings if isinstance(event, PlayerLeft) else ()
            taken = sum(posting.cents for posting in left if posting.debit == account and posting.credit == HOUSE)
            self.balances[seat, who] = msgspec.structs.replace(
                old, bought=old.bought + bought, taken=old.taken + taken, after=after.accounts.get(account, 0)
            )

    def told(self, finished: bool) -> CoupHistory:
        """Return the history of the coup."""
        state = self.state
        return CoupHistory(
            table=state.table,
            shoe=state.shoe,
            coup=state.coup,
            number=state.coup - state.shoe_began + 1,
            kind=state.kind,
            finished=finished,
            void=self.void,
            began=self.ended if self.began is None else self.began,
            ended=self.ended,
            wagers=tuple(stake for _, stake in sorted(self.wagers.items())),
            cards=tuple(Dealt(place=place, card=card) for place, card in self.cards.items()),
            house_money=tuple(self.house_money),
            result=self.result,
            awards=tuple(self.awards),
            results=self.ended_with or tuple(self.results.seats().values()),
            balances=tuple(balance for _, balance in sorted(self.balances.items())),
            preparation=tuple(self.preparation),
            steps=tuple(self.steps),
        )


def _step(one: LoggedEvent) -> Step:
    tag = str(one.event.__struct_config__.tag)
    return Step(
        n=one.n, at=one.at, by=one.by, who=one.who, event=tag, words=words(one.event), section=one.event.section
    )


# ---------------------------------------------------------------- words


def words(event: AnyEvent) -> str:
    """Describe an event in a few words; an event without a phrase of its own is described by its fields."""
    match event:
        case CardDealt(place=place):
            return f"a card to {place}"
        case CardTurned(place=place, card=card):
            return f"{place} is {card}"
        case StepPerformed():
            return _stepped(event)
        case WagerMade(seat=seat, wager=wager, cents=cents, let_stand=why):
            return f"{dollars(cents)} on {wager}, seat {seat}" + (f", allowed by a floorperson: {why}" if why else "")
        case CoupSettled(call=call):
            return call
        case ShoeCommitted(commitment=commitment):
            return f"seed committed: {commitment[:SHORT]}…"
        case CardsListed(hashes=hashes, silent=silent):
            return f"{len(hashes)} cards listed" + (f", without {' and '.join(silent)}" if silent else "")
        case SeedRevealed(shoe=shoe, coup=coup):
            return f"seed of shoe {shoe}{f', coup {coup}' if coup else ''} revealed"
        case _:
            return _told(event)


def _stepped(event: StepPerformed) -> str:
    seat = "" if event.seat is None else f", seat {event.seat}"
    deep = "" if event.cards is None else f", {event.cards} cards"
    return f"{event.step}{seat}{deep}{': ' if event.call else ''}{event.call}"


def _told(event: AnyEvent) -> str:
    plain = msgspec.to_builtins(event)
    name = plain.pop("event").partition("/")[0].replace("-", " ")
    told = [f"{key} {_value(value)}" for key, value in plain.items() if key not in ("section", "postings")]
    return f"{name}: {', '.join(told)}" if told else name


def _value(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


# ---------------------------------------------------------------- recall

# Coup view: the history of a coup, masked for a viewer.
#
# Staff see all of it. A player who was seated then sees the names of the others at the table and their own chips; a
# spectator sees seats. An event's words are included if every field of the event is visible to the viewer, by the same
# rules that mask events (``punto.views.views``).

E = TypeVar("E", bound=Event)


def recalled(coup: CoupHistory, viewer: Viewer, seat: int | None = None) -> CoupHistory:
    """Return the history of a coup as a viewer may see it; a player by the seat they had then."""
    if viewer in HOUSE_VIEWER.to:
        return coup
    names = viewer in TABLE.to
    return replace(
        coup,
        wagers=tuple(stake if names else replace(stake, who="") for stake in coup.wagers),
        house_money=tuple(map(_unposted, coup.house_money)),
        result=_unposted(coup.result) if coup.result else None,
        awards=tuple(map(_unposted, coup.awards)),
        balances=tuple(one for one in coup.balances if viewer is Viewer.PLAYER and one.seat == seat),
        preparation=tuple(_seen_step(step, viewer, names) for step in coup.preparation),
        steps=tuple(_seen_step(step, viewer, names) for step in coup.steps),
    )


def _unposted(event: E) -> E:
    return replace(event, postings=())


def _seen_step(step: Step, viewer: Viewer, names: bool) -> Step:
    line = LINES[step.event]
    plain = all(viewer in shown.to for name, shown in line.items() if name != "postings")
    return replace(step, who=step.who if names else "", words=step.words if plain else "")
