"""The trial inside the machine: follow the manual, and check the result of each step.

    python -m tools.production.trial OLD NEW FOUND

OLD and NEW are two versions that are installed; FOUND is the file that is written when every check has passed.
"""

import asyncio
import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from tools.production.manual import follow
from tools.production.visitor import PATIENCE, SITE, Player, ask, flood

PORT = 8080
TABLE, STAKE = "MB-7", 25_00
CASH = 40 * STAKE  # cents that one floorperson may take at the cage alone
BEFORE = Path("/trial/before")  # a checkout of the previous version, whose files are installed first
DATABASE = "postgresql://punto@/{}?host=/run/postgresql"
NAME, PASSWORD = "Ann", "seven shoes of cherry"


def say(words: str) -> None:
    print(f"{time.monotonic():9.1f}  {words}", flush=True)


def run(*words: str) -> str:
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def until(true: Callable[[], bool], what: str) -> float:
    """Wait until a condition holds; return how long that took, in seconds."""
    begun = time.monotonic()
    while time.monotonic() - begun < 2 * PATIENCE:
        try:
            if true():
                return round(time.monotonic() - begun, 1)
        except OSError:
            pass
        time.sleep(0.1)
    raise AssertionError(f"it did not come about: {what}\n{run('journalctl', '-u', 'punto', '-n', '60', '-o', 'cat')}")


def alive() -> bool:
    return ask("/healthz", plain=PORT).status == 200


def process() -> int:
    return int(run("systemctl", "show", "-P", "MainPID", "punto"))


