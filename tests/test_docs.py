"""The manual is true: every example in README.md and docs/ runs and answers what the page says.

A fenced `python` block with `>>>` in it is a doctest; the blocks of a page share one namespace. A fenced
`console` block is a session: what follows `$ ` is run in a scratch directory, and the lines below it are
its whole output, `...` standing for anything. Set-up (`make`, `git`, `pip`) is passed over, and a block
marked `console no-run` too. A block with a `title` is a file of that name, for the sessions below it.
"""

import contextlib
import doctest
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from punto.apps.cli import main
from tools import check_site

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(path for path in (ROOT / "README.md", *ROOT.glob("docs/**/*.md")) if path.exists())

RUN = ("punto", "python", "cat", "ls")
PASSED_OVER = ("make", "git", "pip")
SECONDS = 120
TERMINAL = {"COLUMNS": "100", "TERM": "dumb", "NO_COLOR": "1"}
PLAIN = re.compile(r"'[^']*'")  # what a shell leaves alone
NEEDS_A_SHELL = re.compile(r"[|&;<>`$*?~]")
OWN_PROCESS = {"serve", "relay", "bench", "entropy"}  # these stay, want processes, or write bytes

FENCE = re.compile(
    r"^(?P<indent> *)(?P<fence>```+)(?P<info>[^`\n]*)\n(?P<text>.*?)^(?P=indent)(?P=fence)$", re.M | re.S
)
PICTURE = re.compile(r"!\[[^]]*\]\([\w./]*pictures/(?P<name>[\w.-]+)\)")
TITLE = re.compile(r'title="(?P<name>[\w.-]+)"')
COMMAND = re.compile(r"^\$ (?P<command>(?:.*\\\n)*.*)\n?(?P<output>(?:(?!\$ ).*\n?)*)", re.M)


@dataclass(frozen=True)
class Block:
    """A fenced block of a page: its language and marks, its text, and the line it begins on."""

    info: tuple[str, ...]
    text: str
    line: int


def blocks(page: str) -> Iterator[Block]:
    for match in FENCE.finditer(page):
        indent = match["indent"]
        text = "".join(line.removeprefix(indent) for line in match["text"].splitlines(keepends=True))
        yield Block(tuple(match["info"].split()), text, page.count("\n", 0, match.start("text")) + 1)


def run_page(path: Path, scratch: Path) -> int:
    """Run the examples of a page in order; count them, or fail with the first that is not true."""
    for name in ("src", "docs"):  # a reader stands in the checkout, and the paths of a page begin there
        if not (scratch / name).exists():
            (scratch / name).symlink_to(ROOT / name)
    namespace: dict[str, Any] = {"__name__": "__main__"}
    count = 0
    for block in blocks(path.read_text()):
        where = f"{path.name}:{block.line}"
        if title := TITLE.fullmatch(block.info[-1] if block.info else ""):
            (scratch / title["name"]).write_text(block.text)
        elif block.info == ("python",) and ">>>" in block.text:
            count += run_python(block, namespace, where)
        elif block.info == ("console",):
            count += run_console(block.text, scratch, where)
    for shown in PICTURE.finditer(path.read_text()):  # what a page draws and shows is the same picture
        drawn, kept = scratch / shown["name"], DOCS / "pictures" / shown["name"]
        assert not drawn.exists() or drawn.read_bytes() == kept.read_bytes(), f"{path.name} shows an old {kept.name}"
    return count


def run_python(block: Block, namespace: dict[str, Any], where: str) -> int:
    test = doctest.DocTestParser().get_doctest(block.text, namespace, where, where, block.line - 1)
    test.globs = namespace  # get_doctest copies; a page is one namespace
    report: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    outcome = runner.run(test, out=report.append, clear_globs=False)
    assert not outcome.failed, "".join(report)
    return outcome.attempted


def run_console(text: str, scratch: Path, where: str) -> int:
    assert text.startswith("$ "), f"{where}: a console block begins with `$ `"
    count = 0
    for session in COMMAND.finditer(text):
        command = session["command"]
        name = command.split()[0]
        if name in PASSED_OVER:
            continue
        assert name in RUN, f"{where}: {name} is not for a manual to run; mark the block `console no-run`"
        expect(command, tidy(session["output"]), scratch, where)
        count += 1
    return count


def expect(command: str, wanted: str, scratch: Path, where: str) -> None:
    got, status = answer_here(command, scratch) or answer_of_a_shell(command, scratch)
    got = tidy(got)
    same = doctest.OutputChecker().check_output(wanted, got, doctest.ELLIPSIS)
    assert same, f"{where}: $ {command}\nthe page says:\n{wanted}\nthe command says:\n{got}"
    assert wanted or not status, f"{where}: $ {command}\nended with status {status}"


