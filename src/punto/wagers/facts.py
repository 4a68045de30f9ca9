"""Facts of a coup, and the conditions in the lines of a wager.

A fact of a class (``banker``, ``cards``, ``margin``, ``player-pair``) is a *column*: one byte for each class of coup,
so that a condition on it is a lookup in C and not a function called 13,576 times. Columns cover the grid of every
combination of two-card counts, third cards and pairs, including those that no coup reaches, so that the index of a
class is arithmetic and a wager that is settled early can be evaluated with four cards on the table.

A fact of the *opening* depends on ranks and suits of the first four cards (``punto.wagers.openings``). A fact of
*cards* depends on ranks, suits and order of any of the six (``punto.wagers.cards``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Literal, NamedTuple

from punto.core.cards import RANKS, SUIT_NAMES
from punto.core.coup import CoupClass, endings
from punto.core.tableau import NONE, natural

Hand = Literal["player", "banker"]
HANDS: tuple[Hand, Hand] = ("player", "banker")
# First two cards' counts, the finished coup, ranks that pair, suits of the first four, single cards of all six.
Reads = Literal["two", "final", "pairs", "suits", "cards"]


class Fact(NamedTuple):
    """A fact: what it depends on, and its values: numbers, words for some of them, or true and false."""

    reads: Reads
    least: int = 0
    most: int = 9
    words: Mapping[str, frozenset[int]] = MappingProxyType({})
    flag: bool = False


def _flag(reads: Reads) -> Fact:
    return Fact(reads, 0, 1, flag=True)


_WINNER = {"player": frozenset({0}), "banker": frozenset({1}), "tie": frozenset({2})}
_POSTED = {"any": frozenset({1, 2}), "first": frozenset({2})}

_ORDER = {"rising": frozenset({0}), "falling": frozenset({1}), "equal": frozenset({2}), "mixed": frozenset({3})}
_SUIT = {
    **{name: frozenset({suit}) for suit, name in enumerate(SUIT_NAMES)},
    "red": frozenset({1, 2}),
    "black": frozenset({0, 3}),
}
# Facts of some cards of a coup, which ``on`` selects.
MEASURES: Mapping[str, Fact] = MappingProxyType(
    {
        "rank": Fact("cards", 1, 13, {name: frozenset({rank}) for rank, name in enumerate(RANKS, 1)}),
        "suit": Fact("cards", 0, 3, _SUIT),
        "ranks": Fact("cards", 1, 6),
        "suits": Fact("cards", 1, 4),
        "colors": Fact("cards", 1, 2),
        "same-rank": Fact("cards", 1, 6),
        "same-suit": Fact("cards", 1, 6),
        "same-card": Fact("cards", 1, 6),
        "red": Fact("cards", 0, 6),
        "black": Fact("cards", 0, 6),
        "faces": Fact("cards", 0, 6),
        "points": Fact("cards"),
        "straight": _flag("cards"),
        "order": Fact("cards", 0, 3, _ORDER),
        "points-order": Fact("cards", 0, 3, _ORDER),
    }
)
_COUNTED = ("ranks", "suits", "colors", "red", "black", "faces")  # of a hand or of the coup, without ``on``

_PLAIN = {
    "winner": Fact("final", 0, 2, _WINNER),
    "player": Fact("final"),
    "banker": Fact("final"),
    "player-two": Fact("two"),
    "banker-two": Fact("two"),
    "player-third": Fact("final"),
    "banker-third": Fact("final"),
    "player-cards": Fact("final", 2, 3),
    "banker-cards": Fact("final", 2, 3),
    "cards": Fact("final", 4, 6),
    "sum": Fact("final", 0, 18),
    "margin": Fact("final"),
    "player-natural": _flag("two"),
    "banker-natural": _flag("two"),
    "player-wins": _flag("final"),
    "banker-wins": _flag("final"),
    "player-lead": Fact("final", 1, 9),
    "banker-lead": Fact("final", 1, 9),
    "player-pair": _flag("pairs"),
    "banker-pair": _flag("pairs"),
    "pairs": Fact("pairs", 0, 2),
    "player-suited-pair": _flag("suits"),
    "banker-suited-pair": _flag("suits"),
    "suited-pairs": Fact("suits", 0, 2),
    "same-pair": _flag("suits"),
    "identical": _flag("suits"),
    "royals": Fact("suits", 0, 2),
    "suited-royals": Fact("suits", 0, 2),
    "player-posted": Fact("suits", 0, 2, _POSTED),
    "banker-posted": Fact("suits", 0, 2, _POSTED),
    "posted-elsewhere": _flag("suits"),
    **{name: MEASURES[name] for name in _COUNTED},
    **{f"{hand}-{name}": MEASURES[name]._replace(most=min(3, MEASURES[name].most)) for hand in HANDS
       for name in _COUNTED},
}  # fmt: skip
FACTS: Mapping[str, Fact] = MappingProxyType(_PLAIN)
# Facts of a wager on one hand: their meaning for the Player's Hand, and for the Banker's.
_OF_A_HAND = {
    "own": ("player", "banker"),
    "other": ("banker", "player"),
    "lead": ("player-lead", "banker-lead"),
    **{f"own-{what}": (f"player-{what}", f"banker-{what}") for what in
       ("two", "third", "cards", "natural", "wins", "pair", "suited-pair", "posted", *_COUNTED)},
    **{f"other-{what}": (f"banker-{what}", f"player-{what}") for what in
       ("two", "third", "cards", "natural", "pair", "suited-pair", "posted", *_COUNTED)},
}  # fmt: skip
OF_A_HAND: Mapping[str, tuple[str, str]] = MappingProxyType(_OF_A_HAND)


class Test(NamedTuple):
    """A fact, and the values for which the test passes."""

    fact: str
    allowed: frozenset[int]


PLACES = ("P1", "P2", "P3", "B1", "B2", "B3")  # of the cards of a coup, by hand
# Words that select cards: single places, which must have been dealt, and all cards of a hand.
SELECTIONS: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {**{name: (place,) for place, name in enumerate(PLACES)}, "player": (0, 1, 2), "banker": (3, 4, 5)}
)
_OWN = {"own": "player", "other": "banker", **{f"{who}-{n}": f"{hand}{n}" for who, hand in
        (("own", "P"), ("other", "B")) for n in (1, 2, 3)}}  # fmt: skip
_SWAPPED = {"player": "banker", "banker": "player", **{f"P{n}": f"B{n}" for n in "123"},
            **{f"B{n}": f"P{n}" for n in "123"}}  # fmt: skip
# Words of a wager on one hand: what they select for the Player's Hand, and for the Banker's.
OWN_SELECTIONS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {word: (here, _SWAPPED[here]) for word, here in _OWN.items()}
)


class On(NamedTuple):
    """Some cards of a coup, in the order named, and tests of them; it fails if a named place has no card."""

    cards: tuple[str, ...]
    tests: tuple[Test, ...]

    @property
    def places(self) -> tuple[int, ...]:
        """The places named, in order; own ones as if they were the Player's."""
        words = (OWN_SELECTIONS[word][0] if word in OWN_SELECTIONS else word for word in self.cards)
        return tuple(place for word in words for place in SELECTIONS[word])

    def seen_from(self, side: int) -> On:
        """Return the selection with "own" and "other" replaced by the Player's or Banker's cards."""
        return On(
            tuple(OWN_SELECTIONS[word][side] if word in OWN_SELECTIONS else word for word in self.cards), self.tests
        )


