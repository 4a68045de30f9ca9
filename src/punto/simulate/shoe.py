"""Single shoes, card by card: the readable reference, and the trajectory of every shoe.

Uses the same streams and draws as ``punto.simulate.simd``, with 52 counts instead of sums by rank, so that suits are
known. A draw finds the rank as there, in the order 10 J Q K A 2 … 9, and the suit from the remainder. Cards burned face
down and cards never dealt are drawn when the shoe ends, so that a whole shoe can be stacked and dealt at a table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from punto.simulate.stream import HELPERS, U32, U64, biased, next_number, open_stream, pair_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]
    Words = NDArray[np.uint16]
    States = NDArray[np.uint32]
    Counts = NDArray[np.uint32]
    Longs = NDArray[np.int64]

U8 = np.uint8


class Rules(NamedTuple):
    """Rules of a shoe as plain numbers: the plan's and the tableau's."""

    decks: int
    burns: Words
    depth: int
    after: int
    coups: int
    continuous: bool
    rows: Words
    stands: int
    natural: int


class Buffers(NamedTuple):
    """Buffers to deal a shoe: cards held, a stream, numbers, cards dealt, codes."""

    held: Longs
    stream: States
    numbers: Longs
    cards: Bytes
    codes: Words


def draw_card(held: Longs, x: int) -> int:
    """Draw card ``x``, from 0, of those held: by rank in the order of the streams, then by suit."""
    for place in range(13):
        rank = (place + 9) % 13
        for suit in range(4):
            card = suit * 13 + rank
            if x < held[card]:
                held[card] -= 1
                return card
            x -= held[card]
    return -1


def value_of(card: int) -> int:
    """Return the point value of a card."""
    rank = card % 13
    return rank + 1 if rank < 9 else 0


def six_numbers(s: States, n: int, x: Longs) -> None:
    """Draw the six numbers of a coup from three numbers of the stream, replacing biased ones."""
    x[0], x[2], x[4] = next_number(s, 0, 1), next_number(s, 0, 1), next_number(s, 0, 1)
    for pair in range(3):
        m = U32(n - 2 * pair)
        one, other, low = pair_of(U32(x[2 * pair]), m)
        while biased(low, U32(m * U32(m - U32(1)))):
            one, other, low = pair_of(next_number(s, 0, 1), m)
        x[2 * pair], x[2 * pair + 1] = one, other


def deal_coup(rules: Rules, room: Buffers, n: int, at: int) -> int:
    """Deal a coup from a shoe with ``n`` unseen cards, storing its cards from ``at``; return its code."""
    held, x, cards = room.held, room.numbers, room.cards
    six_numbers(room.stream, n, x)
    for place in range(4):
        cards[at + place] = U8(draw_card(held, x[place]))
    p1, b1, p2, b2 = int(cards[at]), int(cards[at + 1]), int(cards[at + 2]), int(cards[at + 3])
    player, banker = (value_of(p1) + value_of(p2)) % 10, (value_of(b1) + value_of(b2)) % 10
    third, last, place = 10, 10, 4
    if player < rules.natural and banker < rules.natural:
        if player < rules.stands:
            cards[at + place] = U8(draw_card(held, x[place]))
            third = value_of(int(cards[at + place]))
            place += 1
        if (int(rules.rows[banker]) >> third) & 1:
            cards[at + place] = U8(draw_card(held, x[place]))
            last = value_of(int(cards[at + place]))
    pairs = int(p1 % 13 == p2 % 13) + 2 * int(b1 % 13 == b2 % 13)
    return (((pairs * 10 + player) * 10 + banker) * 11 + third) * 11 + last


def cards_of(code: int) -> int:
    """Return the number of cards in a coup."""
    return 4 + int(code // 11 % 11 != 10) + int(code % 11 != 10)


def fill_shoe(held: Longs, decks: int) -> None:
    """Fill the shoe with all cards."""
    for card in range(52):
        held[card] = decks


def deal_shoe(key: np.uint64, shoe: np.uint64, rules: Rules, room: Buffers) -> tuple[int, int, int]:
    """Deal a shoe: cards in dealing order, and codes. Return the numbers of coups, burned cards, and cards dealt."""
    open_stream(key, shoe, room.stream, 0, 1)
    fill_shoe(room.held, rules.decks)
    unseen = left = 52 * rules.decks
    at = burned = 0
    if rules.burns.size:
        six_numbers(room.stream, unseen, room.numbers)
        room.cards[0] = U8(draw_card(room.held, room.numbers[0]))
        burned = 1 + int(rules.burns[(int(room.cards[0]) % 13 + 4) % 13])
        unseen, left, at = unseen - 1, left - burned, burned
    dealt = over = 0
    while dealt < rules.coups if rules.coups else over <= rules.after:
        code = deal_coup(rules, room, unseen, at)
        room.codes[dealt] = code
        used = cards_of(code)
        unseen, left, at, dealt = unseen - used, left - used, at + used, dealt + 1
        over += int(left < rules.depth)
        if rules.continuous:
            fill_shoe(room.held, rules.decks)
            unseen = left = 52 * rules.decks
    if not rules.continuous:
        leave_cards(room, unseen, burned, at)
    return dealt, burned, at


def leave_cards(room: Buffers, unseen: int, burned: int, at: int) -> None:
    """Draw the unseen cards: first those burned face down, then those left in the shoe."""
    for number in range(unseen):
        place = 1 + number if number < burned - 1 else at + number - max(burned - 1, 0)
        n = U32(unseen - number)
        product = U64(next_number(room.stream, 0, 1)) * U64(n)
        while biased(U32(product & U64(0xFFFFFFFF)), n):
            product = U64(next_number(room.stream, 0, 1)) * U64(n)
        room.cards[place] = U8(draw_card(room.held, int(product >> U64(32))))


def count_shoes(key: np.uint64, first: np.uint64, shoes: int, rules: Rules, room: Buffers, counts: Counts) -> None:
    """Deal shoes from number ``first`` on and count their coups by code."""
    for number in range(shoes):
        dealt, _, _ = deal_shoe(key, U64(first + U64(number)), rules, room)
        for coup in range(dealt):
            counts[room.codes[coup]] += U32(1)


INLINE = HELPERS
KERNELS = (
    "draw_card",
    "value_of",
    "six_numbers",
    "deal_coup",
    "cards_of",
    "fill_shoe",
    "leave_cards",
    "deal_shoe",
    "count_shoes",
)
