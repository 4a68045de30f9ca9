"""``punto witness`` and anchored floors: real processes, real files, and one line for what does not fit."""

import asyncio
import json
import re
import signal
import sqlite3
import subprocess
import sys
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from punto.anchor.notes import PrivateKey
from punto.anchor.witness import CheckpointFile
from punto.apps.cli.anchor import Anchoring
from punto.record.durable import StoreError, open_store
from punto.server.live_floor import ServerOptions
from punto.server.serving import live_floor
from tests.anchor.keys import CLERK, KEY, OTHER_KEY
from tests.apps.cli.running import punto
from tests.apps.cli.test_serve import process


def key(folder: Path, name: str = "floor.example/main", whose: str = "floor") -> tuple[str, str]:
    """A new key: the name of its file, and the public key."""
    file = folder / f"{whose}.key"
    made = punto("witness", "key", name, "--for", whose, "-o", str(file))
    assert (made.code, file.stat().st_mode & 0o777) == (0, 0o600)
    return str(file), made.out.strip()


def test_a_key_is_made_once_and_its_secret_is_not_shown(tmp_path: Path) -> None:
    file, public = key(tmp_path)
    assert re.fullmatch(r"floor\.example/main\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}", public)
    assert Path(file).read_text().startswith("PRIVATE+KEY+floor.example/main+")
    punto("witness", "key", "a", "--for", "floor", "-o", file).refused("this file exists")
    punto("witness", "key", "a b", "--for", "floor", "-o", f"{tmp_path}/b").refused("invalid key name 'a b'")
    assert not (tmp_path / "b").exists()


@pytest.mark.parametrize(
    "text, mode, words",
    [
        ("hello", 0o600, "not a signing key"),
        (CLERK.line, 0o600, "a witness's key, not a floor's"),
        (KEY.line, 0o644, "other users may open this key"),
    ],
)
def test_a_key_that_cannot_be_used_is_one_line(tmp_path: Path, text: str, mode: int, words: str) -> None:
    file = tmp_path / "key"
    file.write_text(text)
    file.chmod(mode)
    punto("serve", "--database", "memory:", "--anchor-key", str(file)).refused(words)
    punto("serve", "--database", "memory:", "--witness", "a.txt").refused("give --anchor-key or PUNTO_ANCHOR_KEY")


@contextmanager
def witness(folder: Path, floor: str) -> Iterator[str]:
    """A witness in a process of its own; how the command line of a floor names it."""
    file, _ = key(folder, "witness.example", "witness")
    command = [sys.executable, "-m", "punto", "witness", "serve", str(folder / "kept.txt"), "--key", file]
    running = subprocess.Popen([*command, "--floor", floor, "--port", "0"], stdout=subprocess.PIPE, text=True)
    assert running.stdout is not None
    try:
        (found,) = re.findall(r"http://\S+#\S+(?=;)", running.stdout.readline())
        yield found
    finally:
        running.send_signal(signal.SIGINT)
        running.communicate(timeout=30)
    assert running.returncode == 0


def test_a_floor_is_witnessed_and_does_not_open_on_a_log_that_was_cut_off(tmp_path: Path) -> None:
    database, (file, public) = f"sqlite:///{tmp_path}/floor.sqlite", key(tmp_path)
    log, kept = str(tmp_path / "log.jsonl"), str(tmp_path / "kept.txt")
    serve = ("serve", "--database", database, "--port", "0", "--anchor-key", file)
    with witness(tmp_path, public) as address, process(*serve, "md-mini-payout", "--witness", address):
        pass
    last = CheckpointFile(tmp_path / "kept.txt").last("floor.example/main")
    assert last is not None
    secret = Path(file).read_text().strip().split("+", 4)[4]  # base64 may contain a plus sign, too
    for path in tmp_path.glob("floor.sqlite*"):
        assert secret.encode() not in path.read_bytes()
        assert b64decode(secret)[1:] not in path.read_bytes()
    punto("export", "--database", database, "-o", log)
    verified = ("verify", log, "--witness", kept)
    good = punto(*verified, "--key", public)
    assert (good.code, "witness      passed" in good.out) == (0, True)
    assert "signatures of checkpoints were not checked" in punto(*verified).out
    assert punto(*verified, "--json").json["checks"]["witness"] == {"holds": True}
    assert "witness" not in punto("verify", log, "--json").json["checks"]
    punto("verify", log, "--partial").refused("belong to --witness")
    punto(*verified, "--key", "x").refused("invalid key")
    punto("verify", log, "--witness", log).refused("log.jsonl: ")

    with sqlite3.connect(tmp_path / "floor.sqlite") as changed:
        changed.execute("DELETE FROM records WHERE position = (SELECT max(position) FROM records)")
    changed.close()
    refused = punto(*serve)
    refused.refused("the log does not match its checkpoints: house/floor", "--despite-checkpoint REASON")
    punto("export", "--database", database, "-o", log)
    bad = punto(*verified, "--json", "--key", public)
    assert (bad.code, json.loads(bad.out)["checks"]["witness"]["holds"]) == (1, False)


def test_a_floor_opened_all_the_same_has_the_reason_in_its_journal(tmp_path: Path) -> None:
    async def opened(key: PrivateKey, despite: str = "") -> str:
        store = await open_store(f"sqlite:///{tmp_path}/floor.sqlite")
        try:
            anchoring = Anchoring(key, (), despite)
            anchor, fault = await anchoring.opened(store)
            async with live_floor(store, ServerOptions(), anchor=anchor) as live:
                await anchoring.recorded(live, fault)
            return b"".join([record.body async for record in store.records()]).decode()
        finally:
            await store.close()

    assert "override-made" not in asyncio.run(opened(KEY))
    with pytest.raises(StoreError, match="not signed by the key of floor"):
        asyncio.run(opened(OTHER_KEY))
    journal = asyncio.run(opened(OTHER_KEY, "a new key, by Ada"))
    assert '"what":"checkpoint","why":"a new key, by Ada; the last checkpoint is of' in journal
    assert asyncio.run(opened(OTHER_KEY, "once more")).count("override-made") == 1  # from then on it fits


def test_the_key_may_be_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUNTO_ANCHOR_KEY", CLERK.line)
    punto("serve", "--database", "memory:").refused("a witness's key, not a floor's")
