"""The shipped proxy before a real floor: TLS, cookies, sockets, and what it keeps to itself."""

import http.client
import json
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from websockets.sync.client import connect

from tests.apps.cli.test_serve import process

SHIPPED = Path(__file__).parents[2] / "deploy" / "nginx.conf"
MAIN = (
    "pid {home}/pid; error_log {home}/log; events {{}} http {{ access_log off; {temporary} include {home}/site.conf; }}"
)
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
needs = pytest.mark.skipif(
    not (shutil.which("nginx") and shutil.which("openssl")), reason="nginx or openssl is not installed"
)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@contextmanager
def proxied(home: Path, floor: str) -> Iterator[int]:
    """The shipped configuration on other ports, before a floor; its port."""
    port, plain = free_port(), free_port()
    subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"]
    made = ["-nodes", "-days", "2", "-keyout", str(home / "key"), "-out", str(home / "pem")]
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", *made, *subject], check=True, capture_output=True)
    site = SHIPPED.read_text().replace("http://127.0.0.1:8080", floor.rstrip("/"))
    site = re.sub(r"listen \[::\].*;\n", "", site)
    site = site.replace("listen 443", f"listen 127.0.0.1:{port}").replace("listen 80", f"listen 127.0.0.1:{plain}")
    site = site.replace("/etc/ssl/floor.pem", str(home / "pem")).replace("/etc/ssl/floor.key", str(home / "key"))
    (home / "site.conf").write_text(site)
    temporary = "".join(f"{name}_temp_path {home}/{name};" for name in TEMPORARY)
    (home / "nginx.conf").write_text(MAIN.format(home=home, temporary=temporary))
    words = ["nginx", "-c", str(home / "nginx.conf"), "-p", str(home), "-e", str(home / "log"), "-g", "daemon off;"]
    nginx = subprocess.Popen(words, stderr=subprocess.DEVNULL)
    try:
        _until_it_listens(port, nginx, home)
        yield port
    finally:
        nginx.terminate()
        nginx.wait()


def _until_it_listens(port: int, nginx: subprocess.Popen[bytes], home: Path) -> None:
    while nginx.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except ConnectionRefusedError:
            time.sleep(0.05)
    raise AssertionError((home / "log").read_text())


def ask(
    port: int, trust: ssl.SSLContext, path: str, body: str | None = None, **headers: str
) -> http.client.HTTPResponse:
    line = http.client.HTTPSConnection("127.0.0.1", port, context=trust, timeout=20)
    try:
        line.request("GET" if body is None else "POST", path, body, headers)
        answer = line.getresponse()
        answer.read()
        return answer
    finally:
        line.close()


@needs
def test_a_floor_behind_the_shipped_proxy(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    floor = process(
        "serve", "md-mini-payout", "--demo", "--database", "memory:", "--port", "0", "--trusted-proxy", "127.0.0.1"
    )
    with floor as url, proxied(tmp_path, url) as port:
        trust = ssl.create_default_context(cafile=str(tmp_path / "pem"))
        page = ask(port, trust, "/")
        assert (page.status, page.headers["content-type"].partition(";")[0]) == (200, "text/html")
        assert "max-age" in page.headers["strict-transport-security"]
        assert ask(port, trust, "/metrics").status == 403
        own = f"https://127.0.0.1:{port}"  # with its port, which the floor compares
        assert ask(port, trust, "/api/guest", "{}", origin="https://elsewhere.example").status == 403
        came = ask(port, trust, "/api/guest", "{}", origin=own)
        assert came.status == 200
        cookie = came.headers["set-cookie"]
        assert all(word in cookie.lower() for word in ("; secure", "; httponly", "; samesite=strict"))
        headers = {"cookie": cookie.partition(";")[0], "origin": own}
        place = f"wss://127.0.0.1:{port}/api/tables/MB-7/live"
        with connect(place, ssl=trust, additional_headers=headers, compression=None) as line:
            welcome = json.loads(line.recv(timeout=20))["welcome"]
            assert welcome["you"]["who"]
            line.send('{"ping":7}')
            while "pong" not in json.loads(line.recv(timeout=20)):
                pass
