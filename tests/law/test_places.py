"""The 452 places of the documents, and that the rulebooks hold each of them: key, kind, section, terms, steps."""

import csv
import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from punto.core.roles import Role
from punto.law import rulebook
from punto.law.ceremony import Ceremony, complete, may, parse
from punto.law.rulebook import KINDS, Provision, Rulebook, documents, load, text_of, topics


class Place(NamedTuple):
    key: str
    kind: str
    rulebook: str
    section: str


with Path(__file__).with_name("places.csv").open(encoding="utf-8", newline="") as golden:
    PLACES = [Place(**row) for row in csv.DictReader(golden)]

CEREMONIES = [(name, key) for name in documents() for key in load(name).ceremonies]
EVERYWHERE = {"opening", "shuffle", "cut", "recut-next", "betting-closed", "result", "last-hand", "closing"}


def steps_of(book: Rulebook) -> list[dict[str, str]]:
    return [step for provision in book.provisions.values() for step in provision.terms.get("steps", ())]


def test_there_are_452_places_of_127_provisions() -> None:
    kinds = {place.key: place.kind for place in PLACES}
    assert len(PLACES) == 452
    assert len(kinds) == 127
    assert Counter(kinds.values())["procedure"] == 57
    assert sum(count for kind, count in Counter(kinds.values()).items() if kind != "procedure") == 70


@pytest.mark.parametrize("name", documents())
def test_a_rulebook_holds_exactly_its_places(name: str) -> None:
    held = {key: provision.section for key, provision in load(name).provisions.items()}
    assert held == {place.key: place.section for place in PLACES if place.rulebook == name}


def test_every_provision_has_its_topic_in_the_order_of_the_documents() -> None:
    expected = {place.key: place.kind for place in PLACES}
    assert {key: topic.kind for key, topic in topics().items()} == expected
    assert list(topics()) == list(expected)
    assert set(expected.values()) == set(KINDS)


def test_every_demand_is_one_sentence_of_its_own() -> None:
    demands = [topic.demand for topic in topics().values()]
    assert len(set(demands)) == len(demands)
    assert all(re.fullmatch(r"[A-Z].*[^.]\.", demand) and ". " not in demand for demand in demands)


@pytest.mark.parametrize("name", documents())
def test_figures_in_a_sentence_are_terms_of_the_document(name: str) -> None:
    for key, provision in load(name).provisions.items():
        template = topics()[key].template
        said = topics()[key].said(provision)
        assert said.count("(") == template.count("("), "each of its terms is there"
        assert "{" not in said


def test_a_sentence_follows_the_document() -> None:
    topic, odds = topics()["pay.dragon-7"], Provision("pay.dragon-7", "1", {"pays": "50 to 1"})
    assert topic.said(odds) == "A won Dragon 7 insurance is paid at fixed odds (50 to 1)."
    both = topic.said(odds, load("ma-mini").provisions["pay.dragon-7"])
    assert both == "A won Dragon 7 insurance is paid at fixed odds (50 to 1 / 40 to 1)."
    assert topic.demand == topic.said(Provision("pay.dragon-7", "1", {})) == topic.template.replace(" ({pays})", "")
    seats = Provision("royal9.progressive.terms", "1", {"decks": [6, 7, 8], "stake-cents": 2_50, "seats": [6]})
    said = topics()[seats.key].said(seats)
    assert all(words in said for words in ("($2.50)", "(6, 7 or 8)", "(6)"))


@pytest.mark.parametrize("name", documents())
def test_every_place_has_a_term_that_could_be_changed(name: str) -> None:
    assert [key for key, provision in load(name).provisions.items() if not provision.terms] == []


@pytest.mark.parametrize("name", documents())
def test_a_rulebook_follows_its_document(name: str) -> None:
    sections = [int(re.findall(r"\d+", provision.section)[0]) for provision in load(name).provisions.values()]
    assert sections == sorted(sections)


@pytest.mark.parametrize("name", documents())
def test_a_rulebook_says_what_it_is(name: str) -> None:
    book = load(name)
    assert book.id == name
    assert book.title
    assert book.document
    assert book.in_force


@pytest.mark.parametrize("name", documents())
def test_a_step_is_brought_by_one_provision_and_made_by_somebody(name: str) -> None:
    steps = steps_of(load(name))
    assert [key for key, count in Counter(step["do"] for step in steps).items() if count > 1] == []
    assert {step["by"] for step in steps} <= set(Role)


@pytest.mark.parametrize("name", documents())
def test_no_step_is_idle(name: str) -> None:
    book = load(name)
    used = {step for ceremony in book.ceremonies.values() for step in ceremony.steps}
    assert {step["do"] for step in steps_of(book)} == used


@pytest.mark.parametrize("name", documents())
def test_every_table_is_opened_shuffled_cut_and_closed(name: str) -> None:
    ceremonies = set(load(name).ceremonies)
    assert ceremonies >= EVERYWHERE
    shown = load(name).provisions["burn.shown"].terms["choices"]
    assert ceremonies >= {f"burn-{choice}" for choice in shown}
    assert ceremonies >= {f"recut-{who}" for who in load(name).provisions["cut.recut"].terms["by"]}


@pytest.mark.parametrize("name, key", CEREMONIES)
def test_a_ceremony_can_be_gone_through_by_steps_that_cite(name: str, key: str) -> None:
    book = load(name)
    ceremony = book.ceremonies[key]
    assert parse(ceremony.order)
    assert set(ceremony.must) <= set(ceremony.steps)
    assert all(step.cite.rulebook == name and step.cite.section for step in ceremony.steps.values())
    assert reached(ceremony) == set(ceremony.steps)


def reached(ceremony: Ceremony) -> set[str]:
    """Every step that some way through the ceremony makes."""
    made: set[str] = set()
    look: list[tuple[str, ...]] = [()]
    for path in look:
        new = may(ceremony, path) - made
        look.extend((*path, step) for step in sorted(may(ceremony, path)) if step in new or path.count(step) < 2)
        made |= new
        if made == set(ceremony.steps) and complete(ceremony, path):
            break
    return made


@pytest.mark.parametrize("name", documents())
def test_a_step_taken_out_of_its_provision_breaks_the_rulebook(name: str) -> None:
    text = text_of(name)
    without = re.sub(r'\{ do = "load-shoe", by = "dealer" \},?', "", text)
    with pytest.raises(rulebook.RulebookError, match="load-shoe"):
        rulebook.parse(without)


@pytest.mark.parametrize("name", documents())
def test_every_term_is_plain_data(name: str) -> None:
    assert all(plain(value) for table in tomllib.loads(text_of(name)).values() for value in table.values())


def plain(value: Any) -> bool:
    """Words, whole numbers, flags, and lists and tables of these: no floats, no dates, nothing empty-worded."""
    if isinstance(value, dict):
        return all(map(plain, value.values()))
    if isinstance(value, list):
        return all(map(plain, value))
    return isinstance(value, int) or (isinstance(value, str) and bool(value.strip()))
