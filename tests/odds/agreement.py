"""Both routes on one shoe: the package and the reference must say the same, to the last deal and the last fraction."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from punto.core.cards import Composition
from punto.law.rulebook import Rulebook, load
from punto.odds import WagerOdds, sheet
from punto.odds.openings import count_openings
from punto.wagers import Wager
from punto.wagers.book import known
from punto.wagers.facts import Hand
from punto.wagers.openings import king_9s
from tests.odds import reference
from tests.wagers import wagering as main
from tests.wagers.wagering import dragon_bonus, house_money, royal_9

MINI, MIDI, BIG = load("ma-mini"), load("ma-midi"), load("ma-baccarat")
HANDS: tuple[Hand, Hand] = ("player", "banker")
SEVEN = ("s9d", "h9s", "d9c", "c9h", "s9c", "d9h", "h9d")  # a licensee's choice, one King-9 a seat
METERS = {
    "star": 1_234_567,
    "spade": 345_679,
    "heart": 234_567,
    "major": 7_654_321,
    "k9-banker": 76_543,
    "k9-player": 9,
}


def as_tally(odds: WagerOdds) -> dict[str, int]:
    return {result.category: deals for result, deals in odds.lines}


def as_pairs(odds: WagerOdds) -> dict[str, tuple[Fraction, ...]]:
    return {hand: tuple(ride) for hand, ride in odds.ride.items()}


def every_wager() -> list[Wager]:
    """Every wager on points and pairs, and the other paytables under keys of their own: dragon-bonus-player-B."""
    wagers = [wager for wager in known(MINI) if wager.on_class]
    others = [dragon_bonus(MINI, hand, table) for hand in HANDS for table in "BC"]
    keys = [f"{wager.key}-{table}" for wager, table in zip(others, "BCBC", strict=True)]
    return wagers + [replace(wager, key=key) for wager, key in zip(others, keys, strict=True)]


def agree_on_points(shoe: Composition) -> int:
    """Compare every wager on points and pairs; say how many results were compared."""
    truth = reference.Points(shoe.ranks)
    answer = sheet(shoe, every_wager())
    assert answer.deals == truth.deals
    assert answer.outcomes == {key: truth.tallies[key]["win"] for key in ("banker", "player", "tie")}
    for key, odds in answer.wagers.items():
        name, table = (key[:-2], key[-1]) if key.endswith(("-B", "-C")) else (key, "A")
        assert as_tally(odds) == truth.tallies[name], key
        assert odds.ev == truth.ev(name, table), key
    choices = {"player": ("player",), "banker": ("banker",), "either": HANDS}
    assert as_pairs(answer["house-money"]) == {choice: tuple(truth.ride(*held)) for choice, held in choices.items()}
    ez = sheet(shoe, [house_money(MINI), main.ez_banker(MINI), main.player(MINI)])["house-money"]
    assert tuple(ez.ride["banker"]) == truth.ride("ez-banker")
    assert tuple(ez.ride["either"]) == truth.ride("player", "ez-banker")
    return sum(len(odds.lines) for odds in answer.wagers.values())


KINDS: dict[str, tuple[Rulebook, Wager, reference.Lines, reference.Chairs]] = {
    "progressive": (
        MIDI,
        royal_9(MIDI, king_9s(SEVEN)),
        reference.progressive,
        reference.chairs(SEVEN, faces="K"),
    ),
    "multi-level": (BIG, royal_9(BIG), reference.multilevel, reference.chairs(reference.TABLE_2)),
}


def agree_on_royal_9(shoe: Composition, kind: str, seats: Iterable[int], *, every_card: bool = False) -> int:
    """Compare a kind of Royal 9 at some seats; say how many results were compared."""
    _, wager, lines, combinations = KINDS[kind]
    kinds = reference.single_cards if every_card else reference.royal_kinds
    compared = 0
    for seat in seats:
        deals, tally = reference.royal_9(shoe.suited or (), lines, combinations, seat, kinds)
        assert count_openings(shoe, wager, seat) == (deals, Counter(tally)), (kind, seat)
        compared += len(tally)
    return compared


def agree_on_covariance(shoe: Composition, kind: str, seat: int, keys: Iterable[str]) -> None:
    """Compare the covariance of Royal 9 and wagers on points."""
    book, wager, lines, combinations = KINDS[kind]
    wagers = [other for other in known(book) if other.key != "royal-9"]
    answer = sheet(shoe, [*wagers, wager], seat=seat).at(METERS, 500)
    royal = answer["royal-9"]
    for key in keys:
        by_line = reference.royal_9_product(shoe, lines, combinations, seat, key)
        product = sum((royal.gains[line] * average for line, average in by_line.items()), Fraction(0))
        assert answer.covariance("royal-9", key) == product - royal.ev * answer[key].ev, key


def agree(shoe: Composition, *, seats: Iterable[int]) -> int:
    """Compare everything but covariances."""
    seats = tuple(seats)
    return (
        agree_on_points(shoe)
        + agree_on_royal_9(shoe, "progressive", [seat for seat in seats if seat <= 7])
        + agree_on_royal_9(shoe, "multi-level", seats)
    )
