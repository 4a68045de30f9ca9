"""Export, import, retention, snapshots: on every kind of store."""

import msgspec
import pytest
from msgspec.structs import replace

from punto.game.game import Session
from punto.record import checkpoints
from punto.record.archive import archive, family, prune, restore
from punto.record.chain import LogError
from punto.record.checkpoints import resume, save
from punto.record.durable import Durable, StoreError
from punto.record.export import export
from punto.record.log_reader import load
from punto.record.memory import MemoryStore
from punto.record.store import PRUNED, Conflict
from punto.verification.verify import verify
from tests.game.sessions import VERSION, one_coup
from tests.record.test_durable import everything, tell
from tests.record.test_store import write

TABLE = "table/MB-7"
LATER = 10**15
KINDS = (checkpoints.TABLE, checkpoints.METERS, checkpoints.BOOKS, checkpoints.JOURNAL)


def test_an_export_verifies_and_comes_in_again(url: str) -> None:
    async def story(store: Durable) -> None:
        assert await restore(store, one_coup()) == len(list(load(one_coup()).records()))
        text = await archive(store, VERSION)
        assert text.encode() == one_coup()
        assert verify(text.encode()).whole
        assert text == await archive(store, VERSION, "MB-7")
        with pytest.raises(StoreError, match="unknown table 'MB-8'"):
            await archive(store, VERSION, "MB-8")
        with pytest.raises(Conflict, match="already"):
            await restore(store, one_coup())
        with pytest.raises(LogError):
            await restore(store, one_coup()[:-9])

    tell(url, story)


def test_no_secret_leaves(url: str) -> None:
    async def story(store: Durable) -> None:
        await restore(store, one_coup())
        secret = await store.seal("shoe/MB-7/1")
        await store.shelve("name", "ann", b"Annabel Lee", 0)
        text = await archive(store, VERSION)
        assert secret.hex() not in text
        assert "Annabel" not in text

    tell(url, story)


def test_what_is_old_and_exported_is_taken_away(url: str) -> None:
    async def story(store: Durable) -> None:
        await restore(store, one_coup())
        await store.append([write("late", 0, "1")])
        kept = await store.seal("shoe/MB-7/1")
        data = one_coup()
        for kind in KINDS:
            await checkpoints.keep(store, kind, load(data).last(TABLE) or pytest.fail("no log"), {})
        assert await prune(store, data, before=0) == []  # not old
        assert await prune(store, data, LATER) == [TABLE]
        assert await store.streams() == ["table/late"]
        assert await store.seal("shoe/MB-7/1") == kept
        assert [await store.shelf(kind, TABLE) for kind in KINDS] == [None] * len(KINDS)
        noted = await store.shelf(PRUNED, TABLE)
        assert noted is not None
        last = load(data).last(TABLE)
        assert last is not None
        assert msgspec.json.decode(noted[1])["hash"] == last.hash
        assert await prune(store, data, LATER) == []
        await restore(store, data)
        assert await prune(store, data, LATER) == [TABLE]

    tell(url, story)


def test_what_has_grown_since_or_belongs_to_what_has_stays(url: str) -> None:
    async def story(store: Durable) -> None:
        await store.append([write("a", 0, "1"), write("meter", 0, "1")])
        await store.append([write("b", 0, "2"), write("meter", 1, "2")])
        await store.append([write("c", 0, "3")])
        plain = MemoryStore(await everything(store))
        data = export(plain, VERSION).encode()
        await store.append([write("b", 1, "4")])
        assert await prune(store, data, LATER) == ["table/c"]
        assert await store.streams() == ["table/a", "table/b", "table/meter"]

    tell(url, story)


def test_a_family() -> None:
    pairs = {("a", "m"), ("b", "m"), ("b", "w"), ("x", "y")}
    assert family("w", pairs) == {"a", "b", "m", "w"}
    assert family("z", pairs) == {"z"}


# ---------------------------------------------------------------- snapshots


def test_a_table_is_taken_up_from_its_snapshot(url: str) -> None:
    session = Session.resume(load(one_coup()), TABLE)

    async def story(store: Durable) -> None:
        await restore(store, one_coup())
        records = await store.read(TABLE)
        half = records[len(records) // 2]
        early = Session.resume(MemoryStore(records[: len(records) // 2 + 1]), TABLE)
        whole = await resume(store, TABLE)
        assert (whole.rules.digest, whole.state, whole.at) == (session.rules.digest, session.state, session.at)
        assert whole.read == len(records)
        await save(store, half, early.state, whole.opening)
        for _ in range(2):
            tail = await resume(store, TABLE)
            assert tail[1:4] == whole[1:4]
            assert tail.read == len(records) - len(records) // 2 - 1
            await save(store, half, early.state, whole.opening)  # again: the next version

    tell(url, story)


def test_a_snapshot_that_is_no_good_is_passed_over(url: str) -> None:
    async def story(store: Durable) -> None:
        await restore(store, one_coup())
        whole = await resume(store, TABLE)
        records = await store.read(TABLE)
        await save(store, records[-1], whole.state, whole.opening)
        version, body = await store.shelf(checkpoints.TABLE, TABLE) or (0, b"")
        assert (await resume(store, TABLE)).read == 0
        for bad in (b"", b"x", body[:-1], body[:40] + b"?" + body[41:], body.replace(b"dealing", b"betting") + b" "):
            version = await store.shelve(checkpoints.TABLE, TABLE, bad, version)
            assert (await resume(store, TABLE))[1:] == whole[1:]
        await save(store, replace(records[-1], hash="0" * 64), whole.state, whole.opening)  # of another log
        assert (await resume(store, TABLE))[1:] == whole[1:]
        with pytest.raises(LogError, match="never opened"):
            await resume(store, "table/none")

    tell(url, story)
