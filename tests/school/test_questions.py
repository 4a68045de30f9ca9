"""Questions: a student who knows the engine is always right, one who guesses is not, and nothing is left out."""

import msgspec
import pytest

from punto.law.rulebook import built_in, load
from punto.school import KINDS, NoSuchKind, Question, ask, bank, kinds_of, of_id
from punto.school.practice import taught
from tests.apps.cli.running import ROOT
from tests.school.students import questions, score, sound

QUESTIONS = 100  # by the thousand in the soak


@pytest.mark.parametrize("rulebook", built_in())
def test_who_answers_by_the_engine_is_always_right_and_who_guesses_is_not(rulebook: str) -> None:
    engine, guess = score(rulebook, QUESTIONS)
    assert engine == QUESTIONS
    assert guess < QUESTIONS * 6 // 10


@pytest.mark.parametrize("rulebook", built_in())
def test_every_procedure_and_settlement_is_asked_about_and_not_only_by_its_section(rulebook: str) -> None:
    missing = set(taught(load(rulebook)))
    for seed in range(120):
        for kind in set(kinds_of(rulebook)) - {"section"} if missing else ():
            missing.difference_update(ask(kind, rulebook, seed).provisions)
    assert missing == set()


def test_a_document_is_asked_only_about_what_it_has() -> None:
    assert {"ride", "combinations", "squeeze", "curator"}.isdisjoint(kinds_of("md-mini"))
    assert [book for book in built_in() if "curator" in kinds_of(book)] == ["ma-baccarat"]
    for rulebook in built_in():
        for question in questions(rulebook, 64):
            assert all(key in load(rulebook) for key in question.provisions)


@pytest.mark.parametrize("kind", KINDS)
def test_a_question_is_the_same_for_the_same_seed_and_is_plain_data(kind: str) -> None:
    rulebook = "ma-baccarat"
    question = ask(kind, rulebook, 11)
    sound(question)
    assert of_id(question.id) == question
    assert msgspec.json.decode(msgspec.json.encode(question), type=Question) == question
    assert len({ask(kind, rulebook, seed).prompt + str(ask(kind, rulebook, seed).shown) for seed in range(20)}) > 5


def test_the_bank_is_a_function_of_its_seed() -> None:
    kinds = kinds_of("ma-mini")
    assert list(bank("ma-mini", kinds, 20, 3)) == list(bank("ma-mini", kinds, 20, 3))
    assert [one.id for one in bank("ma-mini", kinds, 20, 3)] != [one.id for one in bank("ma-mini", kinds, 20, 4)]


@pytest.mark.parametrize(
    "name, words",
    [
        ("poker/ma-mini/1", "no kind of question is called 'poker'"),
        ("curator/ma-mini/1", "ma-mini has no questions of kind 'curator'"),
        ("count/ma-mini/x", "no question is called"),
        ("count/nowhere/1", "unknown rulebook 'nowhere'"),
    ],
)
def test_a_question_that_there_is_not_is_answered_in_a_line(name: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        of_id(name)
    assert issubclass(NoSuchKind, ValueError)


def test_every_kind_has_an_example_in_the_manual() -> None:
    page = (ROOT / "docs" / "school.md").read_text()
    assert [kind for kind in KINDS if f'ask("{kind}", ' not in page] == []
