"""A table and the coupon book beside it: a wager and its coupon are one append; so is what ends the coupon's use."""

from typing import Any

import pytest
from msgspec.structs import replace

from punto.core.roles import Duty, Role
from punto.coupon import Coupon, Status
from punto.coupon import messages as c
from punto.coupon.messages import CouponLaid, CouponReturned, CouponSurrendered
from punto.game.game import Prepared, Session
from punto.game.linked_machines import BOOK, Coupons
from punto.people.administration.decide import decide
from punto.people.administration.messages import Grant, SetParameter
from punto.people.administration.state import State as HouseState
from punto.people.administration.state import evolve
from punto.record.chain import LogError
from punto.record.export import Check
from punto.record.memory import MemoryStore
from punto.record.opening import Open
from punto.record.store import Conflict, Write
from punto.table.commands import Reason, Sit, Wager
from punto.table.limits import coupon_refused
from punto.verification.verify import verify
from tests.game.linked import Edit, Linked, of, opening, renumbered
from tests.game.sessions import event, forged

STREAM = f"coupon/{BOOK}"
PUSHED, WON, LOST = "4d 4s 4c 4h", "4d 9s 4c Ah", "9s 4d Ah 4c"  # seen from Player
FACE = 50_00
LATER = 10**9


def opened(**fields: Any) -> Open:
    return opening("ma-midi", {"deal.match-play": True}, **{"coupon_book": BOOK, **fields})


class Playing(Linked):
    """A table with a coupon book; seats 1 and 3 are players p1 and p3."""

    def issue(self, holder: str = "p1", cents: int = FACE, **fields: Any) -> int:
        book = self.book
        number = book.state.last + 1
        given = {"expires": LATER, "alone": 100_00, "why": "a birthday", "at": 0, **fields}
        self.store.append([self.write(c.Issue, holder=holder, cents=cents, **given)])
        return number

    def write(self, kind: type[Any], at: int = 0, **fields: Any) -> Write:
        ident = f"{kind.__name__}-{self.book.state.version}"
        made = self.book.do(kind(id=ident, by=Role.FLOOR, who="flo", at=at, **fields))
        assert isinstance(made, Write), made
        return made

    @property
    def book(self) -> Coupons:
        book = Coupons(self.store)
        book.catch_up()
        return book

    def coupon(self, number: int = 1) -> Coupon:
        return self.book.state.coupons[number]

    def lay(self, number: int, cents: int = FACE, seat: int = 1, wager: str = "player", **fields: Any) -> Any:
        given = {"coupon": cents, "coupon_number": number, **fields}
        return self.do(do="wager", seat=seat, wager=wager, cents=100_00, **given)

    def through(self) -> None:
        """Play the coup to its end."""
        self.auto(until="clear-cards")
        self.ready()


def table(*coups: str, **fields: Any) -> Playing:
    return Playing(opened(**fields), *coups)


def because(answer: Any) -> tuple[Reason, str]:
    return answer.reason, answer.detail.get("because", "")


# ---------------------------------------------------------------- taken, returned, surrendered


@pytest.mark.parametrize("coup, gain", [(WON, 150_00), (LOST, -100_00)])
def test_a_coupon_is_paid_as_chips_and_surrendered_once_decided(coup: str, gain: int) -> None:
    there = table(coup)
    number, before = there.issue(), there.chips(1)
    assert isinstance(there.lay(number), list)
    *_, at_the_table, beside = there.store.records()
    assert (at_the_table.stream, beside.stream) == (there.session.stream, STREAM), "one append"
    assert [type(one) for one in beside.batch.events] == [CouponLaid]
    there.through()
    assert there.chips(1) == before + gain
    assert (there.coupon().status, there.state.coupon_numbers) == (Status.SURRENDERED, {})
    assert because(there.lay(number)) == (Reason.COUPON_REFUSED, "used")
    there.verified()


