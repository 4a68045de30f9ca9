"""Terms, cards and wagers of a table, evaluated by the rows of its document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from punto.audit.document import LOSES, NO_CARD, Document, of_two
from punto.audit.language import Facts, Result
from punto.core.cards import Card

Event = Mapping[str, Any]
Faults = Iterator[str]
Move = tuple[str, str, int]  # from, to, cents
Two = tuple[Card, ...]  # first two cards of a hand

HOUSE, DROP, RACK, METERS = "house", "drop", "rack", "progressive/royal-9"
MUST_HIT = "must-hit"
ROYAL = "royal-9"
KING = 13


@dataclass(frozen=True, slots=True)
class Terms:
    """A licensee's choices for a table, as plain values."""

    document: Document
    ez: bool = False
    wagers: tuple[str, ...] = ()  # in the order of the layout
    tie: Fraction | None = None  # to 1; None is the document's minimum
    dragon_bonus: str = ""  # letter of its paytable
    vigorish: Fraction | None = None  # of the amount won
    rounding: str = "exact"  # or "quarter"
    when: str = "with-payout"  # or "deferred"
    portion: Fraction = Fraction(1)  # of House Money's payout that may ride
    word: bool = False  # whether it rides by the player's recorded choice alone
    chip: int = 100  # smallest, in cents
    combinations: Mapping[int, tuple[tuple[Card, Card], ...]] = field(
        default_factory=dict
    )  # face card, nine; King first


# ---------------------------------------------------------------- the cards


class Cards(NamedTuple):
    """A coup in numbers: two-card counts, values of third cards, and whether the first two pair by rank."""

    player_two: int
    banker_two: int
    player_third: int | None = None
    banker_third: int | None = None
    player_pair: bool = False
    banker_pair: bool = False


def facts_of(document: Document, cards: Cards) -> dict[str, int]:
    """Return a coup under the names that audit rows use."""
    player, banker = cards.player_third, cards.banker_third
    return {
        "p": document.total(cards.player_two, player),
        "b": document.total(cards.banker_two, banker),
        "p2": cards.player_two,
        "b2": cards.banker_two,
        "p3": NO_CARD if player is None else player,
        "b3": NO_CARD if banker is None else banker,
        "pn": 2 if player is None else 3,
        "bn": 2 if banker is None else 3,
        "pp": cards.player_pair,
        "bp": cards.banker_pair,
    }


def cards_of(document: Document, player: Two, banker: Two) -> Cards:
    """Return two hands of two or three cards each in numbers."""
    return Cards(
        document.count(player[:2]),
        document.count(banker[:2]),
        document.value(player[2]) if len(player) > 2 else None,
        document.value(banker[2]) if len(banker) > 2 else None,
        document.is_pair(player[:2]),
        document.is_pair(banker[:2]),
    )


# ---------------------------------------------------------------- the wagers


def outcome(terms: Terms, wager: str, cards: Cards) -> Result | None:
    """Return the result of a wager on points or pairs; None if the document has no such wager."""
    if wager == ROYAL or wager not in terms.document.wagers:
        return None
    found = terms.document.result(wager, facts_of(terms.document, cards), terms.dragon_bonus)
    return found._replace(odds=terms.tie, least=False) if found.least and terms.tie is not None else found


def royal(terms: Terms, seat: int, player: Two, banker: Two) -> Result:
    """Return the first matching line of the Royal 9 table."""
    if ROYAL not in terms.document.wagers:
        return LOSES
    same = frozenset(player) == frozenset(banker)
    facts = royal_facts(of_royal(terms, seat, player), of_royal(terms, seat, banker), same)
    return terms.document.result(ROYAL, facts, "")


def royal_facts(player: Facts, banker: Facts, same: bool) -> Facts:
    """Return an opening under the names that Royal 9 rows use."""
    own = {f"p{name}": one for name, one in player.items()}
    return {"same": same, **own, **{f"b{name}": one for name, one in banker.items()}}


def of_royal(terms: Terms, seat: int, hand: Two) -> Facts:
    """Return a hand's Royal 9 facts at a seat: royal, suited, own King, any own, another seat's."""
    pair, is_royal = frozenset(hand), terms.document.is_royal(hand)
    posted = terms.combinations.get(seat, ())
    others = (pairs for chair, pairs in terms.combinations.items() if chair != seat)
    return {
        "r": is_royal,
        "s": is_royal and hand[0].suit == hand[1].suit,
        "k": any(pair == frozenset(one) and one[0].rank == KING for one in posted),
        "a": any(pair == frozenset(one) for one in posted),
        "o": any(pair == frozenset(one) for pairs in others for one in pairs),
    }


def collected(terms: Terms, thousandths: int) -> int:
    """Return the cents collected for vigorish owed in thousandths of a cent."""
    return terms.document.rounded(terms.rounding, thousandths)


# ---------------------------------------------------------------- the table's terms


def unlawful(terms: Terms) -> Faults:
    """Yield where a table's terms differ from its document."""
    document = terms.document
    least = document.results("tie")["win"]
    if terms.tie is not None and terms.tie < least.odds:
        yield f"Tie pays {terms.tie} to 1, expected at least {least.odds} ({document.section('tie')})"
    bonus = [wager for wager in terms.wagers if document.options(wager)]
    if bonus and terms.dragon_bonus not in document.options(bonus[0]):
        *first, last = document.options(bonus[0])
        words = f"Dragon Bonus: expected one of the paytables {', '.join(first)} and {last}"
        yield f"{words} ({_pays(document, bonus[0])})"
    rate = None if terms.ez else max(one.vigorish for one in document.results("banker").values())
    if terms.vigorish != rate:
        due, found = (f"{one * 100}%" if one else "none" for one in (rate, terms.vigorish))
        yield f"vigorish: expected {due}, found {found} ({_pays(document, 'banker')})"
    yield from _not_offered(terms)
    yield from _posted(terms)


def _not_offered(terms: Terms) -> Faults:
    document = terms.document
    for kind, choice in (("rounding", terms.rounding), ("vigorish", terms.when)):
        if choice not in document.keyed(kind):
            yield f"{choice} is not a choice of this document ({document.section(f'{kind} exact')})"
    for wager in terms.wagers:
        if not document.offered(wager, terms.ez):
            yield f"{wager} is not a wager of this table ({document.sections['wager.permissible']})"


def _posted(terms: Terms) -> Faults:
    """Compare the posted combinations with the document's chairs, or with its condition for them."""
    document, chairs = terms.document, terms.document.posted()
    posted = [frozenset(pair) for pairs in terms.combinations.values() for pair in pairs]
    for seat, pairs in terms.combinations.items():
        facts = ({"pairs": len(pairs), **_of_pair(pair), "shared": posted.count(frozenset(pair)) > 1} for pair in pairs)
        if chairs.get(seat) != tuple(pairs) if chairs else not all(document.holds("posted", one) for one in facts):
            where = document.section("stake royal-9")
            yield f"Royal 9: seat {seat} has a combination that the document does not give it ({where})"
            return


def _of_pair(pair: tuple[Card, Card]) -> Facts:
    return {"face": pair[0].rank, "nine": pair[1].rank, "suited": of_two(pair)["suited"]}


def _pays(document: Document, wager: str) -> str:
    return document.rows[wager][-1].section
