"""Check a log of Punto without Punto: python witness.py log.jsonl"""

import hashlib
import json
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

VALUE = {"A": 1, "10": 0, "J": 0, "Q": 0, "K": 0} | {str(n): n for n in range(2, 10)}
DRAWS = {
    3: (0, 1, 2, 3, 4, 5, 6, 7, 9),
    4: (2, 3, 4, 5, 6, 7),
    5: (4, 5, 6, 7),
    6: (6, 7),
}  # on which Player's third card


def need(holds: bool, words: str) -> None:
    if not holds:
        raise ValueError(words)


def records(data: bytes) -> Iterator[tuple[int, dict[str, Any]]]:
    """Give the records of a file, each after its place in the chain was checked."""
    *rows, end = data.removesuffix(b"\n").split(b"\n")
    last: dict[str, bytes] = defaultdict(lambda: b"0" * 64)
    for number, row in enumerate(rows[1:], 2):
        record = json.loads(row[84:-1])
        digest = hashlib.sha256(b"punto-log/1\n" + last[record["stream"]] + b"\n" + row[84:-1]).hexdigest().encode()
        need(digest == row[9:73], f"line {number}: the chain is broken")
        last[record["stream"]] = digest
        yield number, record
    told = json.loads(end)["end"]
    need(told["records"] == len(rows) - 1, "records are missing")
    need(told["sha256"] == hashlib.sha256(data[: -len(end) - 1]).hexdigest(), "the end does not fit")


def hands(faces: dict[str, str]) -> tuple[list[int], list[int]]:
    """Read both hands as values, and see that each has the cards that the drawing rules give it."""
    player, banker = ([VALUE[faces[side + n][:-1]] for n in "123" if side + n in faces] for side in "PB")
    two = sum(player[:2]) % 10, sum(banker[:2]) % 10
    draws = max(two) < 8 and two[0] < 6
    third = player[2] if draws and len(player) == 3 else None
    follows = max(two) < 8 and (third in DRAWS.get(two[1], ()) or two[1] < 3 if draws else two[1] < 6)
    need((len(player), len(banker)) == (2 + draws, 2 + follows), "a hand has not the cards that are due to it")
    return player, banker


def verdict(wager: str, player: list[int], banker: list[int]) -> str:
    """Say what becomes of a wager; nothing for one that this program does not judge."""
    p, b = sum(player) % 10, sum(banker) % 10
    dragon, panda = b == 7 > p and len(banker) == 3, p == 8 > b and len(player) == 3
    ahead = {"player": p - b, "banker": b - p, "ez-banker": 0 if dragon else b - p}
    if wager in ahead:
        return "win" if ahead[wager] > 0 else "lose" if ahead[wager] else "push"
    won = {"tie": p == b, "dragon-7": dragon, "panda-8": panda}
    return "" if wager not in won else "win" if won[wager] else "lose"


def see(table: dict[str, Any], event: dict[str, Any]) -> None:
    """Follow one event: its money, its cards, its settlement."""
    tag, faces = event["event"].partition("/")[0], table["faces"]
    for debit, credit, cents, _ in event.get("postings", ()):
        table["cents"].update({debit: -cents, credit: cents})
        need(cents > 0 and (debit == "house" or table["cents"][debit] >= 0), f"{debit} has not {cents} cents")
    if tag == "wager-made" and "coupon" in event:
        table["coupons"][event["seat"], event["wager"]] = event["coupon"]
    elif tag in ("card-turned", "card-corrected"):
        faces[event["place"]] = event["card"]
    elif tag == "card-taken-back":
        faces.pop(event["place"], None)
    elif event.get("step") == "use-as-banker-third" and (seen := {"error-third", "face-up-third"} & faces.keys()):
        faces["B3"] = faces[seen.pop()]  # a card that came out in error, and was seen
    elif tag in ("coup-ended", "coup-voided"):
        faces.clear()
    elif tag == "coup-settled":
        settle(table, event, *hands(faces))


def settle(table: dict[str, Any], event: dict[str, Any], player: list[int], banker: list[int]) -> None:
    """Settle a coup again, and compare."""
    need([event["player"], event["banker"]] == [sum(player) % 10, sum(banker) % 10], "the counts are others")
    for line in event.get("lines", ()):
        name, due = f"seat {line['seat']}, {line['wager']}", verdict(line["wager"], player, banker)
        stakes = {line["stake"], line["stake"] + table["coupons"][line["seat"], line["wager"]]}  # a coupon pays once
        paid = {int(stake * table["pays"].get(line["wager"], 1)) if due == "win" else 0 for stake in stakes}
        need(due in ("", line["verdict"]), f"{name}: found {line['verdict']}, should {due}")
        need(not due or line.get("paid", 0) in paid, f"{name}: paid {line.get('paid', 0)}, should be {min(paid)}")
        table["judged"] += bool(due)


def opened(record: dict[str, Any]) -> dict[str, Any]:
    """Begin with a table as it was opened. What its tie pays is in the submission, which the log holds."""
    tie = tomllib.loads(record["command"]["submission"])["wagers"].get("tie", {}).get("pays", "8 to 1")
    pays = {"tie": Fraction(*map(int, tie.split(" to "))), "dragon-7": 40, "panda-8": 25}
    return {"cents": Counter(), "faces": {}, "coupons": Counter(), "pays": pays, "judged": 0}


def main(path: str) -> None:
    """Follow every table of a log, and say what holds."""
    tables: dict[str, dict[str, Any]] = {}
    for number, record in records(Path(path).read_bytes()):
        if record["command"]["do"] == "open" and record["stream"].startswith("table/"):
            tables[record["stream"]] = opened(record)
        for event in record["events"] if record["stream"] in tables else ():
            try:
                see(tables[record["stream"]], event)
            except (ValueError, KeyError) as fault:
                raise ValueError(f"line {number}: {fault}") from None
    for stream, table in tables.items():
        print(f"{stream}: chain, cents and cards hold; {table['judged']} wagers settled again")


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except ValueError as broken:
        sys.exit(str(broken))
