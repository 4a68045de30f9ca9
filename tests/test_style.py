"""The style is a test: sizes, names, and what a module may not hold."""

import ast
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "punto"

MODULE_LINES = 400
BODY_LINES = 60
VAGUE_NAMES = {"utils", "util", "helpers", "helper", "common", "manager", "misc"}
EXACT = (
    "core/",
    "law/rulebook.py",
    "table/",
    "wagers/",
    "progressive/",
    "wallet/",
    "coupon/",
    "filings/",
    "inventory/",
)  # no floats here
CHANCE_AND_CLOCKS = {"random", "time", "secrets", "os"}
CLOCK_READINGS = {"now", "utcnow", "today"}  # a datetime may be held, never asked for
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX)\b")
ADDRESS = re.compile(r"\b(?:https?|wss?|ftp)://(?P<host>[^\s/:\"'<>`)]*)")
OUR_OWN_HOSTS = re.compile(r"www\.w3\.org|localhost|127\.0\.0\.1|\[|\{|%|$")  # a namespace, here, or a variable

Rule = Callable[[Path], Iterable[str]]
Function = ast.FunctionDef | ast.AsyncFunctionDef


def layers_below(name: str) -> set[str]:
    """The layers under the named one, as the contract in pyproject.toml has them."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    contracts = settings["tool"]["importlinter"]["contracts"]
    (layers,) = (contract["layers"] for contract in contracts if contract["type"] == "layers")
    names = [re.findall(r"\w+", layer) for layer in layers]
    (place,) = (index for index, layer in enumerate(names) if name in layer)
    return {module for layer in names[place + 1 :] for module in layer}


def modules(package: Path) -> list[Path]:
    return sorted(package.rglob("*.py"))


def layer(path: Path, package: Path) -> str:
    """The layer a module belongs to: the first name under the package."""
    return path.relative_to(package).parts[0].removesuffix(".py")


def tree(path: Path) -> ast.Module:
    return parsed(path.read_text())


@cache  # every rule reads every module
def parsed(text: str) -> ast.Module:
    return ast.parse(text)


def too_long(package: Path) -> Iterator[str]:
    for path in modules(package):
        if (count := len(path.read_text().splitlines())) > MODULE_LINES:
            yield f"{path.name}: {count} lines, more than {MODULE_LINES}"


def long_bodies(package: Path) -> Iterator[str]:
    for path in modules(package):
        for node in ast.walk(tree(path)):
            if isinstance(node, Function) and (count := body_lines(node)) > BODY_LINES:
                yield f"{path.name}:{node.lineno}: {node.name} has {count} lines, more than {BODY_LINES}"


def body_lines(function: Function) -> int:
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def without_docstring(package: Path) -> Iterator[str]:
    yield from (f"{path.name}: no docstring" for path in modules(package) if not ast.get_docstring(tree(path)))


def bare_asserts(package: Path) -> Iterator[str]:
    for path in modules(package):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Assert):
                yield f"{path.name}:{node.lineno}: assert is no guard; raise"


def unfinished(package: Path) -> Iterator[str]:
    for path in modules(package):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if UNFINISHED.search(line):
                yield f"{path.name}:{number}: {line.strip()}"


def floats(package: Path) -> Iterator[str]:
    for path in modules(package):
        if path.relative_to(package).as_posix().startswith(EXACT):
            for node in ast.walk(tree(path)):
                if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
                    yield f"{path.name}:{node.lineno}: the float {node.value}"


def chance_and_clocks(package: Path) -> Iterator[str]:
    pure = layers_below("record") - {"simulate"}
    for path in modules(package):
        if layer(path, package) in pure:
            for line, name in imports(tree(path)):
                if name in CHANCE_AND_CLOCKS:
                    yield f"{path.name}:{line}: imports {name}, below the record"
            for node in ast.walk(tree(path)):
                if isinstance(node, ast.Attribute) and node.attr in CLOCK_READINGS:
                    yield f"{path.name}:{node.lineno}: reads the clock by .{node.attr}"


def imports(module: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and root of everything that a module imports from outside its package."""
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name.split(".")[0]) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.lineno, node.module.split(".")[0]


