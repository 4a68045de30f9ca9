"""A long wait: a line on a terminal, erased at the end; now and then a line elsewhere; nothing if short."""

import io
import time
from unittest.mock import patch

import pytest

from punto.apps.cli import waiting as module
from punto.apps.cli.waiting import ERASE, Wait, say_if_slow, waiting


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(module, "EVERY", 0.01)


def until(stream: io.StringIO, words: str) -> None:
    while words not in stream.getvalue():
        time.sleep(0.005)


def test_a_terminal_shows_how_far_it_is_and_is_clean_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FIRST", 0.0)
    with patch("sys.stderr", Terminal()) as stream, waiting("dealing", 200, "shoes") as wait:
        until(stream, "dealing: 0% of 200 shoes")
        wait.advance(50)
        until(stream, "dealing: 25% of 200 shoes, ")
        wait.what = "writing"
        until(stream, "writing: 25%")
    assert stream.getvalue().endswith(ERASE)


def test_a_wait_without_a_total_shows_its_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FIRST", 0.0)
    with patch("sys.stderr", Terminal()) as stream, waiting("compiling"):
        until(stream, "compiling ... 0 s")


def test_a_file_gets_whole_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOGGED", 0.01)
    with patch("sys.stderr", io.StringIO()) as stream, waiting("study ruin") as wait:
        wait.at(3, 12)
        until(stream, "study ruin: 25%")
    assert stream.getvalue().startswith("punto: study ruin")
    assert "\r" not in stream.getvalue()
    assert stream.getvalue().endswith("\n")


@pytest.mark.parametrize("stream", [Terminal(), io.StringIO()])
def test_a_short_wait_shows_nothing(stream: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FIRST", 3600.0)
    with patch("sys.stderr", stream), waiting("counting"):
        pass
    assert stream.getvalue() == ""


def test_pace_and_time_left_are_said() -> None:
    wait = Wait("dealing", 100, "shoes")
    wait.begun -= 50
    wait.advance(25)
    assert str(wait) == "dealing: 25% of 100 shoes, 2 s each, 150 s left"


def test_without_numba_one_line_says_what_is_slow_and_how_to_get_it(capsys: pytest.CaptureFixture[str]) -> None:
    with patch("punto.core.speed.have_numba", return_value=False), patch("warnings.simplefilter"):
        say_if_slow("simulation is", 20_000)
    err = capsys.readouterr().err
    assert err == (
        "punto: numba is not installed: simulation is about 20,000 times slower; "
        "to change that: pip install 'punto[fast]'\n"
    )


def test_with_numba_nothing_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    say_if_slow("simulation is", 20_000)
    assert capsys.readouterr().err == ""
