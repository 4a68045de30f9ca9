"""Renamed options and commands: a former name works for one minor version, and help does not show it."""

from pathlib import Path

import click
import pytest

from punto.apps.cli import punto as program
from tests.apps.cli.running import punto

RENAMED = [
    ("serve", "--dealer", "--human-dealer"),
    ("serve", "--origin https://casino.example", "--allow-origin https://casino.example"),
    ("serve", "--proxy 10.0.0.1", "--trusted-proxy 10.0.0.1"),
    ("serve", "--address http://10.0.0.2:8080", "--advertise-url http://10.0.0.2:8080"),
    ("relay http://floor.example", "--proxy 10.0.0.1", "--trusted-proxy 10.0.0.1"),
    ("verify log.jsonl", "--holds abc", "--contains abc"),
    ("history log.jsonl", "--as dealer", "--view-as dealer"),
    ("school", "--bank", "--question-bank"),
    ("school", "--items ada.json", "--item-analysis ada.json"),
]


def parsed(line: str) -> dict[str, object]:
    """Return what a command would be called with, its library of rulebooks left out."""
    name, *rest = line.split()
    command = program.get_command(click.Context(program), name)
    assert command
    given = command.make_context(name, rest).params
    return {key: value for key, value in given.items() if key not in ("library", "books")}


@pytest.mark.parametrize("command, old, new", RENAMED)
def test_the_former_name_does_the_same(command: str, old: str, new: str) -> None:
    assert parsed(f"{command} {old}") == parsed(f"{command} {new}")
    assert parsed(f"{command} {new}") != parsed(command)


@pytest.mark.parametrize("command, old, new", RENAMED)
def test_help_shows_the_new_name_alone(command: str, old: str, new: str) -> None:
    words = punto(command.split(maxsplit=1)[0], "--help").out.split()
    assert new.split(maxsplit=1)[0] in words
    assert old.split(maxsplit=1)[0] not in words


def test_users_erase_was_forget(tmp_path: Path) -> None:
    store = f"--database=sqlite:///{tmp_path / 'floor.db'}"
    for name in ("erase", "forget"):
        assert punto("users", "add", "Dee", store).code == 0
        assert punto("users", name, "Dee", store).code == 0
        assert punto("users", "list", store, "--json").json == []
    assert "forget" not in punto("users", "--help").out
    punto("users", "banish", store).refused("there are add, ")
    assert "forget" not in punto("users", "banish", store).err
