"""The state changes of steps, in addition to their being made.

Like all of ``evolve``, these functions read no house rules: events are facts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from punto.table.events import StepPerformed, VerbalEnded, WagerWithdrawn

if TYPE_CHECKING:
    from punto.core.posting import Posting
    from punto.table.state import TableState

Changes = dict[str, Any]
Faces = tuple[str | None, ...]


# ---------------------------------------------------------------- time, and the order of ceremonies


def signed(state: TableState, event: StepPerformed, done: tuple[str, ...]) -> Changes:
    """Record who made the steps of the ceremony under way that require different people."""
    names = {**state.made_by, event.step: event.who}
    return {"made_by": {step: who for step, who in names.items() if who and step in done}}


def played(state: TableState, event: WagerWithdrawn | VerbalEnded) -> Changes:
    """Record when a wager was withdrawn: the idle time counts from then (reading 25)."""
    return {"at": max(state.at, event.at)}


def overtaken(state: TableState, event: StepPerformed) -> Changes:
    """Leave a ceremony whose last steps are optional, because a step of the next one was made."""
    if event.ceremony != state.agenda[0] and event.ceremony in state.agenda[1:2]:
        return {"agenda": state.agenda[1:], "done": (event.step,), "asked": ()}
    return {}


# ---------------------------------------------------------------- cuts and decks


def _cover_out(state: TableState, event: StepPerformed) -> Changes:
    return {"cover": "seen", "cover_coup": event.coup or state.coup, "done": state.done}


def _cut_again(state: TableState, event: StepPerformed) -> Changes:
    """Repeat the cut of the stack, before everything that was to follow it."""
    cutting = state.agenda[0] == "cut" or state.agenda[0].startswith("recut-")
    rest = state.agenda[1:] if cutting else state.agenda
    return {"agenda": (event.ceremony, *rest), "done": (event.step,), "asked": (), "cover": "none"}


def _mixed_again(state: TableState, event: StepPerformed) -> Changes:
    """Repeat the shuffle of a stack that is not dealt from yet, from its beginning."""
    if not event.ceremony.startswith("shuffle"):
        return {"done": ()}
    begun = state.agenda[0] == event.ceremony
    cut = ("cut", *state.agenda[1:]) if state.agenda[0].startswith("recut-") else state.agenda
    rest = state.agenda if begun else (event.ceremony, *cut)
    return {"agenda": rest, "done": (), "asked": (), "cover": "none"}


def _fetched(state: TableState, event: StepPerformed) -> Changes:
    """Start the clock of new decks when they arrive."""
    new = state.changing or (state.batch,)
    clocks = (event.at if number in new else since for number, since in enumerate(state.decks, 1))
    return {"decks": tuple(clocks), "changing": ()}


# ---------------------------------------------------------------- the curator


def _offered(state: TableState, event: StepPerformed) -> Changes:
    return {"asked": (*state.asked, event.seat or 0)}


def _passed(state: TableState, event: StepPerformed) -> Changes:
    """Offer the shoe to the next player; a coup in progress resumes afterwards."""
    return {
        "agenda": (event.ceremony,),
        "passed_by": state.curator or state.passed_by,
        "done": (),
        "asked": (),
        "resumed": state.done,
    }


def _taken(state: TableState, event: StepPerformed) -> Changes:
    return {"curator": event.seat, "held_from": state.coup, "vacant": False}


def _named(state: TableState, event: StepPerformed) -> Changes:
    """Let the dealer act for the player who named the dealer, and pass to that player's right."""
    return {"curator": 0, "passed_by": event.seat or 0, "held_from": state.coup, "vacant": False}


def _kept(state: TableState, event: StepPerformed) -> Changes:
    """Leave the shoe with the dealer because no player accepted it; the next offer starts anew."""
    return {"curator": 0, "passed_by": 0, "held_from": state.coup, "vacant": False}


def left_behind(state: TableState, seat: int) -> Changes:
    """Release the shoe of a curator who leaves: immediately between coups; during a coup the dealer completes it."""
    if state.curator != seat:
        return {}
    changes: Changes = {"curator": 0, "passed_by": seat, "vacant": True}
    return changes | {"agenda": ("curator-next",)} if state.phase == "betting" and not state.done else changes


# ---------------------------------------------------------------- squeeze


def let_go(state: TableState, seat: int, *sides: str) -> Changes:
    """End a seat's right to turn these hands."""
    return {
        "holders": {side: holder for side, holder in state.holders.items() if side not in sides},
        "given_up": state.given_up | {side: (*state.given_up.get(side, ()), seat) for side in sides},
    }


def _given(state: TableState, event: StepPerformed) -> Changes:
    side = "P" if event.step.endswith("player") else "B"
    return {"holders": {**state.holders, side: event.seat or 0}}


