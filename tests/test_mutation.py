"""Labels mean something: changed rulebooks, each noticed by a test of its place. A sample here, all in the soak."""

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from punto.law.coverage import Place, places
from tools.mutation import KINDS, mutants

ROOT = Path(__file__).parent.parent


@pytest.mark.slow
def test_a_sample_of_changed_rulebooks_is_noticed() -> None:
    command = [sys.executable, "-m", "tools.mutation", "--sample", "8", "--seed", "2", "--jobs", "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "8 mutants, 0 survived" in done.stdout


@pytest.mark.slow
def test_a_change_that_nobody_claims_survives() -> None:
    """The tool can say no: a place that no test is marked with."""
    code = (
        "from tools.mutation import *\n"
        "place = next(p for p in places() if p.key == 'pay.dragon-7')\n"
        "orphan = [m._replace(place=place._replace(key='no.such-place')) for m in mutants(place)]\n"
        "print(survivors(orphan, 1))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert "no test is marked with this place" in done.stdout


def kinds_of_change(chosen: Iterable[Place]) -> set[str]:
    return {mutant.change.split()[-1] for place in chosen for mutant in mutants(place)}


def test_every_place_has_something_to_change() -> None:
    for place in places():
        assert next(mutants(place), None) is not None, place
    assert {"dropped", "swapped"} <= kinds_of_change(places(KINDS))
