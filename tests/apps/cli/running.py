"""Running ``punto``: in this process for most tests, as a real one for a few."""

import io
import json
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from punto.apps.cli import main

ROOT = Path(__file__).parents[3]
SUBMISSIONS = ROOT / "tests" / "submissions"
CLASSIC = SUBMISSIONS / "ma-mini-classic.toml"
PUNTO = Path(sys.executable).with_name("punto")


class Run(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one document on standard output; anything besides it fails."""
        assert self.err == ""
        return json.loads(self.out)

    def refused(self, *words: str, code: int = 2) -> None:
        """Nothing on standard output, one line on standard error that begins with the program's name."""
        assert (self.code, self.out) == (code, "")
        assert self.err.startswith("punto: ")
        assert self.err.count("\n") == 1
        assert self.err.endswith("\n")
        for word in words:
            assert word in self.err


def punto(*arguments: str | Path, stdin: str = "") -> Run:
    """Run a command in this process."""
    out, err, code = io.StringIO(), io.StringIO(), 0
    with redirect_stdout(out), redirect_stderr(err), patch("sys.stdin", io.StringIO(stdin)):
        try:
            main([str(argument) for argument in arguments])
        except SystemExit as leave:
            code = leave.code if isinstance(leave.code, int) else 1
    return Run(code, out.getvalue(), err.getvalue())


def process(*arguments: str | Path) -> Run:
    """Run a command as a process of its own."""
    done = subprocess.run([PUNTO, *arguments], capture_output=True, text=True, timeout=60, check=False)
    return Run(done.returncode, done.stdout, done.stderr)


def edited(source: Path, folder: Path, *changes: tuple[str, str]) -> Path:
    """Write a copy of a submission with some text put in the place of other text."""
    text = source.read_text()
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    copy = folder / source.name
    copy.write_text(text)
    return copy
