"""The sheets of the manual, and the tables that ``docs/scenarios.md`` has of them.

``python -m tests.scenario.sheets`` writes the tables into the page, between the marks; a test says when that is due.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from punto.law.coverage import Place, places
from punto.law.rulebook import documents, load, topics
from punto.scenario import Sheet, read
from punto.scenario.playing import shipped
from punto.scenario.sentences import STEPS

FOLDER = Path(__file__).parents[2] / "docs" / "scenarios"
PAGE = FOLDER.with_suffix(".md")
MARKED = re.compile(r"(<!-- (?P<name>\w+) begin -->\n\n).*?(\n\n<!-- (?P=name) end -->)", re.S)


def names() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.txt"))


@cache
def sheet(name: str) -> Sheet:
    return read((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))


@cache
def rulebook_of(submission: str) -> str:
    return str(tomllib.loads(shipped(submission))["rulebook"])


def books(name: str) -> list[str]:
    """The rulebooks that a sheet is played under."""
    played = {rulebook_of(table.submission) for table in sheet(name).tables}
    return [book for book in documents() if book in played]


def citing(place: Place) -> Iterator[str]:
    """The sheets with a line that cites a place."""
    for name in names():
        if place.rulebook in books(name) and place.key in sheet(name).cited(place.rulebook):
            yield name


# ---------------------------------------------------------------- the tables of the page


def scenarios() -> str:
    """All sheets, numbered, with their rulebooks."""
    rows = [
        f"| {number} | [{sheet(name).title}](scenarios/{name}.txt) | {', '.join(f'`{book}`' for book in books(name))} |"
        for number, name in enumerate(names(), 1)
    ]
    return "\n".join(["| no. | scenario | rulebooks |", "| --- | --- | --- |", *rows])


def procedures() -> str:
    """All procedures, with the sections of each document and the numbers of the sheets that cite them there."""
    numbers = {name: number for number, name in enumerate(names(), 1)}
    found = {(place.rulebook, place.key): place for place in places(["procedure"])}
    rows = []
    for key, topic in topics().items():
        if topic.kind == "procedure":
            cells = [_cell(found.get((book, key)), numbers) for book in documents()]
            rows.append(f"| `{key}` | {' | '.join(cells)} |")
    return "\n".join([f"| procedure | {' | '.join(f'`{book}`' for book in documents())} |", "| --- " * 6 + "|", *rows])


def _cell(place: Place | None, numbers: dict[str, int]) -> str:
    if place is None:
        return "—"
    return f"{place.section}: {', '.join(str(numbers[name]) for name in citing(place)) or 'none'}"


def steps() -> str:
    """The words for every step, and whose step it is under which rulebooks."""
    rows = [f"| {words} | `{step}` | {', '.join(_actors(step)) or 'dealer'} |" for step, words in STEPS.items()]
    return "\n".join(["| after the actor | step | actor |", "| --- | --- | --- |", *rows])


def _actors(step: str) -> list[str]:
    found = (
        brought["by"]
        for book in documents()
        for provision in load(book).provisions.values()
        for brought in provision.terms.get("steps", ())
        if brought["do"] == step
    )
    return list(dict.fromkeys(found))


TABLES = {"scenarios": scenarios, "procedures": procedures, "steps": steps}


def written(page: str) -> str:
    """The page with its tables written anew."""
    return MARKED.sub(lambda match: f"{match[1]}{TABLES[match['name']]()}{match[3]}", page)


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
