"""Vectorized shoes: 512 side by side, each in a lane, all dealing their next coup at the same time.

Nothing is shuffled. A shoe is represented by the cumulative number of its cards up to each rank, in the order 10 J Q K
A 2 … 9. To draw, take ``x`` from 1 to the number of unseen cards: every sum not below ``x`` decreases by one, and the
rank is the number of sums that did not. Cards burned face down are never seen; they stay among the unseen like those
behind the cover card, which is equivalent.

The sums of eight decks do not fit into a byte, so ranks are split into two groups: 10 J Q K A 2, and 3 … 9. Sums are
stored one too large, so that ``max(min(c, x), c - 1)`` decreases them without a comparison and never underflows. All
arrays are flat with rows at fixed offsets, so that a compiler can prove that they do not overlap and vectorize the
loops over lanes.

Counts are kept by *code*: ``(((pairs * 10 + player) * 10 + banker) * 11 + third) * 11 + last``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from punto.simulate.stream import HELPERS, U16, U32, U64, biased, next_number, pair_of, step, step_back, word

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]
    Words = NDArray[np.uint16]
    States = NDArray[np.uint32]
    Counts = NDArray[np.uint32]
    Sums = tuple[np.uint8, ...]
    Rows = tuple[np.uint16, ...]

U8 = np.uint8
MOST_DECKS = 8  # whose sums fit into bytes
LANES = 512
CODES = 4 * 10 * 10 * 11 * 11  # plus one for lanes whose shoe has ended
SUSPECT = 2  # a product whose highest 16 low bits do not exceed this may be biased: 416 * 415 < 3 * 65536

# Rows of words: the six numbers of a coup, then the shoe, then the coup.
X1, X2, X3, X4, X5, X6 = range(6)
UNSEEN, LEFT, OVER, NEAR, CODE, PLAYER, BANKER, THIRD, LAST, PAIRS, DREW = range(6, 17)
WORD_ROWS, SUM_ROWS, STATE_ROWS = 17, 11, 4
NEAR_SUMS = 5  # number of near rows of sums; the others belong to the far group


# ---------------------------------------------------------------- numbers


def high(a: np.uint16, b: np.uint16) -> np.uint16:
    """Return the high half of a product."""
    return U16(U32(U32(a) * U32(b)) >> U32(16))


def scaled(h: np.uint16, low: np.uint16, n: np.uint16) -> tuple[np.uint16, np.uint16, np.uint16]:
    """Multiply 32 bits, given in halves, by ``n``; return the part above 32 bits and the two halves."""
    part = U16(h * n)
    middle = U16(part + high(low, n))
    return U16(high(h, n) + U16(middle < part)), middle, U16(low * n)


def numbers(w: Words, s: States) -> None:
    """Draw the six numbers of a coup in every lane."""
    if drawn(w, s) <= U16(SUSPECT):
        for i in range(LANES):
            if w[CODE * LANES + i] <= U16(SUSPECT):
                repair(w, s, i)


def drawn(w: Words, s: States) -> np.uint16:
    """Draw all numbers, and return the minimum of the values that indicate a possible bias."""
    worst = U16(65535)
    for i in range(LANES):
        n = w[UNSEEN * LANES + i]
        x, state = step(s[i], s[LANES + i], s[2 * LANES + i], s[3 * LANES + i])
        a, h, low = scaled(U16(x >> U32(16)), U16(x & U32(65535)), n)
        b, h, low = scaled(h, low, U16(n - U16(1)))
        w[X1 * LANES + i], w[X2 * LANES + i] = U16(a + U16(1)), U16(b + U16(1))
        least = h
        x, state = step(state[0], state[1], state[2], state[3])
        a, h, low = scaled(U16(x >> U32(16)), U16(x & U32(65535)), U16(n - U16(2)))
        b, h, low = scaled(h, low, U16(n - U16(3)))
        w[X3 * LANES + i], w[X4 * LANES + i] = U16(a + U16(1)), U16(b + U16(1))
        least = min(least, h)
        x, state = step(state[0], state[1], state[2], state[3])
        a, h, low = scaled(U16(x >> U32(16)), U16(x & U32(65535)), U16(n - U16(4)))
        b, h, low = scaled(h, low, U16(n - U16(5)))
        w[X5 * LANES + i], w[X6 * LANES + i] = U16(a + U16(1)), U16(b + U16(1))
        least = min(least, h)
        s[i], s[LANES + i], s[2 * LANES + i], s[3 * LANES + i] = state[0], state[1], state[2], state[3]
        w[CODE * LANES + i] = least
        worst = min(worst, least)
    return worst


def repair(w: Words, s: States, i: int) -> None:
    """Check the numbers of a lane again, and replace biased ones."""
    state = (s[i], s[LANES + i], s[2 * LANES + i], s[3 * LANES + i])
    for _ in range(3):
        state = step_back(state[0], state[1], state[2], state[3])
    for pair in range(3):
        x, state = step(state[0], state[1], state[2], state[3])
        n = U32(U32(w[UNSEEN * LANES + i]) - U32(2 * pair))
        ways = U32(n * U32(n - U32(1)))
        one, other, low = pair_of(x, n)
        while biased(low, ways):
            one, other, low = pair_of(next_number(s, i, LANES), n)
        w[2 * pair * LANES + i] = U16(one + U32(1))
        w[(2 * pair + 1) * LANES + i] = U16(other + U32(1))


# ---------------------------------------------------------------- cards


def fall(c: np.uint8, x: np.uint8) -> np.uint8:
    """Return a sum after a draw: one less, unless it is below ``x``."""
    return max(min(c, x), U8(c - U8(1)))


def fallen(c: Sums, x: np.uint8, y: np.uint8) -> Sums:
    """Return all sums after a draw of ``x`` from the near group or ``y`` from the far one."""
    return (
        fall(c[0], x),
        fall(c[1], x),
        fall(c[2], x),
        fall(c[3], x),
        fall(c[4], x),
        fall(c[5], y),
        fall(c[6], y),
        fall(c[7], y),
        fall(c[8], y),
        fall(c[9], y),
        fall(c[10], y),
    )


def sums_of(v: Bytes, i: int) -> Sums:
    """Return the sums of a lane."""
    return (
        v[i],
        v[LANES + i],
        v[2 * LANES + i],
        v[3 * LANES + i],
        v[4 * LANES + i],
        v[5 * LANES + i],
        v[6 * LANES + i],
        v[7 * LANES + i],
        v[8 * LANES + i],
        v[9 * LANES + i],
        v[10 * LANES + i],
    )


def keep_sums(v: Bytes, i: int, c: Sums) -> None:
    """Store the sums of a lane."""
    v[i], v[LANES + i], v[2 * LANES + i], v[3 * LANES + i] = c[0], c[1], c[2], c[3]
    v[4 * LANES + i], v[5 * LANES + i], v[6 * LANES + i], v[7 * LANES + i] = c[4], c[5], c[6], c[7]
    v[8 * LANES + i], v[9 * LANES + i], v[10 * LANES + i] = c[8], c[9], c[10]


def added(c: Sums) -> np.uint8:
    """Return the sum of all sums, modulo 256; a draw lowers it by the number of sums that decreased."""
    return U8(c[0] + c[1] + c[2] + c[3] + c[4] + c[5] + c[6] + c[7] + c[8] + c[9] + c[10])


def take(x: np.uint16, total: np.uint8, near: np.uint16, c: Sums) -> tuple[np.uint8, np.uint8, np.uint16, Sums]:
    """Draw card ``x``; return its rank from 0 (ten) to 12 (nine), and the shoe after it. 65535 draws nothing."""
    beyond = U8(min(U16(x - near), U16(254)))  # 254 if it is in the near group
    c = fallen(c, U8(min(x, U16(255))), U8(beyond + U8(1)))
    after = max(min(near, x), U16(near - U16(1)))
    inside = U8(near - after)
    now = added(c)
    fell = U8(U8(total - now) + U8(U8(inside << U8(3)) - inside))  # a near card precedes all seven far ranks
    return U8(U8(12) - fell), now, after, c


def worth(rank: np.uint8) -> np.uint8:
    """Return a card's value."""
    return U8(max(rank, U8(3)) - U8(3))


