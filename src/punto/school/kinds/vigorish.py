"""Vigorish: five percent of what a Banker wager wins, rounded or exact, at once or by marker (ma-mini 12(c)-(d))."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from punto.money import Vigorish, dollars
from punto.school.choosing import Asking, held
from punto.school.question import Form, Question, Shown
from punto.table.vigorish import UNIT, marked
from punto.wagers.book import vigorish_rate, wager_of
from punto.wagers.wager import Verdict, pay

CHIPS = (5_00, 25_00, 100_00)
ROUNDINGS: tuple[Literal["exact", "quarter"], ...] = ("exact", "quarter")
TIMES: tuple[Literal["with-payout", "deferred"], ...] = ("with-payout", "deferred")
WORDS = {"exact": "to the cent, a part of one dropped", "quarter": "up to the next {unit}"}


def make(asking: Asking) -> Question:
    """Ask what is collected: with the payout, or for a marker of several wins."""
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
            Shown("Banker wins", text=", ".join(dollars(stake) for stake in stakes)),
            Shown("filed", text=f"vigorish rounded {rounded}, collected {when.replace('-', ' ')}"),
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
