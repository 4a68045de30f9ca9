"""Comparison of a rulebook with the audit of its document, by meaning.

It covers each wager on every class of coup, Royal 9 on openings and seats, drawing rules, values, orders, vigorish,
limits, and the section of every provision. Only the document decides which of the two is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations, product, starmap
from typing import NamedTuple

from punto.audit import Cards, Document, Terms
from punto.audit.language import Result as Said
from punto.audit.rules import cards_of as cards_in
from punto.audit.rules import facts_of, of_royal, royal_facts
from punto.core.cards import DECK, Card
from punto.core.coup import CoupClass, Opening, classes
from punto.core.money import Vigorish
from punto.core.tableau import NONE, banker_draws, natural, player_draws
from punto.law.rulebook import Rulebook
from punto.law.schema import RENAMED, Law
from punto.wagers.book import Terms as WagerTerms
from punto.wagers.book import known, law_of, paytables
from punto.wagers.language import EZ, VIGORISH, Choice, WagerLaw, build
from punto.wagers.openings import Combinations
from punto.wagers.wager import Result, Wager

Limit = Callable[[int], bool]
Hand = tuple[Card, Card]
NUMBERS = range(1, 100)  # of seats, decks, cards, hours and minutes: above every limit of a document
ROYAL_RANKS = (9, 11, 12, 13)


class Difference(NamedTuple):
    """A difference between law and audit: the provision, and the statement of each."""

    key: str
    message: str


def differences(book: Rulebook, document: Document) -> Iterator[Difference]:
    """Return every difference between a rulebook without findings and the audit of its document."""
    old = {RENAMED[key]: key for key in book.provisions if key in RENAMED}
    for find in (_sections, _offers, _points, _drawing, _lists, _vigorish, _limits, _meters, _classes, _royal):
        for key, message in find(book, document):
            yield Difference(old.get(key, key), message)


def _differ(key: str, what: str, law: object, audit: object) -> Iterator[Difference]:
    if law != audit:
        yield Difference(key, f"{what}: the rulebook says {_words(law)}, the audit {_words(audit)}")


def _words(value: object) -> str:
    if isinstance(value, Iterable) and not isinstance(value, str):
        return ", ".join(map(str, value)) or "none"
    return "none" if value is None or value == "" else str(value)


# ---------------------------------------------------------------- sections and wagers


def _sections(book: Rulebook, document: Document) -> Iterator[Difference]:
    for key in dict.fromkeys((*book.provisions, *document.sections)):
        yield from _differ(key, "section", book.section(key), document.sections.get(key, ""))


def _offers(book: Rulebook, document: Document) -> Iterator[Difference]:
    for variant in dict.fromkeys((VIGORISH, EZ, *(one.variant for one in book.wagers if one.variant))):
        what = {VIGORISH: "wagers", EZ: "wagers of an EZ table"}.get(variant, f"wagers of the variant {variant}")
        law = {key for one in book.wagers if one.variant in ("", variant) for key in one.keys}
        audit = {wager for wager in document.wagers if document.offered(wager, variant)}
        yield from _differ("wager.permissible", what, sorted(law), sorted(audit))


def _classes(book: Rulebook, document: Document) -> Iterator[Difference]:
    for law in book.wagers:
        for wager in law.keys if law.posted is None else ():
            yield from _differ(law.paid_by, "paytables", tuple(law.paytables), document.options(wager))
    yield from on_classes(book, document, document.wagers)


def on_classes(book: Rulebook, document: Document, wagers: Container[str]) -> Iterator[Difference]:
    """Compare wagers on every class of coup, under every paytable; name the first class that differs."""
    letters = paytables(book)
    coups = [(coup, facts_of(document, cards_of(coup))) for coup in classes()]
    for number, letter in enumerate(letters or ("",)):
        for wager in known(book, WagerTerms(dragon_bonus=letter)):
            options = document.options(wager.key)
            if wager.key in wagers and wager.key in document.wagers and (letter in options or not (options or number)):
                yield from _wager(book, document, wager, letter if options else "", coups)


Coups = Iterable[tuple[CoupClass, Mapping[str, int]]]
Case = tuple[CoupClass | Opening, Result, Mapping[str, int]]


def _wager(book: Rulebook, document: Document, wager: Wager, letter: str, coups: Coups) -> Iterator[Difference]:
    stated = law_of(book, wager.key)
    rate = Fraction(stated.vigorish, 100)
    for at, found, facts in _cases(document, wager, coups):
        said = document.result(wager.key, facts, letter)
        law, audit = _plain(found, rate), _said(said, document.stake(wager.key))
        if law != audit:
            where = _coup(at) if isinstance(at, CoupClass) else f"with {' '.join(map(str, (*at.player, *at.banker)))}"
            what = f"{wager.key}{f' by paytable {letter}' if letter else ''} {where}"
            provision = stated.paid_by if law[:2] == audit[:2] else stated.ruled_by
            yield from _differ(provision, what, _line(law), _line(audit))
            return


def _cases(document: Document, wager: Wager, coups: Coups) -> Iterator[Case]:
    """Yield what a wager becomes in every class of coup; one on suits, in all openings of two ranks."""
    if wager.on_class is not None:
        yield from ((coup, wager.on_class(coup), facts) for coup, facts in coups)
    elif wager.on_opening is not None and not wager.posted:
        hands = [*product((card for card in DECK if card.rank in (2, 3)), repeat=2)]
        for one in starmap(Opening, product(hands, hands)):
            yield one, wager.on_opening(one, 1), facts_of(document, cards_in(document, *one))


def cards_of(coup: CoupClass) -> Cards:
    """Return a class of coup in the form that the audit takes."""
    third, last = (None if drawn == NONE else drawn for drawn in coup[2:4])
    return Cards(coup.player_two, coup.banker_two, third, last, coup.player_pair, coup.banker_pair)


class Plain(NamedTuple):
    """A result in the form in which law and audit are compared."""

    verdict: str
    category: str
    odds: Fraction
    vigorish: Fraction
    meter: str = ""
    share: Fraction = Fraction(0)


def _plain(result: Result, rate: Fraction) -> Plain:
    verdict, category = result.verdict.value, result.category
    if isinstance(result.pays, str):
        return Plain(verdict, category, Fraction(0), Fraction(0), result.pays, result.share)
    return Plain(verdict, category, result.pays, rate if result.pays else Fraction(0))


def _said(result: Said, stake: int) -> Plain:
    odds = Fraction(result.cents, stake) if result.cents and stake else result.odds
    return Plain(result.verdict, result.category, odds, result.vigorish, result.meter, result.share)


def _line(line: Plain) -> str:
    verdict, category, odds, vigorish, meter, share = line
    if meter:
        return f"{category}: {share * 100}% of {meter}"
    shown = f"{category}: {odds} to 1" if odds else category if category == verdict else f"{category}: {verdict}"
    return f"{shown} less {vigorish * 100}%" if vigorish else shown


def _coup(coup: CoupClass) -> str:
    pairs = [hand for hand, pair in (("Player", coup.player_pair), ("Banker", coup.banker_pair)) if pair]
    opening = f"{coup.player_two} and {coup.banker_two} on two cards"
    return f"at {coup.player} to {coup.banker} ({opening}{', pair of ' + ' and '.join(pairs) if pairs else ''})"


# ---------------------------------------------------------------- Royal 9


def _royal(book: Rulebook, document: Document) -> Iterator[Difference]:
    """Compare stake, posted combinations, and every line of the table on openings and seats."""
    multilevel, progressive = book.law.royal9.multilevel, book.law.royal9.progressive
    royal = _posted_law(book)
    if royal is None or royal.key not in document.wagers:
        return
    stake, posted = document.stake(royal.key), royal.posted or {}
    if multilevel:
        yield from _differ("royal9.multilevel.terms", "stake in cents", multilevel.terms.stake_cents, stake)
        yield from _differ("royal9.multilevel.chairs", "combinations", _posted(posted), _posted(document.posted()))
        yield from openings(book, document, posted, royal_hands(), "royal9.multilevel.paytables")
    if progressive:
        yield from _differ("royal9.progressive.terms", "stake in cents", progressive.terms.stake_cents, stake)
        yield from _unposted(progressive.terms.suited, progressive.terms.unique, document)
        yield from openings(book, document, posted, royal_hands(), "royal9.progressive.paytable")


def _posted_law(book: Rulebook) -> WagerLaw | None:
    """Return the wager with combinations at each seat, or None."""
    return next((law for law in book.wagers if law.posted is not None), None)


def _posted(posted: Combinations) -> list[str]:
    return [f"{seat} {' '.join(f'{face}{nine}' for face, nine in pairs)}" for seat, pairs in sorted(posted.items())]


def _unposted(suited: bool, unique: bool, document: Document) -> Iterator[Difference]:
    """Compare which King-9s a seat may post: suited ones, and those of another seat."""
    for of_one_suit, shared in ((False, False), (True, False), (False, True)):
        facts = {"pairs": 1, "face": 13, "nine": 9, "suited": of_one_suit, "shared": shared}
        law = (suited or not of_one_suit) and not (unique and shared)
        what = f"a King-9 {'suited' if of_one_suit else 'not suited'}{' and posted twice' if shared else ''}"
        yield from _differ("royal9.progressive.terms", what, law, document.holds("posted", facts))


def royal_hands() -> tuple[Hand, ...]:
    """Return hands that distinguish the lines of Royal 9: all Royal 9s, and some other hands."""
    told = [card for card in DECK if card.rank in ROYAL_RANKS]
    royals = [pair for pair in combinations(told, 2) if (pair[0].rank == 9) != (pair[1].rank == 9)]
    others = ("9s 9h", "Ks Qs", "9s 10s", "Ah Kh", "8c 9c", "5d 6d")
    return (*royals, *((Card.of(one), Card.of(other)) for one, other in map(str.split, others)))


def openings(
    book: Rulebook, document: Document, posted: Combinations, hands: Iterable[Hand], key: str
) -> Iterator[Difference]:
    """Compare Royal 9 on every pair of these hands at every seat; name the first difference of each line."""
    law, terms = _posted_law(book), Terms(document, combinations=posted)
    on_opening = build(law, Choice(combinations=posted))[0].on_opening if law else None
    if law is None or on_opening is None:
        return
    every, stake, told = tuple(hands), document.stake(law.key), set[str]()
    for seat in posted:
        kinds = [(hand, of_royal(terms, seat, hand)) for hand in every]
        for (player, one), (banker, other) in product(kinds, kinds):
            won = _award(on_opening(Opening(player, banker), seat), stake)
            same = frozenset(player) == frozenset(banker)
            said = document.result(law.key, royal_facts(one, other, same), "")
            audit = said.category, said.cents, said.meter, said.share
            if won != audit and won[0] not in told:
                told.add(won[0])
                what = f"{law.key} of seat {seat} with {player[0]} {player[1]} and {banker[0]} {banker[1]}"
                yield from _differ(key, what, _awarded(*won), _awarded(*audit))


def _award(result: Result, stake: int) -> tuple[str, int, str, Fraction]:
    if isinstance(result.pays, str):
        return result.category, 0, result.pays, result.share
    return result.category, int(result.pays * stake), "", Fraction(0)


def _awarded(category: str, cents: int, meter: str, share: Fraction) -> str:
    return f"{category}: {f'{share * 100}% of {meter}' if meter else f'{cents} cents'}"


def _meters(book: Rulebook, document: Document) -> Iterator[Difference]:
    multilevel = book.law.royal9.multilevel
    tables = multilevel.paytables.tables if multilevel else {}
    said: dict[str, dict[str, tuple[int, Fraction]]] = {}
    for table, meters in tables.items():
        for name in ("major", "k9-banker", "k9-player"):
            field = name.replace("-", "_")
            rate = Fraction(getattr(meters, f"{field}_rate").removesuffix("%")) / 100
            said.setdefault(name, {})[table] = getattr(meters, f"{field}_seed_cents"), rate
    for name in dict.fromkeys((*said, *document.keyed("meter"))):
        audit = {table: tuple(meter) for table, meter in document.meter(name).items()}
        yield from _differ("royal9.multilevel.paytables", f"meter {name}", said.get(name, {}), audit)


# ---------------------------------------------------------------- cards, orders, money


def _points(book: Rulebook, document: Document) -> Iterator[Difference]:
    law = book.law.points
    for rank, value in law.values.values.items():
        card = Card.of(f"{rank}s")
        yield from _differ("points.values", f"value of {rank}", value, document.value(card))
        burn = book.law.burn.count
        burned = burn.ace_counts if rank == "A" else burn.tens_count if card.rank >= 10 else card.rank
        yield from _differ("burn.count", f"cards burned after {rank}", burned, document.burned(card.rank))
    for total in range(28):
        audit = document.total(total, None)
        yield from _differ("points.count", f"count of a sum of {total}", total % law.count.modulus, audit)


def _drawing(book: Rulebook, document: Document) -> Iterator[Difference]:
    """Compare with the engine's drawing rules, which the rulebook check enforces."""
    law = book.law.third.player
    for decided, counts in ((True, law.draws), (False, law.stays)):
        audit = [count for count in range(8) if document.player_takes(count, 0) == decided]
        yield from _differ("third.player", "counts that draw" if decided else "counts that stay", sorted(counts), audit)
    for player in range(10):
        for banker in range(10):
            at = f"third card at {player} to {banker}"
            takes = document.player_takes(player, banker)
            yield from _differ("third.player", at, player_draws(player, banker), takes)
            for third in (*range(10), NONE) if not natural(banker) or natural(player) else ():
                given = None if third == NONE else third
                engine = not natural(banker) and banker_draws(player, banker, third)
                after = "" if given is None else f" after a {given}"
                key = "third.banker-alone" if given is None else "third.banker-table"
                said = document.banker_takes(player, banker, given)
                yield from _differ(key, f"Banker's {at}{after}", engine, said)


