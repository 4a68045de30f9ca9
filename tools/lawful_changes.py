"""Tests have submissions of their own: a lawful change of the built-in ones breaks none of them.

Every built-in submission is changed in a copy of the project, and the quick tests run there:

    python -m tools.lawful_changes                  both kinds of changes, all quick tests
    python -m tools.lawful_changes tests/game       some tests
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from punto.rules.review import review

ROOT = Path(__file__).parents[1]
OPTIONAL = ("panda-8", "dragon-bonus-banker")  # not House Money: the school asks about it at built-in tables


def other_limits(text: str) -> str:
    """Double every limit, and let the table belong to another operator."""
    text = re.sub(r"(?m)^((?:minimum|maximum) = )([\d_]+)$", lambda found: f"{found[1]}{2 * int(found[2])}", text)
    return re.sub(r'(?m)^operator = ".*"$', 'operator = "Fairview Casino"', text)


def other_choices(text: str) -> str:
    """Choose another paytable, drop one optional wager, and take one seat away, each where that is lawful."""
    changes: list[Callable[[str], str]] = [
        lambda text: text.replace('paytable = "A"', 'paytable = "C"').replace('paytable = "B"', 'paytable = "A"'),
        *(lambda text, key=key: re.sub(rf"(?m)^\[wagers\.{key}\]\n(?:[a-z].*\n)*", "", text) for key in OPTIONAL),
        lambda text: re.sub(r"(?m)^seats = (\d+)$", lambda found: f"seats = {int(found[1]) - 1}", text),
    ]
    for change in changes:
        changed = change(text)
        text = changed if review(changed).rules else text
    return text


KINDS: dict[str, Callable[[str], str]] = {"limits and operator": other_limits, "paytable, wagers, seats": other_choices}


def run_tests(change: Callable[[str], str], arguments: Sequence[str]) -> tuple[int, str]:
    """Run tests in a copy of the project with changed submissions; return the exit status and pytest's last line."""
    with tempfile.TemporaryDirectory() as folder:
        listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        subprocess.run(["cp", "--parents", *listed.split("\n")[:-1], folder], cwd=ROOT, check=True)
        for path in (Path(folder) / "src" / "punto" / "submissions").glob("*.toml"):
            text = path.read_text(encoding="utf-8")
            changed = change(text)
            if changed == text or review(changed).rules is None:
                raise AssertionError(f"{path.name}: not changed, or not lawful")
            path.write_text(changed, encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "2", "-m", "not slow"]
        done = subprocess.run(
            [*command, *arguments],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(Path(folder) / "src")},
            capture_output=True,
            text=True,
            check=False,
        )
        failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return done.returncode, "\n".join([*failed, *done.stdout.splitlines()[-1:]])


def main(arguments: Sequence[str]) -> int:
    """Run the tests under each kind of change; return 0 if none fails."""
    codes = []
    for name, change in KINDS.items():
        code, said = run_tests(change, arguments)
        print(f"{name}: {said}")
        codes.append(code)
    return max(codes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
