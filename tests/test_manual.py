"""The manual is whole: what it has from the code is fresh, every page has its place, every dependency its reason."""

import ast
import doctest
import re
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from punto.rules.review.finding import Code
from tests.rules import findings
from tools.manual import api, decisions, layers
from tools.manual.made import DOCS, WHOLE

ROOT = Path(__file__).parent.parent
SETTINGS = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", WHOLE)
def test_what_comes_from_the_code_is_fresh(path: str) -> None:
    assert (DOCS / path).read_text(encoding="utf-8") == WHOLE[path](), "it is stale: make pages"


def test_a_picture_is_one() -> None:
    for path in WHOLE:
        if path.endswith(".svg"):
            assert ElementTree.parse(DOCS / path).getroot().tag.endswith("svg")


# ---------------------------------------------------------------- the list of pages


def listed(nav: list[Any]) -> Iterator[str]:
    for entry in nav:
        if isinstance(entry, str):
            yield entry
        else:
            for inner in entry.values():
                yield from listed(inner)


def test_every_page_has_one_place_in_the_list() -> None:
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    places = list(listed(SETTINGS["nav"]))
    assert pages - set(places) == set(), "these have no place in zensical.toml"
    assert set(places) - pages == set(), "these are not there"
    assert len(places) == len(set(places)), "one of them is listed twice"


def test_every_page_says_what_it_is() -> None:
    for path in DOCS.rglob("*.md"):
        text = re.sub(r"\A---\n.*?\n---\n", "", path.read_text(encoding="utf-8"), flags=re.S).lstrip()
        assert text.startswith("# "), path


def test_the_mark_is_the_pages() -> None:
    assert (DOCS / "look" / "mark.svg").read_bytes() == (ROOT / "src/punto/page/art/mark.svg").read_bytes()


# ---------------------------------------------------------------- dependencies


def wanted() -> set[str]:
    """Everything that pyproject.toml asks for, by its plain name."""
    project = PROJECT["project"]
    lists = [
        project["dependencies"],
        *project["optional-dependencies"].values(),
        *PROJECT["dependency-groups"].values(),
    ]
    names = {re.split(r"[<>=\[ ]", line)[0] for some in lists for line in some} - {"punto"}  # of its own extras
    return {"cupy" if name.startswith("cupy") else name for name in names}


def test_every_dependency_has_its_reason() -> None:
    page = (DOCS / "dependencies.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\|(?: `\w+` \|)? \[([\w.-]+)\]\(https://[^)]+\) \| (.+?) \| (.+?) \|$", page, re.M)
    told = {name for name, what, why in rows if what and why}
    assert wanted() - told == set(), "name them in docs/dependencies.md"
    assert told - wanted() == {"uv"}, "these are gone"


# ---------------------------------------------------------------- the reference


def test_every_public_name_of_punto_is_in_the_reference() -> None:
    page = (DOCS / "api" / "index.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `punto\.(\w+)` \|", page, re.M) == api.public("")


@pytest.mark.parametrize("room", api.ROOMS)
def test_a_room_of_the_reference_says_something_of_every_name(room: str) -> None:
    for name in api.ROOMS[room].modules:
        assert api.module(name).doc
        for each in api.public(name):
            _, node = api.found(api.module(name), each)
            assert isinstance(node, ast.Assign | ast.AnnAssign) or ast.get_docstring(node), f"punto.{name}.{each}"


def test_the_picture_of_the_layers_has_every_room() -> None:
    drawn = set(re.findall(r'data-layer="(\w+)"', layers.layers_svg()))
    told = set(layers.about())
    assert drawn == {name for row in layers.layers() for name in row}
    assert drawn - told == set(), "ARCHITECTURE.md says what each room holds"


def test_rooms_of_the_architecture_are_described_once() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert len(text.encode()) < 15_000
    rooms = re.findall(r"^\| `(\w+)` \|", text.partition("\n## Rooms\n")[2].partition("\n## ")[0], re.M)
    assert len(rooms) == len(set(rooms))


