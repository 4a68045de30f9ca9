"""The audit in a verification: logs of ours pass, and each forgery is found and named, though its chain holds."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from punto.audit import AuditError, load
from punto.record.export import export
from punto.record.log_reader import read
from punto.record.memory import MemoryStore
from punto.record.opening import Open, rules_of
from punto.verification.log_checks import EXAMINERS, Audited
from punto.verification.verify import verify
from tests.apps.cli.running import punto
from tests.game.sessions import ANN, AUTO, BET, CUT, LOGS, OPEN, SIT, VERSION, event, forged, log_of

BOB = {"by": "player", "who": "bob", "seat": 5}
TWO_PLAYERS = log_of(
    {"open": OPEN},
    SIT,
    {"do": "sit", **BOB, "buy-in": 50000},
    AUTO,
    {**CUT, "who": "bob"},
    AUTO,
    BET,
    {"do": "wager", **ANN, "seat": 3, "wager": "tie", "cents": 1000},
    {"do": "wager", **BOB, "wager": "banker", "cents": 5000},
    AUTO,
)


def faults_of(data: bytes) -> list[str]:
    """What the audit alone says of a log: its first fault."""
    return [fault.words for fault in verify(data, (Audited,)).faults.values() if fault.words.startswith("audit: ")]


def test_every_verification_audits() -> None:
    assert Audited in EXAMINERS


@pytest.mark.parametrize("path", LOGS, ids=[path.name for path in LOGS])
def test_the_golden_logs_hold(path: Any) -> None:
    assert faults_of(path.read_bytes()) == []


def test_our_log_holds() -> None:
    assert verify(TWO_PLAYERS).whole
    assert faults_of(TWO_PLAYERS) == []


def settled(records: list[Any]) -> Any:
    return event(records, "coup-settled")


def line(records: list[Any], seat: int, wager: str) -> Any:
    return next(one for one in settled(records)["lines"] if (one["seat"], one["wager"]) == (seat, wager))


def posting(records: list[Any], seat: int, memo: str) -> Any:
    return next(one for one in settled(records)["postings"] if one[3] == memo and f"seat/{seat}" in one)


def paid_more(records: list[Any]) -> None:
    line(records, 3, "banker")["paid"] = 20000
    posting(records, 3, "paid")[2] = 20000


def posted_more(records: list[Any]) -> None:
    posting(records, 3, "paid")[2] = 20000


def less_vigorish(records: list[Any]) -> None:
    line(records, 3, "banker")["vigorish"] = 100
    posting(records, 3, "vigorish")[2] = 100


def another_order(records: list[Any]) -> None:
    lines = settled(records)["lines"]
    lines[1], lines[2] = lines[2], lines[1]


def paid_before_vigorish(records: list[Any]) -> None:
    postings = settled(records)["postings"]
    first, second = (postings.index(posting(records, 3, memo)) for memo in ("vigorish", "paid"))
    postings[first], postings[second] = postings[second], postings[first]


def another_winner(records: list[Any]) -> None:
    settled(records)["winner"] = "player"


def another_count(records: list[Any]) -> None:
    settled(records)["player"] = 2


def another_verdict(records: list[Any]) -> None:
    line(records, 3, "tie")["verdict"] = "push"


def settled_twice(records: list[Any]) -> None:
    settled(records)["lines"].append(dict(line(records, 3, "banker")))


def line_left_out(records: list[Any]) -> None:
    settled(records)["lines"].remove(line(records, 5, "banker"))


def line_from_nowhere(records: list[Any]) -> None:
    settled(records)["lines"].append({**line(records, 5, "banker"), "wager": "player"})


def place_of(record: Any) -> str:
    return str(record["events"][0].get("place", ""))


def another_third_card(records: list[Any]) -> None:
    """The Player's third card is made a 9: with a five the Banker stays."""
    turned = next(e for r in records for e in r["events"] if e["event"] == "card-turned/1" and e["place"] == "P3")
    turned["card"] = "9h"


def third_card_to_the_wrong_hand(records: list[Any]) -> None:
    dealt = next(e for r in records for e in r["events"] if e["event"] == "card-dealt/1" and e["place"] == "P3")
    dealt["place"] = "B3"


def seven_dollars(records: list[Any]) -> None:
    event(records, "wager-made")["cents"] = 700


