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

COMMANDS = {
    "bench": "Run benchmarks, as ratios to a reference",
    "check": "Review submissions, several as one pit",
    "entropy": "Write generator output before it is scaled to cards",
    "export": "Export the log of a database as JSON lines",
    "felt": "Draw the layout of a submission",
    "history": "Show past coups from a log",
    "import": "Import an exported log into a database",
    "odds": "Compute exact odds of every wager",
    "par": "Write a PAR sheet as HTML, PDF or JSON",
    "play": "Play at a table in the terminal",
    "prune": "Remove old, exported tables from a database",
    "relay": "Relay a floor to more spectators",
    "roads": "Show the five roads of a shoe",
    "rules": "Show, compare and check rulebooks",
    "run": "Run a transcript of commands at a headless table",
    "serve": "Serve live tables",
    "school": "Train dealers: practice, exams, a question bank",
    "simulate": "Simulate shoes and compare with the exact odds",
    "study": "Rerun a study of the manual",
    "users": "Manage the users of a floor",
    "verify": "Verify an exported log",
    "version": "Show version and digests of code, rulebooks and tables",
}
BAD_INPUT, INTERRUPTED, READER_GONE = 2, 130, 141  # the last two as shells count signals


class Near(click.Group):
    """Command group that suggests the nearest name for an unknown one."""

    called = "command"

    def __init__(self, *args: Any, renamed: Mapping[str, str] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.renamed = renamed or {}

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve a command, also by its former name; report an unknown name in one line."""
        from punto.apps.cli.output import near

        names, args = self.list_commands(ctx), [self.renamed.get(args[0], args[0]), *args[1:]]
        if args[0] not in names:
            raise click.UsageError(f"no {self.called} is called {args[0]!r}{near(args[0], names)}", ctx)
        return super().resolve_command(ctx, args)


class Group(Near):
    """Command group whose modules are imported on demand: ``punto`` itself, and ``punto bench``."""

    def __init__(self, *args: Any, package: str, lines: Mapping[str, str], called: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.package, self.lines, self.called = package, lines, called

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
        with formatter.section(f"{self.called.capitalize()}s"):
            formatter.write_dl(list(self.lines.items()))


@click.command(
    cls=Group,
    package="punto.apps.cli",
    lines=COMMANDS,
    called="command",
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
@click.version_option(package_name="punto", message="punto %(version)s")
@click.pass_context
def punto(context: click.Context) -> None:
    """Run baccarat under five US gaming regulations."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and exit with its status."""
    try:
        code = punto.main(arguments, prog_name="punto", standalone_mode=False)
    except click.exceptions.Abort:
        code = INTERRUPTED
    except click.ClickException as error:
        code = _complain(error.format_message())
    except ValueError as error:  # Punto's own errors are one line about a card, a shoe, a rulebook
        code = _complain(str(error))
    except OSError as error:
        code = _complain(f"{error.filename or 'standard output'}: {error.strerror or error}")
    except Exception as error:  # a bug in Punto itself
        if os.environ.get("PUNTO_TRACEBACK"):
            traceback.print_exc()
        kind = type(error).__name__
        code = _complain(f"a fault of ours ({kind}: {error}); PUNTO_TRACEBACK=1 shows where")
    except SystemExit as error:  # click exits like this when the reader of a pipe has gone, which is not a verdict
        code = READER_GONE if error.code == 1 else error.code
    sys.exit(code if isinstance(code, int) else 0)


def _complain(message: str) -> int:
    line = " ".join(message.split())
    click.echo(f"punto: {line}", err=True)
    return BAD_INPUT
