"""Which code runs here: one digest of it, to be compared with what was approved, or with what wrote a checkpoint."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from importlib.resources.abc import Traversable

# The rooms above the log: none of them decides what an event makes of a state.
ABOVE = ("cli", "terminal", "server", "client.py", "accounts", "floor", "store", "school", "report", "draw", "scenario")


def code_digest() -> str:
    """Return one digest of every module of the package."""
    return _digest()


def engine_digest() -> str:
    """Return one digest of the modules that a log is replayed with."""
    return _digest(tuple(f"punto/{room}" for room in ABOVE))


def _digest(without: tuple[str, ...] = ()) -> str:
    digest = hashlib.sha256()
    for name, module in sorted(_modules(files("punto"), "punto")):
        if without and name.startswith(without):
            continue
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
