"""When a hand draws a third card: every case is played, and what the rulebook says is held against the same table."""

from collections import Counter
from itertools import product

from punto.core.cards import Card
from punto.core.coup import Coup, classes, play
from punto.law.cross_checks import banker_rows
from punto.law.rulebook import Rulebook
from tests.proofs import proves

OF_VALUE = ("Kd", "Ac", "2h", "3s", "4d", "5c", "6h", "7s", "8d", "9c")
NO_NATURAL = range(8)


def dealt(player: int, banker: int, *third: int) -> Coup:
    """A coup from the two-card counts of the hands and the values of the cards that lie ready to be drawn."""
    ready = ["Qc", "Jh", OF_VALUE[player], OF_VALUE[banker], *(OF_VALUE[value] for value in third)]
    return play(map(Card.of, ready))


def drew(coup: Coup) -> tuple[bool, bool]:
    """Whether the Player's Hand and the Banker's Hand took a third card."""
    return len(coup.player) == 3, len(coup.banker) == 3


@proves(
    "third.natural", ma_baccarat="11(a)", ma_midi="10(a)", ma_midi_multilevel="10(a)", ma_mini="10(a)", md_mini=".10A"
)
def test_a_natural_of_either_hand_ends_the_drawing(book: Rulebook) -> None:
    for player, banker in product(range(10), repeat=2):
        coup = dealt(player, banker, 2, 2)
        assert (coup.ended == "natural") == (player >= 8 or banker >= 8)
        if coup.ended == "natural":
            assert drew(coup) == (False, False)
    assert book.law.third.natural.counts == (8, 9)
    assert book.law.third.natural.draws == ()
    assert not book.checked.findings


@proves(
    "third.player", ma_baccarat="11(b)", ma_midi="10(b)", ma_midi_multilevel="10(b)", ma_mini="10(b)", md_mini=".10B"
)
def test_the_players_hand_draws_below_six_and_stays_on_six_or_more(book: Rulebook) -> None:
    for player, banker, third in product(NO_NATURAL, NO_NATURAL, range(10)):
        assert drew(dealt(player, banker, third, 0))[0] == (player < 6)
    assert book.law.third.player.draws == (0, 1, 2, 3, 4, 5)
    assert book.law.third.player.stays == (6, 7)
    assert not book.checked.findings


@proves(
    "third.banker-alone",
    ma_baccarat="11(c)(1)",
    ma_midi="10(c)(1)",
    ma_midi_multilevel="10(c)(1)",
    ma_mini="10(c)(1)",
    md_mini=".10D",
)
def test_the_bankers_hand_draws_on_five_or_less_when_the_players_hand_stays(book: Rulebook) -> None:
    for player, banker, third in product((6, 7), NO_NATURAL, range(10)):
        assert drew(dealt(player, banker, third)) == (False, banker <= 5)
    assert book.law.third.banker_alone.draws == (0, 1, 2, 3, 4, 5)
    assert not book.checked.findings


# The Banker's count, and the Player's third cards on which it draws.
TABLE_1 = {
    0: range(10),
    1: range(10),
    2: range(10),
    3: (0, 1, 2, 3, 4, 5, 6, 7, 9),
    4: range(2, 8),
    5: range(4, 8),
    6: range(6, 8),
    7: (),
}


@proves("third.banker-table/by-rules", "third.banker-table/row-8", "third.banker-table/by-table")
@proves(
    "third.banker-table",
    ma_baccarat="11(c)(2)",
    ma_midi="10(c)(2)",
    ma_midi_multilevel="10(c)(2)",
    ma_mini="10(c)(2)",
    md_mini=".10E",
)
def test_the_bankers_hand_draws_by_the_table_when_the_players_hand_drew(book: Rulebook) -> None:
    for player, banker, third, last in product(range(6), NO_NATURAL, range(10), range(10)):
        assert drew(dealt(player, banker, third, last)) == (True, third in TABLE_1[banker])
    law = book.checked.law
    assert law is not None
    assert banker_rows(law.third.banker_table) == tuple(
        tuple(third in TABLE_1[banker] for third in range(10)) for banker in NO_NATURAL
    )
    assert not book.checked.findings


# The Player's third card, and what a Banker's Hand of 3, of 4, of 5 and of 6 does.
FORTY_CASES = {
    0: ("draw", "stay", "stay", "stay"),
    1: ("draw", "stay", "stay", "stay"),
    2: ("draw", "draw", "stay", "stay"),
    3: ("draw", "draw", "stay", "stay"),
    4: ("draw", "draw", "draw", "stay"),
    5: ("draw", "draw", "draw", "stay"),
    6: ("draw", "draw", "draw", "draw"),
    7: ("draw", "draw", "draw", "draw"),
    8: ("stay", "stay", "stay", "stay"),
    9: ("draw", "stay", "stay", "stay"),
}


@proves("third.banker-table", md_mini=".10E")
def test_the_forty_cases_that_maryland_spells_out_are_the_table(book: Rulebook) -> None:
    cases = book.provisions["third.banker-table"].terms["cases"]
    spelled = {third: tuple({"D": "draw", "S": "stay"}[letter] for letter in case) for third, case in enumerate(cases)}
    assert spelled == FORTY_CASES
    for player, (third, row) in product(range(6), FORTY_CASES.items()):
        for banker, does in zip((3, 4, 5, 6), row, strict=True):
            assert drew(dealt(player, banker, third, 9)) == (True, does == "draw")


def test_a_coup_ends_in_3394_ways() -> None:
    """Told apart by counts and third cards alone; whether either hand began with a pair makes four of each."""
    ends: dict[tuple[int, ...], int] = {}
    for player, banker, third, last in product(range(10), repeat=4):
        coup = dealt(player, banker, third, last)
        ends[(player, banker, *drew(coup), *(card.value for card in coup.dealt[4:]))] = len(coup.dealt)
    assert Counter(ends.values()) == {4: 40, 5: 294, 6: 3_060}
    assert len(classes()) == len(set(classes())) == 4 * 3_394
