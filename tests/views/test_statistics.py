"""Statistics: each figure by hand in a case of its own, and all of them against other routes in whole sessions."""

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import accumulate, pairwise
from math import sqrt
from typing import Any

import msgspec
import pytest

from punto.audit import Audit, load
from punto.core.cards import Composition, cards
from punto.core.posting import HOUSE, Posting
from punto.odds import Known, sheet
from punto.rules.house_rules import HouseRules
from punto.table.events import AnyEvent, CoupSettled, SettlementReversed, VerbalEnded
from punto.table.phases import Phase
from punto.verification.log_checks import terms_of
from punto.views.figures import Figures, course, document, rounds_per_hour
from punto.views.history import LoggedEvent, history
from punto.views.statistics import Statistics, statistics
from punto.views.theory import Stake, Theory
from tests.game.test_random_sessions import SUBMISSIONS, Crowd, happened
from tests.table.harness import (
    BANKER_STOOD,
    DRAGON_7,
    PANDA_8,
    PLAYER_STOOD,
    TIE_STOOD,
    Table,
    at,
    coups,
    ready,
    rules_of,
    rules_under,
)
from tests.table.test_corrections import correct, open_on_the_table
from tests.table.test_house_money import early, settle, table_with
from tests.table.test_irregularities import running_short
from tests.views import evening


def told(table: Table, start: int = 0) -> list[LoggedEvent]:
    """A table's events, one a second."""
    return [LoggedEvent(n, start + n * 1000, "dealer", "d1", event) for n, event in enumerate(table.events, 1)]


def of(table: Table) -> Statistics:
    return statistics(table.rules, told(table))


def odds(rules: HouseRules) -> Any:
    rate = rules.vigorish.rate if rules.vigorish else Fraction(0)
    return sheet(Composition.decks(rules.shoe.decks), rules.wagers, rate=rate, portion=rules.house_money_portion)


# ---------------------------------------------------------------- one coup by hand


def played(book: str, shoe: str, *wagers: tuple[int, str, int], **changes: Any) -> Table:
    table = at(book, shoe, **changes).bet(*wagers)
    table.play()
    return table


def test_handle_drop_win_and_hold() -> None:
    """Seat 1 loses $100 on Banker, seat 2 wins $70 on Player: the house wins $30 of $170, three players bought in."""
    found = of(played("md-mini", PLAYER_STOOD, (1, "banker", 100), (2, "player", 70)))
    figures = Figures.of(found.table, found.theory)
    assert (found.table.wagers, found.table.handle, found.table.win) == (2, 170_00, 30_00)
    assert found.table.drop == 300_000_00
    assert (figures.hold_of_drop, figures.hold_of_handle) == (Fraction(30, 300_000), Fraction(30, 170))
    assert (found.by_seat[1].win, found.by_seat[2].win) == (100_00, -70_00)
    assert (found.by_wager["banker"].win, found.by_wager["player"].win) == (100_00, -70_00)
    assert (found.by_seat[3].drop, found.by_seat[3].handle) == (100_000_00, 0)
    assert found.outcomes == {"player": 1}
    assert found.rounds == {"wagered": 1}


def test_theoretical_win_is_edge_times_handle_exactly() -> None:
    found = of(played("md-mini", PLAYER_STOOD, (1, "banker", 100), (2, "player", 70)))
    figures = Figures.of(found.table, found.theory)
    banker = Fraction(114753351728, 10847218479825)  # of the documents' five percent, eight decks
    player = odds(found.rules)["player"].edge
    assert figures.theoretical == 100_00 * banker + 70_00 * player
    assert figures.edge == figures.theoretical / 170_00


def test_wagers_of_one_coup_are_not_independent() -> None:
    """$100 on Banker and $70 on Player: 100² var(B) + 70² var(P) + 2 · 100 · 70 cov(B, P)."""
    found = of(played("md-mini", PLAYER_STOOD, (1, "banker", 100), (2, "player", 70)))
    figures, exact = Figures.of(found.table, found.theory), odds(found.rules)
    due = (
        100_00**2 * exact["banker"].variance
        + 70_00**2 * exact["player"].variance
        + 2 * 100_00 * 70_00 * exact.covariance("banker", "player")
    )
    assert figures.variance == due
    assert figures.deviations == pytest.approx(float(30_00 - figures.theoretical) / sqrt(due))


