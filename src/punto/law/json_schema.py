"""JSON Schema of a rulebook for editors, generated from the same types as the check."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from textwrap import wrap
from types import MappingProxyType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from punto.law.schema import ANY, PLACES, RENAMED, CeremonyOrder, Head, bare
from punto.law.words import NAME, ODDS_FORM, Between, Long, Matches, Odds, Strict
from punto.wagers.facts import FACTS, MEASURES, OF_A_HAND, OWN_SELECTIONS, SELECTIONS, Fact, When, fact_of
from punto.wagers.language import Award

Schema = dict[str, Any]


def json_schema(demands: Mapping[str, str], schema: int = 1) -> Schema:
    """Return the JSON Schema of a rulebook; ``demands`` describes each provision."""
    kept = {key: place for key, place in PLACES[schema].items() if key not in RENAMED.values()}
    places = {**kept, **{key: PLACES[schema][new] for key, new in RENAMED.items()}}
    provisions = {
        key: {**_struct(place.type), "description": demands.get(key, "")}
        for key, place in sorted(places.items())
        if place.path[-1] != ANY
    }
    any_other = {
        _any_other(key.removesuffix(ANY), provisions): _struct(place.type)
        for key, place in kept.items()
        if place.path[-1] == ANY
    }
    head = _struct(Head)
    head["properties"]["schema"] = {"const": schema}
    head["required"] += ["schema"] if schema > 1 else []
    return {
        "title": f"Punto rulebook, version {schema}",
        "type": "object",
        "properties": {
            "rulebook": head,
            "ceremony": {"type": "object", "additionalProperties": _struct(CeremonyOrder)},
            **provisions,
        },
        **({"patternProperties": any_other, "$defs": {"when": _condition()}} if any_other else {}),
        "required": ["rulebook", "ceremony", *sorted(key for key, place in kept.items() if place.required)],
        "additionalProperties": False,
    }


def _any_other(family: str, named: Iterable[str]) -> str:
    """Return the pattern of the keys of an open family that are not among its own provisions."""
    own = "|".join(re.escape(key) for key in named if key.startswith(family))
    return f"^{f'(?!({own})$)' if own else ''}{re.escape(family)}{NAME}$"


def _struct(kind: type[Strict]) -> Schema:
    made: Schema = {
        "type": "object",
        "description": (kind.__doc__ or "").splitlines()[0],
        "properties": {name: _value(term.type) for name, term in kind.__terms__.items()},
        "additionalProperties": _rest(kind),
    }
    required = [name for name, term in kind.__terms__.items() if term.required]
    return {**made, "required": required} if required else made


def _rest(kind: type[Strict]) -> bool | Schema:
    """Return the schema of a term with a name of the rulebook's own."""
    return _value(get_args(kind.__annotations__[kind.__rest__])[1]) if kind.__rest__ else False


def _value(kind: Any) -> Schema:
    kind = bare(kind)
    limits: tuple[Any, ...] = ()
    if get_origin(kind) is Annotated:
        kind, *rest = get_args(kind)
        limits = tuple(rest)
    make = _BY_ORIGIN.get(get_origin(kind) or kind, _struct)
    return make(kind) | {key: value for limit in limits for key, value in _limit(kind, limit).items()}


def _limit(kind: Any, limit: Any) -> Schema:
    match limit:
        case Between(least, most):
            return {"minimum": least, "maximum": most}
        case Matches(pattern):
            return {"pattern": f"^{pattern}$"}
        case Long(least, most):
            unit = {tuple: "Items", dict: "Properties"}.get(get_origin(kind) or kind, "Length")
            return {f"min{unit}": least, f"max{unit}": most}
    return {}


def _award() -> Schema:
    odds, whole = _BY_ORIGIN[Odds](Odds), {"type": "integer", "minimum": 1}
    forms = (
        {"least": odds},
        {"award-cents": whole},
        {"meter": {"type": "string"}, "percent": {**whole, "maximum": 100}},
    )
    tables = [
        {"type": "object", "properties": form, "required": [next(iter(form))], "additionalProperties": False}
        for form in forms
    ]
    return {"anyOf": [odds, *tables]}


