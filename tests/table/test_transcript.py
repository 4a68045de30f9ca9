"""Reading transcripts: what a line may say, and what is wrong with one that cannot be understood."""

import json
from typing import Any, get_args

import pytest

from punto.table.commands import AnyCommand, Sit, Turn
from punto.table.events import AnyEvent
from punto.table.transcript import COMMANDS, EVENTS, Act, Auto, Expectation, TranscriptError, read
from tests.game.sessions import ANN, AUTO, CUT, OPEN, SIT, script


def test_every_command_and_every_event_is_known_by_its_tag() -> None:
    assert set(COMMANDS.values()) == set(get_args(AnyCommand))
    assert set(EVENTS.values()) == set(get_args(AnyEvent))
    assert COMMANDS["sit"] is Sit


def test_a_transcript_opens_a_table_and_goes_on() -> None:
    transcript = read(script({"open": OPEN}, SIT, AUTO, {**CUT, "expect": "step-performed"}))
    sit, auto, cut = transcript.lines
    assert transcript.opening.table.submission == OPEN["submission"]
    assert [str(card) for card in transcript.opening.table.order][:3] == ["2c", "9h", "9d"]
    assert isinstance(sit, Act)
    assert sit.kind is Sit
    assert auto == Auto(3, None)
    assert cut.expect == Expectation(event="step-performed")


def test_what_is_left_out_is_supplied() -> None:
    (sit,) = read(script({"open": OPEN}, SIT)).lines
    assert isinstance(sit, Act)
    command = sit.command("line-2", 1000, 7)
    assert (command.id, command.at, command.coup) == ("line-2", 1000, 7)


def test_what_is_given_stands() -> None:
    (sit,) = read(script({"open": OPEN}, {**SIT, "id": "x", "at": 5, "coup": None})).lines
    assert isinstance(sit, Act)
    command = sit.command("line-2", 1000, 7)
    assert (command.id, command.at, command.coup) == ("x", 5, None)


def test_a_turn_may_name_places_alone() -> None:
    (turn,) = read(script({"open": OPEN}, {"do": "turn", **ANN, "faces": ["P1", "P2"]})).lines
    assert isinstance(turn, Act)
    assert turn.shown == ("P1", "P2")
    command = turn.command("1", 0, 1, {"P1": "4h", "P2": "5h"})
    assert isinstance(command, Turn)
    assert command.faces == {"P1": "4h", "P2": "5h"}


def test_empty_lines_count_and_say_nothing() -> None:
    text = "\n" + script({"open": OPEN}) + "  \n\r\n" + script(SIT)
    assert [line.number for line in read(text).lines] == [5]


def test_a_line_separator_in_a_text_is_no_end_of_a_line() -> None:
    text = json.dumps({"open": OPEN}) + "\n" + json.dumps({**SIT, "who": "a\u2028b"}, ensure_ascii=False)
    (sit,) = read(text).lines
    assert isinstance(sit, Act)
    assert sit.given["who"] == "a\u2028b"