def test_two_seats_on_one_wager_win_and_lose_together() -> None:
    found = of(played("md-mini", PLAYER_STOOD, (1, "player", 50), (2, "player", 50)))
    variance = odds(found.rules)["player"].variance
    assert Figures.of(found.table, found.theory).variance == 100_00**2 * variance
    assert Figures.of(found.by_seat[1], found.theory).variance == 50_00**2 * variance


def test_two_coups_are_reckoned_one_by_one() -> None:
    table = ready("md-mini", coups(3)).coup((1, "player", 50)).coup((1, "player", 50))
    found = of(table)
    assert Figures.of(found.table, found.theory).variance == 2 * 50_00**2 * odds(found.rules)["player"].variance


def test_a_tie_is_handle_and_no_win() -> None:
    found = of(played("md-mini", TIE_STOOD, (1, "banker", 100)))
    assert (found.table.handle, found.table.win, found.outcomes["tie"]) == (100_00, 0, 1)


def test_vigorish_with_the_payout_is_won_at_once() -> None:
    found = of(played("md-mini", BANKER_STOOD, (1, "banker", 100)))
    assert (found.table.win, found.table.vigorish, found.table.owed) == (-95_00, 5_00, 0)


# ---------------------------------------------------------------- markers


def marked(*, leave: bool) -> Table:
    """$140 on Banker wins, and $7 are marked; they are taken up when the player leaves."""
    table = ready("md-mini", coups(2, BANKER_STOOD), vigorish__when="deferred", vigorish__rounding="quarter")
    table.coup((1, "banker", 140))
    if leave:
        table.must(do="leave", seat=1)
    return table


def test_a_marker_is_owed_until_it_is_taken_up() -> None:
    found = of(marked(leave=False))
    assert (found.table.win, found.table.owed, found.table.vigorish) == (-140_00, 7_00_000, 0)
    figures = Figures.of(found.table, found.theory)
    assert figures.luck == -133_00 - figures.theoretical  # what is owed is counted there


def test_then_it_is_won_by_the_banker_wager_and_at_that_seat() -> None:
    found = of(marked(leave=True))
    for tally in (found.table, found.by_wager["banker"], found.by_seat[1], found.by_shoe[1]):
        assert (tally.win, tally.owed, tally.vigorish) == (-133_00, 0, 7_00)


def test_a_marker_belongs_to_the_shoe_it_was_marked_in() -> None:
    table = ready("md-mini", coups(6, BANKER_STOOD), vigorish__when="deferred")
    table.coup((1, "banker", 100)).last_hand()
    assert table.state.shoe == 2
    table.auto(phase=Phase.BETTING)
    if 1 in table.state.owed:
        table.must(do="collect-vigorish", seat=1)
    found = of(table)
    assert table.state.owed == {}
    assert (found.by_shoe[1].vigorish, found.by_shoe[1].owed) == (5_00, 0)
    assert 2 not in found.by_shoe or found.by_shoe[2].win == 0


# ---------------------------------------------------------------- EZ, insurance


def test_a_dragon_7_pushes_the_banker_and_pays_forty_to_one() -> None:
    found = of(played("ma-mini", DRAGON_7, (1, "ez-banker", 100), (1, "dragon-7", 10), ez=True))
    assert (found.by_wager["ez-banker"].handle, found.by_wager["ez-banker"].win) == (100_00, 0)
    assert (found.by_wager["dragon-7"].handle, found.by_wager["dragon-7"].win) == (10_00, -400_00)
    exact = odds(found.rules)
    due = 100_00 * exact["ez-banker"].edge + 10_00 * exact["dragon-7"].edge
    assert Figures.of(found.table, found.theory).theoretical == due
    assert found.table.vigorish == 0


