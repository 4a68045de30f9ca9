"""Commands that somebody waits for at a prompt start nothing heavy: no arrays, no compiler, no cluster, no web."""

import json
import subprocess
import sys

import pytest

from punto.apps.cli.bench import start
from punto.apps.cli.bench.start import COMMANDS, SUBMISSION
from tests.apps.cli.running import CLASSIC, punto

LIGHT = {"click", "msgspec", "punto", "rich", "typing_extensions"}
LOADED = """
import contextlib, io, json, sys
before = set(sys.modules)
from punto.apps.cli import punto
with contextlib.redirect_stdout(io.StringIO()):
    punto.main(sys.argv[1:], standalone_mode=False)
names = {name.partition(".")[0] for name in set(sys.modules) - before}
print(json.dumps(sorted(names - set(sys.stdlib_module_names))))
"""


def loaded(*arguments: str) -> set[str]:
    """The packages that are not Python's own which a command has loaded when it is done."""
    words = [sys.executable, "-c", LOADED, *arguments]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout))


@pytest.mark.parametrize("name", COMMANDS)
def test_a_quick_command_loads_nothing_heavy(name: str) -> None:
    words = [str(CLASSIC) if word == SUBMISSION else word for word in COMMANDS[name]]
    assert loaded(*words) <= LIGHT


def test_what_is_heavy_would_be_seen() -> None:
    assert "numpy" in loaded("study", "vigorish")


def test_the_figures_of_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "COMMANDS", {"version": COMMANDS["version"]})
    runs = punto("bench", "start", "--turns", "1", "--json").json["runs"]
    assert set(runs) == {start.NOTHING, "punto version"}
    assert runs[start.NOTHING]["ratio"] == 1
    assert "times as long" in punto("bench", "start", "--turns", "1").out
