"""The API reference: every public name with its signature and its docstring, read from the source.

The source is parsed, not imported: a signature appears as in the code, with the comments of its fields, and is the same
under every version of Python.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from inspect import cleandoc
from pathlib import Path
from typing import NamedTuple

from tools.manual.markdown import page, table

PACKAGE = Path(__file__).parents[2] / "src" / "punto"


class Room(NamedTuple):
    """A page of the reference: its title, its subject, and its modules."""

    title: str
    about: str
    modules: tuple[str, ...]


ROOMS = {
    "cards": Room("Cards and coups", "cards, shoes, hands, the drawing rule, and all of them as text",
                  ("core.cards", "core.coup", "core.tableau", "core.notation")),
    "words": Room("Money, roles, citations", "types that everything else uses",
                  ("core.money", "core.roles", "core.citation", "core.posting", "core.self_limits")),
    "rulebook": Room("Rulebooks", "five regulations as data, and the matcher of ceremonies",
                     ("law.rulebook", "library", "law.ceremony", "law.coverage", "law.clauses", "law.trace")),
    "wagers": Room("Wagers", "each wager once, and how to add one", ("wagers", "wagers.book")),
    "review": Room("Submissions and review", "from an operator's file to house rules",
                   ("rules.submission", "rules.review", "rules.house_rules")),
    "odds": Room("Odds", "exact odds of every wager, for any shoe and from any card",
                 ("odds", "odds.parlay", "odds.queries", "odds.fast")),
    "simulate": Room("Simulation", "whole shoes by the million", ("simulate",)),
    "fair": Room("Fair cards", "commitment, entropy, shuffle, list and proof", ("fair", "fair.document")),
    "table": Room("Table engine", "commands in, events out", ("table", "table.holes", "table.drive", "table.phases")),
    "progressive": Room("Progressives and wallets", "meters and wallets, each a state machine",
                        ("progressive", "wallet")),
    "record": Room("The record", "streams, databases, sessions, verification, hardware",
                ("record", "game", "game.card_sources", "game.headless", "verification.verify")),
    "views": Room("Views", "folds of events: roads, histories, statistics, books, views",
                  ("views.roads", "views.results", "views.history", "views.statistics", "views.ledger", "views.views",
                   "views.refusal_messages")),
    "audit": Room("The audit", "the one second copy of the rules", ("audit",)),
    "draw": Room("Drawings", "cards, coups, felts, roads, charts as SVG",
                 ("draw.card", "draw.coup", "draw.felt", "draw.roads", "draw.chart", "draw.plot", "draw.phases")),
    "report": Room("Reports", "PAR sheets and studies", ("report", "report.html", "report.pdf", "report.studies")),
    "scenario": Room("Scenarios", "plain sentences, played at a table", ("scenario",)),
    "school": Room("Dealer school", "questions and answers made by the engine", ("school",)),
    "floor": Room("The floor", "live tables in one process",
                  ("floor", "people.administration", "people.responsible_play", "accounts")),
    "client": Room("Python client", "access to a floor for programs", ("client",)),
}  # fmt: skip


@dataclass(frozen=True)
class Module:
    """A parsed module."""

    name: str  # "odds.sheet", without the package
    text: str
    tree: ast.Module
    package: bool

    @property
    def doc(self) -> str:
        """The docstring of the module."""
        return ast.get_docstring(self.tree) or ""


Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign


@cache
def module(name: str) -> Module:
    """Parse a module of the package: ``odds``, ``odds.sheet``, or "" for ``punto`` itself."""
    path = PACKAGE.joinpath(*name.split(".")) if name else PACKAGE
    package = path.is_dir()
    text = (path / "__init__.py" if package else path.with_suffix(".py")).read_text(encoding="utf-8")
    return Module(name, text, ast.parse(text), package)


def public(name: str) -> list[str]:
    """Return the public names of a module: its ``__all__``, or else definitions without an underscore."""
    for node in module(name).tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return sorted(ast.literal_eval(node.value), key=str.lower)
    return [each for each in _defined(module(name)) if not each.startswith("_")]


def _defined(source: Module) -> dict[str, Definition]:
    """Return the definitions of a module: classes, functions, and constants in capitals."""
    found: dict[str, Definition] = {}
    for node in source.tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found[node.name] = node
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name) and not target.id.startswith("__"):
                found[target.id] = node
    return found


def found(source: Module, name: str) -> tuple[Module, Definition]:
    """Follow a name through imports to its definition. Raises ``LookupError``."""
    if name in (own := _defined(source)):
        return source, own[name]
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("punto"):
            for alias in node.names:
                if (alias.asname or alias.name) == name:
                    return found(module(node.module.removeprefix("punto").strip(".")), alias.name)
    raise LookupError(f"punto.{source.name} has no {name}")


# ---------------------------------------------------------------- entries


def entry(source: Module, name: str, level: int) -> str:
    """Return the entry of one name."""
    where, node = found(source, name)
    heading = f"{'#' * level} {name}"
    home = f"`punto.{where.name}`" if where.name != source.name else ""
    if isinstance(node, ast.Assign | ast.AnnAssign):
        return "\n\n".join(filter(None, (heading, home, _code(_constant(where, node)))))
    parts = [heading, home, _code(_signature(where, node)), prose(ast.get_docstring(node) or "")]
    if isinstance(node, ast.ClassDef):
        parts += list(_members(where, node))
    return "\n\n".join(filter(None, parts))


def _constant(where: Module, node: ast.Assign | ast.AnnAssign) -> str:
    text = ast.get_source_segment(where.text, node) or ""
    return text if len(text) < 240 else f"{text.partition('=')[0].strip()} = …"


def _signature(where: Module, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> str:
    """Return the head of a definition as written, with the fields of a class below it."""
    lines = where.text.splitlines()
    body = node.body[0].lineno - 1
    head = [line for line in lines[node.lineno - 1 : body] if not line.strip().startswith("#")]
    text = "\n".join(head).rstrip() if head else lines[node.lineno - 1]
    indent = len(lines[node.lineno - 1]) - len(lines[node.lineno - 1].lstrip())
    fields = list(_fields(lines, node)) if isinstance(node, ast.ClassDef) else []
    text = "\n".join(line[indent:] for line in (*text.splitlines(), *fields))
    decorators = [ast.unparse(each) for each in node.decorator_list]
    shown = [each for each in decorators if each in ("property", "cached_property", "classmethod", "staticmethod")]
    return "\n".join((*(f"@{each}" for each in shown), text if fields else text.rstrip().removesuffix(":")))


def _fields(lines: list[str], node: ast.ClassDef) -> Iterator[str]:
    """Return the lines of a class's fields or members, comments included."""
    for each in node.body:
        target = (
            each.target
            if isinstance(each, ast.AnnAssign)
            else each.targets[0]
            if isinstance(each, ast.Assign)
            else None
        )
        if isinstance(target, ast.Name) and not target.id.startswith("_"):
            yield from lines[each.lineno - 1 : each.end_lineno]


