"""The vocabulary of logs, as tables of the manual: every command, event and refusal there is.

``python -m tests.record.vocabulary`` writes them into the pages, between the marks; a test says when that is due.
"""

import re
from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import inspect

from punto import coupon, filings, inventory, progressive, wallet
from punto.coupon import messages as coupon_commands
from punto.coupon import messages as coupon_events
from punto.filings import messages as filing_commands
from punto.filings import messages as filing_events
from punto.inventory import messages as inventory_commands
from punto.inventory import messages as inventory_events
from punto.people import administration, responsible_play
from punto.people.administration import messages as house_commands
from punto.people.administration import messages as house_events
from punto.people.responsible_play import messages as care_commands
from punto.people.responsible_play import messages as care_events
from punto.progressive import messages as meter_commands
from punto.progressive import messages as meter_events
from punto.table.commands import Command, Reason
from punto.table.event import Event
from punto.table.transcript import COMMANDS, EVENTS
from punto.wallet import messages as wallet_commands
from punto.wallet import messages as wallet_events

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "transcripts.md"
MARKED = re.compile(r"(<!-- (?P<name>\w+) begin -->\n\n).*?(\n\n<!-- (?P=name) end -->)", re.S)


def commands(kinds: Iterable[type[msgspec.Struct]], base: type[msgspec.Struct]) -> str:
    """Every command: its fields and what it asks for."""
    return "\n".join(["| command | fields | meaning |", "| --- | --- | --- |", *_rows(kinds, base)])


def events(kinds: Iterable[type[msgspec.Struct]], base: type[msgspec.Struct]) -> str:
    """Every event: its fields and what it says."""
    return "\n".join(["| event | fields | meaning |", "| --- | --- | --- |", *_rows(kinds, base)])


def _rows(kinds: Iterable[type[msgspec.Struct]], base: type[msgspec.Struct]) -> list[str]:
    return [f"| `{kind.__struct_config__.tag}` | {_fields(kind, base)} | {_about(kind)} |" for kind in kinds]


def reasons(kind: type[StrEnum]) -> str:
    """Every reason to refuse, in order of precedence."""
    return ", ".join(f"`{reason}`" for reason in kind) + "."


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
        case inspect.EnumType(cls=cls):
            return " / ".join(one.value for one in cls)
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


TABLES: dict[Path, dict[str, Callable[[], str]]] = {
    PAGE: {
        "commands": partial(commands, COMMANDS.values(), Command),
        "events": partial(events, EVENTS.values(), Event),
        "reasons": partial(reasons, Reason),
    },
    DOCS / "progressives.md": {
        "meter_commands": partial(commands, get_args(meter_commands.AnyCommand), meter_commands.Command),
        "meter_events": partial(events, get_args(meter_events.AnyEvent), meter_events.Event),
        "meter_reasons": partial(reasons, progressive.Reason),
        "wallet_commands": partial(commands, get_args(wallet_commands.AnyCommand), wallet_commands.Command),
        "wallet_events": partial(events, get_args(wallet_events.AnyEvent), wallet_events.Event),
        "wallet_reasons": partial(reasons, wallet.Reason),
    },
    DOCS / "coupons.md": {
        "coupon_commands": partial(commands, get_args(coupon_commands.AnyCommand), coupon_commands.Command),
        "coupon_events": partial(events, get_args(coupon_events.AnyEvent), coupon_events.Event),
        "coupon_reasons": partial(reasons, coupon.Reason),
    },
    DOCS / "filings.md": {
        "filing_commands": partial(commands, get_args(filing_commands.AnyCommand), filing_commands.Command),
        "filing_events": partial(events, get_args(filing_events.AnyEvent), filing_events.Event),
        "filing_reasons": partial(reasons, filings.Reason),
    },
    DOCS / "inventory.md": {
        "inventory_commands": partial(commands, get_args(inventory_commands.AnyCommand), inventory_commands.Command),
        "inventory_events": partial(events, get_args(inventory_events.AnyEvent), inventory_events.Event),
        "inventory_reasons": partial(reasons, inventory.Reason),
    },
    DOCS / "accounts.md": {
        "house_commands": partial(commands, get_args(house_commands.AnyCommand), house_commands.Command),
        "house_events": partial(events, get_args(house_events.AnyEvent), house_events.Event),
        "house_reasons": partial(reasons, administration.Reason),
        "care_commands": partial(commands, get_args(care_commands.AnyCommand), care_commands.Command),
        "care_events": partial(events, get_args(care_events.AnyEvent), care_events.Event),
        "care_reasons": partial(reasons, responsible_play.Reason),
    },
}


def written(page: Path) -> str:
    """Return a page with its tables as they are now."""
    tables = TABLES[page]
    return MARKED.sub(lambda match: f"{match[1]}{tables[match['name']]()}{match[3]}", page.read_text())


if __name__ == "__main__":
    for each in TABLES:
        each.write_text(written(each))
