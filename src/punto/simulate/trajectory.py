"""Shoes card by card, for wagers on suits, meters, counting and bankrolls; their rounds as a file, their composition.

The cards come from the same streams and draws as the counts, so a plan's trajectories contain exactly the coups that
it counts. Each is a whole shoe in dealing order, including burned and undealt cards, which can be stacked at a table.

A composition holds what a player who sees every face knows: burned cards that were not shown count as unseen. ``left``
are the cards physically in the shoe, behind which the cover card is waiting.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from punto.core.cards import DECK, Card
from punto.core.coup import CoupClass, Opening
from punto.core.speed import have_numba
from punto.core.tableau import NONE
from punto.simulate.cpu import room_for, rules_of, shoe_kernels
from punto.simulate.plan import Plan, key_word
from punto.wagers.wager import Wager

# ---------------------------------------------------------------- rounds as a file

PART = 2_000  # shoes per batch
FORMATS = {".parquet": "FORMAT parquet, COMPRESSION zstd", ".csv": "FORMAT csv, HEADER"}  # by suffix
CARDS = {"p1": "player_1", "p2": "player_2", "p3": "player_3", "b1": "banker_1", "b2": "banker_2", "b3": "banker_3"}


class RoundsError(ValueError):
    """A rounds file that could not be written; the message is one line."""


def need_duckdb() -> Any:
    """Return DuckDB; raise ``RoundsError`` if it is not installed."""
    try:
        import duckdb
    except ImportError:
        raise RoundsError("-o needs DuckDB: pip install 'punto[data]'") from None
    return duckdb


def format_of(path: Path) -> str:
    """Return DuckDB's options for a file's format. Raises ``RoundsError`` for an unknown suffix."""
    options = FORMATS.get(path.suffix.lower())
    if options is None:
        raise RoundsError(f"{path}: rounds are written as {' or '.join(FORMATS)}")
    return options


def write_rounds(
    plan: Plan,
    path: Path,
    progress: Callable[[int], None] = lambda shoes: None,
    stop: Callable[[], bool] = lambda: False,
) -> int:
    """Write the coups of a plan atomically, as Parquet or CSV; return the number of shoes in the file."""
    duckdb, options = need_duckdb(), format_of(path)
    if path.is_dir():
        raise RoundsError(f"{path}: this is a folder, not a file")
    done = 0
    try:
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.") as beside:
            base = duckdb.connect(str(Path(beside, "rounds.duckdb")), config={"temp_directory": beside})
            try:
                for part in plan.parts(PART):
                    coups = columns(part)  # noqa: F841 - DuckDB finds it by its name
                    begin = "INSERT INTO rounds" if done else "CREATE TABLE rounds AS"
                    base.execute(f"{begin} {_select()}")
                    done += part.shoes
                    progress(part.shoes)
                    if stop():
                        break
                whole = Path(beside, path.name)
                base.execute(f"COPY rounds TO '{_quoted(whole)}' ({options})")
            finally:
                base.close()
            whole.replace(path)
    except (OSError, duckdb.Error) as error:
        reason = getattr(error, "strerror", None) or str(error).splitlines()[0]
        raise RoundsError(f"{path}: cannot be written: {reason}") from None
    return done


def _select() -> str:
    """Return the query that maps a kernel's columns to those of the file."""
    names = "[" + ", ".join(f"'{card}'" for card in DECK) + "]"
    value = "CASE WHEN {0} = 255 OR {0} % 13 > 8 THEN 0 ELSE {0} % 13 + 1 END"
    points = {hand: " + ".join(value.format(f"{hand}{place}") for place in (1, 2, 3)) for hand in "pb"}
    cards = ", ".join(
        f"CASE WHEN {old} < {NO_CARD} THEN ({names})[{old} + 1] END AS {new}" for old, new in CARDS.items()
    )
    counts = f"(({points['p']}) % 10)::UTINYINT AS player, (({points['b']}) % 10)::UTINYINT AS banker"
    winner = "CASE WHEN player > banker THEN 'player' WHEN banker > player THEN 'banker' ELSE 'tie' END AS winner"
    inner = f"SELECT shoe, coup, {cards}, {counts}, last AS last_hand FROM coups"
    return f"SELECT * EXCLUDE last_hand, {winner}, last_hand FROM ({inner})"


def _quoted(path: Path) -> str:
    return str(path).replace("'", "''")


