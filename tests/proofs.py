"""Which places and clauses of the documents a test proves: the mark, its rulebook, and the record of what passed.

    @proves("pay.dragon-7", ma_baccarat="13(f)", ma_midi="12(f)", ma_mini="12(f)", md_mini=".12G")
    def test_a_dragon_7_pays_forty(book: Rulebook) -> None: ...

runs once for each rulebook named, with that rulebook as ``book``. The sections stand in the test as the document has
them; a test whose sections are not those of the rulebook does not run.

A second mark names clauses of a provision that the test proves, for every rulebook that has them:

    @proves("cover-card/last-hand", "cover-card/one-more")
    @proves("cover-card", ma_baccarat="10(d)", ma_mini="9(e)", md_mini=".09D")
"""

import json
import os
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from punto.law.clauses import clauses
from punto.law.rulebook import Rulebook, documents, load

proves = pytest.mark.proves
RECORD = Path(__file__).parent.parent / "src" / "punto" / "law" / "coverage.json"


def places_of(node: pytest.Item | pytest.Function) -> Iterator[tuple[str, str, str]]:
    """Rulebook, section and provision of every place that a test is marked with."""
    for mark in node.iter_markers("proves"):
        for name, section in mark.kwargs.items():
            yield name.replace("_", "-"), section, mark.args[0]


@cache
def _keys(name: str) -> frozenset[str]:
    return frozenset(clause.key for clause in clauses(name))


def clauses_of(node: pytest.Item | pytest.Function) -> Iterator[tuple[str, str]]:
    """Rulebook and key of every clause that a test is marked with, in the rulebooks of its other marks."""
    books: defaultdict[str, set[str]] = defaultdict(set)
    for name, _, provision in places_of(node):
        books[provision].add(name)
    for mark in node.iter_markers("proves"):
        for key in mark.args if not mark.kwargs else ():
            having = sorted(name for name in books[key.partition("/")[0]] if key in _keys(name))
            if not having:
                raise pytest.UsageError(f"{node.nodeid}: none of its rulebooks has a clause {key!r}")
            yield from ((name, key) for name in having)


def proved_by(node: pytest.Item | pytest.Function) -> Iterator[str]:
    """Yield the places and clauses that a test proves under its rulebook, as the record names them."""
    params = getattr(getattr(node, "callspec", None), "params", {})
    marked = [(name, key) for name, _, key in places_of(node)]
    yield from (f"{name} {key}" for name, key in [*marked, *clauses_of(node)] if params.get("book", name) == name)


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark."""
    config.addinivalue_line("markers", "proves(provision, **sections): the places, and clauses, a test proves")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a marked test once for each rulebook it names."""
    marks = list(metafunc.definition.iter_markers("proves"))
    if not marks or "book" not in metafunc.fixturenames:
        return
    named = [name.replace("_", "-") for mark in marks for name in mark.kwargs]
    unknown = [name for name in named if name not in documents()]
    if unknown:
        raise pytest.UsageError(f"{metafunc.definition.nodeid}: no rulebook is called {unknown[0]}")
    assert all(key in _keys(name) for name, key in clauses_of(metafunc.definition))  # raises for an unknown clause
    metafunc.parametrize("book", [name for name in documents() if name in named], indirect=True)


@pytest.fixture
def book(request: pytest.FixtureRequest) -> Rulebook:
    """The rulebook whose place is proved."""
    rulebook = load(request.param)
    for name, section, key in places_of(request.node):
        if name == rulebook.id and rulebook.section(key) != section:
            pytest.fail(f"{name} has {key} in {rulebook.section(key)!r}, not {section!r}")
    return rulebook


@pytest.fixture(autouse=True)
def _record(request: pytest.FixtureRequest) -> None:
    """Write places and clauses into the test's report, for the rulebook it ran with."""
    request.node.user_properties.extend(("proves", place) for place in proved_by(request.node))


class Recorder:
    """Collects which places passed and which failed, and writes the record after a full run."""

    def __init__(self) -> None:
        self.passed: defaultdict[str, set[str]] = defaultdict(set)
        self.failed: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take one report."""
        for name, place in report.user_properties:
            if name != "proves":
                continue
            if report.failed:
                self.failed.add(str(place))
            elif report.when == "call" and report.passed:
                self.passed[str(place)].add(report.nodeid.split("[")[0])

    def pytest_sessionfinish(self) -> None:
        """Write the record, if what is proved has changed."""
        proofs = {place: sorted(self.passed[place]) for place in sorted(self.passed) if place not in self.failed}
        old = json.loads(RECORD.read_text()) if RECORD.exists() else {}
        if old.get("proofs") != proofs:
            RECORD.write_text(json.dumps({"commit": _commit(), "proofs": proofs}, indent=1) + "\n")


def _commit() -> str:
    done = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return done.stdout.strip()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Record in a full run only, and in the process that hears of every test."""
    if os.environ.get("PUNTO_RECORD") and not hasattr(session.config, "workerinput"):
        session.config.pluginmanager.register(Recorder(), "punto-recorder")
