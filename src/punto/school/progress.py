"""A student's progress: boxes that fill and empty, exams that were taken, and the file that keeps both.

For every kind of question and the place it turned on there is an item. Right, and it moves up a box and comes back
later; wrong, and it falls into the first box and the very question comes back soon. The time is an argument. The file
is read whole or set aside, and written whole or not at all.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from punto.core.bounded import MOST_JSON, OutOfBounds, measured
from punto.library import BUILT_IN, Rulebooks
from punto.school.kinds import SEEDS, about, ask
from punto.school.question import Question

VERSION = "school/1"
MINUTE, DAY = 60_000, 86_400_000
# Time until an item of each box is due again; a missed one is due after one other question.
RESTS = (0, 10 * MINUTE, DAY, 3 * DAY, 10 * DAY, 30 * DAY)
AGAIN = 0.6  # probability that a due item comes before a new one


class Item(msgspec.Struct, frozen=True, omit_defaults=True):
    """A student's results for one kind of question about one provision."""

    box: int = 0
    due: int = 0  # milliseconds since 1970
    asked: int = 0
    right: int = 0
    missed: int | None = None  # the seed of a missed question, until it is answered correctly


class Mark(msgspec.Struct, frozen=True):
    """A question of an exam, and whether its answer was right; late and missing answers are wrong."""

    question: str
    right: bool


class Sitting(msgspec.Struct, frozen=True):
    """A past exam."""

    rulebook: str
    seed: int
    at: int
    seconds: int
    marks: tuple[Mark, ...]

    @property
    def right(self) -> int:
        """The number of right answers."""
        return sum(mark.right for mark in self.marks)


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """The stored progress of a student."""

    form: str = VERSION
    items: dict[str, Item] = {}
    sittings: tuple[Sitting, ...] = ()


def name_of(question: Question) -> str:
    """Return the item of a question: its rulebook, its kind and its main provision."""
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
    """Return the progress after an exam: the exam is stored, and missed questions return in practice."""
    for question, mark in zip(questions, sitting.marks, strict=True):
        progress = marked(progress, question, mark.right, sitting.at)
    return replace(progress, sittings=(*progress.sittings, sitting))


def due(progress: Progress, rulebook: str, kinds: tuple[str, ...], now: int, last: str = "") -> tuple[str, ...]:
    """Return the due items, the lowest box first, without the one asked last."""
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
    """Choose the next question: a missed one, a due one, or a new one."""
    again, seed = chance.random() < AGAIN, chance.randrange(SEEDS)
    kind = chance.choice(kinds)
    names = due(progress, rulebook, kinds, now, last) if again else ()
    if not names:
        return ask(kind, rulebook, seed, books)
    name = names[0]
    _, kind, provision = name.split()
    missed = progress.items[name].missed
    return ask(kind, rulebook, missed, books) if missed is not None else about(kind, rulebook, provision, seed, books)


# ---------------------------------------------------------------- the file


NAME = "school.json"
UNREADABLE = (msgspec.MsgspecError, OutOfBounds, RecursionError, UnicodeError)  # errors of a foreign file


class Kept(NamedTuple):
    """The stored progress, and a message about it."""

    progress: Progress
    note: str = ""


def usual_place(environment: Mapping[str, str]) -> Path:
    """Return the default path of the progress file, in the XDG data directory."""
    base = environment.get("XDG_DATA_HOME", "")
    root = Path(base) if base.startswith("/") else Path(environment.get("HOME", ".")) / ".local" / "share"
    return root / "punto" / NAME


def load(path: Path) -> Kept:
    """Read progress; an unreadable file is moved to another name, never overwritten."""
    if not path.exists():
        return Kept(Progress())
    try:
        progress = decoded(path)
        if progress.form != VERSION:
            raise msgspec.ValidationError(f"its form is {progress.form!r}, not {VERSION!r}")
    except UNREADABLE as error:
        aside = _aside(path)
        return Kept(Progress(), f"{path} cannot be read ({error}): it is set aside as {aside.name}, and you begin anew")
    return Kept(progress)


def decoded(path: Path) -> Progress:
    """Decode a progress file. Raises one of ``UNREADABLE``."""
    with path.open("rb") as file:
        return msgspec.json.decode(measured(file.read(MOST_JSON + 1), MOST_JSON), type=Progress)


def _aside(path: Path) -> Path:
    """Move an unreadable file to a free name; return that name."""
    number, aside = 1, path.with_name(f"{path.name}.broken")
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.name}.broken-{number}")
    path.rename(aside)
    return aside


def save(path: Path, progress: Progress) -> None:
    """Write progress atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    part.write_bytes(msgspec.json.format(msgspec.json.encode(progress), indent=1))
    part.replace(path)
