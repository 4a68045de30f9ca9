"""The contract: schemas and description are made of the types that are sent, and hold against a real floor."""

import asyncio
import json
import threading
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import jsonschema_rs
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import CHECKS, load_all_checks

import tools.schemas
from punto.accounts.buckets import Rate
from punto.server.limits import Settings
from punto.server.live import Terms
from punto.server.messages import protocol
from punto.server.serving import framed
from tests.server.floors import TABLE, Open, floor, on_line, run
from tests.server.test_play import STILL, seated

WIDE = Terms(demo=True, limits=Settings(questions=Rate(10**6, 10**6), odds=Rate(4, 1)))


def test_the_shipped_schemas_are_those_of_the_code() -> None:
    shipped = files("punto").joinpath("schemas")
    written = {entry.name: entry.read_text(encoding="utf-8") for entry in shipped.iterdir()}
    assert written == tools.schemas.files(), "python -m tools.schemas writes them"


def test_everything_that_is_heard_fits_the_schema() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house, on_line(house, token=await house.guest()) as line:
            await seated(house, line)
            await line.do("bet", do="wagers", seat=3, stakes={"banker": 100_00})
            await line.do("no", do="wagers", seat=4, stakes={"banker": 100_00})
            await line.say(ping=1)
            await line.until("pong")
            validator = jsonschema_rs.validator_for(protocol())
            for message in line.said:
                validator.validate(message)
            kinds = {kind for message in line.said for kind in message}
            assert kinds >= {"welcome", "events", "expected", "timer", "accepted", "refused", "account", "pong"}

    run(play)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_a_frame_is_what_the_protocol_says(size: int) -> None:
    from websockets.frames import Frame, Opcode

    assert framed(b"x" * size) == Frame(Opcode.TEXT, b"x" * size).serialize(mask=False)


@pytest.fixture(scope="module")
def served() -> Iterator[Open]:
    """A floor in a thread of its own, for a client that waits."""
    ready, over = threading.Event(), threading.Event()
    found: list[Open] = []

    async def serve() -> None:
        async with floor("md-mini-payout", setup=STILL, terms=WIDE) as house:
            found.append(house)
            ready.set()
            while not over.is_set():
                await asyncio.sleep(0.02)

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    ready.wait(20)
    yield found[0]
    over.set()
    thread.join()


def checks() -> list[Any]:
    load_all_checks()
    names = ("not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance")
    return list(CHECKS.get_by_names(names))


def test_strange_questions_get_described_answers(served: Open) -> None:
    schema = schemathesis.openapi.from_url(f"{served.url}openapi.json")
    paths = set(schema.raw_schema["paths"])
    assert {"/api/floor", "/api/tables/{table}/coups/{shoe}/{coup}", "/api/odds", "/api/guest", "/healthz"} <= paths
    assert json.dumps(schema.raw_schema).count("Faulty") > len(paths)
    asked = 0
    for found in schema.get_all_operations():
        operation: Any = found
        strategy = operation.ok().as_strategy()

        @settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
        @given(strategy)
        def ask(case: Any) -> None:
            nonlocal asked
            case.path_parameters = {**(case.path_parameters or {}), **({"table": TABLE} if asked % 2 else {})} or None
            case.call_and_validate(base_url=served.url.rstrip("/"), checks=checks())
            asked += 1

        ask()
    assert asked > 40
    assert len(checks()) == 4