def _lists(book: Rulebook, document: Document) -> Iterator[Difference]:
    law, money = book.law, book.law.house_money
    collected = law.result.collect_first.order
    first = ("losing", "others") if collected[:1] == ("collect",) else ("others", "losing")
    early = money.settle_early.direction if money else ""
    seats = ("lowest", "highest") if early == "counterclockwise" else ("highest", "lowest") if early else ()
    ends = law.result.pay_order.from_, law.result.pay_order.towards
    said: dict[str, tuple[str, tuple[str, ...]]] = {
        "deal": ("deal.four", law.deal.four.order),
        "order of wagers": ("result.collect-first", first),
        "order of seats": ("result.pay-order", ends),
        "order at a seat": ("result.pay-order", law.result.pay_order.order),
        "means": ("wager.means", law.wager.means.means),
        "due of vigorish": ("vigorish.deferred", law.vigorish.deferred.due),
    }
    for key in dict.fromkeys(
        (*(one.key for one in book.wagers if one.settles == "before-third-cards"), *document.having("order"))
    ):
        said[f"order of {key}"] = "house-money.settle-early", seats
    for key in dict.fromkeys((*(one.key for one in book.wagers if one.rides), *document.having("ride"))):
        riding = any(one.key == key and one.rides for one in book.wagers)
        said[f"ride of {key}"] = "house-money.parlay", money.parlay.onto if money and riding else ()
    for subject, (key, words) in said.items():
        ordered = tuple if subject.startswith(("deal", "order")) else sorted
        yield from _differ(key, subject, [*ordered(words)], [*ordered(document.words(subject))])


