"""A table and the wallets beside it: a buy-in and what it costs are one append, and so is a cash-out."""

from typing import Any

import pytest

from punto.core.roles import Role
from punto.game.game import Session
from punto.record.export import Check
from punto.record.memory import MemoryStore
from punto.table.commands import Reason, Sit
from punto.table.events import ChipsBought, PlayerLeft, PlayerSeated
from punto.verification.verify import verify
from punto.wallet import State, evolve
from punto.wallet.messages import TransferBegun, TransferPosted
from tests.game.linked import Edit, Linked, events_of, of, opening, renumbered
from tests.game.sessions import event, forged

ANN = "wallet/ann"


def table() -> Linked:
    return Linked(opening("ma-midi"), players=(), wallets={"ann": 5_000_00})


def purse(there: Linked) -> State:
    state = State()
    for one in events_of(there.store, ANN):
        state = evolve(state, one)
    return state


def sit(there: Linked, cents: int, transfer: str = "b-1") -> Any:
    return there.do(do="sit", by="player", who="ann", seat=4, buy_in=cents, transfer=transfer)


def test_a_buy_in_from_a_wallet_and_a_cash_out_to_it() -> None:
    there = table()
    there.must(do="sit", by="player", who="ann", seat=4, buy_in=2_000_00, transfer="b-1")
    assert (there.chips(4), purse(there).available, purse(there).held) == (2_000_00, 3_000_00, 0)
    *_, at_the_table, beside = there.store.records()
    assert [type(one) for one in at_the_table.batch.events] == [PlayerSeated]
    assert [type(one) for one in beside.batch.events] == [TransferBegun, TransferPosted]
    assert (beside.stream, beside.batch.events[0].place) == (ANN, f"table/{there.state.table}/seat/4")
    there.must(do="buy-in", by="player", who="ann", seat=4, cents=500_00, transfer="b-2")
    assert isinstance(there.events[-1], ChipsBought)
    assert (there.chips(4), purse(there).available) == (2_500_00, 2_500_00)
    there.must(do="leave", by="player", who="ann", seat=4, transfer="c-1")
    assert isinstance(there.events[-1], PlayerLeft)
    assert (there.chips(4), purse(there).available, purse(there).pending) == (0, 5_000_00, {})
    there.verified()


def test_what_the_wallet_refuses_the_table_refuses_and_nothing_is_written() -> None:
    there = table()
    before = there.log()
    refusal = there.refused(do="sit", by="player", who="ann", seat=4, buy_in=6_000_00, transfer="b-1")
    assert (refusal.reason, refusal.detail) == (
        Reason.WALLET_REFUSES,
        {"because": "not-enough", "available": 5_000_00},
    )
    nobody = there.refused(do="sit", by="player", who="ben", seat=4, buy_in=100_00, transfer="b-1")
    assert nobody.detail["because"] == "not-open"
    assert (there.log(), there.state.seated) == (before, {})


def test_what_the_table_refuses_costs_nothing() -> None:
    there = table()
    assert there.refused(do="sit", by="player", who="ann", seat=99, buy_in=100_00, transfer="b-1").reason is (
        Reason.NO_SUCH_SEAT
    )
    assert purse(there).available == 5_000_00


def test_one_transfer_does_not_buy_chips_twice() -> None:
    there = table()
    there.must(do="sit", by="player", who="ann", seat=4, buy_in=1_000_00, transfer="b-1")
    again = there.refused(do="buy-in", by="player", who="ann", seat=4, cents=1_000_00, transfer="b-1")
    assert (again.reason, again.detail["because"]) == (Reason.WALLET_REFUSES, "posted")
    there.must(do="leave", by="player", who="ann", seat=4, transfer="c-1")
    same = there.refused(do="sit", by="player", who="ann", seat=4, buy_in=1_000_00, transfer="b-1")
    assert (same.reason, same.detail["because"]) == (Reason.WALLET_REFUSES, "posted")
    assert purse(there).available == 5_000_00


def test_a_player_may_come_with_cash_and_leave_with_chips() -> None:
    there = table()
    there.must(do="sit", by="player", who="ann", seat=4, buy_in=1_000_00)
    there.must(do="leave", by="player", who="ann", seat=4)
    assert purse(there).available == 5_000_00
    there.verified()


def test_without_wallets_beside_the_table_there_is_no_transfer() -> None:
    filed = opening("ma-midi", progressive="")
    session, _ = Session.open(MemoryStore(), filed)
    command = Sit(id="1", by=Role.PLAYER, who="ann", at=0, seat=4, buy_in=100_00, transfer="b-1")
    refusal = session.do(command)
    assert getattr(refusal, "reason", None) is Reason.NOT_ALLOWED_HERE


def test_a_retry_answers_as_before() -> None:
    there = table()
    command = Sit(id="1", by=Role.PLAYER, who="ann", at=0, seat=4, buy_in=100_00, transfer="b-1")
    first, second = there.session.do(command), there.session.do(command)
    assert not hasattr(first, "reason")
    assert getattr(second, "again", False)
    assert purse(there).available == 4_900_00


def test_commands_without_a_transfer_are_written_as_they_were() -> None:
    """A field that came later changes no record that was written before."""
    there = table()
    there.must(do="sit", by="player", who="ann", seat=4, buy_in=1_000_00)
    assert b"transfer" not in list(there.store.read(there.session.stream))[-1].body


# ---------------------------------------------------------------- forgeries


def whole() -> bytes:
    there = table()
    sit(there, 2_000_00)
    there.must(do="leave", by="player", who="ann", seat=4, transfer="c-1")
    return there.log()


def cheaper(records: list[Any]) -> None:
    record = of(records, "carry")
    record["command"]["cents"] = 100
    for one in record["events"]:
        if "cents" in one:
            one["cents"] = 100
        for posting in one["postings"]:
            posting[2] = 100


def for_nothing(records: list[Any]) -> None:
    records.remove(of(records, "carry"))
    renumbered(records)


def out_of_nothing(records: list[Any]) -> None:
    event(records, "transfer-posted", 2)["postings"][0][2] += 1


def twice(records: list[Any]) -> None:
    """A cash-out that no table knows of."""
    record = dict(of(records, "carry", ANN, 1))
    record["command"] = record["command"] | {"id": "x", "transfer": "c-2"}
    record["events"] = [one | {"transfer": "c-2"} for one in record["events"]]
    records.append(record)
    renumbered(records)


FORGERIES: list[tuple[Edit, Check, str]] = [
    (cheaper, "settlement", "the table's record before asks for another command: cents"),
    (for_nothing, "settlement", "wallet/ann has nothing of what follows from this"),
    (out_of_nothing, "replay", "transfer-posted/1: postings"),
    (twice, "settlement", "no record of a table or the journal right before asks for this"),
]


@pytest.mark.parametrize("edit, check, words", FORGERIES, ids=[edit.__name__ for edit, _, _ in FORGERIES])
def test_a_forgery_is_seen(edit: Edit, check: Check, words: str) -> None:
    report = verify(forged(whole(), edit))
    assert words in str(report.faults.get(check)), {name: str(fault) for name, fault in report.faults.items()}
