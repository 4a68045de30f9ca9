"""The odds of a question, as JSON and for people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

import click

from punto.cards import Composition
from punto.cli.output import print_table
from punto.money import Cents, dollars
from punto.odds import Known, Line, OddsError, Sheet, WagerOdds
from punto.rulebook import Rulebook
from punto.wagers.wager import Result, Verdict, Wager

UNITS = """\
Pays: to 1, vigorish taken off. House edge: what the house keeps of a stake on average.
SD: standard deviation of one coup's gain, in stakes."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What is on offer: wagers, and the terms that turn their results into money."""

    book: Rulebook
    decks: int
    seats: int
    wagers: tuple[Wager, ...]
    rate: Fraction  # of vigorish
    portion: Fraction  # of a House Money payout that rides
    stake: Cents  # of Royal 9
    meters: Mapping[str, Cents]  # of Royal 9, where they start


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: an offer, a shoe, and how far the coup has come."""

    offer: Offer
    decks: int | None  # none where the shoe is given by rank
    shoe: Composition
    known: Known
    seat: int
    meters: Mapping[str, Cents]


# ---------------------------------------------------------------- as JSON


def document(question: Question, answer: Sheet) -> dict[str, Any]:
    """Return a sheet as its JSON document."""
    known = {"player": [*map(str, answer.known.player)], "banker": [*map(str, answer.known.banker)]}
    return {
        "rulebook": question.offer.book.id,
        "decks": question.decks,
        "cards": question.shoe.total,
        **({"known": known} if answer.known.all else {}),
        "deals": answer.deals,
        "outcomes": answer.outcomes,
        "wagers": {key: _wager(odds, question) for key, odds in answer.wagers.items()},
    }


def _wager(odds: WagerOdds, question: Question) -> dict[str, Any]:
    paid = _with_meters(odds, question)
    facts: dict[str, Any] = {
        "ev": float(paid.ev),
        "edge": float(paid.edge),
        "sd": paid.sd,
        "ev-exact": str(paid.ev),
        "results": [_result(line, odds, question) for line in odds.lines],
    }
    if odds.ride:
        facts["ride"] = {hand: {"ev": float(ride.ev), "best": float(ride.best)} for hand, ride in odds.ride.items()}
    if odds.meters:
        facts["seat"] = question.seat
        facts["stake-cents"] = question.offer.stake
        facts["meter-cents"] = {name: question.meters[name] for name in odds.meters}
        facts["break-even-cents"] = {name: _break_even(odds, name, question) for name in odds.meters}
    return facts


def _with_meters(odds: WagerOdds, question: Question) -> WagerOdds:
    return odds.at(question.meters, question.offer.stake) if odds.meters else odds


def _break_even(odds: WagerOdds, meter: str, question: Question) -> int | None:
    """Return what a meter must show for a fair wager, the others as they are; none where no deal pays it."""
    try:
        return ceil(odds.break_even(meter, question.meters, question.offer.stake))
    except OddsError:
        return None


def _result(line: Line, odds: WagerOdds, question: Question) -> dict[str, Any]:
    result, deals = line
    facts: dict[str, Any] = {"name": result.category}
    if isinstance(result.pays, str):
        facts |= {"meter": result.pays, "share": float(result.share)}
    elif odds.wager.for_one:
        facts["award-cents"] = int(result.pays * question.offer.stake)
    else:
        facts["pays"] = float(odds.wager.net(result, odds.rate))
    return facts | {"deals": deals, "probability": float(Fraction(deals, odds.deals))}


# ---------------------------------------------------------------- for people


def say(question: Question, answer: Sheet) -> None:
    """Print a sheet that explains itself."""
    click.echo(f"{question.offer.book.title}: exact odds of {_shoe_in_words(question)}")
    if answer.known.all:
        click.echo(f"from here on: {_hands(answer.known)}")
    click.echo(f"{answer.deals:,} ordered deals of six cards, of which\n")
    for name, deals in answer.outcomes.items():
        click.echo(f"  {name:7} {deals:>22,}  {deals / answer.deals:11.6%}")
    click.echo()
    rows = [(key, *_row(odds, question)) for key, odds in answer.wagers.items()]
    print_table(("wager", "pays", "house edge", "SD"), rows, numbers=2)
    click.echo(f"\n{UNITS}")
    for odds in answer.wagers.values():
        _say_ride(odds)
        if odds.meters:
            _say_royal_9(odds, question)


def _shoe_in_words(question: Question) -> str:
    total = question.shoe.total
    if question.decks is None:
        return f"a shoe of {total} cards"
    gone = question.decks * 52 - total
    decks = f"{question.decks} deck{'s' if question.decks > 1 else ''}"
    cards = "card" if gone == 1 else "cards"
    return f"{decks}, {gone} {cards} out, {total} left" if gone else f"{decks}, {total} cards"


def _hands(known: Known) -> str:
    named = (("Player", known.player), ("Banker", known.banker))
    return ", ".join(f"{name} {' '.join(map(str, hand))}" for name, hand in named if hand)


def _row(odds: WagerOdds, question: Question) -> tuple[str, str, str]:
    paid = _with_meters(odds, question)
    return _pays(odds), _percent(paid.edge), f"{paid.sd:.4f}"


def _pays(odds: WagerOdds) -> str:
    if odds.wager.for_one:
        return "see below"
    wins = (result for result, _ in odds.lines if result.verdict is Verdict.WIN)
    return ", ".join(dict.fromkeys(f"{float(odds.wager.net(result, odds.rate)):g}" for result in wins))


def _percent(share: Fraction) -> str:
    return f"{float(share):.4%}"


def _say_ride(odds: WagerOdds) -> None:
    if not odds.ride:
        return
    click.echo("\nHouse Money, when its payout rides on a hand instead of being taken:")
    for hand, ride in odds.ride.items():
        edges = f"house edge {_percent(-ride.ev)} always riding, {_percent(-ride.best)} riding at the best times"
        click.echo(f"  on the {hand.capitalize()}: {edges}")


def _say_royal_9(odds: WagerOdds, question: Question) -> None:
    stake = question.offer.stake
    shown = ", ".join(f"{name} {dollars(question.meters[name])}" for name in odds.meters)
    click.echo(
        f"\nRoyal 9, {dollars(stake)} at seat {question.seat}, is settled by the first four cards. Its house edge"
    )
    click.echo(f"above is with these meters: {shown}. Others: --meter NAME=DOLLARS.\n")
    rows = [
        (result.category, _award(result, stake), f"{deals:,}", f"{odds.deals / deals:,.1f}" if deals else "never")
        for result, deals in odds.lines
    ]
    print_table(("Royal 9", "pays", "deals of four", "one in"), rows, numbers=2)


def _award(result: Result, stake: Cents) -> str:
    if result.verdict is not Verdict.WIN:
        return ""
    if isinstance(result.pays, str):
        share = "" if result.share == 1 else f"{result.share * 100}% of "
        return f"{share}the {result.pays} meter"
    return dollars(int(result.pays * stake))