def _vigorish(book: Rulebook, document: Document) -> Iterator[Difference]:
    law = book.law.vigorish
    yield from _differ("vigorish.when", "choices", sorted(law.when.choices), sorted(document.keyed("vigorish")))
    yield from _differ("vigorish.rounding", "choices", sorted(law.rounding.choices), sorted(document.keyed("rounding")))
    for choice in {*law.rounding.choices}.intersection(document.keyed("rounding")):
        vigorish = Vigorish(Fraction(1, 20), choice, "with-payout", law.rounding.unit)
        owed = range(0, 110_000, 250)  # thousandths of a cent
        law_takes = [vigorish.collect(Fraction(one, 1000)) for one in owed]
        audit_takes = [document.rounded(choice, one) for one in owed]
        yield from _differ("vigorish.rounding", f"{choice}, up to $1.10 owed", law_takes, audit_takes)


def _limits(book: Rulebook, document: Document) -> Iterator[Difference]:
    limits = {**_limits_of(book.law), **_limits_of_wagers(book, document)}
    for subject, (key, limit) in limits.items():
        law = [number for number in NUMBERS if limit(number)] if limit else []
        audit = [number for number in NUMBERS if document.holds(subject, {"n": number})]
        yield from _differ(key, subject, _span(law), _span(audit))


