"""A newcomer: a clean clone, an empty home, empty caches, and one command."""

import os
import subprocess
import tempfile
import time
from pathlib import Path
from xml.etree import ElementTree

from tools.soaks import Figures, soak

ROOT = Path(__file__).parents[2]
# Variables that a shell inside this project may have, and a newcomer's does not.
CARRIED = ("VIRTUAL_ENV", "PYTHON", "PYTEST", "HYPOTHESIS", "MYPY", "MAKE", "MFLAGS", "GIT_", "XDG_")
CACHES = ("PIP_CACHE_DIR", "UV_CACHE_DIR")
LIMIT_S = 3600


@soak("newcomer: a clean clone with an empty home passes `make test`")
def newcomer() -> Figures:
    with tempfile.TemporaryDirectory(prefix="punto-newcomer-") as scratch:
        home, clone = Path(scratch, "home"), Path(scratch, "punto")
        home.mkdir()
        subprocess.run(["git", "clone", "--quiet", f"file://{ROOT}", str(clone)], check=True)
        begun = time.monotonic()
        done = subprocess.run(
            ["make", "test"],
            cwd=clone,
            env=bare_environment(home),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=LIMIT_S,
            check=False,
        )
        seconds = round(time.monotonic() - begun)
        if done.returncode:
            raise AssertionError(f"make test ended with {done.returncode}\n{done.stdout[-4000:]}")
        return {"tests": tests_passed(clone / "results.xml"), "make test": f"{seconds} s"}


def bare_environment(home: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(CARRIED + CACHES)}
    outside = (part for part in kept["PATH"].split(os.pathsep) if not Path(part).is_relative_to(ROOT))
    return kept | {"HOME": str(home), "PATH": os.pathsep.join(outside)}


def tests_passed(results: Path) -> int:
    suite = ElementTree.parse(results).getroot().find("testsuite")
    if suite is None:
        raise AssertionError("results.xml holds no test suite")
    return int(suite.attrib["tests"]) - int(suite.attrib["skipped"])
