"""Code mutation: mutmut changes one thing at a time in the code of wagers and money; a test must notice.

mutmut makes the mutants and tries each with the tests that executed its line. That is fast but misses some: results
that a cache or a test module computed before are not computed again, so the test that would notice may not be among
them. Each survivor is therefore tried again, in a process of its own, with all the tests of the selection. One that
survives this too must be explained in tools/survivors.toml, by the old and the new line; an explanation without a
survivor fails.

Both rounds can be interrupted: their results are in mutants/, for as long as code and tests stay unchanged.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tools.soaks import Figures, soak

ROOT = Path(__file__).parent.parent.parent
MUTANTS = ROOT / "mutants"
STATE, HEARD = MUTANTS / "state", MUTANTS / "heard.json"
READ = ("src/**/*.py", "src/**/*.toml", "tests/**/*.py", "tests/**/*.csv", "pyproject.toml", "requirements/dev.txt")
KILLED, SURVIVED = 1, 0  # exit codes of pytest
LONGEST = 900  # seconds for all tests of the selection; a mutant that takes longer loops
CORES = len(os.sched_getaffinity(0))
ENVIRONMENT = os.environ | {"PYTHONDONTWRITEBYTECODE": ""}  # the same tests are imported thousands of times

Change = tuple[str, str, str]  # the function, its old line and its new one


def digest() -> str:
    """Return a digest of everything on which the result depends."""
    found = hashlib.sha256()
    for pattern in READ:
        for path in sorted(ROOT.glob(pattern)):
            found.update(path.as_posix().encode() + path.read_bytes())
    return found.hexdigest()


def start() -> None:
    """Continue where an earlier run stopped, or start again if anything has changed since."""
    now = digest()
    if not STATE.exists() or STATE.read_text() != now:
        shutil.rmtree(MUTANTS, ignore_errors=True)
        MUTANTS.mkdir()
        STATE.write_text(now)


def mutmut(*arguments: str) -> str:
    command = [sys.executable, "-m", "mutmut", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (
        f"mutmut {arguments[0]} ended with {done.returncode}: {said(done.stdout + done.stderr)}"
    )
    return done.stdout


def said(output: str) -> str:
    """Return the last lines of what mutmut wrote, without the wheel that it turns, the most telling one first."""
    turns = re.compile(r"^[\u2800-\u28ff] ")
    lines = [line.strip() for line in re.split(r"[\r\n]+", output) if line.strip() and not turns.match(line.strip())]
    telling = next((line for line in lines if re.match(r"(FAILED|ERROR|E  )", line)), lines[-1] if lines else "nothing")
    return "\n".join([telling, *lines[-30:]])


def verdicts() -> dict[str, int]:
    """Return the results of the tests that mutmut chose, by mutant."""
    found: dict[str, int] = {}
    for path in sorted(MUTANTS.glob("src/**/*.meta")):
        found |= json.loads(path.read_text())["exit_code_by_key"]
    return found


# ---------------------------------------------------------------- second round


def hear(mutant: str) -> int:
    """Run the whole selection with one mutant: 1 if a test fails, 0 if all pass."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mutmut"]
    chosen = [*settings["pytest_add_cli_args"], *settings["pytest_add_cli_args_test_selection"]]
    path = os.pathsep.join([str(MUTANTS / "src"), str(MUTANTS)])  # before the checkout, which is installed
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "--rootdir=.", "-x", "-q", *chosen],
            cwd=MUTANTS,
            env=ENVIRONMENT | {"MUTANT_UNDER_TEST": mutant, "PYTHONPATH": path},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
            timeout=LONGEST,
        )
    except subprocess.TimeoutExpired:
        return KILLED
    return KILLED if done.returncode else SURVIVED  # tests that cannot be imported count as failed


def can_hear(killed: str) -> None:
    """Check the method: without a mutant all tests pass, and a mutant killed by mutmut is killed again."""
    assert hear("") == SURVIVED, "the tests fail in mutants/ without any mutant"
    assert hear(killed) == KILLED, f"{killed} is killed once and not again: is the mutated copy imported?"


def heard(mutants: list[str]) -> dict[str, int]:
    """Run all of them, two at a time on two cores; results of an earlier run are reused."""
    found: dict[str, int] = json.loads(HEARD.read_text()) if HEARD.exists() else {}
    left = [mutant for mutant in mutants if mutant not in found]
    with ThreadPoolExecutor(CORES) as pool:
        for mutant, verdict in zip(left, pool.map(hear, left), strict=True):
            found[mutant] = verdict
            HEARD.write_text(json.dumps(found))
    return found


# ---------------------------------------------------------------- explanations


def change(mutant: str) -> Change:
    """Return what a mutant changes: all the lines of a statement, in one."""
    lines = mutmut("show", mutant).splitlines()
    name = mutant.rpartition("__mutmut_")[0].replace("xǁ", "").replace("ǁ", ".").replace(".x_", ".")
    removed = [line[1:].strip() for line in lines if line.startswith("-") and not line.startswith("---")]
    added = [line[1:].strip() for line in lines if line.startswith("+") and not line.startswith("+++")]
    return name, " ".join(removed), " ".join(added)


def explained() -> set[Change]:
    with (ROOT / "tools" / "survivors.toml").open("rb") as file:
        entries = tomllib.load(file)["survivor"]
    assert all(entry["why"] for entry in entries)
    return {(entry["in"], entry["was"], entry["is"]) for entry in entries}


def rooms(mutants: dict[str, int]) -> Iterator[str]:
    """Return the number of mutants of each room."""
    names = Counter(mutant.removeprefix("punto.").removeprefix("table.").partition(".")[0] for mutant in mutants)
    yield from (f"{room} {number}" for room, number in sorted(names.items()))


@soak("mutmut: no changed line of wagers, money and trouble goes unnoticed")
def code() -> Figures:
    start()
    mutmut("run", "--max-children", str(CORES))
    first = verdicts()
    can_hear(next(mutant for mutant, verdict in first.items() if verdict == KILLED))
    second = heard([mutant for mutant, verdict in first.items() if verdict != KILLED])
    survivors = {mutant: change(mutant) for mutant, verdict in second.items() if verdict == SURVIVED}
    reasons = explained()
    unexplained = [f"{mutant}: {made[1]} -> {made[2]}" for mutant, made in survivors.items() if made not in reasons]
    assert not unexplained, "; ".join(unexplained)
    assert not reasons - set(survivors.values()), f"these survive no more: {reasons - set(survivors.values())}"
    killed = len(first) - len(survivors)
    return {"mutants": ", ".join(rooms(first)), "killed": killed, "equivalent and explained": len(survivors)}