def test_after_a_push_it_stays_and_is_laid_again() -> None:
    there = table(PUSHED, LOST)
    number = there.issue()
    there.lay(number)
    there.auto(until="announce-result")
    assert there.coupon().status is Status.LAID, "the settlement can still be corrected"
    there.auto(until="clear-cards")
    assert there.coupon().status is Status.READY
    there.ready()
    assert isinstance(there.lay(number), list)
    there.through()
    assert [type(one) for one in there.beside(object, STREAM)][1:] == [
        CouponLaid,
        CouponReturned,
        CouponLaid,
        CouponSurrendered,
    ]
    there.verified()


def test_a_wager_withdrawn_gives_its_coupon_back() -> None:
    there = table(LOST)
    number = there.issue()
    there.lay(number)
    there.must(do="withdraw", seat=1, wager="player")
    assert there.coupon().status is Status.READY
    assert isinstance(there.lay(number, wager="banker"), list)
    there.through()
    assert there.coupon().status is Status.SURRENDERED
    there.verified()


def test_a_void_gives_every_coupon_back() -> None:
    there = table("4d 9s 2c Ah")  # both hands draw, and the shoe has no card left for it
    number = there.issue()
    there.lay(number)
    there.session.state = there.state = replace(there.state, left=4, cover="last", hands_after=0)
    there.auto(until="void-round")
    assert (there.coupon().status, there.state.coupons, there.state.coupon_numbers) == (Status.READY, {}, {})
    assert there.chips(1) == 100_000_00


def test_a_push_that_is_corrected_to_a_loss_takes_the_coupon() -> None:
    there = table(PUSHED)
    there.lay(there.issue())
    there.auto(until="announce-result")
    assert list(there.state.coupons_pushed) == [1]
    there.must(do="correct", by="floor", place="P2", card="3c", why="the three was keyed as a four")
    assert not there.state.coupons_pushed
    there.through()
    assert there.coupon().status is Status.SURRENDERED
    there.verified()


def test_several_coupons_of_one_coup_are_settled_together() -> None:
    there = table(PUSHED)
    first, second, third = there.issue(), there.issue("p3"), there.issue(cents=25_00)
    there.lay(first)
    there.lay(third, 25_00)
    there.lay(second, seat=3, wager="tie")
    there.through()
    assert [there.coupon(number).status for number in (first, second, third)] == [
        Status.READY,
        Status.SURRENDERED,
        Status.READY,
    ]
    there.verified()


def test_royal_9_and_a_coupon_end_in_the_same_record() -> None:
    there = table(WON)
    there.lay(there.issue())
    there.stake(3)
    there.through()
    assert there.coupon().status is Status.SURRENDERED
    there.verified()


# ---------------------------------------------------------------- refused


def test_what_the_book_refuses_the_table_refuses_and_nothing_is_written() -> None:
    there = table(WON)
    number = there.issue()
    other, late = there.issue("p3"), there.issue(expires=1)
    pending = there.issue(cents=100_00)
    before = there.log()
    for answer, words in (
        (there.lay(0), "not-issued"),
        (there.lay(99), "no-such-coupon"),
        (there.lay(-1), "no-such-coupon"),
        (there.lay(other), "not-yours"),
        (there.lay(number, 100_00), "wrong-face"),
        (there.lay(number, coupon_seen_by="dee"), "no-such-coupon"),
        (there.lay(pending, 100_00), "not-countersigned"),
        (there.lay(late, at=2), "expired"),
    ):
        assert because(answer) == (Reason.COUPON_REFUSED, words)
    assert because(there.lay(number, 0)) == (Reason.BAD_AMOUNT, "")
    assert (there.log(), there.state.coupons) == (before, {})


def test_a_coupon_on_the_felt_is_not_laid_a_second_time() -> None:
    there = table(WON)
    number = there.issue()
    there.lay(number)
    assert because(there.lay(number, wager="banker")) == (Reason.COUPON_REFUSED, "in-use")


def test_a_retry_answers_as_before() -> None:
    there = table(WON)
    number = there.issue()
    there.lay(number)
    *_, last = there.store.read(there.session.stream)
    command = last.batch.command
    assert command.coupon_number == number
    assert getattr(there.session.do(command), "again", False)
    assert len(there.beside(CouponLaid, STREAM)) == 1


