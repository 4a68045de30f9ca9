"""Every module of the package can be imported first and alone: no import depends on the order of others."""

import subprocess
import sys
from pathlib import Path

import pytest

from punto.record.chain import ABOVE

PACKAGE = Path(__file__).parent.parent / "src" / "punto"
ROOMS = sorted(path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists())
# Runs in a process of its own. Before each import all modules of the room are forgotten; those of other rooms stay,
# because no import leads from a room below back into this one, and libraries are imported once.
ALONE = """
import importlib, sys
for name in sys.argv[1:]:
    room = ".".join(name.split(".")[:2])
    for known in [one for one in sys.modules if one == room or one.startswith(room + ".")]:
        del sys.modules[known]
    try:
        importlib.import_module(name)
    except ImportError as error:
        print(f"{name}: {error}")
"""


def modules(room: str) -> list[str]:
    """The modules of a room, by their dotted names."""
    found = sorted((PACKAGE / room).rglob("*.py")) or [PACKAGE / f"{room}.py"]
    names = [path.relative_to(PACKAGE.parent).with_suffix("").as_posix().replace("/", ".") for path in found]
    return [
        name.removesuffix(".__init__") for name in names if not name.endswith("__main__") and "migrations" not in name
    ]


@pytest.mark.slow
@pytest.mark.parametrize("rooms", [ROOMS[::2], ROOMS[1::2]], ids=["one half", "the other"])
def test_each_module_is_imported_alone(rooms: list[str]) -> None:
    names = [name for room in rooms for name in modules(room)]
    done = subprocess.run([sys.executable, "-c", ALONE, *names], capture_output=True, text=True, check=True)
    assert done.stdout == ""


def test_the_rooms_that_no_log_is_replayed_with_are_there() -> None:
    assert [room for room in ABOVE if not (PACKAGE / room).exists()] == []
