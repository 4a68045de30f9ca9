"""The closed form as straight-line code, generated from the tableau.

The manual's page on the closed form derives it. In short: two cards that make the count p can be drawn along with the
cards of a set in t(p) ways, less two for every card of the set and every partner it would have had, plus two for every
two of its cards that make p themselves. A Player's pair against all hands of the Banker therefore needs only two sums
over these hands: their number, and their number with one of their cards marked, by its value.

One card ``x`` is removed from the shoe first. It is the third card of the Player's Hand, or that of the Banker's Hand
whose opponent stands. ``m`` counts the remaining values. The Banker's hands of three cards are counted once for the
full shoe (``z`` marked, ``h`` all, by final count), in an order of x in which the tableau lets increasingly many counts
draw; those that contain the card x are then subtracted.

The inner expressions have no loop and no branch, and compositions lie side by side in the lanes of vector registers.
One lane is the code for a single composition. Sums over five cards are kept in doubles, which represent integers
exactly up to 2**53; the sixth card is multiplied in 64-bit integers. ``MOST_CARDS`` is the limit of both.

Templates hold the loops around these expressions. Rows of ``LANES`` numbers lie one after another in flat arrays. A
loop over lanes takes its rows as slices, which cannot begin before the array. The compiler could not rule that out for
an index computed in the loop, and would not vectorize.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from punto.core.tableau import DRAW, NONE, banker_draws, player_draws

START = """\
    floats = np.empty((330 + ROWS) * LANES)  # room is asked for twice, not ten times: for one shoe that counts
    v = floats[:20 * LANES]  # the values, twice, so that a rotation is a slice
    t = floats[20 * LANES:30 * LANES]
    n = floats[30 * LANES:130 * LANES]
    pairs = floats[130 * LANES:230 * LANES]
    others = floats[230 * LANES:330 * LANES]
    s = floats[330 * LANES:]
    whole = np.empty((414 + result.shape[1]) * LANES, np.int64)
    out = whole[:400 * LANES]
    numbers = whole[400 * LANES:410 * LANES]
    fills = whole[410 * LANES:414 * LANES]
    sums = whole[414 * LANES:]
    for first in range(0, len(values), LANES):
        for l in range(LANES):
            row = values[min(first + l, len(values) - 1)]
            for i in range(10):
                v[i * LANES + l] = row[i]
                v[(10 + i) * LANES + l] = row[i]
        out[:] = 0
        for c in range(Z, H + 10 * LANES):
            s[c] = 0.0"""

_TEN = range(10)

# Pairs of the full shoe, and two pairs side by side: N(p, b).
FOUR_CARDS = f"""\
        for p in range(10):
            for i in range(10):
                j, c = (p - i) % 10 * LANES, (p * 10 + i) * LANES
                less = 1.0 if i * LANES == j else 0.0
                one, two = v[i * LANES:(i + 1) * LANES], v[j:j + LANES]
                other, pair = others[c:c + LANES], pairs[c:c + LANES]
                for l in range(LANES):
                    other[l] = two[l] - less
                    pair[l] = one[l] * (two[l] - less)
            pair, total = pairs[p * 10 * LANES:(p + 1) * 10 * LANES], t[p * LANES:(p + 1) * LANES]
            for l in range(LANES):
                total[l] = {" + ".join(f"pair[{i} * LANES + l]" for i in _TEN)}
        for p in range(10):
            for b in range(p, 10):
                pair, other = pairs[p * 10 * LANES:(p + 1) * 10 * LANES], others[b * 10 * LANES:(b + 1) * 10 * LANES]
                one, two = t[p * LANES:(p + 1) * LANES], t[b * LANES:(b + 1) * LANES]
                c, k = (p * 10 + b) * LANES, (b * 10 + p) * LANES
                to, also = n[c:c + LANES], n[k:k + LANES]
                again = 2.0 if p == b else 0.0
                for l in range(LANES):
                    shared = {" + ".join(f"pair[{i} * LANES + l] * other[{i} * LANES + l]" for i in _TEN)}
                    to[l] = one[l] * (two[l] + again) - 4.0 * shared
                for l in range(LANES):
                    also[l] = to[l]
        for k in range(len(stops)):
            c = (stops[k, 0] * 10 + stops[k, 1]) * LANES
            one, to = n[c:c + LANES], out[c:c + LANES]
            for l in range(LANES):
                to[l] = np.int64(one[l])"""

# The Banker's hands of three cards: those that draw after this x and did not after the one before. Then x is removed: m
# the values, r those from x backward (r[j] = m[j - x]), q forward (q[j] = m[j + x]).
HANDS = f"""\
        for turn in range(10):
            x = TURNS[turn]
            for b in range(10):
                more = MORE[turn, b]
                if more != 0.0:
                    third = v[(10 - b) * LANES:(20 - b) * LANES]
                    for k in range(10):
                        h, c = (b - k) % 10, Z + k * 10 * LANES
                        marked = s[c:c + 10 * LANES]
                        pair = pairs[(b * 10 + k) * LANES:(b * 10 + k + 1) * LANES]
                        for l in range(LANES):
                            twice = 2.0 * more * pair[l]
{chr(10).join(f"                            marked[{f} * LANES + l] += twice * third[{f} * LANES + l]" for f in _TEN)}
                        c, j = (b + k) % 10 * LANES, (b + h) % 10 * LANES
                        one, two = marked[c:c + LANES], marked[j:j + LANES]
                        for l in range(LANES):
                            one[l] -= 2.0 * more * pair[l]
                        for l in range(LANES):
                            two[l] -= 2.0 * more * pair[l]
                    for i in range(10):
                        f = (b + i) % 10
                        c, j = Z + (i * 10 + f) * LANES, H + f * LANES
                        marked, hands = s[c:c + LANES], s[j:j + LANES]
                        card, pair = v[i * LANES:(i + 1) * LANES], t[b * LANES:(b + 1) * LANES]
                        other = others[(b * 10 + i) * LANES:(b * 10 + i + 1) * LANES]
                        for l in range(LANES):
                            found = more * card[l] * (pair[l] - 2.0 * other[l])
                            marked[l] += found
                            hands[l] += found
            one = v[x * LANES:(x + 1) * LANES]
            for i in range(10):
                for l in range(LANES):
                    numbers[i * LANES + l] = np.int64(one[l])
            back, forth = v[(10 - x) * LANES:(20 - x) * LANES], v[x * LANES:(x + 10) * LANES]
            for c in range(10 * LANES):
                s[M + c] = v[c]
            for c in range(10 * LANES):
                s[R + c] = back[c]
            for c in range(10 * LANES):
                s[Q + c] = forth[c]
            one, two, three = s[M + x * LANES:M + (x + 1) * LANES], s[R + 2 * x % 10 * LANES:], s[Q:Q + LANES]
            for l in range(LANES):
                one[l] -= 1.0
            for l in range(LANES):
                two[l] -= 1.0
            for l in range(LANES):
                three[l] -= 1.0"""

# The sixth card: multiply by the count of the card removed first.
TURN = """\
            for p in range(DRAWS):
                c, j = (300 + (p + x) % 10 * 10) * LANES, D + p * 10 * LANES
                to, one = out[c:c + 10 * LANES], s[j:j + 10 * LANES]
                for c in range(10 * LANES):
                    to[c] += numbers[c] * np.int64(one[c])
                c, j = (200 + (p + x) % 10 * 10 + STANDS) * LANES, U + p * STANDING * LANES
                to, one = out[c:c + STANDING * LANES], s[j:j + STANDING * LANES]
                for c in range(STANDING * LANES):
                    to[c] += numbers[c] * np.int64(one[c])
            for p in range(STAYS, NATURAL):
                for b in range(AGAINST):
                    c, j = (100 + p * 10 + (b + x) % 10) * LANES, Y + ((p - STAYS) * AGAINST + b) * LANES
                    to, one = out[c:c + LANES], s[j:j + LANES]
                    for l in range(LANES):
                        to[l] += numbers[l] * np.int64(one[l])"""

# Sums over groups of cells, in deals of six cards.
COLLECT = """\
        for l in range(LANES):
            cards = 0.0
            for i in range(10):
                cards += v[i * LANES + l]
            sixth = np.int64(cards) - 5
            fills[l] = sixth * (sixth + 1)
            fills[LANES + l] = sixth
            fills[2 * LANES + l] = sixth
            fills[3 * LANES + l] = 1
        sums[:] = 0
        for k in range(len(cells)):
            c, f, g = cells[k] * LANES, cells[k] // 100 * LANES, groups[k] * LANES
            to, fill, one = sums[g:g + LANES], fills[f:f + LANES], out[c:c + LANES]
            for l in range(LANES):
                to[l] += fill[l] * one[l]
        for l in range(min(LANES, len(values) - first)):
            for g in range(result.shape[1]):
                result[first + l, g] = sums[g * LANES + l]"""


# ---------------------------------------------------------------- the code

MOST_CARDS = 1_300  # 25 decks: 2 * 1300**5 < 2**53, and 1300**6 < 2**63
TENS = range(10)  # values of cards, and counts of hands
CELLS = 400

_DRAWS = [player for player in TENS if player_draws(player, 0)]  # counts on which the Player's Hand draws
_STAYS = [player for player in TENS if player not in _DRAWS and banker_draws(player, 0)]  # and on which it stands
_BANKERS = [banker for banker in TENS if player_draws(_DRAWS[0], banker)]  # Banker's counts that let it draw


def cell(kind: int, player: int, banker: int) -> int:
    """Return the index of coups that end so: 2 for a Player's third card plus 1 for a Banker's; the final counts."""
    return (kind * 10 + player) * 10 + banker


def source(name: str, lanes: int) -> str:
    """Return the source of a function that counts the cells of ``lanes`` compositions by value at a time."""
    return "\n".join((*_constants(lanes), *_function(name))) + "\n"


# ---------------------------------------------------------------- from the tableau


def _drawing(third: int) -> list[int]:
    """Return the Banker's counts that draw after a third card of the Player's Hand."""
    return [banker for banker in range(len(DRAW)) if DRAW[banker][third]]


def _against() -> list[int]:
    """Return the Banker's counts that draw against a hand that stands."""
    return [banker for banker in range(len(DRAW)) if DRAW[banker][NONE]]


