"""Rulebooks with several places changed at random: each has findings, or is played and verified.

A change replaces a word by an allowed or an unknown one, moves a number within its range or out of it, drops a term, a
provision, a step or an entry of a list, permutes a list or the steps of an order, copies a provision to another key, or
recombines wagers and remedies of schema 2. A book is the same from the same number:

    python -m tests.walk.random_books 0 500      # try so many, and print those that break something
"""

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from punto.core.bounded import toml
from punto.law.rulebook import built_in, documents, text_of
from tests import filed
from tests.law.schema_2 import part, remedies, wagers_of, with_remedies, with_wagers, without_choices
from tests.walk.swaps import Data, leaves, others, outcome_of
from tests.walk.swaps import Path as Keys

LAW = Path(__file__).parent.parent / "law"
NUMBERS = (-1, 0, 1, 2, 3, 5, 7, 9, 10, 14, 52, 100, 416, 10**6, 10**13)
ODDS = ("0 to 1", "1 to 1", "1 to 20", "7 to 3", "40 to 1", "999999999 to 1")
REMEDIES = ("documents", "floor", "louisiana", "macau")


class Base(NamedTuple):
    """A sound rulebook, and the submissions that its tables open with."""

    name: str
    text: str
    submissions: tuple[str, ...]  # their texts


@cache
def bases() -> tuple[Base, ...]:
    """Return the built-in rulebooks, the documents in schema 2 with all kinds of remedies, and books of the tests."""
    tables = {name: tuple(filed.under(name)) for name in built_in()}
    first = [Base(name, text_of(name), texts) for name, texts in tables.items()]
    second = [Base(f"{name}, schema 2", with_wagers(wagers_of(name), base=name), tables[name]) for name in documents()]
    mini = tuple(map(without_choices, tables["ma-mini"]))
    other = [Base(f"ma-mini, {name}", with_remedies(remedies(name)), mini) for name in REMEDIES[1:]]
    foreign = Base("foreign", with_wagers(*map(part, ("five_documents", "foreign"))), tables["ma-mini"])
    return (*first, *second, *other, foreign, *_excerpts())


def _excerpts() -> Iterator[Base]:
    """Yield the rulebooks from excerpts, in their latest editions."""
    for table in sorted((LAW / "tables").glob("*.toml")):
        book = max((LAW / "books" / table.stem).glob("*.toml"))
        yield Base(table.stem, book.read_text(encoding="utf-8"), (table.read_text(encoding="utf-8"),))


class RandomBook(NamedTuple):
    """A rulebook that a number makes of a sound one."""

    number: int
    base: Base
    data: Data
    changes: tuple[str, ...]

    def __str__(self) -> str:
        return f"random book {self.number} of {self.base.name}: {'; '.join(self.changes)}"


def random_book(number: int) -> RandomBook:
    """Return the book of a number: one to four changes of a sound one."""
    chance = random.Random(f"random book {number}")
    base = chance.choice(bases())
    data, said = toml(base.text), list[str]()
    for _ in range(chance.choice((1, 1, 2, 2, 3, 4))):
        change = chance.choice(CHANGES)
        said.append(f"{change.__name__} {change(chance, data)}")
    return RandomBook(number, base, data, tuple(said))


def tried(number: int) -> str:
    """Say what the book of a number comes to: findings, or coups that are played and verified."""
    book = random_book(number)
    return outcome_of(str(book), book.data, book.base.submissions, seed=number)


# ---------------------------------------------------------------- changes


def _provisions(data: Data, prefix: str = "") -> list[str]:
    return [key for key in data if key not in ("rulebook", "ceremony") and key.startswith(prefix)]


def _inner(data: Data, path: Keys) -> Any:
    inner: Any = data
    for key in path:
        inner = inner[key]
    return inner


def _leaf(chance: random.Random, data: Data, kind: type | tuple[type, ...]) -> Keys | None:
    """Return the path of some value of a type."""
    for _ in range(40):
        key = chance.choice(_provisions(data))
        found = [path for path, value in leaves(data[key], (key,)) if isinstance(value, kind) and path[-1] != "section"]
        if found:
            return chance.choice(found)
    return None


def _lists(value: Any, path: Keys = ()) -> list[Keys]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    own = [path] if isinstance(value, list) and value else []
    return own + [one for key, each in inner for one in _lists(each, (*path, key))]


def _list(chance: random.Random, data: Data) -> list[Any] | None:
    found = _lists({key: data[key] for key in _provisions(data)})
    return _inner(data, chance.choice(found)) if found else None


def swap_word(chance: random.Random, data: Data) -> str:
    """Replace a word by another allowed one."""
    path = _leaf(chance, data, (str, bool))
    allowed = others(data, path, _inner(data, path)) if path else []
    if not path or not allowed:
        return "-"
    word = chance.choice(allowed)
    _inner(data, path[:-1])[path[-1]] = word
    return f"{'.'.join(map(str, path))} = {word!r}"


def any_word(chance: random.Random, data: Data) -> str:
    """Replace a word by one of another place."""
    path, other = _leaf(chance, data, str), _leaf(chance, data, str)
    if not path or not other:
        return "-"
    word = _inner(data, other)
    _inner(data, path[:-1])[path[-1]] = word
    return f"{'.'.join(map(str, path))} = {word!r}"


def number(chance: random.Random, data: Data) -> str:
    """Move a number, or odds, a little or far."""
    path = _leaf(chance, data, (int, str))
    value = _inner(data, path) if path else None
    if path and isinstance(value, str) and " to " in value:
        new: Any = chance.choice(ODDS)
    elif path and isinstance(value, int) and not isinstance(value, bool):
        new = chance.choice((value + 1, value - 1, value * 2, *NUMBERS))
    else:
        return "-"
    _inner(data, path[:-1])[path[-1]] = new
    return f"{'.'.join(map(str, path))} = {new!r}"


