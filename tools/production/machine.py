"""A machine for the trial: this one's files under a temporary layer, booted by systemd without a network.

All changes of the trial are in the layer. The page's section about installing is followed before the machine is booted,
while there is a network; everything else is done inside, by ``tools.production.trial``.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tools.production.manual import PAGE, environment, script

ROOT = Path(__file__).parents[2]
OLD = "0.0.1"  # version number of the previous version here
PROGRAMS = ("systemd-nspawn", "systemctl", "nginx", "pg_createcluster", "openssl", "git")
SIZE = "8g"
LIMIT_S = 1_200
SERVICE = """\
[Unit]
After=multi-user.target postgresql.service
[Service]
Type=oneshot
WorkingDirectory=/trial/src
ExecStart=/opt/punto-{new}/bin/python -m tools.production.trial {old} {new} /trial/found.json
StandardOutput=append:/trial/log
StandardError=append:/trial/log
[Install]
WantedBy=default.target
"""
PREPARED = """
rm -rf /etc/machine-id /var/lib/postgresql/* /etc/postgresql/*
version=$(ls /usr/lib/postgresql | sort -n | tail -1)
pg_createcluster $version main > /dev/null
ln -sf /usr/lib/systemd/system/multi-user.target /etc/systemd/system/default.target
systemctl enable --quiet punto-trial.service postgresql.service
systemctl mask --quiet systemd-networkd-wait-online.service systemd-logind.service console-getty.service
echo '127.0.0.1 localhost floor.example' > /etc/hosts
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=floor.example -addext subjectAltName=DNS:floor.example \
    -keyout /etc/ssl/floor.key -out /etc/ssl/floor.pem 2> /dev/null
"""


def missing() -> str:
    """Return why the trial is impossible here, or ""."""
    if os.geteuid() != 0:
        return "only root can boot a machine"
    lacking = [name for name in PROGRAMS if shutil.which(name) is None]
    if lacking:
        return (
            f"not installed: {', '.join(lacking)}; apt-get install systemd systemd-container nginx postgresql openssl"
        )
    return ""


def trial() -> dict[str, Any]:
    """Boot a machine, follow the manual in it, and return the results."""
    with tempfile.TemporaryDirectory(prefix="punto-machine-") as folder, _layered(Path(folder)) as root:
        stage = root / "trial"
        source = stage / "src"
        subprocess.run(["git", "clone", "--quiet", "--shared", f"file://{ROOT}", str(source)], check=True)
        new = _wheels(source)
        _inside(root, "\n".join(["set -e", *(_installing(version) for version in (OLD, new))]), network=True)
        unit = root / "etc/systemd/system/punto-trial.service"
        unit.write_text(SERVICE.format(old=OLD, new=new))
        _inside(root, f"set -e\n{PREPARED}", network=False)
        _boot(root)
        return _found(stage)


@contextmanager
def _layered(folder: Path) -> Iterator[Path]:
    """Yield this machine's files under a layer in memory that takes all changes."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", folder], check=True)
    try:
        upper, work, root = (folder / name for name in ("upper", "work", "root"))
        for one in (upper, work, root):
            one.mkdir()
        layers = f"lowerdir=/,upperdir={upper},workdir={work}"
        subprocess.run(["mount", "-t", "overlay", "overlay", "-o", layers, root], check=True)
        try:
            (root / "trial").mkdir(mode=0o755)
            yield root
        finally:
            subprocess.run(["umount", "--lazy", root], check=True)
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def _wheels(source: Path) -> str:
    """Build the wheels of this state and of the first that knew its host's names; return this one's version."""
    places = ("src/punto/cli/serve.py", "src/punto/apps/cli/serve.py")  # the command has moved since
    first = _git("log", "-S", '"--host-name"', "--format=%H", "--", *places).split()[-1]
    before = source.parent / "before"
    before.mkdir()
    tree = subprocess.run(["git", "archive", first], cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
    subprocess.run(["tar", "-x", "-C", before], input=tree, check=True)
    project = before / "pyproject.toml"
    new = _version(project.read_text())
    project.write_text(project.read_text().replace(f'version = "{new}"', f'version = "{OLD}"', 1))
    for folder in (before, source):
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(source / "dist")]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return _version((source / "pyproject.toml").read_text())


def _version(project: str) -> str:
    return project.partition('version = "')[2].partition('"')[0]


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def _installing(version: str) -> str:
    commands = script((ROOT / PAGE).read_text(encoding="utf-8"), "Install", 0)
    return f"cd /trial/src\nVERSION={version}\n{commands}"


def _inside(root: Path, commands: str, *, network: bool) -> None:
    """Run commands in the machine before it is booted."""
    carried = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_", "http", "HTTP"))}
    words = [
        "systemd-nspawn",
        "--quiet",
        "--pipe",
        "--register=no",
        "--keep-unit",
        "--resolv-conf=off",
        "-D",
        str(root),
    ]
    words += [] if network else ["--private-network"]
    words += [f"--setenv={name}={value}" for name, value in environment(carried).items()]
    done = subprocess.run([*words, "bash", "-c", commands], capture_output=True, text=True, check=False)
    if done.returncode:
        raise AssertionError(f"the machine could not be made: {done.stdout}{done.stderr}")


def _boot(root: Path) -> None:
    """Let the machine run until the trial is over, and report progress."""
    words = ["systemd-nspawn", "--quiet", "--boot", "--private-network", "--register=no", "--keep-unit"]
    words += ["--resolv-conf=off", "--console=read-only", "-D", str(root)]
    log, told, end = root / "trial/log", 0, time.monotonic() + LIMIT_S
    with (root / "trial/console").open("wb") as console:
        machine = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=console, stderr=console)
        try:
            while machine.poll() is None and time.monotonic() < end and not (root / "trial/found.json").exists():
                time.sleep(0.5)
                lines = log.read_text().splitlines() if log.exists() else []
                print(*(f"  {line}" for line in lines[told:]), sep="\n", end="\n" if lines[told:] else "", flush=True)
                told = len(lines)
        finally:
            _end(machine)


def _end(machine: subprocess.Popen[bytes]) -> None:
    """End the machine by its first process: ending nspawn alone would leave everything in it running."""
    if machine.poll() is None:
        for child in Path(f"/proc/{machine.pid}/task/{machine.pid}/children").read_text().split():
            os.kill(int(child), signal.SIGKILL)
    machine.wait(timeout=60)


def _found(stage: Path) -> dict[str, Any]:
    if not (stage / "found.json").exists():
        raise AssertionError(f"the machine did not get as far as the trial\n{(stage / 'console').read_text()[-6000:]}")
    found: dict[str, Any] = json.loads((stage / "found.json").read_text())
    if "broke off" in found:
        raise AssertionError(found["broke off"])
    return found
