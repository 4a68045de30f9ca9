"""Every number, word, key and section of the rulebooks, wrong once: found. Other words, random books: found or played.

A book that is played has 20 coups at a table of its own, dealt by the house, and a walk of people who do what they may
and what they may not; both logs verify.
"""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from punto.law.rulebook import built_in
from tests.walk.random_books import tried
from tests.walk.swaps import outcome, swaps
from tools.chunks import in_chunks
from tools.soaks import Figures, soak

ROOT = Path(__file__).parent.parent.parent
TESTS = ("tests/library/test_agreement.py", "tests/law/test_check.py", "tests/walk/test_remedies.py")


@soak("rulebooks: every wrong word, key, number and section is found, in law and audit")
def wrong() -> Figures:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"PUNTO_SOAK": "1"}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:]
    return {"tests": done.stdout.strip().splitlines()[-1]}


class Swapped:
    """The swaps of a rulebook, one in so many to a chunk."""

    chunks = 20

    def __call__(self, number: int) -> Mapping[str, int]:
        rulebook, part = built_in()[number // self.chunks], number % self.chunks
        return Counter(outcome(one) for index, one in enumerate(swaps(rulebook)) if index % self.chunks == part)


@soak("rulebooks: every word replaced by every allowed one has a finding, or 20 coups are played and verified")
def swapped() -> Figures:
    found = in_chunks("rulebook swaps", range(len(built_in()) * Swapped.chunks), Swapped())
    return {name: f"{number:,}" for name, number in found.items()}


class Books:
    """Random books, so many to a chunk."""

    chunks, each = 200, 50

    def __call__(self, number: int) -> Mapping[str, int]:
        return Counter(tried(book) for book in range(number * self.each, (number + 1) * self.each))


@soak("rulebooks: each of 10,000 random books has a finding, or 20 coups are played and verified")
def random_books() -> Figures:
    found = in_chunks("random books", range(Books.chunks), Books())
    assert sum(found.values()) == Books.chunks * Books.each
    return {name: f"{number:,}" for name, number in found.items()}
