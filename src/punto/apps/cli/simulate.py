"""``punto simulate``: simulate shoes and compare with the exact odds."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from time import perf_counter
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from punto.apps.cli.output import (
    OWN_TABLE,
    RULEBOOK,
    books_options,
    functions_option,
    json_option,
    print_json,
    print_table,
    reviewed,
)
from punto.apps.cli.waiting import say_if_slow, waiting
from punto.core.cards import Composition
from punto.library import Rulebooks
from punto.odds import sheet
from punto.wagers.book import known, vigorish_rate

if TYPE_CHECKING:
    from punto.simulate import Plan, Tally
    from punto.wagers.wager import Wager

DECKS = 8  # defaults
MOST_THREADS = 1024
INTERRUPTED = 130  # as shells count signals
Progress = Callable[[int], None]
Stop = Callable[[], bool]
Count = Callable[[Progress, Stop], tuple[Any, int]]


@dataclass(frozen=True, slots=True)
class Offer:
    """Input of a simulation: a plan of shoes, wagers, and their vigorish."""

    plan: Plan
    wagers: tuple[Wager, ...]
    rate: Fraction


@dataclass(frozen=True, slots=True)
class Run:
    """Result of a simulation."""

    offer: Offer
    tally: Tally
    cards: Mapping[str, Counter[str]]  # results of wagers on single cards, from fewer shoes
    seconds: float
    device: str
    threads: int
    interrupted: bool


@click.command
@click.option("--shoes", type=int, required=True, metavar="N", help="number of shoes")
@click.option("--decks", type=int, help=f"decks in a shoe ({DECKS}, or the submission's)")
@click.option("--seed", type=int, default=1, show_default=True, help="the same seed gives the same counts everywhere")
@click.option("--submission", metavar="FILE|NAME", help="the shoe and the wagers of this submission")
@click.option("--threads", type=click.IntRange(1, MOST_THREADS), help="CPU threads (all)")
@click.option("--device", type=click.Choice(("cpu", "gpu")), default="cpu", show_default=True)
@click.option("--cluster", metavar="ADDRESS", help="a Dask scheduler, like tcp://127.0.0.1:8786")
@click.option("-o", "output", metavar="FILE", help="also write every round as a row of this file: .parquet or .csv")
@books_options
@functions_option
@json_option
def command(
    shoes: int,
    decks: int | None,
    seed: int,
    submission: str | None,
    threads: int | None,
    device: str,
    cluster: str | None,
    output: str | None,
    books: Rulebooks,
    functions: tuple[Wager, ...],
    as_json: bool,
) -> None:
    """Simulate whole shoes by the million, and compare every wager with its exact odds."""
    if cluster is not None and device == "gpu":
        raise click.UsageError("--cluster and --device gpu: give one of them")
    offer = _offer(shoes, decks, seed, submission, books)
    offer = replace(offer, wagers=(*offer.wagers, *functions))
    if output is not None:
        _check_output(output)
    ran = _on_cluster(offer, cluster) if cluster is not None else _here(offer, device, threads or os.cpu_count() or 1)
    if output is not None and not ran.interrupted:
        _write(offer.plan, output)
    if not ran.tally.shoes:
        raise click.exceptions.Abort
    print_json(_document(ran)) if as_json else _say(ran)
    if ran.interrupted:
        left = f"{ran.tally.shoes:,} of {offer.plan.shoes:,} shoes"
        click.echo(f"punto: interrupted: the figures are of {left}, all of them whole", err=True)
        raise click.exceptions.Exit(INTERRUPTED)


def _offer(shoes: int, decks: int | None, seed: int, submission: str | None, books: Rulebooks) -> Offer:
    from punto.simulate import Plan

    if submission is None and books.library.own is None:
        book = books.load(RULEBOOK)
        rate = vigorish_rate(book)
        plan = Plan(shoes=shoes, seed=seed, decks=DECKS if decks is None else decks)
        return Offer(plan, known(book), rate)
    review = reviewed(submission, books)
    if review.rules is None:
        first, *others = review.findings
        more = f" (and {len(others)} more: punto check {submission or '--wagers'})" if others else ""
        raise click.UsageError(f"{submission or OWN_TABLE}: {first}{more}")
    rules = review.rules
    rate = rules.vigorish.rate if rules.vigorish else Fraction(0)
    return Offer(Plan.of_rules(rules, shoes, seed, decks), rules.wagers, rate)


# ---------------------------------------------------------------- running


def _here(offer: Offer, device: str, threads: int) -> Run:
    from punto.simulate import SLOW, cpu, gpu

    if device == "gpu":
        with waiting("compiling for the GPU"):
            gpu.warm()
        return _run(offer, device, threads, lambda progress, stop: gpu.count(offer.plan, progress, stop))
    say_if_slow(*SLOW)
    with waiting("compiling the simulator, once after an installation"):
        cpu.warm(offer.plan)
    return _run(offer, device, threads, lambda progress, stop: cpu.count(offer.plan, threads, progress, stop))


def _on_cluster(offer: Offer, address: str) -> Run:
    from punto.simulate import cluster

    with cluster.connect(address) as client:
        threads = cluster.threads_of(client)
        with waiting("compiling on the cluster"):
            cluster.warm(client, offer.plan)
        return _run(offer, "cluster", threads, lambda progress, stop: cluster.count(client, offer.plan, progress, stop))


def _run(offer: Offer, device: str, threads: int, count: Count) -> Run:
    from punto.simulate import Tally

    with _until_interrupted() as stop, waiting("dealing", offer.plan.shoes, "shoes") as wait:
        begun = perf_counter()
        counts, shoes = count(wait.advance, stop)
        seconds = perf_counter() - begun
    whole = shoes == offer.plan.shoes
    return Run(offer, Tally(shoes, counts), _on_cards(offer) if whole else {}, seconds, device, threads, not whole)


def _on_cards(offer: Offer) -> Mapping[str, Counter[str]]:
    """Count the wagers that read single cards, card by card."""
    wagers = [wager for wager in offer.wagers if wager.on_class is None and not wager.metered]
    if not wagers:
        return {}
    from punto.simulate.trajectory import CARD_SHOES, count_cards

    with (
        _until_interrupted() as stop,
        waiting("dealing card by card", min(offer.plan.shoes, CARD_SHOES), "shoes") as wait,
    ):
        return count_cards(offer.plan, wagers, wait.advance, stop)


@contextmanager
def _until_interrupted() -> Iterator[Stop]:
    """Turn the first Ctrl-C into a request to stop between counts; a second one interrupts as usual."""
    wishes: list[int] = []

    def wish(number: int, frame: FrameType | None) -> None:
        wishes.append(number)
        signal.signal(signal.SIGINT, signal.default_int_handler)

    before = signal.signal(signal.SIGINT, wish)
    try:
        yield lambda: bool(wishes)
    finally:
        signal.signal(signal.SIGINT, before)


# ---------------------------------------------------------------- rounds


def _check_output(output: str) -> None:
    from punto.simulate.trajectory import format_of, need_duckdb

    target = Path(output)
    if target.is_dir():
        raise click.UsageError(f"{output}: this is a folder, not a file")
    format_of(target)
    need_duckdb()
    if not target.parent.is_dir():
        raise click.UsageError(f"{output}: there is no folder {target.parent}")


def _write(plan: Plan, output: str) -> None:
    from punto.simulate.trajectory import write_rounds

    with waiting("writing", plan.shoes, "shoes") as wait:
        write_rounds(plan, Path(output), wait.advance)


# ---------------------------------------------------------------- output


def _fares(ran: Run) -> dict[str, dict[str, float]]:
    """Return each wager's simulated and exact results; those that pay meters are not counted."""
    from punto.simulate.plan import WagerTally

    rate, cards = ran.offer.rate, ran.cards
    wagers = [wager for wager in ran.offer.wagers if wager.key in cards or (wager.on_class and not wager.metered)]
    exact = sheet(Composition.decks(ran.offer.plan.decks), wagers, rate=rate)
    found = {}
    for wager in wagers:
        on_cards, due = cards.get(wager.key), exact[wager.key].ev
        fare = WagerTally.of(wager, on_cards, rate) if on_cards else ran.tally.fare(wager, rate)
        z = float(fare.ev - due) / fare.stderr if fare.stderr else 0.0
        found[wager.key] = {"ev": float(fare.ev), "stderr": fare.stderr, "exact": float(due), "z": z}
        found[wager.key] |= {"rounds": fare.rounds} if on_cards else {}
    return found