FORGERIES: list[tuple[Callable[[list[Any]], None], str]] = [
    (paid_more, "seat 3, banker: paid expected 10000, found 20000"),
    (posted_more, "expected 10000 cents from rack to seat/3, found 20000 cents from rack to seat/3"),
    (less_vigorish, "seat 3, banker: vigorish expected 500, found 100"),
    (another_order, "the order of lines: expected seat 5, banker, found seat 3, banker"),
    (paid_before_vigorish, "expected 500 cents from seat/3 to rack, found 10000 cents from rack to seat/3"),
    (another_winner, "the result: winner expected banker, found player"),
    (another_count, "the result: player expected 1, found 2"),
    (another_verdict, "seat 3, tie: verdict expected lose, found push"),
    (settled_twice, "seat 3, banker: settled twice, expected once"),
    (line_left_out, "seat 5, banker: expected a line, found none"),
    (line_from_nowhere, "seat 5, player: expected no line, found one"),
    (another_third_card, "a card is dealt to B3: expected no further card"),
    (third_card_to_the_wrong_hand, "a card is dealt to B3: expected one to P3"),
    (seven_dollars, "posting 1: expected 700 cents from seat/3 to felt/3/banker, found 10000 cents"),
]


@pytest.mark.parametrize("edit, words", FORGERIES, ids=[edit.__name__ for edit, _ in FORGERIES])
def test_a_forgery_is_found_and_named(edit: Callable[[list[Any]], None], words: str) -> None:
    (found,) = faults_of(forged(TWO_PLAYERS, edit))
    assert words in found


# ---------------------------------------------------------------- a document that the audit was not written from


def elsewhere(edit: Callable[[list[Any]], None]) -> bytes:
    """The same evening under another rulebook text, which says the same."""
    entries = read(forged(TWO_PLAYERS, edit)).entries
    return export(MemoryStore([entry.record for entry in entries]), VERSION).encode()


def _moved(records: list[Any]) -> None:
    opening, opened = records[0]["command"], event(records, "table-opened")
    for name in ("submission", "rulebook"):
        opening[name] = opening[name].replace('"md-mini"', '"xx-mini"')
    rules = rules_of(msgspec.convert(opening, Open))
    opened |= {"rulebook": "xx-mini", "digest": rules.digest}


def test_a_document_it_does_not_know_is_not_audited() -> None:
    """It is not taken for Massachusetts: payments that nobody has checked a second time are not called checked."""
    report = verify(elsewhere(_moved))
    assert (report.whole, report.unaudited, dict(report.faults)) == (True, True, {})
    assert report.made == {"file", "chain", "replay", "money"}
    assert "table/MB-7: no audit for this document: xx-mini" in report.notes
    known = verify(TWO_PLAYERS)
    assert (known.unaudited, "settlement" in known.made) == (False, True)


def test_what_verify_says_of_it(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(elsewhere(_moved))
    run = punto("verify", path)
    assert run.code == 0
    assert "settlement   nothing to check: no audit for this document" in run.out.splitlines()
    assert run.out.splitlines()[-1] == "intact; no audit for this document"
    document = punto("verify", path, "--json").json
    assert (document["whole"], document["checks"]["settlement"]["holds"]) == (True, None)


def test_a_text_of_a_known_document_that_nobody_has_compared_is_not_audited() -> None:
    """The digest decides, not the id: the audit was compared with certain texts and covers no other."""

    def reworded(records: list[Any]) -> None:
        opening, opened = records[0]["command"], event(records, "table-opened")
        opening["rulebook"] += "\n"
        opened |= {"digest": rules_of(msgspec.convert(opening, Open)).digest}

    report = verify(elsewhere(reworded))
    assert (report.whole, report.unaudited) == (True, True)
    assert "table/MB-7: no audit for this document: md-mini" in report.notes


def test_there_is_no_audit_to_load_for_another_document() -> None:
    with pytest.raises(AuditError, match="no audit for this document: xx-mini"):
        load("xx-mini")


@pytest.mark.parametrize("path", LOGS, ids=[path.name for path in LOGS])
def test_every_golden_log_is_audited(path: Any) -> None:
    report = verify(path.read_bytes())
    assert (report.whole, report.unaudited, "settlement" in report.made) == (True, False, True)
