"""Every number, word, key and section of the rulebooks, wrong once: found; every swapped word: found or played."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from punto.law.rulebook import built_in
from tests.walk.swaps import outcome, swaps
from tools.chunks import in_chunks
from tools.soaks import Figures, soak

ROOT = Path(__file__).parent.parent.parent
TESTS = ("tests/test_agreement.py", "tests/law/test_check.py")


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
