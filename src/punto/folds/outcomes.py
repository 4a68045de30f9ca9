"""The outcomes of a shoe: what the roads are drawn from, with what a bead plate marks besides.

A fold of events that starts anew with every shoe. A settlement that was taken back takes its outcome with it. A
continuous shoe never ends; of that the last hundred outcomes are kept, as on a display.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from punto.cards import Card
from punto.table.events import AnyEvent, CoupSettled, SettlementReversed, ShoeEnded
from punto.table.state import TableState

MOST = 100
LETTERS: dict[str, Literal["B", "P", "T"]] = {"banker": "B", "player": "P", "tie": "T"}
NATURAL = 8


class Ended(msgspec.Struct, frozen=True, rename="kebab", omit_defaults=True):
    """How a coup ended: who won, with how many points, and whether it was a natural or dealt a pair."""

    outcome: Literal["B", "P", "T"]
    player: int
    banker: int
    natural: bool = False
    player_pair: bool = False
    banker_pair: bool = False


Outcomes = tuple[Ended, ...]


def noted(outcomes: Outcomes, before: TableState, event: AnyEvent) -> Outcomes:
    """Return the outcomes of the shoe after an event; the state is the one before it."""
    match event:
        case CoupSettled():
            return (*outcomes, _ended(before, event))[-MOST:]
        case SettlementReversed():
            return outcomes[:-1]
        case ShoeEnded():
            return ()
        case _:
            return outcomes


def letters(outcomes: Iterable[Ended]) -> str:
    """Return the outcomes as roads are written: ``BBPTP``."""
    return "".join(one.outcome for one in outcomes)


def _ended(state: TableState, event: CoupSettled) -> Ended:
    player, banker = _first_two(state, "P"), _first_two(state, "B")
    return Ended(
        LETTERS[event.winner],
        event.player,
        event.banker,
        natural=any(sum(card.value for card in hand) % 10 >= NATURAL for hand in (player, banker)),
        player_pair=_is_pair(player),
        banker_pair=_is_pair(banker),
    )


def _first_two(state: TableState, side: str) -> list[Card]:
    faces = (state.places.get(f"{side}{number}") for number in (1, 2))
    return [Card.of(face) for face in faces if face]


def _is_pair(hand: list[Card]) -> bool:
    return len(hand) == 2 and hand[0].rank == hand[1].rank
