"""``punto``: one program, one module per command, imported when it is asked for.

Exit 0: done and good. 1: the answer is no. 2: the command could not be understood or its input is bad, with one line
that says what and where. Never a traceback.
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
    "bench": "the benchmarks, as ratios to a reference run in the same process",
    "check": "review submissions; several are reviewed as one pit",
    "entropy": "generator output before it is scaled to cards",
    "export": "write the log of a database as JSON lines",
    "felt": "draw the layout a submission implies",
    "history": "reconstruct a hand from a log",
    "import": "put an exported log into a database",
    "odds": "exact odds of every wager",
    "par": "the PAR sheet of a submission, as HTML, PDF or JSON",
    "play": "a table in the terminal",
    "prune": "take old tables out of a database, after their export",
    "relay": "pass a floor on to more spectators",
    "roads": "the five roads of a shoe",
    "rules": "the rulebooks: list, show, diff, coverage",
    "run": "play a transcript of commands at a headless table",
    "serve": "the live floor, on an embedded database or a real one",
    "school": "the dealer school: practice, exams, a question bank",
    "simulate": "whole shoes by the million, beside the exact odds",
    "study": "the studies of the manual",
    "users": "named users of a floor: add, list, role, disable, enable, forget",
    "verify": "chain, replay, money, settlement and fairness of a log",
    "version": "version and digests of code, rulebooks and tables",
}
BAD_INPUT, INTERRUPTED, READER_GONE = 2, 130, 141  # the last two as shells count signals


class Near(click.Group):
    """Commands of which a name that is not there is answered with the near one."""

    called = "command"

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Complain of a wrong name in one line."""
        from punto.cli.output import near

        names = self.list_commands(ctx)
        if args[0] not in names:
            raise click.UsageError(f"no {self.called} is called {args[0]!r}{near(args[0], names)}", ctx)
        return super().resolve_command(ctx, args)


class Group(Near):
    """Commands by name, each in a module that is imported when asked for: ``punto`` itself, and ``punto bench``."""

    def __init__(self, *args: Any, package: str, lines: Mapping[str, str], called: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.package, self.lines, self.called = package, lines, called

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return their names."""
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
        """Write the list without importing any."""
        with formatter.section(f"{self.called.capitalize()}s"):
            formatter.write_dl(list(self.lines.items()))


@click.command(
    cls=Group,
    package="punto.cli",
    lines=COMMANDS,
    called="command",
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
@click.pass_context
def punto(context: click.Context) -> None:
    """Baccarat by the book: five gaming regulations as software."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and leave with its exit code."""
    try:
        code = punto.main(arguments, prog_name="punto", standalone_mode=False)
    except click.exceptions.Abort:
        code = INTERRUPTED
    except click.ClickException as error:
        code = _complain(error.format_message())
    except ValueError as error:  # ours say in one line what is wrong with a card, a shoe, a rulebook
        code = _complain(str(error))
    except OSError as error:
        code = _complain(f"{error.filename or 'standard output'}: {error.strerror or error}")
    except Exception as error:  # a fault in Punto itself
        if os.environ.get("PUNTO_TRACEBACK"):
            traceback.print_exc()
        kind = type(error).__name__
        code = _complain(f"a fault of ours ({kind}: {error}); PUNTO_TRACEBACK=1 shows where")
    except SystemExit as error:  # click leaves like this where the reader of a pipe went away: a verdict it is not
        code = READER_GONE if error.code == 1 else error.code
    sys.exit(code if isinstance(code, int) else 0)


def _complain(message: str) -> int:
    line = " ".join(message.split())
    click.echo(f"punto: {line}", err=True)
    return BAD_INPUT
