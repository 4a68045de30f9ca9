"""Submissions: the TOML files in which a licensee files its rules for a table.

Each field is a choice that a document leaves to the licensee; ``docs/submissions.md`` explains them. ``read`` parses
any text and reports every fault of its form in one run, each with its path: unknown fields (with the closest name),
wrong types, missing values. ``punto.rules.review`` decides whether it is lawful.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import msgspec

from punto.core.bounded import OutOfBounds, toml
from punto.law.finding import toml_error


class _Table(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", omit_defaults=True):
    """A table of the file; keys are kebab-case."""


class Cards(_Table, frozen=True, kw_only=True):
    """The look of the cards: a back for each batch, and the cover cards."""

    backs: list[str] | None = None
    cover: str = "yellow"


class Notice(_Table, frozen=True, kw_only=True):
    """Written notice of starting or stopping the further shuffle: dates of the notices, and start of the change."""

    surveillance: datetime | None = None
    commission: datetime | None = None
    begins: datetime


class Shuffle(_Table, frozen=True, kw_only=True):
    """How the cards are shuffled."""

    how: str = "manual"
    machine_procedure: str = ""
    continuous_approval: str = ""
    preshuffled: bool = False
    preshuffled_procedure: str = ""
    reshuffle: bool = False
    reshuffle_notice: Notice | None = None
    stores_securely: bool = False
    storage_procedure: str = ""


class Cut(_Table, frozen=True, kw_only=True):
    """The cut: who makes it, and who makes a recut."""

    by: str | None = None
    recut_by: str | None = None


class Deal(_Table, frozen=True, kw_only=True):
    """How a coup is dealt."""

    burned_cards: str | None = None
    hands_turned_by: str | None = None
    disclosed_third_card: str | None = None
    disclosed_mid_coup: str | None = None
    free_hands: bool = False
    match_play: bool = False
    verbal_wagers: bool = True


class Vigorish(_Table, frozen=True, kw_only=True):
    """How vigorish is rounded and when it is collected."""

    rounding: str | None = None
    when: str | None = None
    marked: str | None = None


class Meter(_Table, frozen=True, kw_only=True):
    """A progressive meter: seed and ceiling in cents, the share of each wager that goes to it."""

    seed: int | None = None
    rate: str | None = None
    reserve: str = "0%"
    ceiling: int | None = None
    tops_up: bool = False


class WagerChoice(_Table, frozen=True, kw_only=True):
    """An offered wager; only terms that its document leaves open may be given."""

    minimum: int | None = None
    maximum: int | None = None
    pays: str | None = None
    paytable: str | int | None = None
    portion: str | None = None
    combinations: list[str] | None = None
    meters: dict[str, Meter] = {}
    must_hit: Meter | None = None


class Limits(_Table, frozen=True, kw_only=True):
    """Amounts in cents for the whole table."""

    smallest_chip: int = 100
    minimum: int
    maximum: int
    difference: int | None = None


class Times(_Table, frozen=True, kw_only=True):
    """Durations."""

    bet_seconds: int = 20
    idle_minutes: int = 30
    shoe_minutes: int | None = None


class Staff(_Table, frozen=True, kw_only=True):
    """The people at the table."""

    posts: bool = False


class Layout(_Table, frozen=True, kw_only=True):
    """The words of the layout, and the equipment of the table."""

    operator: str = ""
    approval: str = ""
    felt: str = "green"
    odds: str | None = None
    dragon_7_notice: str | None = None
    dragon_7_words: str | None = None
    discards: str | None = None
    markers: str | None = None
    drop_box: str | None = None
    tip_box: str | None = None
    tip_box_approval: str = ""


class Submission(_Table, frozen=True, kw_only=True):
    """One table's rules as filed."""

    rulebook: str
    table: str
    pit: str = ""
    seats: int
    decks: int
    ez: bool = False
    variant: str = ""
    no_tie_approval: str = ""
    limits: Limits
    wagers: dict[str, WagerChoice]
    cards: Cards = Cards()
    shuffle: Shuffle = Shuffle()
    cut: Cut = Cut()
    deal: Deal = Deal()
    vigorish: Vigorish = Vigorish()
    times: Times = Times()
    staff: Staff = Staff()
    layout: Layout = Layout()

    def __repr__(self) -> str:
        return f"<Submission of table {self.table}: {self.rulebook}, {', '.join(self.wagers)}>"


# ---------------------------------------------------------------- parsing


class Fault(NamedTuple):
    """A fault in the form of a submission."""

    code: str  # "unknown-field", "wrong-type", "missing-field", "not-toml"
    path: str
    message: str


class Reading(NamedTuple):
    """The result of parsing. Unknown fields are faults, but the other fields are still parsed."""

    submission: Submission | None  # None if a value is missing or has a wrong type
    faults: tuple[Fault, ...]
    rulebook: str | None  # as the text names it, or None