def test_a_panda_8_pays_twenty_five_to_one() -> None:
    found = of(played("ma-mini", PANDA_8, (1, "player", 100), (1, "panda-8", 10), ez=True))
    assert (found.by_wager["player"].win, found.by_wager["panda-8"].win) == (-100_00, -250_00)


# ---------------------------------------------------------------- House Money


PAIR = "4c Kd 4h 7s"  # 8 over 7, four cards: a pair for the Player, who wins


def rode(choice: str, shoe: str = PAIR) -> Table:
    table = table_with("ma-mini", shoe).bet((1, "player", 100), (1, "house-money", 10))
    settle(early(table), 1, choice)
    table.play()
    return table


def test_house_money_taken_is_paid_three_to_one() -> None:
    found = of(rode("take"))
    assert (found.by_wager["house-money"].handle, found.by_wager["house-money"].win) == (10_00, -30_00)
    assert (found.table.handle, found.table.win, found.table.rides) == (110_00, -130_00, 0)


def test_what_rides_was_paid_and_is_staked_again() -> None:
    """$30 ride on $100: House Money has lost $30, the Player wager $130; the handle is 10 + 100 + 30."""
    found = of(rode("player"))
    assert (found.by_wager["house-money"].win, found.by_wager["player"].win) == (-30_00, -130_00)
    assert (found.table.handle, found.table.win, found.table.rides) == (140_00, -160_00, 30_00)


def test_what_a_ride_should_win_is_reckoned_from_the_four_open_cards() -> None:
    """A natural 8 over 7 has won already: a cent that rides on it is sure to cost a cent, and brings no variance."""
    found = of(rode("player"))
    exact, figures = odds(found.rules), Figures.of(found.table, found.theory)
    assert figures.theoretical == 100_00 * exact["player"].edge + 10_00 * exact["house-money"].edge - 30_00
    both = exact.covariance("player", "house-money")
    assert figures.variance == (
        100_00**2 * exact["player"].variance + 10_00**2 * exact["house-money"].variance + 2 * 100_00 * 10_00 * both
    )


def test_and_one_with_third_cards_to_come_is_as_the_odds_from_there() -> None:
    shoe = "2c Kd 2h 4s 9d 3c"  # a pair; 4 and 4, the Player draws to 3, the Banker to 7
    found = of(rode("player", shoe))
    assert found.by_wager["player"].win == 130_00
    four = Known(cards("2c 2h"), cards("Kd 4s"))
    there = sheet(Composition.decks(found.rules.shoe.decks), found.rules.wagers, known=four)
    stake = Stake("player", "ride", ("2s", "2s", "4s", "Ks"))  # suits and order do not matter
    assert found.by_wager["player"].staked == {Stake("player"): 100_00, stake: 30_00}
    assert found.theory.edge(stake) == there["player"].edge
    assert found.theory.covariance(stake, stake) == there["player"].variance
    assert found.theory.covariance(stake, Stake("player")) == there["player"].variance
    assert found.theory.covariance(stake, Stake("house-money")) == 0


# ---------------------------------------------------------------- match play


def with_coupon(shoe: str) -> Statistics:
    table = at("ma-midi", shoe, deal__match_play=True)
    table.must(do="wager", seat=1, wager="player", cents=100_00, coupon=50_00)
    table.play()
    return of(table)


def test_a_coupon_that_wins_costs_its_face() -> None:
    found = with_coupon(PLAYER_STOOD)
    assert (found.table.handle, found.table.win) == (100_00, -150_00)
    assert (found.table.coupons, found.table.coupons_paid) == (50_00, 50_00)


def test_one_that_loses_costs_nothing_and_brings_nothing() -> None:
    found = with_coupon(BANKER_STOOD)
    assert (found.table.handle, found.table.win, found.table.coupons_paid) == (100_00, 100_00, 0)


def test_before_the_cards_it_costs_its_face_as_often_as_it_wins() -> None:
    found = with_coupon(BANKER_STOOD)
    figures, exact = Figures.of(found.table, found.theory), odds(found.rules)
    assert figures.coupon_cost == 50_00 * exact["player"].probability("win")
    assert figures.theoretical == 100_00 * exact["player"].edge - figures.coupon_cost


