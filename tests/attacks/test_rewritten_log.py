"""Logs rewritten by the owner of the database: each way is found with a witness, at the next start, or both.

Every forgery here is consistent in itself: bodies, chains and heads are made anew, and the log alone verifies.
"""

import asyncio
import json
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from punto.anchor.anchoring import KIND, LAST, Anchor
from punto.anchor.notes import PrivateKey
from punto.anchor.receipts import Exported
from punto.anchor.tree import LEAVES, Tree
from punto.anchor.witness import CheckpointFile, FileWitness
from punto.record.archive import archive, prune, restore
from punto.record.durable import Durable, open_store
from punto.record.log_reader import LogSource, read
from punto.server.live_floor import ServerOptions
from punto.server.serving import live_floor
from punto.verification.verify import Report, verify
from punto.verification.witnessed import Witnessed, read_kept
from tests import filed
from tests.anchor.keys import KEY, NOW, OTHER_KEY
from tests.game.sessions import event, forged, log_of, one_coup

VERSION = "0.1.0"
SECOND = "table/MB-01"  # another table of the floor
Change = Callable[[list[Any]], None]


def second() -> bytes:
    """The log of a table that was opened, and no more."""
    return log_of({"open": {"submission": filed.path("ma-mini-classic"), "cards": ""}})


async def anchored(store: Durable, witness: Path, key: PrivateKey = KEY) -> None:
    """A floor with two tables and a checkpoint after each, kept by a witness."""
    anchor = Anchor(store, key, [FileWitness(witness)])
    for data in (second(), one_coup()):
        await restore(store, data)
        assert await anchor.fault() == ""
        await anchor.checkpoint(NOW)
        assert anchor.troubles == {}


async def exported(store: Durable, table: str = "") -> bytes:
    return (await archive(store, VERSION, table, (await Exported.of(store)).leaves)).encode()


def held(data: bytes, *witnesses: Path, **more: Any) -> Report:
    kept = [read_kept(path.name, path.read_bytes()) for path in witnesses]
    return verify(data, witnessed=Witnessed(kept, **{"keys": [KEY.public], **more}))


async def at_start(store: Durable, *witnesses: Path) -> str:
    return await Anchor(store, KEY, [FileWitness(path) for path in witnesses]).fault()


async def execute(url: str, statements: Sequence[tuple[str, Sequence[Any]]]) -> None:
    """Do what the owner of a database can do."""
    if url.startswith("sqlite"):
        with sqlite3.connect(url.removeprefix("sqlite:///")) as file:
            for statement, given in statements:
                file.execute(statement, given)
        file.close()
        return
    connection = await asyncpg.connect(url)
    for statement, given in statements:
        parts = statement.split("?")
        numbered = "".join(f"{part}${number}" for number, part in enumerate(parts[:-1], 1)) + parts[-1]
        await connection.execute(numbered, *given)
    await connection.close()


async def rewrite(url: str, store: Durable, edit: Change) -> None:
    """Change records, and chain all streams again, in the database."""
    entries = read(forged(await exported(store), edit)).entries
    changed: list[tuple[str, Sequence[Any]]] = []
    for _, record, _ in entries:
        given = (record.body, record.hash, record.stream, record.n)
        changed.append(("UPDATE records SET body = ?, hash = ? WHERE stream = ? AND n = ?", given))
        changed.append(
            ("UPDATE heads SET version = ?, hash = ? WHERE stream = ?", (record.last, record.hash, record.stream))
        )
    await execute(url, changed)


def more_chips(records: list[Any]) -> None:
    """Ann has bought in for $600 instead of $500: lawful, and every sum follows."""
    (sit,) = (record for record in records if record["command"]["do"] == "sit")
    sit["command"]["buy-in"] = 60000
    for posting in event(records, "player-seated")["postings"]:
        posting[2] = 60000


def on(url: str, work: Callable[[Durable], Any]) -> None:
    async def done() -> None:
        store = await open_store(url)
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(done())


def test_an_intact_floor_matches_its_witness(lasting: str, tmp_path: Path) -> None:
    async def tried(store: Durable) -> None:
        await anchored(store, tmp_path / "w")
        assert await at_start(store, tmp_path / "w") == ""
        report = held(await exported(store), tmp_path / "w")
        assert (dict(report.faults), "witness" in report.made) == ({}, True)

    on(lasting, tried)


