"""JSON Schemas of all that a log holds: commands and events of tables and of the machines beside them.

They are made of the very types that read and write a log, and are shipped beside them, in ``punto/schemas/``, for
programs in other languages. ``python -m tools.schemas`` writes the files; a test says when that is due.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from punto.care import commands as care_commands
from punto.care import events as care_events
from punto.coupon import commands as coupon_commands
from punto.coupon import events as coupon_events
from punto.house import commands as house_commands
from punto.house import events as house_events
from punto.log.opening import Open
from punto.log.record import FORMAT
from punto.progressive import commands as meter_commands
from punto.progressive import events as meter_events
from punto.table import commands, events
from punto.wallet import commands as wallet_commands
from punto.wallet import events as wallet_events

# Each a union by its tag; machines of different kinds have types of the same name, so each kind has its own file.
KINDS: Mapping[str, Any] = {
    "table-commands": Open | commands.AnyCommand,
    "table-events": events.AnyEvent,
    "progressive-commands": meter_commands.AnyCommand,
    "progressive-events": meter_events.AnyEvent,
    "wallet-commands": wallet_commands.AnyCommand,
    "wallet-events": wallet_events.AnyEvent,
    "coupon-commands": coupon_commands.AnyCommand,
    "coupon-events": coupon_events.AnyEvent,
    "house-commands": house_commands.AnyCommand,
    "house-events": house_events.AnyEvent,
    "care-commands": care_commands.AnyCommand,
    "care-events": care_events.AnyEvent,
}


def schema(title: str, kind: Any) -> dict[str, Any]:
    """Return the JSON Schema of a type."""
    (made,), parts = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    return {"title": title, **made, "$defs": dict(sorted(parts.items()))}


def schemas() -> dict[str, dict[str, Any]]:
    """Return all schemas, by the names of their files."""
    return {name: schema(f"{FORMAT} {name}", kind) for name, kind in KINDS.items()}
