"""Run the full-size checks and write docs/soak.md. Resumable: checks that passed at this commit are not repeated.

The result of each check is in .soak/, in a folder named after the state of the work tree: the last commit that changed
anything but docs/soak.md and, if files differ from it, a digest of the difference.
"""

import argparse
import hashlib
import importlib
import json
import pkgutil
import subprocess
import sys
import time
import traceback
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

import tools.soaks
from tools.soaks import SOAKS, Check

ROOT = Path(__file__).parent.parent
STATE = ROOT / ".soak"
PAGE = ROOT / "docs" / "soak.md"
OURS = ["--", ".", ":(exclude)docs/soak.md"]

HEAD = """\
# Soak

The full-size checks: what takes too long for every change, run by `make soak` on a quiet machine. This
page is written by that command; a row keeps its last result until the check is run again.

| check | result | figures | seconds | commit | date (UTC) |
| --- | --- | --- | ---: | --- | --- |
"""


@dataclass(frozen=True)
class Record:
    """The result of one check."""

    name: str
    passed: bool
    figures: str
    seconds: float
    commit: str
    date: str

    def as_row(self) -> str:
        result = "passed" if self.passed else "**FAILED**"
        cells = (self.name, result, self.figures, f"{self.seconds:.1f}", self.commit, self.date)
        return row(cells)


@dataclass(frozen=True)
class WorkTree:
    """The state that is checked: its key in .soak/, and its name for readers."""

    key: str
    shown: str

    @classmethod
    def now(cls) -> "WorkTree":
        commit = git("rev-list", "-1", "--abbrev-commit", "HEAD", *OURS).strip()
        difference = hashlib.sha256(git("diff", "HEAD", *OURS).encode())
        untracked = git("ls-files", "--others", "--exclude-standard", "-z", *OURS).split("\0")[:-1]
        for name in untracked:
            difference.update(name.encode() + b"\0" + (ROOT / name).read_bytes())
        if untracked or git("status", "--porcelain", *OURS):
            return cls(f"{commit}-{difference.hexdigest()[:12]}", f"{commit} (dirty)")
        return cls(commit, commit)


def row(cells: Iterable[str]) -> str:
    """Return the cells as a row of a Markdown table."""
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"soak needs a git checkout with a commit: {done.stderr.strip()}")
    return done.stdout


def find_soaks() -> None:
    for module in pkgutil.iter_modules(tools.soaks.__path__):
        importlib.import_module(f"tools.soaks.{module.name}")


def record_path(tree: WorkTree, name: str) -> Path:
    return STATE / tree.key / (hashlib.sha256(name.encode()).hexdigest()[:16] + ".json")


def recorded(tree: WorkTree, name: str) -> Record | None:
    path = record_path(tree, name)
    return Record(**json.loads(path.read_text())) if path.exists() else None


def keep(tree: WorkTree, record: Record) -> None:
    """Store the record atomically: an interruption may come at any time."""
    path = record_path(tree, record.name)
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".draft")
    draft.write_text(json.dumps(asdict(record)))
    draft.replace(path)


def run(tree: WorkTree, name: str, check: Check) -> Record:
    begun = time.monotonic()
    try:
        figures = "; ".join(f"{key}: {value}" for key, value in check().items())
        passed = True
    except Exception as error:  # a check that raises has failed, and the others still run
        traceback.print_exc()
        figures = next(iter(str(error).splitlines()), type(error).__name__)
        passed = False
    date = datetime.now(UTC).strftime("%Y-%m-%d %H:%M")
    return Record(name, passed, figures, round(time.monotonic() - begun, 1), tree.shown, date)


def write_page(tree: WorkTree) -> None:
    """Write the table: the results of this state, or else the previous row."""
    old = PAGE.read_text().splitlines() if PAGE.exists() else []
    rows = []
    for name in SOAKS:
        record = recorded(tree, name)
        before = [line for line in old if line.startswith(row([name, ""]).removesuffix(" |"))]
        never = row((name, "not yet run", "", "", "", ""))
        rows.append(record.as_row() if record else before[0] if before else never)
    PAGE.write_text(HEAD + "".join(f"{row}\n" for row in rows))


def main() -> int:
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("--only", default="", help="run the checks whose name contains this")
    parser.add_argument("--again", action="store_true", help="run them even if they have passed")
    options = parser.parse_args()
    find_soaks()
    chosen = {name: check for name, check in SOAKS.items() if options.only.lower() in name.lower()}
    if not chosen:
        print(f"no soak is called {options.only!r}; there are:", *SOAKS, sep="\n  ")
        return 2
    tree = WorkTree.now()
    write_page(tree)
    return soak_all(tree, chosen, again=options.again)


def soak_all(tree: WorkTree, chosen: dict[str, Check], *, again: bool) -> int:
    failed = 0
    for name, check in chosen.items():
        record = recorded(tree, name)
        if record and record.passed and not again:
            print(f"passed before  {name}")
            continue
        print(f"running        {name}", flush=True)
        record = run(tree, name, check)
        keep(tree, record)
        write_page(tree)
        failed += not record.passed
        print(
            f"{'passed' if record.passed else 'FAILED'}         {record.seconds} s  {record.figures}",
            flush=True,
        )
    print(f"{len(chosen) - failed} passed, {failed} failed at {tree.shown}; see {PAGE.relative_to(ROOT)}")
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("interrupted; `make soak` goes on from here")
