"""A floor that is killed while it appends and makes checkpoints: nothing that a witness saw is lost or contradicted."""

import asyncio
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from punto.anchor import merkle
from punto.anchor.anchoring import Anchor
from punto.anchor.tree import entry_of
from punto.anchor.witness import CheckpointFile, FileWitness
from punto.record.durable import open_store
from tests.anchor.keys import KEY, NOW
from tests.record.killing import ROOT

KILLS, LINES = 2, 5


def killed(url: str, witness: Path) -> int:
    """Let a process run until it has made some checkpoints, kill it, and return the size of its last one.

    It prints 0 where none could be made, because records were being overtaken; a busy machine does that.
    """
    command = [sys.executable, "-m", "tests.anchor.anchorer", url, str(witness)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, text=True) as process:
        assert process.stdout is not None
        made = (line for line in process.stdout if line != "0\n")
        lines = list(islice(made, LINES))
        process.kill()
        lines += made
    assert process.returncode == -9
    return [int(line) for line in lines if line.endswith("\n")][-1]


@pytest.mark.slow
def test_a_kill_between_an_append_and_its_checkpoint_breaks_nothing(lasting: str, tmp_path: Path) -> None:
    witness = tmp_path / "w"
    sizes = [killed(lasting, witness) for _ in range(KILLS)]
    assert sizes == sorted(set(sizes))

    async def compared() -> None:
        store = await open_store(lasting)
        anchor = Anchor(store, KEY, [FileWitness(witness)])
        assert await anchor.fault() == ""
        made = await anchor.checkpoint(NOW)
        leaves = [entry_of(place).hash for place in await store.sequence(0, 10**6)]
        await store.close()
        assert made is not None
        assert made.size == len(leaves) >= sizes[-1]  # those after the last checkpoint are covered by the next
        kept = CheckpointFile(witness).read()
        assert {one.size for one in kept} >= set(sizes)
        roots, frontier = {0: merkle.EMPTY}, merkle.Frontier()
        for number, leaf in enumerate(leaves, 1):
            frontier.push(leaf)
            roots[number] = frontier.root
        assert all(one.root == roots[one.size] for one in kept)

    asyncio.run(compared())
