"""Commands: what somebody at the table asks to do.

Every command says who asks, in which role, when, and which coup is meant, and carries an id made by the one who asks,
so that a late retry can never become a wager in the next coup.
"""

from __future__ import annotations

import msgspec

from punto.roles import Role


class Command(msgspec.Struct, frozen=True, tag_field="do", kw_only=True, rename="kebab"):
    """What all commands carry."""

    id: str
    by: Role
    who: str
    at: int  # milliseconds, by the one clock of the floor
    coup: int | None = None


class Sit(Command, tag="sit", frozen=True, kw_only=True):
    """Take a seat and buy chips."""

    seat: int
    buy_in: int


class Wager(Command, tag="wager", frozen=True, kw_only=True):
    """Put chips on an area of the felt."""

    seat: int
    wager: str
    cents: int


class Perform(Command, tag="perform", frozen=True, kw_only=True):
    """Make a step of the ceremony that is due: an announcement, a shuffle, a cut."""

    step: str


class Deal(Command, tag="deal", frozen=True, kw_only=True):
    """Deal the next card to its place, face down: no face is named."""

    place: str


class Turn(Command, tag="turn", frozen=True, kw_only=True):
    """Turn cards face up: the only way in for a face."""

    faces: dict[str, str]


AnyCommand = Sit | Wager | Perform | Deal | Turn
