"""Questions about payment: the order, payouts, vigorish."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Literal

from punto.core.coup import Coup
from punto.core.money import Vigorish, dollars, pieces, stacks
from punto.law.rulebook import Rulebook
from punto.rules.house_rules import HouseRules
from punto.scenario.sentences import STEPS
from punto.school.kinds.cards import coups, hands
from punto.school.kinds.procedure import find
from punto.school.question import Asking, Exhibit, Form, Question, held, mixed
from punto.school.scenes import scene
from punto.table.settlement import UNIT, marked, settle
from punto.wagers.book import Terms, known, least_tie, paytables, vigorish_rate, wager_of
from punto.wagers.wager import Result, Verdict, Wager, pay

# The order of collecting and paying (ma-mini 11(b)).


def make_payment(asking: Asking) -> Question:
    """Ask for the order in which winners are paid, or in which losing and winning wagers are settled."""
    moment, _ = find(asking, ("announce-result",), lambda moment: len(moment.state.seated) > 2)
    rules, state = moment
    lines = settle(rules, state).lines
    paid = tuple(dict.fromkeys(f"seat {line.seat}" for line in lines if line.verdict == Verdict.WIN))
    if len(paid) > 1 and asking.chance.random() < 0.6:
        return Question(
            prompt="The losing wagers are collected. In which order are the winners paid?",
            shown=scene(rules, state),
            form=Form.ORDER,
            choices=mixed(asking.chance, sorted(paid)),
            answer=paid,
            why=f"{', then '.join(paid)}.",
            provisions=("result.pay-order",),
        )
    order = _order(rules)
    return Question(
        prompt="In which order does the dealer do this at the end of a coup?",
        shown=scene(rules, state, stakes_too=False),
        form=Form.ORDER,
        choices=mixed(asking.chance, sorted(order)),
        answer=order,
        why=f"{', then '.join(order)}.",
        provisions=("result.collect-first", "result.pay-order", "result.discard"),
    )


def _order(rules: HouseRules) -> tuple[str, ...]:
    """Return the steps of the result in their order, with the two parts of a seat's payment."""
    steps, law = rules.rulebook.ceremonies["result"].steps, rules.rulebook.law.result.pay_order
    parts = [PARTS[part] for part in law.order if part == "pay" or not rules.ez]
    return tuple(word for step in steps for word in (parts if step == "pay-seat" else [STEPS[step]]))


PARTS = {"pay": "pays a winner", "vigorish": "takes that winner's vigorish"}


# Payouts of every wager and every paytable of a document, and the chips to cut for them.

STAKES = (5_00, 10_00, 15_00, 25_00, 40_00, 75_00, 100_00, 125_00, 250_00, 375_00, 500_00, 1_250_00)
RARE = 300  # coups to search for one that wins


def make_payout(asking: Asking) -> Question:
    """Ask for the payout of a wager; three of four wagers win."""
    wager, terms = _wager(asking)
    coup = _coup(asking, wager)
    result = _result(wager, coup)
    stake = asking.chance.choice(STAKES)
    payment = pay(wager, result, stake, None, {})
    chips = result.verdict is Verdict.WIN and asking.chance.random() < 0.25
    what = "How many chips are cut for the payout, with the fewest?" if chips else "How much is paid beside the stake?"
    stake_shown = Exhibit("stake", text=f"{wager.title}: {dollars(stake)} ({stacks(stake)}){terms}")
    commission = " Leave vigorish aside." if wager.vigorish else ""
    return Question(
        prompt=f"{what}{commission}",
        shown=(*hands(coup), stake_shown),
        form=Form.NUMBER if chips else Form.MONEY,
        answer=pieces(payment.paid) if chips else payment.paid,
        why=f"{_why(result)}: {dollars(payment.paid)}{f', {stacks(payment.paid)}' if payment.paid else ''}.",
        provisions=provisions(asking, wager, result),
    )


def _wager(asking: Asking) -> tuple[Wager, str]:
    """Choose a wager on points or pairs, with terms that a licensee may choose."""
    book, chance = asking.book, asking.chance
    terms, least = chance.choice(all_terms(book)), least_tie(book)
    terms = replace(terms, tie=least + chance.choice((0, 0, 1)) if least is not None else None)
    wagers = [wager for wager in known(book, terms) if wager.on_class is not None and not wager.for_one]
    wager = wagers[asking.seed % len(wagers)]
    if wager.key == "tie":
        return wager, f", pays {terms.tie} to 1"
    others = (replace(one, tie=terms.tie) for one in all_terms(book))
    if any(other.key == wager.key and other.results != wager.results for one in others for other in known(book, one)):
        return wager, f", paytable {terms.dragon_bonus}"
    return wager, f", {'with' if wager.vigorish else 'without'} vigorish" if _variant(wager) else ""


