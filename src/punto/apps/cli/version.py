"""``punto version``: digests of the installed software, to compare with what was approved."""

from __future__ import annotations

import hashlib
from importlib.metadata import version

import click

from punto.apps.cli.output import json_option, print_json
from punto.core.tableau import DRAW, PLAYER_DRAWS
from punto.law.rulebook import built_in, load
from punto.record.chain import code_digest


@click.command
@json_option
def command(as_json: bool) -> None:
    """Show version and digests of code, rulebooks and tables."""
    facts = {
        "version": version("punto"),
        "code": code_digest(),
        "rulebooks": {rulebook: load(rulebook).digest for rulebook in built_in()},
        "tables": hashlib.sha256(repr((PLAYER_DRAWS, DRAW)).encode()).hexdigest(),
    }
    if as_json:
        print_json(facts)
        return
    click.echo(f"punto {facts['version']}")
    click.echo(f"code                {facts['code']}")
    click.echo(f"tables              {facts['tables']}")
    for rulebook in built_in():
        click.echo(f"{rulebook:19} {load(rulebook).digest}")
