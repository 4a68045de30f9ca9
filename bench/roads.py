"""How long the roads take: one more outcome, asking, and drawing.

    python bench/roads.py

The figure to watch is the ratio: what an outcome costs after many coups over what it costs after few. It stays near 1,
because an outcome is added to what the last four columns say. Reading the whole shoe again does not stay there.
"""

from __future__ import annotations

from time import perf_counter

from punto.views.roads import Decision, Outcome, Roads

SHOE: tuple[Outcome, ...] = ("B", "B", "P", "T", "P", "B", "P", "P", "P", "B", "T", "B")
TURNS = 20_000
FEW, SHOEFUL, MANY = 8, 80, 8_000


def shoe(coups: int) -> Roads:
    """Return roads of so many coups."""
    return Roads.of("".join(SHOE[coup % len(SHOE)] for coup in range(coups)))


def after(roads: Roads) -> float:
    """Return the microseconds of one more outcome."""
    begun = perf_counter()
    for turn in range(TURNS):
        roads.after(SHOE[turn % len(SHOE)])
    return (perf_counter() - begun) / TURNS * 1e6


def ask(roads: Roads) -> float:
    """Return the microseconds of asking for both hands."""
    hands: tuple[Decision, Decision] = ("B", "P")
    begun = perf_counter()
    for _ in range(TURNS // 2):
        for hand in hands:
            roads.ask(hand)
    return (perf_counter() - begun) / (TURNS // 2) * 1e6


def whole(roads: Roads, turns: int) -> float:
    """Return the microseconds of reading the whole shoe again."""
    outcomes = roads.outcomes
    begun = perf_counter()
    for _ in range(turns):
        Roads.of(outcomes)
    return (perf_counter() - begun) / turns * 1e6


def drawn(roads: Roads, turns: int = 20) -> float:
    """Return the microseconds of drawing the paper."""
    begun = perf_counter()
    for _ in range(turns):
        roads._repr_svg_()
    return (perf_counter() - begun) / turns * 1e6


def best(*times: float) -> float:
    """Return the least of some times: the one that was disturbed least."""
    return min(times)


def main() -> None:
    """Print the figures."""
    few, shoeful, many = shoe(FEW), shoe(SHOEFUL), shoe(MANY)
    steps = {roads: best(*(after(roads) for _ in range(5))) for roads in (few, shoeful, many)}
    for coups, roads in ((FEW, few), (SHOEFUL, shoeful), (MANY, many)):
        print(f"one more outcome after {coups:5} coups  {steps[roads]:10.2f} µs  {steps[roads] / steps[few]:8.2f}")
    asked = best(*(ask(shoeful) for _ in range(5)))
    print(f"ask for both hands                    {asked:10.2f} µs  {asked / steps[few]:8.2f}")
    for coups, roads, turns in ((SHOEFUL, shoeful, 200), (MANY, many, 5)):
        again = best(*(whole(roads, turns) for _ in range(3)))
        print(f"reading {coups:5} coups again             {again:10.2f} µs  {again / steps[few]:8.2f}")
    paper = best(*(drawn(shoeful) for _ in range(3)))
    print(f"drawing the paper of {SHOEFUL} coups         {paper:10.2f} µs  {paper / steps[few]:8.2f}")


if __name__ == "__main__":
    main()
