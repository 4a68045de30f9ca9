"""Rulebooks of schema 2 for tests: a built-in rulebook whose wagers and irregularities are data."""

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path

from punto.law.rulebook import Rulebook, load, parse, text_of
from punto.wagers.facts import When, fact_of
from punto.wagers.language import WagerLaw

HERE = Path(__file__).parent
FOLDER = HERE / "remedies"
KEPT = ("wager.means", "wager.free-hand", "wager.no-more-bets")
DEFINED = ("def.dragon-7", "def.panda-8", "def.ez")  # of schema 1: their terms are in the lines of wagers now


def remedies(name: str) -> str:
    """Return the provisions about irregularities of a file."""
    return (FOLDER / f"{name}.toml").read_text(encoding="utf-8")


def part(name: str) -> str:
    """Return the wagers of a file."""
    return (HERE / "data" / f"{name}.toml").read_text(encoding="utf-8")


def with_remedies(provisions: str, base: str = "ma-mini") -> str:
    """Return the text of a rulebook in schema 2 with these provisions about irregularities."""
    return _second(base, wagers_of(base), provisions)


def with_wagers(*parts: str, base: str = "ma-mini") -> str:
    """Return the text of a rulebook in schema 2 with these wagers instead of its own."""
    return _second(base, *parts, remedies("documents"))


@cache
def book_2(*names: str) -> Rulebook:
    """Return the Massachusetts Mini rulebook of schema 2, with the wagers of some files next to its own."""
    return parse(with_wagers(*map(part, ("five_documents", *names))))


def _second(base: str, *parts: str) -> str:
    tables = re.split(r"(?m)^(?=\[)", text_of(base))
    text = "\n".join((*filter(None, map(_table, tables)), *parts))
    if 'section = "ours"' in text:
        text = text.replace("schema = 2", 'schema = 2\nsource = "excerpts"', 1)
    return re.sub(r"caller-remedies = .*\n", "", text)


def _table(table: str) -> str:
    """Return a table of schema 1 as schema 2 has it; nothing for a wager or an irregularity."""
    if table.startswith("[rulebook]"):
        return table.replace("[rulebook]", "[rulebook]\nschema = 2", 1)
    found = re.match(r'\["([^"]+)"', table)
    key = found[1] if found else ""
    if key.startswith(("wager.", "pay.", "irregular.")) and key not in KEPT:
        return ""
    if key in DEFINED:
        return "\n".join(line for line in table.splitlines() if line.startswith(("[", "section", "by"))) + "\n"
    return table


# ---------------------------------------------------------------- the wagers of version 1, written as data


def wagers_of(base: str) -> str:
    """Write the wagers of a rulebook of schema 1 as those of schema 2."""
    book = load(base)
    permissible = book.provisions["wager.permissible"]
    by_leave = [law.key for law in book.wagers if law.by_leave]
    required = [law.key for law in book.wagers if law.required and law.variant == "ez" and not law.hand]
    head = (
        f'["wager.permissible"]\nsection = "{permissible.section}"\nmain = ["player", "banker", "tie"]\n'
        f"by-leave = {_list(by_leave)}\nrequired = {_list(required)}\n"
    )
    return head + "\n".join(_wager(law, book) for law in book.wagers if law.posted is None)


def _wager(law: WagerLaw, book: Rulebook) -> str:
    return "\n".join((*_when_it_wins(law), *_what_it_pays(law, book.section(law.paid_by)), ""))


def _when_it_wins(law: WagerLaw) -> Iterator[str]:
    yield f'["wager.{law.key}"]\nsection = "{law.section}"\ntitles = {{ en = "{law.titles["en"]}" }}'
    for name in ("hand", "variant"):
        if value := getattr(law, name):
            yield f'{name} = "{value}"'
    if law.each:
        yield f"each = {_list(law.each)}"
    if law.settles != "after-result":
        yield f'settles = "{law.settles}"'
    if law.rides:
        yield f"rides = {{ onto = {_list(law.rides.onto)}, portion = {str(law.rides.portion).lower()} }}"
    lines = (
        f'  {{ name = "{line.name}", when = {_when(line.when)}, result = "{line.verdict}" }},' for line in law.lines
    )
    yield "\n".join(("lines = [", *lines, "]"))


def _what_it_pays(law: WagerLaw, section: str) -> Iterator[str]:
    yield f'["pay.{law.key}"]\nsection = "{section}"'
    for name, award in law.awards.items():
        odds = f'"{_odds(award.odds or Fraction(0))}"'
        yield f"{name} = {f'{{ least = {odds} }}' if award.least else odds}"
    if law.vigorish:
        yield f"vigorish = {{ percent = {law.vigorish} }}"
    for letter, table in law.paytables.items():
        odds = ", ".join(f'{name} = "{_odds(value)}"' for name, value in table.items())
        yield f"paytables.{letter} = {{ {odds} }}"


def _when(when: When) -> str:
    facts = [f"{fact} = {_value(fact, allowed)}" for fact, allowed in when.tests]
    facts += [f"any = [{', '.join(map(_when, when.any))}]"] if when.any else []
    facts += [f"not = {_when(when.never)}"] if when.never else []
    return f"{{ {', '.join(facts)} }}"


def _value(name: str, allowed: frozenset[int]) -> str:
    fact = fact_of(name)
    assert fact
    if fact.flag:
        return str(allowed == {1}).lower()
    if fact.words:
        return _list([word for word, values in fact.words.items() if values <= allowed])
    return str(sorted(allowed))


def _odds(odds: Fraction) -> str:
    return f"{odds.numerator} to {odds.denominator}"


def _list(words: list[str] | tuple[str, ...]) -> str:
    quoted = (f'"{word}"' for word in words)
    return f"[{', '.join(quoted)}]"


def without_choices(submission: str) -> str:
    """Return a submission that names no choice between remedies, for a rulebook whose remedies ask for none."""
    return re.sub(r"disclosed-(third-card|mid-coup) = .*\n", "", submission)
