"""The coupon book as a machine: who may do what to a coupon, in which order, and how often."""

from typing import Any

import pytest

from punto.core.roles import Role
from punto.core.self_limits import DAY
from punto.coupon import Reason, Refusal, State, Status, decide, evolve
from punto.coupon import messages as c
from punto.coupon.machine import MOST_COUPON_CENTS, MOST_DAYS, MOST_HELD

ALONE = 100_00
LATER = 30 * DAY


class Book:
    """A coupon book in memory."""

    def __init__(self) -> None:
        self.state, self.number = State(), 0

    def does(self, kind: type[Any], who: str = "flo", at: int = 0, by: Role = Role.FLOOR, **fields: Any) -> Any:
        self.number += 1
        decision = decide(self.state, kind(id=str(self.number), by=by, who=who, at=at, **fields))
        if isinstance(decision, Refusal):
            return decision.reason
        for event in decision:
            self.state = evolve(self.state, event)
        return decision

    def issue(self, holder: str = "ann", cents: int = 50_00, **fields: Any) -> Any:
        given: dict[str, Any] = {"expires": LATER, "alone": ALONE, "why": "a birthday", **fields}
        return self.does(c.Issue, holder=holder, cents=cents, **given)

    def lay(self, number: int = 1, who: str = "ann", cents: int = 50_00, table: str = "A", **fields: Any) -> Any:
        where: dict[str, Any] = {"table": table, "coup": 1, "seat": 3, "wager": "player", **fields}
        return self.does(c.Lay, who, by=Role.SYSTEM, number=number, cents=cents, **where)

    def settle(self, table: str = "A", **fields: Any) -> Any:
        return self.does(c.Settle, "house", by=Role.SYSTEM, table=table, **fields)

    def status(self, number: int = 1) -> Status:
        return self.state.coupons[number].status


def test_a_coupon_is_laid_returned_laid_again_and_surrendered_once() -> None:
    book = Book()
    assert book.issue()[0].number == 1
    assert book.status() is Status.READY
    book.lay()
    assert (book.status(), book.lay()) == (Status.LAID, Reason.IN_USE)
    book.settle(returned=(1,))
    assert (book.status(), book.state.coupons[1].table) == (Status.READY, "")
    book.lay(table="B")
    assert book.settle(table="A", surrendered=(1,)) is Reason.NOT_LAID, "it lies at another table"
    book.settle(table="B", surrendered=(1,))
    assert (book.status(), book.lay(), book.state.of("ann")) == (Status.SURRENDERED, Reason.USED, ())
    assert book.settle(table="B", returned=(1,)) is Reason.NOT_LAID, "what was decided does not come back"


@pytest.mark.parametrize(
    "fields, reason",
    [
        ({"number": 2}, Reason.NO_SUCH_COUPON),
        ({"number": 0}, Reason.NO_SUCH_COUPON),
        ({"who": "ben"}, Reason.NOT_YOURS),
        ({"cents": 100_00}, Reason.WRONG_FACE),
        ({"at": LATER}, Reason.EXPIRED),
        ({"at": LATER - 1}, None),
    ],
)
def test_only_the_holder_lays_it_in_time_at_its_face_value(fields: dict[str, Any], reason: Reason | None) -> None:
    book = Book()
    book.issue()
    answer = book.lay(**fields)
    assert isinstance(answer, tuple) if reason is None else answer is reason


def test_above_the_threshold_a_second_person_countersigns() -> None:
    book = Book()
    assert book.issue(cents=ALONE)[0].countersign is False
    assert book.issue(holder="ben", cents=ALONE + 5)[0].countersign is True
    assert book.lay(2, "ben", ALONE + 5) is Reason.NOT_COUNTERSIGNED
    assert book.does(c.Countersign, "flo", number=2) is Reason.SAME_PERSON
    assert book.does(c.Countersign, "ben", number=2) is Reason.SAME_PERSON, "not the holder"
    assert book.does(c.Countersign, "fay", number=9) is Reason.NO_SUCH_COUPON
    book.does(c.Countersign, "fay", number=2)
    assert book.does(c.Countersign, "fay", number=2) is Reason.NOT_PENDING
    assert isinstance(book.lay(2, "ben", ALONE + 5), tuple)


