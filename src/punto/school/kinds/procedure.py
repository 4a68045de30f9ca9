"""Questions about procedure: what comes next, which section governs it, at which moment."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import takewhile

from punto.core.roles import Role
from punto.law.rulebook import Rulebook, topic_of
from punto.school.practice import Moment, by_provision, by_step, moments, provisions_of, taught
from punto.school.question import Asking, Form, Question, among
from punto.school.scenes import WHO, predicate, scene, told
from punto.table import Due, due

# Procedure: what comes next, who does it, and under which section, at any moment.

LOOKS, ENOUGH = 80, 3  # moments to search for wrong answers, and how many of these are enough
PEOPLE = tuple(f"the {WHO[role]}" for role in (Role.DEALER, Role.PLAYER, Role.FLOOR))


def make_procedure(asking: Asking) -> Question:
    """Choose the provisions in turn, so that none is left out; then a moment that each governs."""
    reached = by_provision(asking.book)
    key = sorted(reached)[asking.seed % len(reached)]
    moment = asking.chance.choice(reached[key])
    ways = (_next, _next, _next, _who)
    return asking.chance.choice(ways)(asking, moment, key)


def _about(moment: Moment, key: str) -> list[Due]:
    return [act for act in moment.musts if key in provisions_of(moment.rules, act)]


def _next(asking: Asking, moment: Moment, key: str) -> Question:
    """Ask what must be done now; wrong answers are acts that are not permitted."""
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
    """Return acts of other moments that are not permitted now: of the same phase, if there are enough."""
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


# Sections: where the document says something. The requirement is in our words; the rulebook has its section.


def make_section(asking: Asking) -> Question:
    """Choose the provisions in turn, and ask for their section."""
    book = asking.book
    keys = taught(book)
    key = keys[asking.seed % len(keys)]
    section = book.section(key)
    return Question(
        prompt=f"Which section of {book.title} rules this? {topic_of(key).said(book.provisions[key])}",
        form=Form.CHOICE,
        choices=among(asking.chance, f"§ {section}", (f"§ {other}" for other in _others(book, section))),
        answer=f"§ {section}",
        why=f"It is § {section} ({key}).",
        provisions=(key,),
    )


def _others(book: Rulebook, section: str) -> set[str]:
    """Return sections that are certainly wrong: not those of the same number if runs of letters overlap."""
    found = {book.section(key) for key in taught(book)}
    return {other for other in found if _number(other) != _number(section) or not {*"-,"} & {*other, *section}}


def _number(section: str) -> str:
    return "".join(takewhile(lambda sign: sign in ".0123456789", section))


# Questions about one moment of a practice table: which seat, what next.

Look = Callable[[Moment], bool]
TRIES = 40  # random tries before a search of all moments


def find(asking: Asking, steps: tuple[str, ...], look: Look = lambda moment: True) -> tuple[Moment, str]:
    """Choose one of some steps, and a moment at which it must be made. Raises ``LookupError`` if there is none."""
    known, chance = by_step(asking.book), asking.chance
    there = [step for step in steps if step in known]
    for _ in range(TRIES):
        step = chance.choice(there)
        moment = chance.choice(known[step])
        if look(moment):
            return moment, step
    return chance.choice([(moment, step) for step in there for moment in known[step] if look(moment)])


def act_of(moment: Moment, step: str) -> Due:
    """Return the act that makes a step."""
    return next(act for act in moment.musts if act.step == step)


def which_seat(asking: Asking, steps: dict[str, str], look: Look = lambda moment: True) -> Question:
    """Ask which seat a step concerns now; ``steps`` has the question for each."""
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
