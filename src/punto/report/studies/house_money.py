"""House Money: a pair pays, and the payout may ride on the hand that the seat has a wager on (ma-mini 8(c)(3)).

Exact. All four cards lie open when the choice is made, so it is made opening by opening: ride where a unit on the hand
is worth more than nothing there, take it elsewhere. Two openings with the same counts differ a little by the cards that
they leave in the shoe; whether that ever changes the choice is reckoned too.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from punto.cards import Composition
from punto.draw.chart import Axis, Cells, Chart
from punto.odds import Sheet, sheet
from punto.odds.exact import Two
from punto.odds.fare import Ride
from punto.odds.ride import rides, worth
from punto.report.studies.answer import Sample, Study, Table
from punto.report.studies.felts import vigorish, wagers

DECKS = (1, 2, 4, 6, 8)
Ranges = Mapping[Two, tuple[Fraction, Fraction]]


def study(sample: Sample) -> Study:
    """Reckon when to ride."""
    sheets = {decks: _sheet(decks) for decks in DECKS}
    full = sheets[8]
    ranges = {hand: worth(full.counts, full[hand]) for hand in ("player", "banker")}
    doubtful = {decks: _doubtful(sheets[decks]) for decks in DECKS}
    return Study(
        "house-money",
        "House Money: what one unit gains, exact",
        (
            Table(
                "Taken, or always ridden on a hand, or ridden at its best",
                ("decks", "take", "Player", "best", "Banker", "best", "EZ Banker", "best"),
                [(str(decks), *_gains(sheets[decks])) for decks in DECKS],
                8,
            ),
            Table(
                "Eight decks: ride where",
                ("Player has", "on the Player's hand, the Banker has", "on the Banker's hand, the Banker has"),
                [_advice(ranges, point) for point in range(10)],
                0,
            ),
        ),
        (
            "Best: rides exactly where that gains. A portion that may ride gains that portion of the difference.",
            "Counts that call for either choice, by the cards that the openings leave in the shoe:",
            *(f"  decks {decks}: {_either(found)}" for decks, found in doubtful.items()),
        ),
        {
            "decks": {str(decks): _document(sheets[decks], doubtful[decks]) for decks in DECKS},
            "ride": {hand: [_line(two, span) for two, span in found.items()] for hand, found in ranges.items()},
        },
        _chart(ranges),
    )


def _sheet(decks: int) -> Sheet:
    keys = "house-money", "player", "banker", "ez-banker"
    return sheet(Composition.decks(decks), wagers(*keys), rate=vigorish())


def _rides(found: Sheet) -> dict[str, Ride]:
    """Return what riding is worth on each hand; the sheet knows one wager a hand, EZ is reckoned beside it."""
    money = found["house-money"]
    return {**money.ride, "ez-banker": rides(found.counts, money, found["ez-banker"], Fraction(1))}


def _doubtful(found: Sheet) -> list[tuple[str, Two]]:
    """Return the counts for which one opening should ride and another should not."""
    spans = {hand: worth(found.counts, found[hand]) for hand in ("player", "banker")}
    return [(hand, two) for hand, each in spans.items() for two, (low, high) in each.items() if low < 0 < high]


def _either(found: list[tuple[str, Two]]) -> str:
    return ", ".join(f"{two[0]} against {two[1]} on the {hand.capitalize()}'s hand" for hand, two in found) or "none"


def _gains(found: Sheet) -> tuple[str, ...]:
    values = [found["house-money"].ev, *(value for ride in _rides(found).values() for value in ride)]
    return tuple(f"{float(value):+.2%}".replace("-", "−") for value in values)


def _advice(ranges: Mapping[str, Ranges], point: int) -> tuple[str, str, str]:
    def where(hand: str) -> str:
        found = [str(two[1]) for two, (low, _) in ranges[hand].items() if two[0] == point and low > 0]
        return " ".join(found) or "–"

    return str(point), where("player"), where("banker")


def _line(two: Two, span: tuple[Fraction, Fraction]) -> dict[str, float]:
    return {"player": two[0], "banker": two[1], "least": float(span[0]), "most": float(span[1])}


def _document(found: Sheet, doubtful: list[tuple[str, Two]]) -> dict[str, object]:
    money = found["house-money"]
    return {
        "take": float(money.ev),
        "take-exact": str(money.ev),
        "ride": {hand: {"ev": float(ride.ev), "best": float(ride.best)} for hand, ride in _rides(found).items()},
        "either": [{"hand": hand, "player": two[0], "banker": two[1]} for hand, two in doubtful],
    }


def _chart(ranges: Mapping[str, Ranges]) -> Chart:
    cells: dict[str, list[tuple[tuple[float, float], str]]] = {"player": [], "banker": [], "take": []}
    for two in ranges["player"]:
        gains = {hand: found[two][0] for hand, found in ranges.items()}
        best = max(gains, key=lambda hand: gains[hand])
        place = float(two[1]), float(two[0])
        if gains[best] > 0:
            cells[best].append((place, f"{float(gains[best]):+.2f}"))
        else:
            cells["take"].append((place, "take"))
    names = {"player": "ride on Player", "banker": "ride on Banker", "take": "take it"}
    colours = {"player": "player", "banker": "banker", "take": "faint"}
    return Chart(
        "House Money: ride or take",
        "What a riding dollar gains with these two-card counts, eight decks, five percent; for a seat with both wagers",
        Axis("the Banker's count", names=tuple(map(str, range(10)))),
        Axis("the Player's count", names=tuple(map(str, range(10)))),
        tuple(
            Cells(names[kind], [place for place, _ in found], [words for _, words in found], colours[kind])
            for kind, found in cells.items()
            if found
        ),
        "The least over all openings with a pair and these counts. No pair leaves both counts odd.",
        height=720,
    )
