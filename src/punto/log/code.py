"""Which code runs here: one digest of it, to be compared with what was approved, or with what wrote a snapshot."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from importlib.resources.abc import Traversable


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
