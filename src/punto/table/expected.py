"""What may or must happen next, by whom, under which section: the page, the desk and the dealer are written on this."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from punto.ceremony import may
from punto.houserules import HouseRules
from punto.roles import Role
from punto.table.phases import CEREMONIES, FOUR, Phase, face_down, third_due
from punto.table.state import TableState


class Expected(msgspec.Struct, frozen=True):
    """One thing that somebody may or must do now."""

    do: str
    by: Role
    what: str = ""  # the step, place or wager
    seat: int | None = None
    must: bool = False
    section: str = ""


def expected(rules: HouseRules, state: TableState) -> tuple[Expected, ...]:
    """Return everything that may be done now; what must be is marked."""
    return tuple(_ACTS[state.phase](rules, state))


def _betting(rules: HouseRules, state: TableState) -> Iterator[Expected]:
    book = rules.rulebook
    for seat in range(1, rules.seats + 1):
        if seat not in state.seated:
            yield Expected("sit", Role.PLAYER, seat=seat)
        else:
            for wager in rules.wagers:
                yield Expected(
                    "wager", Role.PLAYER, wager.key, seat, section=wager.section or book.section("wager.means")
                )
    yield from _steps(rules, state)


def _steps(rules: HouseRules, state: TableState) -> Iterator[Expected]:
    ceremony = rules.rulebook.ceremonies[CEREMONIES[state.phase]]
    for name in sorted(may(ceremony, state.done)):
        step = ceremony.steps[name]
        if name == "turn-hands":
            yield Expected("turn", Role.DEALER, " ".join(face_down(state)), must=True, section=step.cite.section)
        else:
            yield Expected("perform", Role(step.by), name, must=True, section=step.cite.section)


def _dealing(rules: HouseRules, state: TableState) -> Iterator[Expected]:
    place = FOUR[len(state.places)]
    yield Expected("deal", Role.DEALER, place, must=True, section=rules.rulebook.section("deal.four"))


def _drawing(rules: HouseRules, state: TableState) -> Iterator[Expected]:
    section = rules.rulebook.section("third.order")
    down = face_down(state)
    if down:
        yield Expected("turn", Role.DEALER, down[0], must=True, section=section)
    else:
        yield Expected("deal", Role.DEALER, third_due(state) or "", must=True, section=section)


_ACTS = {
    Phase.CLOSED: lambda rules, state: iter(()),
    Phase.BETTING: _betting,
    Phase.DEALING: _dealing,
    Phase.TURNING: _steps,
    Phase.DRAWING: _drawing,
    Phase.PAYING: _steps,
}