def _standing() -> list[int]:
    """Return the Banker's counts that stand after some third card of the Player's Hand, ascending."""
    return [*range(min(b for b in _BANKERS if b >= len(DRAW) or not all(DRAW[b][:NONE])), _BANKERS[-1] + 1)]


def _turns() -> Iterator[tuple[int, list[float]]]:
    """Yield the cards to remove first, and which of the Banker's counts start to draw (1) or stop (-1)."""
    before: list[int] = []
    for x in sorted(TENS, key=lambda x: (len(_drawing(x)), x)):
        now = _drawing(x)
        yield x, [float((banker in now) - (banker in before)) for banker in TENS]
        before = now


def _weights(x: int, final: int) -> list[float]:
    """Return in how many places x can be in a Banker's hand with two others, by the value of one of them."""
    drawing, rest = _drawing(x), (final - x) % 10
    return [float((rest in drawing) + ((one + x) % 10 in drawing) + ((final - one) % 10 in drawing)) for one in TENS]


def _constants(lanes: int) -> Iterator[str]:
    """Generate the tables: one row per card removed first."""
    rows = _rows(DRAW)
    turns = list(_turns())
    weights = [[_weights(x, final) for final in TENS] for x in TENS]
    twins = [
        [[each * (2 * one % 10 == (final - x) % 10) for one, each in enumerate(weights[x][final])] for final in TENS]
        for x in TENS
    ]
    yield f"LANES = {lanes}"
    yield f"ROWS = {len(rows)}"
    for array in "MRQTZHDUY":
        yield f"{array} = {next(row for name, row in rows.items() if name[0] == array.lower()) * lanes}"
    yield f"DRAWS, STAYS, NATURAL, AGAINST = {len(_DRAWS)}, {_STAYS[0]}, {_STAYS[-1] + 1}, {len(_against())}"
    yield f"STANDS, STANDING = {_standing()[0]}, {len(_standing())}"
    yield f"TURNS = np.array({[x for x, _ in turns]})"
    yield f"MORE = np.array({[more for _, more in turns]})"
    yield f"WEIGHTS = np.array({weights})"
    yield f"TWINS = np.array({twins})"
    yield f"SAME = np.array({[[[2.0 * ((final - x) % 10 == p) for p in _DRAWS] for final in TENS] for x in TENS]})"
    yield f"DOUBLE = np.array({[[float(2 * x % 10 == value) for value in TENS] for x in TENS]})"
    yield f"STAYED = np.array({[[banker not in _drawing(x) for banker in TENS] for x in TENS]})"


