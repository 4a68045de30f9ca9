"""The curator: to whom the shoe is offered, and when it passes (ma-baccarat 7, 14)."""

from __future__ import annotations

from punto.school.choosing import Asking
from punto.school.kinds.moments import find, which_seat
from punto.school.question import Form, Question
from punto.school.scenes import scene
from punto.table.curator import must_pass

OFFER = {
    "offer-shoe": "A new shoe: to whom is it offered now?",
    "offer-next": "The shoe passes: to whom is it offered now?",
}
PASSES, STAYS = "the shoe passes on", "the curator may keep it"


def make(asking: Asking) -> Question:
    """Ask who is offered the shoe, or whether it passes after this coup."""
    return which_seat(asking, OFFER) if asking.chance.random() < 0.6 else _after(asking)


def _after(asking: Asking) -> Question:
    moment, _ = find(asking, ("announce-result",), lambda moment: bool(moment.state.curator))
    passes = must_pass(*moment)
    return Question(
        prompt="What becomes of the shoe after this coup?",
        shown=scene(*moment, stakes_too=False),
        form=Form.CHOICE,
        choices=(PASSES, STAYS),
        answer=PASSES if passes else STAYS,
        why="The Banker's Hand has lost." if passes else "The Banker's Hand has not lost.",
        provisions=("curator.passes",),
    )
