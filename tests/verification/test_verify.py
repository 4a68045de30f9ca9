"""Verification: nothing that was done to a log goes unseen, and no bytes make it stumble."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto.game.game import Session
from punto.record.export import Check, export
from punto.record.log_reader import read
from punto.record.memory import MemoryStore
from punto.table.events import CardTurned
from punto.verification.log_checks import EXAMINERS, ReplayStep
from punto.verification.verify import CHECKS, verify
from tests.game.sessions import VERSION, event, forged, one_coup
from tests.game.test_game import OPEN, SIT

WHOLE = one_coup()
LINES = WHOLE.splitlines(keepends=True)
positions = st.integers(0, len(WHOLE) - 1) | st.integers(len(LINES[0]) + len(LINES[1]), len(WHOLE) - 1)
rows = st.integers(0, len(LINES) - 1)


def test_a_log_is_whole() -> None:
    report = verify(WHOLE)
    assert report.whole
    assert dict(report.faults) == {}
    assert (report.records, report.events, report.notes) == (len(LINES) - 2, report.streams["table/MB-7"].n, ())
    assert report.made == set(CHECKS) - {"fairness", "duties"}


# ---------------------------------------------------------------- whatever is done to the file


@given(positions, st.integers(1, 255))
@settings(max_examples=300)
def test_any_byte_that_is_changed_is_seen(position: int, by: int) -> None:
    assert read(_flipped(position, by)).faults


def _flipped(position: int, by: int) -> bytes:
    return WHOLE[:position] + bytes([WHOLE[position] ^ by]) + WHOLE[position + 1 :]


@st.composite
def mangled(draw: st.DrawFn) -> bytes:
    """The log after some lines were dropped, repeated, swapped, cut or changed."""
    lines = list(LINES)
    for _ in range(draw(st.integers(1, 3))):
        one, other = draw(rows) % len(lines), draw(rows) % len(lines)
        match draw(st.sampled_from(["drop", "double", "swap", "cut", "byte"])):
            case "drop" if len(lines) > 1:
                del lines[one]
            case "double":
                lines.insert(other, lines[one])
            case "swap":
                lines[one], lines[other] = lines[other], lines[one]
            case "cut":
                lines[one] = lines[one][: draw(st.integers(0, len(lines[one])))]
            case _:
                line = lines[one] or b"\n"
                at = draw(st.integers(0, len(line) - 1))
                lines[one] = line[:at] + bytes([draw(st.integers(0, 255))]) + line[at + 1 :]
    return b"".join(lines)


@given(mangled())
@settings(max_examples=60)
def test_whatever_is_done_to_the_lines_is_seen(data: bytes) -> None:
    assert verify(data).whole == (data == WHOLE)


pieces = st.lists(st.sampled_from([*LINES, b"{}\n", b"null\n", b"\n"]), max_size=6).map(b"".join)


@given(st.binary(max_size=200) | pieces)
@settings(max_examples=60)
def test_no_bytes_make_it_stumble(data: bytes) -> None:
    report = verify(data)
    assert not report.whole
    assert all(str(fault) for fault in report.faults.values())


# ---------------------------------------------------------------- forgers who chain it again


def faults_of(edit: Callable[[list[Any]], None]) -> dict[Check, str]:
    """What is said of a log that was edited and chained again."""
    data = forged(WHOLE, edit)
    assert data != WHOLE
    report = verify(data)
    assert not report.whole
    assert "chain" not in report.faults
    return {check: str(fault) for check, fault in report.faults.items()}


def test_a_forger_who_changes_nothing_is_welcome() -> None:
    assert forged(WHOLE, lambda records: None) == WHOLE


def higher_stake(records: list[Any]) -> None:
    made = event(records, "wager-made")
    made["cents"] = made["postings"][0][2] = 20000


def higher_payout(records: list[Any]) -> None:
    settled = event(records, "coup-settled")
    settled["lines"][0]["paid"] = 50000
    next(posting for posting in settled["postings"] if posting[3] == "paid")[2] = 50000


def posted_otherwise(records: list[Any]) -> None:
    settled = event(records, "coup-settled")
    next(posting for posting in settled["postings"] if posting[3] == "paid")[2] = 50000


def more_vigorish(records: list[Any]) -> None:
    event(records, "coup-settled")["lines"][0]["vigorish"] = 700


def another_stake_settled(records: list[Any]) -> None:
    event(records, "coup-settled")["lines"][0]["stake"] = 5000


def settled_twice(records: list[Any]) -> None:
    settled = event(records, "coup-settled")
    settled["lines"] *= 2


def left_on_the_felt(records: list[Any]) -> None:
    settled = event(records, "coup-settled")
    settled["postings"] = [posting for posting in settled["postings"] if posting[3] != "returned"]


def negative_cents(records: list[Any]) -> None:
    event(records, "wager-made")["postings"][0][2] = -100


def out_of_nothing(records: list[Any]) -> None:
    event(records, "wager-made")["postings"][0][0] = "seat/5"


def another_card(records: list[Any]) -> None:
    turned = next(record for record in records if record["command"].get("faces", {}).get("P1"))
    turned["command"]["faces"]["P1"] = turned["events"][0]["card"] = "4h"


def event_left_out(records: list[Any]) -> None:
    _renumber(records, lambda record: record["events"].pop() if len(record["events"]) > 1 else None)


def record_left_out(records: list[Any]) -> None:
    del records[next(index for index, record in enumerate(records) if record["command"]["do"] == "wager")]
    _renumber(records, lambda record: None)


def _renumber(records: list[Any], edit: Callable[[Any], object]) -> None:
    n = 1
    for record in records:
        edit(record)
        record["n"] = n
        n += len(record["events"])


def somebody_else(records: list[Any]) -> None:
    records[1]["command"]["who"] = "eve"


def backwards(records: list[Any]) -> None:
    records[5]["command"]["at"] = 0


def same_command_twice(records: list[Any]) -> None:
    for record in records[4:6]:  # two steps that one person may make
        record["command"] |= {"id": "x", "who": "house"}


def in_another_stream(records: list[Any]) -> None:
    for record in records:
        record["stream"] = "table/MB-8"


def never_opened(records: list[Any]) -> None:
    del records[0]
    _renumber(records, lambda record: None)


def other_rules(records: list[Any]) -> None:
    text = records[0]["command"]["submission"]
    records[0]["command"]["submission"] = text.replace("maximum = 3_000_00", "maximum = 4_000_00")


def unlawful_rules(records: list[Any]) -> None:
    records[0]["command"]["submission"] = "rulebook ="


def no_rulebook(records: list[Any]) -> None:
    records[0]["command"]["rulebook"] = "nothing"


FORGERIES: list[tuple[Callable[[list[Any]], None], Check, str]] = [
    (higher_stake, "replay", "wager-made/1: postings[0][2] comes out otherwise"),
    (higher_payout, "replay", "coup-settled/1: postings"),
    (posted_otherwise, "settlement", "seat/3: the lines have 10000 cents paid, the postings 50000"),
    (more_vigorish, "settlement", "seat/3: the lines have 700 cents taken as vigorish, the postings 500"),
    (another_stake_settled, "settlement", "felt/3/banker held 10000 cents, and is settled as 5000"),
    (settled_twice, "settlement", "a wager is settled twice"),
    (left_on_the_felt, "money", "chips lie on the felt after the settlement: felt/3/banker"),
    (negative_cents, "money", "-100 cents are posted from seat/3 to felt/3/banker"),
    (out_of_nothing, "money", "seat/5 falls to -10000 cents"),
    (another_card, "replay", "when it is decided again"),
    (event_left_out, "replay", "brings 2 events, not 1"),
    (record_left_out, "replay", "the command 'perform' is refused when it is decided again: no-wagers"),
    (somebody_else, "replay", "player-seated/1: who comes out otherwise"),
    (backwards, "replay", "time runs backwards: 0 after 4000"),
    (same_command_twice, "replay", "command 'x' of 'house' was accepted before"),
    (in_another_stream, "replay", "table MB-7 is opened in this stream"),
    (never_opened, "replay", "the table was never opened"),
    (other_rules, "replay", "table-opened/1: digest comes out otherwise"),
    (unlawful_rules, "replay", "the table cannot be played on from here: Unlawful"),
    (no_rulebook, "replay", "the table cannot be played on from here: ValueError: the rulebook cannot be read"),
]


@pytest.mark.parametrize("edit, check, words", FORGERIES, ids=[edit.__name__ for edit, _, _ in FORGERIES])
def test_a_forgery_is_seen_though_its_chain_holds(edit: Callable[[list[Any]], None], check: Check, words: str) -> None:
    assert words in faults_of(edit)[check]


# ---------------------------------------------------------------- whose law, and who examines


def test_a_rulebook_that_is_not_ours_is_noted() -> None:
    session, _ = Session.open(MemoryStore(), OPEN)
    ours = verify(export(session.store, VERSION).encode())
    assert (ours.whole, ours.notes) == (True, ())
    command = OPEN.__class__(**{**_fields(OPEN), "rulebook": OPEN.rulebook + "# another edition\n"})
    session, _ = Session.open(MemoryStore(), command)
    session.do(SIT)
    report = verify(export(session.store, VERSION).encode())
    assert report.whole
    note, unaudited = report.notes
    assert "no audit for this document" in unaudited
    assert note.startswith("the log brings its own md-mini, not the one of this Punto: sha256 ")


def _fields(command: Any) -> dict[str, Any]:
    return {name: getattr(command, name) for name in command.__struct_fields__}


class NoKings:
    """An examiner who does not like kings, and wants to see a queen before the end."""

    check: Check = "fairness"

    def __init__(self) -> None:
        self.queens = 0

    def see(self, moment: ReplayStep) -> Iterator[str]:
        if isinstance(moment.event, CardTurned):
            self.queens += moment.event.card.startswith("Q")
            if moment.event.card.startswith("K"):
                yield f"{moment.event.card} at {moment.event.place} of table {moment.rules.table}"

    def end(self) -> Iterator[str]:
        if self.queens:
            yield "queens"


def test_others_may_examine_a_log_too() -> None:
    report = verify(WHOLE, (*EXAMINERS, NoKings))
    assert report.made == set(CHECKS) - {"duties"}  # this log has no journal
    assert dict(report.faults).keys() == {"fairness"}
    fault = report.faults["fairness"]
    assert fault.words == "Ks at P1 of table MB-7"
    assert fault.n is not None


def test_the_end_of_a_log_is_examined_too() -> None:
    class Queens(NoKings):
        def see(self, moment: ReplayStep) -> Iterator[str]:
            return (words for words in super().see(moment) if not words)

    report = verify(WHOLE, (Queens,))
    assert str(report.faults["fairness"]) == f"line {len(LINES) - 1}: queens"


# ---------------------------------------------------------------- logs of another version


def of_version(punto: str, edit: Callable[[list[Any]], None]) -> bytes:
    def both(records: list[Any]) -> None:
        records[0]["command"]["punto"] = punto
        edit(records)

    return forged(WHOLE, both)


def without_sections(records: list[Any]) -> None:
    for record in records:
        for each in record["events"]:
            each.pop("section", None)


def test_an_older_log_may_say_less() -> None:
    report = verify(of_version("0.0.1", without_sections))
    assert report.whole
    (note,) = report.notes
    assert "events of Punto 0.0.1 say less than those of Punto" in note


def test_one_of_ours_may_not() -> None:
    assert not verify(forged(WHOLE, without_sections)).whole


def no_postings(records: list[Any]) -> None:
    del event(records, "wager-made")["postings"]


@pytest.mark.parametrize("edit", [higher_stake, higher_payout, event_left_out, no_postings])
def test_an_older_log_may_say_nothing_else(edit: Callable[[list[Any]], None]) -> None:
    assert "replay" in verify(of_version("0.0.1", edit)).faults
