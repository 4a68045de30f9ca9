"""``punto version``: what runs here, so that it can be compared with what was approved."""

from __future__ import annotations

import hashlib
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable

import click

from punto.cli.output import json_option, print_json
from punto.rulebook import IDS, load
from punto.tableau import DRAW, PLAYER_DRAWS


@click.command
@json_option
def command(as_json: bool) -> None:
    """Version and digests of code, rulebooks and tables."""
    facts = {
        "version": version("punto"),
        "code": code_digest(),
        "rulebooks": {rulebook: load(rulebook).digest for rulebook in IDS},
        "tables": hashlib.sha256(repr((PLAYER_DRAWS, DRAW)).encode()).hexdigest(),
    }
    if as_json:
        print_json(facts)
        return
    click.echo(f"punto {facts['version']}")
    click.echo(f"code                {facts['code']}")
    click.echo(f"tables              {facts['tables']}")
    for rulebook in IDS:
        click.echo(f"{rulebook:19} {load(rulebook).digest}")


def code_digest() -> str:
    """Return one digest of every module of the package."""
    digest = hashlib.sha256()
    for name, module in sorted(_modules(files("punto"), "punto")):
        content = module.read_bytes()
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def _modules(folder: Traversable, name: str) -> list[tuple[str, Traversable]]:
    found: list[tuple[str, Traversable]] = []
    for entry in folder.iterdir():
        if entry.is_dir() and entry.name != "__pycache__":
            found += _modules(entry, f"{name}/{entry.name}")
        elif entry.name.endswith(".py"):
            found.append((f"{name}/{entry.name}", entry))
    return found
