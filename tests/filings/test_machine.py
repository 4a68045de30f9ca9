"""The register of filings as a machine: the life of a submission, and the clock of a notice at both ends."""

from typing import Any

import pytest

from punto.core.roles import Duty
from punto.filings import Reason, Standing, digest_of
from punto.filings import messages as f
from punto.filings.state import MINUTE
from tests.filings.register import HALF_AN_HOUR, NOTICE, WRITTEN, Book

CONTENT, OTHER = "a" * 64, "b" * 64
DECIDED = {"number": 1, "decision": "approved", "reference": "r", "dated": "2026-11-02"}
LAYOUT = f.Need(kind="layout", digest=CONTENT, section="2(b)")


def test_a_submission_is_drafted_filed_approved_in_force_and_superseded() -> None:
    book = Book()
    book.does(f.Draft, kind="rules", title="Rules Submission", text="seats = 7")
    assert book.state.standing(1, 0) is Standing.DRAFT
    assert book.does(f.RecordDecision, number=1, decision="approved", reference="RS-1", dated="2026-11-02") is (
        Reason.NOT_FILED
    )
    assert book.enforce(1, digest_of("seats = 7")) is Reason.NOT_APPROVED
    book.does(f.File, number=1, authority="Commission")
    assert (book.state.standing(1, 0), book.does(f.File, number=1, authority="x")) == ("filed", Reason.NOT_A_DRAFT)
    book.does(f.RecordDecision, number=1, decision="approved", reference="RS-1", dated="2026-11-02")
    assert book.state.standing(1, 0) is Standing.APPROVED
    book.enforce(1, digest_of("seats = 7"))
    assert book.state.standing(1, 0) is Standing.IN_FORCE
    newer = book.approved(text="seats = 8", supersedes=1)
    book.enforce(newer, digest_of("seats = 8"))
    assert (book.state.standing(1, 0), book.state.standing(newer, 0)) == (Standing.SUPERSEDED, Standing.IN_FORCE)


def test_a_filing_that_is_objected_to_or_withdrawn_is_never_in_force() -> None:
    book = Book()
    for number in (1, 2):
        book.does(f.Draft, kind="rules", title="Rules", text="t")
        book.does(f.File, number=number, authority="Commission")
    book.does(f.RecordDecision, number=1, decision="objected", reference="RS-1", dated="2026-11-02")
    assert book.does(f.Withdraw, number=2, why=" ") is Reason.REASON_NEEDED
    book.does(f.Withdraw, number=2, why="another one is coming")
    assert [book.state.standing(number, 0) for number in (1, 2)] == [Standing.OBJECTED, Standing.WITHDRAWN]
    assert [book.enforce(number, digest_of("t")) for number in (1, 2, 3)] == [
        Reason.NOT_APPROVED,
        Reason.NOT_APPROVED,
        Reason.NO_SUCH_FILING,
    ]


def test_an_approval_holds_for_its_text_its_tables_and_its_time() -> None:
    book = Book()
    number = book.approved(text="seats = 7", covers=("T1", "T2"), expires=100)
    assert book.enforce(number, digest_of("seats = 8")) is Reason.DIGEST_DIFFERS
    assert book.enforce(number, digest_of("seats = 7"), table="T3") is Reason.NOT_COVERED
    assert book.enforce(number, digest_of("seats = 7"), at=100) is Reason.EXPIRED
    assert not isinstance(book.enforce(number, digest_of("seats = 7"), at=99), str)
    assert (book.state.standing(number, 99), book.state.standing(number, 100)) == ("in-force", "expired")
    book.does(f.Revoke, 50, number=number, why="by order of the Commission")
    assert book.enforce(number, digest_of("seats = 7"), at=60) is Reason.NOT_APPROVED


def test_a_table_needs_an_approval_of_this_very_layout() -> None:
    book = Book()
    rules = book.approved()
    digest = digest_of("the text")
    assert book.enforce(rules, digest, needs=(LAYOUT,)) is Reason.NOT_APPROVED
    assert book.detail == {"kind": "layout", "section": "2(b)"}
    book.approved("layout", title="Layout", content=OTHER)
    assert book.enforce(rules, digest, needs=(LAYOUT,)) is Reason.DIGEST_DIFFERS
    right = book.approved("layout", title="Layout", content=CONTENT, covers=("T1",))
    assert book.enforce(rules, digest, table="T9", needs=(LAYOUT,)) is Reason.NOT_APPROVED
    (event,) = book.enforce(rules, digest, needs=(LAYOUT,))
    assert event.others == (right,)


