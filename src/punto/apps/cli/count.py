"""``punto count``: what counting cards is worth on a wager."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import click

from punto.apps.cli.output import (
    RULEBOOK,
    books_options,
    edition_of,
    functions_option,
    json_option,
    near,
    print_json,
    print_table,
)
from punto.apps.cli.waiting import say_if_slow, waiting
from punto.core.cards import RANKS
from punto.library import Rulebooks
from punto.odds.queries import DECKS, MOST_DECKS
from punto.wagers.book import known, vigorish_rate
from punto.wagers.wager import Wager

if TYPE_CHECKING:
    from punto.report.laboratory import Linear, Played, Won

COVER, MOST_SHOES = 14, 1_000_000
UNITS = "Bets and units: for each shoe, one unit a bet. Edge: what a bet gains. ± error: standard error of units."


@click.command
@click.argument("key", metavar="WAGER")
@click.option("--rulebook", metavar="ID|FILE", help=f"the document that has the wager ({RULEBOOK})")
@click.option(
    "--tags", metavar="NUMBERS", help="of ace to ten, or ace to king: '0 0 0 -1 -1 -1 -1 2 2 0' (the best ones)"
)
@click.option("--largest", type=click.IntRange(1, 20), default=4, show_default=True, help="size of the best tags")
@click.option("--trigger", type=int, metavar="N", help="stake from this true count per deck on (where it is worth it)")
@click.option("--running", type=int, metavar="N", help="stake from this running count on, instead")
@click.option("--decks", type=click.IntRange(1, MOST_DECKS), default=DECKS, show_default=True)
@click.option("--cover", type=int, default=COVER, show_default=True, help="cards behind the cover card")
@click.option("--after", type=int, default=1, show_default=True, help="rounds after the cover card")
@click.option(
    "--shoes", type=click.IntRange(0, MOST_SHOES), metavar="N", help="shoes to deal; 0 for the exact part alone"
)
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=1, show_default=True)
@books_options
@functions_option
@json_option
def command(
    key: str,
    rulebook: str | None,
    tags: str | None,
    largest: int,
    trigger: int | None,
    running: int | None,
    decks: int,
    cover: int,
    after: int,
    shoes: int | None,
    seed: int,
    books: Rulebooks,
    functions: tuple[Wager, ...],
    as_json: bool,
) -> None:
    """Examine counts of WAGER: effects of removal, best tags, betting correlation, and what a counter wins."""
    if trigger is not None and running is not None:
        raise click.UsageError("--trigger and --running: give one of them")
    from punto.odds.fast import SLOW
    from punto.report.laboratory import default_shoes, linear, play

    wager, rate = _wager(key, rulebook, books, functions)
    with waiting("counting", unit="shoes") as wait:
        found = linear(wager, _tags(tags), decks=decks, rate=rate, largest=largest, progress=wait.at)
    at = running if running is not None else found.trigger if trigger is None else trigger
    number = default_shoes(wager) if shoes is None else shoes
    played = None
    if number:
        say_if_slow(*SLOW)
        with waiting("dealing", number, "shoes") as wait:
            used = found.tags if at is not None else ()
            terms = {"decks": decks, "cover": cover, "after": after, "shoes": number, "seed": seed}
            played = play(
                wager, used, trigger=at or 0, running=running is not None, rate=rate, progress=wait.at, **terms
            )
    kind = "running" if running is not None else "true"
    if as_json:
        print_json(_document(found, played, kind, at))
    else:
        _say(wager, found, played, kind, at)


def _wager(key: str, rulebook: str | None, books: Rulebooks, functions: tuple[Wager, ...]) -> tuple[Wager, Fraction]:
    """Return a wager and its rate of vigorish."""
    own = books.library.own if rulebook is None else None
    book = books.library.checked(edition_of(own.edition.id if own else rulebook or RULEBOOK, books))
    there = {wager.key: wager for wager in (*known(book), *functions)}
    if key not in there:
        raise click.UsageError(f"{book.id} has no wager {key!r}{near(key, tuple(there))}")
    return there[key], vigorish_rate(book)


def _tags(text: str | None) -> list[int] | None:
    if text is None:
        return None
    try:
        return [int(word) for word in text.replace(",", " ").split()]
    except ValueError:
        raise click.UsageError(f"--tags {text}: write whole numbers, like '0 0 0 -1 -1 -1 -1 2 2 0'") from None


# ---------------------------------------------------------------- output


def _document(found: Linear, played: Played | None, kind: str, at: int | None) -> dict[str, object]:
    return {
        "wager": found.key,
        "decks": found.decks,
        "ev": float(found.ev),
        "effects": {rank: float(effect) for rank, effect in found.effects.items()},
        "effects-exact": {rank: str(effect) for rank, effect in found.effects.items()},
        "tags": list(found.tags),
        "correlation": found.correlation,
        "best-tags": list(found.best),
        "best-correlation": found.best_correlation,
        "slope": float(found.slope),
        "trigger": {"kind": kind, "count": at},
        "played": None
        if played is None
        else {
            "shoes": played.shoes,
            "seed": played.seed,
            "rounds": played.rounds,
            "count": _won(played.count) if played.count else None,
            "perfect": _won(played.perfect),
        },
    }


def _won(one: Won) -> dict[str, float]:
    return {"bets": one.bets.value, "units": one.units.value, "stderr": one.units.error, "edge": one.edge}


def _say(wager: Wager, found: Linear, played: Played | None, kind: str, at: int | None) -> None:
    click.echo(f"Counting {wager.title}: {found.decks} decks, house edge {float(-found.ev):.4%}\n")
    columns = [("effect of removal", *(f"{100 * float(found.effects[rank]):+.4f}" for rank in RANKS))]
    if found.tags:
        columns.append(("tag", *(f"{tag:+d}" if tag else "0" for tag in found.tags)))
        columns.append(("best tag", *(f"{tag:+d}" if tag else "0" for tag in found.best)))
    heads = tuple(column[0] for column in columns)
    rows = [(rank, *(column[n] for column in columns)) for n, rank in enumerate(RANKS, 1)]
    print_table(("rank", *heads), rows, numbers=len(heads))
    click.echo("\nEffect of removal: change of the expected value, in percent of the stake, when one card is removed.")
    if not found.tags:
        click.echo("No rank changes the expected value: no count by ranks helps.")
    else:
        click.echo(f"Betting correlation {found.correlation:.4f}; of the best tags {found.best_correlation:.4f}.")
        worth = f"a {kind} count of {at}" if at is not None else "no count: these tags point the wrong way"
        click.echo(f"Staked from {worth}; a true count of one is worth {float(found.slope):+.4%}.")
    if played is None:
        return
    ways = [("count", played.count)] if played.count else []
    rows = [(name, *_figures(won)) for name, won in (*ways, ("perfect play", played.perfect))]
    click.echo(f"\n{played.shoes:,} shoes of {played.rounds:.1f} rounds, seed {played.seed}:\n")
    print_table(("staking", "bets", "units", "± error", "edge"), rows, numbers=4)
    click.echo(
        "\nBets and units: for each shoe, one unit a bet. Edge: what a bet gains. ± error: standard error of units."
    )


def _figures(one: Won) -> tuple[str, ...]:
    return f"{one.bets.value:.2f}", f"{one.units.value:.4f}", f"{one.units.error:.4f}", f"{one.edge:.2%}"
