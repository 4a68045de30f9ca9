"""The language of remedies: what a check of schema 2 finds, and that it says what the documents say."""

import json
import tomllib
from pathlib import Path
from random import Random

import pytest

from punto.law.check import check, check_text
from punto.law.finding import Code, Finding
from punto.law.remedies import Situation, situations
from punto.law.rulebook import documents, load, parse
from punto.rules.review import review_submission
from punto.rules.submission import read
from punto.school.kinds import KINDS
from punto.school.question import Asking
from tests.apps.cli.running import punto
from tests.law.filing import plain
from tests.law.schema_2 import FOLDER, remedies, with_remedies, without_choices
from tests.walk.swaps import leaves, replaced

DOCUMENTS = remedies("documents")


def findings(provisions: str) -> list[Finding]:
    """Check a rulebook with these provisions about irregularities."""
    return list(check_text(with_remedies(provisions)).findings)


def changed(before: str, after: str) -> list[Finding]:
    """Check the documents' remedies with some words replaced."""
    assert before in DOCUMENTS
    return findings(DOCUMENTS.replace(before, after, 1))


def line_of(words: str, provisions: str = DOCUMENTS) -> int:
    """Return the line of some words in the whole rulebook."""
    lines = with_remedies(provisions).splitlines()
    return next(number for number, line in enumerate(lines, 1) if words in line)


def test_every_situation_is_walked() -> None:
    every = list(situations())
    assert len(every) == len(set(every)) == 224
    assert Situation("drawn-in-error", own_place=True) in every  # the first card of a coup has a place too
    assert not any(one.event == "no-card-left" and one.card == "seen" for one in every)


def test_schema_2_says_of_every_situation_what_version_1_says() -> None:
    """Step, section and extra cards; keys of provisions are the rulebook's own."""
    old, new = load("ma-mini").law.remedies, parse(with_remedies(DOCUMENTS)).law.remedies
    for situation in situations():
        before, after = old.line(situation), new.line(situation)
        assert (before.steps, before.source.section, before.extra) == (after.steps, after.source.section, after.extra)
    assert (old.found["player-third"], old.burn) == (new.found["player-third"], new.burn)
    assert (old.third.choices, old.mid_coup.choices) == (new.third.choices, new.mid_coup.choices)


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.toml")))
@pytest.mark.parametrize("base", documents())
def test_remedies_of_other_documents_fit_every_rulebook(name: str, base: str) -> None:
    assert check_text(with_remedies(remedies(name), base)).findings == ()


@pytest.mark.parametrize("name, asked", [("documents", True), ("macau", False)])
def test_a_submission_names_a_choice_only_if_a_remedy_depends_on_it(name: str, asked: bool) -> None:
    """Missing where it is asked for it is a finding; filed where nothing depends on it, a warning."""
    book, text = parse(with_remedies(remedies(name))), plain(load("ma-mini"))
    fields = ["$.deal.disclosed-third-card", "$.deal.disclosed-mid-coup"]
    filed, silent = read(text).submission, read(without_choices(text)).submission
    assert filed is not None
    assert silent is not None
    assert [one.path for one in review_submission(book, silent).findings] == (fields if asked else [])
    assert [one.path for one in review_submission(book, filed).warnings] == ([] if asked else fields)


# ---------------------------------------------------------------- words


@pytest.mark.parametrize(
    "before, after, path, words",
    [
        ('do = ["carry"]', 'do = ["cary"]', "remedies.0.do.0", "did you mean 'carry'?"),
        ('card = "unseen", next-hand', 'crad = "unseen", next-hand', "remedies.0.crad", "did you mean 'card'?"),
        ('event = "drawn-in-error"', 'event = "drawn-in-eror"', "event", "did you mean 'drawn-in-error'?"),
        ("next-hand = true", 'next-hand = "yes"', "remedies.0.next-hand", "expected true or false"),
        ('moment = "in-coup"', 'moment = "mid-coup"', "remedies.2.moment", "before, in-coup, settled"),
    ],
)
def test_a_misspelt_word_is_found_with_its_line(before: str, after: str, path: str, words: str) -> None:
    (found,) = changed(before, after)
    assert found.path == f"irregular.undisclosed.{path}"
    assert words in found.message
    assert found.line == line_of(after, DOCUMENTS.replace(before, after, 1))


@pytest.mark.parametrize("name", ["documents", "macau", "louisiana", "floor"])
def test_every_bogus_word_is_found(name: str) -> None:
    data = tomllib.loads(with_remedies(remedies(name)))
    tried = 0
    for key in (key for key in data if key.startswith("irregular.")):
        for path, value in leaves(data[key], (key,)):
            if isinstance(value, str) and path[-1] != "section":
                assert check(replaced(data, path, "zzz")).findings, path
                tried += 1
    assert tried > 10