def test_a_procedure_is_found_by_the_name_that_the_submission_gives() -> None:
    book, need = Book(), f.Need(kind="procedure", title="RS-2026-044", section="4(e)")
    rules = book.approved()
    book.approved("equipment", title="RS-2026-044")
    assert book.enforce(rules, digest_of("the text"), needs=(need,)) is Reason.NOT_APPROVED
    assert book.detail == {"kind": "procedure", "title": "RS-2026-044", "section": "4(e)"}
    old = book.approved("procedure", title="RS-2026-044", expires=10)
    assert book.enforce(rules, digest_of("the text"), 10, needs=(need,)) is Reason.EXPIRED
    assert book.enforce(rules, digest_of("the text"), 9, needs=(need,))[0].others == (old,)


def test_an_amendment_waits_for_its_table_and_ends_with_its_filing() -> None:
    book = Book()
    number = book.approved(text="new", covers=("T1",))
    assert book.does(f.Amend, number=number, table="T2") is Reason.NOT_COVERED
    assert book.does(f.CancelAmendment, table="T1") is Reason.NOTHING_DUE
    book.does(f.Amend, number=number, table="T1")
    assert book.does(f.Amend, number=number, table="T1") is Reason.ALREADY_IN_FORCE
    assert book.state.due == {"T1": number}
    book.does(f.CancelAmendment, table="T1")
    book.does(f.Amend, number=number, table="T1")
    book.enforce(number, digest_of("new"))
    assert book.state.due == {}
    later = book.approved(text="newer")
    book.does(f.Amend, number=later, table="T1")
    book.does(f.Revoke, number=later, why="withdrawn by the Commission")
    assert book.state.due == {}, "a revoked filing is taken by no table"


# ---------------------------------------------------------------- notices


def test_the_time_runs_from_the_later_delivery_to_the_second() -> None:
    book = Book()
    book.notice()
    assert book.take(HALF_AN_HOUR) is Reason.NOT_DELIVERED
    assert book.detail == {"to": "surveillance, commission", "section": "5(a)(2)"}
    book.delivered("surveillance", 1_000)
    assert (book.take(HALF_AN_HOUR), book.detail["to"]) == (Reason.NOT_DELIVERED, "commission")
    book.delivered("commission", 5 * MINUTE)
    starts = 5 * MINUTE + HALF_AN_HOUR
    assert book.take(starts - 1_000) is Reason.NOTICE_RUNNING, "29:59 after the later delivery"
    assert book.detail == {"section": "5(a)(2)", "minutes": 30, "earliest": starts}
    assert not isinstance(book.take(starts), str), "30:00"
    assert book.take(starts) is Reason.ALREADY_SO
    assert not isinstance(book.take(starts, "T2"), str), "each table for itself"


def test_a_notice_for_a_time_of_its_own_is_early_enough_or_refused() -> None:
    book = Book()
    assert book.notice(1_000, begins=1_000 + HALF_AN_HOUR - 1_000) is Reason.NOTICE_TOO_SHORT
    assert book.detail["earliest"] == 1_000 + HALF_AN_HOUR
    book.notice(1_000, begins=1_000 + 2 * HALF_AN_HOUR)
    for to in ("surveillance", "commission"):
        book.delivered(to, 2_000)
    assert book.take(1_000 + 2 * HALF_AN_HOUR - 1) is Reason.NOTICE_RUNNING
    assert not isinstance(book.take(1_000 + 2 * HALF_AN_HOUR), str)


def test_each_receiver_has_it_once_by_attestation_or_by_its_own_hand() -> None:
    book = Book()
    book.notice()
    (seen,) = book.does(f.Acknowledge, 10, "vic", Duty.SURVEILLANCE, number=1)
    assert (seen.to, seen.attested) == ("surveillance", False)
    assert book.delivered("surveillance", 20) is Reason.DELIVERED_ALREADY
    (sent,) = book.delivered("commission", 30)
    assert (sent.to, sent.attested, sent.reference) == ("commission", True, "MGC-7741")
    assert book.does(f.Acknowledge, 40, "reg", Duty.REGULATOR, number=1) is Reason.DELIVERED_ALREADY
    assert book.state.notices[1].starts == 30 + HALF_AN_HOUR


