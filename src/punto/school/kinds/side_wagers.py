"""Questions about side wagers: rides, combinations at a seat, lines of a paytable."""

from __future__ import annotations

from itertools import islice
from random import Random

from msgspec.structs import replace

from punto.core.cards import DECK, Card
from punto.core.coup import Opening
from punto.core.money import dollars
from punto.core.roles import Role
from punto.law.rulebook import Rulebook
from punto.rules.house_rules import HouseRules, Royal9
from punto.school.kinds.cards import coups, hands
from punto.school.kinds.payouts import all_terms, provisions
from punto.school.kinds.procedure import find
from punto.school.practice import Moment, houses
from punto.school.question import Asking, Exhibit, Form, Question, among, held
from punto.school.scenes import scene
from punto.table import Refusal, decide
from punto.table.commands import HouseMoney
from punto.table.events import HouseMoneySettled
from punto.table.house_money import TAKE, in_order, may_choose, outcome
from punto.table.phases import Phase
from punto.table.state import stakes_of
from punto.wagers.book import Terms, known
from punto.wagers.wager import Result, Verdict, Wager

# A payout that may ride, as of House Money: what is paid, what rides, who comes first (ma-mini 8(c)(3), 12(h)).


def make_ride(asking: Asking) -> Question:
    """Ask for the seat that comes first, for a payout, or for what rides."""
    chance = asking.chance
    if chance.random() < 0.3:
        return _seat(find(asking, (Phase.HOUSE_MONEY,))[0])
    moment, _ = find(asking, (Phase.HOUSE_MONEY,), _won)
    return _payout(moment) if chance.random() < 0.4 else _rides(asking, moment)


def _won(moment: Moment) -> bool:
    return may_choose(*moment, in_order(*moment)[0])


def _wager(moment: Moment) -> Wager:
    wager = moment.rules.riding
    if wager is None:
        raise ValueError(f"no payout rides at {moment.rules.table}")
    return wager


def _seat(moment: Moment) -> Question:
    order, wager = in_order(*moment), _wager(moment)
    return Question(
        prompt=f"Whose {wager.title} does the dealer settle now? Give the number of the seat.",
        shown=scene(*moment),
        form=Form.NUMBER,
        answer=order[0],
        why=f"From the dealer's right and on: seat {', then '.join(map(str, order))}.",
        provisions=(f"{wager.key}.settle-early",),
    )


def _payout(moment: Moment) -> Question:
    seat, wager = in_order(*moment)[0], _wager(moment)
    result, payment = outcome(*moment, seat)
    return Question(
        prompt=f"What does {wager.title} pay at seat {seat}?",
        shown=scene(*moment),
        form=Form.MONEY,
        answer=payment.paid,
        why=f"It wins with {result.category.replace('-', ' ')} and pays {result.pays} to 1: {dollars(payment.paid)}.",
        provisions=(f"pay.{wager.key}", f"wager.{wager.key}"),
    )


def _rides(asking: Asking, moment: Moment) -> Question:
    """Let the table settle with the payout riding, and ask for the resulting wager."""
    rules, seat, key = moment.rules, in_order(*moment)[0], _wager(moment).key
    law, lying = rules.rulebook.law.house_money, stakes_of(moment.state, seat)
    onto = law.parlay.onto if law is not None else ()
    own = {str(wager.hand): wager.key for wager in rules.wagers if wager.hand in onto and wager.key in lying}
    hand = asking.chance.choice(sorted(own))
    settled = _settled(moment, seat, hand)
    after = lying[own[hand]] + settled.rides
    portion = Exhibit("filed", text=f"{rules.house_money_portion} of the payout may ride, in whole chips")
    return Question(
        prompt=f"Seat {seat} lets the payout ride on the {hand.capitalize()}'s Hand. How high is that wager now?",
        shown=(*scene(*moment), *((portion,) if rules.house_money_portion != 1 else ())),
        form=Form.MONEY,
        answer=after,
        why=f"{dollars(settled.payout)} are paid and {dollars(settled.rides)} of it ride: {dollars(after)}.",
        provisions=(f"{key}.parlay", f"pay.{key}"),
    )