def _condition() -> Schema:
    """Return the schema of a condition: every fact with its values."""
    facts = {name: _fact(fact) for name in (*FACTS, *OF_A_HAND) if (fact := fact_of(name))}
    inner = {"$ref": "#/$defs/when"}
    return {
        "type": "object",
        "description": "All facts hold, those `on` some cards too, one of `any`, and not `not`.",
        "properties": {
            **facts,
            "on": {"type": "array", "items": _on_cards(), "minItems": 1},
            "any": {"type": "array", "items": inner, "minItems": 1},
            "not": inner,
        },
        "additionalProperties": False,
    }


def _on_cards() -> Schema:
    """Return the schema of a condition on some cards."""
    cards = {"type": "array", "items": {"enum": [*SELECTIONS, *OWN_SELECTIONS]}, "minItems": 1, "maxItems": 6}
    return {
        "type": "object",
        "description": "Some cards of a coup, and facts of them.",
        "properties": {"cards": cards, **{name: _fact(fact) for name, fact in MEASURES.items()}},
        "required": ["cards"],
        "minProperties": 2,
        "additionalProperties": False,
    }


def _fact(fact: Fact) -> Schema:
    if fact.flag:
        return {"type": "boolean"}
    number = {"type": "integer", "minimum": fact.least, "maximum": fact.most}
    one: Schema = {"enum": list(fact.words)} if fact.words else number
    forms = [one, {"type": "array", "items": one, "minItems": 1}]
    if not fact.words:
        ends = {"from": number, "to": number}
        forms.append({"type": "object", "properties": ends, "additionalProperties": False})
    return {"anyOf": forms}


def _table(kind: Any) -> Schema:
    keys, values = get_args(kind)
    return {"type": "object", "propertyNames": _value(keys), "additionalProperties": _value(values)}


_BY_ORIGIN: Mapping[Any, Callable[[Any], Schema]] = MappingProxyType(
    {
        Literal: lambda kind: {"enum": list(get_args(kind))},
        tuple: lambda kind: {"type": "array", "items": _value(get_args(kind)[0])},
        dict: _table,
        bool: lambda kind: {"type": "boolean"},
        int: lambda kind: {"type": "integer"},
        str: lambda kind: {"type": "string"},
        date: lambda kind: {"type": "string", "format": "date"},
        Union: lambda kind: {"anyOf": [_value(each) for each in get_args(kind)]},
        Odds: lambda kind: {"type": "string", "pattern": f"^{ODDS_FORM.pattern}$"},
        Award: lambda kind: _award(),
        When: lambda kind: {"$ref": "#/$defs/when"},
    }
)


# ---------------------------------------------------------------- skeleton of a new rulebook

_HEAD = re.compile(r'^\["(?P<key>[^"]+)"\]\s*$')
_SECTION = re.compile(r'^section = "(?P<section>[^"]*)"')
_TITLE = re.compile(r"^(?P<term>id|title|document|edition|in-force|source) = ")
_WIDTH = 116


def skeleton(text: str, rulebook: str, demands: Mapping[str, str]) -> str:
    """Return the text of a new rulebook based on another.

    A description precedes each provision. Sections are empty, so that ``punto rules check`` lists those not yet filled
    in.
    """
    head = {
        "id": f'id = "{rulebook}"',
        "title": 'title = "Title of the game and jurisdiction"',
        "document": 'document = "Name of the document, and who issued it"',
        "in-force": 'in-force = "undated edition"  # or its first day: { from = 2024-07-01 }',
    }
    lines = [
        "# A new rulebook. For each provision: write the section of your document, change the terms to what it says,",
        "# or delete the provision if the document has none. `punto rules check` lists everything that is still wrong.",
    ]
    body = text.splitlines()
    for line in body[next(number for number, line in enumerate(body) if line.startswith("[rulebook]")) :]:
        lines += _line(line, head, demands)
    return "\n".join(lines) + "\n"


def _line(line: str, head: Mapping[str, str], demands: Mapping[str, str]) -> list[str]:
    if found := _TITLE.match(line):
        return [head[found["term"]]] if found["term"] in head else []
    if found := _SECTION.match(line):
        return [f'section = ""  # there: {found["section"]}']
    if (found := _HEAD.match(line)) and found["key"] in demands:
        return [*(f"# {words}" for words in wrap(demands[found["key"]], _WIDTH)), line]
    return [] if line.startswith("# ---") else ["", line] if line == "[rulebook]" else [line]
