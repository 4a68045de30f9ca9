"""A log as a file: written, read back to the byte, and every fault of form and chain with its line."""

import json
from collections.abc import Callable

import pytest

from punto.core.roles import Role
from punto.record.chain import LogError, digest
from punto.record.export import BODY, End, Hashed, Header, export, read_line
from punto.record.log_reader import load, read
from punto.record.memory import MemoryStore
from punto.record.store import Write
from punto.table.commands import Deal
from punto.table.events import CardDealt
from tests.game.sessions import AUTO, BET, CUT, OPEN, SIT, VERSION, log_of, one_coup

Lines = list[bytes]


def test_a_log_is_read_back_to_the_byte() -> None:
    store = load(one_coup())
    assert export(store, VERSION).encode() == one_coup()


def test_the_same_transcript_gives_the_same_bytes() -> None:
    assert log_of({"open": OPEN}, SIT, AUTO, CUT, AUTO, BET, AUTO) == one_coup()


def test_the_file_says_what_it_is() -> None:
    first, *records, last = one_coup().splitlines()
    header, end = json.loads(first)["header"], json.loads(last)["end"]
    assert (header["format"], header["punto"]) == ("punto-log/1", VERSION)
    (table,) = header["tables"]
    assert (table["stream"], table["rulebook"], table["n"]) == ("table/MB-7", "md-mini", 1)
    opened = json.loads(records[0])["record"]["events"][0]
    assert table["digest"] == opened["digest"]
    assert end["records"] == len(records)
    assert end["streams"]["table/MB-7"]["hash"] == json.loads(records[-1])["hash"]


def test_a_stranger_checks_the_chain_without_writing_json() -> None:
    before = "0" * 64
    for line in one_coup().splitlines()[1:-1]:
        body, said = line[BODY:-1], line[9:73].decode()
        assert digest(before, body) == said
        before = said


def test_several_tables_in_one_file() -> None:
    store = load(one_coup())
    other = load(log_of({"open": {**OPEN, "submission": "md-mini-ez"}}, SIT))
    both = MemoryStore([*store.records(), *other.records()])
    again = load(export(both, VERSION).encode())
    assert {record.stream for record in again.records()} == {"table/MB-7", "table/MB-6"}


def test_an_empty_store_is_an_empty_log() -> None:
    text = export(MemoryStore(), VERSION)
    assert len(text.splitlines()) == 2
    assert list(load(text.encode()).records()) == []


def test_lines_are_what_they_are() -> None:
    first, second, *_, last = one_coup().splitlines()
    assert isinstance(read_line(first), Header)
    assert isinstance(read_line(second), Hashed)
    assert isinstance(read_line(last), End)


# ---------------------------------------------------------------- what becomes of files


def edited(edit: Callable[[Lines], None]) -> bytes:
    lines = one_coup().splitlines(keepends=True)
    edit(lines)
    return b"".join(lines)


def dropped(lines: Lines) -> None:
    del lines[9]


def dropped_two(lines: Lines) -> None:
    del lines[9:11]


def cut_off(lines: Lines) -> None:
    del lines[10:]


def cut_in_a_line(lines: Lines) -> None:
    lines[10:] = [lines[10][:100]]


def without_end(lines: Lines) -> None:
    del lines[-1]


def without_header(lines: Lines) -> None:
    del lines[0]


def swapped(lines: Lines) -> None:
    lines[9], lines[10] = lines[10], lines[9]


def doubled(lines: Lines) -> None:
    lines.insert(9, lines[9])


def changed(lines: Lines) -> None:
    lines[2] = lines[2].replace(b"50000", b"90000")


def hash_changed(lines: Lines) -> None:
    lines[2] = lines[2][:9] + b"0" * 64 + lines[2][73:]


def hash_in_capitals(lines: Lines) -> None:
    lines[2] = lines[2][:9] + lines[2][9:73].upper() + lines[2][73:]


def header_changed(lines: Lines) -> None:
    lines[0] = lines[0].replace(VERSION.encode(), b"9.9.9")


def header_twice(lines: Lines) -> None:
    lines.insert(1, lines[0])


def another_format(lines: Lines) -> None:
    lines[0] = lines[0].replace(b"punto-log/1", b"punto-log/2")


