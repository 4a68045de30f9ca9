"""Questions about a shoe: cards known, effects of removal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from punto.core.cards import DECK, RANKS, Card, Composition
from punto.core.money import Cents
from punto.law.rulebook import Rulebook
from punto.law.schema import Law
from punto.odds import Counts, Known, OddsError, ResultOdds, Sheet, WagerOdds
from punto.odds.sheet import sheet
from punto.rules.house_rules import HouseRules
from punto.wagers.book import Terms, known, vigorish_rate
from punto.wagers.wager import Wager

# ---------------------------------------------------------------- questions

# Odds queries and their JSON documents, shared by the command line and the server.

DECKS, MOST_DECKS = 8, 100


@dataclass(frozen=True, slots=True)
class Offer:
    """Wagers on offer, and the terms that turn their results into money."""

    book: Rulebook
    decks: int
    seats: int
    wagers: tuple[Wager, ...]
    rate: Fraction  # vigorish
    portion: Fraction  # of a House Money payout that may ride
    meters: Mapping[str, Cents]  # at their seeds


@dataclass(frozen=True, slots=True)
class Question:
    """A query: an offer, a shoe, and the known cards of the coup."""

    offer: Offer
    decks: int | None  # None if the shoe is given by rank
    shoe: Composition
    known: Known
    seat: int
    meters: Mapping[str, Cents]


# ---------------------------------------------------------------- documents


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
    paid = with_meters(odds, question)
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
        facts["stake-cents"] = odds.wager.stake
        facts["meter-cents"] = {name: question.meters[name] for name in odds.meters}
        facts["break-even-cents"] = {name: _break_even(odds, name, question) for name in odds.meters}
    return facts


def with_meters(odds: WagerOdds, question: Question) -> WagerOdds:
    """Return the odds of a wager with the amounts of its meters."""
    return odds.at(question.meters) if odds.meters else odds


def _break_even(odds: WagerOdds, meter: str, question: Question) -> int | None:
    """Return the cents at which a meter makes the wager fair, the others unchanged; None if no deal pays it."""
    try:
        return ceil(odds.break_even(meter, question.meters))
    except OddsError:
        return None


def _result(line: ResultOdds, odds: WagerOdds, question: Question) -> dict[str, Any]:
    result, deals = line
    facts: dict[str, Any] = {"name": result.category}
    if isinstance(result.pays, str):
        facts |= {"meter": result.pays, "share": float(result.share)}
    elif odds.wager.for_one:
        facts["award-cents"] = int(result.pays * odds.wager.stake)
    else:
        facts["pays"] = float(odds.wager.net(result, odds.rate))
    return facts | {"deals": deals, "probability": float(Fraction(deals, odds.deals))}


# ---------------------------------------------------------------- offers


def filed(rules: HouseRules) -> Offer:
    """Return the wagers and terms of a submission."""
    return Offer(
        book=rules.rulebook,
        decks=rules.shoe.decks,
        seats=rules.seats,
        wagers=rules.wagers,
        rate=rules.vigorish.rate if rules.vigorish else Fraction(0),
        portion=rules.house_money_portion,
        meters={name: meter.seed for name, meter in rules.royal9.meters.items()} if rules.royal9 else {},
    )


def whole_book(book: Rulebook, terms: Terms) -> Offer:
    """Return every wager of a rulebook, each under the terms it needs."""
    law, wagers = book.law, known(book, terms)
    return Offer(
        book=book,
        decks=DECKS,
        seats=_seats(law),
        wagers=wagers,
        rate=vigorish_rate(book),
        portion=Fraction(1),
        meters=_seeds(law, wagers),
    )


def _seats(law: Law) -> int:
    """Return the largest number of seats of a table with all of the rulebook's wagers."""
    progressive = law.royal9.progressive
    return law.table.seats.most if progressive is None else max(progressive.terms.seats)


def _seeds(law: Law, wagers: Sequence[Wager]) -> dict[str, Cents]:
    """Return the seeds of the meters, from the rulebook's first paytable, or zero."""
    results = (result for wager in wagers for result in wager.results)
    names = dict.fromkeys(result.pays for result in results if isinstance(result.pays, str))
    if law.royal9.multilevel is None:
        return dict.fromkeys(names, 0)
    first = next(iter(law.royal9.multilevel.paytables.tables.values()))
    seeds = {
        "major": first.major_seed_cents,
        "k9-banker": first.k9_banker_seed_cents,
        "k9-player": first.k9_player_seed_cents,
    }
    return {name: seeds.get(name, 0) for name in names}


# ---------------------------------------------------------------- removal

# Effects of removal: the exact change of a wager's expected value when one card is removed from the shoe.
#
# Each effect is the expected value without one card of a rank, less that with it. For a wager on suits it is the
# average over the cards of the rank in the shoe. Weighted by the cards of each rank, the effects of a wager sum to
# zero: a card removed unseen carries no information.

Effects = Mapping[str, Mapping[str, Fraction]]  # wager -> rank -> change of the expected value of one unit


def effects(
    shoe: Composition,
    wagers: Iterable[Wager],
    *,
    rate: Fraction = Fraction(5, 100),
    seat: int = 1,
    meters: Mapping[str, Cents] | None = None,
    ranks: Iterable[str] = RANKS,
    before: Sheet | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Effects:
    """Return the change of each wager's expected value when one card of a rank is removed.

    ``before`` is the sheet of the full shoe with meters set; pass it to avoid recounting when calling rank by rank.
    ``progress`` is called with the number of shoes counted and their total.
    """
    on_class, on_suits = [], []
    for wager in wagers:
        if wager.on_class:
            on_class.append(wager)
        elif shoe.suited is not None:
            on_suits.append(wager)
    asked = [rank for rank, number in enumerate(shoe.ranks) if number and RANKS[rank] in frozenset(ranks)]
    removed = [[(card, _held(shoe, card)) for card in DECK[rank::13] if _held(shoe, card)] for rank in asked]
    table: dict[str, dict[str, Fraction]] = {wager.key: {} for wager in (*on_class, *on_suits)}
    done, total = 0, sum(map(len, removed)) if on_suits else len(removed)

    def odds(held: Composition, wanted: Iterable[Wager], counts: Counts | None = None) -> Sheet:
        found = sheet(held, wanted, rate=rate, seat=seat, counts=counts)
        return found.at(meters) if meters else found

    full = before or odds(shoe, (*on_class, *on_suits))
    for rank, cards in zip(asked, removed, strict=True):
        counts: Counts | None = None  # of the ranks that are left, whichever card of the rank is removed
        sums = dict.fromkeys((wager.key for wager in on_suits), Fraction(0))
        for card, weight in cards if on_suits else cards[:1]:
            found = odds(shoe.without([card]), on_suits if counts else (*on_class, *on_suits), counts)
            for wager in on_class if counts is None else ():
                table[wager.key][RANKS[rank]] = found[wager.key].ev - full[wager.key].ev
            for key in sums:
                sums[key] += found[key].ev * weight
            counts, done = found.counts, done + 1
            progress(done, total)
        for key, weighted in sums.items():
            table[key][RANKS[rank]] = weighted / sum(weight for _, weight in cards) - full[key].ev
    return table


def _held(shoe: Composition, card: Card) -> int:
    return shoe.ranks[card.rank - 1] if shoe.suited is None else shoe.suited[card]
