"""The dealer school by HTTP: the same questions, parsing of answers and boxes as in the terminal.

The server stores nothing about students. Each request brings the student's progress, in the form of the terminal's
progress file, and the response returns the changes. So the client also keeps the time of an exam.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any, TypeVar

from punto.law.rulebook import Rulebook, topic_of
from punto.library import Rulebooks
from punto.report.blocks import Facts, Grid, Signatures
from punto.report.blocks import Text as Paragraph
from punto.report.html import html
from punto.school import KINDS, NoSuchKind, ask, kinds_of, of_id, read
from punto.school.exam import PASS, SECONDS, GivenAnswer, certificate, paper, passed, sat
from punto.school.kinds import SEEDS
from punto.school.progress import RESTS, Item, Progress, Sitting, choose, examined, marked, name_of
from punto.school.question import HOW, Answer, Question, Unread, explained, places, written
from punto.server.endpoints import HTML, ApiRequest, Endpoint, HTTPError, Reply
from punto.server.lessons import (
    Answering,
    BookAnswer,
    CertificateAnswer,
    KindAnswer,
    LessonAnswer,
    MarksAnswer,
    Next,
    Of,
    Paper,
    PaperAnswer,
    PlaceAnswer,
    QuestionAnswer,
    ReadAnswer,
    RuleAnswer,
    SatPaper,
    SchoolAnswer,
    ToldAnswer,
    Written,
)
from punto.server.live_floor import LiveFloor
from punto.server.rules import translations

T = TypeVar("T")
# ---------------------------------------------------------------- practice


async def school(live: LiveFloor, call: ApiRequest) -> SchoolAnswer:
    """Return the kinds of questions."""
    return SchoolAnswer(
        books=tuple(_book(book, live.rulebooks()) for book in live.rulebooks().each()),
        seconds=SECONDS,
        pass_percent=int(100 * PASS),
        boxes=len(RESTS),
    )


def _book(book: Rulebook, books: Rulebooks) -> BookAnswer:
    kinds = tuple(KindAnswer(kind=kind, title=KINDS[kind].title) for kind in kinds_of(book.id, books))
    return BookAnswer(rulebook=book.id, title=book.title, kinds=kinds)


async def question(live: LiveFloor, call: ApiRequest) -> QuestionAnswer:
    """Return one question by its id."""
    query = call.query
    rulebook, books = live.rulebook(query.rulebook).id, live.rulebooks()
    return await _beside(lambda: _asked(ask(query.kind, rulebook, query.seed, books)))


LESSON = 12  # questions whose provisions a lesson collects


async def lesson(live: LiveFloor, call: ApiRequest) -> LessonAnswer:
    """Return a lesson: what the questions of a kind are about, and one of them answered."""
    query: Of = call.query
    rulebook, books = live.rulebook(query.rulebook).id, live.rulebooks()
    return await _beside(lambda: _lesson(query.kind, rulebook, query.seed, books))


def _lesson(kind: str, rulebook: str, seed: int, books: Rulebooks) -> LessonAnswer:
    asked = [ask(kind, rulebook, (seed + number) % SEEDS, books) for number in range(LESSON)]
    keys = dict.fromkeys(key for one in asked for key in one.provisions)
    book = books.load(rulebook)
    said = {key: topic_of(key).said(book.provisions[key]) for key in keys}
    return LessonAnswer(
        kind=kind,
        rulebook=rulebook,
        rules=tuple(
            RuleAnswer(section=book.section(key), says={"en": said[key]} | translations("provisions", key))
            for key in keys
        ),
        example=_asked(asked[0]),
        explained=explained(asked[0]),
    )


async def following(live: LiveFloor, call: ApiRequest) -> QuestionAnswer:
    """Return the next question, due or new."""
    body: Next = call.body
    rulebook, books = live.rulebook(body.rulebook).id, live.rulebooks()
    kinds = _kinds(rulebook, body.kinds, books)
    progress, chance = Progress(items=_known(body.items, books)), Random(f"practice/{body.seed}")
    return await _beside(lambda: _asked(choose(progress, rulebook, kinds, chance, live.clock(), body.last, books)))


async def answer(live: LiveFloor, call: ApiRequest) -> ToldAnswer:
    """Return whether an answer is right, why, and under which section."""
    return await _beside(lambda: _answered(call.body, live.clock(), live.rulebooks()))


def _answered(body: Answering, now: int, books: Rulebooks) -> ToldAnswer:
    asked = of_id(body.question, books)
    said = read(asked, body.said)
    late = body.seconds is not None and body.took > body.seconds * 1000
    right = asked.right(said) and not late
    name = name_of(asked)
    after = marked(Progress(items=_known(body.items, books)), asked, right, now)
    return _told(asked, said, right, books, late=late, items={name: after.items[name]})


async def reading(live: LiveFloor, call: ApiRequest) -> ReadAnswer:
    """Parse an answer without feedback, for an exam."""
    body: Written = call.body

    def found() -> ReadAnswer:
        asked = of_id(body.question, live.rulebooks())
        return ReadAnswer(said=written(asked, read(asked, body.said)))

    return await _beside(found)


# ---------------------------------------------------------------- exams


async def exam(live: LiveFloor, call: ApiRequest) -> PaperAnswer:
    """Return the questions of an exam."""
    body: Paper = call.body
    rulebook, books = live.rulebook(body.rulebook).id, live.rulebooks()
    kinds = _kinds(rulebook, body.kinds, books)
    questions = await _beside(lambda: paper(rulebook, kinds, body.questions, body.seed, books))
    return PaperAnswer(questions=tuple(map(_asked, questions)), seconds=SECONDS * len(questions))


async def marks(live: LiveFloor, call: ApiRequest) -> MarksAnswer:
    """Mark an exam."""
    rulebook, books = live.rulebook(call.body.rulebook).id, live.rulebooks()
    return await _beside(lambda: _marked(call.body, rulebook, live.clock(), books))


async def printed(live: LiveFloor, call: ApiRequest) -> Reply:
    """Return the certificate of a passed exam, as a file."""
    sitting = (await marks(live, call)).sitting
    if not passed(sitting):
        raise HTTPError(409, "not-passed", "There is a certificate for an exam that was passed, and for no other.")
    report = certificate(sitting, _name(call.body), live.rulebooks())
    return Reply(html(report).encode(), HTML, name=f"certificate-{sitting.rulebook}-{sitting.seed}.html")


def _marked(body: SatPaper, rulebook: str, now: int, books: Rulebooks) -> MarksAnswer:
    questions = paper(rulebook, _kinds(rulebook, body.kinds, books), body.questions, body.seed, books)
    heard = tuple(
        GivenAnswer(_heard(one, got.said), got.seconds) for one, got in zip(questions, body.given, strict=False)
    )
    sitting = sat(rulebook, body.seed, questions, heard, SECONDS * len(questions), now)
    said = [*(one.answer for one in heard), *[None] * (len(questions) - len(heard))]
    known = _known(body.items, books)
    after = examined(Progress(items=known), sitting, questions).items
    return MarksAnswer(
        sitting=sitting,
        right=sitting.right,
        passed=passed(sitting),
        answers=tuple(
            _told(one, given, mark.right, books)
            for one, given, mark in zip(questions, said, sitting.marks, strict=True)
        ),
        items={name: item for name, item in after.items() if known.get(name) != item},
        certificate=_certificate(sitting, _name(body), books) if passed(sitting) else None,
    )


def _heard(question: Question, text: str) -> Answer | None:
    try:
        return read(question, text)
    except Unread:
        return None


def _name(body: SatPaper) -> str:
    return " ".join(body.name.split()) or "The student"


def _certificate(sitting: Sitting, name: str, books: Rulebooks) -> CertificateAnswer:
    report = certificate(sitting, name, books)
    parts: dict[type, Any] = {type(block): block for block in report.head}
    grid: Grid = parts[Grid]
    return CertificateAnswer(
        title=report.title,
        subtitle=report.subtitle,
        words=parts[Paragraph].words,
        facts=parts[Facts].rows,
        columns=grid.columns,
        rows=grid.rows,
        signatures=parts[Signatures].names,
    )


# ---------------------------------------------------------------- shared


async def _beside(make: Callable[[], T]) -> T:
    """Compute outside the event loop. Raises ``HTTPError`` for an invalid request."""
    try:
        return await asyncio.to_thread(make)
    except Unread as error:
        raise HTTPError(400, "unread", str(error)) from None
    except (NoSuchKind, ValueError) as error:
        raise HTTPError(400, "bad-question", str(error)) from None


def _kinds(rulebook: str, kinds: tuple[str, ...], books: Rulebooks) -> tuple[str, ...]:
    there = kinds_of(rulebook, books)
    if not there:
        raise HTTPError(400, "bad-question", f"{rulebook} has no questions: no built-in table is lawful under it")
    for kind in kinds:
        if kind not in there:
            raise HTTPError(400, "bad-question", f"{rulebook} has no questions of kind {kind!r}")
    return kinds or there


def _known(items: dict[str, Item], books: Rulebooks) -> dict[str, Item]:
    """Keep the items with valid names, because clients may send any."""
    ids = books.ids()
    return {name: item for name, item in items.items() if _is_name(name.split(), ids) and 0 <= item.box < len(RESTS)}


def _is_name(parts: list[str], ids: tuple[str, ...]) -> bool:
    return len(parts) == 3 and parts[0] in ids and parts[1] in KINDS


def _asked(question: Question) -> QuestionAnswer:
    return QuestionAnswer(
        id=question.id,
        item=name_of(question),
        kind=question.kind,
        title=KINDS[question.kind].title,
        rulebook=question.rulebook,
        prompt=question.prompt,
        shown=question.shown,
        form=question.form,
        choices=question.choices,
        how=HOW[question.form],
    )


def _told(
    question: Question,
    said: Answer | None,
    right: bool,
    books: Rulebooks,
    *,
    late: bool = False,
    items: dict[str, Item] | None = None,
) -> ToldAnswer:
    return ToldAnswer(
        question=question.id,
        right=right,
        late=late,
        said="" if said is None else written(question, said),
        answer=question.said,
        why=question.why,
        explained=explained(question),
        places=tuple(PlaceAnswer(section=one.section, demand=one.demand) for one in places(question, books)),
        items=items or {},
    )


SCHOOL = "/api/school"
ENDPOINTS = (
    Endpoint("GET", SCHOOL, "the dealer school", school, SchoolAnswer),
    Endpoint(
        "GET", f"{SCHOOL}/question", "a question by its name", question, QuestionAnswer,
        query=Of, computes="school",
    ),
    Endpoint(
        "GET", f"{SCHOOL}/lesson", "a lesson before its questions", lesson, LessonAnswer,
        query=Of, computes="school",
    ),
    Endpoint(
        "POST", f"{SCHOOL}/next", "the next question for a student", following, QuestionAnswer,
        body=Next, computes="school",
    ),
    Endpoint(
        "POST", f"{SCHOOL}/answer", "mark an answer", answer, ToldAnswer,
        body=Answering, computes="school",
    ),
    Endpoint("POST", f"{SCHOOL}/read", "an answer, parsed", reading, ReadAnswer, body=Written, computes="school"),
    Endpoint("POST", f"{SCHOOL}/exam", "an exam", exam, PaperAnswer, body=Paper, computes="school"),
    Endpoint("POST", f"{SCHOOL}/marks", "an exam, marked", marks, MarksAnswer, body=SatPaper, computes="school"),
    Endpoint(
        "POST", f"{SCHOOL}/certificate", "the certificate of an exam", printed, bytes, HTML,
        body=SatPaper, refuses=(409,), computes="school",
    ),
)  # fmt: skip