# ---------------------------------------------------------------- put right, and void


def test_a_corrected_coup_counts_once_as_corrected() -> None:
    """A 9 for the Banker's 6: the coup that the Player won is won by the Banker."""
    table = open_on_the_table("md-mini", PLAYER_STOOD, (1, "player", 100), (2, "banker", 70))
    table.perform("announce-result")
    first = of(table)
    assert (first.table.win, first.outcomes["player"]) == (70_00 - 100_00, 1)
    correct(table, "B1", "9d")
    between = of(table)
    assert (between.table.win, between.table.handle, between.rounds["wagered"]) == (0, 0, 0)
    assert not any(between.table.staked.values())
    assert not any(between.table.products.values())
    table.auto(until="clear-cards")
    assert table.all(SettlementReversed)
    found = of(table)
    plain = of(played("md-mini", PLAYER_STOOD.replace("6d", "9d"), (1, "player", 100), (2, "banker", 70)))
    assert found.table.win == plain.table.win == 100_00 - 70_00 + 3_50
    assert +found.outcomes == plain.outcomes == {"banker": 1}
    assert (+found.table.staked, +found.table.products) == (plain.table.staked, plain.table.products)
    assert len(course(found.rules, told(table))[1]) == 1


def test_house_money_that_a_correction_takes_back_counts_as_it_is_settled_again() -> None:
    wagers = (1, "player", 100), (1, "house-money", 25)
    table = open_on_the_table("ma-mini", PAIR, *wagers, wagers__house_money={})
    table.perform("announce-result")
    assert of(table).by_wager["house-money"].win == -75_00
    correct(table, "P2", "3h")  # 7 to 7, and no pair
    table.auto(until="clear-cards")
    found = of(table)
    assert (found.by_wager["house-money"].win, found.by_wager["player"].win) == (25_00, 0)
    assert found.table.handle == 125_00


@pytest.mark.parametrize("choice", ["take", "player"])
def test_a_void_round_counts_for_nothing(choice: str) -> None:
    pair = "2c Kd 2h 4s"
    table = running_short("ma-mini", 4, pair, wagers__house_money={}).bet((1, "player", 100), (1, "house-money", 25))
    table.auto(phase=Phase.HOUSE_MONEY)
    if choice != "take":
        table.must(do="house-money", seat=1, choice=choice)
    table.must(do="house-money", seat=1, by="dealer", choice="take")
    while "perform void-round" not in table.due():
        table.step()
    before = of(table)
    table.perform("void-round")
    found = of(table)
    assert found.rounds["void"] == 1
    assert (found.table.handle, found.table.win) == (before.table.handle, before.table.win)
    adds_up(found)


def test_a_payment_put_right_is_off_the_win() -> None:
    table = played("md-mini", PLAYER_STOOD, (1, "banker", 100))
    table.must(do="adjust", by="floor", who="floor", seat=1, cents=20_00, why="paid short")
    found = of(table)
    assert (found.table.win, found.table.corrections, found.by_seat[1].win) == (80_00, 20_00, 80_00)
    assert found.by_wager["banker"].win == 100_00
    adds_up(found)


# ---------------------------------------------------------------- meters


def test_royal_9_is_kept_apart() -> None:
    table = (
        Table(rules_of("ma-mini-ez-royal"), PLAYER_STOOD, (1,), ()).ready().bet((1, "player", 100), (1, "royal-9", 5))
    )
    table.play()
    found = of(table)
    assert (found.table.handle, found.table.win) == (100_00, -100_00)
    assert (found.table.meter_stakes, found.by_seat[1].meter_stakes, found.table.meter_paid) == (5_00, 5_00, 0)
    assert "royal-9" not in found.by_wager


