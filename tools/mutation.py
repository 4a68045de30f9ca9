"""Provision mutation: does a test that claims to prove a provision notice when it changes?

For every place (a provision in a rulebook) each of its terms is changed in a copy of the rulebook: a number by one, a
word to another, a flag inverted, an entry dropped, an order swapped. The tests that are marked with that place run
against the copy, in a process of their own; one of them must fail. A mutant that no test notices is a survivor, and the
mark is worthless.

A mutant changes the clauses that rest on its term. Where a clause needs a test that names it, that test has to notice;
survivors are listed by clause.

    python -m tools.mutation                        every mutant of the kinds that are proved
    python -m tools.mutation --sample 40 --seed 7   some of them
    python -m tools.mutation --place "ma-mini pay.dragon-7" --verbose
    python -m tools.mutation --clause "ma-mini:9(e)"  those of some clauses, of any kind
"""

import argparse
import copy
import importlib
import io
import multiprocessing
import os
import random
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from importlib.metadata import entry_points
from typing import Any, NamedTuple

import pytest

from punto.law import rulebook
from punto.law.clauses import ESTABLISHED, Clause, by_provision, touched
from punto.law.coverage import Place, places

KINDS = ("definition", "settlement", "submission", "layout")
ORDERED = {"lines", "steps", "order", "chairs", "faces", "cases"}  # lists whose order matters
Data = dict[str, Any]


_clauses = cache(by_provision)