BAD_LINES: list[tuple[Any, str]] = [
    ("{", "invalid JSON"),
    ("sit", "invalid JSON"),
    ("[" * 100_000, "invalid JSON"),
    ('{"do": "sit", "seat": 1e999}', "invalid JSON"),
    ([], "a line is one JSON object"),
    ({}, '"do" names a command: sit, '),
    ({"do": 3}, '"do" names a command'),
    ({"do": "sitt"}, "no command is called 'sitt': did you mean 'sit'?"),
    ({"do": "xyzzy"}, "no command is called 'xyzzy': there are sit, "),
    ({**SIT, "sead": 3}, "no field is called 'sead': did you mean 'seat'?"),
    ({**SIT, "buy_in": 3}, "no field is called 'buy_in': did you mean 'buy-in'?"),
    (
        {**SIT, "zzz": 3},
        "no field is called 'zzz': there are do, id, by, who, at, coup, rank, witness, seat, buy-in, transfer, expect",
    ),
    ({**SIT, "seat": "3"}, "seat: Expected `int`, got `str`"),
    ({**SIT, "seat": 3.5}, "seat: Expected `int`, got `float`"),
    ({**SIT, "seat": True}, "seat: Expected `int`, got `bool`"),
    ({**SIT, "seat": None}, "seat: Expected `int`, got `null`"),
    ({**SIT, "by": "waiter"}, "by: Invalid enum value 'waiter'"),
    ({**SIT, "at": -1}, "at: milliseconds from 0 to"),
    ({**SIT, "at": 10**20}, "at: milliseconds from 0 to"),
    ({"do": "sit", "by": "player", "seat": 3, "buy-in": 1}, "Object missing required field `who`"),
    ({"do": "turn", **ANN, "faces": []}, 'faces: places and their cards, {"P1": "4h"}'),
    ({"do": "turn", **ANN, "faces": [1]}, "faces: places and their cards"),
    ({"do": "turn", **ANN, "faces": {"P1": 4}}, "Expected `str`, got `int`"),
    ({"do": "turn", **ANN, "faces": "P1"}, "faces: Expected `object`, got `str`"),
    ({"auto": "croupier"}, '"auto" is "dealer", not "croupier"'),
    ({"auto": ["x" * 100]}, "…"),
    ({"auto": "dealer", "at": 3}, "no field is called 'at'"),
    ({"open": OPEN}, "the table is open already"),
    ({**SIT, "expect": "card-turnd"}, "expect: no event is called 'card-turnd': did you mean 'card-turned'?"),
    ({**SIT, "expect": "card-turned/1"}, "expect: no event is called 'card-turned/1'"),
    ({**SIT, "expect": {"refused": "wrong-fase"}}, "nothing is refused as 'wrong-fase': did you mean 'wrong-phase'?"),
    ({**SIT, "expect": {"refused": 3}}, "expect: an event"),
    ({**SIT, "expect": {"refused": "wrong-phase", "line": 3}}, "expect: an event"),
    ({**SIT, "expect": None}, "expect: an event"),
]


@pytest.mark.parametrize("line, words", BAD_LINES)
def test_a_bad_line_is_named_with_its_number(line: Any, words: str) -> None:
    text = line if isinstance(line, str) else json.dumps(line)
    with pytest.raises(TranscriptError) as error:
        read(script({"open": OPEN}, SIT) + text + "\n" + script(AUTO))
    assert str(error.value).startswith("line 3: ")
    assert words in str(error.value)
    assert error.value.number == 3


BAD_OPENINGS: list[tuple[Any, str]] = [
    (SIT, "the first line opens the table"),
    ({"open": "md-mini-ez"}, '"open" is an object'),
    ({"open": {}}, "Object missing required field `submission`"),
    ({"open": {"submision": "x"}}, "no field is called 'submision': did you mean 'submission'?"),
    ({"open": OPEN, "do": "sit"}, "no field is called 'do'"),
    ({"open": {"submission": "x", "shoe": "wooden"}}, "shoe: Invalid enum value 'wooden'"),
    ({"open": {"submission": "x", "cards": "4h 11s"}}, "cards: invalid card '11s'"),
    ({"open": {"submission": "x", "shoe": "physical", "seed": 1}}, "a physical shoe has its own cards"),
    ({"open": {"submission": "x", "shoe": "physical", "cards": "4h"}}, "a physical shoe has its own cards"),
    ({"open": {"submission": "x", "seed": 1, "cards": "4h"}}, "given cards or a seed, not both"),
    ({"open": {"submission": "x", "rack": 0}}, "rack: at least one cent"),
    ({"open": {"submission": "x", "rack": 10**30}}, "rack: at least one cent"),
    ({"open": {"submission": "x", "at": -5}}, "at: milliseconds from 0 to"),
    ({"open": {"submission": "x", "seed": 1.5}}, "seed: Expected `int | str | null`, got `float`"),
]


@pytest.mark.parametrize("line, words", BAD_OPENINGS)
def test_a_first_line_that_opens_nothing_is_named(line: Any, words: str) -> None:
    with pytest.raises(TranscriptError, match=r"^line 1: ") as error:
        read(script(line, SIT))
    assert words in str(error.value)


@pytest.mark.parametrize("text", ["", "\n \n"])
def test_an_empty_transcript_opens_nothing(text: str) -> None:
    with pytest.raises(TranscriptError, match="line 1: there is nothing here"):
        read(text)
