"""Walks under rulebooks of schema 2: every remedy that their data has is made, and the log verifies."""

import os
from collections import Counter
from collections.abc import Iterator
from functools import cache

import msgspec
import pytest

from punto.audit import Audit
from punto.audit.document import load
from punto.core.bounded import toml
from punto.law.check import check
from punto.law.remedies import DOES
from punto.table.events import AnyEvent, StepPerformed
from punto.verification.log_checks import terms_of
from tests.law.schema_2 import remedies, with_remedies, without_choices
from tests.walk.people import rulebook_of, text_of_submission
from tests.walk.swaps import Data, leaves, others, replaced, written
from tests.walk.walker import Walker

STEP = 1 if os.environ.get("PUNTO_SOAK") else 7  # of so many changed words one is tried
NAMES = ("macau", "louisiana", "floor")
# Submissions of tables with a squeeze, with a curator, with two batches.
SUBMISSIONS = ("ma-mini-classic", "ma-midi-squeeze", "ma-baccarat-salon", "md-mini-payout")


class Spilling(Walker):
    """A walk on which much goes wrong, and cards run out."""

    def __init__(self, name: str, submission: str, seed: int) -> None:
        text = without_choices(text_of_submission(submission))
        super().__init__(submission, seed, with_remedies(remedies(name), rulebook_of(submission)), text)
        self.clumsy = 0.2
        self.weights |= {self.spill: 8, self.make_noise: 2}

    def events(self) -> Iterator[AnyEvent]:
        """Return everything that was stored."""
        for record in self.session.store.records():
            yield from record.batch.events


def made(walker: Spilling) -> Counter[str]:
    """Count the remedies that were made."""
    return Counter(event.step for event in walker.events() if isinstance(event, StepPerformed) and event.step in DOES)


@cache
def walked(name: str, submission: str) -> Spilling:
    walker = Spilling(name, submission, 2)
    walker.walk(900)
    return walker


@pytest.mark.parametrize("submission", SUBMISSIONS)
@pytest.mark.parametrize("name", NAMES)
def test_a_table_goes_on_whatever_remedies_a_rulebook_has(name: str, submission: str) -> None:
    """Everything that a walk checks holds, the audit of the same document finds no cent or card wrong."""
    walker = walked(name, submission)
    audit = Audit(terms_of(walker.rules, load(rulebook_of(submission))))
    faults = [words for event in walker.events() for words in audit.see(msgspec.to_builtins(event))]
    assert faults == []
    assert made(walker)


def test_every_remedy_is_made_somewhere() -> None:
    every = [walked(name, submission) for name in NAMES for submission in SUBMISSIONS]
    assert set[str]().union(*map(made, every)) == set(DOES)


def changed(name: str) -> Iterator[tuple[str, Data]]:
    """Return a rulebook with each word of its remedies replaced by each other allowed one."""
    data = toml(with_remedies(remedies(name)))
    for key in (key for key in data if key.startswith("irregular.")):
        for path, value in leaves(data[key], (key,)):
            for word in others(data, path, value) if path[-1] != "section" else ():
                yield f"{path} = {word!r}", replaced(data, path, word)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["documents", *NAMES])
def test_other_words_are_found_or_played(name: str) -> None:
    """A word that the check lets pass is played: no exception, no stuck table, and the log verifies."""
    text, played = text_of_submission("ma-mini-classic"), 0
    for seed, (words, data) in enumerate(changed(name)):
        if seed % STEP or check(data).findings:
            continue
        silent = text if "choice" in words or name == "documents" else without_choices(text)
        walker = Walker("ma-mini-classic", seed, written(data), silent)
        walker.clumsy = 0.25
        walker.weights |= {walker.spill: 6, walker.make_noise: 1}
        walker.walk(400)
        played += 1
    assert played
