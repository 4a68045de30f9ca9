"""Text output of an odds query."""

from __future__ import annotations

from fractions import Fraction

import click

from punto.apps.cli.output import print_table
from punto.core.money import Cents, dollars
from punto.odds import RIDES, Known, Sheet, WagerOdds
from punto.odds.queries import Question, with_meters
from punto.wagers.wager import Result, Verdict

UNITS = """\
Pays: to 1, vigorish taken off. House edge: what the house keeps of a stake on average.
SD: standard deviation of one coup's gain, in stakes."""


def say(question: Question, answer: Sheet) -> None:
    """Print a sheet with explanations."""
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
    paid = with_meters(odds, question)
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
    click.echo("\nHouse Money, when its payout rides on a hand; house edge of a House Money stake alone:")
    for choice, ride in odds.ride.items():
        click.echo(f"  {RIDES[choice]}: {_percent(-ride.ev)} always riding, {_percent(-ride.best)} at best")


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
