"""The end of a round at a table whose Royal 9 feeds meters: stakes go on, awards come, and nothing is taken back."""

from typing import Any

import pytest

from punto.core.posting import HOUSE, Posting
from punto.law.rulebook import Rulebook, load
from punto.table.commands import Reason
from punto.table.events import AwardPaid, CoupEnded, RoyalStakesTaken, SettlementReversed, StepPerformed
from punto.table.phases import Phase
from tests.law.submitting import royal, rules
from tests.progressive.installed import MUST_HIT
from tests.proofs import proves
from tests.table.harness import BANKER_NATURAL, Table

METERS = "progressive/royal-9"


def table(book: Rulebook, changes: Any, shoe: str = BANKER_NATURAL, *, name: str = "royal-9") -> Table:
    found = Table(rules(book, changes), shoe, (1, 2, 3), (), progressive=name).ready()
    return found.bet((1, "player", 100), (1, "royal-9", 5), (3, "banker", 100), (3, "royal-9", 5))


@pytest.mark.parametrize("name", ["ma-baccarat", "ma-midi", "ma-midi-multilevel", "ma-mini"])
def test_the_stakes_go_to_the_meters_when_the_coup_ends(name: str) -> None:
    there = table(load(name), royal(load(name)))
    there.play()
    assert there.last(RoyalStakesTaken).seats == (1, 3)
    assert there.last(CoupEnded).postings == (Posting(METERS, HOUSE, 10_00, "to the meters"),)
    assert METERS not in there.state.accounts
    assert sum(there.state.accounts.values()) == 0


def test_at_a_table_without_meters_they_stay() -> None:
    there = table(load("ma-mini"), royal(load("ma-mini")), name="")
    there.play()
    assert (there.last(CoupEnded).postings, there.state.accounts[METERS]) == ((), 10_00)


@proves("royal9.must-hit", ma_midi="12(j)", ma_mini="12(j)")
def test_the_dealer_ends_the_round_after_paying_and_before_the_cards_go(book: Rulebook) -> None:
    there = table(book, MUST_HIT, "4d 9s 4c Ah")  # 8 over 0, no Royal 9
    there.auto(until="pay-seat")
    assert there.due() == ["perform end-round"]
    assert there.refused(do="perform", step="clear-cards").reason is Reason.STEP_NOT_DUE
    assert there.refused(do="perform", by="floor", step="end-round").reason is Reason.WRONG_ROLE
    there.must(do="perform", step="end-round")
    step = there.last(StepPerformed)
    assert (step.ceremony, step.by, step.section, step.ends) == ("must-hit", "dealer", "12(j)", True)
    assert there.due() == ["perform clear-cards"]
    there.must(do="perform", step="clear-cards")
    assert there.phase() is Phase.BETTING
    assert METERS not in there.state.accounts


@proves("royal9.must-hit", ma_midi="12(j)", ma_mini="12(j)")
def test_there_is_no_round_to_end_where_nobody_made_the_wager(book: Rulebook) -> None:
    there = (
        Table(rules(book, MUST_HIT), BANKER_NATURAL, (1,), (), progressive="royal-9").ready().bet((1, "player", 100))
    )
    there.play()
    assert "end-round" not in [step.step for step in there.all(StepPerformed)]
    assert there.last(CoupEnded).postings == ()


@proves("royal9.must-hit", ma_midi="12(j)", ma_mini="12(j)")
def test_a_card_is_put_right_before_the_round_ends_and_not_after(book: Rulebook) -> None:
    there = table(book, MUST_HIT, "Kc 9d 7h Ks")
    there.auto(until="announce-result")
    correct = {"do": "correct", "by": "floor", "place": "P2", "card": "6h", "why": "read wrongly"}
    there.must(**correct)
    there.auto(until="end-round")
    refusal = there.refused(**correct | {"card": "7h"})
    assert (refusal.reason, refusal.section) == (Reason.WRONG_PHASE, "12(j)")
    assert refusal.detail == {"phase": "paying", "after": "end-round"}


# ---------------------------------------------------------------- awards


def award(there: Table, seat: int, cents: int) -> AwardPaid:
    postings = (Posting(HOUSE, f"seat/{seat}", cents, "star award"),)
    return AwardPaid(
        coup=there.state.coup, seat=seat, category="star", meter="star", run=1, cents=cents, postings=postings
    )


def test_an_award_goes_back_with_the_settlement() -> None:
    there = table(load("ma-mini"), royal(load("ma-mini")))
    there.auto(until="announce-result")
    before = there.state.accounts
    there._take([award(there, 3, 700_00)])
    assert there.chips(3) == before["seat/3"] + 700_00
    there.must(do="correct", by="floor", place="P2", card="6h", why="read wrongly")
    assert Posting("seat/3", HOUSE, 700_00, "star award reversed") in there.last(SettlementReversed).postings
    assert there.state.settlement == ()
    there.auto(until="announce-result")
    assert there.state.accounts == before


def test_a_winner_cannot_leave_with_an_award_that_may_be_taken_back() -> None:
    there = table(load("ma-mini"), royal(load("ma-mini")))
    there.auto(until="announce-result")
    there._take([award(there, 3, 700_00)])
    assert there.refused(do="leave", seat=3).reason is Reason.WAGERS_STAND
    there.auto(until="clear-cards")
    there.must(do="leave", seat=3)


@pytest.mark.parametrize("name", ["", "royal-9"])
def test_the_table_says_which_meters_it_feeds(name: str) -> None:
    assert table(load("ma-mini"), royal(load("ma-mini")), name=name).state.progressive == name
