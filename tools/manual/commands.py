"""The page of commands, from the ``--help`` of each."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

import click

from punto.apps.cli import COMMANDS, punto
from tools.manual.markdown import page, table

DOCS = Path(__file__).parents[2] / "docs"

# The page of the manual on each command.
TOLD_IN = {
    "bench": "table.md#how-fast",
    "check": "submissions.md",
    "entropy": "fairness.md",
    "export": "store.md",
    "felt": "wagers.md",
    "history": "log.md#reconstruct-a-coup",
    "import": "store.md",
    "odds": "odds.md",
    "par": "par.md",
    "prune": "store.md",
    "relay": "serving.md",
    "roads": "roads.md",
    "rules": "rulebooks.md",
    "run": "transcripts.md",
    "serve": "serving.md",
    "school": "school.md",
    "simulate": "simulation.md",
    "study": "studies.md",
    "users": "accounts.md",
    "verify": "log.md",
    "version": "par.md",
}
KINDS = {
    "integer": "NUMBER",
    "integer range": "NUMBER",
    "float": "NUMBER",
    "text": "TEXT",
    "filename": "FILE",
    "path": "FILE",
}


def commands_page() -> str:
    """Return the page."""
    context = click.Context(punto, info_name="punto", **punto.context_settings)
    rows = [(f"[`punto {name}`](#punto-{name})", words) for name, words in COMMANDS.items()]
    return page(
        "Commands",
        "Exit status 0: success. 1: the result is negative, such as an unlawful submission or a corrupt log. 2: invalid"
        " usage or malformed input, with one line that says what and where. Every command that computes something takes"
        " `--json`; `-` reads standard input.",
        table(("command", "what it does"), rows),
        *(part for name in COMMANDS for part in _told(context, name, 2)),
    )


def _told(parent: click.Context, name: str, level: int) -> Iterator[str]:
    """Return one command, and its subcommands."""
    command = parent.command.get_command(parent, name) if isinstance(parent.command, click.Group) else None
    if command is None:
        raise LookupError(name)
    context = click.Context(command, info_name=name, parent=parent)
    yield f"{'#' * level} {context.command_path}"
    pieces = [piece for piece in command.collect_usage_pieces(context) if piece != "[OPTIONS]"]
    yield f"```text\n{' '.join((context.command_path, *pieces))}\n```"
    yield cleandoc(command.help or "").replace("\b\n", "")
    rows = [_option(each) for each in command.params if isinstance(each, click.Option) and not each.hidden]
    if rows:
        yield table(("option", "meaning"), rows)
    if level == 2 and name in TOLD_IN:
        yield f"See [{_title(TOLD_IN[name])}]({TOLD_IN[name]})."
    if isinstance(command, click.Group):
        for each in command.list_commands(context):
            yield from _told(context, each, level + 1)


def _option(option: click.Option) -> tuple[str, str]:
    names = ", ".join(f"`{name}`" for name in (*option.opts, *option.secondary_opts))
    value = "" if option.is_flag or option.count else f" {option.metavar or _kind(option)}"
    return f"{names}{value}", option.help or ""


def _kind(option: click.Option) -> str:
    if isinstance(option.type, click.Choice):
        return " or ".join(f"`{choice}`" for choice in option.type.choices)
    return KINDS.get(option.type.name, option.type.name.upper())


def _title(link: str) -> str:
    """Return the title of the page of a link."""
    text = (DOCS / link.partition("#")[0]).read_text(encoding="utf-8")
    return text.partition("\n")[0].removeprefix("# ")