def test_a_large_coupon_split_into_small_ones_is_countersigned_too() -> None:
    book = Book()
    assert book.issue(cents=60_00)[0].countersign is False
    assert book.issue(cents=60_00, who="fay")[0].countersign is True, "120 dollars of one day, by whomever"
    assert book.issue(holder="ben", cents=60_00)[0].countersign is False
    assert book.issue(cents=60_00, at=DAY, expires=LATER)[0].countersign is False, "another day"


def test_nobody_issues_to_themselves_and_only_the_floor_issues() -> None:
    book = Book()
    assert book.issue(holder="flo") is Reason.SAME_PERSON
    assert book.issue(by=Role.PLAYER) is Reason.WRONG_ROLE
    book.issue()
    assert book.does(c.Lay, "ann", number=1, cents=50_00, table="A", coup=1, seat=1, wager="tie") is Reason.WRONG_ROLE
    assert book.does(c.Cancel, "ann", by=Role.PLAYER, number=1, why="mine") is Reason.WRONG_ROLE


@pytest.mark.parametrize(
    "fields, reason",
    [
        ({"cents": 0}, Reason.BAD_AMOUNT),
        ({"cents": -5}, Reason.BAD_AMOUNT),
        ({"cents": MOST_COUPON_CENTS + 1}, Reason.BAD_AMOUNT),
        ({"holder": ""}, Reason.BAD_NAME),
        ({"holder": "a b"}, Reason.BAD_NAME),
        ({"expires": 0}, Reason.BAD_EXPIRY),
        ({"expires": MOST_DAYS * DAY + 1}, Reason.BAD_EXPIRY),
        ({"why": "  "}, Reason.REASON_NEEDED),
        ({"why": "x" * 501}, Reason.REASON_NEEDED),
    ],
)
def test_a_coupon_that_makes_no_sense_is_not_issued(fields: dict[str, Any], reason: Reason) -> None:
    book = Book()
    assert (book.issue(**fields), book.state) == (reason, State())


def test_a_player_holds_so_many_and_no_more() -> None:
    book = Book()
    for _ in range(MOST_HELD):
        book.issue(cents=1)
    assert book.issue(cents=1) is Reason.TOO_MANY
    book.does(c.Cancel, number=1, why="too many")
    assert isinstance(book.issue(cents=1), tuple)


def test_a_coupon_is_cancelled_while_it_lies_nowhere() -> None:
    book = Book()
    book.issue()
    assert book.does(c.Cancel, number=1, why="") is Reason.REASON_NEEDED
    book.lay()
    assert book.does(c.Cancel, number=1, why="lost") is Reason.IN_USE
    book.settle(returned=(1,))
    book.does(c.Cancel, number=1, why="lost")
    assert (book.lay(), book.does(c.Cancel, number=1, why="again")) == (Reason.CANCELLED, Reason.CANCELLED)
    assert book.does(c.Cancel, number=7, why="lost") is Reason.NO_SUCH_COUPON


def test_the_book_forgets_what_expired_and_never_issues_a_number_twice() -> None:
    book = Book()
    book.issue()
    book.issue(holder="ben", expires=2 * DAY)
    book.lay(2, "ben")
    book.issue(holder="cas", at=40 * DAY, expires=60 * DAY)
    assert sorted(book.state.coupons) == [2, 3], "one that lies at a table is kept"
    assert (book.lay(1), book.state.of("ann")) == (Reason.EXPIRED, ())
    book.settle(returned=(2,), at=40 * DAY)
    assert book.lay(2, "ben", at=40 * DAY) is Reason.EXPIRED
    assert book.issue(at=41 * DAY, expires=60 * DAY)[0].number == 4
    assert sorted(book.state.coupons) == [3, 4]


def test_one_table_settles_each_coupon_once() -> None:
    book = Book()
    book.issue()
    book.lay()
    assert book.settle(returned=(1,), surrendered=(1,)) is Reason.NOT_LAID
    assert book.settle(surrendered=(1, 1)) is Reason.NOT_LAID
    assert book.status() is Status.LAID
