"""``punto bench table``: whole shoes of automatic tables and hands of PokerKit, alternately in the same process."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

import click

from punto.apps.cli.output import json_option, near, print_json, print_table
from punto.apps.cli.waiting import waiting

if TYPE_CHECKING:
    from punto.apps.cli.bench.automatic import AutomaticTable

HEADLINE = "md-mini-classic"
HANDS = 6  # per timing
WARM, WINDOW = 1_000, 1_000  # rounds before the first measurement of a table's age, and rounds per measurement


@click.command
@click.option(
    "--turns", type=click.IntRange(1, 10_000), default=10, show_default=True, help="number of timings of each"
)
@click.option(
    "--age",
    type=click.IntRange(min=WARM + 2 * WINDOW),
    metavar="ROUNDS",
    help="play this many rounds and compare the cost of the last with the first",
)
@click.option("--submission", metavar="NAME", help="only this one of the built-in submissions")
@json_option
def command(turns: int, age: int | None, submission: str | None, as_json: bool) -> None:
    """Measure whole shoes of every built-in submission, driven as a floor drives them, log included."""
    from punto.apps.cli.bench.automatic import SEATS, every_submission

    names = every_submission()
    if submission is not None and submission not in names:
        raise click.UsageError(f"no submission is called {submission!r}{near(submission, names)}")
    with waiting("measuring"):
        hand = _poker()
        found = {name: _measured(hand, name, turns) for name in ([submission] if submission else names)}
    first = found.get(HEADLINE) or next(iter(found.values()))
    with waiting("measuring a table of that age"):
        aged = _ageing(hand, age) if age else None
    if as_json:
        more = {"age": {"rounds": age, "cost-to-the-first": aged}} if age else {}
        figures = {
            "path": "live",
            "shoe": "virtual",
            "seats": SEATS,
            "rounds-per-second": first.rounds,
            "reference": {"name": "pokerkit", "hands-per-second": first.hands},
            "ratio": first.ratio,
            "submissions": {name: one.figures for name, one in found.items()},
        }
        print_json({"benchmark": "table", "turns": turns, **figures, **more})
        return
    click.echo("Processor time, the median of whole shoes, by turns with hands of six seats of PokerKit\n")
    rows = [(name, f"{one.hands:,.0f}", f"{one.rounds:,.0f}", f"{one.ratio:.1f}") for name, one in found.items()]
    print_table(("submission", "hands a second", "rounds a second", "times as many"), rows, numbers=3)
    if aged is not None:
        click.echo(f"\nAfter {age:,} rounds one costs {aged:.3f} times what it cost after {WARM:,}.")


class Measured(NamedTuple):
    """Rounds of a table and hands of PokerKit, per second of processor time."""

    rounds: float
    hands: float

    @property
    def ratio(self) -> float:
        """How many rounds are played in the time of one hand."""
        return self.rounds / self.hands

    @property
    def figures(self) -> dict[str, float]:
        """The figures as JSON."""
        return {"rounds-per-second": self.rounds, "hands-per-second": self.hands, "ratio": self.ratio}


def _measured(hand: Callable[[], object], name: str, turns: int) -> Measured:
    """Measure a table over whole shoes, each with everything that comes before and after it."""
    from punto.apps.cli.bench.automatic import AutomaticTable

    table, rounds = AutomaticTable(submission=name), list[float]()
    table.play_shoe()
    hands = list[float]()
    played = 0

    def shoe() -> None:
        nonlocal played
        played = table.play_shoe()

    for _ in range(turns):
        hands.append(_seconds(lambda: _times(hand, HANDS)) / HANDS)
        rounds.append(_seconds(shoe) / played)
    return Measured(1 / median(rounds), 1 / median(hands))


def _ageing(hand: Callable[[], object], age: int) -> float:
    """Return the cost of a round at the end of a table's long life, relative to its beginning.

    Both are measured relative to hands of PokerKit played next to them, because the machine's speed may change
    meanwhile.
    """
    from punto.apps.cli.bench.automatic import AutomaticTable

    table = AutomaticTable(seed=2)
    table.play(WARM)
    first = _cost(hand, table)
    table.play(age - WARM - 2 * WINDOW)
    return _cost(hand, table) / first


def _cost(hand: Callable[[], object], table: AutomaticTable) -> float:
    parts = 20
    runs = {"hands": lambda: _times(hand, HANDS), "rounds": lambda: table.play(WINDOW // parts)}
    times = _by_turns(runs, parts)
    return times["rounds"] / times["hands"]


def _by_turns(runs: Mapping[str, Callable[[], object]], turns: int) -> dict[str, float]:
    """Return the median CPU time of each run, all timed alternately."""
    times: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(turns):
        for name, run in runs.items():
            times[name].append(_seconds(run))
    return {name: median(found) for name, found in times.items()}


def _seconds(run: Callable[[], object]) -> float:
    """Return the CPU time of a run."""
    begun = process_time()
    run()
    return process_time() - begun


def _times(run: Callable[[], object], number: int) -> None:
    for _ in range(number):
        run()


def hands_per_second() -> float:
    """Return the hands of PokerKit in a second of processor time."""
    hand = _poker()
    return 1 / median([_seconds(hand) for _ in range(30)])


def _poker() -> Callable[[], object]:
    """Return a hand of six players who all check or call to the end, dealt automatically as at our table."""
    try:
        from pokerkit import Automation, NoLimitTexasHoldem
    except ImportError:
        raise click.ClickException("the baseline is missing: pip install pokerkit") from None

    def hand() -> None:
        state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, 200, 6)
        while state.status:
            state.check_or_call()

    return hand