def test_an_award_comes_from_the_meters_whatever_event_brings_it() -> None:
    table = played("md-mini", PLAYER_STOOD, (1, "banker", 100))
    award = Posting(HOUSE, "seat/1", 777_00, "star award")
    back = Posting("seat/1", HOUSE, 700_00, "star award reversed")
    found = of(table)
    for number, posting in enumerate((award, back)):
        event: AnyEvent = VerbalEnded(seat=1, confirmed=False, postings=(posting,))
        found.add(LoggedEvent(900 + number, 10**6, "system", "s", event))
    assert (found.table.awards, found.by_seat[1].awards, found.table.win) == (77_00, 77_00, 100_00)
    table.must(do="leave", seat=1)
    assert of(table).table.awards == 0  # chips that are taken away are nobody's award


# ---------------------------------------------------------------- time


def test_rounds_per_hour_leave_the_shuffle_out() -> None:
    """Each event takes a second; a coup is what lies between open wagers and cleared cards."""
    table = ready("md-mini", coups(3)).coup((1, "player", 50)).coup((1, "player", 50))
    found = of(table)
    ends = [n for n, event in enumerate(table.events, 1) if type(event).__name__ == "CoupEnded"]
    opened = next(n for n, event in enumerate(table.events, 1) if type(event).__name__ == "WagerMade") - 1
    assert found.clock.playing == (ends[-1] - opened) * 1000
    assert rounds_per_hour(found) == pytest.approx(2 * 3600 / (ends[-1] - opened))
    assert rounds_per_hour(Statistics(found.rules)) is None


def test_free_hands_are_rounds_and_outcomes() -> None:
    table = at("ma-mini", PLAYER_STOOD, deal__free_hands=True)
    table.must(do="free-hand", seat=1)
    table.play()
    found = of(table)
    assert (found.rounds, found.outcomes) == ({"free": 1}, {"player": 1})


# ---------------------------------------------------------------- theory


@pytest.mark.parametrize("name", ["ma-midi-squeeze", "ma-mini-ez-royal"])
def test_theory_is_the_sheet(name: str) -> None:
    rules = rules_of(name)
    theory, exact = Theory(rules), odds(rules)
    assert theory.weighed == {wager.key for wager in rules.wagers} - {"royal-9"}
    for key in theory.weighed:
        assert theory.edge(Stake(key)) == exact[key].edge
        assert theory.covariance(Stake(key), Stake(key)) == exact[key].variance
    one, other = sorted(theory.weighed)[:2]
    assert theory.covariance(Stake(one), Stake(other)) == exact.covariance(one, other)
    with pytest.raises(ValueError, match="no theory for royal-9"):
        theory.edge(Stake("royal-9"))


# ---------------------------------------------------------------- whole sessions


@cache
def session(name: str) -> tuple[HouseRules, tuple[LoggedEvent, ...]]:
    crowd = Crowd(name, seed=len(name) + 2)
    for _ in range(500):
        crowd.act()
    return crowd.session.rules, tuple(happened(crowd.session))


def adds_up(found: Statistics) -> None:
    """Win is what casinos count: rack and drop now, less the rack's opening and fills; with nothing on its way."""
    accounts = found.state.accounts
    riding = sum(cents for key, cents in accounts.items() if key.startswith("felt/")) if found.state.moved else 0
    assert riding == 0
    counted = accounts.get("rack", 0) + accounts.get("drop", 0) - found.opened - found.fills
    assert counted == found.table.win - found.table.meter_paid


def between_coups(found: Statistics) -> bool:
    return found.state.phase in (Phase.BETTING, Phase.PREPARING, Phase.IDLE) and not found.state.moved


@pytest.mark.parametrize("name", SUBMISSIONS)
def test_the_fold_agrees_with_the_accounts_after_every_event(name: str) -> None:
    rules, all_of_it = session(name)
    found, looked = Statistics(rules), 0
    for one in all_of_it:
        found.add(one)
        if between_coups(found):
            adds_up(found)
            looked += 1
    assert looked > 30


