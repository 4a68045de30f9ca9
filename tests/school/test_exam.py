"""Exams, certificates, and what many exams say about their questions."""

from fractions import Fraction

import pytest

from punto.report.html import html
from punto.school import kinds_of
from punto.school.exam import GivenAnswer, analyse, by_kind, certificate, kind_of_item, paper, passed, sat, score
from punto.school.progress import Mark, Sitting
from punto.school.question import Question

AT = 1_800_000_000_000


@pytest.fixture(scope="module")
def asked() -> tuple[Question, ...]:
    """The paper that the tests of this room sit."""
    return paper("ma-mini", kinds_of("ma-mini"), 20, 7)


def test_a_paper_is_the_same_for_everybody_and_has_every_kind(asked: tuple[Question, ...]) -> None:
    assert paper("ma-mini", kinds_of("ma-mini"), 20, 7) == asked
    assert {question.kind for question in asked} == set(kinds_of("ma-mini"))


def test_late_and_missing_answers_are_wrong(asked: tuple[Question, ...]) -> None:
    given = tuple(GivenAnswer(question.answer, 10 * number) for number, question in enumerate(asked[:12], 1))
    sitting = sat("ma-mini", 7, asked, given, 100, AT)
    assert (sitting.right, len(sitting.marks), sitting.seconds) == (10, 20, 120)
    assert not passed(sitting)
    whole = sat("ma-mini", 7, asked, tuple(GivenAnswer(question.answer, 5) for question in asked), 100, AT)
    assert score(whole) == 1
    assert passed(whole)
    assert not passed(sat("ma-mini", 7, (), (), 100, AT))


def test_four_fifths_pass(asked: tuple[Question, ...]) -> None:
    marks = tuple(Mark(question.id, number < 16) for number, question in enumerate(asked))
    assert passed(Sitting("ma-mini", 7, AT, 60, marks))
    assert not passed(Sitting("ma-mini", 7, AT, 60, (*marks[:15], *marks[16:], marks[16])))


def test_a_certificate_says_who_what_when_and_how_well(asked: tuple[Question, ...]) -> None:
    marks = tuple(Mark(question.id, True) for question in asked)
    page = html(certificate(Sitting("ma-mini", 7, AT, 301, marks), "Ada <Lovelace>"))
    for words in ("Ada &lt;Lovelace&gt;", "Massachusetts Mini Baccarat", "20 of 20", "15 January 2027", "5 min 1 s"):
        assert words in page
    assert by_kind(Sitting("ma-mini", 7, AT, 1, marks))["count"] == (2, 2)


def sitting(*right: bool) -> Sitting:
    return Sitting("ma-mini", 1, AT, 1, tuple(Mark(f"count/ma-mini/{n}", one) for n, one in enumerate(right)))


def test_item_analysis_tells_hard_questions_and_misleading_ones() -> None:
    strong, weak = sitting(True, True, False, True), sitting(False, True, True, False)
    found = {row.item[-1]: row for row in analyse([strong] * 5 + [weak] * 5)}
    assert [found[key].difficulty for key in "0123"] == [Fraction(1, 2), 1, Fraction(1, 2), Fraction(1, 2)]
    assert [found[key].discrimination for key in "0123"] == [1, 0, -1, 1]
    (together,) = analyse([strong, weak], kind_of_item)
    assert (together.item, together.asked, together.right) == ("count/ma-mini", 8, 5)
    assert analyse([sitting(True)])[0].discrimination is None
    assert analyse([]) == ()