def _span(numbers: list[int]) -> str:
    """Format numbers in runs: ``6-8``, ``12, 14, 16``."""
    if len(numbers) > 2 and numbers == [*range(numbers[0], numbers[-1] + 1)]:
        return f"{numbers[0]} or more" if numbers[-1] == NUMBERS[-1] else f"{numbers[0]} to {numbers[-1]}"
    return ", ".join(map(str, numbers))


def _limits_of(law: Law) -> Mapping[str, tuple[str, Limit | None]]:
    """Return every limit of a law by the audit's name; None if the document has none."""
    cards, cut = law.cards, law.cut
    batches, daily, discards = cards.two_batches, cards.change_daily, law.layout.discards.decks
    lace, notice = law.shuffle.lace, law.shuffle.reshuffle_option
    depth = cut.depth.depth_cards or 52 * (cut.depth.depth_decks or 0)
    extra = max(line.extra for line in law.remedies.every())
    third = law.remedies.source("player-third", "seen").provision
    return {
        "seats": ("table.seats", _between(law.table.seats.least, law.table.seats.most)),
        "decks": ("cards.decks", lambda n: cards.decks.least <= n <= (cards.decks.most or n)),
        "decks of two batches": ("cards.two-batches", _between(batches.least, batches.most) if batches else None),
        "equal batches": ("cards.two-batches", _even(batches.equal) if batches else None),
        "hours of a deck": ("cards.change-daily", _between(1, daily.hours) if daily else None),
        "cut": ("cut.depth", _between(depth)),
        "cover card": ("cut.cover", _between(cut.cover.cover_depth)),
        "decks received": ("open.inspect", _between(law.open.inspect.least_decks)),
        "decks in the discards": ("layout.discards", _between(discards) if discards else None),
        "decks laced": ("shuffle.lace", _one_of((lace.about_decks,)) if lace else None),
        "minutes of notice": ("shuffle.reshuffle-option", _between(notice.notice_minutes) if notice else None),
        "extra cards": (third, _one_of((extra,)) if extra else None),
    }


def _limits_of_wagers(book: Rulebook, document: Document) -> Mapping[str, tuple[str, Limit | None]]:
    """Return the limits under which a wager with combinations at each seat is offered."""
    royal, posted = book.law.royal9, _posted_law(book)
    form = royal.multilevel or royal.progressive
    terms = "royal9.multilevel.terms" if royal.multilevel else "royal9.progressive.terms"
    allowed = {
        "decks": form.terms.decks if form else (),
        "seats": royal.progressive.terms.seats if royal.progressive else (),
    }
    return {
        f"{kind} of {key}": (terms, _one_of(numbers) if numbers and posted and key == posted.key else None)
        for kind, numbers in allowed.items()
        for key in dict.fromkeys((*((posted.key,) if posted else ()), *document.having(kind)))
    }


def _one_of(numbers: Iterable[int]) -> Limit:
    allowed = frozenset(numbers)
    return lambda n: n in allowed


def _between(least: int, most: int = NUMBERS[-1]) -> Limit:
    return lambda n: least <= n <= most


def _even(equal: bool) -> Limit:  # two equal batches have an even number of decks
    return lambda n: not equal or n % 2 == 0