def test_an_edited_amount_with_the_chain_made_anew(lasting: str, tmp_path: Path) -> None:
    async def tried(store: Durable) -> None:
        await anchored(store, tmp_path / "w")
        await rewrite(lasting, store, more_chips)
        data = await exported(store)
        assert b"60000" in data
        assert verify(data).whole  # the log alone says nothing
        report = held(data, tmp_path / "w")
        assert set(report.faults) == {"witness"}
        assert "other records than the log has, after the checkpoint" in report.faults["witness"].words
        assert "has another event" in await at_start(store)

    on(lasting, tried)


def test_a_tail_that_was_cut_off(lasting: str, tmp_path: Path) -> None:
    async def tried(store: Durable) -> None:
        await anchored(store, tmp_path / "w")
        last = [record async for record in store.records()][-6]
        await execute(
            lasting,
            [
                ("DELETE FROM records WHERE stream = ? AND n > ?", (last.stream, last.n)),
                ("UPDATE heads SET version = ?, hash = ? WHERE stream = ?", (last.last, last.hash, last.stream)),
            ],
        )
        assert "records were cut off" in await at_start(store)
        data = (await archive(store, VERSION)).encode()
        assert verify(data).whole
        report = held(data, tmp_path / "w")
        assert "the last 5 were cut off" in report.faults["witness"].words
        honest = held(await exported(store), tmp_path / "w")  # the tree next to the log still knows them
        assert "5 records that the floor had are not in this file" in honest.faults["witness"].words

    on(lasting, tried)


def test_a_stream_that_was_removed(lasting: str, tmp_path: Path) -> None:
    async def tried(store: Durable) -> None:
        await anchored(store, tmp_path / "w")
        gone = [(f"DELETE FROM {table} WHERE stream = ?", (SECOND,)) for table in ("records", "heads")]
        await execute(lasting, gone)
        assert f"{SECOND} had event 1" in await at_start(store)
        data = (await archive(store, VERSION)).encode()
        assert verify(data).whole
        assert "witness" in held(data, tmp_path / "w").faults
        assert (
            "1 records that the floor had are not"
            in held(await exported(store), tmp_path / "w").faults["witness"].words
        )

    on(lasting, tried)


def test_two_histories_shown_to_two_people(lasting: str, tmp_path: Path) -> None:
    async def tried(store: Durable) -> None:
        await anchored(store, tmp_path / "ann")
        other = await open_store("memory:")  # the operator keeps a second floor, with the same key
        await restore(other, second())
        await restore(other, forged(one_coup(), more_chips))
        shown = Anchor(other, KEY, [FileWitness(tmp_path / "bob")])
        assert await shown.fault() == ""
        await shown.checkpoint(NOW)
        for data in (await exported(store), await exported(other)):
            report = held(data, tmp_path / "ann", tmp_path / "bob")
            assert "two histories were shown: ann and bob" in report.faults["witness"].words
        assert held(await exported(store), tmp_path / "ann").whole
        assert held(await exported(other), tmp_path / "bob").whole
        assert not held(await exported(other), tmp_path / "ann").whole

    on(lasting, tried)


def test_an_old_copy_with_its_old_checkpoint(lasting: str, tmp_path: Path) -> None:
    """Tree and checkpoint are as old as the log: only a witness knows better."""

    async def tried(store: Durable) -> None:
        anchor = Anchor(store, KEY)
        await restore(store, second())
        await anchor.fault()
        await anchor.checkpoint(NOW)
        later = await open_store("memory:")
        await anchored(later, tmp_path / "w")
        assert await at_start(store) == ""
        assert "records, and the database has only 1 of them" in await at_start(store, tmp_path / "w")

    on(lasting, tried)


@pytest.mark.parametrize(
    "edit, words",
    [
        (lambda note: note.replace("\n1\n", "\n2\n"), "the signature of floor.example/main is wrong"),
        (lambda note: note.replace("— floor", "- floor"), "invalid signature line"),
        (lambda note: note.replace(KEY.name, "floor.example/side"), "is of floor.example/side"),
        (lambda note: "", "origin, size and root"),
    ],
)
def test_a_checkpoint_in_the_database_that_was_changed(edit: Callable[[str], str], words: str) -> None:
    async def tried(store: Durable) -> None:
        await restore(store, second())
        anchor = Anchor(store, KEY)
        await anchor.fault()
        await anchor.checkpoint(NOW)
        version, body = await store.shelf(KIND, LAST) or (0, b"")
        document = json.loads(body)
        await store.shelve(KIND, LAST, json.dumps(document | {"note": edit(document["note"])}).encode(), version)
        assert words in await at_start(store)
        await store.shelve(KIND, LAST, b"{", version + 1)
        assert await at_start(store) == "the last checkpoint in the database is damaged"

    on("memory:", tried)


