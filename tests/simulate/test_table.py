"""Shoe for shoe: a trajectory's cards, stacked and dealt at the table, give the same coups, last hand and results.

Where the table has Royal 9 it is dealt over a log with its meters beside it, and they too must come out the same.
"""

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from punto import fair
from punto.core.cards import Card
from punto.core.coup import Coup, play
from punto.core.roles import Role
from punto.law.rulebook import text_of
from punto.progressive import payments
from punto.progressive.messages import MeterHit, MustHitWon
from punto.progressive.simulated import Simulated
from punto.record.opening import Open
from punto.rules.house_rules import HouseRules
from punto.simulate import Plan, cpu
from punto.simulate.plan import by_class
from punto.simulate.trajectory import Trajectory, trajectories
from punto.table.events import CardTurned, CoupSettled, ShoeEnded, StepPerformed
from punto.table.phases import Phase
from punto.wagers.wager import Wager
from tests import filed
from tests.game.linked import VAULT, Linked
from tests.game.sessions import VERSION
from tests.table.harness import RACK, Shoe, Table, rules_from

NAMES = filed.NAMES
CONTINUOUS_COUPS = 12
MUST_HIT = ("ma-midi-squeeze", "ma-mini-ez-royal")
ROYAL = ("ma-baccarat-royal", "ma-midi-multilevel-ez", "ma-midi-multilevel-royal", *MUST_HIT)
SEEDS = dict.fromkeys(ROYAL, 2)  # of shoes in which some of the first three seats win a meter, twice


@pytest.mark.parametrize("name", NAMES)
def test_the_table_deals_what_the_simulator_deals(name: str) -> None:
    text = submitted(name)
    (shoe,) = trajectories(Plan.of_rules(rules_from(text), shoes=1, seed=SEEDS.get(name, sum(name.encode()))))
    assert agree(text, shoe)[MeterHit] == (2 if name in SEEDS else 0)


@pytest.mark.parametrize("name", MUST_HIT)
def test_must_hit_falls_in_the_same_coups_to_the_same_seats(name: str) -> None:
    """With a ceiling so near that it hits every few coups."""
    text = soon_due(name)
    (shoe,) = trajectories(Plan.of_rules(rules_from(text), shoes=1, seed=4))
    assert agree(text, shoe)[MustHitWon] > 5


@pytest.mark.parametrize("between", [True, False])
def test_the_cover_card_between_two_coups_and_within_one(between: bool) -> None:
    """As the first card of a coup it belongs to that coup, as in the midst of one: one more follows (reading 8)."""
    text = submitted("ma-mini-classic")
    rules = rules_from(text)
    agree(text, next(shoe for shoe in trajectories(Plan.of_rules(rules, shoes=100)) if lies_between(shoe) is between))


def lies_between(shoe: Trajectory) -> bool:
    """Whether a coup ended just before the cover card."""
    left, ends = len(shoe.cards) - shoe.burned, set()
    for size in shoe.sizes:
        left -= size
        ends.add(left)
    return 14 in ends


def submitted(name: str) -> str:
    """The text of a submission of the tests."""
    return filed.text(name)


def soon_due(name: str) -> str:
    """A submission with its Must Hit's ceiling three dollars above the seed."""
    before, after = submitted(name).split("[wagers.royal-9.must-hit]")
    assert after.count("ceiling = 1_000_00") == 1
    return f"{before}[wagers.royal-9.must-hit]{after.replace('ceiling = 1_000_00', 'ceiling = 503_00')}"


def agree(text: str, shoe: Trajectory) -> Counter[type]:
    """Deal a stacked shoe at the table and compare everything that both know; say what its meters saw."""
    rules = rules_from(text)
    house = dealt(text, rules, shoe)
    agree_on_coups(rules, house, shoe)
    return agree_on_meters(rules, house, shoe) if isinstance(house, Linked) else Counter()


def agree_on_meters(rules: HouseRules, house: Linked, shoe: Trajectory) -> Counter[type]:
    """Compare all that the meters know of themselves, every award, and what the table paid for it."""
    simulated = Simulated.of(rules, house.state.seated, VAULT, lots=fair)
    events = list(simulated.deal(shoe))
    assert simulated.state == house.meters
    for kind in (MeterHit, MustHitWon):
        assert [event for event in events if isinstance(event, kind)] == house.beside(kind)
    owed = [(paid.seat, paid.category, paid.meter, paid.run, paid.cents) for paid in payments(events)]
    assert owed == [(paid.seat, paid.category, paid.meter, paid.run, paid.cents) for paid in house.awards]
    return Counter(type(event) for event in events if isinstance(event, MeterHit | MustHitWon))


