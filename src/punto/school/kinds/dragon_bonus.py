"""Reading the Dragon Bonus: which line of its table a coup comes to (ma-mini 7(a)(4), 12(e); reading 2)."""

from __future__ import annotations

from itertools import islice
from typing import get_args

from punto.school.choosing import Asking
from punto.school.kinds.counts import coups, hands
from punto.school.question import Form, Question, Shown
from punto.wagers.dragon_bonus import dragon_bonus, paytables
from punto.wagers.wager import Hand, Result, Verdict

LINES = {"natural": "wins with a natural", "natural-tie": "pushes, two like naturals", "lose": "loses"}


def make(asking: Asking) -> Question:
    """Ask what a coup is to the Dragon Bonus of a hand; all its lines are as likely as each other."""
    book, chance = asking.book, asking.chance
    hand: Hand = chance.choice(get_args(Hand))
    paytable = chance.choice(sorted(paytables(book)))
    wager = dragon_bonus(book, hand, paytable)
    wanted = chance.choice(wager.results).category
    read = wager.on_class
    if read is None:
        raise ValueError("the Dragon Bonus reads points")
    dealt = list(islice(coups(asking), 60))
    coup = next((coup for coup in dealt if read(coup.coup_class).category == wanted), dealt[0])
    result = read(coup.coup_class)
    return Question(
        prompt=f"What becomes of a Dragon Bonus wager on the {hand.capitalize()}'s Hand?",
        shown=(*hands(coup), Shown("paytable", text=paytable)),
        form=Form.CHOICE,
        choices=tuple(_line(one) for one in wager.results),
        answer=_line(result),
        why=f"Player {coup.points[0]}, Banker {coup.points[1]}, ended {coup.ended}: it {_line(result)}.",
        provisions=("wager.dragon-bonus", "pay.dragon-bonus"),
    )


def _line(result: Result) -> str:
    name = LINES.get(result.category) or f"wins by {result.category.removeprefix('by-')} without a natural"
    return f"{name}, {result.pays} to 1" if result.verdict is Verdict.WIN else name