class Mutant(NamedTuple):
    """One change to one term of one place."""

    place: Place
    path: tuple[str | int, ...]
    change: str
    data: Data

    def __str__(self) -> str:
        return f"{self.place.rulebook} {self.place.key} {'.'.join(map(str, self.path))}: {self.change}"

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses that claim to be established by tests, and rest on the changed term."""
        some = _clauses(self.place.rulebook).get(self.place.key, ())
        return tuple(one for one in some if one.status in ESTABLISHED and touched(one, self.path))


def mutants(place: Place) -> Iterator[Mutant]:
    """Yield every change to the terms of a place."""
    original = rulebook.load(place.rulebook).data
    terms = {name: value for name, value in original[place.key].items() if name != "section"}
    for path, change, value in _changes(terms, ()):
        data = {**original, place.key: copy.deepcopy(original[place.key])}
        _put(data[place.key], path, value)
        yield Mutant(place, path, change, data)


DROPPED = object()


def _changes(value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], str, Any]]:
    if isinstance(value, dict):
        for name, item in value.items():
            yield from _changes(item, (*path, name))
    elif isinstance(value, list):
        yield from _list_changes(value, path)
    else:
        yield path, f"{value!r} -> {_other(value)!r}", _other(value)


def _list_changes(values: list[Any], path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], str, Any]]:
    if not values:
        yield path, "an entry more", [8]
    for index, item in enumerate(values):
        yield (*path, index), f"{item!r} dropped", DROPPED
        if isinstance(item, dict):
            yield from _changes(item, (*path, index))
    name = next((part for part in reversed(path) if isinstance(part, str)), "")
    if name in ORDERED:
        for index in range(len(values) - 1):
            if values[index] != values[index + 1]:
                swapped = [*values[:index], values[index + 1], values[index], *values[index + 2 :]]
                yield path, f"{index} and {index + 1} swapped", swapped


def _other(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str) and re.fullmatch(r"\d+ to \d+", value):
        return f"{int(value.split()[0]) + 1} to {value.split()[2]}"
    if isinstance(value, str) and value.endswith("%"):
        return "1" + value
    return f"{value}-otherwise"


def _put(table: Any, path: tuple[str | int, ...], value: Any) -> None:
    for part in path[:-1]:
        table = table[part]
    if value is DROPPED:
        del table[path[-1]]
    else:
        table[path[-1]] = value


# ---------------------------------------------------------------- running the tests of a place


class _Collector:
    """A pytest plugin that records which collected tests prove which place."""

    def __init__(self) -> None:
        self.tests: defaultdict[str, list[str]] = defaultdict(list)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        from tests.proofs import proved_by

        for item in items:
            for place in proved_by(item):
                self.tests[place].append(item.nodeid)


def _collect(_: None) -> dict[str, list[str]]:
    collector = _Collector()
    with _silence():
        pytest.main(
            ["-q", "--collect-only", "-p", "no:cacheprovider", "-p", "no:xdist", *EARLY, "tests"], plugins=[collector]
        )
    return dict(collector.tests)


def _silence() -> redirect_stdout[io.StringIO]:
    redirect_stderr(io.StringIO()).__enter__()
    return redirect_stdout(io.StringIO())


class Task(NamedTuple):
    """A mutant, and the tests of which one has to notice it."""

    mutant: Mutant
    clauses: tuple[str, ...]  # the ids of those that it changes
    tests: tuple[str, ...]


class Survivor(NamedTuple):
    """A mutant that none of the tests noticed."""

    mutant: str
    clauses: tuple[str, ...]
    why: str = ""

    def __str__(self) -> str:
        return f"{self.mutant}{f': {self.why}' if self.why else ''}"


def tasks_of(mutant: Mutant, marked: Mapping[str, Sequence[str]]) -> list[Task]:
    """Return the runs for a mutant: tests of its place, or those that name a clause that needs them.

    Tests that name a clause are tests of its place too. If they notice the mutant, the larger set does.
    """
    place = tuple(marked.get(f"{mutant.place.rulebook} {mutant.place.key}", ()))
    sets: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for clause in mutant.clauses:
        named = tuple(marked.get(f"{clause.rulebook} {clause.key}", ()))
        sets[place if clause.by_terms else named].append(clause.id)
    if not sets:
        sets[place] = []
    if len(sets) > 1:
        sets.pop(place, None)
    return [Task(mutant, tuple(ids), tests) for tests, ids in sets.items()]


def noticed(task: Task) -> tuple[Task, bool, str]:
    """Run the tests of a task against its mutant; return whether one failed.

    No test can run under a rulebook that does not load: its module could not even be collected, which pytest reports as
    a wrong command line. Such a mutant is noticed wherever the rulebook is used.
    """
    mutant = task.mutant
    try:
        rulebook.build(mutant.data, "mutant")
    except rulebook.RulebookError as error:
        return task, True, str(error)
    parse = rulebook.parse

    def parse_mutant(text: str) -> rulebook.Rulebook:
        data = tomllib.loads(text)
        return rulebook.build(mutant.data, "mutant") if data["rulebook"]["id"] == mutant.place.rulebook else parse(text)

    rulebook.parse = parse_mutant
    rulebook.load.cache_clear()
    output = io.StringIO()
    with redirect_stdout(output):
        options = ["-q", "-x", "--tb=line", "-p", "no:cacheprovider", "-p", "no:xdist", *EARLY]
        code = pytest.main([*options, *task.tests])
    return task, code == pytest.ExitCode.TESTS_FAILED, output.getvalue()


# Modules that every child would import, the plugins of pytest too, are imported once before the fork: five times as
# fast. Nothing is called, because results must come from the changed rulebook.
PRELOADED = (
    "hypothesis",
    "hypothesis.strategies",
    "punto.rules.review",
    "punto.odds",
    "punto.draw.felt",
    "punto.table",
)
EARLY = ("-W", "ignore::pytest.PytestAssertRewriteWarning")


def survivors(chosen: Iterable[Mutant], jobs: int, verbose: bool = False) -> tuple[int, list[Survivor]]:
    """Run every mutant; return their number, and those that no test noticed which has to."""
    for name in PRELOADED:
        importlib.import_module(name)
    for plugin in entry_points(group="pytest11"):
        plugin.load()
    os.environ.pop("PUNTO_RECORD", None)  # these are not full runs, and prove nothing
    context = multiprocessing.get_context("fork")
    with context.Pool(1) as pool:
        tests = pool.apply(_collect, (None,))
    every = list(chosen)
    tasks = [task for mutant in every for task in tasks_of(mutant, tests)]
    unmarked = [task for task in tasks if not task.tests]
    survived = [Survivor(str(one.mutant), one.clauses, "no test is marked with this place") for one in unmarked]
    with context.Pool(jobs, maxtasksperchild=1) as pool:
        for task, failed, output in pool.imap_unordered(noticed, [task for task in tasks if task.tests]):
            if not failed:
                survived.append(Survivor(str(task.mutant), task.clauses))
                if verbose:
                    print(output, file=sys.stderr)
            print("." if failed else f"\nSURVIVED {task.mutant}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return len(every), sorted(survived)


def report(survived: Iterable[Survivor]) -> Iterator[str]:
    """Yield the lines that list survivors by clause; first those of terms that no clause rests on."""
    by: defaultdict[str, list[Survivor]] = defaultdict(list)
    for one in survived:
        for clause in one.clauses or ("in no clause",):
            by[clause].append(one)
    for clause, some in sorted(by.items()):
        yield f"  {clause}"
        yield from (f"      {one}" for one in some)


def main() -> int:
    """Run mutants from the command line; exit 1 if one survives."""
    parser = argparse.ArgumentParser(description="Change the rulebooks; a test marked with the place must fail.")
    parser.add_argument("--sample", type=int, default=0, help="number of mutants, chosen at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--place", default="", help='only places that contain this, like "ma-mini pay.dragon-7"')
    parser.add_argument(
        "--clause", default="", help='only terms of clauses whose id contains this, like "ma-mini:9(e)"'
    )
    parser.add_argument(
        "--kinds", default="", help=f"kinds of provisions; default: {','.join(KINDS)}, or any for a clause"
    )
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    kinds = options.kinds.split(",") if options.kinds else () if options.clause else KINDS
    chosen = [
        mutant
        for place in places(kinds)
        if options.place in f"{place.rulebook} {place.key}"
        for mutant in mutants(place)
        if not options.clause or any(options.clause in clause.id for clause in mutant.clauses)
    ]
    if options.sample:
        chosen = random.Random(options.seed).sample(chosen, min(options.sample, len(chosen)))
    count, survived = survivors(chosen, options.jobs, options.verbose)
    print(f"{count} mutants, {len(survived)} survived")
    for line in report(survived):
        print(line)
    return 1 if survived or not count else 0


if __name__ == "__main__":
    sys.exit(main())