def test_a_notice_is_cancelled_before_it_begins_and_not_after() -> None:
    book = Book()
    book.notice()
    assert book.notice() is Reason.NOTICE_PENDING
    book.does(f.CancelNotice, number=1, why="a mistake in the pit's name")
    assert book.take(HALF_AN_HOUR) is Reason.NO_SUCH_NOTICE
    book.notice()
    for to in ("surveillance", "commission"):
        book.delivered(to, 0, 2)
    assert book.does(f.CancelNotice, HALF_AN_HOUR, number=2, why="too late") is Reason.BEGUN
    assert book.detail["began"] == HALF_AN_HOUR


def test_an_option_ends_only_after_a_notice_of_its_own() -> None:
    book = Book()
    book.notice()
    for to in ("surveillance", "commission"):
        book.delivered(to, 0)
    book.take(HALF_AN_HOUR)

    def due(*asked: Any) -> Any:
        return book.state.option_due(*asked)

    assert due("T1", "high LIMIT", "reshuffle", True, HALF_AN_HOUR) is None
    assert due("T1", "High limit", "reshuffle", False, HALF_AN_HOUR) is not None, "a table that joins the pit"
    assert due("T1", "Salon", "reshuffle", False, HALF_AN_HOUR) is None
    assert book.take(HALF_AN_HOUR, value=False) is Reason.NO_SUCH_NOTICE
    book.notice(HALF_AN_HOUR, value=False)
    for to in ("surveillance", "commission"):
        book.delivered(to, HALF_AN_HOUR, 2)
    assert due("T1", "High limit", "reshuffle", True, 2 * HALF_AN_HOUR - 1) is None
    ends = due("T1", "High limit", "reshuffle", True, 2 * HALF_AN_HOUR)
    assert ends.number == 2


@pytest.mark.parametrize(
    "kind, by, fields",
    [
        (f.Draft, Duty.DEALER, {"kind": "rules", "title": "t", "text": "t"}),
        (f.File, Duty.SURVEILLANCE, {"number": 1, "authority": "Commission"}),
        (f.GiveNotice, Duty.REGULATOR, {**NOTICE, **WRITTEN}),
        (f.Enforce, Duty.FLOOR, {"table": "T1", "number": 1, "digest": "d"}),
        (f.TakeOption, Duty.FLOOR, {"number": 1, "table": "T1", "pit": "P", "option": "o", "value": True}),
        (f.Acknowledge, Duty.FLOOR, {"number": 1}),
    ],
)  # fmt: skip
def test_each_command_has_its_duty(kind: type[Any], by: Duty, fields: dict[str, Any]) -> None:
    book = Book()
    assert (book.does(kind, 0, "pam", by, **fields), book.state.version) == (Reason.WRONG_DUTY, 0)


@pytest.mark.parametrize(
    "kind, fields, field",
    [
        (f.Draft, {"kind": "rules", "title": " ", "text": "t"}, "title"),
        (f.Draft, {"kind": "rules", "title": "t", "text": "x" * 200_001}, "text"),
        (f.Draft, {"kind": "layout", "title": "t", "text": "t"}, "content"),
        (f.Draft, {"kind": "rules", "title": "t", "text": "t", "content": CONTENT}, "content"),
        (f.File, {"number": 1, "authority": ""}, "authority"),
        (f.RecordDecision, {**DECIDED, "reference": ""}, "reference"),
        (f.RecordDecision, {**DECIDED, "dated": "2.11.26"}, "dated"),
        (f.RecordDecision, {**DECIDED, "expires": 0}, "expires"),
        (f.GiveNotice, {**NOTICE, **WRITTEN, "text": ""}, "text"),
        (f.GiveNotice, {**NOTICE, **WRITTEN, "minutes": 0}, "minutes"),
        (f.RecordDelivery, {"number": 1, "to": "commission", "how": ""}, "how"),
    ],
)  # fmt: skip
def test_what_is_malformed_names_its_field_and_changes_nothing(
    kind: type[Any], fields: dict[str, Any], field: str
) -> None:
    book = Book()
    assert (book.does(kind, **fields), book.detail["field"]) == (Reason.MALFORMED, field)
    assert book.state.version == 0