def answer_here(command: str, scratch: Path) -> tuple[str, int] | None:
    """Run `punto` in this process, which starts faster; return None if the line needs a shell."""
    line, _, into = command.replace("\\\n", " ").partition(" > ")
    words = shlex.split(line)
    if words[0] != "punto" or OWN_PROCESS.intersection(words[1:2]) or NEEDS_A_SHELL.search(PLAIN.sub("", line + into)):
        return None
    said, out, status = io.StringIO(), io.StringIO(), 0
    with (
        contextlib.chdir(scratch),
        patch.dict(os.environ, TERMINAL),
        patch("sys.stdin", io.StringIO()),
        redirect_stdout(out if into else said),
        redirect_stderr(said),
    ):
        try:
            main(words[1:])
        except SystemExit as leave:
            status = leave.code if isinstance(leave.code, int) else 1
    if into:
        (scratch / into).write_text(out.getvalue())
    return said.getvalue(), status


def answer_of_a_shell(command: str, scratch: Path) -> tuple[str, int]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=scratch,
        env=os.environ | TERMINAL | {"PATH": path},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    return done.stdout, done.returncode


def tidy(text: str) -> str:
    """The text without what no reader sees: blanks at the ends of lines, empty lines at the end."""
    return "\n".join(line.rstrip() for line in text.splitlines()).rstrip() + "\n" if text.strip() else ""


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_examples_are_true(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_page(path, tmp_path)


TRUE_PAGE = """
```python
>>> cards = 6 * 52
>>> cards
312
```

Text.

```console
$ python -c 'print("felt"); print("12  34")'
felt
1...34
$ make run
this is not run
$ python -c \\
    'print(1)'
1
```

1. In a list:

    ```python
    >>> cards + 1
    313
    ```

```console no-run
$ punto floor --for-ever
```
"""


def test_a_true_page_runs(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(TRUE_PAGE)
    assert run_page(page, tmp_path) == 5


@pytest.mark.parametrize(
    "block",
    [
        "```python\n>>> 1 + 1\n3\n```\n",
        "```python\n>>> undefined\n```\n",
        "```console\n$ python -c 'print(8)'\n9\n```\n",
        "```console\n$ python -c 'print(8)'\n```\n",
        "```console\n$ python -c 'print(\"a  b\")'\na b\n```\n",
        "```console\n$ python -c 'raise SystemExit(1)'\n```\n",
        "```console\n$ rm -rf site\n```\n",
        "```console\npython\n```\n",
    ],
)
def test_an_untrue_page_fails(block: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"# A page\n\n{block}")
    with pytest.raises(AssertionError, match=r"page\.md"):
        run_page(page, tmp_path)


GOOD_SITE = {
    "index.html": '<a href="guide/#odds">odds</a> <a href="https://example.org/">elsewhere</a>'
    '<link rel="stylesheet" href="main.css"><img src="data:image/png;base64,AA==">',
    "guide/index.html": '<h1 id="odds">Odds</h1><a href="..">home</a><a href="/">root</a>',
    "main.css": "a { background: url('felt.svg') } b { background: url(data:image/svg+xml,x) }",
    "felt.svg": '<svg xmlns="http://www.w3.org/2000/svg"><use href="#a"/></svg>',
}


@pytest.mark.parametrize(
    "name, text, complaint",
    [
        ("index.html", '<script src="https://example.org/a.js"></script>', "loads https://example.org/a.js"),
        ("index.html", '<link rel="stylesheet" href="//example.org/a.css">', "loads //example.org/a.css"),
        ("index.html", '<img srcset="https://example.org/a.png 2x">', "loads https://example.org/a.png"),
        ("index.html", '<p style="background: url(https://example.org/a.png)">', "loads https://example.org"),
        ("index.html", "<style>@import 'https://example.org/a.css';</style>", "loads https://example.org"),
        ("index.html", '<pre class="mermaid">graph TD</pre>', "mermaid"),
        ("main.css", "a { background: url(https://example.org/felt.svg) }", "loads https://example.org"),
        ("main.css", "a { background: url(nothing.svg) }", "nothing.svg"),
        ("index.html", '<a href="missing/">x</a>', "missing/"),
        ("index.html", '<a href="guide/#evens">x</a>', "#evens"),
        ("index.html", '<img src="missing.png">', "missing.png"),
        ("felt.svg", '<svg><image href="https://example.org/a.png"/></svg>', "loads https://example.org"),
    ],
)
def test_a_site_that_reaches_out_or_dangles_is_refused(name: str, text: str, complaint: str, tmp_path: Path) -> None:
    for file, content in GOOD_SITE.items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(content)
    assert check_site.complaints(tmp_path) == []
    (tmp_path / name).write_text(text)
    assert any(complaint in each for each in check_site.complaints(tmp_path))
