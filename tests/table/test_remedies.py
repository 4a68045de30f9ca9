"""Remedies: the frozen answers for the five documents."""

import pytest

from punto.law.rulebook import documents, load
from punto.table import due
from punto.table.irregularities import extra_cards, remedies, waits
from tests.table.harness import reworded, rules_under
from tests.table.remedy_states import Answer, cases, frozen, state_of, under

EARLIER = ("first-card-of-next-hand-played", "first-card-of-next-hand")


@pytest.mark.parametrize("rulebook", documents())
@pytest.mark.parametrize("edition", ["now", "then"])
def test_every_remedy_is_the_one_it_always_was(rulebook: str, edition: str) -> None:
    """Step, provision, section, extra cards and the word about simulated rounds, in every situation of every book."""
    book, plain = load(rulebook), rules_under(rulebook)
    plain = reworded(plain, EARLIER) if edition == "then" else plain
    known = frozen()
    assert {case for said, case in known if said == edition} == set(cases())
    for case in cases():
        rules = under(plain, case)
        state = state_of(case, rules)
        (remedy,) = remedies(rules, state)
        step, provision = remedy.step, remedy.line.source.provision
        extra = extra_cards(rules, state) if step == "discard-card" else 0
        found = Answer(step, provision, extra, step == "carry-card" and waits(rules, state))
        assert found == known[edition, case], case
        (act,) = (act for act in due(rules, state) if act.must)
        assert (act.step, act.section) == (step, book.section(provision)), case
