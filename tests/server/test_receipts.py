"""Receipts of a live floor: a checkpoint covers each coup, and a stranger can check that, with the log or without."""

import asyncio
import shutil
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest

from punto.anchor import notes, receipts
from punto.anchor.anchoring import Anchor
from punto.anchor.witness import CheckpointFile, FileWitness, HttpWitness
from punto.core.roles import Duty
from punto.floor import Setup
from punto.record.durable import open_store
from punto.verification.verify import verify
from punto.verification.witnessed import Witnessed, read_kept
from tests.anchor.keys import CLERK, KEY, OTHER_KEY
from tests.anchor.witnesses import served
from tests.game.sessions import forged
from tests.server.floors import QUICK, TABLE, busy, floor, run, staff, until
from tests.test_docs import blocks
from tests.verification import receipt

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "tests" / "verification" / "receipt.py"
PROOF = f"/api/tables/{TABLE}/coups/1/1/proof"


async def proved(client: httpx2.AsyncClient) -> str:
    """Ask until a checkpoint covers the coup, and a witness has cosigned it."""
    while True:
        answer = await client.get(PROOF)
        if answer.status_code == 200 and receipts.parse(answer.text).checkpoint.signed_by(CLERK.public):
            return answer.text
        if answer.status_code != 200:
            assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not-anchored")
        await asyncio.sleep(0.02)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A receipt, the log, and what a witness kept, of a floor that ran."""
    folder = tmp_path_factory.mktemp("receipts")

    async def play() -> None:
        store = await open_store(f"sqlite:///{folder}/floor.db")
        async with served(folder / "witness.txt") as (url, _):
            anchor = Anchor(store, KEY, [HttpWitness(url, CLERK.public), FileWitness(folder / "file.txt")])
            assert await anchor.fault() == ""
            async with floor("md-mini-payout", setup=Setup(pace=QUICK), store=store, anchor=anchor) as house:
                desk = house.live.house.desks[TABLE]
                async with house.http() as client, busy(house):
                    assert (await client.get("/api/checkpoint")).status_code in (200, 404)
                    assert (await client.get(PROOF)).status_code == 404
                    await until(lambda: desk.state.coup > 1, 60)
                    anchor.due.set()
                    (folder / "receipt").write_text(await proved(client))
                    await until(lambda: desk.state.coup > 2, 60)
                    checkpoint = notes.parse((await client.get("/api/checkpoint")).text)
                    assert checkpoint.signed_by(KEY.public) == 0
                    assert checkpoint.signed_by(CLERK.public)
                    (folder / "metrics").write_bytes(house.live.figures.text())
                await house.live.house.close_table(TABLE)
                size = anchor.size  # a closed table gets a checkpoint, without waiting for the minute
                await until(lambda: anchor.last is not None and anchor.last.size > size, 30)
                auditor = await staff(house, "Audrey", Duty.AUDITOR)
                async with house.http(auditor):
                    pass
            assert anchor.troubles == {}
            assert anchor.last is not None
            assert anchor.last.size == len(await store.sequence(0, 10**6))  # one more when it stopped
        from punto.record.archive import archive

        of = await receipts.Exported.of(store)
        (folder / "log.jsonl").write_text(await archive(store, "0.1.0", "", of.leaves))
        (folder / "table.jsonl").write_text(await archive(store, "0.1.0", TABLE, of.leaves))
        await store.close()

    run(play)
    return folder


def test_the_witnesses_have_the_whole_floor(kept: Path) -> None:
    for name in ("witness.txt", "file.txt"):
        found = CheckpointFile(kept / name).read()
        assert len(found) >= 3
        witness = read_kept(name, (kept / name).read_bytes())
        for log, partial in (("log.jsonl", False), ("table.jsonl", True)):
            report = verify((kept / log).read_bytes(), witnessed=Witnessed([witness], [KEY.public], partial=partial))
            assert report.whole, report.faults
    assert b"punto_anchored_records" in (kept / "metrics").read_bytes()
    assert b"punto_witnesses_behind 0.0" in (kept / "metrics").read_bytes()


def test_a_receipt_is_compared_with_a_log(kept: Path) -> None:
    data, proof = (kept / "log.jsonl").read_bytes(), read_kept("receipt", (kept / "receipt").read_bytes())
    assert proof.receipt is not None
    assert proof.receipt.holds
    assert verify(data, witnessed=Witnessed([proof], [KEY.public, CLERK.public])).whole
    assert verify((kept / "table.jsonl").read_bytes(), witnessed=Witnessed([proof], partial=True)).whole

    def later(records: list[dict[str, object]]) -> None:
        records[0]["command"]["punto"] = "0.0.1"  # type: ignore[index]

    faults = verify(forged(data, later), witnessed=Witnessed([proof])).faults
    assert "other records than the log" in faults["witness"].words
    other = proof._replace(receipt=proof.receipt._replace(number=0))
    assert "does not lead to its checkpoint" in verify(data, witnessed=Witnessed([other])).faults["witness"].words


# ---------------------------------------------------------------- the manual's own program


def test_the_page_shows_the_program() -> None:
    page = (ROOT / "docs" / "anchors.md").read_text(encoding="utf-8")
    (shown,) = (block.text for block in blocks(page) if 'title="receipt.py"' in block.info)
    assert shown == PROGRAM.read_text(encoding="utf-8")
    assert "punto" not in [line.split()[1] for line in shown.splitlines() if line.startswith(("import", "from"))]


def test_it_runs_without_punto_in_reach(kept: Path, tmp_path: Path) -> None:
    for name in ("receipt", "log.jsonl"):
        shutil.copy(kept / name, tmp_path / name)
    bare = [sys.executable, "-I", "-S", str(PROGRAM), "receipt", KEY.public.line, "log.jsonl"]
    done = subprocess.run(bare, cwd=tmp_path, capture_output=True, text=True, check=True)
    first, second = done.stdout.splitlines()
    assert first.startswith(f"table/{TABLE} event ")
    assert second.startswith("in the log: line ")


def test_it_believes_a_cosignature(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    receipt.main(str(kept / "receipt"), CLERK.public.line)
    assert f"time {1_763_500_001}" in capsys.readouterr().out


@pytest.mark.parametrize(
    "old, new, words",
    [
        ("extra cHVudG8tbGVhZi8x", "extra cHVudG8tbGVhZi8y", "not a record of Punto"),
        ("index ", "index 1", "outside the tree|does not lead|too short"),
        ("c2sp.org", "c3sp.org", "not a receipt"),
        ("\ntime ", "\ntime 1", "signature of floor.example/main is wrong"),
        (f"— {KEY.name}", "— floor.example/side", "has not signed"),
    ],
)
def test_it_notices_a_changed_receipt(kept: Path, tmp_path: Path, old: str, new: str, words: str) -> None:
    text = (kept / "receipt").read_text()
    assert old in text
    (tmp_path / "receipt").write_text(text.replace(old, new, 1))
    with pytest.raises(ValueError, match=words):
        receipt.main(str(tmp_path / "receipt"), KEY.public.line)


def test_it_notices_a_changed_leaf_proof_key_and_log(kept: Path, tmp_path: Path) -> None:
    found = receipts.parse((kept / "receipt").read_text())
    (tmp_path / "receipt").write_text(found._replace(leaf=found.leaf.replace(b"MB-7", b"MB-8")).text)
    with pytest.raises(ValueError, match="does not lead to the root"):
        receipt.main(str(tmp_path / "receipt"), KEY.public.line)
    (tmp_path / "receipt").write_text(found._replace(proof=found.proof[:-1]).text)
    with pytest.raises(ValueError, match=r"too short|does not lead"):
        receipt.main(str(tmp_path / "receipt"), KEY.public.line)
    with pytest.raises(ValueError, match="has not signed"):
        receipt.main(str(kept / "receipt"), OTHER_KEY.public.line)
    data = (kept / "log.jsonl").read_bytes()
    stream = found.leaf.decode().split("\n")[1]

    def other(records: list[dict[str, object]]) -> None:
        first = next(record for record in records if record["stream"] == stream)
        first["command"]["punto"] = "0.0.1"  # type: ignore[index]

    (tmp_path / "log").write_bytes(forged(data, other))
    with pytest.raises(ValueError, match="is another record than the receipt's"):
        receipt.main(str(kept / "receipt"), KEY.public.line, str(tmp_path / "log"))
