"""Slips of a table's inventory as PDF: number, chips by denomination, signatures, and the stream they come from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.resources import files
from typing import Any

from punto.core.money import dollars
from punto.inventory import Slip, Status
from punto.inventory.machine import STEPS
from punto.report.pdf import CREATED, need_typst

TITLES = {"fill": "Fill slip", "credit": "Credit slip", "difference": "Difference slip"}
ACTS = {
    "fill": {
        Status.PREPARED: ("Chip bank", "prepared and counted"),
        Status.CARRIED: ("Security", "carried chips and slip"),
        Status.CONFIRMED: ("Floor", "confirmed at the table"),
    },
    "credit": {
        Status.CONFIRMED: ("Floor", "confirmed at the table"),
        Status.CARRIED: ("Security", "carried chips and slip"),
        Status.PREPARED: ("Chip bank", "received and counted"),
    },
    "difference": {Status.CONFIRMED: ("Floor", "confirmed at the table")},
}


def slip_facts(slip: Slip, table: str, operator: str, names: Mapping[str, str]) -> dict[str, Any]:
    """Return what is printed on a slip; times are UTC."""
    lines = [
        [dollars(cents), str(chips), dollars(cents * chips)] for cents, chips in sorted(slip.tray.items(), reverse=True)
    ]
    total = [["Total", str(sum(slip.tray.values())) if slip.tray else "", dollars(slip.cents)]]
    return {
        "title": TITLES[slip.kind],
        "number": f"{table}-{slip.number:05}",
        "operator": operator,
        "facts": [
            ["Table", table],
            ["Requested", _time(slip.requested_at)],
            ["Status", f"void: {slip.void}" if slip.void else slip.status.value],
        ],
        "lines": lines,
        "total": total[0],
        "note": slip.why,
        "signatures": _signatures(slip, names),
        "source": f"Stream inventory/{table}, slip {slip.number}. A void keeps its number; amounts are not altered.",
    }


def _signatures(slip: Slip, names: Mapping[str, str]) -> list[list[str]]:
    """Return the people who signed, and those who still must, in order."""

    def named(who: str) -> str:
        return names.get(who, who)

    found = [[named(slip.requested_by), "requested", _time(slip.requested_at)]]
    for step in STEPS[slip.kind]:
        duty, act = ACTS[slip.kind][step]
        who, at = slip.signed.get(str(step), ("", 0))
        found.append([f"{duty} {named(who)}".strip(), act, _time(at) if at else "to sign"])
        if step is Status.CONFIRMED and slip.witness:
            found.append([named(slip.witness), "counted at the table", _time(at)])
    return found


def _time(at: int) -> str:
    return f"{datetime.fromtimestamp(at // 1000, UTC):%d %b %Y %H:%M:%S}"


def slip_pdf(facts: Mapping[str, Any]) -> bytes:
    """Return a slip as PDF; the same slip gives the same bytes. Raises ``ReportError`` without typst."""
    need_typst()
    import typst

    source = files("punto.report").joinpath("templates", "slip.typ").read_bytes()
    made: bytes = typst.compile(
        source,
        format="pdf",
        sys_inputs={"slip": json.dumps(facts, ensure_ascii=False)},
        ignore_system_fonts=True,
        timestamp=CREATED,
    )
    return made
