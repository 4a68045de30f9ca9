"""The state of a table, and how an event changes it.

``evolve`` never looks at house rules: what happened, happened. The state keeps nothing older than the shoe.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from punto.posting import Posting, apply
from punto.table import events as e
from punto.table.phases import Phase, following


class Trouble(msgspec.Struct, frozen=True):
    """A card that should not have left the shoe; disclosed is simply whether its face is known."""

    kind: Literal["drawn-in-error", "player-third"]
    face: str | None = None
    extra: int = 0  # cards still to follow it to the discards


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
    moved: tuple[Posting, ...] = ()  # money moved since the close: what a void takes back
    settlement: tuple[Posting, ...] = ()  # of this coup: what a correction takes back
    marks: dict[int, int] = {}  # vigorish marked by this coup's settlement
    carried: tuple[str | None, ...] = ()  # cards that open the next coup
    simulate: bool = False  # a simulated round follows this coup
    trouble: Trouble | None = None
    voided: bool = False  # this round is void, and the table goes back to betting


def evolve(state: TableState, event: e.AnyEvent) -> TableState:
    """Return the state after an event."""
    changed = _CHANGES[type(event)](state, event)
    if event.postings:
        changed["accounts"] = apply(state.accounts, event.postings)
        if isinstance(event, e.RoyalStakesTaken | e.HouseMoneySettled):
            changed["moved"] = state.moved + event.postings
    after = replace(state, version=state.version + 1, **changed)
    while (phase := following(after)) is not after.phase:
        after = replace(after, phase=phase, done=(), ended=False, asked=(), voided=False)
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
    if event.carried:
        return {"carried": state.carried[1:], "places": {**state.places, event.place: state.carried[0]}}
    if event.place in _ERRORS:
        return {"left": state.left - 1, "trouble": Trouble(_ERRORS[event.place])}
    if event.place == "discard" and state.trouble:
        extra = state.trouble.extra - 1
        return {"left": state.left - 1, "trouble": replace(state.trouble, extra=extra) if extra else None}
    if event.place.startswith("burn"):
        return {"left": state.left - 1, "burning": max(0, state.burning - 1)}
    return {"left": state.left - 1, "places": {**state.places, event.place: None}}


_ERRORS: dict[str, Literal["drawn-in-error", "player-third"]] = {
    "error": "drawn-in-error",
    "error-third": "player-third",
}


def _turned(state: TableState, event: e.CardTurned) -> Changes:
    out = {**state.out, event.card: state.out.get(event.card, 0) + 1}
    if event.place in _ERRORS and state.trouble:
        return {"out": out, "trouble": replace(state.trouble, face=event.card)}
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
        "settlement": event.postings,
        "marks": {line.seat: line.marked for line in event.lines if line.marked},
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
        "settlement": (),
        "moved": (),
        "marks": {},
        "kind": "simulated" if state.simulate else "wagered",
        "simulate": False,
        "holders": {},
        "royals": (),
        "cover": "over" if state.cover == "last" and counts else state.cover,
        "agenda": event.agenda,
        "passed_by": (state.curator or state.passed_by) if event.agenda else state.passed_by,
    }


def _voided(state: TableState, event: e.CoupVoided) -> Changes:
    """A void is no coup of the shoe: nothing of it stays but the record."""
    return _coup_ended(state, e.CoupEnded(coup=event.coup)) | {"cover": state.cover, "trouble": None, "voided": True}


def _returned(state: TableState, event: e.WagersReturned) -> Changes:
    return {"moved": (), "royals": (), "coupons": {}}


def _reversed(state: TableState, event: e.SettlementReversed) -> Changes:
    owed = {seat: owed - event.unmarked.get(seat, 0) for seat, owed in state.owed.items()}
    return {
        "settled": False,
        "settlement": (),
        "marks": {},
        "owed": {seat: cents for seat, cents in owed.items() if cents},
        "done": (),
        "unpaid": (),
        "uncollected": False,
    }


def _corrected(state: TableState, event: e.CardCorrected) -> Changes:
    out = {**state.out, event.was: state.out[event.was] - 1}
    out[event.card] = out.get(event.card, 0) + 1
    return {"places": {**state.places, event.place: event.card}, "out": {card: n for card, n in out.items() if n}}


def _shoe_ended(state: TableState, event: e.ShoeEnded) -> Changes:
    return {
        "agenda": event.agenda,
        "shoe": state.shoe + 1,
        "out": {},
        "cover": "none",
        "left": event.cards,
        "shoe_began": state.coup,
        "carried": (),
        "simulate": False,
        "kind": "wagered",
    }


def _without(mapping: dict[Any, Any], key: Any) -> dict[Any, Any]:
    return {name: value for name, value in mapping.items() if name != key}


def _offered(state: TableState, event: e.StepPerformed) -> Changes:
    return {"asked": (*state.asked, event.seat or 0)}


def _passed(state: TableState, event: e.StepPerformed) -> Changes:
    return {"agenda": ("curator-next",), "passed_by": state.curator or 0, "done": ()}


def _given(state: TableState, event: e.StepPerformed) -> Changes:
    side = "P" if event.step == "give-player" else "B"
    return {"asked": (*state.asked, event.seat or 0), "holders": {**state.holders, side: event.seat or 0}}


def _given_up(state: TableState, event: e.StepPerformed) -> Changes:
    asked = state.asked if event.seat in state.asked else (*state.asked, event.seat or 0)
    return {
        "asked": asked,
        "holders": {side: 0 if seat == event.seat else seat for side, seat in state.holders.items()},
    }


def _carried(state: TableState, event: e.StepPerformed) -> Changes:
    face = state.trouble.face if state.trouble else None
    return {"carried": (*state.carried, face), "trouble": None, "done": state.done}


def _simulated(state: TableState, event: e.StepPerformed) -> Changes:
    begun = bool(state.places)  # a coup under way is completed first (reading 15)
    return _carried(state, event) | {"simulate": begun, "kind": state.kind if begun else "simulated"}


def _banker_third(state: TableState, event: e.StepPerformed) -> Changes:
    face = state.trouble.face if state.trouble else None
    return {"places": {**state.places, "B3": face}, "trouble": None, "done": state.done}


def _discarded(state: TableState, event: e.StepPerformed) -> Changes:
    trouble = replace(state.trouble, extra=event.cards or 0) if state.trouble and event.cards else None
    return {"trouble": trouble, "done": state.done}


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
    "pass-shoe": _passed,
    "order-pass": _passed,
    "give-player": _given,
    "give-banker": _given,
    "give-up": _given_up,
    "order-give-up": _given_up,
    "announce-player": lambda state, event: {"asked": ()},
    "collect-losing": lambda state, event: {"uncollected": False},
    "pay-seat": lambda state, event: {"unpaid": state.unpaid[1:]},
    "set-aside-cover": lambda state, event: {"cover": "seen", "cover_coup": state.coup, "done": state.done},
    "carry-card": _carried,
    "simulate-round": _simulated,
    "void-and-simulate": lambda state, event: _carried(state, event) | {"simulate": True},
    "use-as-banker-third": _banker_third,
    "discard-card": _discarded,
    "void-round": lambda state, event: {"done": state.done},
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
    e.WagersReturned: _returned,
    e.CoupVoided: _voided,
    e.SettlementReversed: _reversed,
    e.CardCorrected: _corrected,
    e.PaymentCorrected: lambda state, event: {},
    e.CoupEnded: _coup_ended,
    e.ShoeEnded: _shoe_ended,
}
