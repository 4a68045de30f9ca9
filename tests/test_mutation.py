"""Labels mean something: changed rulebooks, each noticed by a test of its place. A sample here, all in the soak."""

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from punto.law.clauses import by_provision, touched
from punto.law.coverage import Place, places
from tools.mutation import KINDS, Mutant, Survivor, Task, mutants, noticed, report, tasks_of

ROOT = Path(__file__).parent.parent


@pytest.mark.slow
def test_changes_of_a_sample_are_noticed_and_one_that_nobody_claims_is_not() -> None:
    """Four places of a rulebook, each with one term changed, and one place that no test is marked with."""
    code = (
        "import random\n"
        "from tools.mutation import *\n"
        "sample = random.Random(2).sample([mutant for place in places(KINDS) for mutant in mutants(place)], 4)\n"
        "orphan = next(mutants(sample[0].place))._replace(place=sample[0].place._replace(key='no.such-place'))\n"
        "print(survivors([*sample, orphan], 1))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("(5, [Survivor(mutant="), done.stdout + done.stderr
    assert done.stdout.count("Survivor(") == 1, done.stdout
    assert "no.such-place" in done.stdout
    assert "no test is marked with this place" in done.stdout


def test_a_rulebook_that_does_not_load_is_noticed_without_a_test() -> None:
    """Its ceremony names a step that no provision has; modules that load it cannot be collected."""
    mutant = mutant_of("ma-baccarat", "curator.dealer", ("steps", 1))
    _, found, words = noticed(Task(mutant, (), ("tests/table/test_curator.py",)))
    assert found
    assert "no provision has: keep-shoe" in words


def mutant_of(name: str, key: str, path: tuple[str | int, ...]) -> Mutant:
    place = next(place for place in places() if (place.rulebook, place.key) == (name, key))
    return next(mutant for mutant in mutants(place) if mutant.path == path)


def test_a_clause_that_needs_a_test_of_its_own_is_judged_by_that_test() -> None:
    marked = {"ma-mini cover-card": ["a", "b", "named"], "ma-mini cover-card/then": ["named"]}
    (then,) = tasks_of(mutant_of("ma-mini", "cover-card", ("then",)), marked)
    assert (then.clauses, then.tests) == (("ma-mini:9(e):5",), ("named",))
    (call,) = tasks_of(mutant_of("ma-mini", "cover-card", ("call",)), marked)
    assert (call.clauses, call.tests) == (("ma-mini:9(e):3",), ("a", "b", "named"))
    (unnamed,) = tasks_of(mutant_of("ma-mini", "cover-card", ("then",)), {"ma-mini cover-card": ["a"]})
    assert unnamed.tests == ()


def test_a_change_belongs_to_every_clause_that_rests_on_it() -> None:
    swapped = mutant_of("ma-mini", "deal.four", ("order",))
    assert [clause.name for clause in swapped.clauses] == ["player", "banker"]
    dropped = mutant_of("ma-mini", "vigorish.deferred", ("due", 1))
    assert [clause.name for clause in dropped.clauses] == ["leaving"]


def test_most_terms_belong_to_a_clause() -> None:
    listed = by_provision("md-mini")
    mini = [place for place in places() if place.rulebook == "md-mini"]
    every = [mutant for place in mini for mutant in mutants(place) if "swapped" not in mutant.change]
    alone = [one for one in every if not any(touched(clause, one.path) for clause in listed[one.place.key])]
    assert len(alone) < len(every) / 50, "\n".join(map(str, alone))


def test_survivors_are_listed_by_clause() -> None:
    survived = [Survivor("m1", ("b:1", "a:1")), Survivor("m2", ("a:1",), "no test"), Survivor("m3", ())]
    assert list(report(survived)) == [
        "  a:1",
        "      m1",
        "      m2: no test",
        "  b:1",
        "      m1",
        "  in no clause",
        "      m3",
    ]


def kinds_of_change(chosen: Iterable[Place]) -> set[str]:
    return {mutant.change.split()[-1] for place in chosen for mutant in mutants(place)}


def test_every_place_has_something_to_change() -> None:
    for place in places():
        assert next(mutants(place), None) is not None, place
    assert {"dropped", "swapped"} <= kinds_of_change(places(KINDS))
