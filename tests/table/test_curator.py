"""The curator: who is offered the shoe, who deals for a player, and when it passes on."""

import pytest

from punto.core.cards import Card, cards
from punto.law.rulebook import Rulebook
from punto.table import Reason, Refusal
from punto.table.events import CoupEnded, StepPerformed
from punto.table.phases import Phase
from tests.proofs import proves
from tests.table.harness import (
    BANKER_STOOD,
    BOTH_THIRD,
    DRAGON_7,
    PLAYER_STOOD,
    TIE_STOOD,
    Table,
    brought,
    reworded,
    rules_under,
    squeezed,
)

OFFER = proves("curator.offer", ma_baccarat="7(b)-(c)")
DEALER = proves("curator.dealer", ma_baccarat="7(d)")
PASSES = proves("curator.passes", ma_baccarat="14(a)")
NEXT = proves("curator.next", ma_baccarat="14(b)")


def offered(*coups: str, players: tuple[int, ...] = (2, 5, 9), ez: bool = False) -> Table:
    """The shoe about to be offered."""
    order: list[Card] = list(cards(" ".join(coups)))
    return Table(rules_under("ma-baccarat", ez=ez), order, players, agenda=("cut", "curator")).until_offered().forget()


def held(*coups: str, players: tuple[int, ...] = (2, 5, 9), ez: bool = False) -> Table:
    """The shoe in the first player's hands, later events to be seen."""
    return offered(*coups, players=players, ez=ez).perform("offer-shoe", "accept-shoe").forget()


def refused_by_all(table: Table, offer: str = "offer-next", decline: str = "decline-next") -> list[int]:
    while f"perform {offer}" in table.due():
        table.perform(offer, decline)
    return table.offers()


# ---------------------------------------------------------------- a new shoe


@proves("curator.offer/first")
@OFFER
def test_a_new_shoe_is_offered_to_seat_one_and_on_counterclockwise(book: Rulebook) -> None:
    assert refused_by_all(offered(players=(1, 2, 14)), "offer-shoe", "decline-shoe") == [1, 2, 14]
    assert refused_by_all(offered(players=(5, 2, 9)), "offer-shoe", "decline-shoe") == [2, 5, 9]


@proves("curator.offer/accepted")
@OFFER
def test_whoever_accepts_is_the_curator_and_deals(book: Rulebook) -> None:
    table = offered(PLAYER_STOOD)
    table.not_now("accept-shoe", "7(b)-(c)", by="player", who="p2")
    refusal = table.refused(do="perform", step="offer-shoe", by="dealer", seat=5)
    assert (refusal.reason, refusal.section, refusal.detail) == (Reason.STEP_NOT_DUE, "7(b)-(c)", {"seat": 2})
    assert table.refused(do="perform", step="offer-shoe", by="floor").reason is Reason.WRONG_ROLE
    table.perform("offer-shoe", "decline-shoe", "offer-shoe")
    assert table.refused(do="perform", step="accept-shoe", by="player", who="p2").reason is Reason.NOT_YOUR_SEAT
    table.perform("accept-shoe")
    assert (table.state.curator, table.state.phase) == (5, Phase.BETTING)
    table.bet((2, "player", 100)).close()
    refusal = table.refused(do="deal", place="P1")
    assert (refusal.reason, refusal.detail) == (Reason.WRONG_ROLE, {"by": "curator"})
    assert table.refused(do="deal", place="P1", by="curator", who="p2").reason is Reason.NOT_YOUR_SEAT
    table.must(do="deal", place="P1", by="curator", who="p5")
    steps = [("offer-shoe", "dealer"), ("decline-shoe", "player"), ("accept-shoe", "player")]
    assert brought(book, "curator.offer") == steps


# ---------------------------------------------------------------- the dealer as curator


@proves("curator.dealer/named")
@DEALER
def test_the_dealer_acts_for_a_player_who_names_him(book: Rulebook) -> None:
    """And passes it, when the Banker's Hand loses, to that player's right (reading 9)."""
    table = offered(PLAYER_STOOD).perform("offer-shoe", "decline-shoe", "offer-shoe")
    assert table.refused(do="perform", step="name-dealer", by="dealer").reason is Reason.WRONG_ROLE
    table.perform("name-dealer").forget()
    assert (table.state.curator, table.state.phase) == (0, Phase.BETTING)
    table.coup((2, "player", 100))
    assert table.all(StepPerformed)[0].by == "dealer"
    assert refused_by_all(table) == [9, 2]
    assert brought(book, "curator.dealer") == [("name-dealer", "player"), ("keep-shoe", "dealer")]


