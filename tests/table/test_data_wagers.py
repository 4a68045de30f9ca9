"""Wagers that only a rulebook's data knows, at a table: made, refused, settled, and in a log that verifies."""

import pytest

from punto.law.rulebook import parse
from punto.rules.house_rules import HouseRules
from punto.rules.review import review_submission
from punto.rules.submission import read
from punto.table.commands import Reason
from punto.table.events import CoupSettled
from tests import filed
from tests.law.schema_2 import part, with_wagers
from tests.table.harness import Table
from tests.walk.walker import Walker

OWN = part("five_documents")
MORE = """
["wager.side"]
section = "77"
titles = { en = "Side" }
needs = ["player"]
excludes = ["tie"]
lines = [{ name = "win", when = { cards = 4 } }]
["pay.side"]
section = "78"
win = "1 to 1"

["wager.ticket"]
section = "79"
titles = { en = "Ticket" }
stake-cents = 500
lines = [{ name = "four", when = { cards = 4 } }]
["pay.ticket"]
section = "80"
four = { award-cents = 1_200 }
"""
BOOK = with_wagers(OWN, part("foreign"), MORE)
EXTRA = ("lucky-6", "perfect-pair", "either-pair", "egalite", "side", "ticket")
SIX_TO_FIVE = "5h 6d 10c Ks 10d"  # a two-card Banker 6 over 5


def submission(*wagers: str, variant: str = "") -> str:
    text = filed.text("ma-mini-classic")
    if variant:
        text = text.replace("[wagers.banker]\n", "[wagers.half-banker]\n", 1)
        text = text.replace("seats =", f'variant = "{variant}"\nseats =', 1)
        text = text.split("[vigorish]")[0] + "[layout]" + text.split("[layout]")[1]
    return text + "".join(f"\n[wagers.{key}]\n" for key in wagers)


def rules(*wagers: str, variant: str = "") -> HouseRules:
    filed = read(submission(*wagers, variant=variant)).submission
    assert filed is not None
    reviewed = review_submission(parse(BOOK), filed)
    assert reviewed.findings == ()
    assert reviewed.rules is not None
    return reviewed.rules


def at(shoe: str, *wagers: str, variant: str = "") -> Table:
    return Table(rules(*wagers, variant=variant), shoe, (1, 2), ()).ready()


def test_wagers_of_data_are_paid() -> None:
    table = at(SIX_TO_FIVE, *EXTRA).bet((1, "banker", 100), *((1, key, 25) for key in EXTRA[:4]))
    settled = table.close().play()
    lines = {line.wager: (line.verdict, line.category, line.paid) for line in settled.lines}
    assert lines["lucky-6"] == ("win", "two-cards", 300_00)
    assert lines["egalite"][:2] == lines["perfect-pair"][:2] == ("lose", "lose")


def test_a_pair_of_one_suit_is_read_from_the_first_four_cards() -> None:
    table = at("9h 2d 9h 5s 10d", *EXTRA).bet((1, "perfect-pair", 25), (1, "either-pair", 25), (2, "player", 100))
    settled = table.close().play()
    paid = {line.wager: line.paid for line in settled.lines if line.seat == 1}
    assert paid == {"perfect-pair": 625_00, "either-pair": 125_00}


def test_a_banker_of_the_variant_half_on_6_pays_half_and_owes_nothing() -> None:
    table = at(SIX_TO_FIVE, variant="half-on-6").bet((1, "half-banker", 100))
    (line,) = table.close().play().lines
    assert (line.category, line.paid, line.vigorish) == ("win-with-6", 50_00, 0)
    assert table.rules.vigorish is None


def test_a_wager_stands_beside_what_it_needs_and_not_beside_what_it_excludes() -> None:
    table = at(SIX_TO_FIVE, *EXTRA)
    refused = table.refused(do="wager", seat=1, wager="side", cents=25_00)
    assert (refused.reason, refused.section, refused.detail) == (Reason.NEEDS_ANOTHER_WAGER, "77", {"needs": "player"})
    table.bet((1, "player", 100), (1, "side", 25))
    refused = table.refused(do="wager", seat=1, wager="tie", cents=25_00)  # the other way round
    assert (refused.reason, refused.detail) == (Reason.NOT_ALLOWED_HERE, {"excludes": "side"})
    table.bet((2, "player", 100), (2, "tie", 25))
    refused = table.refused(do="wager", seat=2, wager="side", cents=25_00)
    assert (refused.reason, refused.section, refused.detail) == (Reason.NOT_ALLOWED_HERE, "77", {"excludes": "tie"})


def test_a_fixed_stake_brings_its_award_and_is_not_returned() -> None:
    table = at("9h 2d Kh 5s", *EXTRA).bet((2, "player", 100), (1, "ticket", 5))
    assert table.refused(do="wager", seat=2, wager="ticket", cents=10_00).reason is Reason.ABOVE_MAXIMUM
    (line,) = (line for line in table.close().play().lines if line.wager == "ticket")
    assert (line.verdict, line.paid) == ("win", 12_00)
    assert table.won(1) == 7_00


@pytest.mark.parametrize("seed", [1, 2])
def test_a_walk_under_such_a_rulebook_verifies(seed: int) -> None:
    walker = Walker("ma-mini-classic", seed, BOOK, submission(*EXTRA))
    walker.walk(500)
    settled = [event for record in walker.session.store.records() for event in record.batch.events
               if isinstance(event, CoupSettled)]  # fmt: skip
    assert {line.wager for event in settled for line in event.lines} & set(EXTRA)