def drop_term(chance: random.Random, data: Data) -> str:
    """Drop a term of a provision."""
    key = chance.choice(_provisions(data))
    term = chance.choice(list(data[key]) or [""])
    data[key].pop(term, None)
    return f"{key}.{term}"


def drop_provision(chance: random.Random, data: Data) -> str:
    """Drop a provision."""
    key = chance.choice(_provisions(data))
    del data[key]
    return key


def add_provision(chance: random.Random, data: Data) -> str:
    """Add a provision of another rulebook, or replace one by it."""
    other = toml(chance.choice(bases()).text)
    key = chance.choice(_provisions(other))
    data[key] = other[key]
    return key


def copy_provision(chance: random.Random, data: Data) -> str:
    """Give one provision the terms of another of its family."""
    key = chance.choice(_provisions(data))
    alike = _provisions(data, f"{key.partition('.')[0]}.")
    other = chance.choice(alike or [key])
    data[key] = deepcopy(data[other])
    return f"{key} = {other}"


def permute(chance: random.Random, data: Data) -> str:
    """Permute a list."""
    found = _list(chance, data)
    if found is not None:
        chance.shuffle(found)
    return str(found)[:80]


def drop_entry(chance: random.Random, data: Data) -> str:
    """Drop an entry of a list, such as a step, a choice, a line or a remedy."""
    found = _list(chance, data)
    return str(found.pop(chance.randrange(len(found))))[:80] if found else "-"


def repeat_entry(chance: random.Random, data: Data) -> str:
    """Repeat an entry of a list, or take one of a list of the same kind."""
    found = _list(chance, data)
    if found is None:
        return "-"
    other = _list(chance, data)
    entry = deepcopy(chance.choice(other if other and type(other[0]) is type(found[0]) else found))
    found.insert(chance.randrange(len(found) + 1), entry)
    return str(entry)[:80]


def reorder(chance: random.Random, data: Data) -> str:
    """Exchange, drop or repeat two steps of a ceremony, or add a sign to one."""
    name, ceremony = chance.choice([*data["ceremony"].items()])
    words = ceremony["order"].replace("(", " ( ").replace(")", " ) ").split()
    places = [number for number, word in enumerate(words) if word[0].isalnum()]
    if not places:
        return "-"
    one, two = chance.choice(places), chance.choice(places)
    match chance.choice(("exchange", "drop", "repeat", "sign", "unsign", "must", "other")):
        case "exchange":
            words[one], words[two] = words[two], words[one]
        case "drop":
            del words[one]
        case "repeat":
            words.insert(two, words[one].strip("*+?"))
        case "sign":
            words[one] += chance.choice("*+?")
        case "unsign":
            words = [word.strip("*+?") or word for word in words]
        case "must":
            ceremony["must"] = [words[one].strip("*+?")]
        case _:
            other = chance.choice([*data["ceremony"].values()])["order"].split()
            words[one] = chance.choice([word for word in other if word[0].isalnum()] or ["x"])
    ceremony["order"] = " ".join(words)
    return f"{name}: {ceremony['order']}, must {ceremony.get('must', [])}"


def new_step(chance: random.Random, data: Data) -> str:
    """Add a plain step to a provision and a ceremony."""
    key = chance.choice([key for key in _provisions(data) if "steps" in data[key]] or ["-"])
    if key == "-":
        return key
    by = chance.choice(("dealer", "dealer", "floor", "system", "player"))
    data[key]["steps"].append({"do": "ring-bell", "by": by})
    name, ceremony = chance.choice([*data["ceremony"].items()])
    words = ceremony["order"].split()
    words.insert(chance.randrange(len(words) + 1), "ring-bell")
    ceremony["order"] = " ".join(words)
    return f"by {by} in {name}: {ceremony['order']}"


def drop_ceremony(chance: random.Random, data: Data) -> str:
    """Drop a ceremony."""
    name: str = chance.choice([*data["ceremony"]])
    del data["ceremony"][name]
    return name


def recombine(chance: random.Random, data: Data) -> str:
    """Exchange terms of two wagers, two payouts or two irregularities."""
    family = chance.choice(("wager.", "pay.", "irregular."))
    keys = _provisions(data, family)
    if len(keys) < 2:
        return "-"
    one, two = chance.sample(keys, 2)
    terms: Sequence[str] = [*dict.fromkeys((*data[one], *data[two]))]
    term = chance.choice(terms)
    first, second = data[one].pop(term, None), data[two].pop(term, None)
    data[one] |= {} if second is None else {term: second}
    data[two] |= {} if first is None else {term: first}
    return f"{term} of {one} and {two}"


CHANGES: tuple[Callable[[random.Random, Data], str], ...] = (
    swap_word, swap_word, swap_word, any_word, number, number, number, drop_term, drop_provision, add_provision,
    copy_provision, permute, permute, drop_entry, drop_entry, repeat_entry, reorder, reorder, new_step, new_step,
    drop_ceremony, recombine, recombine, recombine,
)  # fmt: skip


def main() -> None:
    """Try the books of a range of numbers, and print those that break something."""
    tally: Counter[str] = Counter()
    for number in range(int(sys.argv[1]), int(sys.argv[2])):
        try:
            tally[tried(number)] += 1
        except Exception as error:  # that is what is looked for
            tally["FAULT"] += 1
            print(f"{random_book(number)}: {type(error).__name__}: {str(error)[:500]}", flush=True)
    print(dict(tally))


if __name__ == "__main__":
    main()
