"""Royal 9 beside another wager: nobody must make it, it needs one beside it, and it is made before the cards."""

import pytest

from punto.law.rulebook import Rulebook
from punto.table.commands import Reason
from punto.table.events import CoupSettled, RoyalStakesTaken
from tests.law.submitting import DRAGON_BONUS, PROGRESSIVE, rules
from tests.proofs import proves
from tests.table.harness import Table, shuffled

UNDERLYING = "royal9.progressive.underlying"
PLACE = proves(UNDERLYING, ma_midi="12(i)", ma_mini="12(i)")


def house(book: Rulebook, *, ez: bool = False) -> Table:
    """A table with a Royal 9, one player, and its shoe ready."""
    offered = {**PROGRESSIVE, **DRAGON_BONUS}
    return Table(rules(book, offered, ez=ez), shuffled(8, seed=1), players=(3,)).ready()


def royal() -> dict[str, object]:
    return {"do": "wager", "seat": 3, "wager": "royal-9", "cents": 5_00}


@PLACE
def test_nobody_must_make_it(book: Rulebook) -> None:
    table = house(book)
    table.must(do="wager", seat=3, wager="player", cents=5_00)
    table.auto(until="announce-result")
    assert not any(isinstance(event, RoyalStakesTaken) for event in table.events)
    assert any(isinstance(event, CoupSettled) for event in table.events)
    assert book.provisions[UNDERLYING].terms["optional"]


@PLACE
@pytest.mark.parametrize("beside", ["player", "banker", "tie"])
def test_it_is_made_beside_any_main_wager(book: Rulebook, beside: str) -> None:
    table = house(book)
    assert table.refused(**royal()).reason is Reason.NEEDS_ANOTHER_WAGER
    table.must(do="wager", seat=3, wager=beside, cents=5_00)
    table.must(**royal())


@PLACE
def test_at_an_ez_table_the_banker_is_a_main_wager_too(book: Rulebook) -> None:
    table = house(book, ez=True)
    table.must(do="wager", seat=3, wager="ez-banker", cents=5_00)
    table.must(**royal())


@PLACE
def test_another_side_wager_is_not_enough(book: Rulebook) -> None:
    table = house(book)
    table.must(do="wager", seat=3, wager="dragon-bonus-player", cents=5_00)
    assert table.refused(**royal()).reason is Reason.NEEDS_ANOTHER_WAGER


@PLACE
def test_it_is_made_before_the_first_card(book: Rulebook) -> None:
    table = house(book)
    table.must(do="wager", seat=3, wager="player", cents=5_00)
    table.auto(until="no-more-bets")
    assert book.provisions[UNDERLYING].terms["before"] == "first-card"
    assert table.refused(**royal()).reason is Reason.WRONG_PHASE
    assert table.state.places == {}
