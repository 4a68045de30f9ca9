"""How long exact odds take: a whole sheet, its parts, and a shoe that shrinks.

    python bench/odds.py

Times are the processor's, the best of several, beside their ratio to a plain loop run in the same process: the ratio
says more than the time, since it hardly changes from one machine to the next.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

from punto.core.cards import Composition, cards
from punto.law.rulebook import load
from punto.odds import Known, Sheet, count_classes, sheet
from punto.odds.openings import count_openings
from punto.wagers.book import known

TURNS = 9
STEPS = 1_000_000
EIGHT = Composition.decks(8)
FEW = Composition.of_cards(cards("As 2h 3d 4c 5s 6h 7d 8c 9s 9h 10d Jc Qs Kh"))
WAGERS = known(load("ma-mini"))
FOUR = Known(cards("2h 2d"), cards("Kc 6s"))


def plain_loop() -> int:
    """Add a million squares: what the times are compared with."""
    total = 0
    for step in range(STEPS):
        total += step * step
    return total


def best(run: Callable[[], object]) -> float:
    """Return the seconds of the run that was disturbed least."""
    times = []
    for _ in range(TURNS):
        begun = process_time()
        run()
        times.append(process_time() - begun)
    return min(times)


def whole(shoe: Composition, seen: Known = Known()) -> Sheet:  # noqa: B008 - an immutable default
    """Return the sheet of every wager of ma-mini."""
    return sheet(shoe, WAGERS, known=seen)


def main() -> None:
    """Print the figures."""
    metered = whole(EIGHT).at({"star": 5_000_000, "spade": 350_000, "heart": 350_000}, 500)
    runs: dict[str, Callable[[], object]] = {
        "sheet of ma-mini, eight decks": lambda: whole(EIGHT),
        "the same with four cards known": lambda: whole(EIGHT, FOUR),
        "sheet of ma-mini, fourteen cards": lambda: whole(FEW),
        "classes of coup alone": lambda: count_classes(EIGHT),
        "Royal 9 alone": lambda: count_openings(EIGHT, WAGERS[-1], 1),
        "covariance of Player and House Money": lambda: metered.covariance("player", "house-money"),
        "covariance of Player and Royal 9": lambda: metered.covariance("player", "royal-9"),
    }
    loop = best(plain_loop)
    print(f"{'plain loop':40} {loop * 1e3:8.1f} ms  {1:8.2f}")
    for name, run in runs.items():
        seconds = best(run)
        print(f"{name:40} {seconds * 1e3:8.1f} ms  {seconds / loop:8.2f}")


if __name__ == "__main__":
    main()