def _document(ran: Run) -> dict[str, Any]:
    rounds = ran.tally.rounds
    return {
        "shoes": ran.tally.shoes,
        "rounds": rounds,
        "seconds": ran.seconds,
        "rounds-per-second": rounds / ran.seconds,
        "device": ran.device,
        "threads": ran.threads,
        "outcomes": ran.tally.outcomes,
        "wagers": _fares(ran),
    }


def _say(ran: Run) -> None:
    tally, rounds = ran.tally, ran.tally.rounds
    click.echo(
        f"{tally.shoes:,} shoes of {ran.offer.plan.decks} decks, {rounds:,} rounds, seed {ran.offer.plan.seed}\n"
    )
    for name, number in tally.outcomes.items():
        click.echo(f"  {name:7} {number:>18,}  {number / rounds:11.6%}")
    click.echo()
    rows = [
        (key, f"{fare['ev']:+.6f}", f"{fare['stderr']:.6f}", f"{fare['exact']:+.6f}", f"{fare['z']:+.2f}")
        for key, fare in _fares(ran).items()
    ]
    print_table(("wager", "gain", "standard error", "exact", "z"), rows, numbers=4)
    click.echo("\nGain: of one unit on every round. z: how many standard errors it lies from the exact one.")
    for wager in ran.offer.wagers:
        if wager.key in ran.cards:
            counted = f"counted card by card, over {ran.cards[wager.key].total():,} rounds"
            click.echo(f"{wager.title} reads single cards: it is {counted}.")
        elif wager.metered:
            click.echo(f"{wager.title} pays meters, and is not counted here.")
    speed = f"{rounds / ran.seconds / 1e6:,.1f} million rounds a second"
    click.echo(f"{speed}: {ran.seconds:.2f} s, {ran.device}, {ran.threads} threads", err=True)
