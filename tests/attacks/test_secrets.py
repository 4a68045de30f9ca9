"""Secrets stay where they belong: in files of their owner, on a terminal, in a browser's own cookie."""

import os
import pty
import re
import stat
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest

from punto.accounts.rates import origin_of
from tests.apps.cli.running import punto
from tests.apps.cli.test_serve import process
from tests.server.floors import floor, run
from tests.server.test_play import STILL

PASSWORD = re.compile(r"(\w{5}-){3}\w{5}")


def test_a_database_and_the_files_next_to_it_are_their_owners(tmp_path: Path) -> None:
    before = os.umask(0o000)
    try:
        with process("serve", "md-mini-payout", "--database", f"sqlite:///{tmp_path}/floor.sqlite", "--port", "0"):
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    finally:
        os.umask(before)
    names = ("", "-wal", "-shm", "-floor")
    assert modes == {f"floor.sqlite{name}": 0o600 for name in names}


def serve(database: str, **streams: int) -> "subprocess.Popen[str]":
    words = [sys.executable, "-m", "punto", "serve", "md-mini-payout", "--database", database, "--port", "0"]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True, **streams)  # type: ignore[call-overload,no-any-return]


def stopped(running: "subprocess.Popen[str]") -> str:
    """Wait until a floor is open, stop it, and return what it wrote to its standard error."""
    assert running.stdout is not None
    running.stdout.readline()
    running.terminate()
    said, faults = running.communicate(timeout=30)
    return str(said or "") + str(faults or "")


def test_a_service_writes_no_password(tmp_path: Path) -> None:
    said = stopped(serve(f"sqlite:///{tmp_path}/floor.sqlite", stderr=subprocess.PIPE))
    assert "punto users add NAME --role administrator" in said
    assert not PASSWORD.search(said)


def test_a_terminal_shows_the_first_password(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    try:
        stopped(serve(f"sqlite:///{tmp_path}/floor.sqlite", stderr=theirs))
        shown = os.read(ours, 65_536).decode()
    finally:
        os.close(ours)
        os.close(theirs)
    assert PASSWORD.search(shown)


def test_an_added_users_password_goes_to_no_journal(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/floor.sqlite"
    words = [sys.executable, "-m", "punto", "users", "add", "Ada", "--database", database]
    reading, writing = os.pipe()
    status = os.fstat(writing)
    journal = {**os.environ, "JOURNAL_STREAM": f"{status.st_dev}:{status.st_ino}"}
    try:
        done = subprocess.run(words, stdout=writing, stderr=subprocess.PIPE, text=True, env=journal, check=False)
    finally:
        os.close(writing)
    with os.fdopen(reading) as written:
        assert written.read() == ""
    assert done.returncode == 2
    assert "journal" in done.stderr
    assert "Ada" not in punto("users", "list", "--database", database).out
    assert PASSWORD.search(punto("users", "add", "Ada", "--database", database).out)


def test_over_tls_a_cookie_is_bound_to_its_host() -> None:
    arguments = (
        "serve",
        "md-mini-payout",
        "--demo",
        "--database",
        "memory:",
        "--port",
        "0",
        "--trusted-proxy",
        "127.0.0.1",
    )
    with process(*arguments) as url, httpx2.Client(base_url=url, trust_env=False) as client:
        tls = {"x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.7"}
        cookie = client.post("/api/guest", headers=tls).headers["set-cookie"]
        assert cookie.startswith("__Host-punto-session=")
        assert all(f"; {word}" in cookie for word in ("Secure", "HttpOnly", "Path=/", "SameSite=strict"))
        assert "domain" not in cookie.lower()
        token = cookie.partition("=")[2].partition(";")[0]
        client.cookies.clear()
        for name, status in (("__Host-punto-session", 200), ("punto-session", 401)):
            me = client.get("/api/me", headers={**tls, "cookie": f"{name}={token}"})
            assert me.status_code == status, "a plain cookie could have been set by another host of the domain"
        plain = client.post("/api/guest").headers["set-cookie"]
        assert plain.startswith("punto-session=")
        assert "Secure" not in plain


@pytest.mark.parametrize(
    "address, counted",
    [
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8::/64", "2001:db8::/64"),
        ("", ""),
    ],
)
def test_what_an_address_is_counted_as(address: str, counted: str) -> None:
    assert origin_of(address) == counted


def test_an_ipv6_network_is_one_origin_for_every_limit() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house:
            limits = house.live.limits
            waits = [limits.wait("guests", f"2001:db8::{number:x}") for number in range(30)]
            assert not waits[0]
            assert waits[-1]
            for number in range(200):
                limits.open(f"2001:db8::{number:x}")
            assert limits.full("2001:db8::ffff:1")
            assert not limits.full("2001:db8:0:1::1")
            for number in range(200):
                limits.close(f"2001:db8::{number:x}")
            assert not limits.full("2001:db8::1")

    run(play)
