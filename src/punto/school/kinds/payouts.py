"""Payouts: what a wager brings, for every wager and every paytable of a document, and the chips to cut for it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import islice

from punto.chips import pieces, stacks
from punto.coup import Coup
from punto.money import dollars
from punto.rulebook import Rulebook
from punto.school.choosing import Asking, held
from punto.school.kinds.counts import coups, hands
from punto.school.question import Form, Question, Shown
from punto.wagers.book import Terms, known, least_tie, paytables
from punto.wagers.wager import Result, Verdict, Wager, pay

STAKES = (5_00, 10_00, 15_00, 25_00, 40_00, 75_00, 100_00, 125_00, 250_00, 375_00, 500_00, 1_250_00)
RARE = 300  # coups to look through for one that wins


def make(asking: Asking) -> Question:
    """Ask what is paid on a wager: one that wins, three times in four."""
    wager, terms = _wager(asking)
    coup = _coup(asking, wager)
    result = _result(wager, coup)
    stake = asking.chance.choice(STAKES)
    payment = pay(wager, result, stake, None, {})
    chips = result.verdict is Verdict.WIN and asking.chance.random() < 0.25
    what = "How many chips are cut for the payout, with the fewest?" if chips else "How much is paid beside the stake?"
    stake_shown = Shown("stake", text=f"{wager.title}: {dollars(stake)} ({stacks(stake)}){terms}")
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
    """Choose a wager on points or pairs, and the terms that a licensee may have chosen for it."""
    book, chance = asking.book, asking.chance
    terms, least = chance.choice(all_terms(book)), least_tie(book)
    terms = replace(terms, tie=least + chance.choice((0, 0, 1)) if least is not None else None)
    wagers = [wager for wager in known(book, terms) if wager.on_class is not None]
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
    """Whether this is another form of a wager on a hand, like the Banker of an EZ table."""
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
    """Return the places that say when a wager wins and what it pays, the one that decides first."""
    name = wager.hand or wager.family or wager.key
    places = held(asking.book, f"pay.{name}", f"wager.{name}", *(("def.ez",) if _variant(wager) else ()))
    return places if result.verdict is Verdict.WIN else places[::-1]