def _settled(moment: Moment, seat: int, choice: str) -> HouseMoneySettled:
    state = replace(moment.state, chosen={**moment.state.chosen, seat: choice})
    dealer = HouseMoney(id="school", by=Role.DEALER, who="dealer", at=0, seat=seat, choice=TAKE)
    came = decide(moment.rules, state, dealer)
    if isinstance(came, Refusal):
        raise ValueError(f"the table refuses: {came}")
    return next(event for event in came if isinstance(event, HouseMoneySettled))


# Combinations by seat, as of Royal 9: the line of an opening at a seat, and whose combination is which (ma-mini 12(i)).

PLACES = {
    "progressive": ("royal9.progressive.hands", "royal9.progressive.paytable"),
    "multi-level": ("royal9.multilevel.paytables", "royal9.multilevel.exact-match"),
}
Pair = tuple[Card, Card]


def make_combinations(asking: Asking) -> Question:
    """Ask for the line of an opening, its award, or the seat of a combination."""
    rules, royal = asking.chance.choice(
        [(rules, rules.royal9) for rules in houses(asking.book) if rules.royal9 and rules.royal9.combinations]
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
            Exhibit("Player's Hand", tuple(map(str, opening.player))),
            Exhibit("Banker's Hand", tuple(map(str, opening.banker))),
            Exhibit(wager.title, text=f"{dollars(royal.stake)} at seat {seat}, whose combination is {own}"),
        ),
        form=Form.MONEY if money else Form.CHOICE,
        choices=() if money else tuple(_words(one) for one in wager.results),
        answer=_award(result, royal.stake) if money else _words(result),
        why=f"{_words(result)}: {_pays(result, royal.stake)}.",
        provisions=held(asking.book, *PLACES[royal.kind], f"def.{wager.key}"),
    )


def _hands(chance: Random, royal: Royal9, seat: int) -> tuple[Pair, Pair]:
    """Choose hands close to winning: own, another seat's, any Royal 9, or other; sometimes the same in both hands."""
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
    """Ask which combination a seat has: by the document if it assigns them, otherwise as printed on this felt."""
    seat = asking.chance.choice(sorted(royal.combinations))
    names = {chair: _pair(pairs[0]) for chair, pairs in royal.combinations.items()}
    multi = royal.kind == "multi-level"
    table = () if multi else (Exhibit("felt", text="; ".join(f"seat {one}: {pair}" for one, pair in names.items())),)
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


# Lines of a paytable: which one a coup reaches, as for the Dragon Bonus (ma-mini 12(e)).

VERBS = {Verdict.WIN: "wins", Verdict.PUSH: "pushes", Verdict.LOSE: "loses"}


def tabled(book: Rulebook, terms: Terms | None = None) -> list[Wager]:
    """Return the wagers on points or pairs that win in several ways, at odds."""
    wagers = [one for one in known(book, terms or Terms()) if one.on_class is not None and not one.for_one]
    return [wager for wager in wagers if sum(one.verdict is Verdict.WIN for one in wager.results) > 1]


def make_line(asking: Asking) -> Question:
    """Ask for the result of a wager; all its lines are equally likely."""
    book, chance = asking.book, asking.chance
    wager = chance.choice(tabled(book, chance.choice(all_terms(book))))
    wanted = chance.choice(wager.results).category
    read = wager.on_class
    if read is None:
        raise ValueError(f"{wager.key} reads no points")
    dealt = list(islice(coups(asking), 60))
    coup = next((coup for coup in dealt if read(coup.coup_class).category == wanted), dealt[0])
    result = read(coup.coup_class)
    return Question(
        prompt=f"What becomes of a wager on {wager.title}?",
        shown=hands(coup),
        form=Form.CHOICE,
        choices=tuple(map(line, wager.results)),
        answer=line(result),
        why=f"Player {coup.points[0]}, Banker {coup.points[1]}, ended {coup.ended}: it {line(result)}.",
        provisions=provisions(asking, wager, result)[::-1],
    )


def line(result: Result) -> str:
    """Return a line of a paytable in words."""
    named = "" if result.category == result.verdict else f", {result.category.replace('-', ' ')}"
    return f"{VERBS[result.verdict]}{named}{f', {result.pays} to 1' if result.verdict is Verdict.WIN else ''}"
