"""punto entropy: bytes for a laboratory."""

import os
import pty
import subprocess
import sys
from itertools import islice

import pytest

from punto.fair import raw

SEED = "07" * 32
PUNTO = [sys.executable, "-m", "punto", "entropy"]


def entropy(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*PUNTO, *arguments], capture_output=True, check=False, timeout=60)


@pytest.mark.parametrize("size", [1, 32, 33, 65_536, 65_537])
def test_a_seed_gives_the_generators_own_bytes(size: int) -> None:
    done = entropy("--raw", str(size), "--seed", SEED)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == b"".join(islice(raw(bytes.fromhex(SEED)), size // 32 + 1))[:size]


def test_without_a_seed_no_run_is_like_another() -> None:
    one, other = entropy("--raw", "64").stdout, entropy("--raw", "64").stdout
    assert len(one) == len(other) == 64
    assert one != other


@pytest.mark.parametrize(
    "arguments, words",
    [
        ([], "missing option '--raw'"),
        (["--raw", "0"], "0 is not in the range"),
        (["--raw", "-5"], "-5 is not in the range"),
        (["--raw", "many"], "'many' is not a whole number"),
        (["--raw", "8", "--seed", "seed"], "--seed seed: a seed is 64 hexadecimal digits"),
        (["--raw", "8", "--seed", "07"], "invalid seed of 1 bytes: expected 32"),
        (["--raw", "8", "more"], "unexpected extra argument"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(arguments: list[str], words: str) -> None:
    done = entropy(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"punto: ")
    assert done.stderr.count(b"\n") == 1
    assert words in done.stderr.decode()


def test_a_terminal_is_refused() -> None:
    ours, theirs = pty.openpty()
    try:
        done = subprocess.run([*PUNTO, "--raw", "8"], stdout=theirs, stderr=subprocess.PIPE, check=False, timeout=60)
    finally:
        os.close(ours)
        os.close(theirs)
    assert done.returncode == 2
    assert b"not text for a terminal" in done.stderr


def test_a_reader_that_goes_away_is_no_fault() -> None:
    with subprocess.Popen([*PUNTO, "--raw", str(2**40)], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert len(running.stdout.read(10)) == 10
        running.stdout.close()
        assert running.wait(timeout=60) == 141
        assert running.stderr.read() == b""
