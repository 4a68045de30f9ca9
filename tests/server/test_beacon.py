"""The relays of a public beacon: silent, lying or well, a table goes on, and only a signed round is used."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from punto.fair.beacon import BeaconError
from punto.server.beacon import HttpBeacon, fetch, relay_of
from tests.apps.cli.running import punto
from tests.fair.drand import OWN, signed
from tests.server.floors import run, until

GOOD = {"round": 7, "signature": signed(7).signature.hex(), "randomness": "not read"}


@contextmanager
def relay(answers: Any) -> Iterator[str]:
    class Relay(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            body = json.dumps(answers).encode()
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments: Any) -> None:
            """Say nothing."""

    asked: list[str] = []
    server = HTTPServer(("127.0.0.1", 0), Relay)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    assert set(asked) <= {f"/{OWN.hash.hex()}/public/7"}


@pytest.mark.parametrize(
    "answer, words",
    [
        ({**GOOD, "signature": signed(8).signature.hex()}, "round 7 of beacon tests is not signed with its key"),
        ({**GOOD, "round": 8}, "asked for round 7, and received 8"),
        ([1, 2], "not a round of drand"),
        ({"round": 7}, "not a round of drand"),
        ({**GOOD, "signature": "zz"}, "not a round of drand"),
    ],
)
def test_a_relay_that_lies_is_not_believed(answer: Any, words: str) -> None:
    with relay(answer) as url, pytest.raises(BeaconError, match=words):
        fetch(url, OWN, 7)


def test_the_next_relay_is_asked_and_a_round_once() -> None:
    async def ask() -> None:
        with relay([]) as lying, relay(GOOD) as good:
            beacon = HttpBeacon(OWN, ("http://127.0.0.1:1", lying, good))
            assert beacon.known(7) is None
            await until(lambda: beacon.known(7) is not None)
            assert beacon.known(7) == signed(7)
            assert beacon.trouble == ""

    run(ask)


def test_what_is_no_relay_or_chain_is_said_in_a_line(tmp_path: Any) -> None:
    with pytest.raises(BeaconError, match="expected http:// or https://"):
        relay_of("ftp://example.org")
    file = tmp_path / "info.json"
    file.write_text("{}")
    serve = ("serve", "--database=memory:", "--port=0")
    punto(*serve, "--beacon", "example.org").refused("expected http:// or https://")
    punto(*serve, "--beacon", "https://example.org", "--beacon-chain", file).refused("does not describe a chain")
    file.write_text("[")
    punto(*serve, "--beacon-chain", file).refused("info.json")
    punto(*serve, "--beacon-chain", tmp_path / "none").refused("none")
