"""The contract: schemas and description are made of the types that are sent, and hold against a real floor."""

import json
from importlib.resources import files

import jsonschema_rs
import pytest

import tools.schemas
from punto.server.messages import protocol
from punto.server.serving import framed
from tests.server.floors import floor, on_line, run
from tests.server.queries import checks, description, questions, served
from tests.server.test_play import STILL, seated


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


def test_strange_questions_get_described_answers() -> None:
    with served() as house:
        schema = description(house)
        paths = set(schema.raw_schema["paths"])
        assert {"/api/floor", "/api/tables/{table}/coups/{shoe}/{coup}", "/api/odds", "/api/guest", "/healthz"} <= paths
        assert json.dumps(schema.raw_schema).count("Faulty") > len(paths)
        asked = questions(house, 3)
    assert sum(asked.values()) > 40
    assert len(checks()) == 4
