"""What the person is asked besides wagers, read off ``expected``: no rule is known here.

A choice is one command with its words. What a House Money payout may ride on is found by asking the table of each.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from punto.money import dollars
from punto.roles import Role
from punto.table.commands import HouseMoney, Turn
from punto.table.expected import Expected, expected
from punto.table.house_money import TAKE, outcome
from punto.table.seating import DECLINING
from punto.table.transcript import COMMANDS
from punto.terminal.sitting import Sitting
from punto.terminal.words import ACTS, ASKS, HANDS

OTHERWISE = frozenset({"sit", "wager", "verbal", "withdraw", "pledge", "reveal-entropy"})  # not asked here
UNSEEN = "?"  # the keeper supplies the face


class Choice(NamedTuple):
    """One thing that the person may do now."""

    words: str
    kind: Any
    by: Role
    fields: dict[str, Any]
    act: Expected


def asked(sitting: Sitting) -> tuple[Expected, ...]:
    """Return what the person at this seat may or must do besides wagering, what must be done first."""
    state, seat = sitting.state, sitting.seat
    mine = [
        act
        for act in expected(sitting.rules, state)
        if act.do not in OTHERWISE
        and (act.must or act.do != "deal")  # a card that falls where it should not is nobody's wish
        and ((act.by is Role.PLAYER and act.seat == seat) or (act.by is Role.CURATOR and state.curator == seat))
    ]
    return tuple(sorted(mine, key=lambda act: (not act.must, act.what in DECLINING)))


def due(acts: tuple[Expected, ...]) -> Expected | None:
    """Return what nothing goes on without."""
    return next((act for act in acts if act.must), None)


def question(sitting: Sitting, act: Expected) -> str:
    """Say what the person is asked."""
    payout = dollars(outcome(sitting.rules, sitting.state, sitting.seat)[1].paid) if act.do == "house-money" else ""
    return (ASKS.get(act.what) or ASKS.get(act.do, "")).format(payout=payout)


def choices(sitting: Sitting, acts: tuple[Expected, ...]) -> tuple[Choice, ...]:
    """Return the commands that would do what is asked."""
    return tuple(choice for act in acts for choice in _ways(sitting, act))


def _ways(sitting: Sitting, act: Expected) -> Iterator[Choice]:
    match act.do:
        case "house-money":
            yield from _house_money(sitting, act)
        case "turn":
            faces = dict.fromkeys(act.what.split(), UNSEEN)
            yield Choice(ACTS["turn"], Turn, act.by, {"faces": faces}, act)
        case "deal":
            words = ACTS["deal"].format(hand=HANDS[act.what[0]])
            yield Choice(words, COMMANDS["deal"], act.by, {"place": act.what}, act)
        case "perform":
            words = ACTS.get(act.what, act.what.replace("-", " ").capitalize())
            yield Choice(words, COMMANDS["perform"], act.by, {"step": act.what, "seat": act.seat}, act)
        case _:
            yield Choice(ACTS.get(act.do, act.do), COMMANDS[act.do], act.by, {"seat": act.seat}, act)


def _house_money(sitting: Sitting, act: Expected) -> Iterator[Choice]:
    for choice in (TAKE, *(name.lower() for name in HANDS.values())):
        fields: dict[str, Any] = {"seat": sitting.seat, "choice": choice}
        if sitting.may(HouseMoney, **fields):
            words = ACTS["take" if choice == TAKE else "ride"].format(hand=choice.capitalize())
            yield Choice(words, HouseMoney, act.by, fields, act)