class When(NamedTuple):
    """A condition: all tests pass, also those ``on`` cards, one of ``any`` if there are some, and not ``never``."""

    tests: tuple[Test, ...] = ()
    any: tuple[When, ...] = ()
    never: When | None = None
    on: tuple[On, ...] = ()

    def facts(self) -> Iterator[str]:
        """Return the names of all its facts."""
        for test in self.tests:
            yield test.fact
        for inner in (*self.any, *((self.never,) if self.never else ())):
            yield from inner.facts()

    def selections(self) -> Iterator[On]:
        """Return all its selections of cards."""
        yield from self.on
        for inner in (*self.any, *((self.never,) if self.never else ())):
            yield from inner.selections()

    def seen_from(self, hand: Hand | None) -> When:
        """Return the condition with the facts of one hand replaced by facts of the coup."""
        if hand is None:
            return self
        side = HANDS.index(hand)
        tests = (Test(OF_A_HAND[fact][side] if fact in OF_A_HAND else fact, allowed) for fact, allowed in self.tests)
        inner = (each.seen_from(hand) for each in self.any)
        never = self.never.seen_from(hand) if self.never else None
        return When(tuple(tests), tuple(inner), never, tuple(each.seen_from(side) for each in self.on))


def fact_of(name: str) -> Fact | None:
    """Return a fact by its name, of the coup or of one hand; None if unknown."""
    return FACTS.get(OF_A_HAND[name][0] if name in OF_A_HAND else name)


Value = int | str | bool


def when(**facts: Value | range | tuple[Value, ...]) -> When:
    """Build a condition: ``when(winner="banker", banker=6, banker_cards=2)``."""
    return When(tuple(_test(name.replace("_", "-"), value) for name, value in facts.items()))


def _test(name: str, value: Value | range | tuple[Value, ...]) -> Test:
    fact, values = fact_of(name), value if isinstance(value, range | tuple) else (value,)
    words = fact.words if fact else {}
    return Test(name, frozenset().union(*(words[one] if isinstance(one, str) else {int(one)} for one in values)))


# ---------------------------------------------------------------- columns over the classes

