"""The third-card rules (the tableau): when a hand draws.

No other module states any part of these rules. The Player's Hand depends on its own count only; the Banker's Hand on
its own count and on the Player's third card.

*Naturals.* Eight or nine on the first two cards of either hand: neither hand draws (ma-mini 10(a)).

*Player's Hand.* Draws on 0 to 5, stands on 6 and 7 (ma-mini 10(b)).

*Banker's Hand.* If the Player's Hand stood, it draws on 0 to 5. Otherwise it draws on 0 to 2, stands on 7, and on 3 to
6 it depends on the value of the Player's third card (ma-mini 10(c), Table 1; md-mini .10E spells out all forty cases):

======  ==========================
Banker  draws when the Player drew
======  ==========================
3       anything but an 8
4       2 to 7
5       4 to 7
6       6 or 7
======  ==========================

``DRAW[banker][drawn]`` has the same rules as 8 x 11 booleans; ``drawn`` is the value of the Player's third card, or
``NONE`` (10) for no third card. Every implementation of a coup, in Python, numba or CUDA, is built from these
constants.
"""

from __future__ import annotations

NONE = 10  # stands for the value of a third card that was not drawn
NATURALS = (8, 9)
PLAYER_DRAWS = (True, True, True, True, True, True, False, False)  # by the Player's count, 0 to 7

_DRAWS_ON = {
    0: "0123456789",
    1: "0123456789",
    2: "0123456789",
    3: "012345679",
    4: "234567",
    5: "4567",
    6: "67",
    7: "",
}
DRAW = tuple(
    (*(str(drawn) in _DRAWS_ON[banker] for drawn in range(10)), banker <= 5)  # the last column: the Player's Hand stood
    for banker in range(8)
)


def natural(two: int) -> bool:
    """Return whether a two-card count is a natural (ma-mini 1)."""
    return two in NATURALS


def player_draws(player: int, banker: int) -> bool:
    """Return whether the Player's Hand draws a third card, by the two-card counts."""
    return not (natural(player) or natural(banker)) and PLAYER_DRAWS[player]


def banker_draws(player: int, banker: int, drawn: int = NONE) -> bool:
    """Return whether the Banker's Hand draws; ``drawn`` is the value of the Player's third card, or ``NONE``.

    >>> banker_draws(5, 3, drawn=8), banker_draws(6, 5), banker_draws(9, 0)
    (False, True, False)
    """
    return not (natural(player) or natural(banker)) and DRAW[banker][drawn]


def rendering() -> str:
    """Draw the third-card rules as text: ``D`` draws, ``.`` stands; in the last column the Player's Hand stood."""
    head = "Banker | " + " ".join(map(str, range(10))) + " | stayed"
    rows = (
        f"     {banker} | {' '.join('D' if draws else '.' for draws in row[:10])} | {'D' if row[NONE] else '.'}"
        for banker, row in enumerate(DRAW)
    )
    return "\n".join((head, *rows))
