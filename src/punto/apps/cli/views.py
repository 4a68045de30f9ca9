"""Events of a table as seen by a role, as text and JSON lines."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

import click
import msgspec

from punto.apps.cli.output import near, print_table
from punto.core.money import dollars
from punto.views.views import Unlisted, Viewer, view

if TYPE_CHECKING:
    from punto.record.parse import ParsedLog

TABLES = tuple(str(viewer) for viewer in Viewer if viewer is not Viewer.OWNER)


class Sight(NamedTuple):
    """The visible part of an event."""

    n: int
    at: int
    shown: bytes


def viewer_of(name: str) -> Viewer:
    """Parse a role; an unknown one is rejected with the nearest."""
    if name not in TABLES:
        raise click.UsageError(f"--as: no role is called {name!r}{near(name, TABLES)}")
    return Viewer(name)


def say_view(
    reading: ParsedLog, stream: str, viewer: Viewer, seat: int | None, wanted: Collection[int] | None, as_json: bool
) -> None:
    """Print the events of a table, or some of them, as seen by a viewer."""
    try:
        seen = [one for one in _seen(reading, stream, viewer, seat) if wanted is None or one.n in wanted]
    except Unlisted as error:
        raise click.UsageError(str(error)) from None
    if as_json:
        for one in seen:
            click.echo(f'{{"n":{one.n},"time":{one.at},{one.shown.decode()[1:]}')
        return
    at = "" if seat is None else f" at seat {seat}"
    click.echo(f"{stream} as {_article(viewer)} {viewer}{at} sees it: {len(seen)} events\n")
    rows = [(str(one.n), _clock(one.at), *_words(msgspec.json.decode(one.shown))) for one in seen]
    print_table(("n", "time", "event", "what is seen", "section"), rows)


def _seen(reading: ParsedLog, stream: str, viewer: Viewer, seat: int | None) -> Iterator[Sight]:
    for _, record, batch in reading.entries:
        if record.stream != stream:
            continue
        stored = msgspec.json.decode(record.body, type=dict[str, msgspec.Raw])
        for n, event in enumerate(msgspec.json.decode(stored["events"], type=list[msgspec.Raw]), record.n):
            shown = view(bytes(event), viewer, seat)
            if shown is not None:
                yield Sight(n, batch.command.at, shown)


def _article(viewer: Viewer) -> str:
    return {"floor": "the", "surveillance": "the", "system": "the", "auditor": "an"}.get(viewer, "a")


def _clock(at: int) -> str:
    try:
        return datetime.fromtimestamp(at / 1000, UTC).strftime("%H:%M:%S")
    except (ValueError, OverflowError, OSError):  # beyond the range of calendars
        return str(at)


def _words(shown: dict[str, Any]) -> tuple[str, str, str]:
    tag, section = shown.pop("event"), shown.pop("section", "")
    moves = [f"{debit} to {credit} {dollars(cents)}" for debit, credit, cents, *_ in shown.pop("postings", [])]
    told = [f"{name} {_value(value)}" for name, value in shown.items()]
    return tag.partition("/")[0], "; ".join([", ".join(told), *moves]).removeprefix("; "), section and f"§ {section}"


def _value(value: Any) -> str:
    match value:
        case dict():
            return " ".join(f"{name} {_value(each)}" for name, each in value.items() if name != "section")
        case list():
            return " / ".join(map(_value, value))
        case bool():
            return "yes" if value else "no"
        case _:
            return str(value)