def spaced(lines: Lines) -> None:
    lines[0] = lines[0].replace(b'"header":', b'"header": ')


def carriage_returns(lines: Lines) -> None:
    lines[:] = [line.replace(b"\n", b"\r\n") for line in lines]


def something_behind(lines: Lines) -> None:
    lines.append(lines[3])


def empty_line_behind(lines: Lines) -> None:
    lines.append(b"\n")


def end_counts_less(lines: Lines) -> None:
    lines[-1] = lines[-1].replace(b'"records":', b'"records":1')


def end_of_another_stream(lines: Lines) -> None:
    lines[-1] = lines[-1].replace(b"table/MB-7", b"table/MB-8")


def end_without_newline(lines: Lines) -> None:
    lines[-1] = lines[-1].rstrip(b"\n")


def nothing(lines: Lines) -> None:
    lines.clear()


FAULTS: list[tuple[Callable[[Lines], None], str, str]] = [
    (dropped, "chain", "line 10, table/MB-7 event 10: event 9 is missing before it"),
    (dropped_two, "chain", "line 10, table/MB-7 event 11: events 9 to 10 are missing before it"),
    (cut_off, "file", "the end is missing: the log was cut off after 9 records"),
    (cut_in_a_line, "file", "line 11: this line does not end: the file was cut off"),
    (without_end, "file", "the end is missing"),
    (without_header, "file", "line 1: the header belongs in the first line"),
    (swapped, "chain", "line 10, table/MB-7 event 10: event 9 is missing before it, or it stands in the wrong place"),
    (doubled, "chain", "line 11, table/MB-7 event 9: event 10 is due here: this record is a repetition"),
    (changed, "chain", "line 3, table/MB-7 event 2: its hash does not follow"),
    (hash_changed, "chain", "line 3, table/MB-7 event 2: its hash does not follow"),
    (hash_in_capitals, "file", "line 3: invalid line: expected a hash and a record"),
    (header_changed, "file", "the bytes before the end are not those that it hashes"),
    (header_twice, "file", "line 2: the header belongs in the first line, and nowhere else"),
    (another_format, "file", "line 1: this log is written as 'punto-log/2'; this reads 'punto-log/1'"),
    (spaced, "file", "line 1: this line is not as an export writes it"),
    (carriage_returns, "file", "line 1: this line is not as an export writes it"),
    (something_behind, "file", "something comes after the end"),
    (empty_line_behind, "file", "invalid line of a log"),
    (end_counts_less, "file", "the end counts 1"),
    (end_of_another_stream, "file", "the end names another last record of table/MB-7 than the log has"),
    (end_without_newline, "file", "this line does not end"),
    (nothing, "file", "line 1: there is nothing here"),
]


@pytest.mark.parametrize("edit, check, words", FAULTS, ids=[edit.__name__ for edit, _, _ in FAULTS])
def test_what_became_of_a_file_is_found_and_named(edit: Callable[[Lines], None], check: str, words: str) -> None:
    data = edited(edit)
    assert any(words in str(fault) for fault in read(data).faults if fault.check == check)
    with pytest.raises(LogError):
        load(data)


def test_a_header_that_names_other_tables_is_found() -> None:
    text = one_coup().decode()
    header, rest = text.split("\n", 1)
    forged = header.replace('"rulebook":"md-mini"', '"rulebook":"ma-mini"') + "\n" + rest
    assert forged != text
    faults = [str(fault) for fault in read(_ended_again(forged.encode())).faults]
    assert faults == ["line 1: the header names other tables than the log has"]


def test_a_table_that_cannot_be_opened_again_is_no_reason_to_fail() -> None:
    store = MemoryStore()
    command = Deal(id="1", by=Role.DEALER, who="d1", at=0, place="P1")
    store.append([Write("table/x", 0, command, (CardDealt(place="P1"),))])
    assert read(export(store, VERSION).encode()).faults == []  # nothing is wrong with file and chain


def _ended_again(data: bytes) -> bytes:
    from hashlib import sha256

    before = data[: data.rstrip(b"\n").rfind(b"\n") + 1]
    end = json.loads(data[len(before) :])
    end["end"]["sha256"] = sha256(before).hexdigest()
    return before + json.dumps(end, separators=(",", ":")).encode() + b"\n"