class Trial:
    """One floor from its first start to its upgrade, and one player who stays."""

    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = old, new
        self.found: dict[str, object] = {}
        self.player = Player(TABLE, stake=STAKE, buy_in=CASH)
        self.database = "punto"
        self.promised = 0
        self.passwords: list[str] = []  # of the administrator and the floorperson, for one login

    def play(self, coups: int = 2) -> None:
        asyncio.run(self.player.play(coups))

    def meanwhile(self, act: Callable[[], object], coups: int = 2) -> None:
        """Do something to the machine while a player plays."""

        async def both() -> None:
            playing = asyncio.create_task(self.player.play(coups))
            await asyncio.sleep(1.5)  # bets are open, or cards on the felt
            await asyncio.to_thread(act)
            await playing

        asyncio.run(both())

    # ---------------------------------------------------------------- steps

    def database_and_service(self) -> None:
        follow("Install", 1, VERSION=self.old)
        follow("Database")
        follow("Service", 0, BEFORE)
        self.found["first start, s"] = until(alive, "the floor is open")
        options = Path("/etc/punto/punto.env")
        options.write_text(options.read_text().replace("--bet-seconds 15", "--bet-seconds 3"))
        assert run("systemctl", "is-enabled", "punto") == "enabled"

    def quick_tables(self) -> None:
        """Create a fresh database, so that tables are opened with the trial's bet timer."""
        run("systemctl", "stop", "punto")
        run("runuser", "-u", "postgres", "--", "dropdb", "punto")
        follow("Database", 1)
        run("systemctl", "start", "punto")
        until(alive, "the floor is open")
        self.passwords = re.findall(r"^one-time password: (\S+)$", follow("Service", 1), re.M)
        assert len(self.passwords) == 2, "the page adds an administrator and a floorperson"

    def sandbox(self) -> None:
        status = dict(line.split(":\t", 1) for line in Path(f"/proc/{process()}/status").read_text().splitlines())
        owner = run("id", "-u", "punto")
        assert status["Uid"].split() == [owner] * 4, status["Uid"]
        assert (status["NoNewPrivs"], status["Seccomp"]) == ("1", "2"), status
        assert int(status["CapEff"], 16) == 0
        most = min(
            65_536, resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        )  # a machine in a machine may have less to give
        limits = Path(f"/proc/{process()}/limits").read_text().partition("Max open files")[2]
        assert int(limits.split()[0]) == most, limits
        judged = subprocess.run(
            ["systemd-analyze", "security", "--no-pager", "punto"], stdout=subprocess.PIPE, text=True, check=False
        )
        self.found["systemd-analyze security"] = judged.stdout.rpartition(": ")[2].split()[0]
        noted = run("systemd-analyze", "verify", "/etc/systemd/system/punto.service")
        assert not noted, noted

    def proxy(self) -> None:
        follow("Reverse proxy")
        until(lambda: ask("/healthz").status == 200, "the proxy answers")
        until(lambda: _moved() == f"https://{SITE}/lobby", "whoever comes without TLS is sent on")
        assert ask("/metrics").status == 403
        assert ask("/metrics", plain=PORT).status == 401
        assert b"punto_records_total" in ask("/metrics", plain=PORT, headers=_metrics()).body
        assert ask("/api/odds?rulebook=md-mini&decks=8").status == 200  # compiled inside the sandbox

    def page(self) -> None:
        page = ask("/")
        assert page.status == 200
        assert page.headers["content-type"].startswith("text/html")
        assert "max-age" in page.headers["strict-transport-security"]
        assert "frame-ancestors 'none'" in page.headers["content-security-policy"]

    def people(self) -> None:
        came = ask("/api/register", {"name": NAME, "password": PASSWORD})
        assert came.status == 200, came.body
        self.login()
        foreign = {"origin": "https://elsewhere.example", "cookie": self.player.cookie}
        assert ask("/api/logout", {}, headers=foreign).status == 403
        self.cage()
        self.play()

    def login(self) -> None:
        again = ask("/api/login", {"name": NAME, "password": PASSWORD}, headers={"origin": f"https://{SITE}"})
        cookie = again.headers["set-cookie"]
        assert all(word in cookie.lower() for word in ("; secure", "; httponly", "; samesite=strict")), cookie
        self.player.cookie = cookie.partition(";")[0]
        assert ask("/api/me", headers={"cookie": self.player.cookie}).json["name"] == NAME

    def cage(self) -> None:
        """Let the floorperson choose a password and take the player's cash."""
        origin = {"origin": f"https://{SITE}"}
        came = ask("/api/login", {"name": "Flo", "password": self.passwords[1]}, headers=origin)
        assert came.status == 200, came.body
        staff = origin | {"cookie": came.headers["set-cookie"].partition(";")[0]}
        chosen = ask("/api/password", {"new": PASSWORD[::-1]}, headers=staff)
        assert chosen.status == 200, chosen.body
        staff["cookie"] = chosen.headers.get("set-cookie", staff["cookie"]).partition(";")[0]
        cash = {"player": NAME, "cents": CASH, "why": "buy-in", "key": "trial-deposit"}
        taken = [ask("/api/pit/deposits", cash, headers=staff) for _ in range(2)]
        assert [one.json["cents"] for one in taken] == [CASH, CASH], "sent again, it moves once"

    def addresses(self) -> None:
        """Check that rate limits apply to the real address, whatever address is claimed, and spare other addresses."""
        self.found["questions before 429"] = flood("/healthz", "127.0.0.2", 900)
        assert ask("/api/floor", source="127.0.0.3").status == 200

    def deaths(self) -> None:
        self.found["killed, open again after s"] = 0.0

        def kill() -> None:
            before = process()
            os.kill(before, signal.SIGKILL)
            self.found["killed, open again after s"] = until(lambda: process() not in (0, before) and alive(), "up")

        self.meanwhile(kill)
        before = process()
        self.meanwhile(lambda: run("systemctl", "restart", "postgresql"))
        assert process() == before, "the floor should have waited for its database"
        run("systemctl", "stop", "punto", "postgresql")
        assert run("systemctl", "show", "-P", "Result", "punto") == "success"
        run("systemctl", "start", "--no-block", "punto")
        time.sleep(8)
        assert not _answers(), "there is no database"
        run("systemctl", "start", "postgresql")
        self.found["open after its database, s"] = until(alive, "the floor is open, once there is a database")
        self.play()

    def upgrade(self) -> None:
        follow("Backup", 0)
        before = self.logged()
        early = ("runuser", "-u", "punto", "--", f"/opt/punto-{self.new}/bin/punto", "users", "list")
        refused = subprocess.run(
            [*early, "--database", DATABASE.format(self.database)], cwd="/", capture_output=True, text=True, check=False
        )
        assert "stop it before this version migrates it" in refused.stderr, refused
        follow("Upgrade", VERSION=self.new)
        self.found["upgraded, open again after s"] = until(alive, "the new version is open")
        assert ask("/api/floor").json["version"] == self.new
        self.login()  # the cookie has had another name since
        assert self.player.cookie.startswith("__Host-"), self.player.cookie
        self.play()
        after = self.logged()
        assert after[: len(before)] == before
        self.found["records before and after the upgrade"] = f"{len(before)} / {len(after)}"

    def restore(self) -> None:
        backed, seen = self.logged(), self.player.told.copy()
        follow("Backup")
        self.play()
        self.promises()
        follow("Restore")
        self.database = "restored"
        until(alive, "the restored floor is open")
        assert self.logged()[: len(backed)] == backed
        self.player.told = seen  # records after the backup are gone, and are played again
        self.play()
        self.found["records of the backup"] = len(backed)

    def lost_disk(self) -> None:
        follow("Archive")
        until(alive, "the floor goes on")
        self.play()
        data = run("runuser", "-u", "postgres", "--", "psql", "-Atc", "show data_directory")
        before = self.logged()
        run("runuser", "-u", "postgres", "--", "psql", "-qc", "select pg_switch_wal()")
        archived = Path("/var/backups/punto/wal")
        last = run("runuser", "-u", "postgres", "--", "psql", "-Atc", "select pg_walfile_name(pg_current_wal_lsn())")
        until(lambda: any(one.name >= last[:-1] for one in archived.iterdir()), "what was written is archived")
        time.sleep(2)
        follow("Lost disk", DATA=data)
        until(alive, "the floor is open on its base backup")
        after = self.logged()
        assert after[: len(before)] == before, "a coup was lost with the disk"
        self.play()
        self.found["records after the lost disk"] = len(after)

    def proof(self) -> None:
        """Check that the log is intact and contains everything that the player received."""
        self.promises()
        verdict = run(f"/opt/punto-{self.new}/bin/punto", "verify", "/root/proof.jsonl")
        assert verdict.endswith("intact"), verdict
        self.found |= {
            "coups of the player": self.player.settled,
            "lines": self.player.lines,
            "commands promised": self.promised,
            "lost": 0,
        }

    def promises(self) -> None:
        """Check for everything that the player received since the last call."""
        read = [json.loads(line)["record"] for line in self.logged()]
        records = {record["n"]: record for record in read if record["stream"] == f"table/{TABLE}"}
        for ident, n in self.player.accepted.items():
            assert records[n]["command"]["id"] == ident, f"{ident} was accepted as {n}, and is lost"
        self.promised += len(self.player.accepted)
        self.player.accepted = {}

    def logged(self) -> list[str]:
        """Return the records of the log, as a stranger gets them."""
        words = ("/opt/punto/bin/punto", "export", "--database", DATABASE.format(self.database), "-o", "-")
        text = subprocess.run(
            ["runuser", "-u", "punto", "--", *words], cwd="/", check=True, stdout=subprocess.PIPE, text=True
        ).stdout
        Path("/root/proof.jsonl").write_text(text)
        return [line for line in text.splitlines() if line.startswith('{"hash"')]


def _metrics() -> dict[str, str]:
    """Return the header with the token for metrics."""
    found = re.search(r"^PUNTO_METRICS_TOKEN=(\w+)$", Path("/etc/punto/punto.env").read_text(), re.M)
    assert found is not None
    return {"authorization": f"Bearer {found[1]}"}


def _moved() -> str:
    return ask("/lobby", plain=80, headers={"host": SITE}).headers.get("location", "")


def _answers() -> bool:
    try:
        return alive()
    except OSError:
        return False


def main(old: str, new: str, path: str) -> None:
    trial = Trial(old, new)
    steps = (
        *(trial.database_and_service, trial.quick_tables, trial.sandbox, trial.proxy, trial.people, trial.addresses),
        *(trial.deaths, trial.upgrade, trial.page, trial.restore, trial.lost_disk, trial.proof),
    )
    try:
        for step in steps:
            say(step.__name__)
            step()
    except Exception:
        trial.found = {"broke off": traceback.format_exc()}
    draft = Path(path).with_suffix(".draft")
    draft.write_text(json.dumps(trial.found))
    draft.rename(path)


if __name__ == "__main__":
    main(*sys.argv[1:])
