"""Names that the reference of version 0.1 listed are importable from their old places, with a warning."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from punto.former import MOVED, RENAMED

# Every name of the reference of version 0.1 that is elsewhere now: its module, then its names.
DOCUMENTED = {
    line.split()[0]: line.split()[1:]
    for line in Path(__file__).with_name("former_names.txt").read_text(encoding="utf-8").splitlines()
}


@pytest.mark.parametrize("module", DOCUMENTED)
def test_a_documented_name_is_still_importable_and_warns(module: str) -> None:
    for name in DOCUMENTED[module]:
        with pytest.warns(DeprecationWarning, match=rf"^{module}\.{name} is now punto\."):
            assert getattr(import_module(module), name) is not None


@pytest.mark.parametrize("place", RENAMED.values())
def test_a_new_name_exists(place: str) -> None:
    home, _, name = place.rpartition(".")
    assert name in vars(import_module(f"punto.{home}"))


def test_only_documented_names_are_kept() -> None:
    assert {f"punto.{module}" for module in MOVED} - {"punto.folds"} <= set(DOCUMENTED)
    named = {f"{module}.{name}" for module, names in DOCUMENTED.items() for name in names}
    assert {f"punto.{name}" for name in RENAMED} <= named


def test_a_former_name_in_a_program() -> None:
    code = (
        "import punto, punto.log.verification; from punto.cards import Card; from punto.floor import House, Floor;"
        " assert Card is punto.Card and House is Floor; print(punto.log.verification.verify is punto.verify)"
    )
    done = subprocess.run([sys.executable, "-W", "always", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
    assert "<string>:1: DeprecationWarning: punto.cards.Card is now punto.core.cards.Card" in done.stderr
    silent = subprocess.run([sys.executable, "-W", "error", "-c", "import punto.core.cards"], check=False)
    assert silent.returncode == 0


@pytest.mark.parametrize("module, name", [("punto.cards", "Roulette"), ("punto.floor", "Roulette"), ("punto.log", "x")])
def test_a_name_that_never_was_is_an_error(module: str, name: str) -> None:
    with pytest.raises(AttributeError, match=f"module '{module}' has no attribute '{name}'"):
        getattr(import_module(module), name)


def test_a_module_that_never_was_is_an_error() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"No module named 'punto\.roulette'"):
        import_module("punto.roulette")
