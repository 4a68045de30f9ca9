"""Reading events as a log holds them, and saying how two differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from punto.audit.rules import Event, Faults, Move


def whole(event: Event, name: str) -> int:
    """Read a whole number; one that is not mentioned is 0."""
    number = event.get(name, 0)
    if not isinstance(number, int) or isinstance(number, bool):
        raise ValueError(f"{name} is {number!r}, no whole number")
    return number


def moves_of(event: Event) -> list[Move]:
    """Read an event's postings, their memos left out."""
    moves = []
    for source, target, cents, *_ in event.get("postings", ()):
        if not isinstance(cents, int) or isinstance(cents, bool):
            raise ValueError(f"{cents!r} cents are posted")
        moves.append((str(source), str(target), cents))
    return moves


def net(moves: Iterable[Move]) -> Counter[str]:
    """Return what moves change on each account."""
    changes: Counter[str] = Counter()
    for source, target, cents in moves:
        changes[source] -= cents
        changes[target] += cents
    return changes


def words(moves: list[Move]) -> str:
    """Say what some moves move."""
    return "".join(f"{cents} cents from {source} to {target}" for source, target, cents in moves) or "nothing"


def compare(what: str, found: Event, due: Event) -> Faults:
    """Compare some fields of what was found with what is due; one that is not mentioned is empty."""
    for name, expected in due.items():
        empty = {str: "", int: 0}.get(type(expected))
        said = found.get(name, "lose" if name == "verdict" else empty)
        if said != expected:
            yield f"{what}: {name} expected {expected}, found {said}"


def as_line(seat: int, wager: str, category: str, stake: int, verdict: str) -> dict[str, Any]:
    """Return a line of a settlement on which nothing is paid yet."""
    amounts = {"paid": 0, "vigorish": 0, "marked": 0, "coupon": 0}
    return {"seat": seat, "wager": wager, "category": category, "stake": stake, "verdict": verdict} | amounts


def compare_lines(due: list[dict[str, Any]], found: list[dict[str, Any]]) -> Faults:
    """Compare a settlement's lines: each wager once, every amount, then their order."""
    said: dict[tuple[Any, Any], dict[str, Any]] = {}
    for line in found:
        name = line.get("seat"), line.get("wager")
        if name in said:
            yield f"seat {name[0]}, {name[1]}: settled twice, expected once"
        said.setdefault(name, line)
    asked = {(line["seat"], line["wager"]): line for line in due}
    for (seat, wager), line in asked.items():
        if (seat, wager) not in said:
            yield f"seat {seat}, {wager}: expected a line, found none"
        else:
            yield from compare(f"seat {seat}, {wager}", said[seat, wager], line)
    for seat, wager in said.keys() - asked.keys():
        yield f"seat {seat}, {wager}: expected no line, found one"
    for first, second in zip(asked, said, strict=False):
        if said.keys() == asked.keys() and first != second:
            yield f"the order of lines: expected seat {first[0]}, {first[1]}, found seat {second[0]}, {second[1]}"
            return