# ---------------------------------------------------------------- the walk


def test_a_situation_without_a_remedy_is_found() -> None:
    (found,) = changed('    { card = "unseen", do = ["discard"] },\n    { section = "13(d)"', '    { section = "13(d)"')
    assert (found.code, found.path) == (Code.NO_REMEDY, "irregular.undisclosed.remedies")
    assert "card = unseen" in found.message
    assert "add a line" in found.message


@pytest.mark.parametrize(
    "before, after, number, words",
    [
        ('next-hand = true, do = ["carry"]', 'do = ["carry"]', 0, "'carry' needs next-hand = true"),
        ('card = "unseen", next-hand = true, do = ["carry"]', 'next-hand = true, do = ["carry"]', 0, "disclosed card"),
        ('moment = "in-coup", mid-coup', "mid-coup", 2, "'return-wagers' needs a coup that is not settled"),
    ],
)
def test_a_primitive_that_cannot_be_done_is_found(before: str, after: str, number: int, words: str) -> None:
    found = next(one for one in changed(before, after) if one.code is Code.REMEDY_IMPOSSIBLE)
    assert found.path == f"irregular.undisclosed.remedies.{number}"
    assert words in found.message
    assert "also fits" in found.message


def test_a_banker_who_stays_has_no_third_card() -> None:
    found = changed('card = "unseen", banker = "draws"', 'card = "unseen", banker = "stays"')
    assert any(one.code is Code.REMEDY_IMPOSSIBLE and 'banker = "draws"' in one.message for one in found)


def test_a_line_that_no_situation_comes_to_is_found() -> None:
    line = '    { do = ["return-wagers", "void", "end-shoe"] },\n'
    (found,) = changed(line, line + '    { moment = "before", do = ["return-wagers", "void", "end-shoe"] },\n')
    assert (found.code, found.path) == (Code.UNUSED_REMEDY, "irregular.insufficient.remedies.1")


# ---------------------------------------------------------------- lines by themselves


@pytest.mark.parametrize(
    "before, after, path, words",
    [
        ('["return-wagers", "void", "end-shoe"]', '["void", "end-shoe"]', "remedies.0.do", "cannot be done together"),
        ('["return-wagers", "void", "end-shoe"]', '["call-floor"]', "remedies.0", "'call-floor' and 'choices'"),
        ('then = "reshuffle"\n', "", "then", "the term 'then' is missing"),
        ('then = "reshuffle"\n', 'then = "reshuffle"\ninto = "rack"\n', "into", "has no use here"),
        ('"end-shoe"] }', '"end-shoe"], extra = 1 }', "remedies.0.extra", "'discard'"),
    ],
)
def test_a_line_that_makes_no_remedy_is_found(before: str, after: str, path: str, words: str) -> None:
    found = changed(before, after)
    assert f"irregular.insufficient.{path}" in [one.path for one in found]
    assert any(words in one.message for one in found)


def test_an_event_without_a_provision_is_found() -> None:
    (found,) = findings(DOCUMENTS.partition('["irregular.insufficient"]')[0])
    assert (found.code, found.path) == (Code.MISSING_PROVISION, "irregular")
    assert "no-card-left" in found.message


def test_cards_drawn_in_error_have_a_remedy_in_play() -> None:
    (found,) = changed('during = ["play", "burn"]', 'during = ["burn"]')
    assert (found.code, found.path) == (Code.CONTRADICTION, "irregular.undisclosed.during")


# ---------------------------------------------------------------- for people


def test_the_command_line_shows_and_compares_remedies(tmp_path: Path) -> None:
    one, other = tmp_path / "one.toml", tmp_path / "other.toml"
    one.write_text(with_remedies(DOCUMENTS), encoding="utf-8")
    other.write_text(with_remedies(DOCUMENTS.replace(", extra = 1", "")), encoding="utf-8")
    shown = punto("rules", "show", str(one), "--section", "13(b)").out
    assert "irregular.player-third (procedure)" in shown
    assert "card seen, choice discard, do discard, extra 1" in shown
    differ = punto("rules", "diff", str(one), str(other), "--json").out
    assert list(json.loads(differ)["provisions"]) == ["irregular.player-third"]


@pytest.mark.parametrize("name", ["macau", "louisiana", "floor"])
def test_the_school_asks_about_them(name: str) -> None:
    book = parse(with_remedies(remedies(name)))
    for seed in range(12):
        question = KINDS["trouble"].make(Asking(book, seed, Random(seed)))
        assert question.answer in question.choices
        assert all(key in book for key in question.provisions)
