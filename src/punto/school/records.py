"""The file that a student's progress is kept in: read whole or set aside, written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from punto.core.bounded import MOST_JSON, OutOfBounds, measured
from punto.school.progress import VERSION, Progress

NAME = "school.json"
UNREADABLE = (msgspec.MsgspecError, OutOfBounds, RecursionError, UnicodeError)  # what a file that is not ours may raise


class Kept(NamedTuple):
    """The progress that was found, and what has to be said about it."""

    progress: Progress
    note: str = ""


def usual_place(environment: Mapping[str, str]) -> Path:
    """Return where progress is kept unless another file is named: the XDG data directory."""
    base = environment.get("XDG_DATA_HOME", "")
    root = Path(base) if base.startswith("/") else Path(environment.get("HOME", ".")) / ".local" / "share"
    return root / "punto" / NAME


def load(path: Path) -> Kept:
    """Read progress; a file that cannot be read is set aside under another name, never written over."""
    if not path.exists():
        return Kept(Progress())
    try:
        progress = decoded(path)
        if progress.form != VERSION:
            raise msgspec.ValidationError(f"its form is {progress.form!r}, not {VERSION!r}")
    except UNREADABLE as error:
        aside = _aside(path)
        return Kept(Progress(), f"{path} cannot be read ({error}): it is set aside as {aside.name}, and you begin anew")
    return Kept(progress)


def decoded(path: Path) -> Progress:
    """Decode a progress file. Raises one of ``UNREADABLE``."""
    with path.open("rb") as file:
        return msgspec.json.decode(measured(file.read(MOST_JSON + 1), MOST_JSON), type=Progress)


def _aside(path: Path) -> Path:
    """Move a broken file out of the way, to a name that is free."""
    number, aside = 1, path.with_name(f"{path.name}.broken")
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.name}.broken-{number}")
    path.rename(aside)
    return aside


def save(path: Path, progress: Progress) -> None:
    """Write progress whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    part.write_bytes(msgspec.json.format(msgspec.json.encode(progress), indent=1))
    part.replace(path)
