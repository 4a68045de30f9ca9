"""House Money: a pair pays, and the payout may ride on the hand that the seat has a wager on (ma-mini 8(c)(3)).

Exact. All four cards are face up when the choice is made, so it is made opening by opening: ride if a unit on the hand
has a positive expected value, otherwise take the payout. A seat with a wager on both hands also chooses the hand then,
and rides on the one that is ahead. Two openings with the same counts differ slightly by the cards that they leave in
the shoe; the study also lists the counts at which that changes the choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from punto.core.cards import Composition
from punto.draw.chart import Axis, Cells, Chart
from punto.odds import Sheet, sheet
from punto.odds.exact import Two
from punto.odds.parlay import rides, worth
from punto.odds.wager_odds import Ride
from punto.report.studies.answer import Sample, Study, Table, vigorish, wagers

DECKS = tuple(range(1, 9))
MAINS = "player", "banker", "ez-banker"
BOTH = {"either": ("player", "banker"), "ez-either": ("player", "ez-banker")}
_NAMES = {"player": "Player", "banker": "Banker", "ez-banker": "EZ Banker"}
Ranges = Mapping[Two, tuple[Fraction, Fraction]]


def study(sample: Sample) -> Study:
    """Compute when to ride."""
    sheets = {decks: _sheet(decks) for decks in DECKS}
    full = sheets[8]
    ranges = {hand: worth(full.counts, full[hand]) for hand in ("player", "banker")}
    doubtful = {decks: _doubtful(sheets[decks]) for decks in DECKS}
    return Study(
        "house-money",
        "House Money: what one unit gains, exact",
        (
            Table(
                "A seat with one main wager: taken, always ridden on that hand, or ridden at best",
                ("decks", "take", "Player", "best", "Banker", "best", "EZ Banker", "best"),
                [(str(decks), *_gains(sheets[decks], MAINS)) for decks in DECKS],
                8,
            ),
            Table(
                "A seat with both main wagers, the hand named after four cards",
                ("decks", "take", "Player and Banker", "best", "Player and EZ Banker", "best"),
                [(str(decks), *_gains(sheets[decks], BOTH)) for decks in DECKS],
                6,
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
            "Per unit on House Money; the main wagers' own stakes and their edge are not in it.",
            "Counts that call for either choice, by the cards that the openings leave in the shoe:",
            *(f"  decks {decks}: {_listed(found)}" for decks, found in doubtful.items()),
        ),
        {
            "decks": {str(decks): _document(sheets[decks], doubtful[decks]) for decks in DECKS},
            "ride": {hand: [_line(two, span) for two, span in found.items()] for hand, found in ranges.items()},
        },
        _chart(ranges),
    )


def _sheet(decks: int) -> Sheet:
    return sheet(Composition.decks(decks), wagers("house-money", *MAINS), rate=vigorish())


def _rides(found: Sheet) -> dict[str, Ride]:
    """Return the value of riding on each main wager and on the better of two; a sheet has one wager per hand."""
    money, held = found["house-money"], {"ez-banker": ("ez-banker",), "ez-either": BOTH["ez-either"]}
    ez = {name: rides(found.counts, money, [found[key] for key in keys], Fraction(1)) for name, keys in held.items()}
    return {**money.ride, **ez}


def _doubtful(found: Sheet) -> list[tuple[str, Two]]:
    """Return the counts for which one opening should ride and another should not."""
    spans = {key: worth(found.counts, found[key]) for key in MAINS}
    return [(key, two) for key, each in spans.items() for two, (low, high) in each.items() if low < 0 < high]


def _listed(found: list[tuple[str, Two]]) -> str:
    counts = {two: [_NAMES[key] for key, each in found if each == two] for _, two in found}
    return "; ".join(f"{two[0]} against {two[1]} on {', '.join(names)}" for two, names in counts.items()) or "none"


def _gains(found: Sheet, choices: Iterable[str]) -> tuple[str, ...]:
    ridden = _rides(found)
    values = [found["house-money"].ev, *(value for choice in choices for value in ridden[choice])]
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
        "either": [{"hand": key, "player": two[0], "banker": two[1]} for key, two in doubtful],
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