def read(text: str) -> Reading:
    """Parse a submission, and report every fault of its form."""
    try:
        text.encode()
        data = toml(text.removeprefix("\ufeff"))
    except OutOfBounds as error:
        return Reading(None, (Fault("not-toml", "$", f"this is too large for a submission: {error}"),), None)
    except ValueError as error:  # not TOML, not text, or a number with thousands of digits
        return Reading(None, (Fault("not-toml", "$", f"invalid TOML: {toml_error(text, error)}"),), None)
    faults = tuple(_faults(data, Submission, "$"))
    whole = all(fault.code == "unknown-field" for fault in faults)
    rulebook = data.get("rulebook")
    return Reading(
        msgspec.convert(data, Submission) if whole else None,
        faults,
        rulebook if isinstance(rulebook, str) else None,
    )


def shipped(name: str) -> str:
    """Return the text of a built-in submission by its name, such as ``md-mini-classic``. Raises ``LookupError``."""
    filed = {entry.name.removesuffix(".toml"): entry for entry in files("punto").joinpath("submissions").iterdir()}
    if name not in filed:
        raise LookupError(f"no submission {name!r} comes with Punto: there are {', '.join(sorted(filed))}")
    return filed[name].read_text(encoding="utf-8")


def at(path: str, key: str) -> str:
    """Return the path of a key, quoted where TOML requires it.

    >>> at("$.wagers", "tie"), at("$.wagers", "Lucky 6")
    ('$.wagers.tie', '$.wagers."Lucky 6"')
    """
    return f"{path}.{key}" if re.fullmatch(r"[A-Za-z0-9_-]+", key) else f"{path}.{json.dumps(key, ensure_ascii=False)}"


def near(name: str, names: Iterable[str]) -> str:
    """Return a suggestion of the closest name as the end of a sentence, or ""."""
    found = difflib.get_close_matches(name, tuple(names), n=1, cutoff=0.6)
    return f": did you mean {found[0]!r}?" if found else ""


def _faults(data: Mapping[str, Any], kind: type[msgspec.Struct], path: str) -> Iterator[Fault]:
    """Compare a table of the file with its type, and return the faults."""
    fields = _fields(kind)
    for name in data:
        if name not in fields:
            yield Fault("unknown-field", at(path, name), f"no field is called {name!r}{near(name, fields)}")
    for name, field in fields.items():
        if name in data:
            yield from _value_faults(data[name], field.type, at(path, name))
        elif field.required:
            yield Fault("missing-field", at(path, name), f"{name} is missing")


@cache
def _fields(kind: type[msgspec.Struct]) -> Mapping[str, msgspec.structs.FieldInfo]:
    return {field.encode_name: field for field in msgspec.structs.fields(kind)}


def _value_faults(value: Any, kind: Any, path: str) -> Iterator[Fault]:
    inner = _struct_in(kind)
    if inner is None:
        yield from _plain_faults(value, kind, path)
    elif not isinstance(value, dict):
        yield Fault("wrong-type", path, f"a table is needed here, not {_shown(value)}")
    elif _is_mapping(kind):
        for name, item in value.items():
            yield from _value_faults(item, inner, at(path, name))
    else:
        yield from _faults(value, inner, path)


def _plain_faults(value: Any, kind: Any, path: str) -> Iterator[Fault]:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        yield Fault("wrong-type", path, f"{_wanted(kind)} is needed here, not {_shown(value)}")
        return
    if isinstance(value, int) and not _fits(value):
        yield Fault("wrong-type", path, f"a whole number of at most 64 bits is needed here, not {_shown(value)}")


def _struct_in(kind: Any) -> type[msgspec.Struct] | None:
    """Return the struct type of a field (itself, in a mapping, or optional), or None."""
    candidates = (kind, *getattr(kind, "__args__", ()))
    return next((one for one in candidates if isinstance(one, type) and issubclass(one, msgspec.Struct)), None)


def _is_mapping(kind: Any) -> bool:
    return getattr(kind, "__origin__", None) is dict


_WORDS = {
    str: "text",
    int: "a whole number",
    bool: "true or false",
    datetime: "a date with a time",
    list[str]: "a list of texts",
}


def _wanted(kind: Any) -> str:
    """Return the type of a field in words."""
    kinds = (kind,) if kind in _WORDS else kind.__args__
    return " or ".join(_WORDS[one] for one in kinds if one in _WORDS)


def _shown(value: Any) -> str:
    """Format a value as in the file, shortened."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value) if _fits(value) else "a number of more than 64 bits"
    words = repr(value) if isinstance(value, str) else str(value)
    return words if len(words) <= 40 else words[:39] + "…"


def _fits(number: int) -> bool:
    """Return whether TOML guarantees an integer (64 bits)."""
    return -(2**63) <= number < 2**63