# ---------------------------------------------------------------- trajectories

NO_CARD = 255


@dataclass(frozen=True)
class Trajectory:
    """One shoe: its cards in dealing order, and the codes of its coups."""

    shoe: int
    burned: int
    dealt: int  # number of cards, including burned ones
    cards: NDArray[np.uint8]  # the whole shoe; for a continuous shoe, the cards dealt
    codes: NDArray[np.uint16]

    @property
    def order(self) -> tuple[Card, ...]:
        """The whole shoe, in dealing order."""
        return tuple(DECK[card] for card in self.cards)

    @property
    def coups(self) -> Iterator[tuple[Card, ...]]:
        """Cards of each coup, in dealing order."""
        at = self.burned
        for number in self.sizes:
            yield tuple(DECK[card] for card in self.cards[at : at + number])
            at += number

    @property
    def sizes(self) -> list[int]:
        """Number of cards of each coup."""
        found: list[int] = sizes_of(self.codes).tolist()
        return found

    @property
    def classes(self) -> Iterator[CoupClass]:
        """Class of each coup, for wagers on points and pairs."""
        return map(class_of, self.codes.tolist())

    @property
    def hands(self) -> Iterator[tuple[Opening, tuple[Card, ...], tuple[Card, ...]]]:
        """First two and all cards of both hands of each coup, for wagers on single cards."""
        for cards, coup in zip(self.coups, self.classes, strict=True):
            player, banker = (cards[0], cards[2]), (cards[1], cards[3])
            thirds = ((cards[4],) if coup.player_third != NONE else (), cards[-1:] if coup.banker_third != NONE else ())
            yield Opening(player, banker), (*player, *thirds[0]), (*banker, *thirds[1])


CARD_SHOES = 2_000  # of a plan, in which wagers on single cards are counted


def count_cards(
    plan: Plan,
    wagers: Sequence[Wager],
    progress: Callable[[int], None] = lambda shoes: None,
    stop: Callable[[], bool] = lambda: False,
) -> dict[str, Counter[str]]:
    """Count the results of wagers on single cards, at seat 1, in the first shoes of a plan: by key and category."""
    found: dict[str, Counter[str]] = {wager.key: Counter() for wager in wagers}
    for shoe in trajectories(replace(plan, shoes=min(plan.shoes, CARD_SHOES))):
        for opening, player, banker in shoe.hands:
            for wager in wagers:
                if wager.on_opening is not None:
                    result = wager.on_opening(opening, 1)
                elif wager.on_cards is not None:
                    result = wager.on_cards(player, banker)
                else:
                    raise ValueError(f"{wager.key} is counted by class of coup, not card by card")
                found[wager.key][result.category] += 1
        progress(1)
        if stop():
            break
    return found


def class_of(code: int) -> CoupClass:
    """Return the class of coup of a code."""
    rest, last = divmod(code, 11)
    rest, third = divmod(rest, 11)
    rest, banker = divmod(rest, 10)
    pairs, player = divmod(rest, 10)
    return CoupClass(player, banker, third, last, bool(pairs & 1), bool(pairs & 2))


