"""``punto play``: what it says where there is no table to sit down at, and a real sitting in a real terminal."""

import os
import pty
import select
import subprocess
import sys
import termios
from pathlib import Path

import click
import pytest

from punto.apps.cli.play import saver
from punto.verification.verify import verify
from tests.apps.cli.running import CLASSIC, edited, punto
from tests.apps.cli.test_program import loaded


def test_without_a_terminal_it_is_one_line() -> None:
    punto("play").refused("needs a terminal")


@pytest.mark.parametrize(
    "arguments, words",
    [
        (("ma-mini-clasic",), "did you mean 'ma-mini-classic'"),
        (("nowhere.toml",), "No such file"),
        ((str(CLASSIC), "--seat", "8"), "table MB-01 has 7 seats"),
        (("--bet-seconds", "0"), "0"),
    ],
)
def test_what_cannot_be_is_one_line(arguments: tuple[str, ...], words: str) -> None:
    punto("play", *arguments).refused(words)


def test_an_unlawful_submission_is_answered_with_its_findings(tmp_path: Path) -> None:
    run = punto("play", edited(CLASSIC, tmp_path, ("seats = 7", "seats = 11")))
    assert (run.code, run.out) == (1, "")
    assert "[seats-outside]" in run.err


def test_text_that_is_no_submission_is_said_so(tmp_path: Path) -> None:
    nonsense = tmp_path / "table.toml"
    nonsense.write_text("seats = ")
    run = punto("play", nonsense)
    assert run.code == 1
    assert run.err.startswith("punto: ")


def test_neither_help_nor_a_complaint_loads_textual() -> None:
    assert "textual" not in loaded("play", "--help")
    assert "textual" not in loaded("play", "nowhere.toml")


def test_a_sitting_in_a_real_terminal_leaves_a_log_that_verifies(tmp_path: Path) -> None:
    """A process of its own with a terminal of its own: a key for each thing that it shows."""
    log = tmp_path / "evening.jsonl"
    front, back = pty.openpty()
    termios.tcsetwinsize(back, (30, 100))
    line = [sys.executable, "-m", "punto", "play", "md-mini-classic", "--fast", "--log", str(log)]
    surroundings = os.environ | {"TERM": "xterm-256color"}
    with subprocess.Popen(line, stdin=back, stdout=back, stderr=back, env=surroundings) as process:
        os.close(back)
        terminal = Terminal(front)
        for words, key in (("cut is yours", "d"), ("Place your wagers", "2"), ("B $25", " "), ("coup 2", "q")):
            terminal.until(words)
            terminal.press(key)
        terminal.until("one coup in 0:0")
        assert process.wait(60) == 0
    os.close(front)
    report = verify(log.read_bytes())
    assert report.whole
    assert "settlement" in report.made
    punto("play", "md-mini-classic", "--log", log).refused("needs a terminal")
    with pytest.raises(click.UsageError, match="not written over"):
        saver(str(log))


LONGEST = 60  # seconds without a sign of life


class Terminal:
    """The other end of a terminal."""

    def __init__(self, front: int) -> None:
        self.front, self.shown = front, ""

    def until(self, words: str) -> None:
        """Read until some words are shown."""
        while words not in self.shown:
            try:
                if not select.select([self.front], [], [], LONGEST)[0]:
                    raise OSError
                self.shown += os.read(self.front, 65536).decode(errors="replace")
            except OSError:
                pytest.fail(f"{words!r} was never shown; at the end there was {self.shown[-400:]!r}")

    def press(self, key: str) -> None:
        os.write(self.front, key.encode())
        self.shown = ""