def test_a_paper_coupon_is_vouched_for_by_the_dealer_of_a_physical_shoe() -> None:
    there = table(WON)
    there.must(do="wager", seat=1, wager="player", cents=100_00, coupon=FACE, coupon_seen_by="dee")
    assert there.events[-1].coupon_seen_by == "dee"  # type: ignore[union-attr]
    there.through()
    there.verified()
    virtual = Playing(opened(virtual=True), players=())
    seat: dict[str, Any] = {"seat": 1, "by": "player", "who": "ann"}
    virtual.must(do="sit", **seat, buy_in=500_00)
    wager = Wager(id="w", by=Role.PLAYER, who="ann", at=0, seat=1, wager="player", cents=100_00, coupon=FACE)
    answer = coupon_refused(virtual.rules, virtual.state, replace(wager, coupon_seen_by="dee"))
    assert because(answer) == (Reason.COUPON_REFUSED, "not-issued"), "nobody sees paper at a virtual shoe"


# ---------------------------------------------------------------- with and without a book


def test_without_a_book_a_transcript_plays_a_coupon_by_its_face() -> None:
    there = Playing(opened(coupon_book=""), WON)
    there.must(do="wager", seat=1, wager="player", cents=100_00, coupon=FACE)
    assert b"coupon-" not in list(there.store.read(there.session.stream))[-1].body, "written as it was"
    refused = there.lay(1)
    assert refused.reason is Reason.NOT_ALLOWED_HERE
    there.through()
    there.verified()


def test_a_book_beside_a_table_opened_without_one_refuses_a_face_alone() -> None:
    there = Playing(opened(coupon_book=""), WON)
    there.session.partners = (*there.session.partners, Coupons(there.store))
    number = there.issue()
    answer = there.do(do="wager", seat=1, wager="player", cents=100_00, coupon=FACE)
    assert because(answer) == (Reason.COUPON_REFUSED, "not-issued")
    assert isinstance(there.lay(number), list)
    there.through()
    there.verified()


def test_a_table_with_a_book_is_not_played_without_it() -> None:
    there = table(WON)
    resumed = there.resumed()
    assert [one.place for one in resumed.partners if isinstance(one, Coupons)] == [STREAM]
    resumed.partners = tuple(one for one in resumed.partners if not isinstance(one, Coupons))
    with pytest.raises(LogError, match="open it with that book"):
        resumed.do(Sit(id="new", by=Role.PLAYER, who="p5", at=0, seat=5, buy_in=500_00))


def test_a_table_that_takes_no_coupons_has_no_book() -> None:
    with pytest.raises(ValueError, match="takes no match play coupons"):
        Session.open(MemoryStore(), opening("ma-midi", coupon_book=BOOK))


def test_wager_and_coupon_are_stored_together_or_not_at_all() -> None:
    """Both are one append: a process that dies before it has written neither, nor has one that meets a conflict."""
    there = table(WON)
    number = there.issue()
    player: dict[str, Any] = {"by": Role.PLAYER, "who": "p1", "at": 0, "seat": 1}
    made = Wager(id="w", **player, wager="player", cents=100_00, coupon=FACE, coupon_number=number)
    prepared = there.session.prepare(made)
    assert isinstance(prepared, Prepared)
    assert [one.stream for one in prepared.writes] == [there.session.stream, STREAM]
    there.store.append([there.write(c.Cancel, number=number, why="lost")])  # a second writer comes first
    before = there.log()
    with pytest.raises(Conflict):
        there.store.append(prepared.writes)
    assert there.log() == before
    assert because(there.session.do(made)) == (Reason.COUPON_REFUSED, "cancelled")


# ---------------------------------------------------------------- forgeries


def whole() -> bytes:
    there = table(WON, WON)
    there.lay(there.issue())
    there.through()
    there.stake(3)
    there.through()
    return there.log()


def never_issued(records: list[Any]) -> None:
    records.remove(of(records, "issue"))
    renumbered(records)


