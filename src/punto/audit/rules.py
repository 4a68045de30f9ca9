"""Terms, cards and wagers of a table, evaluated by the rows of its document; and comparison with a log's events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
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

HOUSE, DROP, RACK, METERS = "house", "drop", "rack", "progressive"
MUST_HIT = "must-hit"
KING = 13


@dataclass(frozen=True, slots=True)
class Terms:
    """A licensee's choices for a table, as plain values."""

    document: Document
    variant: str = "vigorish"  # of the table
    wagers: tuple[str, ...] = ()  # in the order of the layout
    tie: Fraction | None = None  # to 1; None is the document's minimum
    paytables: Mapping[str, str] = field(default_factory=dict)  # letter of its paytable, by wager
    vigorish: Fraction | None = None  # of the amount won
    rounding: str = "exact"  # or "quarter"
    when: str = "with-payout"  # or "deferred"
    marked: str = "exact"  # or "rounded": the value of a marker button
    portion: Fraction = Fraction(1)  # of House Money's payout that may ride
    word: bool = False  # whether it rides by the player's recorded choice alone
    chip: int = 100  # smallest, in cents
    combinations: Mapping[int, tuple[tuple[Card, Card], ...]] = field(
        default_factory=dict
    )  # face card, nine; King first


# ---------------------------------------------------------------- the cards


class Cards(NamedTuple):
    """A coup in numbers: two-card counts, values of third cards, and how the first two cards of each hand match."""

    player_two: int
    banker_two: int
    player_third: int | None = None
    banker_third: int | None = None
    player_pair: bool = False
    banker_pair: bool = False
    player_suited: bool = False
    banker_suited: bool = False
    alike: bool = False


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
        "ps": cards.player_suited,
        "bs": cards.banker_suited,
        "alike": cards.alike,
    }


def cards_of(document: Document, player: Two, banker: Two) -> Cards:
    """Return two hands of two or three cards each in numbers."""
    pairs = document.is_pair(player[:2]), document.is_pair(banker[:2])
    return Cards(
        document.count(player[:2]),
        document.count(banker[:2]),
        document.value(player[2]) if len(player) > 2 else None,
        document.value(banker[2]) if len(banker) > 2 else None,
        *pairs,
        player[0].suit == player[1].suit,
        banker[0].suit == banker[1].suit,
        all(pairs) and player[0].rank == banker[0].rank,
    )


# ---------------------------------------------------------------- the wagers


def outcome(terms: Terms, wager: str, cards: Cards) -> Result | None:
    """Return the result of a wager that lies on the felt; None if the document has no such wager."""
    if wager in terms.document.metered or wager not in terms.document.wagers:
        return None
    found = terms.document.result(wager, facts_of(terms.document, cards), terms.paytables.get(wager, ""))
    return found._replace(odds=terms.tie, least=False) if found.least and terms.tie is not None else found


def metered(terms: Terms, wager: str, seat: int, player: Two, banker: Two) -> Result:
    """Return the result of a wager that feeds meters, by the combinations of the seat if the table has posted some."""
    if terms.combinations or wager not in terms.document.metered:
        return royal(terms, seat, player[:2], banker[:2])
    facts = facts_of(terms.document, cards_of(terms.document, player, banker))
    return terms.document.result(wager, facts, terms.paytables.get(wager, ""))


def royal(terms: Terms, seat: int, player: Two, banker: Two) -> Result:
    """Return the first matching line of a wager with combinations at each seat."""
    facts = of_royal(terms, seat, player), of_royal(terms, seat, banker)
    for wager in terms.document.metered:
        return terms.document.result(wager, royal_facts(*facts, frozenset(player) == frozenset(banker)), "")
    return LOSES


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
    for wager in terms.wagers:
        options = document.options(wager)
        if options and terms.paytables.get(wager) not in options:
            *first, last = options
            words = f"{wager}: expected one of the paytables {', '.join(first)} and {last}"
            yield f"{words} ({_pays(document, wager)})"
    offered = [wager for wager in document.wagers if document.offered(wager, terms.variant)]
    rates = [one.vigorish for wager in offered for one in document.results(wager).values()]
    rate = max(rates, default=Fraction(0)) or None
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
        if not document.offered(wager, terms.variant):
            yield f"{wager} is not a wager of this table ({document.sections['wager.permissible']})"


