"""Strangers: the wheel in empty environments of every supported Python, types from outside, the files of a release."""

import re
import shutil
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

from tools.soaks import Figures, soak
from tools.stranger import PAGES, ROOT, Stranger, wheel

PYRIGHT = "pyright@1.1.414"
IMPORT_S, CORE_MB = 0.1, 100
IMPORTS = "import time; b = time.process_time(); import punto; print(time.process_time() - b)"
STRICT = '{{"typeCheckingMode": "strict", "venvPath": "{folder}", "venv": "env", "pythonVersion": "3.11"}}'


def pythons() -> dict[str, str]:
    """Find the interpreters of the classifiers, by version: on the path, or among those of pyenv."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = re.findall(r"Python :: (3\.\d+)", " ".join(project["classifiers"]))
    found: dict[str, str] = {}
    for version in wanted:
        others = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python{version}"))
        for python in filter(None, (*map(str, others), shutil.which(f"python{version}"))):
            if subprocess.run([python, "-c", "import venv"], capture_output=True, check=False).returncode == 0:
                found.setdefault(version, python)
    assert found.keys() == set(wanted), f"missing: {sorted(set(wanted) - found.keys())}"
    return found


@contextmanager
def scratch() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="punto-stranger-") as folder:
        yield Path(folder)


@soak("stranger: the wheel alone runs README, install page and quick start on every supported Python")
def pages() -> Figures:
    figures: dict[str, object] = {}
    with scratch() as folder:
        built = wheel(folder)
        for version, python in pythons().items():
            core = Stranger.with_wheel(folder / f"core-{version}", built, python)
            every = Stranger.with_wheel(folder / f"all-{version}", built, python, "[all]")
            lines = [one.follow(ROOT / page) for one in (core, every) for page in PAGES]
            best = min(float(core.run("python", "-c", IMPORTS).stdout) for _ in range(5))
            assert best < IMPORT_S, f"import takes {best:.3f} s of CPU"
            assert core.megabytes < CORE_MB, f"the core takes {core.megabytes} MB"
            figures[version] = f"{sum(lines)} lines, import {best:.3f} s, {core.megabytes} and {every.megabytes} MB"
    return figures


@soak("stranger: mypy and pyright in strict mode accept the examples, with types from the wheel")
def types() -> Figures:
    with scratch() as folder:
        stranger = Stranger.with_wheel(folder / "one", wheel(folder))
        examples = sorted((ROOT / "examples").glob("*.py"))
        for example in examples:
            shutil.copy(example, stranger.here)
        (stranger.here / "pyrightconfig.json").write_text(STRICT.format(folder=stranger.folder), encoding="utf-8")
        mypy = [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(stranger.python), "."]
        for check in (mypy, ["npx", "--yes", PYRIGHT]):
            done = subprocess.run(check, cwd=stranger.here, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout + done.stderr
        return {"examples": len(examples), "findings": 0, "checkers": f"mypy, {PYRIGHT}"}


@soak("stranger: the steps of the Containerfile give a floor that answers")
def container() -> Figures:
    with scratch() as folder:
        built = wheel(folder)
        version = re.findall(r"^FROM python:(\d\.\d+)", (ROOT / "Containerfile").read_text(encoding="utf-8"), re.M)[0]
        stranger = Stranger.with_wheel(folder / "floor", built, pythons()[version], parts=("--no-deps",))
        stranger.install("--require-hashes", "-r", str(ROOT / "requirements" / "floor.txt"))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        serve = [
            str(stranger.python.with_name("punto")),
            "serve",
            "--host",
            "0.0.0.0",
            "--port",
            str(port),
            "ma-mini-classic",
        ]
        with subprocess.Popen(serve, cwd=stranger.here, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as floor:
            try:
                health = answered(f"http://127.0.0.1:{port}/healthz", floor)
            finally:
                floor.terminate()
            left = floor.wait(30)
        assert health == 200
        return {"python": version, "health": health, "exit status after SIGTERM": left, "MB": stranger.megabytes}


def answered(url: str, process: "subprocess.Popen[bytes]") -> int:
    """Wait until a server answers, and return the status."""
    while process.poll() is None:
        try:
            with urlopen(url, timeout=5) as answer:
                return int(answer.status)
        except OSError:
            time.sleep(0.2)
    raise AssertionError(process.stdout.read().decode() if process.stdout else "the floor ended")


@soak("stranger: the source distribution passes `make check`")
def source() -> Figures:
    with scratch() as folder:
        build = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(folder)]
        subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
        (built,) = folder.glob("punto-*.tar.gz")
        with tarfile.open(built) as archive:
            archive.extractall(folder, filter="data")
        (unpacked,) = (path for path in folder.glob("punto-*") if path.is_dir())
        done = subprocess.run(["make", "check"], cwd=unpacked, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]
        passed = re.search(r"(\d+) passed", done.stdout)
        return {"tests": passed[1] if passed else "?", "KB": built.stat().st_size // 1024}
