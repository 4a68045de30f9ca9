"""The state of a table, and how an event changes it.

``evolve`` never looks at house rules: what happened, happened. The state keeps nothing older than the shoe.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from punto.posting import apply
from punto.table import events as e
from punto.table.phases import Phase, following


class TableState(msgspec.Struct, frozen=True):
    """All that a table knows of itself."""

    table: str = ""
    phase: Phase = Phase.CLOSED
    version: int = 0
    shoe: int = 0
    coup: int = 1
    shoe_began: int = 1  # the first coup of this shoe
    kind: Literal["wagered", "free", "simulated"] = "wagered"
    agenda: tuple[str, ...] = ()  # ceremonies to go through before the next coup, the first under way
    done: tuple[str, ...] = ()  # steps made of the ceremony under way
    ended: bool = False  # the ceremony of this phase is complete
    asked: tuple[int, ...] = ()  # seats offered the cut, the shoe or a hand in this tour
    seated: dict[int, str] = {}
    places: dict[str, str | None] = {}  # dealt cards; None lies face down
    out: dict[str, int] = {}  # faces seen of this shoe: catches the ninth king of spades
    left: int = 0  # cards in the shoe
    cover: Literal["none", "in", "seen", "last", "over"] = "none"
    cover_depth: int = 0  # cards behind the cover card
    cover_coup: int = 0  # the coup in which it came out
    continuous: bool = False  # cards go back into the shoe after every coup
    burning: int = 0  # cards still to burn
    holders: dict[str, int] = {}  # who turns a hand: "P" or "B" -> seat, 0 for the dealer
    curator: int | None = None  # who holds the shoe; 0 for the dealer, None at tables without one
    passed_by: int = 0  # whose right the next tour of the shoe begins at; 0 for the dealer's
    cutter: int = 0  # who cut last; 0 for the dealer
    accounts: dict[str, int] = {}
    coupons: dict[str, int] = {}  # match play beside a stake, by the stake's account
    owed: dict[int, int] = {}  # vigorish marked, in thousandths of a cent, by seat
    verbal: dict[int, tuple[str, int]] = {}  # called, not confirmed: wager and cash
    unpaid: tuple[int, ...] = ()  # winning seats still to be paid, in order
    uncollected: bool = False
    settled: bool = False
    royals: tuple[int, ...] = ()  # seats with a Royal 9 wager in this coup


def evolve(state: TableState, event: e.AnyEvent) -> TableState:
    """Return the state after an event."""
    changed = _CHANGES[type(event)](state, event)
    if event.postings:
        changed["accounts"] = apply(state.accounts, event.postings)
    after = replace(state, version=state.version + 1, **changed)
    while (phase := following(after)) is not after.phase:
        after = replace(after, phase=phase, done=(), ended=False, asked=())
    return after


Changes = dict[str, Any]


def _opened(state: TableState, event: e.TableOpened) -> Changes:
    return {
        "table": event.table,
        "agenda": event.agenda,
        "left": event.cards,
        "shoe": 1,
        "continuous": event.continuous,
    }


def _seated(state: TableState, event: e.PlayerSeated) -> Changes:
    return {"seated": {**state.seated, event.seat: event.who}}


def _left(state: TableState, event: e.PlayerLeft) -> Changes:
    return {
        "seated": {seat: who for seat, who in state.seated.items() if seat != event.seat},
        "curator": 0 if state.curator == event.seat else state.curator,
    }


def _wagered(state: TableState, event: e.WagerMade) -> Changes:
    if not event.coupon:
        return {}
    account = f"felt/{event.seat}/{event.wager}"
    return {"coupons": {**state.coupons, account: state.coupons.get(account, 0) + event.coupon}}


def _withdrawn(state: TableState, event: e.WagerWithdrawn) -> Changes:
    return {"coupons": _without(state.coupons, f"felt/{event.seat}/{event.wager}")}


def _called(state: TableState, event: e.VerbalCalled) -> Changes:
    return {"verbal": {**state.verbal, event.seat: (event.wager, event.cents)}}


def _verbal_ended(state: TableState, event: e.VerbalEnded) -> Changes:
    return {"verbal": _without(state.verbal, event.seat)}


def _collected(state: TableState, event: e.VigorishCollected) -> Changes:
    return {"owed": _without(state.owed, event.seat)}


def _stepped(state: TableState, event: e.StepPerformed) -> Changes:
    changes: Changes = {"done": (*state.done, event.step)}
    if event.ends and state.agenda:
        changes |= {"agenda": state.agenda[1:], "done": (), "asked": ()}
    elif event.ends:
        changes["ended"] = True
    brought = _STEPS.get(event.step)
    return changes | brought(state, event) if brought else changes


def _dealt(state: TableState, event: e.CardDealt) -> Changes:
    if event.place.startswith("burn"):
        return {"left": state.left - 1, "burning": max(0, state.burning - 1)}
    return {"left": state.left - 1, "places": {**state.places, event.place: None}}


def _turned(state: TableState, event: e.CardTurned) -> Changes:
    out = {**state.out, event.card: state.out.get(event.card, 0) + 1}
    if event.place.startswith("burn"):
        return {"out": out}
    return {"places": {**state.places, event.place: event.card}, "out": out}


def _settled(state: TableState, event: e.CoupSettled) -> Changes:
    owed = dict(state.owed)
    for line in event.lines:
        if line.marked:
            owed[line.seat] = owed.get(line.seat, 0) + line.marked
    winners = dict.fromkeys(line.seat for line in event.lines if line.paid or line.category == "push")
    kept = {account for line in event.lines if line.coupon for account in (f"felt/{line.seat}/{line.wager}",)}
    return {
        "settled": True,
        "owed": owed,
        "coupons": {account: face for account, face in state.coupons.items() if account in kept},
        "uncollected": any(not line.paid and line.category == "lose" for line in event.lines),
        "unpaid": tuple(winners),
    }


def _coup_ended(state: TableState, event: e.CoupEnded) -> Changes:
    counts = state.kind != "simulated"
    reshuffled = {"out": {}, "left": state.left + len(state.places)} if state.continuous else {}
    return reshuffled | {
        "places": {},
        "coup": state.coup + 1,
        "settled": False,
        "kind": "wagered",
        "holders": {},
        "royals": (),
        "cover": "over" if state.cover == "last" and counts else state.cover,
        "agenda": event.agenda,
        "passed_by": (state.curator or state.passed_by) if event.agenda else state.passed_by,
    }


def _shoe_ended(state: TableState, event: e.ShoeEnded) -> Changes:
    return {
        "agenda": event.agenda,
        "shoe": state.shoe + 1,
        "out": {},
        "cover": "none",
        "left": event.cards,
        "shoe_began": state.coup,
    }


def _without(mapping: dict[Any, Any], key: Any) -> dict[Any, Any]:
    return {name: value for name, value in mapping.items() if name != key}


def _offered(state: TableState, event: e.StepPerformed) -> Changes:
    return {"asked": (*state.asked, event.seat or 0)}


def _given(state: TableState, event: e.StepPerformed) -> Changes:
    side = "P" if event.step == "give-player" else "B"
    return {"asked": (*state.asked, event.seat or 0), "holders": {**state.holders, side: event.seat or 0}}


def _given_up(state: TableState, event: e.StepPerformed) -> Changes:
    return {"holders": {side: 0 if seat == event.seat else seat for side, seat in state.holders.items()}}


# What a step changes besides being made.
_STEPS: dict[str, Callable[[TableState, e.StepPerformed], Changes]] = {
    "offer-cut": _offered,
    "place-cut": lambda state, event: {"cutter": event.seat or 0},
    "dealer-cut": lambda state, event: {"cutter": 0},
    "place-cover": lambda state, event: {"cover_depth": event.cards or 0},
    "load-shoe": lambda state, event: {"cover": "in"},
    "expose-first": lambda state, event: {"burning": event.cards or 0},
    "offer-shoe": _offered,
    "offer-next": _offered,
    "accept-shoe": lambda state, event: {"curator": event.seat},
    "accept-next": lambda state, event: {"curator": event.seat},
    "name-dealer": lambda state, event: {"curator": 0, "passed_by": event.seat or 0},
    "keep-shoe": lambda state, event: {"curator": 0, "passed_by": 0},
    "give-player": _given,
    "give-banker": _given,
    "give-up": _given_up,
    "order-give-up": _given_up,
    "announce-player": lambda state, event: {"asked": ()},
    "collect-losing": lambda state, event: {"uncollected": False},
    "pay-seat": lambda state, event: {"unpaid": state.unpaid[1:]},
    "set-aside-cover": lambda state, event: {"cover": "seen", "cover_coup": state.coup, "done": state.done},
    "announce-last-hand": lambda state, event: {"cover": "last", "done": (), "ended": False},
}


_CHANGES: dict[type, Callable[[TableState, Any], Changes]] = {
    e.TableOpened: _opened,
    e.PlayerSeated: _seated,
    e.ChipsBought: lambda state, event: {},
    e.PlayerLeft: _left,
    e.WagerMade: _wagered,
    e.WagerWithdrawn: _withdrawn,
    e.VerbalCalled: _called,
    e.VerbalEnded: _verbal_ended,
    e.VigorishCollected: _collected,
    e.StepPerformed: _stepped,
    e.CardDealt: _dealt,
    e.CardTurned: _turned,
    e.FreeHandAsked: lambda state, event: {"kind": "free"},
    e.RoyalStakesTaken: lambda state, event: {"royals": event.seats},
    e.HouseMoneySettled: lambda state, event: {},
    e.CoupSettled: _settled,
    e.CoupEnded: _coup_ended,
    e.ShoeEnded: _shoe_ended,
}
