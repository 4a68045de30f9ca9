"""No module keeps state: caches, registries and counters belong to an object whose life they share.

``KEPT`` lists the modules that still do, with the number of places; it may only become shorter. The rooms on the path
of live tables (``table``, ``game``, ``fair``, ``floor``) are not on it.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

PUNTO = Path(str(files("punto")))
CACHES = {"cache", "lru_cache"}
MAKERS = {"dict", "list", "set", "defaultdict", "deque", "OrderedDict", "Counter", "WeakKeyDictionary", "count"}
CHANGES = {
    *("add", "append", "appendleft", "clear", "discard", "extend", "insert", "pop", "popitem", "popleft", "remove"),
    *("setdefault", "update", "sort"),
}
KEPT: dict[str, int] = {
    "audit/document.py": 3,
    "core/coup.py": 1,
    "core/speed.py": 1,
    "law/ceremony.py": 6,
    "law/coverage.py": 1,
    "law/decode.py": 1,
    "law/rulebook.py": 6,
    "odds/exact.py": 1,
    "odds/fast/codegen.py": 1,
    "odds/fast/compiling.py": 3,
    "odds/fast/gpu.py": 3,
    "odds/fast/views.py": 4,
    "odds/moments.py": 1,
    "record/checkpoints.py": 1,
    "report/html.py": 1,
    "report/studies/answer.py": 3,
    "report/studies/options.py": 1,
    "report/studies/royal_9.py": 1,
    "rules/submission.py": 1,
    "school/kinds/irregularities.py": 3,
    "school/practice.py": 6,
    "server/routes/odds.py": 5,
    "server/rules.py": 1,
    "server/serving.py": 1,
    "simulate/cpu.py": 2,
    "simulate/gpu.py": 3,
    "simulate/plan.py": 2,
    "wagers/both_hands.py": 1,
    "wagers/facts.py": 3,
    "wagers/registry.py": 2,
    "wagers/wager.py": 1,
}


def name_of(node: ast.expr) -> str:
    """Return the last part of a name: ``lru_cache`` of ``functools.lru_cache(maxsize=4)``."""
    node = node.func if isinstance(node, ast.Call) else node
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def is_mutable(value: ast.expr | None) -> bool:
    """Say whether a value can be changed in place."""
    displays = (ast.Dict, ast.List, ast.Set, ast.DictComp, ast.ListComp, ast.SetComp)
    return isinstance(value, displays) or (isinstance(value, ast.Call) and name_of(value) in MAKERS)


def own_names(function: ast.AST) -> set[str]:
    """Return the names that a function binds itself, so that they are not those of the module."""
    bound = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return bound | {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}


def changed_in(function: ast.AST, mutable: set[str]) -> Iterator[str]:
    """Yield the module's values that a function changes in place."""
    theirs = mutable - own_names(function)
    for node in ast.walk(function):
        target: ast.expr | None = None
        if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            target = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
            target = node.func.value
        if isinstance(target, ast.Name) and target.id in theirs:
            yield f"{target.id} changes"


def state_of(text: str) -> list[str]:
    """Return the state that a module keeps: cached functions, globals that are bound again, values that change."""
    tree = ast.parse(text)
    bound = [(node.targets[0], node.value) for node in tree.body if isinstance(node, ast.Assign)]
    bound += [(node.target, node.value) for node in tree.body if isinstance(node, ast.AnnAssign) and node.value]
    mutable = {target.id for target, value in bound if isinstance(target, ast.Name) and is_mutable(value)}
    found = [f"{name_of(target)} is cached" for target, value in bound if name_of(value) in CACHES]
    found += [f"{name} is bound again" for name in rebound(tree)]
    for function in outermost(tree.body):
        found += [f"{function.name} is cached" for one in function.decorator_list if name_of(one) in CACHES]
        found += changed_in(function, mutable)
    return found


def outermost(body: list[ast.stmt]) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield the functions and methods of a module, without those inside of them."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
        elif isinstance(node, ast.ClassDef | ast.If | ast.Try):
            yield from outermost(node.body)


def rebound(node: ast.AST) -> Iterator[str]:
    """Yield the names of ``global`` statements."""
    for one in ast.walk(node):
        if isinstance(one, ast.Global):
            yield from one.names


def test_modules_keep_no_more_state_than_is_known() -> None:
    found = {str(path.relative_to(PUNTO)): state_of(path.read_text(encoding="utf-8")) for path in PUNTO.rglob("*.py")}
    kept = {name: len(state) for name, state in found.items() if state}
    assert kept == KEPT, {name: found.get(name) for name in kept.keys() ^ KEPT.keys()}


@pytest.mark.parametrize("room", ["table", "game", "fair", "floor"])
def test_no_module_on_the_path_of_live_tables_keeps_any(room: str) -> None:
    assert not [name for name in KEPT if name.startswith(f"{room}/")]


@pytest.mark.parametrize(
    "code, state",
    [
        ("from functools import cache\n@cache\ndef f(): return 1", ["f is cached"]),
        ("import functools\n@functools.lru_cache(maxsize=4)\ndef f(): return 1", ["f is cached"]),
        ("f = cache(len)", ["f is cached"]),
        ("known = {}\ndef f(a): known[a] = 1", ["known changes"]),
        ("known: list[int] = []\ndef f(a):\n  def g(): known.append(a)\n  return g", ["known changes"]),
        ("n = 0\ndef f():\n  global n\n  n += 1", ["n is bound again"]),
        ("table = {1: 2}\ndef f(a): return table[a]", []),
        ("known = {}\ndef f(a):\n  known = {}\n  known[a] = 1", []),
    ],
)
def test_state_is_found_in_each_form(code: str, state: list[str]) -> None:
    assert Counter(state_of(code)) == Counter(state)
