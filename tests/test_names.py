"""The public names: all there, none in the way of a module, and none imported before it is wanted."""

import ast
import pkgutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import punto


def declared() -> dict[str, tuple[str, str]]:
    """What the type checker is told: name, module, and the name there."""
    tree = ast.parse(Path(punto.__file__).read_text())
    return {
        alias.asname or alias.name: (node.module, alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("punto.")
        for alias in node.names
    }


def test_the_type_checker_and_the_program_are_told_the_same() -> None:
    assert sorted(declared()) == sorted(punto.__all__)
    assert sorted(punto._WHERE) == sorted(punto.__all__)


@pytest.mark.parametrize("name", punto.__all__)
def test_a_name_is_what_its_module_has(name: str) -> None:
    module, given = declared()[name]
    assert getattr(punto, name) is getattr(import_module(module), given)
    assert name in dir(punto)


def test_no_name_is_a_modules_too() -> None:
    modules = {module.name for module in pkgutil.iter_modules(punto.__path__)}
    assert modules & set(punto.__all__) == set()


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="punto has no 'roulette'"):
        getattr(punto, "roulette")  # noqa: B009 - the type checker knows that it is not there


def test_importing_punto_imports_nothing_else() -> None:
    code = "import sys, punto; print(*(name for name in sys.modules if name.startswith('punto')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["punto"]


def test_names_can_be_imported_from_it() -> None:
    code = "from punto import *; from punto import play as p; assert p is play; import punto.core.cards as c; c.Card"
    subprocess.run([sys.executable, "-c", code], check=True)
