"""Questions about one moment of a practice table: which seat, what next."""

from __future__ import annotations

from collections.abc import Callable

from punto.school.choosing import Asking
from punto.school.practice import Moment
from punto.school.question import Form, Question
from punto.school.scenes import scene, told
from punto.school.topics import by_step, provisions_of
from punto.table import Due

Look = Callable[[Moment], bool]
TRIES = 40  # before all moments are looked through


def find(asking: Asking, steps: tuple[str, ...], look: Look = lambda moment: True) -> tuple[Moment, str]:
    """Choose a step of some that can be asked about here, and a moment at which it must be made."""
    known, chance = by_step(asking.book), asking.chance
    there = [step for step in steps if step in known]
    for _ in range(TRIES):
        step = chance.choice(there)
        moment = chance.choice(known[step])
        if look(moment):
            return moment, step
    return chance.choice([(moment, step) for step in there for moment in known[step] if look(moment)])


def act_of(moment: Moment, step: str) -> Due:
    """Return the act by which a step is made."""
    return next(act for act in moment.musts if act.step == step)


def which_seat(asking: Asking, steps: dict[str, str], look: Look = lambda moment: True) -> Question:
    """Ask to which seat a step goes now; ``steps`` gives the question for each."""
    moment, step = find(asking, tuple(steps), look)
    act = act_of(moment, step)
    return Question(
        prompt=f"{steps[step]} Give the number of the seat.",
        shown=scene(*moment),
        form=Form.NUMBER,
        answer=act.seat or 0,
        why=f"{told(act)}.",
        provisions=provisions_of(moment.rules, act),
    )