@proves("curator.dealer/nobody")
@DEALER
def test_the_dealer_keeps_the_shoe_when_nobody_accepts(book: Rulebook) -> None:
    """And offers it anew from seat one when it is to pass (reading 9)."""
    table = offered(PLAYER_STOOD).perform("offer-shoe")
    table.not_now("keep-shoe", "7(d)")
    table.perform("decline-shoe")
    refused_by_all(table, "offer-shoe", "decline-shoe")
    assert table.due() == ["perform keep-shoe"]
    table.perform("keep-shoe").forget()
    assert table.state.curator == 0
    table.coup((2, "player", 100))
    assert refused_by_all(table) == [2, 5, 9]


@DEALER
def test_a_player_whom_the_shoe_is_passed_to_may_name_the_dealer_too(book: Rulebook) -> None:
    table = held(PLAYER_STOOD, PLAYER_STOOD).coup((2, "player", 100)).perform("offer-next", "name-dealer")
    assert table.state.curator == 0
    table.forget().coup((2, "player", 100))
    assert refused_by_all(table) == [9, 2]


def test_with_nobody_at_the_table_the_dealer_keeps_the_shoe() -> None:
    table = offered(players=())
    assert table.due() == ["perform keep-shoe"]


# ---------------------------------------------------------------- passing it on


@proves("curator.passes/may-pass")
@PASSES
def test_the_curator_may_pass_the_shoe_after_any_round(book: Rulebook) -> None:
    table = held(BANKER_STOOD, TIE_STOOD)
    table.not_now("pass-shoe", "14(a)", by="curator")  # no round has been dealt yet
    for _ in range(2):
        table.bet((2, "banker", 100)).auto(phase=Phase.DEALING)
        table.not_now("pass-shoe", "14(a)", by="curator")
        table.auto(until="clear-cards")
    refusal = table.refused(do="perform", step="pass-shoe", by="curator", who="p5")
    assert (refusal.reason, refusal.detail) == (Reason.NOT_YOUR_SEAT, {"seat": 2})
    table.perform("pass-shoe")
    assert (table.last(StepPerformed).section, table.last(StepPerformed).ceremony) == ("14(a)", "curator-next")
    assert table.due() == ["perform offer-next"]
    assert brought(book, "curator.passes") == [("pass-shoe", "curator"), ("order-pass", "dealer")]


@proves("curator.passes/must-pass")
@PASSES
@pytest.mark.parametrize("coup, passes", [(PLAYER_STOOD, True), (BANKER_STOOD, False), (TIE_STOOD, False)])
def test_the_shoe_passes_when_the_bankers_hand_loses(book: Rulebook, coup: str, passes: bool) -> None:
    """A tie is no loss (reading 9)."""
    table = held(coup).coup((5, "player", 100))
    assert table.state.phase is (Phase.PREPARING if passes else Phase.BETTING)
    assert table.last(CoupEnded).agenda == (("curator-next",) if passes else ())
    assert table.last(CoupEnded).section == ("14(a)" if passes else "12(c)")
    if passes:
        refusal = table.refused(do="wager", seat=2, wager="player", cents=10_000)
        assert (refusal.reason, refusal.section) == (Reason.WRONG_PHASE, "14(b)")
    else:
        assert table.state.curator == 2


@proves("curator.passes/who-orders", "curator.passes/delay", "curator.passes/invalid-deals")
@PASSES
def test_the_dealer_or_the_floor_may_order_it_for_delay_or_invalid_deals(book: Rulebook) -> None:
    for by, why in (("dealer", "delay"), ("floor", "invalid-deals"), ("dealer", "invalid-deals"), ("floor", "delay")):
        table = held(BANKER_STOOD)
        for reason in ("", "dislike"):
            refusal = table.refused(do="perform", step="order-pass", by=by, why=reason)
            assert (refusal.reason, refusal.section) == (Reason.NOT_ALLOWED_HERE, "14(a)")
            assert refusal.detail == {"for": "delay, invalid-deals"}
        assert (
            table.refused(do="perform", step="order-pass", by="player", who="p5", why=why).reason is Reason.WRONG_ROLE
        )
        table.must(do="perform", step="order-pass", by=by, why=why)
        step = table.last(StepPerformed)
        assert (step.by, step.why, step.seat, step.section) == (by, why, 2, "14(a)")
        assert refused_by_all(table) == [5, 9]


# ---------------------------------------------------------------- in the middle of a coup


def dealing(*coups: str, cards_dealt: int = 1, squeeze: bool = False) -> Table:
    """A curator at seat 2 who has dealt so many cards of a coup."""
    rules = rules_under("ma-baccarat", **(squeezed("ma-baccarat") if squeeze else {}))
    table = Table(rules, list(cards(" ".join(coups))), (2, 5, 9), agenda=("cut", "curator")).until_offered()
    table.perform("offer-shoe", "accept-shoe").bet((5, "player", 100), (9, "banker", 100)).until(Phase.DEALING)
    while len(table.state.places) < cards_dealt:
        table.step()
    return table.forget()


