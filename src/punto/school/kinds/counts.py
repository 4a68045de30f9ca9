"""Announcing: what a hand counts, and what the dealer calls at the end (ma-mini 6, 9(a)-(b), 11(a))."""

from __future__ import annotations

from collections.abc import Iterator

from punto.cards import DECK, count
from punto.coup import Coup, play
from punto.school.choosing import Asking, among
from punto.school.houses import houses
from punto.school.question import Form, Question, Shown
from punto.table.paying import call


def make(asking: Asking) -> Question:
    """Ask for a count, or for the call of a result."""
    return _call(asking) if asking.chance.random() < 0.5 else _count(asking)


def _count(asking: Asking) -> Question:
    hand = tuple(asking.chance.sample(DECK, asking.chance.choice((2, 2, 3))))
    values = " + ".join(str(card.value) for card in hand)
    whose = asking.chance.choice(("Player's", "Banker's"))
    return Question(
        prompt=f"What does the {whose} Hand count?",
        shown=(Shown(f"{whose} Hand", tuple(map(str, hand))),),
        form=Form.NUMBER,
        answer=count(hand),
        why=f"{values} = {sum(card.value for card in hand)}, of which the last digit counts.",
        provisions=("points.count", "points.values", "third.announce"),
    )


def coups(asking: Asking) -> Iterator[Coup]:
    """Deal coups from a seed, each from a full deck."""
    while True:
        yield play(asking.chance.sample(DECK, 6))


def _call(asking: Asking) -> Question:
    rules = asking.chance.choice(houses(asking.book))
    coup = next(coups(asking))
    right = call(rules, coup.coup_class)
    others = (call(rules, other.coup_class) for other, _ in zip(coups(asking), range(12), strict=False))
    return Question(
        prompt=f"What does the dealer announce at {rules.table}{', an EZ table' if rules.ez else ''}?",
        shown=hands(coup),
        form=Form.CHOICE,
        choices=among(asking.chance, right, others),
        answer=right,
        why=f"Player {coup.points[0]}, Banker {coup.points[1]}.",
        provisions=("result.announce", "points.count"),
    )


def hands(coup: Coup) -> tuple[Shown, Shown]:
    """Show both hands of a coup."""
    return Shown("Player's Hand", tuple(map(str, coup.player))), Shown("Banker's Hand", tuple(map(str, coup.banker)))
