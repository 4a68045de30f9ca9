"""Randomness: the generator before and after scaling, shuffled shoes, and Must Hit triggers, each at 99%.

Every test gives a probability: how often a perfect generator would do as badly or worse, on either side, since numbers
that are too even are no more random than numbers that lean. A family of tests is judged as one at 99%: with ``n`` tests
the worst has to stay above one in a hundred ``n``. The seeds are fixed, so that a result can be had again.

The functions take their sizes as arguments: tests/fair/test_statistics.py runs them small.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import islice

from punto.core.cards import Card, Composition
from punto.core.coup import play
from punto.fair import BLOCK, MustHit, Shoe, Stream, raw, shuffle, trigger, winner
from punto.odds import count_classes
from tools.soaks import Figures, soak

SEED = sha256(b"punto: a soak of randomness").digest()
LEVEL = 0.01
Probabilities = dict[str, float]


@soak("randomness: raw output, 64 MiB, at 99%")
def raw_output() -> Figures:
    mebibytes = 64
    data = b"".join(islice(raw(SEED), mebibytes * 2**20 // BLOCK))
    return {"MiB": mebibytes, **judged(of_bytes(data))}


@soak("randomness: scaled output, Must Hit triggers and winners, at 99%")
def scaled_output() -> Figures:
    draws = 2_000_000
    return {"draws each": draws, **judged(of_draws(draws) | of_triggers(draws // 10))}


@soak("randomness: 50,000 shuffled shoes of eight decks, at 99%; every card reaches every position")
def shuffled_shoes() -> Figures:
    shoes = 50_000
    table = Tally(decks=8)
    for number in range(shoes):
        table.add(shuffle(SEED, Shoe("soak", number, decks=8)).cards)
    fewest, most = table.fewest, table.most
    if not fewest:
        raise AssertionError("a card never reached a position")
    return {"shoes": shoes, "a card at a position": f"{fewest} to {most} times", **judged(table.probabilities())}


@soak("randomness: 400 seeds, 500 shoes each: the probabilities themselves are spread as they should be, at 99%")
def many_seeds() -> Figures:
    """One sample can be unlucky, and a lucky one can be picked. Over many seeds neither hides."""
    seeds, shoes = 400, 500
    samples = [_sample(sha256(b"confirm %d" % number).digest(), shoes) for number in range(seeds)]
    return {"seeds": seeds, "shoes each": shoes, **judged(of_samples([table.squares for table in samples], 51 * 51))}


def _sample(seed: bytes, shoes: int) -> "Tally":
    table = Tally(decks=1)
    for number in range(shoes):
        table.add(shuffle(seed, Shoe("t", number, decks=1)).cards)
    return table


def judged(found: Probabilities) -> Figures:
    """Return the figures of a family of tests, or raise where it fails at 99%."""
    worst = min(found, key=lambda name: found[name])
    if found[worst] < LEVEL / len(found):
        raise AssertionError(f"{worst}: p = {found[worst]:.2g}, below {LEVEL} / {len(found)}")
    return {name: f"p = {p:.3f}" for name, p in found.items()}


# ---------------------------------------------------------------- raw output


def of_bytes(data: bytes) -> Probabilities:
    """Bytes, bits, runs of bits, pairs and gaps of raw output."""
    bits = 8 * len(data)
    pairs = Counter(memoryview(data)[: len(data) // 2 * 2].cast("H"))
    return {
        "bytes": even(_filled(Counter(data), 256)),
        "bits": fair_coins(_ones(data), bits),
        "runs": fair_coins(_changes(data), bits - 1),
        "serial pairs": even(_filled(pairs, 65536)),
        "gaps": _gaps(data),
    }


def _ones(data: bytes) -> int:
    return sum(int.from_bytes(part, "big").bit_count() for part in _parts(data))


def _changes(data: bytes) -> int:
    """How often a bit differs from the next: one less than the number of runs."""
    changes, last = 0, data[0] >> 7
    for part in _parts(data):
        bits = int.from_bytes(part, "big")
        before = last << 8 * len(part) - 1 | bits >> 1
        changes += (bits ^ before).bit_count()
        last = part[-1] & 1
    return changes


def _parts(data: bytes, size: int = 4096) -> Iterator[bytes]:
    return (data[start : start + size] for start in range(0, len(data), size))


def _gaps(data: bytes, marked: int = 26, longest: int = 40) -> float:
    """How many bytes lie between two that are below ``marked``; the longest gaps are counted together."""
    signs = data.translate(bytes(value < marked for value in range(256)))
    inner = signs.split(b"\1")[1:-1]
    found = Counter(min(len(gap), longest) for gap in inner)
    hit = marked / 256
    shares = [hit * (1 - hit) ** length for length in range(longest)]
    return fits(_filled(found, longest + 1), [*shares, (1 - hit) ** longest])


# ---------------------------------------------------------------- scaled output


def of_draws(draws: int, below: Callable[[int], int] | None = None) -> Probabilities:
    """Numbers below some limits, and pairs of them in order."""
    below = below or Stream.keyed(SEED).below
    found = {f"below {limit}": even(_drawn(below, limit, draws)) for limit in (3, 52, 312, 416)}
    pairs = Counter(below(52) * 52 + below(52) for _ in range(draws // 2))
    return found | {"pairs below 52": even(_filled(pairs, 52 * 52))}


def _drawn(below: Callable[[int], int], limit: int, draws: int) -> Sequence[int]:
    return _filled(Counter(below(limit) for _ in range(draws)), limit)


def of_triggers(draws: int) -> Probabilities:
    """Triggers of one meter over many resets, in a hundred equal ranges, and winners among seven."""
    base, amounts, ranges = 50_000, 60_000, 100
    runs = (MustHit("soak", reset, base, base + amounts - 1) for reset in range(draws))
    triggers = Counter((trigger(SEED, run) - base) // (amounts // ranges) for run in runs)
    run, seats = MustHit("soak", 0, base, base), [f"seat {number}" for number in range(7)]
    winners = Counter(winner(SEED, run, f"coup {number}", seats) for number in range(draws))
    return {
        "triggers": even(_filled(triggers, ranges)),
        "winners": even([winners[seat] for seat in seats]),
    }


# ---------------------------------------------------------------- shoes


class Tally:
    """Counts over many shoes: which card at which position, the first two ranks, and how the first coup ends."""

    def __init__(self, decks: int) -> None:
        self.decks, self.size, self.shoes = decks, 52 * decks, 0
        self.at: list[Counter[Card]] = [Counter() for _ in range(self.size)]
        self.first_two: Counter[tuple[int, int]] = Counter()
        self.winners: Counter[str] = Counter()
        self._waiting: list[Sequence[Card]] = []

    def add(self, order: Sequence[Card]) -> None:
        self.shoes += 1
        self.first_two[order[0].rank, order[1].rank] += 1
        self.winners[play(order).winner] += 1
        self._waiting.append(order)
        if len(self._waiting) == 500:
            self._count()

    def _count(self) -> None:
        """Count the shoes that wait, a position at a time."""
        for counter, column in zip(self.at, zip(*self._waiting, strict=True), strict=False):
            counter.update(column)
        self._waiting.clear()

    @property
    def cells(self) -> list[int]:
        """How often each card came to each position."""
        self._count()
        return [counter[Card(card)] for counter in self.at for card in range(52)]

    @property
    def fewest(self) -> int:
        return min(self.cells)

    @property
    def most(self) -> int:
        return max(self.cells)

    def probabilities(self) -> Probabilities:
        exact = count_classes(Composition.decks(self.decks))
        sides = ("banker", "player", "tie")
        ends = [sum(ways for each, ways in exact.classes.items() if each.winner == side) for side in sides]
        return {
            "position and card": both_sides(upper_tail(self.squares, (self.size - 1) * 51)),
            "first two ranks": fits(*self._pairs()),
            "first coup against exact odds": fits(
                [self.winners[side] for side in sides], [ways / exact.deals for ways in ends]
            ),
        }

    @property
    def squares(self) -> float:
        """Chi-square of position and card.

        A shoe fills every position once and shows every card ``decks`` times, so neither margin is free. The
        squares of such a table, made smaller by (size - 1) / size, are distributed as chi-square with
        (positions - 1) (cards - 1) degrees of freedom.
        """
        due = self.shoes / 52
        return sum((number - due) ** 2 for number in self.cells) / due * (self.size - 1) / self.size

    def _pairs(self) -> tuple[list[int], list[float]]:
        ranks, each, ways = range(1, 14), 4 * self.decks, self.size * (self.size - 1)
        found = [self.first_two[first, second] for first in ranks for second in ranks]
        shares = [each * (each - (first == second)) / ways for first in ranks for second in ranks]
        return found, shares


# ---------------------------------------------------------------- probabilities


def of_samples(squares: Sequence[float], freedom: int) -> Probabilities:
    """Chi-squares of independent samples: whether they are spread as chance spreads them."""
    number = len(squares)
    mean = sum(squares) / number
    variance = sum((each - mean) ** 2 for each in squares) / (number - 1)
    of_mean = (mean - freedom) / math.sqrt(2 * freedom / number)
    of_variance = (variance / (2 * freedom) - 1) / math.sqrt(2 / (number - 1) + 12 / freedom / number)
    return {
        "spread (Kolmogorov and Smirnov)": _uniform([upper_tail(each, freedom) for each in squares]),
        "mean": math.erfc(abs(of_mean) / math.sqrt(2)),
        "variance": math.erfc(abs(of_variance) / math.sqrt(2)),
    }


def _uniform(found: Sequence[float]) -> float:
    """The probability that numbers between 0 and 1 lie as far from an even spread as these."""
    number, ordered = len(found), sorted(found)
    off = max(max((index + 1) / number - p, p - index / number) for index, p in enumerate(ordered))
    x = off * (math.sqrt(number) + 0.12 + 0.11 / math.sqrt(number))
    return min(1.0, 2 * sum((1 if k % 2 else -1) * math.exp(-2 * k * k * x * x) for k in range(1, 100)))


def even(found: Sequence[int]) -> float:
    """The probability of counts that should all be alike."""
    return fits(found, [1 / len(found)] * len(found))


def fits(found: Sequence[int], shares: Sequence[float]) -> float:
    """The probability of counts that should be in these shares."""
    total = sum(found)
    squares = sum((number - total * share) ** 2 / (total * share) for number, share in zip(found, shares, strict=True))
    return both_sides(upper_tail(squares, len(found) - 1))


def fair_coins(heads: int, throws: int) -> float:
    """The probability of so many heads: their number is as good as normally distributed."""
    return math.erfc(abs(heads - throws / 2) / math.sqrt(throws / 2))


def both_sides(upper: float) -> float:
    return 2 * min(upper, 1 - upper)


def upper_tail(squares: float, freedom: int) -> float:
    """The probability that chi-square with so much freedom is larger: the incomplete gamma function.

    By its series below the mean and by Lentz's continued fraction above it.
    """
    shape, x = freedom / 2, squares / 2
    if x <= 0:
        return 1.0
    front = math.exp(shape * math.log(x) - x - math.lgamma(shape))
    return front * _fraction(shape, x) if x > shape + 1 else 1 - front * _series(shape, x)


def _series(shape: float, x: float) -> float:
    term = total = 1 / shape
    while term > total * 1e-15:
        shape += 1
        term *= x / shape
        total += term
    return total


def _fraction(shape: float, x: float) -> float:
    b = x + 1 - shape
    c, d = 1e300, 1 / b
    value = d
    for step in range(1, 100_000):
        a = -step * (step - shape)
        b += 2
        d = 1 / (a * d + b)
        c = b + a / c
        value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return value


def _filled(found: Mapping[int, int], cells: int) -> list[int]:
    """Counts in order, nought where nothing was found."""
    return [found.get(cell, 0) for cell in range(cells)]