def larger(records: list[Any]) -> None:
    of(records, "lay")["command"]["cents"] = 100_00


def larger_at_the_table(records: list[Any]) -> None:
    wager = next(one for one in records if one["command"].get("coupon-number"))
    wager["command"]["coupon"] = wager["events"][0]["coupon"] = 75_00


def a_face_alone(records: list[Any]) -> None:
    wager = next(one for one in records if one["command"].get("coupon-number"))
    del wager["command"]["coupon-number"], wager["events"][0]["coupon-number"]
    records.remove(of(records, "lay"))
    records.remove(of(records, "settle", STREAM))
    renumbered(records)


def used_twice(records: list[Any]) -> None:
    """The coupon lies beside a wager of the next coup too."""
    wager = next(one for one in records if one["command"]["do"] == "wager" and "coupon" not in one["command"])
    more = {"coupon": 5_00, "coupon-number": 1}
    wager["command"] |= more
    wager["events"][0] |= more


def another_holder(records: list[Any]) -> None:
    of(records, "issue")["command"]["holder"] = event(records, "coupon-issued")["holder"] = "p3"


def kept_by_the_player(records: list[Any]) -> None:
    records.remove(of(records, "settle", STREAM))
    renumbered(records)


def issued_to_oneself(records: list[Any]) -> None:
    of(records, "issue")["command"]["who"] = event(records, "coupon-issued")["who"] = "p1"


def generous(records: list[Any]) -> None:
    """A threshold that no administrator has set."""
    of(records, "issue")["command"]["alone"] = 10**8


def by_another(records: list[Any]) -> None:
    """An issuer who has no duty."""
    of(records, "issue")["command"]["who"] = event(records, "coupon-issued")["who"] = "fritz"


def test_a_threshold_that_was_never_set_is_seen_beside_the_journal() -> None:
    there = table(WON)
    there.issue()
    assert verify(forged(there.log(), generous)).whole, "without the journal of the house there is nothing to compare"
    system: dict[str, Any] = {"by": Duty.SYSTEM, "who": "system", "at": 0}
    state = HouseState()
    for command in (
        SetParameter(id="p", name="coupon-alone", value="20000", why="a busy week", **system),
        Grant(id="d", person="flo", duty=Duty.FLOOR, **system),
    ):
        events = decide(state, command)
        assert isinstance(events, tuple)
        there.store.append([Write("house/floor", state.version, command, events)])
        for one in events:
            state = evolve(state, one)
    there.verified()
    report = verify(forged(there.log(), by_another))
    assert "fritz did not hold the duty floor" in str(report.faults.get("duties"))
    report = verify(forged(there.log(), generous))
    assert "coupon-alone was never 100000000" in str(report.faults.get("replay"))


def without_the_book(records: list[Any]) -> None:
    records[:] = [one for one in records if one["stream"] != STREAM]


FORGERIES: list[tuple[Edit, Check, str]] = [
    (never_issued, "replay", "refused when it is decided again: no-such-coupon"),
    (larger, "settlement", "the table's record before asks for another command: cents"),
    (larger_at_the_table, "settlement", "the table's record before asks for another command: cents"),
    (a_face_alone, "replay", "refused when it is decided again: coupon-refused"),
    (used_twice, "settlement", f"{STREAM} has nothing of what follows from this"),
    (another_holder, "replay", "refused when it is decided again: not-yours"),
    (kept_by_the_player, "settlement", f"{STREAM} has nothing of what follows from this"),
    (issued_to_oneself, "replay", "refused when it is decided again: same-person"),
    (without_the_book, "settlement", f"{STREAM} has nothing of what follows from this"),
]


@pytest.mark.parametrize("edit, check, words", FORGERIES, ids=[edit.__name__ for edit, _, _ in FORGERIES])
def test_a_forgery_is_seen(edit: Edit, check: Check, words: str) -> None:
    assert verify(whole()).whole
    report = verify(forged(whole(), edit))
    assert words in str(report.faults.get(check)), {name: str(fault) for name, fault in report.faults.items()}