@pytest.mark.skipif(not (api.PACKAGE / "core").is_dir(), reason="before modules move to the rooms of ARCHITECTURE.md")
def test_modules_that_the_architecture_names_are_there() -> None:
    rooms = {name for row in layers.layers() for name in row}
    for page in (ROOT / "ARCHITECTURE.md", *DOCS.glob("decisions/*.md")):
        for path in re.findall(r"`(\w+/[\w/]+(?:\.py)?)`", page.read_text(encoding="utf-8")):
            assert path.split("/")[0] not in rooms or (api.PACKAGE / path).exists(), f"{page.name}: {path}"


def test_decisions_are_numbered_statements_on_one_screen() -> None:
    found = decisions.decisions()
    assert [int(one.file[:3]) for one in found] == list(range(1, len(found) + 1))
    assert all(not one.title.endswith((".", "?")) and len(one.title.split()) > 3 for one in found)
    for one in found:
        assert len((decisions.FOLDER / one.file).read_text(encoding="utf-8").splitlines()) <= 30, one.file


EXAMPLES = sorted(
    path.relative_to(api.PACKAGE.parent).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__")
    for path in api.PACKAGE.rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8") and path.parent.name != "fast"  # which would have to be compiled
)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_of_docstrings_are_true(name: str) -> None:
    outcome = doctest.testmod(import_module(name), optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert outcome.attempted
    assert not outcome.failed


# ---------------------------------------------------------------- refusals

REASONS = {
    "The table": "punto.table.commands",
    "Progressives": "punto.progressive.messages",
    "Wallets": "punto.wallet.messages",
    "Coupons": "punto.coupon.messages",
    "Filings": "punto.filings.messages",
    "Inventory": "punto.inventory.messages",
    "Players' own limits": "punto.people.responsible_play.messages",
    "The floor": "punto.people.administration.messages",
    "Login": "punto.accounts.credentials",
}


def test_every_machine_that_refuses_is_on_the_page() -> None:
    modules = (
        path for path in api.PACKAGE.rglob("*.py") if "\nclass Reason(StrEnum)" in path.read_text(encoding="utf-8")
    )
    found = {path.relative_to(api.PACKAGE.parent).with_suffix("") for path in modules}
    assert {path.as_posix().replace("/", ".") for path in found} == set(REASONS.values())


@pytest.mark.parametrize("chapter", REASONS)
def test_every_reason_has_its_paragraph_in_order_of_precedence(chapter: str) -> None:
    page = (DOCS / "refusals.md").read_text(encoding="utf-8")
    text = page.partition(f"\n## {chapter}\n")[2].partition("\n## ")[0]
    paragraphs = dict(re.findall(r"^### (\S+)\n\n((?:[^#\n].*\n)+)", text, re.M))
    assert list(paragraphs) == [str(reason) for reason in import_module(REASONS[chapter]).Reason]
    assert all(len(words.split()) >= 4 for words in paragraphs.values())


def test_the_reasons_that_the_page_brings_about_are_many() -> None:
    page = (DOCS / "refusals.md").read_text(encoding="utf-8")
    brought = set(re.findall(r"^([a-z-]+): [A-Z]", page.partition("```python")[2].partition("```")[0], re.M))
    assert len(brought) >= 18
    assert brought <= {str(reason) for reason in import_module("punto.table.commands").Reason}


# ---------------------------------------------------------------- findings


@pytest.mark.parametrize("code", Code)
def test_below_a_finding_stands_what_a_review_says(code: Code) -> None:
    page = (DOCS / "findings.md").read_text(encoding="utf-8")
    shown = {match["code"]: match["said"] for match in findings.ENTRY.finditer(page)}
    said = findings.said(code).partition(" TOML: ")[0]  # what follows is Python's own word
    assert shown[code].startswith(said), "write it again: python -m tests.rules.findings"
    assert code is Code.NOT_TOML or shown[code] == said
