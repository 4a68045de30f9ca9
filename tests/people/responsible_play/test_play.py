"""Play, folded from real logs: what somebody has won is what the table's own books say."""

import json

import msgspec
import pytest

from punto.core.posting import Posting
from punto.core.roles import Role
from punto.core.self_limits import DAY
from punto.people.responsible_play.machine import Play, Standing
from punto.record.chain import Batch
from punto.record.log_reader import load, read
from punto.table.commands import BuyIn, Leave, Sit
from punto.table.events import ChipsBought, PlayerLeft, PlayerSeated, VigorishCollected
from punto.wallet import Kind
from punto.wallet.messages import TransferBegun, TransferPosted, TransferVoided
from tests.game.sessions import LOGS, one_coup

HOUR = DAY // 24


def play_of(data: bytes) -> Play:
    play = Play()
    for entry in read(data).entries:
        play.see(entry.batch)
    return play


def test_who_wins_a_hundred_on_banker_is_ninety_five_up() -> None:
    play = play_of(one_coup())
    last = list(load(one_coup()).records())[-1].batch.command.at
    assert play.standing("ann", last) == Standing(net=9500, brought=50000, since=1000, net_since=9500)


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.name)
def test_what_players_have_won_the_house_has_lost(log) -> None:  # type: ignore[no-untyped-def]
    """Of every golden log: what everybody brought and won is what they took away or have before them."""
    play, brought = Play(), 0
    accounts: dict[str, int] = {}
    taken = 0
    for entry in read(log.read_bytes()).entries:
        play.see(entry.batch)
        if not entry.batch.stream.startswith("table/"):
            continue
        for event in entry.batch.events:
            for one in event.postings:
                accounts[one.debit] = accounts.get(one.debit, 0) - one.cents
                accounts[one.credit] = accounts.get(one.credit, 0) + one.cents
                brought += one.cents * (one.memo == "chips")
                taken += one.cents * (one.memo == "chips taken away")
    theirs = sum(cents for account, cents in accounts.items() if account.startswith(("seat/", "felt/")))
    assert sum(sheet.net for sheet in play.people.values()) == theirs + taken - brought
    felt = sum(cents for account, cents in accounts.items() if account.startswith("felt/"))
    assert sum(sheet.felt for sheet in play.people.values()) == felt


def test_reading_a_record_twice_changes_nothing_and_a_kept_fold_goes_on() -> None:
    entries = read(one_coup()).entries
    play = play_of(one_coup())
    for entry in entries:
        play.see(entry.batch)
    assert play == play_of(one_coup())
    half = Play()
    for entry in entries[:20]:
        half.see(entry.batch)
    half = msgspec.json.decode(msgspec.json.encode(half), type=Play)
    for entry in entries:
        half.see(entry.batch)
    assert half == play
    assert json.loads(msgspec.json.encode(play))["seen"]


# ---------------------------------------------------------------- days, seats, deposits


class Tables:
    """Records of tables and wallets, made by hand."""

    def __init__(self) -> None:
        self.play, self.versions = Play(), dict[str, int]()

    def tell(self, stream: str, command: object, *events: object) -> None:
        n = self.versions.get(stream, 0) + 1
        self.play.see(Batch(stream, n, command, events))
        self.versions[stream] = n + len(events) - 1

    def sits(self, at: int, table: str = "A", cents: int = 500) -> None:
        command = Sit(id="x", by=Role.PLAYER, who="p", at=at, seat=1, buy_in=cents)
        posting = Posting("rack", "seat/1", cents, "chips")
        self.tell(f"table/{table}", command, PlayerSeated(seat=1, who="p", postings=(posting,), section=""))

    def leaves(self, at: int, table: str = "A") -> None:
        command = Leave(id="x", by=Role.PLAYER, who="p", at=at, seat=1)
        self.tell(f"table/{table}", command, PlayerLeft(seat=1, who="p", section=""))

    def pays(self, at: int, cents: int) -> None:
        command = BuyIn(id="x", by=Role.PLAYER, who="p", at=at, seat=1, cents=1)
        posting = Posting("seat/1", "rack", cents, "vigorish")
        self.tell("table/A", command, VigorishCollected(seat=1, cents=cents, postings=(posting,), section=""))

    def buys(self, at: int, cents: int) -> None:
        command = BuyIn(id="x", by=Role.PLAYER, who="p", at=at, seat=1, cents=cents)
        posting = Posting("rack", "seat/1", cents, "chips")
        self.tell("table/A", command, ChipsBought(seat=1, cents=cents, postings=(posting,), section=""))

    def minutes(self, at: int) -> int:
        return self.play.standing("p", at).minutes