def all_terms(book: Rulebook) -> list[Terms]:
    """Return the terms that a licensee may choose: one for each paytable."""
    return [Terms(dragon_bonus=table) for table in sorted(paytables(book))] or [Terms()]


def _variant(wager: Wager) -> bool:
    """Return whether this is a variant of a wager on a hand, like the Banker of an EZ table."""
    return wager.hand is not None and wager.key != wager.hand


def _coup(asking: Asking, wager: Wager) -> Coup:
    wanted = asking.chance.random() < 0.75
    for coup in islice(coups(asking), RARE):
        if not wanted or _result(wager, coup).verdict is not Verdict.LOSE:
            return coup
    return next(coups(asking))


def _result(wager: Wager, coup: Coup) -> Result:
    if wager.on_class is None:
        raise ValueError(f"{wager.key} reads no points")
    return wager.on_class(coup.coup_class)


def _why(result: Result) -> str:
    if result.verdict is Verdict.WIN and isinstance(result.pays, Fraction):
        name = "" if result.category == "win" else f" ({result.category.replace('-', ' ')})"
        return f"It wins{name} and pays {result.pays} to 1"
    return "It is returned, nothing is paid" if result.verdict is Verdict.PUSH else "It loses"


def provisions(asking: Asking, wager: Wager, result: Result) -> tuple[str, ...]:
    """Return the provisions by which a wager wins and pays, the deciding one first."""
    name = wager.hand or wager.family or wager.key
    places = held(asking.book, f"pay.{name}", f"wager.{name}", *(("def.ez",) if _variant(wager) else ()))
    return places if result.verdict is Verdict.WIN else places[::-1]


# Vigorish: five percent of a Banker win, rounded or exact, with the payout or deferred (ma-mini 12(c)-(d)).

CHIPS = (5_00, 25_00, 100_00)
ROUNDINGS: tuple[Literal["exact", "quarter"], ...] = ("exact", "quarter")
TIMES: tuple[Literal["with-payout", "deferred"], ...] = ("with-payout", "deferred")
WORDS = {"exact": "to the cent, a part of one dropped", "quarter": "up to the next {unit}"}


def make_vigorish(asking: Asking) -> Question:
    """Ask for the amount collected: with the payout, or for the marker button of several wins."""
    law, chance = asking.book.law, asking.chance
    rounding = chance.choice([one for one in ROUNDINGS if one in law.vigorish.rounding.choices])
    when = chance.choice([one for one in TIMES if one in law.vigorish.when.choices])
    rate = vigorish_rate(asking.book)
    vigorish = Vigorish(rate, rounding, when, law.vigorish.rounding.unit)
    stakes = [_stake(asking) for _ in range(chance.randint(2, 4) if when == "deferred" else 1)]
    owed = [_owed(asking, vigorish, stake) for stake in stakes]
    amount = vigorish.collect(Fraction(sum(map(marked, owed)), UNIT))
    exactly = f"{float(sum(owed)) / 100:,.4f}".rstrip("0").rstrip(".")
    rounded = WORDS[rounding].format(unit=dollars(vigorish.unit))
    return Question(
        prompt=_prompt(when),
        shown=(
            Exhibit("Banker wins", text=", ".join(dollars(stake) for stake in stakes)),
            Exhibit("filed", text=f"vigorish rounded {rounded}, collected {when.replace('-', ' ')}"),
        ),
        form=Form.MONEY,
        answer=amount,
        why=f"{rate.numerator * 100 // rate.denominator} percent of what was won is ${exactly}, "
        f"rounded {rounded}: {dollars(amount)}.",
        provisions=_places(asking, when),
    )


def _places(asking: Asking, when: str) -> tuple[str, ...]:
    chief = ("vigorish.deferred",) if when == "deferred" else ()
    return held(asking.book, *chief, "pay.banker", "vigorish.rounding", "vigorish.when")


def _prompt(when: str) -> str:
    if when == "deferred":
        return "A player leaves. How much vigorish is collected for the marker of these wins?"
    return "How much vigorish is collected with this payout?"


def _stake(asking: Asking) -> int:
    return asking.chance.choice(CHIPS) * asking.chance.randint(1, 40)


def _owed(asking: Asking, vigorish: Vigorish, stake: int) -> Fraction:
    wager = wager_of(asking.book, "banker")
    win = next(result for result in wager.results if result.verdict is Verdict.WIN)
    return pay(wager, win, stake, vigorish, {}).vigorish
