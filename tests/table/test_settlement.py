"""The result: announced, losing wagers collected, winners paid from the highest seat down, the cards cleared."""

from fractions import Fraction
from math import ceil
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from punto.core.cards import Card
from punto.law.rulebook import Rulebook, documents
from punto.table import Reason
from punto.table.events import CoupEnded, HouseMoneySettled, StepPerformed
from punto.table.phases import Phase
from tests.law.submitting import PROGRESSIVE
from tests.proofs import proves
from tests.table.harness import (
    BANKER_STOOD,
    BANKER_THIRD,
    BOTH_THIRD,
    DRAGON_7,
    NATURAL_TIE,
    PANDA_8,
    PLAYER_NATURAL,
    PLAYER_STOOD,
    TIE_STOOD,
    Table,
    at,
)

ANNOUNCE = {
    "ma_baccarat": "12(a)",
    "ma_midi": "11(a)",
    "ma_midi_multilevel": "11(a)",
    "ma_mini": "11(a)",
    "md_mini": ".11A",
}
COLLECT = {
    "ma_baccarat": "12(b)",
    "ma_midi": "11(b)",
    "ma_midi_multilevel": "11(b)",
    "ma_mini": "11(b)",
    "md_mini": ".11B",
}
PAY = COLLECT | {"md_mini": ".11B(1)-(3)"}
DISCARD = {
    "ma_baccarat": "12(c)",
    "ma_midi": "11(c)",
    "ma_midi_multilevel": "11(c)",
    "ma_mini": "11(c)",
    "md_mini": ".11C",
}


def section(sections: dict[str, str], book: Rulebook) -> str:
    return sections[book.id.replace("-", "_")]


def until_paying(table: Table) -> Table:
    table.auto(phase=Phase.PAYING)
    return table


# ---------------------------------------------------------------- announced


@proves("result.announce", **ANNOUNCE)
@pytest.mark.parametrize(
    "shoe, call",
    [
        (PLAYER_NATURAL, "Player wins, 9 over 7"),
        (BANKER_THIRD, "Banker wins, 9 over 6"),
        (BOTH_THIRD, "tie hand, 7 to 7"),
        (DRAGON_7, "Banker wins, 7 over 5"),
        (PANDA_8, "Player wins, 8 over 2"),
    ],
)
def test_the_dealer_announces_both_counts_and_the_winner_or_tie_hand(book: Rulebook, shoe: str, call: str) -> None:
    table = until_paying(at(book, shoe).bet((1, "player", 100)))
    assert table.due() == ["perform announce-result"]
    cited = section(ANNOUNCE, book)
    for by in ("player", "floor", "curator"):
        refusal = table.refused(do="perform", step="announce-result", by=by)
        assert (refusal.reason, refusal.section, refusal.detail) == (Reason.WRONG_ROLE, cited, {"by": "dealer"})
    said, settled = table.must(do="perform", step="announce-result")
    assert isinstance(said, StepPerformed)
    assert (said.by, said.section) == ("dealer", cited)
    assert settled == table.last(type(settled))
    assert table.play().call == call


@proves("result.announce", **ANNOUNCE)
@pytest.mark.parametrize(
    "shoe, call, name",
    [
        (DRAGON_7, "Banker wins, 7 over 5", "Dragon 7"),
        (PANDA_8, "Player wins, 8 over 2", "Panda 8"),
        (BANKER_STOOD, "Banker wins, 7 over 6", ""),
        (TIE_STOOD, "tie hand, 7 to 7", ""),
    ],
)
def test_at_an_ez_table_dragon_7_and_panda_8_are_called_too(book: Rulebook, shoe: str, call: str, name: str) -> None:
    """Maryland has no Panda 8, and nobody calls one there."""
    if book.id == "md-mini" and name == "Panda 8":
        name = ""
    table = at(book, shoe, ez=True).bet((1, "player", 100))
    assert table.play().call == (f"{call}, {name}" if name else call)


# ---------------------------------------------------------------- collected first


@proves("result.collect-first", **COLLECT)
def test_losing_wagers_are_collected_before_any_is_paid(book: Rulebook) -> None:
    table = at(book, PLAYER_STOOD)
    table.bet((1, "player", 100), (1, "tie", 10), (2, "banker", 100), (3, "player", 50), (3, "banker", 20))
    until_paying(table)
    table.must(do="perform", step="announce-result")
    assert table.lines() == [
        (3, "banker", "lose"),
        (2, "banker", "lose"),
        (1, "tie", "lose"),
        (3, "player", "win"),
        (1, "player", "win"),
    ]
    cited = section(COLLECT, book)
    assert table.due() == ["perform collect-losing"]
    for step in ("pay-seat", "clear-cards"):
        assert table.refused(do="perform", step=step).reason is Reason.STEP_NOT_DUE
    refusal = table.refused(do="perform", step="collect-losing", by="floor")
    assert (refusal.reason, refusal.section) == (Reason.WRONG_ROLE, cited)
    (collected,) = table.must(do="perform", step="collect-losing")
    assert isinstance(collected, StepPerformed)
    assert (collected.by, collected.section) == ("dealer", cited)
    assert table.due() == ["perform pay-seat"]


