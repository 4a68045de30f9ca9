"""``punto bench``: how fast things are, as ratios to a reference run in the same process.

A time says as much about the machine as about the program; a ratio to plain code that does the same work, timed by
turns with it, hardly changes from one machine to the next. Each benchmark is a module of this package: ``command``.
"""

from __future__ import annotations

from importlib import import_module

import click

BENCHMARKS = {
    "odds": "exact odds of one shoe and of many, against a plain enumeration",
    "simulate": "the simulator on one core and on two, against a plain one",
    "table": "an automatic table, against hands of PokerKit",
}


class Benchmarks(click.Group):
    """The benchmarks, each in its module."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return their names."""
        return list(BENCHMARKS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a benchmark."""
        if cmd_name not in BENCHMARKS:
            return None
        command = import_module(f"punto.cli.bench.{cmd_name}").command
        if not isinstance(command, click.Command):
            raise TypeError(cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Answer a name that is no benchmark with the near one."""
        from punto.cli.output import near

        if args[0] not in BENCHMARKS:
            raise click.UsageError(f"no benchmark is called {args[0]!r}{near(args[0], tuple(BENCHMARKS))}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of benchmarks without importing any."""
        with formatter.section("Benchmarks"):
            formatter.write_dl(list(BENCHMARKS.items()))


@click.command(cls=Benchmarks)
def command() -> None:
    """How fast things are, as ratios to a reference run in the same process."""
