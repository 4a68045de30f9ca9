"""A sheet that is not true does not pass: each line that could be wrong is made wrong here."""

import pytest

from punto.scenario import Unmet, play, read

SHEET = """\
A coup

tables:           ma-mini-classic
wager.means       7(b)
deal.announce     8(b)
wager.no-more-bets  7(d)
result.announce   11(a)

given: a shoe ready for betting; Ann at 3 with $500

Ann wagers $100 on banker                               wager.means
the dealer calls "no more bets"                         deal.announce
refused: Ann takes back banker — wrong-phase            wager.no-more-bets
next: the dealer deals P1
cards: P 6c Kh, B 7d Ks
everybody does what is due until the coup is settled    result.announce
then: Ann's banker wins; it was called: "Banker wins, 7 over 6"; Ann holds $595
everybody does what is due until the coup is over
then: the rack holds $999,405; 410 cards are left
"""


def played(old: str = "", new: str = "") -> None:
    assert old in SHEET
    sheet = read(SHEET.replace(old, new, 1) if old else SHEET)
    play(sheet, sheet.tables[0])


def test_a_true_sheet_passes() -> None:
    played()


WRONG = {
    ("wager.means       7(b)", "wager.means       7(c)"): "line 3: wager.means is 7(b) in ma-mini, not 7(c)",
    ("ma-mini-classic", "ma-mini-classical"): "line 1: no submission is called 'ma-mini-classical'",
    ("\ngiven", "with: seats = 11\n\ngiven"): "line 3: ma-mini-classic: $.seats: 11 seats",
    (
        "next: the dealer",
        "(roulette) next: the dealer",
    ): "line 14: no rulebook is called roulette: there are ma-baccarat",
    ("next: the dealer", "(ma-mi) next: the dealer"): "line 14: no rulebook is called ma-mi",
    ("next: the dealer deals P1", "(ma) next: the dealer deals B1"): "is not due; due is deal P1 by dealer",
    ("Ann at 3", "Ann at 9"): "line 9: sit is refused: no-such-seat",
    ("wagers $100", "wagers $1"): "is refused: bad-amount (7(b)) smallest-chip 500",
    ('"no more bets"                         deal.announce', '"no more bets"    result.announce'): (
        "line 12: result.announce is 11(a); cited were 8(b)"
    ),
    ("refused: Ann takes back banker — wrong-phase ", "refused: Ann takes back banker — no-wagers "): (
        "'Ann takes back banker' is refused otherwise: wrong-phase (7(d)) phase dealing"
    ),
    ("— wrong-phase            wager.no-more-bets", "— wrong-phase"): "the refusal cites 7(d), and the line nothing",
    ("— wrong-phase            wager.no-more-bets", "— wrong-phase    deal.announce"): "cited were 7(d)",
    ("refused: Ann takes back banker — wrong-phase", "refused: Ann buys $25 more — wrong-phase"): "is not refused",
    ("next: the dealer deals P1", "next: the dealer deals B1"): "is not due; due is deal P1 by dealer",
    ("next: the dealer deals P1", "next: the floor deals P1"): "is not due",
    ("next: the dealer deals P1", "may: the dealer deals B1"): "is not expected",
    ("next: the dealer deals P1", "not: the dealer deals P1"): "may be done",
    ("next: the dealer deals P1", "the dealer deals B1"): "is refused: place-not-due (8(c)) due P1",
    ("banker wins;", "banker loses;"): "is not so: it is win",
    ("7 over 6", "8 over 6"): "/ Banker wins, 7 over 6",
    ("Ann holds $595", "Ann holds $600"): "line 17: 'Ann holds $600' is not so: it is $595",
    ("$999,405", "$1,000,000"): "is not so: it is $999,405",
    ("410 cards", "411 cards"): "is not so: it is 410",
    ("until the coup is over", "until House Money is next"): "it does not come to that: House Money is next; due is",
}


@pytest.mark.parametrize("change", WRONG, ids=lambda change: change[1])
def test_what_is_not_so_is_said(change: tuple[str, str]) -> None:
    with pytest.raises(Unmet) as error:
        played(*change)
    assert WRONG[change] in str(error.value)
    assert "\n" not in str(error.value)


def test_a_provision_that_the_document_does_not_have() -> None:
    text = SHEET.replace("wager.means       7(b)", "wager.meant       7(b)").replace(
        "    wager.means", "    wager.meant"
    )
    sheet = read(text)
    with pytest.raises(Unmet, match=r"ma-mini has no 'wager.meant': did you mean 'wager.means'"):
        play(sheet, sheet.tables[0])


def test_a_submission_can_be_a_file() -> None:
    sheet = read(SHEET.replace("ma-mini-classic", "mine.toml"))
    with pytest.raises(Unmet, match=r"mine\.toml: unknown rulebook ''"):
        play(sheet, sheet.tables[0], lambda name: "seats = 3")
