"""Ten thousand school questions for each rulebook: the engine is always right, guessing is not; see tests/school."""

from collections.abc import Mapping

from punto.law.rulebook import built_in
from tests.school.students import score
from tools.chunks import in_chunks
from tools.soaks import Figures, soak

QUESTIONS = 10_000  # of each rulebook
OF_A_CHUNK = 1_000


def some_questions(number: int) -> Mapping[str, int]:
    """The questions of a chunk, under the rulebooks in turn."""
    rulebook, first = built_in()[number % len(built_in())], number // len(built_in()) * OF_A_CHUNK
    engine, guess = score(rulebook, OF_A_CHUNK, first)
    return {f"{rulebook} engine": engine, f"{rulebook} guess": guess, "questions": OF_A_CHUNK}


@soak("school: 10,000 questions a rulebook, the engine's answers all right and a guesser's not")
def ten_thousand() -> Figures:
    found = in_chunks("school", range(QUESTIONS // OF_A_CHUNK * len(built_in())), some_questions)
    for rulebook in built_in():
        assert found[f"{rulebook} engine"] == QUESTIONS, rulebook
        assert found[f"{rulebook} guess"] < QUESTIONS * 6 // 10, rulebook
    guesses = [found[f"{rulebook} guess"] for rulebook in built_in()]
    return {
        "questions": f"{found['questions']:,}",
        "right by the engine": f"{sum(found[f'{rulebook} engine'] for rulebook in built_in()):,}",
        "right by guessing": f"{min(guesses) / QUESTIONS:.1%} to {max(guesses) / QUESTIONS:.1%}",
    }