def test_where_nothing_is_lost_nothing_is_collected() -> None:
    table = until_paying(at("md-mini", PLAYER_STOOD).bet((1, "player", 100)))
    table.must(do="perform", step="announce-result")
    assert table.due() == ["perform pay-seat"]


# ---------------------------------------------------------------- paid downwards


@proves("result.pay-order", **PAY)
def test_winners_are_paid_from_the_highest_seat_down(book: Rulebook) -> None:
    highest = 14 if book.id == "ma-baccarat" else 6
    table = at(book, BANKER_STOOD, players=(1, 2, 4, highest))
    table.bet((1, "banker", 100), (4, "banker", 40), (2, "player", 10), (highest, "banker", 60))
    until_paying(table)
    table.must(do="perform", step="announce-result")
    table.must(do="perform", step="collect-losing")
    cited = section(PAY, book)
    for seat in (highest, 4, 1):
        assert table.refused(do="perform", step="clear-cards").reason is Reason.STEP_NOT_DUE
        for other in {1, 2, 4, highest} - {seat}:
            refusal = table.refused(do="perform", step="pay-seat", by="dealer", seat=other)
            assert (refusal.reason, refusal.section, refusal.detail) == (Reason.STEP_NOT_DUE, cited, {"seat": seat})
        (paid,) = table.must(do="perform", step="pay-seat", by="dealer", seat=seat)
        assert isinstance(paid, StepPerformed)
        assert (paid.seat, paid.section) == (seat, cited)
    assert table.due() == ["perform clear-cards"]
    assert [table.won(seat) for seat in (1, 2, 4, highest)] == [95_00, -10_00, 38_00, 57_00]


@proves("result.pay-order", **PAY)
def test_vigorish_is_taken_before_the_payment_and_at_the_big_table_after_it(book: Rulebook) -> None:
    table = at(book, BANKER_STOOD).bet((2, "banker", 100))
    settled = table.play()
    order = ["paid", "vigorish"] if book.id == "ma-baccarat" else ["vigorish", "paid"]
    moves = [(move.memo, move.debit, move.credit, move.cents) for move in settled.postings]
    first, *rest = moves
    assert first == ("returned", "felt/2/banker", "seat/2", 100_00)
    assert [memo for memo, *_ in rest] == order
    assert sorted(rest) == [("paid", "rack", "seat/2", 100_00), ("vigorish", "seat/2", "rack", 5_00)]
    assert settled.section == section(PAY, book)


def test_a_push_is_no_win_and_its_seat_is_not_paid() -> None:
    table = until_paying(at("ma-mini", TIE_STOOD).bet((1, "player", 100), (2, "tie", 10), (3, "banker", 50)))
    table.must(do="perform", step="announce-result")
    assert table.state.unpaid == (2,)
    assert [table.won(seat) for seat in (1, 2, 3)] == [0, 80_00, 0]
    assert [table.line(seat, key).verdict for seat, key in ((1, "player"), (2, "tie"), (3, "banker"))] == [
        "push",
        "win",
        "push",
    ]


def test_a_natural_tie_returns_the_dragon_bonus_and_pays_nobody() -> None:
    table = at("ma-mini", NATURAL_TIE, wagers__dragon_bonus_player={"paytable": "A"}).bet(
        (1, "dragon-bonus-player", 100)
    )
    until_paying(table)
    table.must(do="perform", step="announce-result")
    assert (table.line(1, "dragon-bonus-player").category, table.won(1)) == ("natural-tie", 0)
    assert table.due() == ["perform clear-cards"]


