"""``punto bench table``: rounds of an automatic table and hands of PokerKit, alternately in the same process."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

import click

from punto.apps.cli.output import json_option, print_json, print_table
from punto.apps.cli.waiting import waiting

if TYPE_CHECKING:
    from punto.apps.cli.bench.automatic import AutomaticTable

HANDS, ROUNDS = 6, 60  # per timing
WARM, WINDOW = 1_000, 1_000  # rounds before the first measurement of a table's age, and rounds per measurement


@click.command
@click.option(
    "--turns", type=click.IntRange(1, 10_000), default=30, show_default=True, help="number of timings of each"
)
@click.option(
    "--age",
    type=click.IntRange(min=WARM + 2 * WINDOW),
    metavar="ROUNDS",
    help="play this many rounds and compare the cost of the last with the first",
)
@json_option
def command(turns: int, age: int | None, as_json: bool) -> None:
    """Measure a table driven as a floor drives it: virtual shoe, seven seats with two wagers each, log included."""
    from punto.apps.cli.bench.automatic import SEATS, AutomaticTable

    with waiting("measuring"):
        hand, table = _poker(), AutomaticTable()
        table.play(ROUNDS)
        times = _by_turns({"hands": lambda: _times(hand, HANDS), "rounds": lambda: table.play(ROUNDS)}, turns)
    hands, rounds = HANDS / times["hands"], ROUNDS / times["rounds"]
    figures = {
        "path": "live",
        "shoe": "virtual",
        "seats": SEATS,
        "rounds-per-second": rounds,
        "reference": {"name": "pokerkit", "hands-per-second": hands},
        "ratio": rounds / hands,
    }
    with waiting("measuring a table of that age"):
        aged = _ageing(hand, age) if age else None
    if as_json:
        more = {"age": {"rounds": age, "cost-to-the-first": aged}} if age else {}
        print_json({"benchmark": "table", "turns": turns, **figures, **more})
        return
    click.echo("Processor time, the median of turns by turns\n")
    rows = [
        ("PokerKit, hands of six seats", f"{hands:,.0f}", "1.0"),
        ("a live table, rounds of seven seats, virtual shoe", f"{rounds:,.0f}", f"{rounds / hands:.1f}"),
    ]
    print_table(("played", "a second", "times as many"), rows, numbers=2)
    if aged is not None:
        click.echo(f"\nAfter {age:,} rounds one costs {aged:.3f} times what it cost after {WARM:,}.")


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
            begun = process_time()
            run()
            times[name].append(process_time() - begun)
    return {name: median(found) for name, found in times.items()}


def _times(run: Callable[[], object], number: int) -> None:
    for _ in range(number):
        run()


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
