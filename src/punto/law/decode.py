"""Decoding by type: plain data becomes the classes of the schema, and every fault is reported, not only the first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, time
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, cast, get_args, get_origin

from punto.law.finding import Code
from punto.law.schema import bare
from punto.law.schema.data import AWARDS
from punto.law.words import ODDS_FORM, Between, Long, Matches, Odds, Strict
from punto.wagers.facts import FACTS, MEASURES, OF_A_HAND, OWN_SELECTIONS, SELECTIONS, Fact, On, Test, When, fact_of
from punto.wagers.language import Award

T = TypeVar("T", bound=Strict)
Keys = tuple[str, ...]
MISSING = object()  # stands for a value that could not be decoded


class DecodeFault(NamedTuple):
    """One fault: its code, the path of keys to it, what is wrong, and which words are allowed."""

    code: Code
    keys: Keys
    message: str
    allowed: tuple[str, ...] = ()


class Faults(list[DecodeFault]):
    """The faults of a rulebook, in the order of the text."""

    def note(self, code: Code, keys: Keys, message: str, allowed: Iterable[object] = ()) -> Any:
        """Record a fault, and return the stand-in for a missing value."""
        self.append(DecodeFault(code, keys, message, tuple(map(str, allowed))))
        return MISSING


def near(word: str, words: Iterable[object]) -> str:
    """Return the end of a message that suggests the nearest word; empty if none is near.

    >>> near("clokwise", ("clockwise", "counterclockwise"))
    "; did you mean 'clockwise'?"
    """
    import difflib  # only a fault needs it, and every command imports this module

    close = difflib.get_close_matches(word, list(map(str, words)), 1, 0.6)
    return f"; did you mean {close[0]!r}?" if close else ""


def _valid(word: str, words: Iterable[object]) -> str:
    """Return the end of a message with the nearest word, or with all of them.

    >>> _valid("until", ("from",))
    '; allowed: from'
    """
    every = list(map(str, words))
    return near(word, every) or f"; allowed: {', '.join(every)}"


def decode(kind: type[T], value: Any, keys: Keys, faults: Faults) -> T | None:
    """Decode one struct; None if a required term is missing or wrong."""
    found = _struct(kind, value, keys, faults)
    return None if found is MISSING else cast(T, found)


def _struct(kind: type[Strict], value: Any, keys: Keys, faults: Faults) -> Any:
    if not isinstance(value, Mapping):
        return faults.note(Code.WRONG_TYPE, keys, f"expected a table, found {_what(value)}")
    found = dict[str, Any]()
    if kind.__rest__:
        others = {name: each for name, each in value.items() if name not in kind.__terms__}
        found[kind.__rest__] = _value(kind.__annotations__[kind.__rest__], others, keys, faults)
    for name in value if not kind.__rest__ else ():
        if name not in kind.__terms__:
            words = f"unknown term {str(name)[:60]!r}{_valid(str(name)[:60], kind.__terms__)}"
            faults.note(Code.UNKNOWN_TERM, (*keys, str(name)), words, kind.__terms__)
    for name, term in kind.__terms__.items():
        if name in value:
            found[term.field] = _value(term.type, value[name], (*keys, name), faults)
        elif term.required:
            found[term.field] = faults.note(Code.MISSING_TERM, (*keys, name), f"the term {name!r} is missing")
    return MISSING if any(each is MISSING for each in found.values()) else kind(**found)


def _value(kind: Any, value: Any, keys: Keys, faults: Faults) -> Any:
    read, inner, limits = _reader(kind)
    found = read(inner, value, keys, faults)
    return _within(limits, found, keys, faults) if limits and found is not MISSING else found


@cache
def _reader(kind: Any) -> tuple[Callable[[Any, Any, Keys, Faults], Any], Any, tuple[Any, ...]]:
    """Return the decoder of a type, the type without its limits, and the limits."""
    inner, limits = bare(kind), list[Any]()
    if get_origin(inner) is Annotated:
        inner, *limits = get_args(inner)
    return _BY_ORIGIN.get(get_origin(inner) or inner, _struct), inner, tuple(limits)


# ---------------------------------------------------------------- one function for each sort of type


def _word(kind: Any, value: Any, keys: Keys, faults: Faults) -> Any:
    allowed = get_args(kind)
    if any(type(value) is type(each) and value == each for each in allowed):
        return value
    shown = [str(each).lower() if isinstance(each, bool) else each for each in allowed]
    if type(value) is not type(allowed[0]):
        words = f"expected {' or '.join(map(str, shown))}, found {_what(value)}"
        return faults.note(Code.WRONG_TYPE, keys, words, shown)
    written = str(value).lower() if isinstance(value, bool) else repr(value)[:80]
    words = f"unknown word {written}{near(str(value)[:60], shown)} Allowed: {', '.join(map(str, shown))}"
    return faults.note(Code.UNKNOWN_WORD, keys, words.replace(f"{written} Allowed", f"{written}; allowed"), shown)


def _list(kind: Any, value: Any, keys: Keys, faults: Faults) -> Any:
    if not isinstance(value, list):
        return faults.note(Code.WRONG_TYPE, keys, f"expected a list, found {_what(value)}")
    inner = get_args(kind)[0]
    found = tuple(_value(inner, each, (*keys, str(index)), faults) for index, each in enumerate(value))
    return MISSING if any(each is MISSING for each in found) else found


def _table(kind: Any, value: Any, keys: Keys, faults: Faults) -> Any:
    if not isinstance(value, Mapping):
        return faults.note(Code.WRONG_TYPE, keys, f"expected a table, found {_what(value)}")
    of_key, of_value = get_args(kind)
    found = {
        _value(of_key, name, (*keys, name), faults): _value(of_value, each, (*keys, name), faults)
        for name, each in value.items()
    }
    return MISSING if MISSING in (*found, *found.values()) else MappingProxyType(found)


def _flag(kind: Any, value: Any, keys: Keys, faults: Faults) -> Any:
    if isinstance(value, bool):
        return value
    return faults.note(Code.WRONG_TYPE, keys, f"expected true or false, found {_what(value)}", ("true", "false"))


def _whole(kind: Any, value: Any, keys: Keys, faults: Faults) -> Any:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return faults.note(Code.WRONG_TYPE, keys, f"expected a whole number, found {_what(value)}")


def _text(kind: Any, value: Any, keys: Keys, faults: Faults) -> Any:
    if isinstance(value, str) and value.replace("\n", "").replace("\t", "").isprintable():
        return value
    quoted = ": write it in quotation marks" if isinstance(value, int | float | date) else ""
    return faults.note(Code.WRONG_TYPE, keys, f"expected text, found {_what(value)}{quoted}")


def _odds(kind: Any, value: Any, keys: Keys, faults: Faults) -> Any:
    found = ODDS_FORM.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        return faults.note(Code.MALFORMED, keys, f"expected odds like '40 to 1', found {_what(value)}")
    return Odds(int(found[1]), int(found[2]))


def _date(kind: Any, value: Any, keys: Keys, faults: Faults) -> Any:
    if isinstance(value, date) and not isinstance(value, datetime):
        return value
    return faults.note(Code.WRONG_TYPE, keys, f"expected a date like 2024-07-01, without quotes, found {_what(value)}")


def _either(kind: Any, value: Any, keys: Keys, faults: Faults) -> Any:
    """Decode a table or a plain value: the only union that a rulebook has."""
    table, plain = get_args(kind)
    return _value(table if isinstance(value, Mapping) else plain, value, keys, faults)


def _award(kind: Any, value: Any, keys: Keys, faults: Faults) -> Any:
    """Decode the award of a line: odds, the least odds, an amount in cents, or percent of a meter."""
    if not isinstance(value, Mapping):
        odds = _odds(kind, value, keys, faults)
        return MISSING if odds is MISSING else Award(odds)
    form = next((form for form in AWARDS if value.keys() & form.__terms__.keys()), None)
    if form is None:
        name, terms = str(next(iter(value), "")), [term for form in AWARDS for term in form.__terms__]
        words = f"unknown term {name[:60]!r}{_valid(name[:60], terms)}" if value else "the award is missing"
        return faults.note(Code.UNKNOWN_TERM, (*keys, name) if value else keys, words, terms)
    found = _struct(form, value, keys, faults)
    return MISSING if found is MISSING else found.award()


# ---------------------------------------------------------------- conditions


def _when(kind: Any, value: Any, keys: Keys, faults: Faults) -> Any:
    """Decode a condition: facts and their values, those ``on`` some cards, ``any`` of some, ``not`` another one."""
    if not isinstance(value, Mapping):
        return faults.note(Code.WRONG_TYPE, keys, f"expected a table of facts, found {_what(value)}")
    tests = [_test(name, each, (*keys, name), faults) for name, each in value.items() if name not in _INNER]
    one_of = _entries(tuple[When, ...], value, (*keys, "any"), faults)
    never = _when(kind, value["not"], (*keys, "not"), faults) if "not" in value else None
    on = _entries(tuple[On, ...], value, (*keys, "on"), faults)
    if MISSING in (*tests, one_of, never, on):
        return MISSING
    return When(tuple(tests), one_of, never, on)


def _entries(kind: Any, value: Mapping[str, Any], keys: Keys, faults: Faults) -> Any:
    """Decode a list of conditions; without an entry it would hold for every coup."""
    if value.get(keys[-1]) == []:
        return faults.note(
            Code.OUT_OF_RANGE, keys, f"at least one condition is needed: write one, or leave out {keys[-1]!r}"
        )
    return _list(kind, value[keys[-1]], keys, faults) if keys[-1] in value else ()


_INNER = ("any", "not", "on")  # terms of a condition that are no facts


def _on(kind: Any, value: Any, keys: Keys, faults: Faults) -> Any:
    """Decode a condition on some cards: ``{ cards = ["P1", "B1"], suits = 1 }``."""
    if not isinstance(value, Mapping):
        like = "like { cards = ['P1', 'B1'], suits = 1 }"
        return faults.note(Code.WRONG_TYPE, keys, f"expected a table {like}, found {_what(value)}")
    cards = _selected(value.get("cards", MISSING), (*keys, "cards"), faults)
    tests = list[Any]()
    for name, each in value.items():
        if name in MEASURES:
            tests.append(_valued(name, MEASURES[name], each, (*keys, name), faults))
        elif name != "cards":
            names = ("cards", *MEASURES)
            words = f"unknown fact of some cards {str(name)[:60]!r}{_valid(str(name)[:60], names)}"
            tests.append(faults.note(Code.UNKNOWN_TERM, (*keys, str(name)), words, names))
    if not tests:
        tests.append(faults.note(Code.MISSING_TERM, keys, "a fact of these cards is missing", MEASURES))
    return MISSING if MISSING in (cards, *tests) else On(cards, tuple(tests))


def _selected(value: Any, keys: Keys, faults: Faults) -> Any:
    """Decode which cards are meant: places such as ``P1``, or whole hands; each card once."""
    words = (*SELECTIONS, *OWN_SELECTIONS)
    if value is MISSING:
        return faults.note(Code.MISSING_TERM, keys, "the term 'cards' is missing: which cards are meant", words)
    if not isinstance(value, list):
        return faults.note(Code.WRONG_TYPE, keys, f"expected a list of cards, found {_what(value)}", words)
    found = tuple(_word(Literal[*words], each, (*keys, str(index)), faults) for index, each in enumerate(value))
    if MISSING in found:
        return MISSING
    if not found:
        return faults.note(Code.OUT_OF_RANGE, keys, "at least one card is needed", words)
    places = On(found, ()).places
    if len(set(places)) < len(places):
        return faults.note(Code.CONTRADICTION, keys, "a card is named twice: name each one once")
    return found


def _test(name: str, value: Any, keys: Keys, faults: Faults) -> Any:
    fact = fact_of(name)
    if fact is None:
        names = (*FACTS, *OF_A_HAND, *_INNER)
        words = f"unknown fact {name[:60]!r}{_valid(name[:60], names)}"
        return faults.note(Code.UNKNOWN_TERM, keys, words, names)
    return _valued(name, fact, value, keys, faults)


def _valued(name: str, fact: Fact, value: Any, keys: Keys, faults: Faults) -> Any:
    """Decode the values for which a fact holds."""
    if fact.flag:
        found = _flag(bool, value, keys, faults)
        return MISSING if found is MISSING else Test(name, frozenset({int(found)}))
    if isinstance(value, Mapping) and not fact.words:
        value = _span(fact, value, keys, faults)
        if value is MISSING:
            return MISSING
    values = value if isinstance(value, list) else [value]
    found = [_one(fact, each, keys, faults) for each in values]
    if not found:
        return faults.note(Code.OUT_OF_RANGE, keys, "at least one value is needed")
    return MISSING if any(each is MISSING for each in found) else Test(name, frozenset().union(*found))


def _one(fact: Fact, value: Any, keys: Keys, faults: Faults) -> Any:
    """Decode one value of a fact into the numbers that it represents."""
    if fact.words:
        found = _word(Literal[*fact.words], value, keys, faults)
        return MISSING if found is MISSING else fact.words[found]
    found = _whole(int, value, keys, faults)
    if found is MISSING or _within((Between(fact.least, fact.most),), found, keys, faults) is MISSING:
        return MISSING
    return frozenset({found})


def _span(fact: Fact, value: Mapping[str, Any], keys: Keys, faults: Faults) -> Any:
    """Decode ``{ from = 4, to = 9 }``; a missing end is the lowest or highest possible."""
    for name in value:
        if name not in ("from", "to"):
            words = f"unknown term {str(name)[:60]!r}{_valid(str(name)[:60], ('from', 'to'))}"
            return faults.note(Code.UNKNOWN_TERM, (*keys, str(name)), words, ("from", "to"))
    ends = [value.get("from", fact.least), value.get("to", fact.most)]
    if any(_one(fact, end, keys, faults) is MISSING for end in ends):
        return MISSING
    if ends[0] > ends[1]:
        return faults.note(Code.OUT_OF_RANGE, keys, f"'to' is below 'from': {ends[1]} < {ends[0]}")
    return list(range(ends[0], ends[1] + 1))


_BY_ORIGIN: Mapping[Any, Callable[[Any, Any, Keys, Faults], Any]] = MappingProxyType(
    {
        Literal: _word,
        tuple: _list,
        dict: _table,
        bool: _flag,
        int: _whole,
        str: _text,
        date: _date,
        Odds: _odds,
        Award: _award,
        When: _when,
        On: _on,
        Union: _either,
    }
)


def _within(limits: tuple[Any, ...], value: Any, keys: Keys, faults: Faults) -> Any:
    """Return a value that is within the limits of its type; otherwise record a fault."""
    for limit in limits:
        match limit:
            case Between(least, most) if not least <= value <= most:
                return faults.note(Code.OUT_OF_RANGE, keys, f"expected {least} to {most}, found {_what(value)}")
            case Long(least, most) if not least <= len(value) <= most:
                span = f"{least}" if least == most else f"{least} to {most}"
                unit = "characters" if isinstance(value, str) else "entries"
                return faults.note(Code.OUT_OF_RANGE, keys, f"expected {span} {unit}, found {len(value)}")
            case Matches(pattern, like) if not re.fullmatch(pattern, value):
                shown = f"text like {like!r}" if like else f"text of the form {pattern}"
                return faults.note(Code.MALFORMED, keys, f"expected {shown}, found {_what(value)}")
    return value


def _what(value: Any) -> str:
    """Name a value in a message, briefly."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float | str | date | time):
        said = repr(value) if isinstance(value, int | float | str) else str(value)
        return said if len(said) <= 60 else f"{said[:57]}..."
    return "a table" if isinstance(value, Mapping) else "a list" if isinstance(value, list) else type(value).__name__
