"""A table and its meters together: settlement lines in, commands out; awards in, postings out."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import chain, repeat
from typing import NamedTuple

import pytest

from punto import fair
from punto.core.cards import Card, cards
from punto.core.posting import HOUSE, Posting
from punto.core.roles import Role
from punto.progressive import (
    Coup,
    Secrets,
    awards_due,
    end_command,
    entrants,
    payments,
    reverse_command,
    settle_command,
    shown,
    terms_of,
)
from punto.progressive.messages import Claim, HitReversed, MustHitWon
from punto.table.events import CoupSettled
from tests.law.submitting import PROGRESSIVE
from tests.progressive.installed import Bench, installation
from tests.table.harness import Table

SEATS = (1, 4, 6)
MIDI = "ma-midi-squeeze"  # seat 4's own is the King of spades with the nine of hearts
BIG = "ma-baccarat-royal"  # chair 1's own are King, Queen and Jack of spades with the nine of hearts


def dealt(name: str, coup: str) -> Table:
    """A table that has dealt and settled one coup, three seats on Player with a Royal 9."""
    burn = cards("Ac")  # one is exposed, one is burned
    house = Table(name, chain(burn, cards("2d"), cards(coup), repeat(Card.of("2c"))), SEATS).ready()
    for seat in SEATS:
        house.must(do="wager", seat=seat, wager="player", cents=house.rules.limits["player"].least)
        house.must(do="wager", seat=seat, wager="royal-9", cents=5_00)
    house.auto(until="announce-result")
    return house


def settled(house: Table) -> CoupSettled:
    return next(event for event in reversed(house.events) if isinstance(event, CoupSettled))


def this_coup(house: Table) -> Coup:
    return Coup(house.state.table, house.state.shoe, house.state.coup, id="x", who="dealer", at=1)


def linked(house: Table) -> Bench:
    """The installation of that table, opened by a keeper who knows the same seed for ever."""
    return Bench(terms_of(house.rules, lots=fair), house.state.table, keeper=lambda state: Secrets(KEY, KEY))


KEY = bytes(32)

# Player's cards and Banker's in dealing order: P B P B, naturals so that no third card follows.
PLAYER_KING_9 = "Ks 4d 9h 4c"  # 9 over 8: the Player's Hand is seat 4's
BANKER_KING_9 = "4d Ks 4c 9h"
BOTH = "Ks 9h 9h Ks"
NO_ROYAL = "4d 9s 4c Ah"


@pytest.mark.parametrize(
    "coup, meter, award",
    [(BOTH, "star", 50_000_00), (BANKER_KING_9, "spade", 350_00), (PLAYER_KING_9, "heart", 350_00)],
)
def test_a_seats_king_9_takes_its_meter(coup: str, meter: str, award: int) -> None:
    house = dealt(MIDI, coup)
    bench = linked(house)
    lines = settled(house).lines
    (due,) = awards_due(bench.terms, lines)
    assert (due.seat, due.meter, due.share) == (4, meter, Fraction(1))
    command = settle_command(bench.terms, this_coup(house), lines)
    assert command is not None
    assert (command.claims, command.seats) == ((Claim(4, meter),), SEATS)
    (paid,) = payments(bench.does(command))
    assert (paid.seat, paid.category, paid.cents) == (4, meter, award)
    assert paid.postings == (Posting(HOUSE, "seat/4", award, f"{meter} award"),)


@pytest.mark.parametrize(
    "coup, category, award",
    [
        ("Ks Ks 9h 9h", "exact-match", 25_000_00),  # paytable 2
        ("Ks Qs 9h 9h", "any-two", 2_500_00),
        (BANKER_KING_9, "banker-k9", 350_00),
        (PLAYER_KING_9, "player-k9", 350_00),
    ],
)
def test_a_chairs_own_combinations_take_theirs(coup: str, category: str, award: int) -> None:
    house = dealt(BIG, coup)
    bench = linked(house)
    command = settle_command(bench.terms, this_coup(house), settled(house).lines)
    assert command is not None
    (paid,) = payments(bench.does(command))
    assert (paid.seat, paid.category, paid.cents) == (1, category, award)


def test_fixed_awards_are_the_tables_own() -> None:
    """Seats 1 and 6 have a plain Royal 9: $25 each from the rack, and no meter moves for them."""
    house = dealt(MIDI, PLAYER_KING_9)
    lines = {line.seat: line for line in settled(house).lines if line.wager == "royal-9"}
    assert {seat: (line.category, line.paid) for seat, line in lines.items()} == {
        1: ("royal-9", 25_00),
        4: ("heart", 0),
        6: ("royal-9", 25_00),
    }


def test_without_a_meter_won_there_is_nothing_to_settle() -> None:
    house = dealt(MIDI, NO_ROYAL)
    terms = linked(house).terms
    assert settle_command(terms, this_coup(house), settled(house).lines) is None
    assert entrants(terms, settled(house).lines) == SEATS


def test_the_stakes_of_a_finished_coup_are_in_the_meters_books() -> None:
    """$15 lie in the table's account until the coup ends; the meters' books have them then, to the cent."""
    house = dealt(MIDI, NO_ROYAL)
    bench = linked(house)
    assert house.state.accounts["progressive/royal-9"] == 15_00
    seats = entrants(bench.terms, settled(house).lines)
    bench.does(end_command(bench.terms, this_coup(house), seats))
    assert bench.pot(f"table/{house.state.table}") == -15_00 * 1_000_000


def test_must_hit_pays_a_seat_of_the_coup() -> None:
    house = dealt(MIDI, NO_ROYAL)
    bench = linked(house)
    bench.set("must-hit", 1_000_00 * 1_000_000)
    events = bench.does(end_command(bench.terms, this_coup(house), SEATS))
    (paid,) = payments(events)
    assert (paid.category, paid.meter, paid.cents, paid.section) == ("must-hit", "must-hit", 1_000_00, "12(j)")
    assert paid.seat in SEATS
    assert [event.shown_at for event in events if isinstance(event, MustHitWon)] == [("seat", "dealer", "display")]


def test_an_award_of_nothing_is_no_posting() -> None:
    empty = {**PROGRESSIVE, "wagers.royal-9.meters.spade.seed": 0}
    bench = Bench(installation("ma-mini", empty))
    (paid,) = payments(bench.does(bench.claim(1, (1, "spade"))))
    assert (paid.cents, paid.postings) == (0, ())


# ---------------------------------------------------------------- a card that was read wrongly


def test_an_award_is_taken_back_with_its_settlement() -> None:
    """The nine of hearts was the eight: the Heart goes back to what it was, and the settlement is made again."""
    house = dealt(MIDI, PLAYER_KING_9)
    bench = linked(house)
    before = bench.state
    command = settle_command(bench.terms, this_coup(house), settled(house).lines)
    assert command is not None
    bench.does(command)
    house.must(do="correct", by="floor", place="P2", card="8h", why="the eight was keyed as a nine")
    (event,) = bench.does(reverse_command(this_coup(house), "the eight was keyed as a nine"))
    assert isinstance(event, HitReversed)
    assert (event.seat, event.meter, event.award, event.run) == (4, "heart", 350_00, 1)
    assert {pot: micro for pot, micro in bench.state.pots.items() if micro} == {
        pot: micro for pot, micro in before.pots.items() if micro
    }
    assert (bench.state.runs, bench.state.hits["heart"]) == (before.runs, 0)
    house.auto(until="announce-result")
    assert settle_command(bench.terms, this_coup(house), settled(house).lines) is None
    assert bench.does(end_command(bench.terms, this_coup(house), SEATS))


class Line(NamedTuple):
    """As little as a settlement line can be."""

    seat: int
    wager: str
    category: str


def some(*lines: tuple[int, str]) -> Iterable[Line]:
    return (Line(seat, "royal-9", category) for seat, category in lines)


def test_awards_come_in_the_order_of_settlement_and_stakes_in_that_of_the_seats() -> None:
    terms = installation("ma-mini", PROGRESSIVE)
    lines = [*some((2, "lose"), (5, "spade"), (3, "heart")), Line(6, "player", "win")]
    assert [due.seat for due in awards_due(terms, lines)] == [5, 3]
    command = settle_command(terms, Coup("T", 1, 1, "x", "dealer", 0), lines)
    assert command is not None
    assert (command.seats, command.by, command.id) == ((2, 3, 5), Role.DEALER, "x/settle")


def test_meters_are_what_they_show() -> None:
    bench = Bench(installation("ma-mini", PROGRESSIVE))
    assert {meter: shown(bench.state, meter) for meter in bench.terms.meters} == {
        "star": 50_000_00,
        "spade": 350_00,
        "heart": 350_00,
    }
