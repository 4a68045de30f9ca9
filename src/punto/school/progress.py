"""What a student knows: boxes that fill and empty, and exams that were sat.

For every kind of question and the place it turned on there is an item. Right, and it moves up a box and comes back
later; wrong, and it falls into the first box and the very question comes back soon. Pure: the time is handed in.
"""

from __future__ import annotations

from random import Random

import msgspec
from msgspec.structs import replace

from punto.library import BUILT_IN, Rulebooks
from punto.school.bank import SEEDS, about, ask
from punto.school.question import Question

VERSION = "school/1"
MINUTE, DAY = 60_000, 86_400_000
# How long an item rests in each box. What was missed rests no longer than until something else was asked.
RESTS = (0, 10 * MINUTE, DAY, 3 * DAY, 10 * DAY, 30 * DAY)
AGAIN = 0.6  # how often what is due comes before something new


class Item(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is known of one kind of question about one place."""

    box: int = 0
    due: int = 0  # milliseconds since 1970
    asked: int = 0
    right: int = 0
    missed: int | None = None  # the seed of a question that was missed, until it is answered


class Mark(msgspec.Struct, frozen=True):
    """A question of an exam, and whether it was answered rightly; late and missing answers are wrong."""

    question: str
    right: bool


class Sitting(msgspec.Struct, frozen=True):
    """An exam that was sat."""

    rulebook: str
    seed: int
    at: int
    seconds: int
    marks: tuple[Mark, ...]

    @property
    def right(self) -> int:
        """How many answers were right."""
        return sum(mark.right for mark in self.marks)


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """All that is kept of a student."""

    form: str = VERSION
    items: dict[str, Item] = {}
    sittings: tuple[Sitting, ...] = ()


def name_of(question: Question) -> str:
    """Name the item of a question: its rulebook, its kind and the chief place it turns on."""
    return f"{question.rulebook} {question.kind} {question.provisions[0]}"


def marked(progress: Progress, question: Question, right: bool, now: int) -> Progress:
    """Return the progress after an answer."""
    name = name_of(question)
    item = progress.items.get(name, Item(box=0 if not right else 1))
    again = item.missed == question.seed
    box = min(item.box + 1, len(RESTS) - 1) if right and item.asked else int(right)
    missed = question.seed if not right else None if again else item.missed
    new = Item(box, now + RESTS[box], item.asked + 1, item.right + right, missed)
    return replace(progress, items={**progress.items, name: new})


def examined(progress: Progress, sitting: Sitting, questions: tuple[Question, ...]) -> Progress:
    """Return the progress after an exam: it is kept, and what was missed in it comes back in practice."""
    for question, mark in zip(questions, sitting.marks, strict=True):
        progress = marked(progress, question, mark.right, sitting.at)
    return replace(progress, sittings=(*progress.sittings, sitting))


def due(progress: Progress, rulebook: str, kinds: tuple[str, ...], now: int, last: str = "") -> tuple[str, ...]:
    """Return the items that are due, the lowest box first; the one asked last is left out."""
    found = [(item.box, item.due, name) for name, item in progress.items.items() if _ready(name, item, now, last)]
    wanted = {(rulebook, kind) for kind in kinds}
    return tuple(name for _, _, name in sorted(found) if tuple(name.split()[:2]) in wanted)


def _ready(name: str, item: Item, now: int, last: str) -> bool:
    return name != last and (item.missed is not None or item.due <= now)


def choose(
    progress: Progress,
    rulebook: str,
    kinds: tuple[str, ...],
    chance: Random,
    now: int,
    last: str = "",
    books: Rulebooks = BUILT_IN,
) -> Question:
    """Choose the next question: what was missed, what is due, or something new."""
    again, seed = chance.random() < AGAIN, chance.randrange(SEEDS)
    kind = chance.choice(kinds)
    names = due(progress, rulebook, kinds, now, last) if again else ()
    if not names:
        return ask(kind, rulebook, seed, books)
    name = names[0]
    _, kind, provision = name.split()
    missed = progress.items[name].missed
    return ask(kind, rulebook, missed, books) if missed is not None else about(kind, rulebook, provision, seed, books)
