"""Text notation of coups and shoes.

A coup is one line: the cards of both hands, their point counts and the winner.

    P 4h 2c = 6, B Kd 9s = 9: banker

Counts and winner may be omitted; if they are given, they must be right. A shoe is a heading with its number of decks,
then its cards in dealing order, any number to a line; ``#`` starts a comment.

    shoe of 8 decks
    4h Kd 2c 9s ...

``str`` formats a coup, ``write_shoe`` a shoe. Only legal ones are parsed: a coup follows the third-card rules, and a
shoe has no card more often than its decks have it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from punto.core.cards import Card, CardError, cards, count
from punto.core.coup import Coup, play
from punto.core.tableau import NONE, banker_draws, player_draws

_COUP = re.compile(
    r"P (?P<player>[^=,:]+?)(?: = (?P<p>\d))?, ?B (?P<banker>[^=,:]+?)(?: = (?P<b>\d))?(?:: (?P<winner>\w+))?"
)
_SHOE = re.compile(r"shoe of (?P<decks>[1-9][0-9]{0,2}) decks?")
IN_A_LINE = 26


class NotationError(CardError):
    """Error for text that is not a valid coup or shoe; the message says what is wrong, and where."""


class Shoe(NamedTuple):
    """The cards of a shoe in dealing order, and its number of decks."""

    decks: int
    cards: tuple[Card, ...]


def read_coup(text: str) -> Coup:
    """Parse a coup from its line. Raises ``NotationError``.

    >>> read_coup("P 4h 2c, B Kd 9s")
    P 4h 2c = 6, B Kd 9s = 9: banker
    """
    line = text.strip()
    found = _COUP.fullmatch(line)
    if not found:
        raise NotationError(f"invalid coup {line!r}: write it like 'P 4h 2c, B Kd 9s'")
    player, banker = _hand(line, "Player's", found["player"]), _hand(line, "Banker's", found["banker"])
    _check_thirds(line, player, banker)
    coup = play((player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:]))
    said = found["p"], found["b"], found["winner"]
    true = str(coup.points[0]), str(coup.points[1]), coup.winner
    for name, claim, fact in zip(("Player's count", "Banker's count", "winner"), said, true, strict=True):
        if claim is not None and claim != fact:
            raise NotationError(f"{line!r}: the {name} is {fact}, not {claim}")
    return coup


def _hand(line: str, whose: str, text: str) -> tuple[Card, ...]:
    hand = _cards(repr(line), text)
    if not 2 <= len(hand) <= 3:
        raise NotationError(f"{line!r}: the {whose} Hand has two or three cards, not {len(hand)}")
    return hand


def _check_thirds(line: str, player: tuple[Card, ...], banker: tuple[Card, ...]) -> None:
    """Raise ``NotationError`` for a third card that the third-card rules forbid, or for a missing one."""
    two = count(player[:2]), count(banker[:2])
    draws = player_draws(*two)
    drawn = player[2].value if draws and len(player) == 3 else NONE
    due = ("Player's", player, draws), ("Banker's", banker, banker_draws(*two, drawn))
    for whose, hand, must in due:
        if must != (len(hand) == 3):
            takes = "takes a third card" if must else "takes no third card"
            raise NotationError(f"{line!r}: the {whose} Hand {takes} here ({two[0]} against {two[1]})")


def write_shoe(decks: int, order: Iterable[Card]) -> str:
    """Format a shoe as text, 26 cards to a line."""
    dealt = [str(card) for card in order]
    lines = (" ".join(dealt[start : start + IN_A_LINE]) for start in range(0, len(dealt), IN_A_LINE))
    return "\n".join((f"shoe of {decks} deck{'s' if decks != 1 else ''}", *lines, ""))


def read_shoe(text: str) -> Shoe:
    """Parse a shoe from its text. Raises ``NotationError``.

    >>> read_shoe("shoe of 1 deck  # and what is left of it\\n4h Kd 2c 9s")
    Shoe(decks=1, cards=(4h, Kd, 2c, 9s))
    """
    lines = [(number, line.partition("#")[0].strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line]
    heading = _SHOE.fullmatch(lines[0][1]) if lines else None
    if not heading:
        raise NotationError("a shoe begins with a line like 'shoe of 8 decks'")
    decks = int(heading["decks"])
    order: list[Card] = []
    held: Counter[Card] = Counter()
    for number, line in lines[1:]:
        for card in _cards(f"line {number}", line):
            order.append(card)
            held[card] += 1
            if held[card] > decks:
                raise NotationError(f"line {number}: one {card} too many: the shoe has {decks} of each card")
    return Shoe(decks, tuple(order))


def _cards(where: str, text: str) -> tuple[Card, ...]:
    try:
        return cards(text)
    except CardError as error:
        raise NotationError(f"{where}: {error}") from None
