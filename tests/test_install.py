"""An installation as a stranger has it: the wheel in an empty environment, the extras, the files of a container."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tools.stranger import PAGES, ROOT, Stranger, wheel

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.mark.slow
def test_the_core_alone_runs_every_line_of_the_readme(tmp_path: Path) -> None:
    stranger = Stranger.with_wheel(tmp_path / "one", wheel(tmp_path))
    assert not [
        name
        for name in ("numba", "starlette", "textual")
        if stranger.run("python", "-c", f"import {name}").returncode == 0
    ]
    assert stranger.megabytes < 100
    lines = {page: stranger.follow(ROOT / page) for page in PAGES[:2]}  # a soak follows the others
    assert min(lines.values()) > 2, lines
    wrong = stranger.run("punto", "serve", "--demo")
    assert (wrong.returncode, wrong.stdout.count("\n")) == (2, 1)
    assert "pip install 'punto[floor]'" in wrong.stdout


def test_a_page_that_is_not_true_for_a_stranger_is_found(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "env").symlink_to(Path(sys.executable).parents[1])
    stranger = Stranger(tmp_path)
    page = tmp_path / "page.md"
    for text in ("```console\n$ ls docs\nquick-start.md\n```\n", "```python\n>>> 1 + 1\n3\n```\n"):
        page.write_text(text)
        with pytest.raises(AssertionError, match=r"page\.md"):
            stranger.follow(page)


def test_all_is_every_extra_that_needs_no_gpu() -> None:
    extras = dict(PROJECT["optional-dependencies"])
    (every,) = extras.pop("all")
    del extras["gpu"]
    assert every == f"punto[{','.join(sorted(extras))}]"


def test_each_extra_that_a_message_names_exists() -> None:
    named = {
        extra
        for path in (ROOT / "src").rglob("*.py")
        for extra in re.findall(r"pip install 'punto\[(\w+)\]'", path.read_text(encoding="utf-8"))
    }
    assert named
    assert named <= set(PROJECT["optional-dependencies"])


def test_import_is_quick_because_it_loads_nothing() -> None:
    code = "import sys, punto; print(*sorted(name for name in sys.modules if name.startswith('punto')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == ["punto"]


# ---------------------------------------------------------------- containers, citation


def test_the_containers_command_is_one_that_the_program_understands() -> None:
    from punto.apps.cli.serve import command
    from punto.apps.cli.users import command as users

    lines = (ROOT / "Containerfile").read_text(encoding="utf-8")
    (python,) = set(re.findall(r"^FROM python:(\d\.\d+)-slim", lines, re.M))
    assert f"Programming Language :: Python :: {python}" in PROJECT["classifiers"]
    copied = re.findall(r"^COPY (?!--from)(\S+) ", lines, re.M)
    assert all((ROOT / name).exists() for name in copied)
    serve = re.findall(r'"([^"]+)"', lines.partition("\nCMD ")[2])
    composed = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    assert "dockerfile: Containerfile" in composed
    other = re.findall(r'"([^"]+)"', next(line for line in composed.splitlines() if " command: " in line))
    for words in (serve, other):
        assert words.pop(0) == "serve"
        assert command.make_context("serve", words).params["host"] == "0.0.0.0"
    (added,) = re.findall(r"floor punto users add (.+)$", composed, re.M)
    users.commands["add"].make_context("add", [*added.split(), "--database", "memory:"])
    assert f"EXPOSE {command.make_context('serve', []).params['port']}\n" in lines


def test_the_version_is_said_in_two_places_that_agree() -> None:
    import punto

    cited = re.search(r"^version: (.+)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.M)
    assert cited is not None
    assert cited[1] == PROJECT["version"] == punto.__version__
    assert f"## {PROJECT['version']}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
