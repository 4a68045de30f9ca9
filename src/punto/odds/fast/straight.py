"""The closed form as straight-line code, written by this program from the tableau.

The manual's page on the closed form derives it. In short: one card is taken out of the shoe first. It is the third
card of the Player's Hand, or that of the Banker's Hand whose opponent stays. ``m`` counts the values that are left,
``w`` the ordered pairs of two values, ``t`` the pairs that make a count, ``a`` how often a pair of one hand shares a
card with a pair of the other. In how many ways two hands of given counts can lie, with one more card or without, is
then a short expression.

Written out, these expressions have no loop and no branch but the tableau's, and compositions lie side by side in the
lanes of vector registers: ``lanes`` of them. One lane is the code for a single composition.

Sums over five cards are kept in doubles, which hold whole numbers exactly up to 2**53; the sixth card is multiplied in
64-bit integers. ``MOST_CARDS`` is how far both are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from punto.tableau import DRAW, NONE, banker_draws, player_draws

MOST_CARDS = 1_300  # 25 decks: 2 * 1300**5 < 2**53, and 1300**6 < 2**63
TENS = range(10)  # values of cards, and counts of hands
CELLS = 400

_DRAWS = [player for player in TENS if player_draws(player, 0)]  # counts on which the Player's Hand draws
_STAYS = [player for player in TENS if player not in _DRAWS and banker_draws(player, 0)]  # and on which it stays
_BANKERS = [banker for banker in TENS if player_draws(_DRAWS[0], banker)]  # Banker's counts that let it draw
_NO_NATURAL = range(len(DRAW))


def cell(kind: int, player: int, banker: int) -> int:
    """Return the place of coups that end so: 2 for a Player's third card plus 1 for a Banker's; the final counts."""
    return (kind * 10 + player) * 10 + banker


def source(name: str, lanes: int) -> str:
    """Return the text of a function that counts the cells of compositions by value, ``lanes`` of them at a time."""
    return "\n".join(_Writer(lanes).function(name)) + "\n"


def _twos(count: int) -> list[tuple[int, int]]:
    """Return the values, the smaller first, of which two cards make a count."""
    return [(one, (count - one) % 10) for one in TENS if one <= (count - one) % 10]


def _indent(depth: int, lines: Iterator[str]) -> Iterator[str]:
    return ("    " * depth + line for line in lines)


class _Writer:
    """Writes the function. ``v`` holds the values, ``s`` rows of lanes, each for one name, ``out`` the cells."""

    def __init__(self, lanes: int) -> None:
        self.lanes = lanes
        self.rows: dict[str, int] = {}
        for name in (*(f"m{value}" for value in TENS), *_sums()):
            self.at(name)
        self.cleared = len(self.rows)

    def at(self, name: str) -> str:
        """Return the row of a name."""
        return f"s[{self.rows.setdefault(name, len(self.rows)) * self.lanes} + l]"

    def function(self, name: str) -> Iterator[str]:
        """Write the whole function: block by block of compositions, and for each card taken out first."""
        lanes = self.lanes
        body = [line for part in (self._tables(), self._hands(), self._settle()) for line in part]
        yield f"def {name}(values, cells, groups, stops, result):"
        yield f"    v = np.zeros({10 * lanes})"
        yield f"    s = np.zeros({len(self.rows) * lanes})"
        yield f"    pairs = np.zeros({100 * lanes})"
        yield f"    others = np.zeros({100 * lanes})"
        yield f"    numbers = np.zeros({10 * lanes}, np.int64)"
        yield f"    out = np.zeros({CELLS * lanes}, np.int64)"
        yield f"    fills = np.zeros({4 * lanes}, np.int64)"
        yield f"    sums = np.zeros(result.shape[1] * {lanes}, np.int64)"
        yield f"    for first in range(0, len(values), {lanes}):"
        yield f"        for l in range({lanes}):"
        yield "            for i in range(10):"
        yield f"                v[i * {lanes} + l] = values[min(first + l, len(values) - 1), i]"
        yield "        out[:] = 0"
        yield "        for x in range(10):"
        yield f"            for c in range({10 * lanes}):"
        yield "                s[c] = v[c]"
        yield f"            for c in range({10 * lanes}, {self.cleared * lanes}):"
        yield "                s[c] = 0.0"
        yield f"            for l in range({lanes}):"
        yield f"                s[x * {lanes} + l] -= 1.0"
        yield from _indent(3, iter(body))
        yield from _indent(2, self._four_cards())
        yield from _indent(2, self._collect())

    def _tables(self) -> Iterator[str]:
        """Write pairs of values, pairs by count, and what a further card leaves of them."""
        yield f"for l in range({self.lanes}):"
        for value in TENS:
            yield f"    m{value} = {self.at(f'm{value}')}"
        for count in _NO_NATURAL:
            for one, other in _twos(count):
                yield f"    w{count}_{one} = m{one} * " + (f"(m{one} - 1.0)" if one == other else f"m{other}")
                yield f"    {self.at(f'w{count}_{one}')} = 4.0 * w{count}_{one}"
            equal = [f" + w{count}_{one}" for one, other in _twos(count) if one == other]
            unequal = [f"w{count}_{one}" for one, other in _twos(count) if one != other]
            yield f"    t{count} = 2.0 * ({' + '.join(unequal)}){''.join(equal)}"
            yield f"    {self.at(f't{count}')} = t{count}"
            if count in _DRAWS:
                for last in TENS:
                    pair = f"w{count}_{min(last, (count - last) % 10)}"
                    yield f"    {self.at(f'g{count}_{last}')} = m{last} * t{count} - 2.0 * {pair}"

    def _hands(self) -> Iterator[str]:
        """Write, for each count of the Banker's Hand, what it does after each third card of the Player's Hand."""
        for banker in _BANKERS:
            drawn = sum(DRAW[banker][third] << third for third in TENS)
            stood = _STAYS if DRAW[banker][NONE] else []
            if drawn:
                yield f"if {drawn} >> x & 1:"
                yield from _indent(1, self._block(banker, f"{banker}d", stood, _DRAWS))
            yield "else:" if drawn else "if True:"
            yield from _indent(1, self._block(banker, f"{banker}s", [*_DRAWS, *stood], []))

    def _block(self, banker: int, key: str, ending: Sequence[int], drawing: Sequence[int]) -> Iterator[str]:
        """Write one count of the Banker's Hand: against which the coup ends, and against which it draws."""

        def left(value: int) -> str:  # cards that make the count with one of this value
            return f"n{key}_{value}" if 2 * value % 10 == banker else f"m{key}_{(banker - value) % 10}"

        yield f"for l in range({self.lanes}):"
        for value in TENS:
            yield f"    m{key}_{value} = {self.at(f'm{value}')}"
            if 2 * value % 10 == banker:
                yield f"    n{key}_{value} = m{key}_{value} - 1.0"
        yield f"    t{key} = {self.at(f't{banker}')}"
        for player in (*drawing, *ending):
            for one, other in _twos(player):
                yield f"    w{key}_{player}_{one} = {self.at(f'w{player}_{one}')}"
                both = left(one) if one == other else f"({left(one)} + {left(other)})"
                yield f"    h{key}_{player}_{one} = w{key}_{player}_{one} * {both}"
            yield f"    a{key}_{player} = " + " + ".join(f"h{key}_{player}_{one}" for one, _ in _twos(player))
        for player in ending:
            pairs = f"(t{key} + 2.0)" if player == banker else f"t{key}"
            yield f"    {self.at(f'u{player}_{banker}')} = {self.at(f't{player}')} * {pairs} - a{key}_{player}"
        for player in drawing:
            for last in TENS:
                term = self._with_last(player, banker, last, key, left)
                yield f"    {self.at(f'd{player}_{(banker + last) % 10}')} += {term}"

    def _with_last(self, player: int, banker: int, last: int, key: str, left: Callable[[int], str]) -> str:
        """Write in how many ways the hands lie with a third card of the Banker's Hand, of one value."""
        one, other = sorted((last, (player - last) % 10))
        far = (banker - last) % 10
        pairs = f"(t{key} + 2.0" if player == banker else f"(t{key}"
        shared = f"h{key}_{player}_{one}" if one != other else f"2.0 * h{key}_{player}_{one}"
        twice = (2 * last % 10 == banker) + (player == banker)
        again = f" - {float(twice)} * w{key}_{player}_{one}" if twice else ""
        rest = f"m{key}_{last} * (a{key}_{player} - w{key}_{player}_{min(far, (player - far) % 10)})"
        return f"{pairs} - 2.0 * {left(last)}) * {self.at(f'g{player}_{last}')} + {shared}{again} - {rest}"

    def _settle(self) -> Iterator[str]:
        """Write the sixth card: multiply by how many there are of the card taken out first."""
        lanes = self.lanes
        yield "for i in range(10):"
        yield f"    for l in range({lanes}):"
        yield f"        numbers[i * {lanes} + l] = np.int64(v[x * {lanes} + l])"
        yield f"for p in range({len(_DRAWS)}):"
        ends = [banker for banker in _BANKERS if not all(DRAW[banker][:NONE])]  # without a card, after some third card
        for kind, row, low, high in ((3, "d0_0", 0, 10), (2, "u0_0", ends[0], ends[-1] + 1)):
            yield f"    z = ({100 * kind} + (p + x) % 10 * 10) * {lanes}"
            yield f"    r = ({self.rows[row]} + p * 10) * {lanes}"
            yield f"    for c in range({low * lanes}, {high * lanes}):"
            yield "        out[z + c] += numbers[c] * np.int64(s[r + c])"
        for player in _STAYS:
            yield f"for b in range({sum(row[NONE] for row in DRAW)}):"
            yield f"    z = ({100 + 10 * player} + (b + x) % 10) * {lanes}"
            yield f"    for l in range({lanes}):"
            yield f"        out[z + l] += numbers[l] * np.int64(s[({self.rows[f'u{player}_0']} + b) * {lanes} + l])"

    def _four_cards(self) -> Iterator[str]:
        """Write the coups that end with four cards: naturals, and two hands that stay."""
        lanes = self.lanes
        yield "for t in range(10):"
        yield "    for i in range(10):"
        yield "        j = (t - i) % 10"
        yield "        less = 1.0 if i == j else 0.0"
        yield f"        for l in range({lanes}):"
        yield f"            others[(t * 10 + i) * {lanes} + l] = v[j * {lanes} + l] - less"
        yield f"            pairs[(t * 10 + i) * {lanes} + l] = v[i * {lanes} + l] * (v[j * {lanes} + l] - less)"
        yield "for k in range(len(stops)):"
        yield f"    p = stops[k, 0] * {10 * lanes}"
        yield f"    b = stops[k, 1] * {10 * lanes}"
        yield "    again = 2.0 if p == b else 0.0"
        yield f"    z = stops[k, 0] * {10 * lanes} + stops[k, 1] * {lanes}"
        yield f"    for l in range({lanes}):"
        rows = [f"%s + {row * lanes} + l" for row in TENS]
        yield "        one = " + " + ".join(f"pairs[{row % 'p'}]" for row in rows)
        yield "        other = again + " + " + ".join(f"pairs[{row % 'b'}]" for row in rows)
        yield "        shared = " + " + ".join(f"pairs[{row % 'p'}] * others[{row % 'b'}]" for row in rows)
        yield "        out[z + l] = np.int64(one * other - 4.0 * shared)"

    def _collect(self) -> Iterator[str]:
        """Write the sums over groups of cells, in deals of six cards."""
        lanes = self.lanes
        yield f"for l in range({lanes}):"
        yield "    cards = 0.0"
        yield "    for i in range(10):"
        yield f"        cards += v[i * {lanes} + l]"
        yield "    sixth = np.int64(cards) - 5"
        for kind, fill in enumerate(("sixth * (sixth + 1)", "sixth", "sixth", "1")):
            yield f"    fills[{kind * lanes} + l] = {fill}"
        yield "sums[:] = 0"
        yield "for k in range(len(cells)):"
        yield f"    c = cells[k] * {lanes}"
        yield f"    f = cells[k] // 100 * {lanes}"
        yield f"    g = groups[k] * {lanes}"
        yield f"    for l in range({lanes}):"
        yield "        sums[g + l] += fills[f + l] * out[c + l]"
        yield f"for l in range(min({lanes}, len(values) - first)):"
        yield "    for g in range(result.shape[1]):"
        yield f"        result[first + l, g] = sums[g * {lanes} + l]"


def _sums() -> Iterator[str]:
    """Return the names of the sums that one card taken out brings, ten to a count of the Player's Hand."""
    for player in _DRAWS:
        yield from (f"d{player}_{banker}" for banker in TENS)
    for player in (*_DRAWS, *_STAYS):
        yield from (f"u{player}_{banker}" for banker in TENS)