def points(one: np.uint8, other: np.uint8) -> np.uint8:
    """Return the count of two cards; subtracting ten wraps to a large number if the sum is below ten."""
    both = U8(worth(one) + worth(other))
    return min(both, U8(both - U8(10)))


def row_of(rows: Rows, banker: np.uint16) -> np.uint16:
    """Return a row of the tableau as bits, without a lookup, which could not be vectorized."""
    w = rows[7] if banker == U16(7) else U16(0)
    w = rows[0] if banker == U16(0) else w
    w = rows[1] if banker == U16(1) else w
    w = rows[2] if banker == U16(2) else w
    w = rows[3] if banker == U16(3) else w
    w = rows[4] if banker == U16(4) else w
    w = rows[5] if banker == U16(5) else w
    return rows[6] if banker == U16(6) else w


def bit(w: np.uint16, place: np.uint16) -> np.uint16:
    """Return a bit of a row, likewise without a lookup."""
    w = U16(w >> U16(1)) if U16(place & U16(1)) == U16(1) else w
    w = U16(w >> U16(2)) if U16(place & U16(2)) == U16(2) else w
    w = U16(w >> U16(4)) if U16(place & U16(4)) == U16(4) else w
    w = U16(w >> U16(8)) if U16(place & U16(8)) == U16(8) else w
    return U16(w & U16(1))


