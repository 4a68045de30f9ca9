"""Procedure: what comes next, who does it, and under which section, at any moment of a table's day."""

from __future__ import annotations

from collections.abc import Iterable

from punto.roles import Role
from punto.school.choosing import Asking, among
from punto.school.practice import Moment, moments
from punto.school.question import Form, Question
from punto.school.scenes import WHO, predicate, scene, told
from punto.school.topics import by_provision, provisions_of
from punto.table import Due, due

LOOKS, ENOUGH = 80, 3  # moments to look at for wrong answers, and how many of these are enough
PEOPLE = tuple(f"the {WHO[role]}" for role in (Role.DEALER, Role.PLAYER, Role.FLOOR))


def make(asking: Asking) -> Question:
    """Take the provisions one after the other, so that none is left out; then a moment that each rules."""
    reached = by_provision(asking.book)
    key = sorted(reached)[asking.seed % len(reached)]
    moment = asking.chance.choice(reached[key])
    ways = (_next, _next, _next, _who)
    return asking.chance.choice(ways)(asking, moment, key)


def _about(moment: Moment, key: str) -> list[Due]:
    return [act for act in moment.musts if key in provisions_of(moment.rules, act)]


def _next(asking: Asking, moment: Moment, key: str) -> Question:
    """Ask what must be done now; wrong are acts that are not open at all."""
    musts, act = moment.musts, asking.chance.choice(_about(moment, key))
    open_now = {told(one) for one in due(*moment)}
    return Question(
        prompt="What must happen next?" if len(musts) == 1 else "Which of these may happen next?",
        shown=scene(*moment),
        form=Form.CHOICE,
        choices=among(asking.chance, told(act), _wrong(asking, moment, open_now)),
        answer=told(act),
        why=f"{told(act)}.",
        provisions=_key_first(key, provisions_of(moment.rules, act)),
    )


def _wrong(asking: Asking, moment: Moment, open_now: set[str]) -> set[str]:
    """Return what must be done at other moments and may not be now: of the same phase, where there is enough."""
    others = asking.chance.sample(moments(asking.book), LOOKS)
    near = _told(other for other in others if other.state.phase is moment.state.phase) - open_now
    return near if len(near) >= ENOUGH else _told(others) - open_now


def _told(those: Iterable[Moment]) -> set[str]:
    return {told(act) for moment in those for act in moment.musts}


def _who(asking: Asking, moment: Moment, key: str) -> Question:
    """Ask who does it."""
    act = asking.chance.choice(_about(moment, key))
    right = f"the {WHO[act.by]}"
    return Question(
        prompt=f"Somebody {predicate(act).removesuffix(f' to seat {act.seat}')}. Who does that?",
        shown=scene(*moment),
        form=Form.CHOICE,
        choices=tuple(dict.fromkeys((*PEOPLE, *_curator(asking), right))),
        answer=right,
        why=f"{told(act)}.",
        provisions=_key_first(key, provisions_of(moment.rules, act)),
    )


def _curator(asking: Asking) -> tuple[str, ...]:
    return (f"the {WHO[Role.CURATOR]}",) if asking.book.law.curator is not None else ()


def _key_first(key: str, keys: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((key, *keys)))
