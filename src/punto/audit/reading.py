"""Parsing of events in the form of a log, and comparison with what is due."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from punto.audit.rules import Event, Faults, Move


def whole(event: Event, name: str) -> int:
    """Return an integer field; 0 if it is absent."""
    number = event.get(name, 0)
    if not isinstance(number, int) or isinstance(number, bool):
        raise ValueError(f"{name}: expected a whole number, found {number!r}")
    return number


def moves_of(event: Event) -> list[Move]:
    """Return an event's postings, without memos."""
    moves = []
    for source, target, cents, *_ in event.get("postings", ()):
        if not isinstance(cents, int) or isinstance(cents, bool):
            raise ValueError(f"posting: expected whole cents, found {cents!r}")
        moves.append((str(source), str(target), cents))
    return moves


def net(moves: Iterable[Move]) -> Counter[str]:
    """Return the change of each account."""
    changes: Counter[str] = Counter()
    for source, target, cents in moves:
        changes[source] -= cents
        changes[target] += cents
    return changes


def words(moves: list[Move]) -> str:
    """Describe some moves."""
    return "".join(f"{cents} cents from {source} to {target}" for source, target, cents in moves) or "nothing"


def compare(what: str, found: Event, due: Event) -> Faults:
    """Compare some fields with what is due; an absent field is empty."""
    for name, expected in due.items():
        empty = {str: "", int: 0}.get(type(expected))
        said = found.get(name, "lose" if name == "verdict" else empty)
        if said != expected:
            yield f"{what}: {name} expected {expected}, found {said}"


def as_line(seat: int, wager: str, category: str, stake: int, verdict: str) -> dict[str, Any]:
    """Return a settlement line on which nothing is paid yet."""
    amounts = {"paid": 0, "vigorish": 0, "marked": 0, "coupon": 0}
    return {"seat": seat, "wager": wager, "category": category, "stake": stake, "verdict": verdict} | amounts


def compare_lines(due: list[dict[str, Any]], found: list[dict[str, Any]]) -> Faults:
    """Compare settlement lines: each wager once, every amount, then their order."""
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