def _given_up(state: TableState, event: StepPerformed) -> Changes:
    down = {place[0] for place, face in state.places.items() if face is None}
    sides = (side for side, seat in state.holders.items() if seat == event.seat and side in down)
    return let_go(state, event.seat or 0, *sides)


# ---------------------------------------------------------------- irregularities


def stakes_of_meters(moved: tuple[Posting, ...]) -> tuple[Posting, ...]:
    """Return the postings since the close that went to the progressive."""
    return tuple(posting for posting in moved if posting.credit.startswith("progressive/"))


def _carried(state: TableState, event: StepPerformed) -> Changes:
    """Keep a card for a hand: this one if it has no card yet, otherwise the next."""
    if event.waits:
        begun = "later" if state.places else "waiting"
        return {begun: getattr(state, begun) + 1, "trouble": None, "done": state.done}
    face = state.trouble.face if state.trouble else None
    where = "carried" if state.places else "opening"
    return {where: ahead(getattr(state, where), face), "trouble": None, "done": state.done}


def ahead(waiting: Faces, face: str | None) -> Faces:
    """Add a card to those kept: a disclosed one has the first place by its rule, others follow as drawn."""
    place = in_line(waiting, face)
    return (*waiting[:place], face, *waiting[place:])


def in_line(waiting: Faces, face: str | None) -> int:
    """Return the index of a card among those kept."""
    unseen = (number for number, one in enumerate(waiting) if one is None)
    return len(waiting) if face is None else next(unseen, len(waiting))


def _simulated(state: TableState, event: StepPerformed) -> Changes:
    begun = bool(state.places)  # a coup in progress is completed first (reading 15)
    return _carried(state, event) | {"simulate": begun or state.simulate, "kind": state.kind if begun else "simulated"}


def _banker_third(state: TableState, event: StepPerformed) -> Changes:
    face = state.trouble.face if state.trouble else None
    return {"places": {**state.places, "B3": face}, "trouble": None, "done": state.done}


def _stands(state: TableState, event: StepPerformed) -> Changes:
    face = state.trouble.face if state.trouble else None
    return {"places": {**state.places, event.place: face}, "trouble": None, "done": state.done}


def _discarded(state: TableState, event: StepPerformed) -> Changes:
    trouble = replace(state.trouble, extra=event.cards or 0) if state.trouble and event.cards else None
    return {"trouble": trouble, "done": state.done}


STEPS: dict[str, Callable[[TableState, StepPerformed], Changes]] = {
    "place-cut": lambda state, event: {"cutter": event.seat or 0},
    "dealer-cut": lambda state, event: {"cutter": 0},
    "place-cover": lambda state, event: {"cover_depth": event.cards or 0},
    "load-shoe": lambda state, event: {"cover": "in"},
    "expose-first": lambda state, event: {"burning": event.cards or 0},
    "give-player": _given,
    "give-banker": _given,
    "open-player": _given,
    "open-banker": _given,
    "give-up": _given_up,
    "order-give-up": _given_up,
    "collect-losing": lambda state, event: {"uncollected": False},
    "pay-seat": lambda state, event: {"unpaid": state.unpaid[1:]},
    "set-aside-cover": _cover_out,
    "announce-last-hand": lambda state, event: {"cover": "last", "done": (), "ended": False, "agenda": state.agenda},
    "offer-cut": _offered,
    "offer-shoe": _offered,
    "offer-next": _offered,
    "pass-shoe": _passed,
    "order-pass": _passed,
    "refuse-inspection": lambda state, event: {"done": ()},
    "refuse-shuffle": lambda state, event: {"done": ()},
    "replace-deck": lambda state, event: {"done": (), "defects": ()},
    "order-recut": _cut_again,
    "order-shuffle": _mixed_again,
    "fetch-decks": _fetched,
    "bring-decks": _fetched,
    "discard-burned": lambda state, event: {"burned": 0, "exposed": ""},
    "accept-shoe": _taken,
    "accept-next": _taken,
    "name-dealer": _named,
    "keep-shoe": _kept,
    "carry-card": _carried,
    "simulate-round": _simulated,
    "void-and-simulate": lambda state, event: _carried(state, event) | {"simulate": True},
    "use-as-banker-third": _banker_third,
    "discard-card": _discarded,
    "void-round": lambda state, event: {"done": state.done, "trouble": None},
    "let-card-stand": _stands,
    "burn-drawn-card": _discarded,
    "void-and-carry": _carried,
    "void-and-discard": _discarded,
    "void-and-burn": _discarded,
    "complete-from-new-cards": lambda state, event: {"done": state.done},
}
