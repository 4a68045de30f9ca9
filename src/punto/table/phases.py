"""The phases of a table, and the one table of their transitions.

A phase ends when a condition on the state becomes true; there is no command for it. The diagram in the manual is drawn
from ``TRANSITIONS``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from punto.core.cards import Card, count
from punto.core.tableau import NONE, banker_draws, player_draws
from punto.table.plan import plan_of

if TYPE_CHECKING:
    from punto.rules.house_rules import HouseRules
    from punto.table.state import TableState


class Phase(StrEnum):
    """A phase of the table."""

    CLOSED = "closed"
    PREPARING = "preparing"
    IDLE = "idle"
    BETTING = "betting"
    DEALING = "dealing"
    TURNING = "turning"
    HOUSE_MONEY = "house-money"
    DRAWING = "drawing"
    PAYING = "paying"


CLOSED, PREPARING, IDLE, BETTING, DEALING, TURNING, HOUSE_MONEY, DRAWING, PAYING = Phase  # quicker to read than members

HELD = (DEALING, TURNING, DRAWING)  # while its holder may have cards to deal


class Transition(NamedTuple):
    """A transition to another phase as soon as a condition holds."""

    before: Phase
    when: str
    holds: Callable[[TableState], bool]
    after: Phase
    reads: str  # the fields of the state that the condition reads


def hand(state: TableState, side: str) -> tuple[Card, ...]:
    """Return the known faces of a hand, ``P`` or ``B``, in dealing order."""
    places = state.places
    return tuple([Card.of(face) for place in _PLACES[side] if (face := places.get(place))])


_PLACES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {side: tuple(f"{side}{n}" for n in (1, 2, 3)) for side in "PB"}
)


def next_place(rules: HouseRules, state: TableState) -> str:
    """Return the place of the next of the first four cards (ma-mini 8(c))."""
    return plan_of(rules).places[len(state.places)]


def third_due(state: TableState) -> str | None:
    """Return the place of the third card that is due by the third-card rules, or None."""
    places, of = state.places, Card.of
    one, two, three, four = places.get("P1"), places.get("P2"), places.get("B1"), places.get("B2")
    if one and two and three and four:
        player, banker = (of(one).value + of(two).value) % 10, (of(three).value + of(four).value) % 10
    else:
        player, banker = count(hand(state, "P")[:2]), count(hand(state, "B")[:2])
    if "P3" not in places and player_draws(player, banker):
        return "P3"
    third = places.get("P3") if one and two else None
    drawn = of(third).value if third else NONE
    return "B3" if "B3" not in places and banker_draws(player, banker, drawn) else None


def face_down(state: TableState) -> list[str]:
    """Return the places whose card is face down."""
    return [place for place, face in state.places.items() if face is None]


def house_money_due(state: TableState) -> list[int]:
    """Return the seats with a wager to settle before third cards, from the dealer's right (ma-mini 8(c)(3)(i))."""
    early, accounts = state.early, state.accounts
    lying = [account for account in accounts if account.endswith(f"/{early}")] if early else []
    return sorted(int(account.split("/")[1]) for account in lying) if lying else []


def all_seen(state: TableState) -> bool:
    """Return whether no card is due and none is face down."""
    return not face_down(state) and third_due(state) is None


def unfinished(state: TableState) -> bool:
    """Return whether something still comes before the result: a card, or House Money."""
    return not all_seen(state) or bool(house_money_due(state))


def card_waits(state: TableState) -> bool:
    """Return whether the next card of this coup is a kept one; a simulated round takes no undisclosed ones."""
    return bool(state.opening) or (state.waiting > 0 and state.kind != "simulated")


def passing(state: TableState) -> bool:
    """Return whether the shoe passes during a coup, which waits for it (ma-baccarat 14(a)(2))."""
    return bool(state.agenda) and state.phase in HELD


def needs_new_cards(state: TableState) -> bool:
    """Return whether a coup in progress waits for another shoe; only a passing shoe is prepared within a coup."""
    return bool(state.agenda) and state.agenda[0] != "curator-next"


def no_play(state: TableState) -> bool:
    """Return whether the cards are out of the shoe because there was no play (ma-mini 5(g))."""
    return bool(state.agenda) and state.agenda[0].startswith("idle")


TRANSITIONS = (
    Transition(CLOSED, "the table is opened", lambda s: bool(s.table), PREPARING, "table"),
    Transition(
        PREPARING,
        "a coup waits for its first four cards",
        lambda s: not s.agenda and 0 < len(s.places) < 4,
        DEALING,
        "agenda places",
    ),
    Transition(
        PREPARING,
        "a coup waits for a third card",
        lambda s: not s.agenda and len(s.places) >= 4,
        DRAWING,
        "agenda places",
    ),
    Transition(PREPARING, "the shoe is ready", lambda s: not s.agenda, BETTING, "agenda"),
    *(
        Transition(phase, "the coup needs new cards", needs_new_cards, PREPARING, "agenda")
        for phase in (DEALING, DRAWING)
    ),
    Transition(BETTING, "no more bets", lambda s: s.ended, DEALING, "ended"),
    Transition(BETTING, "nobody has played for a while", no_play, IDLE, "agenda"),
    Transition(IDLE, "its cards are together again", lambda s: not no_play(s), PREPARING, "agenda"),
    Transition(BETTING, "the shoe is over", lambda s: bool(s.agenda), PREPARING, "agenda"),
    *(
        Transition(phase, "the round is void", lambda s: not s.places and s.voided, BETTING, "places voided")
        for phase in (DEALING, TURNING, HOUSE_MONEY, DRAWING, PAYING)
    ),
    Transition(DEALING, "four cards are dealt", lambda s: len(s.places) == 4, TURNING, "places"),
    Transition(TURNING, "one of them was seen", lambda s: len(s.places) < 4, DEALING, "places"),
    Transition(TURNING, "both hands are open", lambda s: s.ended, HOUSE_MONEY, "ended"),
    Transition(HOUSE_MONEY, "none is left", lambda s: not house_money_due(s), DRAWING, "accounts early"),
    Transition(
        DRAWING,
        "a correction asks for it again",
        lambda s: bool(house_money_due(s)),
        HOUSE_MONEY,
        "accounts early",
    ),
    Transition(DRAWING, "no card is due", all_seen, PAYING, "places"),
    Transition(
        PAYING,
        "a correction asks for more",
        lambda s: bool(s.places) and unfinished(s),
        DRAWING,
        "places accounts early",
    ),
    Transition(PAYING, "the cards are cleared", lambda s: not s.places, BETTING, "places"),
)


_FROM = {phase: tuple(one for one in TRANSITIONS if one.before is phase) for phase in Phase}
_READ = {phase: frozenset(" ".join(one.reads for one in leaving).split()) for phase, leaving in _FROM.items()}


def may_follow(phase: Phase, changed: Iterable[str]) -> bool:
    """Return whether a phase may have ended because some fields of the state changed."""
    return not _READ[phase].isdisjoint(changed)


def following(state: TableState) -> Phase:
    """Return the phase of a state after at most one transition."""
    for transition in _FROM[state.phase]:
        if transition.holds(state):
            return transition.after
    return state.phase