@proves("curator.passes/delay")
@PASSES
@pytest.mark.parametrize("dealt", range(4))
@pytest.mark.parametrize("by", ["dealer", "floor"])
def test_a_curator_who_stalls_in_the_middle_of_a_deal_is_ordered_to_pass(book: Rulebook, by: str, dealt: int) -> None:
    table = dealing(BANKER_STOOD, cards_dealt=dealt)
    refusal = table.refused(do="perform", step="order-pass", by=by, why="luck")
    assert (refusal.reason, refusal.section) == (Reason.NOT_ALLOWED_HERE, "14(a)")
    table.must(do="perform", step="order-pass", by=by, why="delay")
    place = ("P1", "B1", "P2", "B2")[dealt]
    assert table.due() == ["perform offer-next"]
    assert isinstance(table.do(do="deal", place=place, by="curator", who="p2"), Refusal)
    table.perform("offer-next", "decline-next", "offer-next", "accept-next")
    assert (table.offers(), table.state.curator, table.state.phase) == ([5, 9], 9, Phase.DEALING)
    assert table.refused(do="deal", place=place, by="curator", who="p2").reason is Reason.NOT_YOUR_SEAT
    assert table.due() == [f"deal {place}"]
    table.auto(until="clear-cards")
    assert (table.state.phase, table.state.coup, table.state.curator) == (Phase.BETTING, 2, 9)


@PASSES
def test_nobody_else_takes_it_and_the_dealer_completes_the_coup(book: Rulebook) -> None:
    table = dealing(BANKER_STOOD)
    table.must(do="perform", step="order-pass", by="floor", why="invalid-deals")
    assert refused_by_all(table) == [5, 9]
    table.perform("keep-shoe")
    table.must(do="deal", place="B1", by="dealer")
    assert (table.state.curator, table.state.agenda) == (0, ())


@PASSES
def test_if_the_bankers_hand_then_loses_its_present_holder_passes_it(book: Rulebook) -> None:
    table = dealing(PLAYER_STOOD)
    table.must(do="perform", step="order-pass", by="dealer", why="delay")
    table.perform("offer-next", "accept-next").auto(until="clear-cards")
    assert (table.state.curator, table.state.passed_by) == (5, 5)
    assert refused_by_all(table.forget()) == [9, 2]


@PASSES
@pytest.mark.parametrize("squeeze", [False, True])
def test_the_coup_goes_on_where_it_stopped(book: Rulebook, squeeze: bool) -> None:
    """Before the Banker's Hand is tucked under the shoe, and before either third card."""
    table = dealing(BOTH_THIRD, cards_dealt=4 if squeeze else 1, squeeze=squeeze)
    stalled = [Phase.TURNING] * squeeze
    while not table.at(Phase.PAYING):
        due = [act for act in table.expected() if act.must and act.by == "curator"]
        if due and table.state.curator == 2:
            stalled.append(table.state.phase)
            done = table.state.done
            table.must(do="perform", step="order-pass", by="dealer", why="delay")
            table.perform("offer-next", "accept-next")
            assert table.state.done == done
            assert [str(act) for act in table.expected() if act.must and act.by == "curator"] == [str(due[0])]
        table.step()
    assert (len(table.state.places), table.state.curator, bool(stalled)) == (6, 5, True)


@PASSES
def test_a_third_card_may_be_the_one_that_is_waited_for(book: Rulebook) -> None:
    table = dealing(BOTH_THIRD).until(Phase.DRAWING).perform("instruct")
    table.must(do="perform", step="order-pass", by="floor", why="delay")
    table.perform("offer-next", "accept-next")
    assert (table.state.curator, table.due()) == (5, ["deal P3"])
    table.auto(until="clear-cards")


def test_a_player_who_is_offered_it_may_leave_and_an_order_is_given_once() -> None:
    table = dealing(BANKER_STOOD)
    table.must(do="perform", step="order-pass", by="dealer", why="delay")
    table.not_now("order-pass", "14(a)", why="delay")
    table.not_now("pass-shoe", "14(a)", by="curator")
    table.perform("offer-next", "decline-next", "offer-next")
    table.must(do="leave", seat=2)
    assert (table.state.vacant, table.due()) == (
        True,
        ["perform accept-next", "perform decline-next", "perform name-dealer"],
    )
    table.perform("accept-next")
    assert (table.state.curator, table.state.vacant) == (9, False)


def test_a_card_in_error_is_remedied_before_the_shoe_goes_on() -> None:
    table = dealing(BANKER_STOOD, BANKER_STOOD)
    table.must(do="perform", step="order-pass", by="dealer", why="invalid-deals")
    table.errs().perform("carry-card")
    assert table.due() == ["perform offer-next"]
    table.perform("offer-next", "accept-next").auto(until="clear-cards")


