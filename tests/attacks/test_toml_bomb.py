"""Text that is made to exhaust its parser: it is measured first, on the server and at the command line."""

import asyncio
import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import pytest

from punto.apps.cli import output
from punto.core import bounded
from punto.record.export import MOST_RECORD
from punto.record.log_reader import read as read_log
from punto.rules.review import review
from punto.school.progress import load
from punto.server.limits import Limits, QueueFull, ServerLimits
from punto.server.live_floor import ServerOptions
from punto.table.transcript import TranscriptError
from punto.table.transcript import read as read_transcript
from tests.server.floors import floor, run, submission

ROOT = Path(__file__).parents[2]
PARTS = 60_000  # of a dotted key: 9 GB in tomllib
MOST_GROWTH = 64 * 1024  # kB
MOST_MEMORY = 4 << 30  # bytes of address space, so that a failure stops the test and not the machine

BOMBS = {
    "a dotted key": "a." * PARTS + "a = 1",
    "a dotted key on a line of the usual length": "a." * 9_000 + "a = 1",
    "a dotted key in quotes": '"a" . ' * 3_000 + "a = 1",
    "a dotted head": "[" + "a." * 9_000 + "a]",
    "a dotted key in an inline table": "a = {" + "a." * 9_000 + "a = 1}",
    "a dotted key after a string of several lines": 'b = """\n"" \\""" """""\n' + "a." * 9_000 + "a = 1",
    "nested arrays": "a = " + "[" * 9_000,
    "nested tables": "a = " + "{a = " * 3_000,
    "many keys": "".join(f"k{number} = 1\n" for number in range(20_000)),
    "many arrays": "a = [" + "[],\n" * 20_000 + "]",
    "a long text": "# \n" * 100_000,
    "a long number": "a = " + "1" * 9_000,
}


PUNTO = f"""
import atexit, pathlib, resource, sys
resource.setrlimit(resource.RLIMIT_AS, ({MOST_MEMORY}, {MOST_MEMORY}))
atexit.register(lambda: print(pathlib.Path("/proc/self/status").read_text(), file=sys.stderr))
from punto.apps.cli import main
main()
"""  # the program, within limits, which says at its end how much memory it has had; getrusage would count its parent's


def punto(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PUNTO, *words], capture_output=True, text=True, check=False, timeout=60, cwd=folder
    )


@pytest.mark.parametrize("text", BOMBS.values(), ids=BOMBS)
def test_a_bomb_is_one_finding(text: str) -> None:
    (finding,) = review(text).findings
    assert str(finding).startswith("$: this is too large for a submission: ")
    assert "\n" not in str(finding)
    assert len(str(finding)) < 150


@pytest.mark.parametrize(
    "text",
    [
        "a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p = 1",
        'a = "' + "a." * 1_000 + '"',
        "a = '" + "[" * 1_000 + "'",
        'a = """' + "[.\n" * 1_000 + '""""',
        "a = '''" + "a.'{\n" * 1_000 + "'''",
        "# " + "a." * 1_000 + "\na = 1",
        "a = [" + "1.5, " * 1_000 + "]",
        "\r\n".join(f"a{n} = '['" for n in range(1_000)),
    ],
)
def test_what_is_in_bounds_is_parsed(text: str) -> None:
    assert bounded.toml(text)


def test_json_is_bounded_too() -> None:
    for text in ("[" * 100_000, "1" * (bounded.MOST_JSON + 1), "1" * 9_000):
        with pytest.raises(bounded.OutOfBounds):
            bounded.json_value(text)


def test_a_transcript_a_log_and_a_progress_file_are_bounded(tmp_path: Path) -> None:
    for line in ('{"open": ' + "[" * 100_000, '{"open": "' + "a" * 2_000_000 + '"}'):
        with pytest.raises(TranscriptError, match=r"line 1"):
            read_transcript(line)
    record = b'{"hash":"' + b"0" * 64 + b'","record":' + b"[" * (MOST_RECORD + 1) + b"}\n"
    assert "too long for a line" in str(read_log(record).faults[0])
    deep = b'{"hash":"' + b"0" * 64 + b'","record":' + b"[" * 100_000 + b"}\n"
    assert read_log(deep).faults[0].line == 1
    progress = tmp_path / "school.json"
    progress.write_bytes(b'{"items":' + b"[" * 100_000)
    assert "set aside" in load(progress).note


