"""The commands of a page of the manual, section by section."""

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

PAGE = Path("docs/production.md")
BLOCK = re.compile(r"^```console no-run\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def sections(page: str) -> dict[str, list[list[str]]]:
    """Return the commands of each block of each section."""
    parts = re.split(r"^## (.+)$", page, flags=re.MULTILINE)
    return {
        title: [_commands(block) for block in BLOCK.findall(text)]
        for title, text in zip(parts[1::2], parts[2::2], strict=True)
    }


def _commands(block: str) -> list[str]:
    return [line.removeprefix("$ ") for line in block.splitlines() if line.startswith("$ ")]


def script(page: str, section: str, block: int | None = None) -> str:
    """Return a section, or one block of it, as a script that stops at the first command that fails."""
    blocks = sections(page)[section]
    chosen = blocks if block is None else [blocks[block]]
    return "\n".join(["set -e", *(command for commands in chosen for command in commands)])


def follow(section: str, block: int | None = None, folder: Path = Path(), **variables: str) -> str:
    """Run the commands of a section in a checkout; return their output."""
    done = subprocess.run(
        ["bash", "-c", script(PAGE.read_text(encoding="utf-8"), section, block)],
        cwd=folder,
        env=environment(variables),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise AssertionError(f"{section}: ended with {done.returncode}\n{done.stdout}")
    return done.stdout


def environment(variables: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a root shell, with the variables that the page uses."""
    return {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8", **variables}