def agree_on_coups(rules: HouseRules, house: Table, shoe: Trajectory) -> None:
    coups = [play(iter(cards)) for cards in shoe.coups][: CONTINUOUS_COUPS if rules.shoe.continuous else None]
    assert [coup.dealt for coup in coups] == [tuple(cards) for cards in shoe.coups][: len(coups)]
    assert list(turned(house)) == [{*named(coup)} for coup in coups]
    settled = [event for event in house.events if isinstance(event, CoupSettled)]
    assert len(settled) == len(coups)
    for event, coup, simulated in zip(settled, coups, shoe.classes, strict=False):
        assert coup.coup_class == simulated
        assert {(line.seat, line.wager): line.category for line in event.lines} == due(rules, house, coup)
    if not rules.shoe.continuous:
        ends = [event for event in house.events if isinstance(event, ShoeEnded)]
        assert len(ends) == 1, "the shoe was over when the simulator says, not earlier or later"
        assert last_announced(house) == len(coups) - rules.shoe.coups_after_cover
        burned = [event for event in house.events if isinstance(event, CardTurned) and event.place == "burn"]
        assert [event.card for event in burned] == [str(shoe.order[0])] * rules.shoe.burn


def opened(text: str, rules: HouseRules, shoe: Trajectory) -> Table:
    """A table with a stacked shoe: over a log, with meters, where there is Royal 9."""
    players = range(1, min(rules.seats, 3) + 1)
    if rules.royal9 is None:
        return Table(rules, shoe.order, players)
    book = text_of(rules.rulebook.id)
    filed = {"submission": text, "rulebook": book, "rack": RACK, "punto": VERSION, "progressive": "royal-9"}
    house = Linked(Open(id="open", by=Role.SYSTEM, who="house", at=0, **filed), players=())  # type: ignore[arg-type]
    house.shoe = Shoe.of(shoe.order)
    for seat in players:
        house.must(do="sit", seat=seat, buy_in=100_000_00)
    return house


def dealt(text: str, rules: HouseRules, shoe: Trajectory) -> Table:
    """Deal a stacked shoe at the table, with wagers of every kind at every seat, for as long as it lasts."""
    house = opened(text, rules, shoe)
    house.ready()
    coups = list(shoe.coups)
    number = 0
    while house.state.shoe == 1 and not (rules.shoe.continuous and number == CONTINUOUS_COUPS):
        if rules.shoe.continuous:
            house.shoe.cards = iter(coups[number])
        bet(house)
        house.auto(until="clear-cards")
        number += 1
        if house.state.shoe == 1:
            house.auto(phase=Phase.BETTING)
            if house.due() == ["perform announce-last-hand"]:
                house.auto(until="announce-last-hand")
    return house


def bet(house: Table) -> None:
    for seat in house.state.seated:
        for key in keys_of(house.rules, seat):
            house.must(do="wager", seat=seat, wager=key, cents=house.rules.limits[key].least)


def keys_of(rules: HouseRules, seat: int) -> list[str]:
    hand = "player" if seat % 2 else "banker"
    return [wager.key for wager in rules.wagers if wager.hand in (hand, None)]


def due(rules: HouseRules, house: Table, coup: Coup) -> dict[tuple[int, str], str]:
    """What each wager at each seat comes to, by the wagers' own functions."""
    return {
        (seat, key): category(rules.wager(key), coup, seat)
        for seat in house.state.seated
        for key in keys_of(rules, seat)
        if rules.wager(key).settles == "after-result"
    }


def category(wager: Wager, coup: Coup, seat: int) -> str:
    if wager.on_class is not None:
        return wager.on_class(coup.coup_class).category
    assert wager.on_opening is not None
    return wager.on_opening(coup.opening, seat).category


def named(coup: Coup) -> Iterator[tuple[str, Card]]:
    for side, hand in (("P", coup.player), ("B", coup.banker)):
        yield from ((f"{side}{place}", card) for place, card in enumerate(hand, 1))


def turned(house: Table) -> Iterator[set[tuple[str, Card]]]:
    """The cards of each coup as they were turned at the table."""
    faces: set[tuple[str, Card]] = set()
    for event in house.events:
        if isinstance(event, CardTurned) and event.place[0] in "PB":
            faces.add((event.place, Card.of(event.card)))
        elif isinstance(event, CoupSettled):
            yield faces
            faces = set()


def last_announced(house: Table) -> int:
    """How many coups were settled when the last hand was announced."""
    settled = 0
    for event in house.events:
        settled += isinstance(event, CoupSettled)
        if isinstance(event, StepPerformed) and event.step == "announce-last-hand":
            return settled
    return -1


@pytest.mark.parametrize(
    "plan", [Plan(shoes=300, seed=9), Plan(shoes=20, decks=6, burns=(), coups=80, continuous=True)]
)
def test_trajectories_hold_the_coups_that_are_counted(plan: Plan) -> None:
    codes = np.concatenate([each.codes for each in trajectories(plan)])
    counts = by_class(np.bincount(codes, minlength=48_401))
    assert (counts == cpu.count_part(plan)).all()


def test_a_whole_shoe_is_all_its_cards() -> None:
    for shoe in trajectories(Plan(shoes=20, seed=3, decks=6)):
        assert sorted(shoe.order) == sorted([*range(52)] * 6)
        assert shoe.burned + sum(shoe.sizes) == shoe.dealt <= 312 - 2
