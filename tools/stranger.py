"""A stranger's machine: an empty virtual environment with the wheel alone, in which the lines of a page are run.

    python -m tools.stranger --python python3.12

builds the wheel, installs it with all extras, and runs README, install page and quick start in an empty folder.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path

from tests.test_docs import COMMAND, PASSED_OVER, TERMINAL, TITLE, blocks, tidy

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "docs/install.md", "docs/quick-start.md")
SECONDS = 600
UV = Path(sys.executable).with_name("uv")
OWN = ("PYTHON", "VIRTUAL_ENV", "PUNTO_")  # variables of this project that a stranger does not have


def wheel(folder: Path) -> Path:
    """Build the wheel of this checkout into a folder."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=SECONDS)
    (built,) = folder.glob("punto-*.whl")
    return built


@dataclass(frozen=True)
class Stranger:
    """An environment of its own, without this checkout."""

    folder: Path  # has ``env``; commands run in ``here``, which is empty at first

    @classmethod
    def with_wheel(
        cls, folder: Path, built: Path, python: str = sys.executable, extras: str = "", parts: tuple[str, ...] = ()
    ) -> Stranger:
        """Install a wheel, with extras like ``[fast,floor]``, into a new environment; ``parts`` are more options."""
        (folder / "here").mkdir(parents=True)
        subprocess.run([UV, "venv", "-q", "-p", python, folder / "env"], check=True, timeout=SECONDS)
        stranger = cls(folder)
        stranger.install(f"{built}{extras}", *parts, "--constraint", str(ROOT / "requirements" / "dev.txt"))
        return stranger

    def install(self, *what: str) -> None:
        """Install something: from the cache, which has the files of this checkout's own environment, or else anew."""
        install: list[str | Path] = [UV, "pip", "install", "-q", "--python", self.python, *what]
        if subprocess.run([*install, "--offline"], capture_output=True, timeout=SECONDS, check=False).returncode:
            subprocess.run(install, check=True, timeout=SECONDS)

    @property
    def megabytes(self) -> int:
        """The size of what is installed."""
        files = (self.folder / "env" / "lib").rglob("*")
        return sum(file.stat().st_size for file in files if file.is_file()) // 2**20

    @property
    def here(self) -> Path:
        """The folder in which commands run."""
        return self.folder / "here"

    @property
    def python(self) -> Path:
        """The Python of the environment."""
        return self.folder / "env" / "bin" / "python"

    def run(self, *command: str | Path) -> subprocess.CompletedProcess[str]:
        """Run a command; standard error goes where standard output goes, as on a terminal."""
        known = {name: value for name, value in os.environ.items() if not name.startswith(OWN)}
        path = f"{self.python.parent}{os.pathsep}{known['PATH']}"
        return subprocess.run(
            [str(part) for part in command],
            cwd=self.here,
            env=known | TERMINAL | {"PATH": path},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=SECONDS,
            check=False,
        )

    def follow(self, page: Path) -> int:
        """Run the lines of a page in order; return how many. Raises ``AssertionError`` for the first that differs."""
        examples, count = [], 0
        for block in blocks(page.read_text(encoding="utf-8")):
            where = f"{page.name}:{block.line}"
            if title := TITLE.fullmatch(block.info[-1] if block.info else ""):
                (self.here / title["name"]).write_text(block.text, encoding="utf-8")
            elif block.info == ("python",) and ">>>" in block.text:
                examples.append(block.text)
            elif block.info == ("console",):
                count += self._session(block.text, where)
        if not examples:
            return count
        (self.here / "page.txt").write_text("\n".join(examples), encoding="utf-8")
        done = self.run("python", "-m", "doctest", "-o", "ELLIPSIS", "-o", "NORMALIZE_WHITESPACE", "page.txt")
        assert not done.returncode, f"{page.name}:\n{done.stdout}"
        return count + "".join(examples).count(">>> ")

    def _session(self, text: str, where: str) -> int:
        count = 0
        for session in COMMAND.finditer(text):
            command, wanted = session["command"], tidy(session["output"])
            if command.split()[0] in PASSED_OVER:
                continue
            got = tidy(self.run("sh", "-c", command).stdout)
            same = OutputChecker().check_output(wanted, got, ELLIPSIS)
            assert same, f"{where}: $ {command}\nthe page says:\n{wanted}\nthe command says:\n{got}"
            count += 1
        return count


def main(arguments: list[str] | None = None) -> None:
    """Try an installation with one Python."""
    parser = argparse.ArgumentParser(prog="python -m tools.stranger", description="try an installation of the wheel")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--extras", default="[all]")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="punto-stranger-") as folder:
        stranger = Stranger.with_wheel(Path(folder, "one"), wheel(Path(folder)), options.python, options.extras)
        for page in PAGES:
            print(f"{page}: {stranger.follow(ROOT / page)} lines")


if __name__ == "__main__":
    main()