def test_time_counts_once_wherever_somebody_sits() -> None:
    tables = Tables()
    tables.sits(0, "A")
    tables.sits(HOUR, "B")
    assert tables.minutes(2 * HOUR) == 120
    tables.leaves(2 * HOUR, "A")
    tables.leaves(3 * HOUR, "B")
    assert tables.minutes(5 * HOUR) == 180
    tables.sits(6 * HOUR)
    assert tables.minutes(7 * HOUR) == 240


def test_a_new_day_begins_at_nothing_also_for_who_sits() -> None:
    tables = Tables()
    tables.sits(DAY - HOUR)
    tables.pays(DAY - HOUR, 20)
    assert tables.play.standing("p", DAY - 1).net == -20
    assert tables.play.standing("p", DAY + HOUR) == Standing(since=DAY - HOUR, net_since=-20, minutes=60)
    tables.buys(DAY + HOUR, 70)
    tables.leaves(DAY + HOUR)
    assert tables.play.standing("p", DAY + HOUR) == Standing(brought=70, minutes=60, net_since=-20)


def test_a_stream_that_is_read_late_counts_for_no_day_that_is_over() -> None:
    tables = Tables()
    tables.sits(DAY + HOUR, "B")
    tables.sits(HOUR)
    tables.pays(2 * HOUR, 20)
    begun = TransferBegun(transfer="t", kind=Kind.DEPOSIT, cents=300, place="bank", at=0)
    tables.tell("wallet/p", Leave(id="x", by=Role.PLAYER, who="p", at=HOUR, seat=1), begun)
    tables.leaves(3 * HOUR)
    found = tables.play.standing("p", DAY + HOUR)
    assert (found.net, found.brought, found.minutes) == (0, 500, 0)
    tables.pays(DAY + HOUR, 30)
    assert tables.play.standing("p", DAY + HOUR).net == 0, "nobody sits there any more"


def test_who_is_gone_is_forgotten_the_next_day() -> None:
    tables = Tables()
    tables.sits(0)
    tables.leaves(1)
    tables.sits(DAY, "B")
    tables.leaves(DAY, "B")
    assert set(tables.play.people) == {"p"}
    tables.play.see(Batch("table/C", 1, Leave(id="x", by=Role.PLAYER, who="q", at=2 * DAY, seat=1), ()))
    assert tables.play.people == {}
    assert tables.play.seats == {}


def test_deposits_count_when_they_are_begun_and_not_when_they_are_undone() -> None:
    tables, wallet = Tables(), "wallet/p"
    command = Leave(id="x", by=Role.PLAYER, who="p", at=0, seat=1)
    begun = TransferBegun(transfer="t", kind=Kind.DEPOSIT, cents=300, place="bank", at=0)
    tables.tell(wallet, command, begun)
    assert tables.play.standing("p", 1).brought == 300
    tables.tell(wallet, command, TransferVoided(transfer="t", at=0))
    assert tables.play.standing("p", 1).brought == 0
    tables.tell(wallet, command, begun)
    tables.tell(wallet, command, TransferPosted(transfer="t", at=0))
    assert tables.play.standing("p", 1).brought == 300
    assert tables.play.pending == {}
