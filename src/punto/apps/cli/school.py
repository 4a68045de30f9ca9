"""``punto school``: the dealer school in the terminal."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from punto.apps.cli.output import (
    RULEBOOK,
    books_options,
    json_option,
    near,
    print_json,
    print_table,
    renamed_option,
    write_whole,
)
from punto.library import Rulebooks

if TYPE_CHECKING:
    from fractions import Fraction

    from punto.school.exam import Analysis, Answered, GivenAnswer
    from punto.school.progress import Progress, Sitting
    from punto.school.question import Question
    from punto.school.terminal_ui import TerminalDesk

QUESTIONS, IN_AN_EXAM, MOST = 10, 40, 1000
SEEDS = 2**32


class Wanted(NamedTuple):
    """Options of a student."""

    rulebook: str
    kinds: tuple[str, ...]
    questions: int
    seed: int
    as_json: bool
    path: Path
    books: Rulebooks


@click.command
@click.option("--rulebook", default=RULEBOOK, show_default=True, metavar="ID", help="whose rules are taught")
@click.option("--kind", "kinds", multiple=True, metavar="KIND", help="only this kind of question; repeatable")
@click.option(
    "--questions", type=click.IntRange(1, MOST), help=f"number of questions ({QUESTIONS}, or {IN_AN_EXAM} in an exam)"
)
@click.option("--exam", is_flag=True, help="a timed exam: answers are shown at the end, 80 percent pass")
@click.option(
    "--seconds", type=click.IntRange(1), help="time limit of an exam (30 per question), or of each answer in practice"
)
@click.option("--seed", type=click.IntRange(0, SEEDS), help="repeat the same questions")
@click.option("--progress", "path", type=click.Path(dir_okay=False, path_type=Path), help="progress file")
@click.option("--certificate", metavar="FILE", help="write a certificate of a passed exam: .html or .pdf")
@click.option("--name", default="The student", help="name on the certificate")
@click.option("--list", "listing", is_flag=True, help="list the kinds of questions, and your progress")
@renamed_option(
    "--question-bank", "bank", formerly="--bank", is_flag=True, help="print the questions with their answers as JSON"
)
@renamed_option(
    "--item-analysis",
    "files",
    formerly="--items",
    multiple=True,
    metavar="FILE",
    help="item analysis over the exams in progress files",
)
@books_options
@json_option
def command(
    rulebook: str,
    kinds: tuple[str, ...],
    questions: int | None,
    exam: bool,
    seconds: int | None,
    seed: int | None,
    path: Path | None,
    certificate: str | None,
    name: str,
    listing: bool,
    bank: bool,
    files: tuple[str, ...],
    books: Rulebooks,
    as_json: bool,
) -> None:
    """Train dealers with questions that the engine asks and answers, with the section after each.

    Missed questions are repeated. Answers are accepted in any sensible form, from a keyboard or a pipe; malformed ones
    are asked again.
    """
    from punto.school.progress import usual_place

    number = questions or (IN_AN_EXAM if exam else QUESTIONS)
    drawn = Random().randrange(SEEDS) if seed is None else seed
    place = path or usual_place(os.environ)
    wanted = Wanted(rulebook, _kinds(rulebook, kinds, books), number, drawn, as_json, place, books)
    _check_certificate(exam, certificate)
    if files:
        _items(files, as_json)
    elif bank:
        _bank(wanted)
    elif listing:
        _list(wanted)
    elif exam:
        _exam(wanted, seconds, certificate, name)
    else:
        _practise(wanted, seconds)


def _kinds(rulebook: str, kinds: tuple[str, ...], books: Rulebooks) -> tuple[str, ...]:
    from punto.school import kinds_of

    there = kinds_of(rulebook, books)
    if not there:
        raise click.UsageError(f"--rulebook {rulebook}: no built-in table is lawful under it, to practise at")
    for kind in kinds:
        if kind not in there:
            raise click.UsageError(f"{rulebook} has no questions of kind {kind!r}{near(kind, there)}")
    return kinds or there


def _check_certificate(exam: bool, certificate: str | None) -> None:
    if certificate is None:
        return
    if not exam:
        raise click.UsageError("--certificate: there is one for an exam only; add --exam")
    if not certificate.lower().endswith((".html", ".pdf")):
        raise click.UsageError(f"--certificate {certificate}: it is set as .html or .pdf")
    if certificate.lower().endswith(".pdf"):
        from punto.report.pdf import need_typst

        need_typst()


# ---------------------------------------------------------------- practice


def _practise(wanted: Wanted, seconds: int | None) -> None:
    from punto.school.exam import Lesson, practise
    from punto.school.progress import save
    from punto.school.terminal_ui import TerminalDesk

    desk = TerminalDesk.of(sys.stderr if wanted.as_json else sys.stdout, wanted.books)
    progress = _load(wanted.path)
    chance, done = Random(f"practice/{wanted.seed}"), list[Any]()
    lesson = Lesson(wanted.rulebook, wanted.kinds, wanted.questions, seconds, wanted.books)
    try:
        for answered in practise(desk, progress, lesson, chance, _clock):
            done.append(answered)
            save(wanted.path, answered.progress)  # after every answer, so that quitting loses nothing
    except KeyboardInterrupt:
        desk.say(f"\nKept in {wanted.path}." if done else "\nNothing was answered, and nothing changed.")
        raise
    finally:
        if done:
            _summary(desk, done)
    if wanted.as_json:
        print_json(_document(wanted, "practice", [(one.question, one.answer) for one in done]))


def _summary(desk: TerminalDesk, done: list[Answered]) -> None:
    right = sum(one.right for one in done)
    missed = dict.fromkeys(one.question.kind for one in done if not one.right)
    again = f" Coming back: {', '.join(missed)}." if missed else ""
    desk.say(f"\n{right} of {len(done)} right.{again}", "bold")


def _clock() -> int:
    return time.time_ns() // 1_000_000


def _load(path: Path) -> Progress:
    from punto.school.progress import load

    kept = load(path)
    if kept.note:
        click.echo(f"punto: {kept.note}", err=True)
    return kept.progress


def _document(wanted: Wanted, mode: str, given: list[tuple[Question, Any]]) -> dict[str, Any]:
    import msgspec

    lines = [
        {
            "id": question.id,
            **msgspec.to_builtins(question),
            "given": msgspec.to_builtins(answer),
            "right": answer is not None and question.right(answer),
        }
        for question, answer in given
    ]
    return {
        "rulebook": wanted.rulebook,
        "mode": mode,
        "seed": wanted.seed,
        "asked": len(lines),
        "right": sum(line["right"] for line in lines),
        "questions": lines,
    }


# ---------------------------------------------------------------- exam


def _exam(wanted: Wanted, seconds: int | None, certificate: str | None, name: str) -> None:
    from punto.school.exam import SECONDS, examine, paper, passed, sat
    from punto.school.progress import examined, save
    from punto.school.terminal_ui import TerminalDesk

    desk = TerminalDesk.of(sys.stderr if wanted.as_json else sys.stdout, wanted.books)
    progress = _load(wanted.path)
    questions = paper(wanted.rulebook, wanted.kinds, wanted.questions, wanted.seed, wanted.books)
    limit, at = seconds or SECONDS * len(questions), _clock()
    given = examine(desk, questions, limit, _clock)
    sitting = sat(wanted.rulebook, wanted.seed, questions, given, limit, at)
    save(wanted.path, examined(progress, sitting, questions))
    _result(desk, questions, given, sitting)
    if wanted.as_json:
        answers = [*(one.answer for one in given), *[None] * (len(questions) - len(given))]
        document = _document(wanted, "exam", list(zip(questions, answers, strict=True)))
        print_json(document | {"right": sitting.right, "seconds": sitting.seconds, "passed": passed(sitting)})
    if passed(sitting) and certificate is not None:
        _certify(sitting, name, certificate, wanted.books)
    if not passed(sitting):
        raise click.exceptions.Exit(1)


def _result(
    desk: TerminalDesk, questions: tuple[Question, ...], given: tuple[GivenAnswer, ...], sitting: Sitting
) -> None:
    """Print all mistakes, and the mark."""
    from punto.school.exam import passed, score
    from punto.school.question import cited, explained

    for number, (question, mark) in enumerate(zip(questions, sitting.marks, strict=True), 1):
        if mark.right:
            continue
        said = "no answer in time" if number > len(given) else "wrong"
        desk.say(f"\n{number}. {question.prompt}", "bold")
        desk.say(f"✗ {said}; right is: {explained(question)}", "red", indent=3)
        desk.say(cited(question, desk.books)[0], "cyan", indent=3)
    verdict = "passed" if passed(sitting) else "not passed"
    percent = int(100 * score(sitting))
    style = "bold green" if passed(sitting) else "bold red"
    desk.say(f"\n{sitting.right} of {len(sitting.marks)} right, {percent} percent: {verdict}.", style)


def _certify(sitting: Sitting, name: str, path: str, books: Rulebooks) -> None:
    from punto.report.html import html
    from punto.school.exam import certificate

    report = certificate(sitting, name, books)
    if path.lower().endswith(".pdf"):
        from punto.report.pdf import pdf

        write_whole(path, pdf(report))
    else:
        write_whole(path, html(report))
    click.echo(f"written: {path}", err=True)


# ---------------------------------------------------------------- question bank, list, analysis


def _bank(wanted: Wanted) -> None:
    import msgspec

    from punto.school import bank

    questions = bank(wanted.rulebook, wanted.kinds, wanted.questions, wanted.seed, wanted.books)
    print_json([{"id": one.id, **msgspec.to_builtins(one)} for one in questions])


def _list(wanted: Wanted) -> None:
    from punto.school import KINDS
    from punto.school.progress import due

    items, now = (progress := _load(wanted.path)).items, _clock()
    rows = []
    for kind in wanted.kinds:
        own = [item for name, item in items.items() if name.split()[:2] == [wanted.rulebook, kind]]
        asked, right = sum(one.asked for one in own), sum(one.right for one in own)
        waiting = len(due(progress, wanted.rulebook, (kind,), now))
        rows.append((kind, KINDS[kind].title, str(asked), str(right), str(waiting)))
    if wanted.as_json:
        print_json([dict(zip(("kind", "title", "asked", "right", "due"), row, strict=True)) for row in rows])
    else:
        print_table(("kind", "what it asks", "asked", "right", "due"), rows, numbers=3)


def _items(files: tuple[str, ...], as_json: bool) -> None:
    from punto.school.exam import analyse, kind_of_item

    sittings = [sitting for name in files for sitting in _exams_of(Path(name))]
    if not sittings:
        raise click.UsageError(f"no exam was sat in {', '.join(files)}")
    rows = analyse(sittings, kind_of_item)
    if as_json:
        print_json([_row(row) for row in rows])
        return
    shown = [(row.item, str(row.asked), f"{float(row.difficulty):.2f}", _signed(row.discrimination)) for row in rows]
    print_table(("kind", "asked", "difficulty", "discrimination"), shown, numbers=3)


def _row(row: Analysis) -> dict[str, Any]:
    told = None if row.discrimination is None else str(row.discrimination)
    return {**row._asdict(), "difficulty": str(row.difficulty), "discrimination": told}


def _signed(value: Fraction | None) -> str:
    return "–" if value is None else f"{float(value):+.2f}"


def _exams_of(path: Path) -> tuple[Sitting, ...]:
    """Read the exams of another student's progress file, without modifying it."""
    from punto.school.progress import UNREADABLE, decoded

    try:
        return decoded(path).sittings
    except UNREADABLE as error:
        raise click.UsageError(f"{path}: not a progress file: {error}") from None
