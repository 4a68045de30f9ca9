"""Check of a rulebook: its data becomes a ``Law``, or a list of all findings.

The types define which words a term may have. Rules that no type can express are checked afterwards: provisions that
require each other, steps and the ceremonies that use them, wagers that name each other, and rules of play that are
constants of the engine (``punto.law.cross_checks``). A rulebook with a finding opens no table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from punto.core.bounded import OutOfBounds, TooManyDigits, toml
from punto.law.cross_checks import cross_check
from punto.law.decode import DecodeFault, Faults, decode, near
from punto.law.finding import Code, Finding, Lines, line_of_error, toml_error
from punto.law.procedures import check_procedures
from punto.law.remedies import Remedies, version_1, version_2
from punto.law.remedy_check import check_remedies
from punto.law.schema import (
    ANY,
    LAWS,
    OURS,
    PLACES,
    RENAMED,
    CeremonyOrder,
    Head,
    Law,
    bare,
    open_family,
    open_to,
    place_of,
)
from punto.law.schema.irregular import Irregular, Irregularity
from punto.law.words import Procedure, Provision, Strict

Data = Mapping[str, Any]
Found = dict[str, Provision | None]  # provisions by key; None for one that has faults of its own


class Checked(NamedTuple):
    """Result of a check: the law, or the findings."""

    law: Law | None
    findings: tuple[Finding, ...]


def check(data: Data, text: str = "") -> Checked:
    """Check the data of a rulebook; the text is only for line numbers."""
    faults = Faults()
    head = _head(data, faults)
    schema = _schema(data, faults)
    _ours(data, head, faults)
    found = _provisions(data, schema, faults)
    ceremonies = _ceremonies(data, faults)
    _missing(found, schema, faults)
    cross_check(found, schema, faults)
    if schema == 2:
        check_remedies(found, faults)
    check_procedures({key: one or _with_steps(data[key]) for key, one in found.items()}, ceremonies, faults)
    if faults or head is None:
        lines = Lines(text)
        return Checked(None, tuple(_finding(fault, data, lines) for fault in faults))
    return Checked(_law(head, found, ceremonies), ())


def check_text(text: str) -> Checked:
    """Check the TOML of a rulebook, with line numbers."""
    try:
        data = toml(text)
    except ValueError as error:
        if isinstance(error, OutOfBounds) and not isinstance(error, TooManyDigits):
            return Checked(None, (Finding(Code.TOO_LARGE, "$", 1, "", f"this cannot be parsed: {error}"),))
        words = f"not TOML: {toml_error(text, error)}"
        if text.startswith("\ufeff"):
            words = "the file begins with a byte order mark: save it as UTF-8 without one"
        return Checked(None, (Finding(Code.NOT_TOML, "$", line_of_error(text, words), "", words),))
    return check(data, text)


# ---------------------------------------------------------------- parts


def _head(data: Data, faults: Faults) -> Head | None:
    if "rulebook" not in data:
        faults.note(Code.HEAD_MISSING, ("rulebook",), "the head [rulebook] is missing", Head.__terms__)
        return None
    return decode(Head, data["rulebook"], ("rulebook",), faults)


def _schema(data: Data, faults: Faults) -> int:
    """Return the schema that the head names; otherwise that of its wagers, so that one fault is not many."""
    head = data.get("rulebook")
    named = head.get("schema") if isinstance(head, Mapping) else None
    if isinstance(named, int) and named in LAWS:
        return named
    second = any(key.startswith("wager.") and isinstance(one, Mapping) and "lines" in one for key, one in data.items())
    if second and isinstance(head, Mapping) and named is None:
        words = "the wagers of this rulebook are data: write schema = 2 in the head"
        faults.note(Code.MISSING_TERM, ("rulebook", "schema"), words, LAWS)
    return 2 if second else 1


def _ours(data: Data, head: Head | None, faults: Faults) -> None:
    """Report values of our own in a rulebook that is written from a whole document."""
    for key, table in data.items() if head is not None and head.source == "document" else ():
        if isinstance(table, Mapping) and table.get("section") == OURS:
            words = (
                f"{OURS!r} marks what excerpts do not show: name the section, or write source = 'excerpts' in the head"
            )
            faults.note(Code.CONTRADICTION, (key, "section"), words)


def _provisions(data: Data, schema: int, faults: Faults) -> Found:
    found: Found = {}
    said: dict[tuple[str, ...], str] = {}
    for key, table in data.items():
        place = place_of(key, schema)
        if key in ("rulebook", "ceremony"):
            continue
        if place is None:
            _unknown(key, table, schema, faults)
            continue
        if place.path in said:
            other = said[place.path]
            faults.note(Code.REPEATED_PROVISION, (key,), f"says the same as {other}: keep one of the two")
        said.setdefault(place.path, key)
        found[key] = decode(place.type, table, (key,), faults)
    return found


def _unknown(key: str, table: Any, schema: int, faults: Faults) -> None:
    """Report a key that no provision has."""
    inner = tuple(_unquoted(table)) if key not in PLACES[schema] and "." not in key else ()
    for within in inner:
        quoted = f'["{".".join((key, *within))}"]'
        faults.note(Code.UNKNOWN_PROVISION, (key, *within), f"the key of a provision is quoted: write {quoted[:80]}")
    if inner:
        return
    family = open_family(key)
    if family in PLACES[schema] and "." in key:
        words = f"a key of the rulebook's own has lower-case letters, digits and hyphens, not {key[:60]!r}"
        faults.note(Code.MALFORMED, (key,), f"{words}: write {family.replace(ANY, 'our-own')!r}")
        return
    keys = [*(each for each in PLACES[schema] if each not in RENAMED.values() and ANY not in each), *RENAMED]
    words = f"unknown provision {key[:60]!r}{near(key[:60], keys)}"
    if family in PLACES[2] and schema == 1:
        words += f"; a rulebook with {family} of its own says schema = 2 in its head"
    faults.note(Code.UNKNOWN_PROVISION, (key,), words)


def _unquoted(table: Any) -> Iterator[tuple[str, ...]]:
    """Yield the inner keys of tables in a table, as an unquoted key with dots makes them."""
    for name, inner in table.items() if isinstance(table, Mapping) else ():
        if isinstance(inner, Mapping):
            deeper = tuple(_unquoted(inner)) if "section" not in inner else ()
            yield from ((name, *keys) for keys in deeper or ((),))


def _with_steps(table: Any) -> Provision | None:
    """Return the steps of a provision that has faults, so that one fault is not reported again for every step."""
    steps = table.get("steps") if isinstance(table, Mapping) else None
    return decode(Procedure, {"section": "?", "steps": steps}, (), Faults()) if steps else None


def _ceremonies(data: Data, faults: Faults) -> dict[str, CeremonyOrder]:
    tables = data.get("ceremony", {})
    if not isinstance(tables, Mapping):
        faults.note(Code.WRONG_TYPE, ("ceremony",), "expected one table per ceremony")
        return {}
    found = {name: decode(CeremonyOrder, table, ("ceremony", name), faults) for name, table in tables.items()}
    return {name: each for name, each in found.items() if each is not None}


def _missing(found: Found, schema: int, faults: Faults) -> None:
    """Report provisions that every rulebook has, and those that a family needs as soon as it has one."""
    here = {place.path for key in found if (place := place_of(key, schema))}
    old = {new: key for key, new in RENAMED.items()}
    for key, place in PLACES[schema].items():
        shown = old.get(key, key)
        if place.path in here or place.path[-1] == ANY:
            continue
        if place.required:
            faults.note(Code.MISSING_PROVISION, (shown,), f"the provision {shown!r} is missing")
        elif _needed(LAWS[schema], place.path, here):
            family = key.rpartition(".")[0]
            words = f"the provision {shown!r} is missing: those of {family} stand together"
            faults.note(Code.STANDS_TOGETHER, (shown,), words)


def _needed(law: type[Law], path: tuple[str, ...], here: set[tuple[str, ...]]) -> bool:
    """Return whether a provision is required in its own family, and the family is present."""
    family, required = _family(law, path)
    return required and family is not law and any(each[:-1] == path[:-1] for each in here)


def _family(law: type[Law], path: tuple[str, ...]) -> tuple[type[Strict], bool]:
    family: type[Strict] = law
    for field in path[:-1]:
        family = bare(next(term.type for term in family.__terms__.values() if term.field == field))
    return family, next(term.required for term in family.__terms__.values() if term.field == path[-1])


# ---------------------------------------------------------------- result


def _law(head: Head, found: Found, ceremonies: dict[str, CeremonyOrder]) -> Law:
    """Build the law from its provisions."""
    tree: dict[str, Any] = {}
    for key, provision in found.items():
        place = place_of(key, head.schema)
        if place is None:
            continue
        branch = tree
        for field in place.path[:-1]:
            branch = branch.setdefault(field, {})
        branch[place.path[-1]] = provision
    remedies = _remedies(found) if head.schema == 2 else version_1(_built(Irregular, tree["irregular"]))
    whole = {**tree, "rulebook": head, "ceremony": ceremonies, "remedies": remedies}
    law: Law = _built(LAWS[head.schema], whole)
    return law


def _remedies(found: Found) -> Remedies:
    return version_2({key: one for key, one in found.items() if isinstance(one, Irregularity)})


def _built(kind: Any, tree: Mapping[str, Any]) -> Any:
    values = {}
    for term in kind.__terms__.values():
        inner = bare(term.type)
        value = tree.get(term.field)
        family = isinstance(inner, type) and issubclass(inner, Strict) and not issubclass(inner, Provision | Head)
        if family and (value is not None or term.required):
            values[term.field] = _built(inner, value or {})
        elif value is not None:
            values[term.field] = value
        elif open_to(inner):
            values[term.field] = {}
    return kind(**values)


def _finding(fault: DecodeFault, data: Data, lines: Lines) -> Finding:
    table = data.get(fault.keys[0])
    section = table.get("section", "") if isinstance(table, Mapping) and fault.keys[0] != "rulebook" else ""
    shown = (key if key.isprintable() else ascii(key)[1:-1] for key in fault.keys)
    path, line = ".".join(shown), lines.of(fault.keys)
    return Finding(fault.code, path, line, section if isinstance(section, str) else "", fault.message, fault.allowed)
