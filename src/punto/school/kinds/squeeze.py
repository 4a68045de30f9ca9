"""The squeeze: whose hand it is to turn (ma-mini 8(c)-(d))."""

from __future__ import annotations

from punto.school.choosing import Asking
from punto.school.kinds.moments import which_seat
from punto.school.practice import Moment
from punto.school.question import Question
from punto.table.squeeze import highest_wagers

GIVE = {
    "give-player": "To whom does the dealer give the Player's Hand now?",
    "give-banker": "To whom does the dealer give the Banker's Hand now?",
}
SIDES = {"give-player": "P", "give-banker": "B"}


def make(asking: Asking) -> Question:
    """Ask who is handed the hand; mostly where several have bet the same on it, or somebody gave it up."""
    hard = asking.chance.random() < 0.6
    return which_seat(asking, GIVE, lambda moment: not hard or _doubtful(moment))


def _doubtful(moment: Moment) -> bool:
    sides = [SIDES[act.step] for act in moment.musts if act.step in SIDES]
    return any(len(highest_wagers(*moment, side)) > 1 or moment.state.given_up.get(side) for side in sides)