def coup(v: Bytes, w: Words, rows: Words, stands: np.uint16, natural: np.uint16) -> None:
    """Deal a coup in every lane: four cards, then the third cards required by the tableau."""
    table = (rows[0], rows[1], rows[2], rows[3], rows[4], rows[5], rows[6], rows[7])
    for i in range(LANES):
        c = sums_of(v, i)
        total, near = added(c), w[NEAR * LANES + i]
        p1, total, near, c = take(w[X1 * LANES + i], total, near, c)
        b1, total, near, c = take(w[X2 * LANES + i], total, near, c)
        p2, total, near, c = take(w[X3 * LANES + i], total, near, c)
        b2, total, near, c = take(w[X4 * LANES + i], total, near, c)
        player, banker = U16(points(p1, p2)), U16(points(b1, b2))
        open_end = U16(max(player, banker) < natural)
        draws = U16(U16(player < stands) & open_end)
        x5, x6 = w[X5 * LANES + i], w[X6 * LANES + i]
        p3, total, near, c = take(U16(x5 | U16(draws - U16(1))), total, near, c)
        third = U16(worth(p3)) if draws == U16(1) else U16(10)
        also = U16(bit(row_of(table, banker), third) & open_end)
        x = x6 if draws == U16(1) else x5
        b3, total, near, c = take(U16(x | U16(also - U16(1))), total, near, c)
        w[NEAR * LANES + i] = near
        keep_sums(v, i, c)
        pairs = U16(12100) if p1 == p2 else U16(0)
        w[PAIRS * LANES + i] = U16(pairs + U16(24200)) if b1 == b2 else pairs
        w[PLAYER * LANES + i], w[BANKER * LANES + i], w[THIRD * LANES + i] = player, banker, third
        w[LAST * LANES + i] = U16(worth(b3)) if also == U16(1) else U16(10)
        w[DREW * LANES + i] = U16(draws + also)


# ---------------------------------------------------------------- shoes


def ending(w: Words, depth: np.uint16, after: np.uint16) -> np.uint16:
    """Store every lane's code; return whether any shoe continues. The cover card allows ``after`` more coups."""
    alive = U16(0)
    for i in range(LANES):
        code = U16(U16(w[PLAYER * LANES + i] * U16(1210)) + U16(w[BANKER * LANES + i] * U16(121)))
        code = U16(code + U16(w[THIRD * LANES + i] * U16(11)))
        code = U16(code + U16(w[LAST * LANES + i] + w[PAIRS * LANES + i]))
        over = w[OVER * LANES + i]
        w[CODE * LANES + i] = code if over <= after else U16(CODES)
        used = U16(w[DREW * LANES + i] + U16(4))
        w[UNSEEN * LANES + i] = U16(w[UNSEEN * LANES + i] - used)
        left = U16(w[LEFT * LANES + i] - used)
        w[LEFT * LANES + i] = left
        over = U16(over + U16(left < depth))  # this coup reached the cover card, or follows it
        w[OVER * LANES + i] = over
        alive = max(alive, U16(over <= after))
    return alive


