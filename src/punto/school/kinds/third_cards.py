"""Third-card calls: who draws, from the two hands as they lie (ma-mini 10)."""

from __future__ import annotations

from random import Random

from punto.cards import DECK, Card, count
from punto.school.choosing import Asking
from punto.school.question import DRAWS, STANDS, Form, Question, Shown
from punto.tableau import NONE, banker_draws, natural, player_draws


def make(asking: Asking) -> Question:
    """Ask for the Player's call or for the Banker's; the counts are as likely as each other, so that none is rare."""
    chance = asking.chance
    player, banker = _hand(chance), _hand(chance)
    two = count(player), count(banker)
    draws = player_draws(*two)
    if chance.random() < 0.3:
        prompt = "Does the Player's Hand draw?"
        shown = Shown("Player's Hand", written(player)), Shown("Banker's Hand", written(banker))
        return _question(prompt, shown, draws, two, NONE, "third.natural" if _natural(two) else "third.player")
    third = (chance.choice(DECK),) if draws else ()
    drawn = third[0].value if third else NONE
    stayed = "" if third else " The Player's Hand took no third card."
    shown = Shown("Player's Hand", written((*player, *third))), Shown("Banker's Hand", written(banker))
    key = "third.natural" if _natural(two) else "third.banker-table" if third else "third.banker-alone"
    right = banker_draws(*two, drawn)
    return _question(f"Does the Banker's Hand draw?{stayed}", shown, right, two, drawn, key)


def written(hand: tuple[Card, ...]) -> tuple[str, ...]:
    """Write the cards of a hand."""
    return tuple(map(str, hand))


def _hand(chance: Random) -> tuple[Card, Card]:
    """Choose a count first, and fewer naturals than other counts; then two cards that make it."""
    wanted = chance.choice((0, 1, 2, 3, 4, 5, 6, 7) * 3 + (8, 9))
    first = chance.choice(DECK)
    return first, chance.choice([card for card in DECK if card != first and count((first, card)) == wanted])


def _natural(two: tuple[int, int]) -> bool:
    return natural(two[0]) or natural(two[1])


def _question(
    prompt: str, shown: tuple[Shown, ...], draws: bool, two: tuple[int, int], drawn: int, key: str
) -> Question:
    third = "" if drawn == NONE else f", and the Player's third card counts {drawn}"
    why = f"Player {two[0]}, Banker {two[1]} on two cards{third}: it {DRAWS if draws else STANDS}."
    if key == "third.natural":
        why = f"Player {two[0]}, Banker {two[1]}: a natural, nobody draws."
    answer = DRAWS if draws else STANDS
    return Question(prompt=prompt, shown=shown, form=Form.CALL, answer=answer, why=why, provisions=(key,))
