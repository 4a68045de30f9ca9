"""Whole shoes at every shipped submission: nothing is stuck, no cent is made or lost, replay gives the same state."""

from importlib.resources import files

import pytest

from punto.table import TableState, evolve
from punto.table.phases import Phase
from tests.table.house import House, rules_of, shuffled

NAMES = sorted(path.name.removesuffix(".toml") for path in files("punto").joinpath("submissions").iterdir())


@pytest.mark.parametrize("name", NAMES)
def test_a_shoe_is_played_to_its_end(name: str) -> None:
    rules = rules_of(name)
    house = House(rules, shuffled(rules.shoe.decks, seed=7), players=range(1, rules.seats + 1))
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


def bet(house: House) -> None:
    for seat in house.state.seated:
        keys = ["player"] if seat % 2 else [wager.key for wager in house.rules.wagers if wager.hand == "banker"]
        keys += [wager.key for wager in house.rules.wagers if wager.hand is None]
        if seat > 9 and "royal-9" in keys:
            keys.remove("royal-9")
        for key in keys:
            house.must(do="wager", seat=seat, wager=key, cents=house.rules.limits[key].least)
