"""Rounds as a Parquet file, written by DuckDB: one row per coup. The manual describes the columns."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from punto.cards import DECK
from punto.simulate.plan import Plan
from punto.simulate.trajectory import NO_CARD, columns

PART = 2_000  # shoes per batch
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


def write_rounds(
    plan: Plan,
    path: Path,
    progress: Callable[[int], None] = lambda shoes: None,
    stop: Callable[[], bool] = lambda: False,
) -> int:
    """Write the coups of a plan atomically; return the number of shoes in the file."""
    duckdb = need_duckdb()
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
                base.execute(f"COPY rounds TO '{_quoted(whole)}' (FORMAT parquet, COMPRESSION zstd)")
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