def _posted(terms: Terms) -> Faults:
    """Compare the posted combinations with the document's chairs, or with its condition for them."""
    document, chairs = terms.document, terms.document.posted()
    posted = [frozenset(pair) for pairs in terms.combinations.values() for pair in pairs]
    for seat, pairs in terms.combinations.items():
        facts = ({"pairs": len(pairs), **_of_pair(pair), "shared": posted.count(frozenset(pair)) > 1} for pair in pairs)
        if chairs.get(seat) != tuple(pairs) if chairs else not all(document.holds("posted", one) for one in facts):
            wager = next(iter(document.metered), "combinations")
            where = document.section(f"stake {wager}")
            yield f"{wager}: seat {seat} has a combination that the document does not give it ({where})"
            return


def _of_pair(pair: tuple[Card, Card]) -> Facts:
    return {"face": pair[0].rank, "nine": pair[1].rank, "suited": of_two(pair)["suited"]}


def _pays(document: Document, wager: str) -> str:
    return document.rows[wager][-1].section


# ---------------------------------------------------------------- events of a log


def whole(event: Event, name: str) -> int:
    """Return an integer field; 0 if it is absent."""
    number = event.get(name, 0)
    if not isinstance(number, int) or isinstance(number, bool):
        raise ValueError(f"{name}: expected a whole number, found {number!r}")
    return number


def moves_of(event: Event) -> list[Move]:
    """Return an event's postings, without memos."""
    moves = []
    for source, target, cents, *_ in event.get("postings", ()):
        if not isinstance(cents, int) or isinstance(cents, bool):
            raise ValueError(f"posting: expected whole cents, found {cents!r}")
        moves.append((str(source), str(target), cents))
    return moves


def net(moves: Iterable[Move]) -> Counter[str]:
    """Return the change of each account."""
    changes: Counter[str] = Counter()
    for source, target, cents in moves:
        changes[source] -= cents
        changes[target] += cents
    return changes


def words(moves: list[Move]) -> str:
    """Describe some moves."""
    return "".join(f"{cents} cents from {source} to {target}" for source, target, cents in moves) or "nothing"


def compare(what: str, found: Event, due: Event) -> Faults:
    """Compare some fields with what is due; an absent field is empty."""
    for name, expected in due.items():
        empty = {str: "", int: 0}.get(type(expected))
        said = found.get(name, "lose" if name == "verdict" else empty)
        if said != expected:
            yield f"{what}: {name} expected {expected}, found {said}"


def as_line(seat: int, wager: str, category: str, stake: int, verdict: str) -> dict[str, Any]:
    """Return a settlement line on which nothing is paid yet."""
    amounts = {"paid": 0, "vigorish": 0, "marked": 0, "coupon": 0}
    return {"seat": seat, "wager": wager, "category": category, "stake": stake, "verdict": verdict} | amounts


def compare_lines(due: list[dict[str, Any]], found: list[dict[str, Any]]) -> Faults:
    """Compare settlement lines: each wager once, every amount, then their order."""
    said: dict[tuple[Any, Any], dict[str, Any]] = {}
    for line in found:
        name = line.get("seat"), line.get("wager")
        if name in said:
            yield f"seat {name[0]}, {name[1]}: settled twice, expected once"
        said.setdefault(name, line)
    asked = {(line["seat"], line["wager"]): line for line in due}
    for (seat, wager), line in asked.items():
        if (seat, wager) not in said:
            yield f"seat {seat}, {wager}: expected a line, found none"
        else:
            yield from compare(f"seat {seat}, {wager}", said[seat, wager], line)
    for seat, wager in said.keys() - asked.keys():
        yield f"seat {seat}, {wager}: expected no line, found one"
    for first, second in zip(asked, said, strict=False):
        if said.keys() == asked.keys() and first != second:
            yield f"the order of lines: expected seat {first[0]}, {first[1]}, found seat {second[0]}, {second[1]}"
            return
