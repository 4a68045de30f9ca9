"""``punto export``, ``import`` and ``prune``, and the backups of the manual: SQLite here, a real server beside it."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from punto.record.durable import open_store
from tests.apps.cli.running import punto
from tests.game.sessions import one_coup
from tests.record.postgres_server import Server
from tests.record.test_store import write


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "coup.log.jsonl"
    path.write_bytes(one_coup())
    return path


def in_and_out(url: str, log: Path, folder: Path) -> None:
    assert punto("import", log, "--database", url).out == "38 records\n"
    run = punto("export", "--database", url, "-o", folder / "out.jsonl")
    assert (run.code, run.err) == (0, f"written: {folder / 'out.jsonl'}\n")
    assert (folder / "out.jsonl").read_bytes() == log.read_bytes()
    assert punto("verify", folder / "out.jsonl").out.endswith("intact\n")
    assert punto("export", "--database", url, "--table", "MB-7", "-o", "-").out == one_coup().decode()
    punto("export", "--database", url, "--table", "MB-8", "-o", "-").refused("MB-8")
    punto("import", log, "--database", url).refused("already")


def test_a_log_goes_in_and_comes_out(log: Path, tmp_path: Path) -> None:
    in_and_out(f"sqlite:///{tmp_path / 'floor.db'}", log, tmp_path)


def test_a_log_goes_into_a_server_and_comes_out(log: Path, tmp_path: Path, server: Server) -> None:
    in_and_out(server.schema(), log, tmp_path)


def test_what_is_old_goes_after_its_export(log: Path, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'floor.db'}"
    punto("import", log, "--database", url)
    assert punto("prune", log, "--database", url, "--days", "30").out == "table/MB-7\n1 streams taken away\n"
    assert punto("prune", log, "--database", url, "--days", "30", "--json").json == {"pruned": []}


def test_bad_input(log: Path, tmp_path: Path) -> None:
    missing = f"sqlite:///{tmp_path / 'none.db'}"
    punto("export", "--database", missing, "-o", "-").refused("there is no such file")
    assert not (tmp_path / "none.db").exists()
    punto("export", "--database", "floor.db", "-o", "-").refused("invalid database URL")
    punto("export", "--database", f"sqlite:///{log}", "-o", "-").refused("not a database")
    punto("export", "--database", "postgresql://punto:hush@127.0.0.1:1/floor", "-o", "-").refused("postgresql://punto@")
    punto("import", tmp_path / "none", "--database", missing).refused("none")


# ---------------------------------------------------------------- the backups of docs/store.md


def filled(url: str, log: Path) -> bytes:
    punto("import", log, "--database", url)

    async def more() -> bytes:
        store = await open_store(url)
        await store.append([write("late", 0, "1")])
        secret = await store.seal("shoe/MB-7/1")
        await store.close()
        return secret

    return asyncio.run(more())


def restored(url: str, secret: bytes) -> None:
    async def look() -> None:
        store = await open_store(url)
        assert await store.streams() == ["table/MB-7", "table/late"]
        assert await store.seal("shoe/MB-7/1") == secret
        await store.append([write("late", 1, "2")])
        await store.close()

    asyncio.run(look())


def test_a_file_is_backed_up_while_it_is_used(log: Path, tmp_path: Path) -> None:
    secret = filled(f"sqlite:///{tmp_path / 'floor.db'}", log)
    file = sqlite3.connect(tmp_path / "floor.db")
    file.execute("VACUUM INTO ?", (str(tmp_path / "copy.db"),))
    file.close()
    restored(f"sqlite:///{tmp_path / 'copy.db'}", secret)


def test_a_server_is_backed_up_while_it_is_used(log: Path, server: Server) -> None:
    url = server.database()
    secret = filled(url, log)
    reach = ("-h", server.home, "-U", "punto")
    server.run("pg_dump", *reach, "-Fc", "-f", server.home / "floor.dump", url.partition("@/")[2].partition("?")[0])
    server.run("createdb", *reach, "restored")
    server.run("pg_restore", *reach, "-d", "restored", server.home / "floor.dump")
    restored(server.url("restored"), secret)
