"""Combinations by seat, as of Royal 9: which line an opening is to a seat, and whose is which (ma-mini 12(i))."""

from __future__ import annotations

from random import Random

from punto.cards import DECK, Card
from punto.coup import Opening
from punto.houserules import HouseRules, Royal9
from punto.money import dollars
from punto.school.choosing import Asking, among, held
from punto.school.houses import houses
from punto.school.question import Form, Question, Shown
from punto.wagers.wager import Result, Verdict

PLACES = {
    "progressive": ("royal9.progressive.hands", "royal9.progressive.paytable"),
    "multi-level": ("royal9.multilevel.paytables", "royal9.multilevel.exact-match"),
}
Pair = tuple[Card, Card]


def make(asking: Asking) -> Question:
    """Ask for the line of an opening, its award, or the seat of a combination."""
    rules, royal = asking.chance.choice(
        [(rules, rules.royal9) for rules in houses(asking.book) if rules.royal9 is not None]
    )
    if asking.chance.random() < 0.25:
        return _whose(asking, rules, royal)
    return _line(asking, rules, royal)


def _line(asking: Asking, rules: HouseRules, royal: Royal9) -> Question:
    chance, wager = asking.chance, rules.metered
    seat = chance.choice(sorted(royal.combinations))
    opening = Opening(*(_shuffled(chance, hand) for hand in _hands(chance, royal, seat)))
    if wager is None or wager.on_opening is None:
        raise ValueError(f"no wager at {rules.table} reads combinations")
    result = wager.on_opening(opening, seat)
    money = result.verdict is Verdict.WIN and not isinstance(result.pays, str) and chance.random() < 0.5
    own = "; ".join(" ".join(card.symbol for card in pair) for pair in royal.combinations[seat])
    return Question(
        prompt=f"What is the {wager.title} award of seat {seat}?"
        if money
        else f"What do these hands bring seat {seat}?",
        shown=(
            Shown("Player's Hand", tuple(map(str, opening.player))),
            Shown("Banker's Hand", tuple(map(str, opening.banker))),
            Shown(wager.title, text=f"{dollars(royal.stake)} at seat {seat}, whose combination is {own}"),
        ),
        form=Form.MONEY if money else Form.CHOICE,
        choices=() if money else tuple(_words(one) for one in wager.results),
        answer=_award(result, royal.stake) if money else _words(result),
        why=f"{_words(result)}: {_pays(result, royal.stake)}.",
        provisions=held(asking.book, *PLACES[royal.kind], f"def.{wager.key}"),
    )


def _hands(chance: Random, royal: Royal9, seat: int) -> tuple[Pair, Pair]:
    """Choose hands near to winning: own, another seat's, any Royal 9, anything; the same on both hands now and then."""
    faces, nines = [card for card in DECK if card.rank > 10], [card for card in DECK if card.rank == 9]
    others = [pair for pairs in royal.combinations.values() for pair in pairs]
    face = chance.choice(faces)
    pools: tuple[list[Pair], ...] = (
        list(royal.combinations[seat]),
        others,
        [(face, nine) for nine in nines],
        [(face, nine) for nine in nines if nine.suit == face.suit],
        [(one, two) for one, two in (chance.sample(DECK, 2) for _ in range(4))],
    )
    first, second = chance.choice(chance.choice(pools)), chance.choice(chance.choice(pools))
    return first, first if chance.random() < 0.3 else second


def _shuffled(chance: Random, hand: Pair) -> Pair:
    return hand if chance.random() < 0.5 else (hand[1], hand[0])


def _words(result: Result) -> str:
    if result.verdict is not Verdict.WIN:
        return "nothing"
    return f"the {result.pays} meter" if result.pays == result.category else result.category.replace("-", " ")


def _award(result: Result, stake: int) -> int:
    return 0 if isinstance(result.pays, str) else int(result.pays * stake)


def _pays(result: Result, stake: int) -> str:
    if isinstance(result.pays, str):
        share = "all" if result.share == 1 else f"{int(result.share * 100)} percent"
        return f"{share} of the {result.pays.replace('-', ' ')} meter"
    return f"a fixed award of {dollars(_award(result, stake))}" if result.verdict is Verdict.WIN else "no award"


def _whose(asking: Asking, rules: HouseRules, royal: Royal9) -> Question:
    """Ask which combination a seat has: by the document where it assigns them, else as printed on this felt."""
    seat = asking.chance.choice(sorted(royal.combinations))
    names = {chair: _pair(pairs[0]) for chair, pairs in royal.combinations.items()}
    multi = royal.kind == "multi-level"
    table = () if multi else (Shown("felt", text="; ".join(f"seat {one}: {pair}" for one, pair in names.items())),)
    chief = "royal9.multilevel.chairs" if multi else "royal9.progressive.hands"
    return Question(
        prompt=f"Which King-9 is the own combination of {'chair' if multi else 'seat'} {seat} at {rules.table}?",
        shown=table,
        form=Form.CHOICE,
        choices=among(asking.chance, names[seat], names.values()),
        answer=names[seat],
        why=f"Seat {seat} has {', '.join(_pair(pair) for pair in royal.combinations[seat])}.",
        provisions=held(asking.book, chief, "layout.royal9-combinations"),
    )


def _pair(pair: Pair) -> str:
    return f"{pair[0].symbol} {pair[1].symbol}"