def test_vigorish_never_takes_more_than_a_stake_of_cents() -> None:
    changes: dict[str, Any] = {"limits__smallest_chip": 1, "limits__minimum": 1, "vigorish__rounding": "quarter"}
    table = at("ma-midi", BANKER_STOOD, deal__match_play=True, **changes)
    table.must(do="wager", seat=1, wager="banker", cents=10, coupon=10)
    table.must(do="wager", seat=2, wager="banker", cents=100_000_00 // 10)
    table.play()
    assert table.won(1) == 20 - 10
    assert table.won(2) == 10_000_00 - 500_00


# ---------------------------------------------------------------- the settlement


@proves("result.pay-order", **PAY)
def test_a_settlement_says_which_coup_who_won_and_where_each_wager_is_named(book: Rulebook) -> None:
    table = at(book, f"{PLAYER_STOOD} {BANKER_STOOD}").bet((1, "player", 100))
    table.play()
    table.auto(phase=Phase.BETTING)
    table.bet((1, "banker", 100), (2, "player", 50), (2, "tie", 10))
    settled = table.play()
    assert (settled.coup, settled.player, settled.banker, settled.winner) == (2, 6, 7, "banker")
    assert {line.wager: line.section for line in settled.lines} == {
        key: book.section(f"wager.{key}") for key in ("banker", "player", "tie")
    }
    assert [(line.stake, line.paid, line.vigorish, line.marked) for line in settled.lines] == [
        (50_00, 0, 0, 0),
        (10_00, 0, 0, 0),
        (100_00, 100_00, 5_00, 0),
    ]
    ended = table.last(CoupEnded)
    assert (ended.coup, ended.agenda) == (2, ())


def test_what_is_marked_is_not_collected_and_what_is_lost_goes_to_the_rack() -> None:
    table = at("ma-mini", BANKER_STOOD, vigorish__when="deferred").bet((1, "banker", 100), (2, "player", 40))
    settled = table.play()
    banker = table.line(1, "banker")
    assert (banker.paid, banker.vigorish, banker.marked) == (100_00, 0, 5_00_000)
    assert [(move.debit, move.credit, move.cents, move.memo) for move in settled.postings] == [
        ("felt/2/player", "rack", 40_00, "lost"),
        ("felt/1/banker", "seat/1", 100_00, "returned"),
        ("rack", "seat/1", 100_00, "paid"),
    ]


@pytest.mark.parametrize("rack, fill", [(80_00, None), (79_99, 1), (0, 80_00)])
def test_a_rack_that_cannot_pay_is_filled_before_anybody_is_paid(rack: int, fill: int | None) -> None:
    table = at("ma-mini", TIE_STOOD, players=[1]).bet((1, "tie", 10))
    table.state = replace(table.state, accounts=table.state.accounts | {"rack": rack})
    first, *rest = table.play().postings
    if fill is None:
        assert first.memo == "returned"
        return
    assert (first.debit, first.credit, first.cents, first.memo) == ("house", "rack", fill, "fill")
    assert [move.memo for move in rest] == ["returned", "paid"]


def test_what_the_rack_collects_first_it_may_pay_with() -> None:
    table = at("ma-mini", PLAYER_STOOD, players=[1, 2]).bet((1, "player", 100), (2, "banker", 100))
    table.state = replace(table.state, accounts=table.state.accounts | {"rack": 0})
    assert [move.memo for move in table.play().postings] == ["lost", "returned", "paid"]


ROYAL: dict[str, Any] = {path.replace(".", "__").replace("-", "_"): value for path, value in PROGRESSIVE.items()}


@proves("royal9.progressive.paytable/loses")
@proves("royal9.progressive.paytable", ma_midi="12(i) Table 1", ma_mini="12(i) Table 1")
def test_royal_9_is_read_with_each_seats_own_king_9_and_loses_without(book: Rulebook) -> None:
    """The Player's Hand is the King-9 of seat 1, a Heart there; to seats 2 and 3 it is any Royal 9, at 25 dollars."""
    table = at(book, "Ks Kd 9h 7c", **ROYAL)
    table.bet(*((seat, key, dollars) for seat in (1, 2, 3) for key, dollars in (("player", 100), ("royal-9", 5))))
    table.play()
    lines = [table.line(seat, "royal-9") for seat in (1, 2, 3)]
    assert [(line.category, line.verdict, line.stake) for line in lines] == [
        ("heart", "win", 5_00),
        ("royal-9", "win", 5_00),
        ("royal-9", "win", 5_00),
    ]
    assert [line.paid for line in lines[1:]] == [25_00, 25_00]
    assert [table.won(seat) for seat in (2, 3)] == [120_00, 120_00]
    lost = at(book, PLAYER_STOOD, **ROYAL).bet((1, "player", 100), (1, "royal-9", 5))
    lost.play()
    assert (lost.line(1, "royal-9").verdict, lost.won(1)) == ("lose", 95_00)


@pytest.mark.parametrize("name", documents())
def test_only_discards_that_must_show_each_hand_keep_its_cards(name: str) -> None:
    table = at(name, PLAYER_STOOD).bet((1, "player", 100))
    table.play()
    assert table.last(CoupEnded).kept == (("7c", "6d", "Kh", "Ks") if name == "ma-mini" else ())


# ---------------------------------------------------------------- cleared


@proves("result.discard", **DISCARD)
def test_the_cards_are_removed_to_the_discards_once_all_is_paid(book: Rulebook) -> None:
    table = until_paying(at(book, BOTH_THIRD).bet((1, "tie", 100)))
    for step in ("announce-result", "pay-seat"):
        assert table.refused(do="perform", step="clear-cards").reason is Reason.STEP_NOT_DUE
        table.must(do="perform", step=step)
    cited = section(DISCARD, book)
    refusal = table.refused(do="perform", step="clear-cards", by="player", who="p1")
    assert (refusal.reason, refusal.section, refusal.detail) == (Reason.WRONG_ROLE, cited, {"by": "dealer"})
    cleared, ended, *_ = table.must(do="perform", step="clear-cards")
    assert isinstance(cleared, StepPerformed)
    assert (cleared.by, cleared.section) == ("dealer", cited)
    assert isinstance(ended, CoupEnded)
    assert (ended.coup, ended.section) == (1, cited)
    assert ended.into == ("bucket" if book.id in ("ma-baccarat", "md-mini") else "rack")
    assert table.state.places == {}
    assert (table.state.coup, table.state.phase) == (2, Phase.BETTING)


@proves("result.discard", ma_mini="11(c)")
def test_in_the_rack_each_hand_can_be_reconstructed(book: Rulebook) -> None:
    table = at(book, BOTH_THIRD).bet((1, "tie", 100))
    table.play()
    assert table.last(CoupEnded).kept == ("2c", "Kd", "3h", "4s", "2d", "3c")


# ---------------------------------------------------------------- any stakes at any table

BONUS = {"paytable": "A"}
KINDS: dict[str, dict[str, Any]] = {
    "exact": {},
    "quarter": {"vigorish__rounding": "quarter", "limits__smallest_chip": 5},
    "dropped": {"limits__smallest_chip": 5},
    "deferred": {"vigorish__when": "deferred", "vigorish__rounding": "quarter", "limits__smallest_chip": 5},
    "ez": {"ez": True},
}
MARGINS = {9: 30, 8: 10, 7: 6, 6: 4, 5: 2, 4: 1}  # paytable A, to one


def flat(key: str, cards: list[Card], tie: int = 8) -> Fraction | None:
    """What one unit wins, written from the documents; nothing for a push, -1 for a loss."""
    values = [min(card.rank, 10) % 10 for card in cards]
    player, banker = (values[0] + values[2]) % 10, (values[1] + values[3]) % 10
    natural = max(player, banker) >= 8
    third = last = None
    rest = iter(values[4:])
    if not natural:
        third = next(rest) if player <= 5 else None
        table = {3: "012345679", 4: "234567", 5: "4567", 6: "67"}
        draws = banker <= 5 if third is None else banker <= 2 or str(third) in table.get(banker, "")
        last = next(rest) if draws else None
    first = {"player": player, "banker": banker}
    count = {"player": (player + (third or 0)) % 10, "banker": (banker + (last or 0)) % 10}
    lead = count["player"] - count["banker"]
    dragon = last is not None and count["banker"] == 7 and lead < 0
    panda = third is not None and count["player"] == 8 and lead > 0
    if key == "tie":
        return Fraction(tie if lead == 0 else -1)
    if key == "player":
        return None if lead == 0 else Fraction(1 if lead > 0 else -1)
    if key in ("banker", "ez-banker"):
        pushes = lead == 0 or (key == "ez-banker" and dragon)
        return None if pushes else Fraction(1 if lead < 0 else -1)
    if key in ("dragon-7", "panda-8"):
        return Fraction((40 if dragon else -1) if key == "dragon-7" else 25 if panda else -1)
    hand = key.removeprefix("dragon-bonus-")
    other = "banker" if hand == "player" else "player"
    if first[hand] >= 8:
        return None if first[other] == first[hand] else Fraction(-1 if first[other] > first[hand] else 1)
    if first[other] >= 8:
        return Fraction(-1)
    return Fraction(MARGINS.get(count[hand] - count[other], -1))


def pairs_pay(cards: list[Card]) -> int:
    """House Money, to one."""
    pairs = (cards[0].rank == cards[2].rank) + (cards[1].rank == cards[3].rank)
    return {0: -1, 1: 3, 2: 15}[pairs]


@settings(max_examples=120, deadline=None)
@given(data=st.data(), book=st.sampled_from(documents()), kind=st.sampled_from(sorted(KINDS)))
def test_any_stakes_settle_to_the_cent_with_money_conserved_and_the_felt_empty(
    data: st.DataObject, book: str, kind: str
) -> None:
    cards = data.draw(st.lists(st.integers(0, 51).map(Card), min_size=6, max_size=6), label="cards")
    highest = 14 if book == "ma-baccarat" else 6
    seats = sorted(data.draw(st.sets(st.integers(1, highest), min_size=1, max_size=4), label="seats"))
    table = any_table(book, kind, cards, seats)
    stakes = data.draw(any_stakes(table, seats), label="stakes")
    for (seat, key), cents in stakes.items():
        table.must(do="wager", seat=seat, wager=key, cents=cents)
    rides = ridden(table, data)
    assert all(cents == pairs_pay(cards) * stakes[seat, "house-money"] for (seat, _), cents in rides.items())
    won, marks = recomputed(cards, stakes, rides, kind)
    table.play()
    assert {seat: table.won(seat) for seat in seats} == {seat: won.get(seat, 0) for seat in seats}
    assert {seat: Fraction(owed, 1000) for seat, owed in table.state.owed.items()} == marks
    for seat, mark in marks.items():
        table.must(do="collect-vigorish", seat=seat)
        assert table.won(seat) == won[seat] - rounded(mark, quarter=True)
    assert sum(table.state.accounts.values()) == 0
    assert not [account for account in table.state.accounts if account.startswith("felt/")]
    assert all(cents > 0 for account, cents in table.state.accounts.items() if account != "house")


def any_table(book: str, kind: str, cards: list[Card], seats: list[int]) -> Table:
    changes = KINDS[kind] | {"wagers__dragon_bonus_player": BONUS, "wagers__dragon_bonus_banker": BONUS}
    if book != "md-mini":
        changes |= {"wagers__house_money": {}}
    return at(book, " ".join(map(str, cards)), seats, **changes)


Stakes = dict[tuple[int, str], int]


def any_stakes(table: Table, seats: list[int]) -> st.SearchStrategy[Stakes]:
    chip = table.rules.smallest_chip
    amounts = st.integers(500 // chip, 200_000 // chip).map(lambda number: number * chip)
    keys = st.tuples(st.sampled_from(seats), st.sampled_from([wager.key for wager in table.rules.wagers]))
    return st.dictionaries(keys, amounts, min_size=1, max_size=12)


def ridden(table: Table, data: st.DataObject) -> Stakes:
    """What of House Money rides, as the players choose; one who cannot have it ride takes it."""
    while table.state.phase is not Phase.HOUSE_MONEY and not table.state.settled:
        table.step()
    while table.state.phase is Phase.HOUSE_MONEY:
        seat = next(act.seat for act in table.expected() if act.do == "house-money" and act.by == "dealer")
        table.do(do="house-money", seat=seat, choice=data.draw(st.sampled_from(["take", "player", "banker"])))
        table.must(do="house-money", seat=seat, by="dealer", who="dealer")
    return {(event.seat, event.on): event.rides for event in table.all(HouseMoneySettled) if event.rides}


def recomputed(
    cards: list[Card], stakes: Stakes, rides: Stakes, kind: str
) -> tuple[dict[int, int], dict[int, Fraction]]:
    """What each seat has won, and what its marker says."""
    won: dict[int, int] = {}
    marks: dict[int, Fraction] = {}
    for (seat, key), cents in stakes.items():
        if key == "house-money":
            gain = pairs_pay(cards) * cents
        else:
            pays = flat(key, cards)
            gain = 0 if pays is None else int(pays * (cents + rides.get((seat, key), 0)))
        won[seat] = won.get(seat, 0) + gain
        if key == "banker" and gain > 0 and kind == "deferred":
            marks[seat] = Fraction(gain, 20)
        elif key == "banker" and gain > 0:
            won[seat] -= rounded(Fraction(gain, 20), quarter=kind == "quarter")
    return won, marks


def rounded(amount: Fraction, quarter: bool) -> int:
    return ceil(amount / 25) * 25 if quarter else int(amount)


def test_tables_that_pay_otherwise_do_not_get_each_others_payments() -> None:
    """What becomes of a stake is kept for the rules of one table."""
    stakes = (1, "banker", 100), (2, "player", 40)
    at_once = at("ma-mini", BANKER_STOOD, vigorish__when="with-payout").bet(*stakes)
    marked = at("ma-mini", BANKER_STOOD, vigorish__when="deferred").bet(*stakes)
    for table in (at_once, marked):
        table.play()
    assert at_once.line(1, "banker").vigorish == 5_00
    assert marked.line(1, "banker").vigorish == 0