def sizes_of(codes: NDArray[np.uint16]) -> NDArray[np.int64]:
    """Return the numbers of cards of coups, by their codes."""
    found: NDArray[np.int64] = 4 + (codes // 11 % 11 != 10).astype(np.int64) + (codes % 11 != 10)
    return found


def trajectories(plan: Plan) -> Iterator[Trajectory]:
    """Deal the shoes of a plan one after another.

    >>> shoe = next(trajectories(Plan(shoes=1, seed=1)))
    >>> len(shoe.order), len(list(shoe.coups))
    (416, 83)
    """
    kernels = shoe_kernels(have_numba())
    rules, key = rules_of(plan), key_word(plan)
    for number in range(plan.first, plan.first + plan.shoes):
        room = room_for(plan)
        with np.errstate(over="ignore"):
            coups, burned, dealt = kernels.deal_shoe(key, np.uint64(number), rules, room)
        cards = room.cards[:dealt] if plan.continuous else room.cards
        yield Trajectory(number, burned, dealt, cards, room.codes[:coups])


def columns(plan: Plan) -> dict[str, NDArray[np.generic]]:
    """Return all coups of a plan as columns: shoe, coup, six cards (255 for none), code, last."""
    found = list(trajectories(plan))
    codes = np.concatenate([each.codes for each in found])
    sizes = sizes_of(codes)
    cards = np.concatenate([np.append(each.cards[each.burned : each.dealt], []).astype(np.uint8) for each in found])
    start = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    padded = np.append(cards, np.full(2, NO_CARD, np.uint8))
    player, banker = codes // 11 % 11 != 10, codes % 11 != 10
    number = np.concatenate([np.arange(1, len(each.codes) + 1) for each in found])
    coups = np.array([len(each.codes) for each in found])
    after = plan.coups_after_cover if not plan.coups else 0
    return {
        "shoe": np.repeat(np.array([each.shoe for each in found], np.int64), coups),
        "coup": number.astype(np.int32),
        **{name: padded[start + place] for place, name in enumerate(("p1", "b1", "p2", "b2"))},
        "p3": np.where(player, padded[start + 4], NO_CARD).astype(np.uint8),
        "b3": np.where(banker, padded[start + 4 + player], NO_CARD).astype(np.uint8),
        "code": codes,
        "last": number > np.repeat(coups, coups) - after,
    }


# ---------------------------------------------------------------- composition


Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

RANKS = 13


@dataclass(frozen=True)
class Held:
    """Points in time of some shoes, one per row, shoe after shoe."""

    shoes: int
    shoe: Ints  # shoe of each row, from 0
    number: Ints  # index of each row within its shoe, from 0
    left: Ints  # cards in the shoe
    unseen: Ints  # cards not seen: 13 counts by rank, or 52

    @property
    def total(self) -> Ints:
        """Number of unseen cards per row."""
        found: Ints = self.unseen.sum(axis=1)
        return found

    @property
    def counts(self) -> Floats:
        """Number of rows per shoe."""
        return self.sums(np.ones(len(self.shoe)))

    def sums(self, values: Floats) -> Floats:
        """Sum a value per row by shoe."""
        found: Floats = np.bincount(self.shoe, weights=values, minlength=self.shoes).astype(np.float64)
        return found

    def dealt(self, depth: int, after: int) -> Bools:
        """Return which coups would be dealt with the cover card at ``depth``, and ``after`` coups after it."""
        before = self.sums((self.left >= depth).astype(np.float64))
        found: Bools = self.number < before[self.shoe] + after
        return found

    def running(self, tags: tuple[int, ...], decks: int) -> Ints:
        """Return a running count: the tags, by rank from the ace, of all cards seen."""
        weights = np.tile(np.array(tags, np.int64), self.unseen.shape[1] // RANKS)
        found: Ints = 4 * decks * sum(tags) - self.unseen @ weights
        return found


def before_coups(plan: Plan, *, by_card: bool = False) -> Held:
    """Return the shoes of a plan before each of their coups, their cards by rank or each by itself."""
    return _gathered(plan, lambda each: _starts(each)[:-1], len(DECK) if by_card else RANKS)


def between_cards(plan: Plan, every: int) -> Held:
    """Return the shoes after every ``every`` cards dealt, until the cover card appears."""

    def places(each: Trajectory) -> Ints:
        first = _starts(each)[0]
        return np.arange(first, first + 52 * plan.decks - each.burned - plan.cover_depth + 1, every)

    return _gathered(plan, places)


def _starts(each: Trajectory) -> Ints:
    """Return the number of faces seen when each coup began, and when the last ended."""
    first = int(each.burned > 0)
    found: Ints = np.concatenate([[first], first + np.cumsum(sizes_of(each.codes))])
    return found


def _gathered(plan: Plan, places: Callable[[Trajectory], Ints], columns: int = RANKS) -> Held:
    shoe, number, left, unseen = [], [], [], []
    one = np.eye(columns, dtype=np.int64)
    full = np.full(columns, len(DECK) // columns * plan.decks, np.int64)
    for index, each in enumerate(trajectories(plan)):
        at = places(each)
        first = int(each.burned > 0)
        faces = np.concatenate([each.cards[:first], each.cards[each.burned : each.dealt]]) % columns
        seen = np.concatenate([np.zeros((1, columns), np.int64), one[faces].cumsum(axis=0)])
        unseen.append(full - seen[at])
        left.append(52 * plan.decks - each.burned - (at - first))
        shoe.append(np.full(len(at), index, np.int64))
        number.append(np.arange(len(at)))
    return Held(plan.shoes, *map(np.concatenate, (shoe, number, left, unseen)))
