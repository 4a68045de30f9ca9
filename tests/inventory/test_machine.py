"""The inventory of a table as a machine: counts by two, differences, and slips with all their signatures."""

from typing import Any

import pytest

from punto.core.roles import Duty, Rank, Signature
from punto.inventory import Reason, Refusal, State, Status, decide, evolve, value
from punto.inventory import messages as m

TRAY = {500_00: 10, 100_00: 50, 25_00: 40}  # $11,000
RACK = 11_000_00
FLOOR, CAGE, GUARD, TABLE = Duty.FLOOR, Duty.CAGE, Duty.SECURITY, Duty.SYSTEM
DAN = Signature("dan", Duty.DEALER)


class Tray:
    """An inventory in memory."""

    def __init__(self) -> None:
        self.state, self.number = State(), 0
        self.detail: dict[str, str | int] = {}

    def does(self, command: type[Any], who: str, by: Duty, /, **fields: Any) -> Any:
        self.number += 1
        decision = decide(self.state, command(id=str(self.number), by=by, who=who, at=self.number, **fields))
        if isinstance(decision, Refusal):
            self.detail = decision.detail
            return decision.reason
        for event in decision:
            self.state = evolve(self.state, event)
        return decision

    def count(self, moment: str = "opening", rack: int = RACK, tray: Any = TRAY, witness: Any = DAN) -> Any:
        return self.does(m.Count, "fay", FLOOR, moment=moment, tray=tray, rack=rack, version=1, witness=witness)

    def request(self, kind: str = "fill", tray: Any = None) -> Any:
        return self.does(m.Request, "fay", FLOOR, kind=kind, tray=tray or {100_00: 20})

    def confirm(self, cents: int = 2_000_00, number: int = 1, who: str = "fay", witness: Any = DAN) -> Any:
        return self.does(m.Confirm, who, TABLE, number=number, cents=cents, witness=witness)

    def prepare(self, who: str = "kim", number: int = 1) -> Any:
        return self.does(m.Prepare, who, CAGE, number=number)

    def carry(self, who: str = "sid", number: int = 1) -> Any:
        return self.does(m.Carry, who, GUARD, number=number)


def test_a_day_is_counted_by_two_people_in_order() -> None:
    tray = Tray()
    assert value(TRAY) == RACK
    assert tray.count("closing") is Reason.OUT_OF_ORDER
    assert tray.count(witness=None) is Reason.SECOND_NEEDED
    assert tray.count(witness=Signature("fay", FLOOR)) is Reason.SAME_PERSON
    assert tray.state.version == 0
    (counted,) = tray.count()
    assert (counted.cents, counted.rack, counted.witness) == (RACK, RACK, "dan")
    assert tray.count() is Reason.OUT_OF_ORDER
    for moment in ("shift", "shift", "closing", "opening"):
        assert not isinstance(tray.count(moment), str), moment


def test_a_difference_is_recounted_and_written_off_above_the_floor() -> None:
    tray = Tray()
    counted, differs = tray.count(rack=RACK + 25_00)
    assert (counted.cents, differs.cents, differs.counts) == (RACK, -25_00, 1)
    accept: dict[str, Any] = {"why": "a chip under the tray", "rank": Rank.PIT_MANAGER}
    assert tray.count("shift") is Reason.DIFFERENCE_STANDS
    assert tray.does(m.AcceptDifference, "pam", FLOOR, **accept) is Reason.COUNT_AGAIN
    tray.count(rack=RACK + 25_00)
    assert tray.does(m.AcceptDifference, "fay", FLOOR, why="x", rank=Rank.FLOORPERSON) is Reason.WRONG_RANK
    (slip,) = tray.does(m.AcceptDifference, "pam", FLOOR, **accept)
    assert (slip.kind, slip.cents, slip.number) == ("difference", -25_00, 1)
    assert tray.does(m.AcceptDifference, "pam", FLOOR, **accept) is Reason.NO_DIFFERENCE
    assert tray.prepare() is Reason.NOT_DUE
    assert not isinstance(tray.confirm(-25_00), str)


