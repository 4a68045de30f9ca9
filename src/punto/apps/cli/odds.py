"""``punto odds``: exact odds of every wager, by command-line options."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeVar

import click

from punto.apps.cli.odds_tables import odds_table, print_odds_table
from punto.apps.cli.output import (
    RULEBOOK,
    books_options,
    edition_of,
    functions_option,
    house_rules,
    json_option,
    near,
    print_json,
    print_table,
)
from punto.apps.cli.waiting import waiting
from punto.core.cards import Composition, cards
from punto.core.money import Cents, dollars
from punto.law.rulebook import Rulebook, odds_of
from punto.library import Rulebooks
from punto.odds import RIDES, Known, Sheet, WagerOdds, sheet
from punto.odds.queries import DECKS, MOST_DECKS, Offer, Question, document, filed, whole_book, with_meters
from punto.odds.tables import INFINITE, SHOE_TABLES, TABLES
from punto.wagers.book import Terms, least_tie, paytables
from punto.wagers.wager import Result, Verdict, Wager

T = TypeVar("T")
MOST_ODDS = 1_000_000  # to one


class DeckCount(click.ParamType[int | str]):
    """A number of decks, or infinitely many."""

    name = "decks"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | str:
        """Parse a number of decks."""
        text = str(value)
        if text == INFINITE or (text.isdecimal() and 1 <= int(text) <= MOST_DECKS):
            return text if text == INFINITE else int(text)
        words = f"{text!r} is not a number of decks: use 1 to {MOST_DECKS}; with --table also {INFINITE}"
        raise click.BadParameter(words, ctx, param)


@click.command
@click.option("--rulebook", metavar="ID|FILE", help=f"every wager of this document ({RULEBOOK})")
@click.option("--submission", metavar="FILE|NAME", help="the wagers of this submission, under its terms")
@click.option(
    "--decks", type=DeckCount(), metavar="N", help=f"full decks, 1 to {MOST_DECKS} ({DECKS}, or the submission's)"
)
@click.option("--shoe", metavar="A=32,2=31,…", help="a composition by rank instead of full decks")
@click.option("--remove", metavar="CARDS", default="", help="cards removed, like '9s 9h Kd'")
@click.option("--player", metavar="CARDS", default="", help="the Player's cards in a coup in progress")
@click.option("--banker", metavar="CARDS", default="", help="the Banker's cards in a coup in progress")
@click.option("--tie", metavar="ODDS", help="payout odds of a tie: 9, or '9 to 1'")
@click.option("--dragon-bonus", metavar="TABLE", help="Dragon Bonus paytable: A, B or C (A)")
@click.option("--wager", "extra", multiple=True, metavar="KEY", help="also a registered wager, like lucky-6")
@click.option(
    "--seat", type=click.IntRange(1), default=1, show_default=True, help="seat whose Royal 9 combinations apply"
)
@click.option("--meter", "meters", multiple=True, metavar="NAME=DOLLARS", help="amount of a Royal 9 meter")
@click.option("--table", "name", type=click.Choice(TABLES), metavar="NAME", help=f"one table: {', '.join(TABLES)}")
@click.option("--removal", is_flag=True, help="the same as --table removal")
@click.option("--csv", "as_csv", is_flag=True, help="print the table as CSV")
@books_options
@functions_option
@json_option
def command(
    rulebook: str | None,
    submission: str | None,
    decks: int | str | None,
    shoe: str | None,
    remove: str,
    player: str,
    banker: str,
    tie: str | None,
    dragon_bonus: str | None,
    extra: tuple[str, ...],
    seat: int,
    meters: tuple[str, ...],
    name: str | None,
    removal: bool,
    as_csv: bool,
    books: Rulebooks,
    functions: tuple[Wager, ...],
    as_json: bool,
) -> None:
    """Compute exact odds of every wager, for a full or depleted shoe, from the start or within a coup."""
    name, infinite = "removal" if removal else name, decks == INFINITE
    if as_csv or infinite:
        _only_with_table("--csv" if as_csv else "--decks infinite", name, as_csv and as_json)
    number = None if isinstance(decks, str) else decks
    if name == "decks":
        _not_both("--table decks", {"--decks": decks, "--shoe": shoe, "--remove": remove or None})
    if infinite:
        _not_both("--decks infinite", {"--shoe": shoe, "--remove": remove or None})
    if submission is not None:
        _not_both("--submission", {"--rulebook": rulebook, "--tie": tie, "--dragon-bonus": dragon_bonus})
        offer = filed(house_rules(submission, books))
    else:
        own = books.library.own if rulebook is None else None
        name_of = own.edition.id if own else rulebook or RULEBOOK
        offer = _whole_book(books.library.checked(edition_of(name_of, books)), tie, dragon_bonus or "")
        offer = _own_alone(offer, own.keys) if own else offer
    question = Question(
        offer=offer,
        decks=(number or offer.decks) if shoe is None else None,
        shoe=_read("--remove", remove, lambda text: _shoe(number, shoe, offer).without(cards(text))),
        known=Known(_read("--player", player, cards), _read("--banker", banker, cards)),
        seat=_seat(seat, offer),
        meters={**offer.meters, **_meters(meters, offer)},
    )
    wagers = (*offer.wagers, *functions, *_extra(extra))
    if name is not None:
        if name not in SHOE_TABLES:
            _not_both(
                "--removal" if removal else f"--table {name}", {"--player": player or None, "--banker": banker or None}
            )
        if removal and as_json:  # in the shape that it has had from the first
            _removal_document(question, wagers)
            return
        print_odds_table(name, question, wagers, infinite=infinite, as_json=as_json, as_csv=as_csv)
        return
    with waiting("counting"):
        answer = sheet(question.shoe, wagers, known=question.known, seat=seat, rate=offer.rate, portion=offer.portion)
    for wager in wagers:
        if wager.key not in answer.wagers:
            click.echo(f"punto: {wager.key} is left out: it turns on suits, and --shoe gives ranks", err=True)
    if as_json:
        print_json(document(question, answer))
    else:
        say(question, answer)


def _only_with_table(option: str, name: str | None, both: bool) -> None:
    if name is None:
        raise click.UsageError(f"{option} is for a table: add --table {'|'.join(TABLES)}")
    if both:
        raise click.UsageError("--csv and --json: give one of them")


def _removal_document(question: Question, wagers: Sequence[Wager]) -> None:
    """Print the effects of removal as JSON, by wager and rank."""
    found: dict[str, dict[str, str]] = {}
    for key, rank, effect in odds_table("removal", question, wagers, infinite=False).rows:
        found.setdefault(str(key), {})[str(rank)] = str(effect)
    print_json({"rulebook": question.offer.book.id, "cards": question.shoe.total, "removal": found})


def _read(option: str, text: str, read: Callable[[str], T]) -> T:
    """Parse an option's value; errors name the option."""
    try:
        return read(text)
    except ValueError as error:
        raise click.UsageError(f"{option}: {error}") from None