def vague_names(package: Path) -> Iterator[str]:
    yield from (f"{path.name}: says nothing" for path in package.rglob("*") if path.stem in VAGUE_NAMES)


def other_hosts(package: Path) -> Iterator[str]:
    for path in sorted(path for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts):
        if path.name.endswith(".LICENSE.txt"):  # of a font: its text is kept as it is, and nothing loads from it
            continue
        for match in ADDRESS.finditer(path.read_bytes().decode("utf-8", errors="replace")):
            if not OUR_OWN_HOSTS.match(match["host"]):
                yield f"{path.name}: {match[0]}"


RULES = [
    too_long,
    long_bodies,
    without_docstring,
    bare_asserts,
    unfinished,
    floats,
    chance_and_clocks,
    vague_names,
    other_hosts,
]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_package_keeps(rule: Rule) -> None:
    assert list(rule(PACKAGE)) == []


LONG = "def deal():\n" + "    pass\n" * 61


@pytest.mark.parametrize(
    "rule, name, text",
    [
        (too_long, "coup.py", "\n" * 401),
        (long_bodies, "coup.py", LONG),
        (long_bodies, "coup.py", "class Shoe:\n    async " + LONG.replace("\n    ", "\n        ")),
        (without_docstring, "coup.py", "CARDS = 52\n"),
        (bare_asserts, "coup.py", "def deal(n):\n    assert n\n"),
        (unfinished, "coup.py", "# TODO: the third card\n"),
        (floats, "core/money.py", "VIGORISH = 0.05\n"),
        (floats, "wagers/dragon.py", "def pays():\n    return 1e3\n"),
        (chance_and_clocks, "core/coup.py", "import random\n"),
        (chance_and_clocks, "table/phase.py", "def when():\n    return datetime.now()\n"),
        (chance_and_clocks, "fair.py", "import os.path\n"),
        (vague_names, "utils.py", ""),
        (vague_names, "odds/helpers.py", ""),
        (vague_names, "common/__init__.py", ""),
        (other_hosts, "rulebooks/ma.toml", 'source = "https://example.org/rules"\n'),
        (other_hosts, "server.py", 'SOCKET = "wss://example.org:1/"\n'),
    ],
)
def test_the_rule_bites(rule: Rule, name: str, text: str, tmp_path: Path) -> None:
    write(tmp_path, name, text)
    assert len(list(rule(tmp_path))) == 1


@pytest.mark.parametrize(
    "rule, name, text",
    [
        (too_long, "coup.py", "\n" * 400),
        (long_bodies, "coup.py", 'def deal():\n    """' + "\n" * 100 + '"""\n' + "    pass\n" * 60),
        (floats, "odds.py", "HOUSE = 0.05\n"),
        (chance_and_clocks, "simulate.py", "import random\n"),
        (chance_and_clocks, "record/file.py", "import os\n"),
        (chance_and_clocks, "table/clock.py", "from .time import Tick\n"),
        (unfinished, "coup.py", "XXXL = 1\n"),
        (
            other_hosts,
            "draw/felt.py",
            'SVG = "http://www.w3.org/2000/svg"\nHERE = f"http://{host}:{port}/"\n',
        ),
        (other_hosts, "server.py", 'HERE = "http://127.0.0.1:8080/"\n'),
    ],
)
def test_the_rule_lets_pass(rule: Rule, name: str, text: str, tmp_path: Path) -> None:
    write(tmp_path, name, text)
    assert list(rule(tmp_path)) == []


def test_the_rules_cope_with_nothing(tmp_path: Path) -> None:
    assert [list(rule(tmp_path)) for rule in RULES] == [[]] * len(RULES)


def write(package: Path, name: str, text: str) -> None:
    (package / name).parent.mkdir(parents=True, exist_ok=True)
    (package / name).write_text(text)