SIZE = 10 * 10 * 11 * 11 * 4
Vector = int  # of SIZE bytes, each 0 or 1: bytes are combined a column at a time


def place(coup: CoupClass) -> int:
    """Return the index of a class in every column."""
    player, banker, third, last, player_pair, banker_pair = coup
    return (((player * 10 + banker) * 11 + third) * 11 + last) * 4 + 2 * player_pair + banker_pair


def _vector(column: bytes) -> Vector:
    return int.from_bytes(column, "little")


def _column(vector: Vector) -> bytes:
    return vector.to_bytes(SIZE, "little")


EVERY: Vector = _vector(b"\1" * SIZE)


@cache
def reached() -> Vector:
    """Return the indexes that some coup reaches."""
    cells = bytearray(SIZE)
    for player, banker, third, lasts in endings():
        begins = place(CoupClass(player, banker, third, lasts.start, False, False))
        ends = begins + 4 * len(lasts)  # of each last card, all four cells of pairs
        cells[begins:ends] = b"\1" * (ends - begins)
    return _vector(bytes(cells))


def _runs(values: int, length: int) -> bytes:
    """Return runs of each value, repeated until the column is full."""
    once = b"".join(bytes((value,)) * length for value in range(values))
    return once * (SIZE // len(once))


def _both(one: str, other: str, size: int, function: Callable[[int, int], int]) -> bytes:
    """Combine two columns; the values of the second are below ``size``."""
    table = bytes(function(*divmod(value, size)) & 0xFF for value in range(256))
    return _column(_vector(_values(one)) * size + _vector(_values(other))).translate(table)


def _each(one: str, function: Callable[[int], int]) -> bytes:
    return _values(one).translate(bytes(function(value) for value in range(256)))


def _final(two: int, third: int) -> int:
    return two if third == NONE else (two + third) % 10


_COLUMNS: Mapping[str, Callable[[], bytes]] = MappingProxyType(
    {
        "player-two": lambda: _runs(10, SIZE // 10),
        "banker-two": lambda: _runs(10, SIZE // 100),
        "player-third": lambda: _runs(11, 44),
        "banker-third": lambda: _runs(11, 4),
        "player-pair": lambda: _runs(2, 2),
        "banker-pair": lambda: _runs(2, 1),
        "player": lambda: _both("player-two", "player-third", 11, _final),
        "banker": lambda: _both("banker-two", "banker-third", 11, _final),
        "winner": lambda: _both("player", "banker", 10, lambda p, b: 2 if p == b else int(b > p)),
        "margin": lambda: _both("player", "banker", 10, lambda p, b: abs(p - b)),
        "sum": lambda: _both("player", "banker", 10, lambda p, b: p + b),
        "player-lead": lambda: _both("player", "banker", 10, lambda p, b: max(0, p - b)),
        "banker-lead": lambda: _both("player", "banker", 10, lambda p, b: max(0, b - p)),
        "player-wins": lambda: _both("player", "banker", 10, lambda p, b: p > b),
        "banker-wins": lambda: _both("player", "banker", 10, lambda p, b: b > p),
        "player-cards": lambda: _each("player-third", lambda third: 2 if third == NONE else 3),
        "banker-cards": lambda: _each("banker-third", lambda third: 2 if third == NONE else 3),
        "cards": lambda: _both("player-cards", "banker-cards", 4, lambda p, b: p + b),
        "player-natural": lambda: _each("player-two", natural),
        "banker-natural": lambda: _each("banker-two", natural),
        "pairs": lambda: _both("player-pair", "banker-pair", 2, lambda p, b: p + b),
    }
)


@cache
def _values(fact: str) -> bytes:
    return _COLUMNS[fact]()


def value_of(fact: str, coup: CoupClass) -> int:
    """Return the value of a fact of points or pairs for one class of coup."""
    return _values(fact)[place(coup)]


def holds(condition: When) -> Vector:
    """Return the classes for which a condition holds; its facts are of the coup, not of one hand."""
    found = EVERY
    for fact, allowed in condition.tests:
        found &= _vector(_values(fact).translate(bytes(value in allowed for value in range(256))))
    if condition.any:
        one = 0
        for each in condition.any:
            one |= holds(each)
        found &= one
    return found & (EVERY ^ holds(condition.never)) if condition.never else found


@lru_cache(maxsize=256)  # terms change payouts, not conditions
def first_fit(conditions: tuple[When, ...]) -> tuple[bytes, tuple[bool, ...]]:
    """Return for each class the first condition that holds, counted from 1, and which of them decide some coup.

    0 means that no condition holds. The flags start with one for 0.
    """
    left, table, decides = EVERY, 0, list[bool]()
    for number, condition in enumerate(conditions, 1):
        here = holds(condition) & left
        left ^= here
        table += here * number
        decides.append(bool(here & reached()))
    return _column(table), (bool(left & reached()), *decides)