# ---------------------------------------------------------------- names


@cache
def _rows(tableau: tuple[tuple[bool, ...], ...]) -> dict[str, int]:
    """Return the row of each name: the values left, forward and backward from x, and the sums due to x."""
    names = [f"{array}{value}" for array in "mrqt" for value in TENS]
    names += [f"k{player}" for player in _DRAWS]
    names += [f"z{value}_{final}" for value in TENS for final in TENS]
    names += [f"h{final}" for final in TENS]
    names += [f"d{player}_{final}" for player in _DRAWS for final in TENS]
    names += [f"u{player}_{banker}" for player in _DRAWS for banker in _standing()]
    names += [f"y{player}_{banker}" for player in _STAYS for banker in _against()]
    return {name: row for row, name in enumerate(names)}


def _at(name: str) -> str:
    return f"s[{_rows(DRAW)[name]} * LANES + l]"


def _twos(count: int) -> list[tuple[int, int]]:
    """Return the values, the smaller first, of which two cards make a count."""
    return [(one, (count - one) % 10) for one in TENS if one <= (count - one) % 10]


def _indent(depth: int, lines: Iterator[str]) -> Iterator[str]:
    return ("    " * depth + line for line in lines)


# ---------------------------------------------------------------- the function


def _function(name: str) -> Iterator[str]:
    """Generate the whole function: blocks of compositions, and a loop over the card removed first."""
    yield f"def {name}(values, cells, groups, stops, result):"
    yield START
    yield FOUR_CARDS
    yield HANDS
    yield from _indent(3, _pairs())
    for final in TENS:
        yield from _indent(3, _final(final))
    yield from _indent(3, _two_cards())
    yield TURN
    yield COLLECT