def _not_both(option: str, others: Mapping[str, object]) -> None:
    for name, value in others.items():
        if value is not None:
            raise click.UsageError(f"{name} and {option}: give one of them")


# ---------------------------------------------------------------- offer


def _whole_book(book: Rulebook, tie: str | None, paytable: str) -> Offer:
    """Return every wager of a document, each under the terms it needs."""
    tables = paytables(book)
    if paytable and tables and paytable not in tables:
        raise click.UsageError(f"--dragon-bonus {paytable}: no such paytable{near(paytable, tables)}")
    return whole_book(book, Terms(_tie(book, tie), paytable))


def _own_alone(offer: Offer, own: Sequence[str]) -> Offer:
    """Return the wagers that a file of wagers states or pays, and none that it takes over."""
    keys = {key for law in offer.book.wagers if law.key in own for key in law.keys}
    return replace(offer, wagers=tuple(wager for wager in offer.wagers if wager.key in keys))


def _tie(book: Rulebook, text: str | None) -> Fraction | None:
    if text is None:
        return None
    try:
        pays = odds_of(text if " to " in text else f"{text} to 1")
    except (ValueError, ZeroDivisionError):
        raise click.UsageError(f"--tie {text}: write odds like 9 or '9 to 1'") from None
    least = least_tie(book)
    if least is None:
        raise click.UsageError(f"--tie {text}: {book.id} has no odds of a tie to choose")
    if not least <= pays <= MOST_ODDS:
        rule = f"a tie pays at least {least} to 1 ({book.cite('pay.tie')})"
        raise click.UsageError(f"--tie {text}: {rule if pays < least else f'at most {MOST_ODDS} to 1'}")
    return pays


