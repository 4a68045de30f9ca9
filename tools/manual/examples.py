"""The page of examples: each program with its output at the time of writing."""

from __future__ import annotations

import ast
import os
import runpy
import tempfile
from collections.abc import Iterator
from contextlib import chdir, redirect_stdout
from io import StringIO
from pathlib import Path

from tools.manual.markdown import page

FOLDER = Path(__file__).parents[2] / "examples"
# In reading order for newcomers. Those that need a floor print nothing here.
PROGRAMS = (
    "deal_a_coup", "odds_of_a_late_shoe", "own_wager", "count_cards", "simulate_shoes", "review_a_submission",
    "draw_a_felt", "par_sheet", "run_a_transcript", "one_coup", "physical_shoe", "verify_a_log", "watch_a_floor", "bot",
)  # fmt: skip
FLOORS = ("watch_a_floor", "bot")


def printed(name: str) -> str:
    """Run an example in an empty folder; return its output."""
    out = StringIO()
    with tempfile.TemporaryDirectory() as folder, chdir(folder), redirect_stdout(out):
        runpy.run_path(str(FOLDER / f"{name}.py"), run_name="__main__")
        files = sorted(os.listdir())
    written = f"(written: {', '.join(files)})\n" if files else ""
    return out.getvalue() + written


def examples_page() -> str:
    """Return the page."""
    return page(
        "Examples",
        "Short programs, each with one purpose, in the folder `examples/`. The tests check their types and run them;"
        " each is followed by its output.",
        *(part for name in PROGRAMS for part in _program(name)),
    )


def _program(name: str) -> Iterator[str]:
    text = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
    about = (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]
    yield f"## {name.replace('_', ' ').capitalize()}"
    yield about
    yield f'```py title="examples/{name}.py"\n{text.rstrip()}\n```'
    if name not in FLOORS:
        yield f"```text\n{printed(name).rstrip()}\n```"
