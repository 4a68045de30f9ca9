"""Whole shoes at every shipped submission: nothing is stuck, no cent is made or lost, replay gives the same state."""

import pytest

from punto.core.cards import Card
from punto.law.rulebook import documents
from punto.table import TableState, evolve
from punto.table.events import CoupEnded, StepPerformed
from punto.table.phases import Phase
from tests import filed
from tests.table.harness import Table, new, rules_of, shuffled

NAMES = filed.NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_shoe_is_played_to_its_end(name: str) -> None:
    rules = rules_of(name)
    house = Table(rules, shuffled(rules.shoe.decks, seed=7), players=range(1, rules.seats + 1))
    coups = 12 if rules.shoe.continuous else 1000
    house.ready()
    while house.state.shoe == 1 and house.state.coup <= coups:
        bet(house)
        house.auto(until="clear-cards")
        assert not any(account.startswith("felt/") for account in house.state.accounts)
        assert sum(house.state.accounts.values()) == 0
        if house.state.shoe > 1:
            break
        house.auto(phase=Phase.BETTING)
        if house.due() == ["perform announce-last-hand"]:
            house.auto(until="announce-last-hand")
        if rules.shoe.continuous:
            house.shoe.cards = iter(shuffled(rules.shoe.decks, seed=house.state.coup))
    replayed = TableState()
    for event in house.events:
        replayed = evolve(replayed, event)
    assert replayed == house.state
    assert rules.shoe.continuous or (40 < house.state.coup < 100 and house.state.phase is Phase.PREPARING)


def bet(house: Table) -> None:
    for seat in house.state.seated:
        keys = ["player"] if seat % 2 else [wager.key for wager in house.rules.wagers if wager.hand == "banker"]
        keys += [wager.key for wager in house.rules.wagers if wager.hand is None]
        if seat > 9 and "royal-9" in keys:
            keys.remove("royal-9")
        for key in keys:
            house.must(do="wager", seat=seat, wager=key, cents=house.rules.limits[key].least)


# ---------------------------------------------------------------- a cover card near the front


def with_cover(name: str, deep: int) -> Table:
    """A shoe whose first card, a queen, burns ten, and whose cover card lies so deep."""
    order = shuffled(8)
    order.remove(Card.of("Qh"))
    table = new(name, shoe=[Card.of("Qh"), *order])
    while "perform place-cover" not in table.due():
        table.step()
    return table.perform("place-cover", cards=deep)


def to_the_end(table: Table) -> tuple[list[str], int]:
    """Play the shoe to its end; return what was done about the cover card, and the coups."""
    while table.state.shoe == 1:
        table.until(Phase.BETTING)
        table.auto(until="announce-last-hand") if table.due() == ["perform announce-last-hand"] else table.coup()
    steps = [event.step for event in table.all(StepPerformed) if event.ceremony == "last-hand"]
    return steps, len(table.all(CoupEnded))


@pytest.mark.parametrize("name", documents())
@pytest.mark.parametrize("deep", range(404, 416))
def test_a_cover_card_that_the_burn_meets_comes_before_the_first_coup(name: str, deep: int) -> None:
    """Of 416 cards the burn leaves 405: it meets any cover card that lies deeper, and uncovers one just as deep."""
    table = with_cover(name, deep).until(Phase.BETTING)
    assert table.state.left == 405
    assert (table.state.cover, table.state.cover_coup) == (("seen", 1) if deep > 405 else ("in", 0))
    assert to_the_end(table) == (["set-aside-cover", "announce-last-hand"], 2)


@pytest.mark.parametrize("name", documents())
def test_cards_drawn_in_error_may_pass_the_cover_card(name: str) -> None:
    table = with_cover(name, 404).until(Phase.BETTING).bet((1, "player", 100)).until(Phase.DEALING)
    table.errs().perform("carry-card").errs().perform("carry-card")
    assert (table.state.left, table.state.cover) == (403, "in")
    assert to_the_end(table)[0] == ["set-aside-cover", "announce-last-hand"]


@pytest.mark.parametrize("name", documents())
def test_a_dealer_may_meet_it_at_any_card_of_the_burn(name: str) -> None:
    table = with_cover(name, 14)
    while not table.state.agenda[0].startswith("burn-"):
        assert "set-aside-cover" not in {act.step for act in table.expected()}
        table.step()
    cited = {act.section for act in table.expected() if act.step == "set-aside-cover" and not act.must}
    assert cited == {table.rules.rulebook.section("cover-card")}
    table.step()
    table.perform("set-aside-cover")
    assert table.due() == ["turn burn"]  # the burn goes on where it was
    assert to_the_end(table) == (["set-aside-cover", "announce-last-hand"], 2)