def _extra(keys: Sequence[str]) -> tuple[Wager, ...]:
    if not keys:
        return ()
    import punto.wagers.examples  # noqa: F401 - they register themselves
    from punto.wagers import registered, registered_keys

    for key in keys:
        if key not in registered_keys():
            raise click.UsageError(f"--wager {key}: no such wager{near(key, registered_keys())}")
    return tuple(registered(key) for key in keys)


# ---------------------------------------------------------------- shoe, seat, meters


def _shoe(decks: int | None, ranks: str | None, offer: Offer) -> Composition:
    if ranks is None:
        return Composition.decks(decks or offer.decks)
    _not_both("--shoe", {"--decks": decks})
    shoe = _read("--shoe", ranks, Composition.of)
    if shoe.total > 52 * MOST_DECKS:
        raise click.UsageError(f"--shoe: {MOST_DECKS} decks are the most, {52 * MOST_DECKS} cards")
    return shoe


def _seat(seat: int, offer: Offer) -> int:
    if seat > offer.seats:
        raise click.UsageError(f"--seat {seat}: there are {offer.seats} seats")
    return seat


def _meters(given: Sequence[str], offer: Offer) -> dict[str, Cents]:
    shown = {}
    for text in given:
        name, _, amount = text.partition("=")
        if name not in offer.meters:
            there = near(name, tuple(offer.meters)) if offer.meters else ": no wager here pays one"
            raise click.UsageError(f"--meter {text}: no meter is called {name!r}{there}")
        shown[name] = _cents(text, amount)
    return shown


def _cents(text: str, amount: str) -> Cents:
    try:
        cents = Fraction(amount.replace(",", "").removeprefix("$")) * 100
    except (ValueError, ZeroDivisionError):
        cents = Fraction(-1)
    if cents.denominator != 1 or not 0 <= cents < 10**15:
        raise click.UsageError(f"--meter {text}: write dollars and cents, like star=68412.35")
    return int(cents)


# ---------------------------------------------------------------- the answer as text

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
            _say_meters(odds, question)


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
    title = odds.wager.title
    click.echo(f"\n{title}, when its payout rides on a hand; house edge of a {title} stake alone:")
    for choice, ride in odds.ride.items():
        click.echo(f"  {RIDES[choice]}: {_percent(-ride.ev)} always riding, {_percent(-ride.best)} at best")


def _say_meters(odds: WagerOdds, question: Question) -> None:
    wager, stake = odds.wager, odds.wager.stake
    first, number = (f" at seat {question.seat}", "four") if wager.on_opening else ("", "six")
    settled = "the first four cards" if wager.on_opening else "the finished coup"
    shown = ", ".join(f"{name} {dollars(question.meters[name])}" for name in odds.meters)
    click.echo(f"\n{wager.title}, {dollars(stake)}{first}, is settled by {settled}. Its house edge")
    click.echo(f"above is with these meters: {shown}. Others: --meter NAME=DOLLARS.\n")
    rows = [
        (result.category, _award(result, stake), f"{deals:,}", f"{odds.deals / deals:,.1f}" if deals else "never")
        for result, deals in odds.lines
    ]
    print_table((wager.title, "pays", f"deals of {number}", "one in"), rows, numbers=2)


def _award(result: Result, stake: Cents) -> str:
    if result.verdict is not Verdict.WIN:
        return ""
    if isinstance(result.pays, str):
        share = "" if result.share == 1 else f"{result.share * 100}% of "
        return f"{share}the {result.pays} meter"
    return dollars(int(result.pays * stake))
