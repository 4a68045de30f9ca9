"""``punto``: one program with one module per command, imported on demand.

Exit status 0: success. 1: the answer is no. 2: invalid command or input, with one line that says what and where. Never
a traceback.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Mapping, Sequence
from importlib import import_module
from keyword import iskeyword
from typing import Any

import click

GROUPS: Mapping[str, Mapping[str, str]] = {
    "Rules": {
        "check": "Review submissions, several as one pit",
        "rules": "Show, compare and check rulebooks",
        "filings": "Compare submissions, and print their digests",
        "felt": "Draw the layout of a submission",
        "par": "Write a PAR sheet as HTML, PDF or JSON",
    },
    "Odds": {
        "odds": "Compute exact odds of every wager",
        "simulate": "Simulate shoes and compare with the exact odds",
        "count": "Examine card counts of a wager",
        "study": "Rerun a study of the manual",
    },
    "Tables": {
        "serve": "Serve live tables",
        "play": "Play at a table in the terminal",
        "relay": "Relay a floor to more spectators",
        "users": "Manage the users of a floor",
        "run": "Run a transcript of commands at a headless table",
    },
    "Logs": {
        "verify": "Verify an exported log",
        "history": "Show past coups from a log",
        "export": "Export the log of a database as JSON lines",
        "import": "Import an exported log into a database",
        "witness": "Keep and cosign the checkpoints of a floor",
        "prune": "Remove old, exported tables from a database",
    },
    "Other": {
        "school": "Train dealers: practice, exams, a question bank",
        "roads": "Show the five roads of a shoe",
        "entropy": "Write generator output before it is scaled to cards",
        "bench": "Run benchmarks, as ratios to a reference",
        "version": "Show version and digests of code, rulebooks and tables",
    },
}
COMMANDS = {name: line for lines in GROUPS.values() for name, line in lines.items()}
ENTIRE = 500  # characters of a sentence in a list of commands
BAD_INPUT, INTERRUPTED, READER_GONE = 2, 130, 141  # the last two as shells count signals


class NoSuchCommand(click.UsageError):
    """A name that is not a command of its group."""


class Near(click.Group):
    """Command group that suggests the nearest name for an unknown one."""

    called = "command"

    def __init__(self, *args: Any, renamed: Mapping[str, str] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.renamed = renamed or {}
        self.invoke_without_command, self.no_args_is_help = True, False

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; without one, print the help."""
        if not ctx._protected_args and not ctx.args:
            click.echo(ctx.get_help())
            return None
        return super().invoke(ctx)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve a command, also by its former name; report an unknown name in one line."""
        from punto.apps.cli.output import near

        names, args = self.list_commands(ctx), [self.renamed.get(args[0], args[0]), *args[1:]]
        if args[0] not in names:
            raise NoSuchCommand(f"no {self.called} is called {args[0]!r}{near(args[0], names)}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with the first sentence of each, whole."""
        commands = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, one.get_short_help_str(ENTIRE).removesuffix(".")) for name, one in commands if one]
            )


class Group(Near):
    """Command group whose modules are imported on demand: ``punto`` itself, and ``punto bench``."""

    def __init__(
        self, *args: Any, package: str, groups: Mapping[str, Mapping[str, str]], called: str, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.package, self.groups, self.called = package, groups, called
        self.lines = {name: line for lines in groups.values() for name, line in lines.items()}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the command names."""
        return list(self.lines)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in self.lines:
            return None
        module = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name
        command = import_module(f"{self.package}.{module}").command
        if not isinstance(command, click.Command):
            raise TypeError(cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the command list without importing the commands."""
        width = max(map(len, self.lines))
        for title, lines in self.groups.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), line) for name, line in lines.items()])


@click.command(
    cls=Group,
    package="punto.apps.cli",
    groups=GROUPS,
    called="command",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
@click.version_option(package_name="punto", message="punto %(version)s")
def punto() -> None:
    """Run baccarat under five US gaming regulations."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and exit with its status."""
    try:
        code = punto.main(arguments, prog_name="punto", standalone_mode=False)
    except click.exceptions.Abort:
        code = INTERRUPTED
    except click.ClickException as error:
        code = _complain(_message(error, sys.argv[1:] if arguments is None else arguments))
    except ValueError as error:  # Punto's own errors are one line about a card, a shoe, a rulebook
        code = _complain(str(error))
    except OSError as error:
        code = _complain(f"{error.filename or 'standard output'}: {error.strerror or error}")
    except MemoryError:
        code = _complain("this takes more memory than this machine has")
    except Exception as error:  # a bug in Punto itself
        if os.environ.get("PUNTO_TRACEBACK"):
            traceback.print_exc()
        kind = type(error).__name__
        code = _complain(f"a fault of ours ({kind}: {error}); PUNTO_TRACEBACK=1 shows where")
    except SystemExit as error:  # click exits like this when the reader of a pipe has gone, which is not a verdict
        code = READER_GONE if error.code == 1 else error.code
    sys.exit(code if isinstance(code, int) else 0)


NOT_UNDERSTOOD = (
    NoSuchCommand,
    click.NoSuchOption,
    click.MissingParameter,
    click.BadOptionUsage,
    click.BadArgumentUsage,
)


def _message(error: click.ClickException, arguments: Sequence[str]) -> str:
    """Return Click's message as one line of ours; for a command line that is not understood, with its usage."""
    words = error.format_message().removesuffix(".").replace(". Did you mean", ": did you mean")
    words = words.replace("is not a valid integer range", "is not a whole number").replace(
        "a valid integer", "a whole number"
    )
    words = words[:1].lower() + words[1:]
    misused = isinstance(error, NOT_UNDERSTOOD) or words.startswith("got unexpected extra")
    if not misused and getattr(error, "param", None) is None:  # about what is in a file, for example
        return words
    context = _context(arguments)
    usage = f"usage: {' '.join(context.get_usage().split()).removeprefix('Usage: ')}; " if misused else ""
    return f"{words} ({usage}try '{context.command_path} --help')"


def _context(arguments: Sequence[str]) -> click.Context:
    """Return the context of the command that a command line names."""
    context = click.Context(punto, info_name="punto")
    for word in arguments:
        group = context.command
        command = group.get_command(context, word) if isinstance(group, click.Group) else None
        if command is None:
            break
        context = click.Context(command, info_name=word, parent=context)
    return context


def _complain(message: str) -> int:
    line = " ".join(message.split())
    click.echo(f"punto: {line}", err=True)
    return BAD_INPUT