@pytest.mark.parametrize("name", SUBMISSIONS)
def test_parts_make_the_whole(name: str) -> None:
    found = statistics(*session(name))
    assert found.table.handle
    for parts in (found.by_wager, found.by_seat, found.by_shoe):
        tallies: Iterable[Any] = parts.values()
        for figure in ("wagers", "handle", "owed", "vigorish", "coupons", "rides"):
            assert sum(getattr(tally, figure) for tally in tallies) == getattr(found.table, figure), figure
    assert sum(tally.win for tally in found.by_wager.values()) - found.table.corrections == found.table.win
    assert sum(tally.win for tally in found.by_seat.values()) == found.table.win
    assert sum(tally.win for tally in found.by_shoe.values()) == found.table.win
    assert sum(tally.drop for tally in found.by_seat.values()) == found.table.drop
    assert found.table.owed == sum(found.state.owed.values())


@pytest.mark.parametrize("name", SUBMISSIONS)
def test_the_fold_agrees_with_a_recomputation_from_the_history(name: str) -> None:
    """Another route: the last settlement of each coup that the history tells."""
    rules, all_of_it = session(name)
    found = statistics(rules, all_of_it)
    lines = [line for coup in history(all_of_it) if coup.result for line in coup.result.lines]
    for key, tally in found.by_wager.items():
        if key != "house-money":
            own = [line for line in lines if line.wager == key]
            assert tally.handle == sum(line.stake for line in own)
            assert tally.wagers == len(own)
            lost = sum(line.stake for line in own if line.verdict == "lose")
            assert tally.win - tally.vigorish == lost - sum(line.paid for line in own)
    winners = [coup.result.winner for coup in history(all_of_it) if coup.result and coup.kind != "simulated"]
    assert +found.outcomes == {name: winners.count(name) for name in set(winners)}


@pytest.mark.parametrize("name", ["ma-midi-squeeze", "md-mini-classic", "ma-mini-ez-royal"])
def test_the_fold_agrees_with_the_books_of_the_audit(name: str) -> None:
    rules, all_of_it = session(name)
    found, audit = Statistics(rules), Audit(terms_of(rules, load(rules.rulebook.id)))
    for one in all_of_it:
        assert audit.see(msgspec.to_builtins(one.event, str_keys=True)) == []
        found.add(one)
        if between_coups(found):
            counted = audit.accounts["rack"] + audit.accounts["drop"] - found.opened - found.fills
            assert counted == found.table.win - found.table.meter_paid
    assert dict(audit.owed) == found.state.owed


def test_a_course_ends_where_the_figures_are() -> None:
    rules, all_of_it = session("ma-midi-squeeze")
    found, points = course(rules, all_of_it)
    figures = Figures.of(found.table, found.theory)
    assert len(points) == sum(found.rounds.values()) - found.rounds["void"]
    assert (points[-1].theoretical, points[-1].variance) == (figures.theoretical, figures.variance)
    assert list(accumulate((point.variance for point in points), max)) == [point.variance for point in points]
    reversals = sum(isinstance(one.event, SettlementReversed) for one in all_of_it)
    settled = sum(isinstance(one.event, CoupSettled) for one in all_of_it)
    assert settled - reversals <= len(points) <= settled


def test_the_exact_variance_is_what_coups_do() -> None:
    """Over 183 coups of an evening, squared luck coup by coup sums to about the variance."""
    _, points = evening.played()
    luck = [float(point.win - point.theoretical) for point in points]
    squared = sum((later - earlier) ** 2 for earlier, later in pairwise([0.0, *luck]))
    assert squared / float(points[-1].variance) == pytest.approx(1, abs=0.25)


def test_a_document_is_plain() -> None:
    found = statistics(*session("md-mini-classic"))
    plain = document(found)
    assert plain["total"]["handle"] == found.table.handle
    assert set(plain["wagers"]) == {wager.key for wager in found.rules.wagers}
    assert Fraction(plain["total"]["theoretical-exact"]) == Figures.of(found.table, found.theory).theoretical
    assert sum(shoe["win"] for shoe in plain["shoes"].values()) == plain["total"]["win"]
    assert msgspec.json.decode(msgspec.json.encode(plain)) == plain


def test_a_table_without_a_coup_has_no_hold() -> None:
    figures = Figures.of(Statistics(rules_under("md-mini")).table, Theory(rules_under("md-mini")))
    assert (figures.hold_of_drop, figures.hold_of_handle, figures.edge, figures.deviations) == (None, None, None, None)