def count(w: Words, counts: Counts) -> None:
    """Add the coup of every lane to the counts."""
    for i in range(LANES):
        counts[w[CODE * LANES + i]] += U32(1)


def fill(v: Bytes, w: Words, decks: int) -> None:
    """Fill every lane's shoe with all cards."""
    each = 4 * decks
    for row in range(SUM_ROWS):
        ranks = row + 1 if row < NEAR_SUMS else row + 1 - NEAR_SUMS
        for i in range(LANES):
            v[row * LANES + i] = U8(each * ranks + 1)
    for i in range(LANES):
        w[NEAR * LANES + i] = U16(each * (NEAR_SUMS + 1) + 1)
        w[UNSEEN * LANES + i] = U16(13 * each)


def open_shoes(w: Words, s: States, key: np.uint64, first: np.uint64, shoes: int, decks: int) -> None:
    """Start the streams of every lane; lanes without a shoe are marked as ended."""
    for i in range(LANES):
        one = word(key, U64(U64(2) * U64(first + U64(i))))
        two = word(key, U64(U64(2) * U64(first + U64(i)) + U64(1)))
        s[i], s[LANES + i] = U32(one & U64(0xFFFFFFFF)), U32(one >> U64(32))
        s[2 * LANES + i], s[3 * LANES + i] = U32(two & U64(0xFFFFFFFF)), U32(two >> U64(32))
    for i in range(LANES):
        w[LEFT * LANES + i] = U16(52 * decks)
        w[OVER * LANES + i] = U16(0) if i < shoes else U16(30000)


def burn(v: Bytes, w: Words, burns: Words) -> None:
    """Burn the first card of every shoe face up, and as many face down as its rank requires."""
    for i in range(LANES):
        c = sums_of(v, i)
        rank, _, near, c = take(w[X1 * LANES + i], added(c), w[NEAR * LANES + i], c)
        keep_sums(v, i, c)
        w[NEAR * LANES + i] = near
        w[CODE * LANES + i] = U16(rank)
        w[UNSEEN * LANES + i] = U16(w[UNSEEN * LANES + i] - U16(1))
    for i in range(LANES):
        w[LEFT * LANES + i] = U16(w[LEFT * LANES + i] - U16(burns[w[CODE * LANES + i]] + U16(1)))


def deal_blocks(
    v: Bytes,
    w: Words,
    s: States,
    key: np.uint64,
    first: np.uint64,
    shoes: int,
    decks: int,
    burns: Words,
    depth: np.uint16,
    after: np.uint16,
    coups: int,
    continuous: bool,
    rows: Words,
    stands: np.uint16,
    natural: np.uint16,
    counts: Counts,
) -> None:
    """Deal shoes from number ``first`` on, all lanes at a time; ``coups`` of each if it is continuous."""
    done = 0
    while done < shoes:
        fill(v, w, decks)
        open_shoes(w, s, key, U64(first + U64(done)), shoes - done, decks)
        if burns.size:
            numbers(w, s)
            burn(v, w, burns)
        alive, dealt = True, 0
        while alive:
            numbers(w, s)
            coup(v, w, rows, stands, natural)
            alive = ending(w, depth, after) != U16(0)
            count(w, counts)
            dealt += 1
            if continuous:
                fill(v, w, decks)
            if coups:
                alive = dealt < coups
        done += LANES


INLINE = (
    *HELPERS,
    "high",
    "scaled",
    "fall",
    "fallen",
    "sums_of",
    "keep_sums",
    "added",
    "take",
    "worth",
    "points",
    "row_of",
    "bit",
)
KERNELS = ("repair", "drawn", "numbers", "coup", "ending", "count", "fill", "open_shoes", "burn", "deal_blocks")
