"""The language of docstrings, comments, messages, page and manual: counts of words that the project avoids.

``words.toml`` records how many each package and folder still has. A count may only fall: a new one fails here, and a
removed one is recorded by ``python -m tests.test_words``.
"""

import ast
import re
import subprocess
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "punto"
RECORD = Path(__file__).with_name("words.toml")
FIRST = "8672785"  # subjects are checked from the commit after this one

# Each with what to write instead.
AVOIDED = {
    r"\b([Ww]hoever|[Ss]omebody|[Nn]obody|[Ee]verybody|[Aa]nybody)\b": "name the actor",
    r"\bof (wood|paper)\b": "physical",
    r"\b[Cc]om(e|es|ing) in\b": "log in",
    r"(?<!there )\b(is|was) no (?!longer|more\b)[a-z]": "name what is valid, or say is not",
    r"\b(at once|for ever|besides|reckon\w*|put right|taken? up|makes no sense|below nothing)\b": "see the glossary",
    r"\b(told|hears?)\b": "notify, send, receive",
    r"\bthat ships\b": "built-in",
    r"\b(colour|behaviour)\w*": "American spelling",
}
CLAUSE_AS_SUBJECT = re.compile(r"(What|Who|Where) [^?]*[^?]", re.S)
STRING_OR_COMMENT = re.compile(  # many times faster than ``tokenize``, with the same comments
    r'"""(?:[^"\\]|\\.|"(?!""))*+"""' r"|'{3}(?:[^'\\]|\\.|'(?!''))*+'{3}"
    r'|"(?:[^"\\\n]|\\.)*+"' r"|'(?:[^'\\\n]|\\.)*+'" r"|#[^\n]*",
    re.DOTALL,
)  # fmt: skip
LAW = ("docs/game.md", "docs/readings.md", "docs/soak.md")  # the documents' own words; a record that a program writes


@cache
def _patterns() -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in AVOIDED))


def avoided(text: str) -> Iterator[str]:
    """Return what a text has of the words that the project avoids; code spans and quotations are not looked at."""
    plain = re.sub(r"``[^`]*``|`[^`]*`|\"[^\"\n]*\"|“[^”]*”", " ", text)
    yield from (match.group() for match in _patterns().finditer(plain))
    first = plain.strip().partition(".")[0] + "."
    if CLAUSE_AS_SUBJECT.fullmatch(first):
        yield first.split()[0]


# ---------------------------------------------------------------- where words stand


def python_texts(path: Path) -> Iterator[str]:
    """Return the docstrings, comments, messages of exceptions and help texts of a module."""
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""
        elif isinstance(node, ast.Raise) and node.exc is not None:
            yield from _strings(node.exc)
        elif isinstance(node, ast.keyword) and node.arg in ("help", "short_help", "epilog"):
            yield from _strings(node.value)
    for token in STRING_OR_COMMENT.finditer(source):
        if token[0].startswith("#"):
            yield token[0].lstrip("# ")


def _strings(node: ast.AST) -> Iterator[str]:
    yield from (one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str))


def page_texts(path: Path) -> Iterator[str]:
    """Return the comments of a script, and the English of the catalogue."""
    source = path.read_text(encoding="utf-8")
    yield from (match.group(1) for match in re.finditer(r"/\*\*?(.*?)\*/", source, re.S))
    yield from (match.group(1) for match in re.finditer(r"(?<![:\w])//(.*)", source))
    if path.parent.name in ("words", "i18n"):
        yield from (match.group(1) for match in re.finditer(r":\s*\[\s*\"((?:[^\"\\]|\\.)*)\"", source))


def manual_texts(path: Path) -> Iterator[str]:
    """Return the paragraphs of a page of the manual, without headings, code and quoted law."""
    source = re.sub(r"```.*?```|<!--.*?-->", "", path.read_text(encoding="utf-8"), flags=re.S)
    for paragraph in re.split(r"\n\s*\n|\n(?=[-*|] )", source):
        if not paragraph.lstrip().startswith(("#", ">", "    ")):
            yield paragraph.lstrip("-*| ")


def texts() -> Iterator[tuple[str, Path, str]]:
    """Return every text, with the part of the project that it counts for."""
    for path in sorted(PACKAGE.rglob("*.py")):
        part = path.relative_to(PACKAGE).parts
        yield from ((part[0] if len(part) > 1 else "punto", path, text) for text in python_texts(path))
    for path in sorted((PACKAGE / "page").rglob("*.js")):
        yield from (("page", path, text) for text in page_texts(path))
    for folder in ("examples", "tools", "tests"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if path != Path(__file__) and "node_modules" not in path.parts:
                yield from ((folder, path, text) for text in python_texts(path))
    for path in sorted((*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"))):
        if path.relative_to(ROOT).as_posix() not in LAW:
            yield from (("manual", path, text) for text in manual_texts(path))


@cache
def found() -> dict[str, Counter[str]]:
    """Return what each part has, counted by file and word."""
    parts: dict[str, Counter[str]] = {}
    for part, path, text in texts():
        counted = parts.setdefault(part, Counter())
        counted.update(f"{path.relative_to(ROOT)}: {word}" for word in avoided(text))
    return parts


def counts() -> dict[str, int]:
    return {part: counted.total() for part, counted in sorted(found().items())}


# ---------------------------------------------------------------- tests


def test_words_that_the_project_avoids_only_become_fewer() -> None:
    recorded = tomllib.loads(RECORD.read_text(encoding="utf-8"))
    more = {part: now - recorded.get(part, 0) for part, now in counts().items() if now > recorded.get(part, 0)}
    assert not more, "\n".join(f"{part}: {by} more; {sorted(found()[part])}" for part, by in more.items())


def test_a_fall_is_recorded() -> None:
    recorded = tomllib.loads(RECORD.read_text(encoding="utf-8"))
    fewer = {part: now for part, now in recorded.items() if counts().get(part, 0) < now}
    assert not fewer, f"fewer than recorded: run python -m tests.test_words ({', '.join(fewer)})"


@pytest.mark.parametrize(
    "text, words",
    [
        ("Whoever appends is refused.", ["Whoever"]),
        ("Return the last record, or None.", []),
        ("A table of wood, dealt at once.", ["of wood", "at once"]),
        ("'Zz' is no card: write a rank.", ["is no c"]),
        ("There is no longer a shoe.", []),
        ("The wager is no longer open.", []),
        ("What lay below the minimum was returned.", ["What"]),
        ("What happened?", []),
        ('The page says "Nobody sits here".', []),
        ("Run `somebody` first.", []),
        ("The colour of a chip.", ["colour"]),
    ],
)
def test_the_linter_finds_what_it_should(text: str, words: list[str]) -> None:
    assert list(avoided(text)) == words


def test_subjects_of_commits_fit_in_sixty_characters() -> None:
    log = ["git", "-C", str(ROOT), "log", "--format=%s", f"{FIRST}..HEAD"]
    done = subprocess.run(log, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("not a clone with history")
    assert [subject for subject in done.stdout.splitlines() if len(subject) > 60] == []


if __name__ == "__main__":
    test_words_that_the_project_avoids_only_become_fewer()  # a rise is never recorded
    lines = [f"{part} = {count}" for part, count in counts().items() if count]
    RECORD.write_text("# Avoided words per part; see test_words.py.\n" + "\n".join(lines) + "\n", encoding="utf-8")