def test_nothing_parses_toml_or_json_past_the_bounds() -> None:
    loose = re.compile(r"\btomllib\.loads?\(|\bjson\.loads?\(")
    found = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "src" / "punto").rglob("*.py")
        if loose.search(path.read_text(encoding="utf-8"))
    }
    assert found == {"src/punto/core/bounded.py"}


# ---------------------------------------------------------------- the command line


@pytest.mark.parametrize(
    "words, code",
    [(("check",), 1), (("felt",), 1), (("par",), 1), (("odds", "--submission"), 1), (("serve", "--port", "0"), 2)],
)
def test_the_command_line_needs_little_memory_for_a_bomb(words: tuple[str, ...], code: int, tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.toml"
    bomb.write_text(BOMBS["a dotted key"], encoding="utf-8")
    database = ["--database", "memory:"] if words[0] == "serve" else []
    done = punto(tmp_path, *words, str(bomb), *database)
    assert "too large for a submission" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert done.returncode == code
    assert peak(done.stderr) < 200 * 1024


ENDLESS = "/dev/zero"


@pytest.mark.parametrize(
    "words, said",
    [
        (("check", ENDLESS), "this file is too large"),
        (("verify", ENDLESS), "not a log: a line has more than"),
        (("history", ENDLESS), "not a log: a line has more than"),
        (("import", ENDLESS, "--database", "memory:"), "not a log: a line has more than"),
    ],
)
def test_a_file_without_an_end_is_not_read_to_it(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    done = punto(tmp_path, *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert peak(done.stderr) < 500 * 1024


def test_a_log_that_is_too_large_is_not_read_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes(b'{"hash":"\n' * 50_000)
    assert len(output.read_bytes(str(log))) == log.stat().st_size
    monkeypatch.setattr(output, "MOST_LOG", 100_000)
    with pytest.raises(click.UsageError, match=r"too large: more than 100,000 bytes; export tables apart"):
        output.read_bytes(str(log))


# ---------------------------------------------------------------- the server


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, int]]:
    """Serve a demo in another process; yield its address and its process id."""
    words = [sys.executable, "-c", PUNTO, "serve", "--demo", "--port", "0", "--database", "memory:"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=folder) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+/", process.stdout.readline())
            assert found is not None
            yield found[0], process.pid
        finally:
            process.terminate()


def status_of(process: int) -> str:
    return Path(f"/proc/{process}/status").read_text(encoding="ascii")


def peak(status: str) -> int:
    """Return the most memory that a process has had, in kB, from its status."""
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    assert found is not None
    return int(found[1])


def asked(url: str, text: str) -> int:
    request = urllib.request.Request(
        url, json.dumps({"submission": text}).encode(), {"content-type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="memory is read from /proc")
def test_the_server_needs_little_memory_for_a_bomb(tmp_path: Path) -> None:
    with served(tmp_path) as (url, process):
        assert asked(url + "api/check", submission("md-mini-classic")) == 200
        assert asked(url + "api/felt", submission("md-mini-classic")) == 200
        before = peak(status_of(process))
        assert asked(url + "api/check", BOMBS["a dotted key"]) == 200  # with a finding
        assert asked(url + "api/felt", BOMBS["a dotted key"]) == 409
        assert peak(status_of(process)) - before < MOST_GROWTH


def test_who_computes_much_waits_and_others_are_answered() -> None:
    async def play() -> None:
        limits = ServerLimits(computing=1, queued=1)
        async with (
            floor("md-mini-payout", terms=ServerOptions(demo=True, limits=limits)) as house,
            house.http() as client,
        ):
            body = {"submission": submission("md-mini-classic")}
            async with house.live.limits.turn():
                waiting = asyncio.create_task(client.post("/api/check", json=body))
                await asyncio.sleep(0.1)
                crowded = await client.get("/api/odds")
                assert (crowded.status_code, crowded.json()["error"]["code"]) == (503, "queue-full")
                assert (await client.get("/api/tables")).status_code == 200
            assert (await waiting).status_code == 200
            codes = [(await client.post("/api/check", json=body)).status_code for _ in range(40)]
            assert set(codes) == {200, 429}

    run(play)


def test_a_turn_that_is_given_up_is_free_again() -> None:
    async def play() -> None:
        limits = Limits(ServerLimits(computing=1, queued=1), lambda: 0)
        async with limits.turn():
            waiting = asyncio.create_task(limits.turn().__aenter__())
            await asyncio.sleep(0)
            with pytest.raises(QueueFull):
                await limits.turn().__aenter__()
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
        async with limits.turn():
            pass

    run(play)
