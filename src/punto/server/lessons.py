"""Types of the school's requests and responses."""

from __future__ import annotations

from typing import Annotated

import msgspec

from punto.school.kinds import SEEDS
from punto.school.progress import Item, Sitting
from punto.school.question import Exhibit, Form
from punto.server.messages import Part

QUESTIONS, MOST = 20, 100
MOST_ITEMS = 2_000
Seed = Annotated[int, msgspec.Meta(ge=0, lt=SEEDS)]
Said = Annotated[str, msgspec.Meta(max_length=400)]
Book = Annotated[str, msgspec.Meta(max_length=80)]
Items = Annotated[dict[str, Item], msgspec.Meta(max_length=MOST_ITEMS)]

# ---------------------------------------------------------------- requests


class Of(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One question: by its kind, its rulebook and its seed."""

    kind: Annotated[str, msgspec.Meta(max_length=40)]
    rulebook: Book = ""  # default: the floor's default rulebook
    seed: Seed = 0


class Next(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request for the next question, with the student's progress."""

    rulebook: Book = ""  # default: the floor's default rulebook
    kinds: Annotated[tuple[str, ...], msgspec.Meta(max_length=40)] = ()  # default: all
    items: Items = msgspec.field(default_factory=dict)
    last: Annotated[str, msgspec.Meta(max_length=200)] = ""  # the previous item
    seed: Seed = 0


class Written(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An answer to a question, as a student writes it."""

    question: Annotated[str, msgspec.Meta(max_length=200)]
    said: Said


class Answering(Written, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An answer with its time, the time limit, and the item's progress before it."""

    took: Annotated[int, msgspec.Meta(ge=0, le=10**9)] = 0  # milliseconds
    seconds: Annotated[int, msgspec.Meta(ge=1, le=3600)] | None = None
    items: Items = msgspec.field(default_factory=dict)


class Paper(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An exam; all students with the same seed get the same questions."""

    rulebook: Book = ""  # default: the floor's default rulebook
    kinds: Annotated[tuple[str, ...], msgspec.Meta(max_length=40)] = ()
    questions: Annotated[int, msgspec.Meta(ge=1, le=MOST)] = QUESTIONS
    seed: Seed = 0


class GivenAnswer(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An answer in an exam, and its time in seconds since the start."""

    said: Said
    seconds: Annotated[int, msgspec.Meta(ge=0, le=10**6)]


class SatPaper(Paper, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A completed exam, and the student's name."""

    given: Annotated[tuple[GivenAnswer, ...], msgspec.Meta(max_length=MOST)] = ()
    items: Items = msgspec.field(default_factory=dict)
    name: Annotated[str, msgspec.Meta(max_length=80)] = ""


# ---------------------------------------------------------------- responses


class KindAnswer(Part, frozen=True, kw_only=True):
    """A kind of question."""

    kind: str
    title: str


class BookAnswer(Part, frozen=True, kw_only=True):
    """The kinds of questions of a rulebook."""

    rulebook: str
    title: str
    kinds: tuple[KindAnswer, ...]


class SchoolAnswer(Part, frozen=True, kw_only=True):
    """The school."""

    books: tuple[BookAnswer, ...]
    seconds: int  # for each question of an exam
    pass_percent: int
    boxes: int


class QuestionAnswer(Part, frozen=True, kw_only=True):
    """A question without its answer."""

    id: str
    item: str
    kind: str
    title: str
    rulebook: str
    prompt: str
    shown: tuple[Exhibit, ...]
    form: Form
    choices: tuple[str, ...]
    how: str  # how an answer may be written


class PlaceAnswer(Part, frozen=True, kw_only=True):
    """A provision of a question."""

    section: str
    demand: str


class RuleAnswer(Part, frozen=True, kw_only=True):
    """A provision in plain words, by language tag."""

    section: str
    says: dict[str, str]


class LessonAnswer(Part, frozen=True, kw_only=True):
    """A lesson about a kind of question: its provisions, and a question with its answer."""

    kind: str
    rulebook: str
    rules: tuple[RuleAnswer, ...]
    example: QuestionAnswer
    explained: str  # the answer to the example, and why


class ToldAnswer(Part, frozen=True, kw_only=True):
    """The feedback after an answer."""

    question: str
    right: bool
    late: bool
    said: str  # the parsed answer; "" if none was given
    answer: str
    why: str
    explained: str  # answer and reason, without repetition
    places: tuple[PlaceAnswer, ...]
    items: dict[str, Item]  # those that have changed


class ReadAnswer(Part, frozen=True, kw_only=True):
    """A parsed answer."""

    said: str


class PaperAnswer(Part, frozen=True, kw_only=True):
    """The questions of an exam, and the seconds for all of them."""

    questions: tuple[QuestionAnswer, ...]
    seconds: int


class CertificateAnswer(Part, frozen=True, kw_only=True):
    """A certificate for display and print."""

    title: str
    subtitle: str
    words: str
    facts: tuple[tuple[str, str], ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    signatures: tuple[str, ...]


class MarksAnswer(Part, frozen=True, kw_only=True):
    """The marks of an exam."""

    sitting: Sitting
    right: int
    passed: bool
    answers: tuple[ToldAnswer, ...]
    items: dict[str, Item]
    certificate: CertificateAnswer | None
