"""``punto serve`` and ``punto relay``: real processes that are really stopped."""

import json
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.apps.cli.running import punto
from tests.record.postgres_server import Server

ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/")


@contextmanager
def process(*arguments: str, stop: signal.Signals = signal.SIGINT) -> Iterator[str]:
    """A command that serves; its address. It must stop in order when it is told to."""
    running = subprocess.Popen(
        [sys.executable, "-m", "punto", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert running.stdout is not None
    try:
        line = running.stdout.readline()
        found = ADDRESS.findall(line)
        assert found, line + running.stderr.read() if running.stderr and running.poll() is not None else line
        yield found[-1]
    finally:
        running.send_signal(stop)
        _, faults = running.communicate(timeout=30)
    assert running.returncode == 0, faults
    assert "Traceback" not in faults


def ask(url: str, path: str) -> dict[str, object]:
    with urlopen(url + path, timeout=20) as answer:
        found: dict[str, object] = json.load(answer)
        return found


def test_a_floor_opens_stops_and_goes_on_where_it_was(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/floor.sqlite"
    with process("serve", "md-mini-payout", "--database", database, "--port", "0") as url:
        assert ask(url, "healthz") == {"alive": True, "tables": 1}
        first = ask(url, "api/tables/MB-7/events")
        with process("relay", url, "--port", "0", stop=signal.SIGTERM) as relay:
            assert ask(relay, "api/tables/MB-7/picture")["picture"]
    with process("serve", "--database", database, "--port", "0", stop=signal.SIGTERM) as url:
        again = ask(url, "api/tables/MB-7/events")
        assert again["events"][: len(first["events"])] == first["events"]  # type: ignore[index,arg-type]
    assert recorded(database) == ["floor-started/1", "floor-stopped/1"] * 2


def test_a_floor_that_went_out_says_so_when_it_is_opened_again(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/floor.sqlite"
    arguments = ("serve", "md-mini-payout", "--database", database, "--port", "0")
    with pytest.raises(AssertionError), process(*arguments, stop=signal.SIGKILL):
        pass
    with process(*arguments):
        pass
    assert recorded(database) == ["floor-started/1", "outage-ended/1", "floor-started/1", "floor-stopped/1"]


def recorded(database: str) -> list[str]:
    """What is on record of the floor itself."""
    out = punto("export", "--database", database, "-o", "-").out
    records = [json.loads(line).get("record", {}) for line in out.splitlines()]
    ours = [record for record in records if record.get("stream") == "house/floor"]
    events = [event["event"] for record in ours for event in record["events"]]
    return [event for event in events if event.startswith(("floor-", "outage-"))]


@pytest.mark.parametrize(
    "arguments, words",
    [
        (("serve", "md-mini-clasic", "--database", "memory:"), "did you mean 'md-mini-classic'?"),
        (("serve", "--database", "mysql://x"), "invalid database URL"),
        (("serve", "--host", "999.1.1.1", "--database", "memory:"), "cannot be opened"),
        (("relay", "http://127.0.0.1:9"), "does not respond"),
        (("relay", "ftp://x"), "invalid floor address"),
    ],
)
def test_what_cannot_be_served_is_said_in_a_line(arguments: tuple[str, ...], words: str) -> None:
    answer = punto(*arguments)
    assert answer.code == 2
    assert words in answer.err
    assert answer.err.count("\n") == 1


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        punto("serve", "--demo", "--port", port, "--database", "memory:").refused(port, "Address already in use")


def test_a_floor_is_served_by_one_process(lasting: str) -> None:
    arguments = ("serve", "md-mini-payout", "--database", lasting, "--port", "0")
    with process(*arguments):
        punto(*arguments).refused("another process is serving this floor")


def test_a_floor_that_hangs_is_taken_over_and_records_nothing_when_it_wakes(lasting: str) -> None:
    arguments = ("serve", "md-mini-payout", "--database", lasting, "--port", "0", "--bet-seconds", "1")
    command = [sys.executable, "-m", "punto", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as hanging:
        try:
            assert hanging.stdout is not None
            (first,) = ADDRESS.findall(hanging.stdout.readline())
            hanging.send_signal(signal.SIGSTOP)
            begun = time.monotonic()
            with process(*arguments) as url:
                assert time.monotonic() - begun < 20  # with the start of the process, on a busy machine
                before = ask(url, "api/tables/MB-7/events")
                hanging.send_signal(signal.SIGCONT)
                with pytest.raises(HTTPError) as error:
                    until_stopped(first)
                assert error.value.code == 503
                assert "another process has taken over this floor" in error.value.read().decode()
                error.value.close()
                assert ask(url, "api/tables/MB-7/events") == before  # no player is there: nothing is due
        finally:
            hanging.kill()
    assert recorded(lasting) == ["floor-started/1", "outage-ended/1", "floor-started/1", "floor-stopped/1"]


def until_stopped(url: str) -> None:
    """Ask for the health of a floor until it is not well."""
    begun = time.monotonic()
    while time.monotonic() - begun < 60:
        ask(url, "healthz")
        time.sleep(0.1)


def test_a_floor_on_postgresql_behind_a_proxy(server: Server) -> None:
    arguments = ("serve", "md-mini-payout", "--demo", "--database", server.schema(), "--port", "0")
    with process(*arguments, "--trusted-proxy", "127.0.0.1", stop=signal.SIGTERM) as url:
        assert ask(url, "healthz") == {"alive": True, "tables": 1}
        forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}
        with urlopen(Request(url + "api/guest", b"{}", forwarded), timeout=20) as answer:
            assert "Secure" in answer.headers["set-cookie"]
        with pytest.raises(HTTPError) as error:
            urlopen(Request(url + "metrics"), timeout=20)
        assert error.value.code == 401
        error.value.close()
        with urlopen(url, timeout=20) as answer:
            assert answer.headers["content-type"].startswith("text/html")
