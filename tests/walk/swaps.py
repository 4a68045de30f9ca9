"""Rulebooks with one word replaced by another allowed one: each has a finding, or is played and verified.

A word that the schema allows, and that leaves a table stuck or raises in the middle of a coup, is a fault of the schema
or of the engine. ``python -m tests.walk.swaps ma-mini`` lists what every swap of a rulebook comes to.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from datetime import date
from random import Random
from typing import Any, NamedTuple

from punto.core.bounded import toml
from punto.law.check import check
from punto.law.rulebook import text_of
from punto.record.export import export
from punto.record.memory import MemoryStore
from punto.record.opening import Unlawful
from punto.verification.verify import verify
from tests import filed
from tests.game.sessions import VERSION
from tests.walk.rounds import Rounds
from tests.walk.walker import Walker

Data = dict[str, Any]
Path = tuple[str | int, ...]
COUPS = 20
COMMANDS = 400  # of a walk after as many coups


class Swap(NamedTuple):
    """A rulebook with one word replaced."""

    rulebook: str
    path: Path
    word: object
    base: Data

    @property
    def data(self) -> Data:
        """Return the data of the rulebook with the word."""
        return replaced(self.base, self.path, self.word)

    def __str__(self) -> str:
        return f"{self.rulebook} {'.'.join(map(str, self.path))} = {self.word!r}"


def swaps(rulebook: str) -> Iterator[Swap]:
    """Every word of a rulebook replaced by every other allowed one, every flag turned."""
    data = toml(text_of(rulebook))
    for path, value in words(data):
        for word in others(data, path, value):
            yield Swap(rulebook, path, word, data)


def sample(rulebook: str, number: int, seed: int) -> Iterator[Swap]:
    """Some of the swaps: which words are allowed is found by checking a rulebook, and takes its time."""
    data, chance = toml(text_of(rulebook)), Random(seed)
    found = [each for each in words(data) if "areas" not in each[0]]  # of which each wager has one
    for path, value in chance.sample(found, len(found)):
        if number and (allowed := others(data, path, value)):
            number -= 1
            yield Swap(rulebook, path, chance.choice(allowed), data)


def words(data: Data) -> Iterator[tuple[Path, Any]]:
    """Every word, flag and number of a rulebook, but for sections and ceremonies."""
    for key, table in data.items():
        if key not in ("rulebook", "ceremony"):
            yield from (leaf for leaf in leaves(table, (key,)) if leaf[0][-1] != "section")


def others(data: Data, path: Path, value: Any) -> list[object]:
    if isinstance(value, bool):
        return [not value]
    wanted = ".".join(map(str, path))
    found = check(replaced(data, path, "zzz" if isinstance(value, str) else -1)).findings
    allowed = next((one.allowed for one in found if one.path == wanted), ())
    return [word for word in allowed if word != value] if isinstance(value, str) else []


def leaves(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*path, key))
    else:
        yield path, value


def replaced(data: Data, path: Path, value: Any) -> Data:
    copy = deepcopy(data)
    inner: Any = copy
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return copy


# ---------------------------------------------------------------- what comes of one


def outcome(swap: Swap, coups: int = COUPS) -> str:
    """Say what a swap comes to at every table of its rulebook: a finding, or coups that are played and verified."""
    found = {outcome_of(str(swap), swap.data, (text,), coups=coups) for text in filed.under(swap.rulebook)}
    return "played" if "played" in found else found.pop()


def outcome_of(label: str, data: Data, submissions: Sequence[str], seed: int = 1, coups: int = COUPS) -> str:
    """Say what a rulebook comes to at the first of some tables that opens: a finding, or coups played and verified.

    The house plays the coups; then people do what they may, and much that they may not. Any exception is a fault.
    """
    found = check(data).findings
    if found:
        assert all(one.message and one.line for one in found), label
        return "finding"
    text, turn = written(data), seed % len(submissions)
    for submission in (*submissions[turn:], *submissions[:turn]):
        try:
            table = Rounds(label, seed, text, submission)
        except Unlawful:
            continue
        for _ in range(coups):
            table.round()
        store = table.session.store
        assert isinstance(store, MemoryStore)
        report = verify(export(store, VERSION).encode())
        assert report.whole, (label, report.faults)
        Walker(label, seed, text, submission).walk(COMMANDS * coups // COUPS)
        return "played"
    return "unlawful"


def written(data: Data) -> str:
    """Write the data of a rulebook as TOML."""
    lines = []
    for key, table in data.items():
        for name, one in table.items() if key == "ceremony" else ((None, table),):
            lines.append(
                f"[ceremony.{name}]" if name else f"[{json.dumps(key)}]" if key != "rulebook" else "[rulebook]"
            )
            lines += [f"{json.dumps(term)} = {_value(value)}" for term, value in one.items()]
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {_value(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return value.isoformat() if isinstance(value, date) else json.dumps(value, ensure_ascii=False)


def main() -> None:
    """Try every swap of a rulebook, and print those that break something."""
    tally: Counter[str] = Counter()
    for swap in swaps(sys.argv[1]):
        try:
            tally[outcome(swap, int(sys.argv[2]))] += 1
        except Exception as error:  # that is what is looked for
            tally["FAULT"] += 1
            print(f"{swap}: {type(error).__name__}: {str(error)[:400]}", flush=True)
    print(dict(tally))


if __name__ == "__main__":
    main()