def test_a_log_without_the_term_has_the_order_between_coups_only() -> None:
    now = 'ordered-during = "round"    # at once: the next holder completes it\n'
    table = dealing(BANKER_STOOD)
    table.rules = reworded(table.rules, (now, ""))
    table.not_now("order-pass", "14(a)", why="delay")


def test_a_dragon_7_is_a_win_of_the_bankers_hand() -> None:
    table = held(DRAGON_7, ez=True).coup((2, "ez-banker", 100))
    assert (table.state.phase, table.state.curator) == (Phase.BETTING, 2)


def test_a_dealer_who_holds_the_shoe_may_pass_it_and_cannot_be_ordered_to() -> None:
    table = offered(BANKER_STOOD).perform("offer-shoe", "name-dealer").forget()
    table.not_now("order-pass", "14(a)", why="delay")
    table.coup((2, "banker", 100)).perform("pass-shoe")
    assert refused_by_all(table) == [5, 9]


def test_the_shoe_does_not_pass_after_its_last_hand() -> None:
    table = held(PLAYER_STOOD, PLAYER_STOOD).last_hand(5)
    assert (table.state.shoe, table.state.agenda[0], table.state.agenda[-1]) == (2, "closing", "curator")


# ---------------------------------------------------------------- to whom


@proves("curator.next/accepted")
@NEXT
def test_it_goes_to_the_right_and_on_and_not_to_who_has_just_had_it(book: Rulebook) -> None:
    table = held(PLAYER_STOOD, PLAYER_STOOD, players=(2, 5, 9, 14)).coup((2, "player", 100))
    table.not_now("accept-next", "14(b)", by="player", who="p5")
    assert refused_by_all(table) == [5, 9, 14]
    assert table.due() == ["perform keep-shoe"]
    table.perform("keep-shoe")
    assert table.state.curator == 0


@NEXT
def test_past_the_dealer_it_goes_on_at_seat_one(book: Rulebook) -> None:
    table = held(PLAYER_STOOD, PLAYER_STOOD, PLAYER_STOOD, players=(2, 5, 9))
    for holder, asked in ((5, [5]), (9, [9]), (5, [2, 5])):
        table.forget().coup((2, "player", 100))
        while "perform offer-next" in table.due():
            table.perform("offer-next")
            table.perform("accept-next" if table.offers()[-1] == holder else "decline-next")
        assert (table.offers(), table.state.curator, table.state.phase) == (asked, holder, Phase.BETTING)
    steps = [("offer-next", "dealer"), ("decline-next", "player"), ("accept-next", "player")]
    assert brought(book, "curator.next") == steps
    assert {event.section for event in table.all(StepPerformed) if event.step.endswith("-next")} == {"14(b)"}


# ---------------------------------------------------------------- leaving


def test_a_curator_who_leaves_between_coups_gives_up_the_shoe() -> None:
    table = held(PLAYER_STOOD, players=(2, 5, 9))
    table.bet((5, "player", 100))
    table.must(do="leave", seat=2)
    assert (table.state.phase, table.state.curator) == (Phase.PREPARING, 0)
    table.perform("offer-next", "accept-next")
    assert (table.state.curator, table.state.phase, table.state.vacant) == (5, Phase.BETTING, False)
    assert table.state.accounts["felt/5/player"] == 10_000


def test_for_a_curator_who_leaves_in_a_coup_the_dealer_deals_it_to_its_end() -> None:
    table = held(BANKER_STOOD, players=(2, 5, 9)).bet((5, "player", 100))
    table.auto(phase=Phase.DEALING)
    table.step()
    table.must(do="leave", seat=2)
    assert table.due() == ["deal B1"]
    assert [act.by for act in table.expected() if act.must] == ["dealer"]
    table.auto(until="clear-cards")
    assert table.state.agenda == ("curator-next",)
    assert refused_by_all(table) == [5, 9]


def test_whoever_leaves_when_offered_the_shoe_has_declined_it() -> None:
    table = offered().perform("offer-shoe")
    table.must(do="leave", seat=2)
    table.perform("offer-shoe", "accept-shoe")
    assert table.state.curator == 5


def test_a_curator_needs_no_wager() -> None:
    table = held(BANKER_STOOD).coup((9, "banker", 100))
    assert table.state.curator == 2


@pytest.mark.parametrize("name", ["ma-midi", "ma-midi-multilevel", "ma-mini", "md-mini"])
def test_elsewhere_the_dealer_deals_and_no_shoe_is_offered(name: str) -> None:
    rules = rules_under(name)
    assert not rules.curator
    assert not any(key.startswith("curator.") for key in rules.rulebook.provisions)