def test_a_tree_made_anew_does_not_fit_the_checkpoint(lasting: str, tmp_path: Path) -> None:
    async def tried(store: Durable) -> None:
        await anchored(store, tmp_path / "w")
        await rewrite(lasting, store, more_chips)
        await execute(lasting, [("DELETE FROM shelf WHERE kind = ?", (LEAVES,))])
        await (await Tree.read(store)).grow()
        assert "other records than the database has" in await at_start(store)

    on(lasting, tried)


def test_a_floor_opened_on_a_damaged_tree_plays_on_and_is_exported(tmp_path: Path) -> None:
    """There are no more checkpoints, and nothing else is missing."""

    async def tried(store: Durable) -> None:
        await anchored(store, tmp_path / "w")
        version, body = await store.shelf(LEAVES, "0" * 12) or (0, b"")
        await store.shelve(LEAVES, "0" * 12, body[:-1], version)
        anchor = Anchor(store, KEY, [FileWitness(tmp_path / "w")])
        assert await anchor.fault() == "a tile of the Merkle tree is damaged"
        async with live_floor(store, ServerOptions(), anchor=anchor) as live:
            assert live.anchor.last is None
        size = len(CheckpointFile(tmp_path / "w").read())
        assert size == 2
        data = await exported(store)
        assert read(data).records > read(one_coup()).records
        assert held(data, tmp_path / "w").whole

    on("memory:", tried)


def test_a_key_that_changed(lasting: str, tmp_path: Path) -> None:
    async def tried(store: Durable) -> None:
        await anchored(store, tmp_path / "w", OTHER_KEY)
        assert "not signed by the key of floor.example/main" in await at_start(store)
        report = held(await exported(store), tmp_path / "w")
        assert "is not signed by floor.example/main with this key" in report.faults["witness"].words
        again = Anchor(store, KEY, [FileWitness(tmp_path / "w")])  # opened all the same
        assert await again.fault()
        made = await again.checkpoint(NOW)
        assert made is not None
        assert made.signed_by(KEY.public) == 0
        assert await at_start(store, tmp_path / "w") == ""

    on(lasting, tried)


# ---------------------------------------------------------------- logs without all records


def test_a_pruned_floor_matches_with_the_earlier_export(lasting: str, tmp_path: Path) -> None:
    async def tried(store: Durable) -> None:
        await anchored(store, tmp_path / "w")
        earlier = await exported(store)
        assert await prune(store, await exported(store, "MB-01"), 10**15) == [SECOND]
        assert await at_start(store, tmp_path / "w") == ""
        data = await exported(store)
        assert "1 records that the floor had are not in this file" in held(data, tmp_path / "w").faults["witness"].words
        assert held(data, tmp_path / "w", archives=[LogSource(earlier)]).whole
        report = held(data, tmp_path / "w", partial=True)
        assert report.whole
        assert "1 records of the floor are not in this file, as expected" in report.notes
        other = forged(earlier, lambda records: event(records, "table-opened").update(rack=5))
        assert (
            "an earlier export has other records"
            in held(data, tmp_path / "w", archives=[LogSource(other)]).faults["witness"].words
        )

    on(lasting, tried)


def test_one_table_of_a_floor_matches_and_a_forged_one_does_not(lasting: str, tmp_path: Path) -> None:
    async def tried(store: Durable) -> None:
        await anchored(store, tmp_path / "w")
        data = await exported(store, "MB-7")
        assert held(data, tmp_path / "w", partial=True).whole
        assert "witness" in held(data, tmp_path / "w").faults
        faults = held(forged(data, more_chips), tmp_path / "w", partial=True).faults
        assert "covers" in faults["witness"].words

    on(lasting, tried)


@pytest.mark.parametrize(
    "leaves",
    [
        {"size": 3, "runs": [[1, 0]], "hashes": []},
        {"size": 3, "runs": [[2, 1], [1, 1]], "hashes": []},
        {"size": 3, "runs": [[1, 1]], "hashes": ["x", "y"]},
        {"size": 3, "runs": [[1, 2]], "hashes": []},
        {"size": 10**18, "runs": [[1, 1]], "hashes": []},
        {"size": -3, "runs": [[0, 5], [2, 1]], "hashes": []},
    ],
)
def test_a_header_that_lies_about_leaves_is_found(leaves: dict[str, Any], tmp_path: Path) -> None:
    async def tried(store: Durable) -> None:
        await anchored(store, tmp_path / "w")
        first, rest = (await exported(store)).split(b"\n", 1)
        header = json.loads(first)
        header["header"]["leaves"] = leaves
        report = held(json.dumps(header, separators=(",", ":")).encode() + b"\n" + rest, tmp_path / "w", partial=True)
        assert "witness" in report.faults

    on("memory:", tried)
