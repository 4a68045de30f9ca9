"""Effect on the house edge of each choice that the documents leave to a licensee. Exact."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import NamedTuple

from punto.core.cards import Composition
from punto.draw.chart import Axis, Chart, Marks, percent
from punto.odds import WagerOdds
from punto.odds.fast import batch
from punto.report.studies.answer import Sample, Study, Table, vigorish, wagers

DECKS = (1, 2, 4, 6, 8)
COMPARED = (6, 8)
WAGERS = ("player", "banker", "ez-banker", "tie", "dragon-7", "panda-8", "dragon-bonus-player", "dragon-bonus-banker")


class Option(NamedTuple):
    """A wager under one choice of terms."""

    choice: str
    words: str
    key: str
    paytable: str = "A"
    tie: int | None = None


OPTIONS = (
    Option("Banker", "5% vigorish", "banker"),
    Option("Banker", "EZ: even money, Dragon 7 pushes", "ez-banker"),
    Option("Tie", "8 to 1", "tie"),
    Option("Tie", "9 to 1", "tie", tie=9),
    *(
        Option(f"Dragon Bonus {hand.capitalize()}", f"paytable {table}", f"dragon-bonus-{hand}", table)
        for hand in ("player", "banker")
        for table in "ABC"
    ),
)


def study(sample: Sample) -> Study:
    """Compute the edges."""
    by_decks = {key: {decks: odds_of(Option("", "", key), decks).edge for decks in DECKS} for key in WAGERS}
    choices = [(option, {decks: odds_of(option, decks) for decks in COMPARED}) for option in OPTIONS]
    return Study(
        "options",
        "How far each option moves the house's edge, exact",
        (
            Table(
                "Decks",
                ("wager", *(f"{decks} {'deck' if decks == 1 else 'decks'}" for decks in DECKS), "6 for 8"),
                [(key, *map(_words, row.values()), _more(row[6] - row[8])) for key, row in by_decks.items()],
                len(DECKS) + 1,
            ),
            Table(
                "Terms",
                ("wager", "terms", "6 decks", "8 decks", "moves it by", "SD"),
                [_choice(option, found) for option, found in choices],
                4,
            ),
        ),
        ("Moves it by: against the first of its kind, at eight decks. SD: of one unit, at eight decks.",),
        {
            "decks": {
                key: {str(decks): {"edge": float(edge), "exact": str(edge)} for decks, edge in row.items()}
                for key, row in by_decks.items()
            },
            "terms": [
                {
                    "wager": option.key,
                    "terms": option.words,
                    "edge": {str(decks): float(odds.edge) for decks, odds in found.items()},
                    "exact": {str(decks): str(odds.edge) for decks, odds in found.items()},
                    "sd": found[8].sd,
                }
                for option, found in choices
            ],
        },
        _chart([(option, found) for option, found in choices]),
    )


@cache
def _by_decks(key: str, paytable: str, tie: int | None) -> dict[int, WagerOdds]:
    shoes = [Composition.decks(decks).ranks for decks in DECKS]
    found = batch(shoes, wagers(key, tie=tie, table=paytable), rate=vigorish()).wagers[key]
    return {decks: found.odds(place) for place, decks in enumerate(DECKS)}


def odds_of(option: Option, decks: int) -> WagerOdds:
    """Return the odds of a wager under some terms."""
    return _by_decks(option.key, option.paytable, option.tie)[decks]


def _words(edge: Fraction) -> str:
    return f"{float(edge):.4%}"


def _more(difference: Fraction) -> str:
    return f"{float(difference):+.4%}".replace("-", "−")


def _choice(option: Option, found: dict[int, WagerOdds]) -> tuple[str, ...]:
    first = next(other for other in OPTIONS if other.choice == option.choice)
    moved = "" if first is option else _more(found[8].edge - odds_of(first, 8).edge)
    return option.choice, option.words, _words(found[6].edge), _words(found[8].edge), moved, f"{found[8].sd:.3f}"


def _chart(choices: list[tuple[Option, dict[int, WagerOdds]]]) -> Chart:
    rows = list(enumerate(reversed(choices)))
    return Chart(
        "What the choices of a rulebook move",
        "The house's edge under the terms that the documents leave to a licensee",
        Axis("house edge", percent, low=0),
        Axis("", names=tuple(f"{option.choice}, {option.words}" for _, (option, _) in rows)),
        tuple(
            Marks(
                f"{decks} decks",
                [(float(found[decks].edge), float(row)) for row, (_, found) in rows],
                colour="green" if decks == 8 else "banker",
                hollow=decks == 6,
            )
            for decks in COMPARED
        ),
    )