def _pairs() -> Iterator[str]:
    """Generate the pairs of each count, and how many of them are compatible with x."""
    yield from (f"e{value} = DOUBLE[x, {value}]" for value in TENS)
    yield "for l in range(LANES):"
    for value in TENS:
        yield f"    m{value} = {_at(f'm{value}')}"
    for count in TENS:
        unequal = " + ".join(f"m{one} * m{other}" for one, other in _twos(count) if one != other)
        equal = "".join(f" + m{one} * (m{one} - 1.0)" for one, other in _twos(count) if one == other)
        yield f"    t{count} = 2.0 * ({unequal}){equal}"
        yield f"    {_at(f't{count}')} = t{count}"
    for player in _DRAWS:
        yield f"    {_at(f'k{player}')} = t{player} - 2.0 * ({_at(f'r{player}')} - e{player})"


def _final(final: int) -> Iterator[str]:
    """Generate the Player's pairs against all three-card hands with which the Banker ends on a count."""
    for value in TENS:
        yield f"c{value} = WEIGHTS[x, {final}, {value}]"
        yield f"e{value} = TWINS[x, {final}, {value}]"
    yield from (f"a{player} = SAME[x, {final}, {player}]" for player in _DRAWS)
    yield "for l in range(LANES):"
    for value in TENS:
        yield f"    m{value} = {_at(f'm{value}')}"
    for value in TENS:
        yield f"    u{value} = m{value} * (c{value} * {_at(f'r{(final - value) % 10}')} - e{value})"
        yield f"    z{value} = {_at(f'z{value}_{final}')} - 2.0 * u{value}"
    yield f"    g = {' + '.join(f'u{value}' for value in TENS)}"
    yield f"    h = {_at(f'h{final}')}"
    for player in _DRAWS:
        yield f"    b{player} = {' + '.join(_partners(player, value) for value in TENS)} - z{(final - player) % 10}"
        beside = f"({_at(f'k{player}')} + a{player}) * g"
        yield f"    {_at(f'd{player}_{final}')} = {_at(f't{player}')} * h - {beside} - 2.0 * b{player}"


def _partners(player: int, value: int) -> str:
    """Generate the number of partners that a marked card of a value would have had in a Player's pair."""
    other = (player - value) % 10
    return f"(m{other} - 1.0) * z{value}" if other == value else f"m{other} * z{value}"


def _two_cards() -> Iterator[str]:
    """Generate coups in which one hand draws alone: the count for the full shoe, less the pairs that contain x."""
    yield from (f"e{value} = DOUBLE[x, {value}]" for value in TENS)
    for banker in _standing():
        yield f"if STAYED[x, {banker}]:"
        yield from _indent(1, _lanes([f"{_at(f'u{p}_{banker}')} = {_without(p, banker)}" for p in _DRAWS]))
        yield "else:"
        yield from _indent(1, _lanes([f"{_at(f'u{p}_{banker}')} = 0.0" for p in _DRAWS]))
    for player in _STAYS:
        yield from _lanes([f"{_at(f'y{player}_{b}')} = {_without(player, b)}" for b in _against()])


def _lanes(lines: Sequence[str]) -> Iterator[str]:
    yield "for l in range(LANES):"
    yield from _indent(1, iter(lines))


def _without(player: int, banker: int) -> str:
    """Generate the number of ways for two pairs in the shoe without x."""
    return f"n[{player * 10 + banker} * LANES + l] - 2.0 * ({_holding(player, banker)} + {_holding(banker, player)})"


def _holding(one: int, other: int) -> str:
    """Generate the number of ways for x and a partner to make one count, and two further cards the other."""
    spare = f"({_at(f'q{(other - one) % 10}')} - e{(2 * one - other) % 10})"
    return f"{_at(f'r{one}')} * ({_at(f't{other}')} - 2.0 * {spare})"