def test_a_recount_that_agrees_ends_the_difference_and_another_one_begins_anew() -> None:
    tray = Tray()
    tray.count(rack=RACK + 25_00)
    _, again = tray.count(rack=RACK + 50_00)
    assert again.counts == 1, "another difference has not been confirmed"
    assert len(tray.count()) == 1
    assert tray.state.difference is None
    assert not isinstance(tray.count("closing"), str)


def test_a_fill_has_four_signatures_in_order_of_different_people() -> None:
    tray = Tray()
    (slip,) = tray.request()
    assert (slip.number, slip.cents) == (1, 2_000_00)
    assert (tray.carry(), tray.detail["due"]) == (Reason.NOT_DUE, "prepared")
    assert tray.prepare("fay") is Reason.SAME_PERSON
    tray.prepare()
    assert tray.prepare("kit") is Reason.NOT_DUE
    assert tray.confirm() is Reason.NOT_DUE, "it is not at the table yet"
    assert tray.carry("kim") is Reason.SAME_PERSON
    tray.carry()
    assert tray.confirm(1_900_00) is Reason.WRONG_SUM
    assert tray.confirm(witness=None) is Reason.SECOND_NEEDED
    assert tray.confirm(witness=Signature("sid", GUARD)) is Reason.SAME_PERSON
    tray.confirm()
    assert (tray.state.slips[1].status, tray.state.slips[1].due) == (Status.CONFIRMED, None)
    assert tray.state.slips[1].signers == {"fay", "kim", "sid", "dan"}
    assert tray.confirm() is Reason.SAME_PERSON or tray.confirm() is Reason.NOT_DUE


def test_a_credit_leaves_the_table_first_and_a_void_keeps_its_number() -> None:
    tray = Tray()
    tray.request("credit")
    assert tray.does(m.Void, "fay", FLOOR, number=1, why="") is Reason.REASON_NEEDED
    tray.does(m.Void, "fay", FLOOR, number=1, why="wrong denominations")
    assert tray.state.slips[1].status is Status.VOID
    assert tray.confirm(-2_000_00) is Reason.NOT_DUE
    (slip,) = tray.request("credit")
    assert slip.number == 2, "no number is missing"
    assert tray.prepare(number=2) is Reason.NOT_DUE
    tray.confirm(-2_000_00, 2)
    assert tray.does(m.Void, "fay", FLOOR, number=2, why="too late") is Reason.NOT_DUE
    tray.carry(number=2)
    tray.prepare(number=2)
    assert tray.state.slips[2].due is None
    assert tray.does(m.Void, "fay", FLOOR, number=9, why="none") is Reason.NO_SUCH_SLIP


@pytest.mark.parametrize(
    "tray", [{0: 1}, {-5: 1}, {100: -1}, {100: 0}, {10**9: 1}, {100: 10**6}, dict.fromkeys(range(1, 32), 1)]
)
def test_impossible_chips_are_refused(tray: dict[int, int]) -> None:
    book = Tray()
    assert (book.request(tray=tray), book.state.version) == (Reason.BAD_TRAY, 0)


@pytest.mark.parametrize(
    "command, by, fields",
    [
        (m.Count, Duty.DEALER, {"moment": "opening", "tray": TRAY, "rack": RACK, "version": 1}),
        (m.Request, CAGE, {"kind": "fill", "tray": TRAY}),
        (m.Prepare, FLOOR, {"number": 1}),
        (m.Carry, CAGE, {"number": 1}),
        (m.Confirm, FLOOR, {"number": 1, "cents": 1}),
        (m.Void, GUARD, {"number": 1, "why": "x"}),
    ],
)
def test_each_act_has_its_duty(command: type[Any], by: Duty, fields: dict[str, Any]) -> None:
    assert Tray().does(command, "who", by, **fields) is Reason.WRONG_DUTY
