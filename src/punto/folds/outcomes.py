"""Outcomes of a shoe: input of the roads, with the marks of a bead plate.

A fold of events in any viewer's view, restarted with every shoe. A reversed settlement removes its outcome. A
continuous shoe never ends, so its last hundred outcomes are kept, as on a display.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from punto.cards import Card
from punto.table.effects import ERRORS
from punto.table.events import (
    AnyEvent,
    CardCorrected,
    CardDealt,
    CardTakenBack,
    CardTurned,
    CoupEnded,
    CoupSettled,
    CoupVoided,
    SettlementReversed,
    ShoeEnded,
    StepPerformed,
)

MOST = 100
LETTERS: dict[str, Literal["B", "P", "T"]] = {"banker": "B", "player": "P", "tie": "T"}
NATURAL = 8
THIRDS = frozenset({"P3", "B3"})


class Ended(msgspec.Struct, frozen=True, rename="kebab", omit_defaults=True):
    """Outcome of a coup: winner, points, natural, pairs."""

    outcome: Literal["B", "P", "T"]
    player: int
    banker: int
    natural: bool = False
    player_pair: bool = False
    banker_pair: bool = False


Outcomes = tuple[Ended, ...]


class Score(msgspec.Struct, frozen=True):
    """Outcomes so far, and the cards of the coup in play."""

    outcomes: Outcomes = ()
    places: dict[str, str] = {}  # face, or empty if not turned

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


def _settled(score: Score, event: CoupSettled) -> Score:
    stood = not THIRDS & score.places.keys()
    ended = Ended(
        LETTERS[event.winner],
        event.player,
        event.banker,
        natural=stood and max(event.player, event.banker) >= NATURAL,
        player_pair=_is_pair(score.places, "P"),
        banker_pair=_is_pair(score.places, "B"),
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
    CoupSettled: _settled,
    SettlementReversed: lambda score, event: replace(score, outcomes=score.outcomes[:-1]),
    CoupEnded: lambda score, event: replace(score, places={}),
    CoupVoided: lambda score, event: replace(score, places={}),
    ShoeEnded: lambda score, event: Score(places=score.places if event.completes else {}),
}
