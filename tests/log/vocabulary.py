"""The vocabulary of transcripts, as the tables of ``docs/transcripts.md``: every command, event and refusal there is.

``python -m tests.log.vocabulary`` writes them into the page, between the marks; a test says when that is due.
"""

import re
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from punto.table.commands import Command
from punto.table.events import Event
from punto.table.refusals import Reason
from punto.table.transcript import COMMANDS, EVENTS

PAGE = Path(__file__).parents[2] / "docs" / "transcripts.md"
MARKED = re.compile(r"(<!-- (?P<name>\w+) begin -->\n\n).*?(\n\n<!-- (?P=name) end -->)", re.S)


def commands() -> str:
    """Every command: its fields and what it asks for."""
    rows = [f"| `{tag}` | {_fields(kind, Command)} | {_about(kind)} |" for tag, kind in COMMANDS.items()]
    return "\n".join(["| command | fields | asks to |", "| --- | --- | --- |", *rows])


def events() -> str:
    """Every event: its fields and what it says."""
    rows = [f"| `{tag}` | {_fields(kind, Event)} | {_about(kind)} |" for tag, kind in EVENTS.items()]
    return "\n".join(["| event | fields | says that |", "| --- | --- | --- |", *rows])


def reasons() -> str:
    """Every reason to refuse, in order of precedence."""
    return ", ".join(f"`{reason}`" for reason in Reason) + "."


def _about(kind: type[msgspec.Struct]) -> str:
    return (kind.__doc__ or "").split("\n\n")[0].replace("\n", " ").strip().replace("``", "`")


def _fields(kind: type[msgspec.Struct], base: type[msgspec.Struct]) -> str:
    shared = {field.name for field in msgspec.structs.fields(base)}
    own = [field for field in msgspec.structs.fields(kind) if field.name not in shared]
    told = [f"`{field.encode_name}`{'' if field.required else '?'} {_type(field.type)}" for field in own]
    return ", ".join(told) or "none"


def _type(kind: Any) -> str:
    return _words(inspect.type_info(kind))


def _words(info: inspect.Type) -> str:
    match info:
        case inspect.IntType():
            return "number"
        case inspect.StrType():
            return "text"
        case inspect.BoolType():
            return "yes or no"
        case inspect.LiteralType(values=values):
            return " / ".join(map(str, values))
        case inspect.DictType(key_type=key, value_type=value):
            return f"{_words(value)} by {_words(key)}"
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return f"list of {_words(item)}"
        case inspect.UnionType(types=types):
            return " or ".join(_words(each) for each in types if not isinstance(each, inspect.NoneType))
        case inspect.StructType(cls=cls):
            return cls.__name__.lower()
        case _:
            return type(info).__name__.removesuffix("Type").lower()


TABLES = {"commands": commands, "events": events, "reasons": reasons}


def written(page: str) -> str:
    """Return a page with its tables as they are now."""
    return MARKED.sub(lambda match: f"{match[1]}{TABLES[match['name']]()}{match[3]}", page)


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text()))