def _members(where: Module, node: ast.ClassDef) -> Iterator[str]:
    """Return the entries of public methods and properties."""
    for each in node.body:
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) and not each.name.startswith("_"):
            yield f"**{node.name}.{each.name}**"
            yield _code(_signature(where, each))
            yield prose(ast.get_docstring(each) or "")


def _code(text: str) -> str:
    return f"```py\n{text}\n```"


_DOUBLE = re.compile(r"``([^`]+)``")
_RULE = re.compile(r"^=+( +=+)+$")


def prose(text: str) -> str:
    """Turn a docstring into Markdown: names in single ticks, examples and drawings unchanged."""
    return "\n\n".join(_paragraph(part) for part in re.split(r"\n\s*\n", cleandoc(text))) if text else ""


def _paragraph(text: str) -> str:
    lines = text.splitlines()
    if lines[0].lstrip().startswith(">>>"):
        return f"```pycon\n{cleandoc(text)}\n```"
    if all(line.startswith("    ") for line in lines) or any(_RULE.match(line) for line in lines):
        return f"```text\n{cleandoc(text)}\n```"
    return _DOUBLE.sub(r"`\1`", text)


# ---------------------------------------------------------------- pages


def room_page(key: str) -> str:
    """Return one page of the reference."""
    room = ROOMS[key]
    parts: list[str] = []
    for name in room.modules:
        source = module(name)
        parts.append(f"## punto.{name}")
        parts.append(prose(source.doc))
        parts.extend(entry(source, each, 3) for each in public(name))
    return page(room.title, f"*{room.about[0].upper()}{room.about[1:]}.*", *parts)


def index_page() -> str:
    """Return the first page of the reference: the names of ``punto``, and the rooms."""
    top = module("")
    rows = []
    for name in public(""):
        where, node = found(top, name)
        room = next(key for key, each in ROOMS.items() if any(_holds(one, where.name, node) for one in each.modules))
        doc = "" if isinstance(node, ast.Assign | ast.AnnAssign) else (ast.get_docstring(node) or "").partition("\n")[0]
        rows.append((f"`punto.{name}`", _DOUBLE.sub(r"`\1`", doc), f"[{ROOMS[room].title}]({room}.md)"))
    return page(
        "Reference",
        "Every public name, with its signature, fields and docstring. Names that are not listed are internal and may"
        " change. `import punto` gives the names below, each imported on first use; import all others from their"
        " package.",
        table(("name", "description", "page"), rows),
        "## Pages",
        table(
            ("page", "modules", "about"),
            [
                (f"[{room.title}]({key}.md)", ", ".join(f"`punto.{name}`" for name in room.modules), room.about)
                for key, room in ROOMS.items()
            ],
        ),
    )


def _holds(name: str, where: str, node: Definition) -> bool:
    """Return whether a module of the reference shows a definition."""
    source = module(name)
    return any(found(source, each) == (module(where), node) for each in public(name))
