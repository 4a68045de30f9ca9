"""Sessions for tests: transcripts that are played, and the logs that come of them."""

import json
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from punto.apps.cli.run import opened_table
from punto.game.headless import Answer, Headless
from punto.record.chain import GENESIS, digest
from punto.record.export import export
from punto.table.transcript import read
from tests import filed

GOLDEN = Path(__file__).parents[1] / "verification" / "golden"
SCRIPTS = sorted(GOLDEN.glob("*.script.jsonl"))
LOGS = sorted(GOLDEN.glob("*.log.jsonl"))
VERSION = "0.1.0"

Fields = dict[str, Any]
OPEN: Fields = {"submission": filed.path("md-mini-payout"), "cards": "2c 9h 9d  Ks Qd 5d 5c 6h 3s"}
ANN: Fields = {"by": "player", "who": "ann"}
SIT: Fields = {"do": "sit", **ANN, "seat": 3, "buy-in": 50000}
CUT: Fields = {"do": "perform", **ANN, "step": "place-cut", "cards": 140}
BET: Fields = {"do": "wager", **ANN, "seat": 3, "wager": "banker", "cents": 10000}
AUTO: Fields = {"auto": "dealer"}
ONE_COUP = ({"open": OPEN}, SIT, AUTO, CUT, AUTO, BET, AUTO)


def script(*lines: dict[str, Any]) -> str:
    """Write a transcript."""
    return "".join(json.dumps(line) + "\n" for line in lines)


def played(*lines: dict[str, Any]) -> tuple[Headless, list[Answer]]:
    """Play a transcript; return the table and every answer."""
    transcript = read(script(*lines))
    table, opened = opened_table(transcript.opening.table, Path())
    answers = [Answer(1, opened)]
    for line in transcript.lines:
        answers += table.play(line)
    return table, answers


def log_of(*lines: dict[str, Any]) -> bytes:
    """Play a transcript and export its log."""
    return export(played(*lines)[0].session.store, VERSION).encode()


@cache
def one_coup() -> bytes:
    """The log of one coup: Ann wins $100 on Banker."""
    return log_of(*ONE_COUP)


def forged(data: bytes, edit: Callable[[list[Any]], None]) -> bytes:
    """Edit the records of a log, and chain and end it again as if nothing had been: as a forger with time would."""
    header, *lines, _ = data.splitlines()
    records = [json.loads(line)["record"] for line in lines]
    edit(records)
    text, hashes = header + b"\n", dict[str, tuple[int, str]]()
    for record in records:
        body = json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode()
        hashed = digest(hashes.get(record["stream"], (0, GENESIS))[1], body)
        hashes[record["stream"]] = record["n"] + len(record["events"]) - 1, hashed
        text += b'{"hash":"' + hashed.encode() + b'","record":' + body + b"}\n"
    streams = {stream: {"n": n, "hash": hashed} for stream, (n, hashed) in sorted(hashes.items())}
    end = {"records": len(records), "streams": streams, "sha256": sha256(text).hexdigest()}
    return text + json.dumps({"end": end}, separators=(",", ":")).encode() + b"\n"


def event(records: list[Any], tag: str, number: int = 0) -> Any:
    """Return an event of some records by its tag, the first unless said otherwise."""
    found = [event for record in records for event in record["events"] if event["event"].startswith(f"{tag}/")]
    return found[number]
