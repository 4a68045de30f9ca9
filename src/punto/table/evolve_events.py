"""The state changes of each event.

Like all of ``evolve``, these functions read no house rules: events are facts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec.structs import replace

from punto.table import card_positions, evolve_steps
from punto.table import events as e
from punto.table import staff_events as staff
from punto.table.event import OptionInForce, RulesAmended
from punto.table.evolve_steps import Changes

if TYPE_CHECKING:
    from punto.table.state import TableState


class Trouble(msgspec.Struct, frozen=True):
    """A card of an open irregularity; it is disclosed if its face is known."""

    kind: Literal["drawn-in-error", "player-third"]
    place: str = "error"  # where it lies
    face: str | None = None
    extra: int = 0  # cards still to follow it to the discards
    dealt_to: str = ""  # the place in a hand from which it was taken back


def _opened(state: TableState, event: e.TableOpened) -> Changes:
    return {
        "table": event.table,
        "progressive": event.progressive,
        "coupon_book": event.coupon_book,
        "alone": event.alone,
        "alone_sum": event.alone_sum,
        "early": event.early,
        "filing": event.filing,
        "filings": event.filings,
        "posted": event.posts,
        "agenda": event.agenda,
        "cards": event.cards,
        "left": event.cards,
        "batches": event.batches,
        "shoe": 1,
        "continuous": event.continuous,
        "fair": card_positions.FairShoe() if event.virtual else None,
    }


def _amended(state: TableState, event: RulesAmended) -> Changes:
    """Enter the facts of other rules; money, seats and clocks of cards that stay are as they were."""
    return {
        "filing": event.filing,
        "early": event.early,
        "coupon_book": event.coupon_book,
        "agenda": event.agenda,
        "cards": event.cards,
        "left": event.cards,
        "continuous": event.continuous,
        "batches": event.batches,
        "batch": event.batch,
        "changing": event.changing,
        "decks": () if event.new_cards else state.decks,
    }


def _option(state: TableState, event: OptionInForce) -> Changes:
    return {"options": {**state.options, event.option: event.value}, "agenda": event.agenda}


def _moved_by_hand(state: TableState, event: e.RackFilled | e.PaymentCorrected) -> Changes:
    if not event.alone_by:
        return {}
    return {"moved_alone": {**state.moved_alone, event.alone_by: moved_alone(state, event.alone_by) + abs(event.cents)}}


def moved_alone(state: TableState, who: str) -> int:
    """Return the cents that a person moved in this shoe without a second, if the limit is for their sum."""
    return state.moved_alone.get(who, 0)


def _posted(posts: dict[str, tuple[str, int]]) -> Changes:
    """Return the posts, and the parts of the dealers that follow from them."""
    by_post = {post: tuple(who for who, (held, _) in posts.items() if held == post) for post in ("caller", "wagers")}
    return {"posts": posts, "calling": by_post["caller"], "on_wagers": by_post["wagers"]}


def _signed_on(state: TableState, event: staff.SignedOn) -> Changes:
    leaving = tuple(who for who in state.leaving if who != event.replaces)
    return _posted(_without(state.posts, event.replaces) | {event.who: (event.post, event.at)}) | {"leaving": leaving}


def _signed_off(state: TableState, event: staff.SignedOff) -> Changes:
    if event.completes:
        return {"leaving": (*state.leaving, event.who)}
    return _posted(_without(state.posts, event.who))


def _relieved(state: TableState, event: staff.Relieved) -> Changes:
    leaving = tuple(who for who in state.leaving if who != event.whom)
    return _posted(_without(state.posts, event.whom) | {event.who: (event.post, event.at)}) | {"leaving": leaving}


def _released(state: TableState) -> Changes:
    """Release those who signed off during a coup that is over."""
    if not state.leaving:
        return {}
    staying = {who: held for who, held in state.posts.items() if who not in state.leaving}
    return _posted(staying) | {"leaving": ()}


def _seated(state: TableState, event: e.PlayerSeated) -> Changes:
    return {"seated": {**state.seated, event.seat: event.who}}


def _left(state: TableState, event: e.PlayerLeft) -> Changes:
    released = evolve_steps.let_go(
        state, event.seat, *(side for side, seat in state.holders.items() if seat == event.seat)
    )
    return (
        released
        | evolve_steps.left_behind(state, event.seat)
        | {
            "seated": {seat: who for seat, who in state.seated.items() if seat != event.seat},
        }
    )


def _wagered(state: TableState, event: e.WagerMade) -> Changes:
    changed: Changes = {"kind": "wagered"}  # no longer a free hand
    if event.coupon:
        account = f"felt/{event.seat}/{event.wager}"
        changed["coupons"] = {**state.coupons, account: state.coupons.get(account, 0) + event.coupon}
        if event.coupon_number:
            numbers = (*state.coupon_numbers.get(account, ()), event.coupon_number)
            changed["coupon_numbers"] = {**state.coupon_numbers, account: numbers}
    return changed


def _withdrawn(state: TableState, event: e.WagerWithdrawn) -> Changes:
    account = f"felt/{event.seat}/{event.wager}"
    return evolve_steps.played(state, event) | {
        "coupons": _without(state.coupons, account),
        "coupon_numbers": _without(state.coupon_numbers, account),
    }


def _called(state: TableState, event: e.VerbalCalled) -> Changes:
    return {"verbal": {**state.verbal, event.seat: (event.wager, event.cents)}}


def _verbal_ended(state: TableState, event: e.VerbalEnded) -> Changes:
    return evolve_steps.played(state, event) | {"verbal": _without(state.verbal, event.seat)}


def _collected(state: TableState, event: e.VigorishCollected) -> Changes:
    return {"owed": _without(state.owed, event.seat)}


def _stepped(state: TableState, event: e.StepPerformed) -> Changes:
    changed: Changes = {"done": (*state.done, event.step)}
    if not state.decks:  # the first ones were opened
        changed["decks"] = (event.at,) * state.batches
    if state.agenda:
        changed |= evolve_steps.overtaken(state, event)
    if event.ends:
        changed["at"] = event.at
        if state.agenda:
            agenda = changed.get("agenda", state.agenda)[1:]
            changed |= {"agenda": agenda, "done": state.resumed, "asked": (), "resumed": ()}
        else:
            changed["ended"] = True
    brought = evolve_steps.STEPS.get(event.step)
    if brought:
        changed |= brought(state, event)
    return changed | evolve_steps.signed(state, event, changed["done"]) if event.who or state.made_by else changed


def _dealt(state: TableState, event: e.CardDealt) -> Changes:
    if event.carried:
        if not state.opening:
            return {"waiting": state.waiting - 1, "places": {**state.places, event.place: None}}
        return {"opening": state.opening[1:], "places": {**state.places, event.place: state.opening[0]}}
    if event.place in ERRORS:
        return {"left": state.left - 1, "trouble": Trouble(ERRORS[event.place], event.place)}
    if event.place == "discard" and state.trouble:
        extra = state.trouble.extra - 1
        return {"left": state.left - 1, "trouble": replace(state.trouble, extra=extra) if extra else None}
    if event.place.startswith("burn"):
        following = event.place != "burn"
        return {"left": state.left - 1, "burning": max(0, state.burning - 1), "burned": state.burned + following}
    return {"left": state.left - 1, "places": {**state.places, event.place: None}}


# Places of a card that should not have left the shoe, or was found face up in it.
ERRORS: dict[str, Literal["drawn-in-error", "player-third"]] = {
    "error": "drawn-in-error",
    "error-third": "player-third",
    "face-up": "drawn-in-error",
    "face-up-third": "player-third",
}


def _taken_back(state: TableState, event: e.CardTakenBack) -> Changes:
    """Move a card from its hand to the place of irregular cards."""
    face = state.places[event.place]
    trouble = Trouble(ERRORS[event.to], event.to, face, dealt_to=event.place)
    old = tuple(place for place in state.old if place != event.place)
    return {"places": _without(state.places, event.place), "trouble": trouble, "old": old}


def _turned(state: TableState, event: e.CardTurned) -> Changes:
    out = {**state.out, event.card: state.out.get(event.card, 0) + 1}
    if event.place in ERRORS and state.trouble:
        return {"out": out, "trouble": replace(state.trouble, face=event.card)}
    if event.place.startswith("burn"):
        return {"out": out, "exposed": event.card if event.place == "burn" else state.exposed}
    return {"places": {**state.places, event.place: event.card}, "out": out}


def _settled(state: TableState, event: e.CoupSettled) -> Changes:
    marks = {line.seat: line.marked for line in event.lines if line.marked}
    owed = {**state.owed, **{seat: state.owed.get(seat, 0) + mark for seat, mark in marks.items()}}
    return {
        "settled": True,
        "settlement": event.postings,
        "marks": marks,
        "owed": owed,
        "uncollected": any(posting.memo == "lost" for posting in event.postings),
        "unpaid": tuple(dict.fromkeys([line.seat for line in event.lines if line.verdict == "win"])),
        "coupons_pushed": _pushed(state, event) if state.coupon_numbers else (),
    }


def _pushed(state: TableState, event: e.CoupSettled) -> tuple[int, ...]:
    """Return the issued coupons that stay with their players because their wagers are pushed (reading 10)."""
    pushed = (f"felt/{line.seat}/{line.wager}" for line in event.lines if line.verdict == "push")
    return tuple(number for account in pushed for number in state.coupon_numbers.get(account, ()))


def _coup_ended(state: TableState, event: e.CoupEnded) -> Changes:
    counts = state.kind != "simulated"
    kept = (*state.opening, *state.carried)  # unused cards stay kept
    seen = {face: kept.count(face) for face in kept if face}
    waiting = state.waiting + state.later
    reshuffled = {"out": seen, "left": state.cards - len(kept) - waiting} if state.continuous else {}
    return (
        reshuffled
        | _released(state)
        | {
            "places": {},
            "old": (),
            "coup": state.coup + 1,
            "settled": False,
            "settlement": (),
            "moved": (),
            "marks": {},
            "kind": "simulated" if state.simulate or any(state.opening) else "wagered",  # no wagers on a known card
            "simulate": False,
            "holders": {},
            "given_up": {},
            "coupons": {},  # surrendered, or returned with the stake after a push
            "coupon_numbers": {},
            "coupons_pushed": (),
            "royals": (),
            "chosen": {},
            "hands_after": state.hands_after + (state.cover == "last" and counts),
            "opening": kept,
            "carried": (),
            "waiting": waiting,
            "later": 0,
            "agenda": event.agenda,
            "passed_by": (state.curator or state.passed_by) if event.agenda else state.passed_by,
        }
    )


def _voided(state: TableState, event: e.CoupVoided) -> Changes:
    """End a void coup; only its record remains, because it does not count as a coup of the shoe."""
    kept = {"agenda": state.agenda, "passed_by": state.passed_by}  # an ordered pass of the shoe still takes place
    same = {"hands_after": state.hands_after, "trouble": None, "voided": True, "resumed": (), **kept}
    return _coup_ended(state, e.CoupEnded(coup=event.coup)) | same


def _returned(state: TableState, event: e.WagersReturned) -> Changes:
    return {"moved": (), "royals": (), "coupons": {}, "coupon_numbers": {}, "coupons_pushed": ()}


def _reversed(state: TableState, event: e.SettlementReversed) -> Changes:
    owed = {seat: owed - event.unmarked.get(seat, 0) for seat, owed in state.owed.items()}
    return {
        "settled": False,
        "settlement": (),
        "coupons_pushed": (),
        "marks": {},
        "owed": {seat: cents for seat, cents in owed.items() if cents},
        "done": (),
        "unpaid": (),
        "uncollected": False,
        "moved": evolve_steps.stakes_of_meters(state.moved) if event.house_money else state.moved,
    }


def _corrected(state: TableState, event: e.CardCorrected) -> Changes:
    changed: Changes = {}
    if event.place not in state.old and event.was in state.out:
        out = {**state.out, event.was: state.out[event.was] - 1}
        out[event.card] = out.get(event.card, 0) + 1
        changed["out"] = {card: n for card, n in out.items() if n}
    if event.place in state.places:
        return changed | {"places": {**state.places, event.place: event.card}}
    if state.trouble is not None and event.place != "burn":
        return changed | {"trouble": replace(state.trouble, face=event.card)}
    burning = max(0, (event.cards or 0) - state.burned)
    again = {"done": tuple(step for step in state.done if step != "show-burned")} if burning else {}  # more to burn
    return changed | again | {"exposed": event.card, "burning": burning}


def _shoe_ended(state: TableState, event: e.ShoeEnded) -> Changes:
    out = list(state.places.values()) if event.lying else []  # these are not in the next shoe
    return {
        "agenda": event.agenda,
        "shoe": state.shoe + 1,
        "out": {face: out.count(face) for face in out if face},
        "cover": "none",
        "hands_after": 0,
        "cards": event.cards,
        "left": event.cards - event.lying,
        "old": tuple(state.places) if event.completes and not event.lying else (),
        "batch": event.batch,
        "changing": event.changing,
        "shoe_began": state.coup,
        "moved_alone": {},
        "done": (),
        "asked": (),
        "burning": 0,
        "burned": 0,
        "exposed": "",
        "opening": (),
        "carried": (),
        "waiting": 0,
        "later": 0,
        "simulate": False,
        "kind": state.kind if event.completes else "wagered",
    }


def _without(mapping: dict[Any, Any], key: Any) -> dict[Any, Any]:
    return {name: value for name, value in mapping.items() if name != key}


CHANGES: dict[type, Callable[[TableState, Any], Changes]] = {
    e.TableOpened: _opened,
    e.PlayerSeated: _seated,
    e.ChipsBought: lambda state, event: {},
    e.RackFilled: _moved_by_hand,
    e.PlayerLeft: _left,
    e.TableAdopted: lambda state, event: {},
    RulesAmended: _amended,
    OptionInForce: _option,
    staff.TableStaffed: lambda state, event: {"calling": event.calling, "on_wagers": event.wagers},
    staff.SignedOn: _signed_on,
    staff.SignedOff: _signed_off,
    staff.Relieved: _relieved,
    staff.DefectFound: lambda state, event: {"defects": tuple(dict.fromkeys((*state.defects, event.deck)))},
    e.WagerMade: _wagered,
    e.WagerWithdrawn: _withdrawn,
    e.VerbalCalled: _called,
    e.VerbalEnded: _verbal_ended,
    e.VigorishCollected: _collected,
    e.StepPerformed: _stepped,
    e.CardDealt: _dealt,
    e.CardTurned: _turned,
    e.CardTakenBack: _taken_back,
    e.FreeHandAsked: lambda state, event: {"kind": "free"},
    e.RoyalStakesTaken: lambda state, event: {"royals": event.seats},
    e.HouseMoneyChosen: lambda state, event: {"chosen": {**state.chosen, event.seat: event.choice}},
    e.HouseMoneySettled: lambda state, event: {"chosen": _without(state.chosen, event.seat)},
    e.CoupSettled: _settled,
    e.AwardPaid: lambda state, event: {"settlement": state.settlement + event.postings},
    e.WagersReturned: _returned,
    e.CoupVoided: _voided,
    e.SettlementReversed: _reversed,
    e.CardCorrected: _corrected,
    e.PaymentCorrected: _moved_by_hand,
    e.CoupEnded: _coup_ended,
    e.ShoeEnded: _shoe_ended,
    **dict.fromkeys(card_positions.EVENTS, lambda state, event: {}),
}
