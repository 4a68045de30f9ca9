"""Roles at a table, duties and ranks on a floor, and signatures, in the documents' words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """The role of a person who acts at a table."""

    PLAYER = "player"
    CURATOR = "curator"  # ma-baccarat 1: the player who holds the shoe
    DEALER = "dealer"  # at the big table: the dealer calling the game
    FLOOR = "floor"  # a floorperson, or a casino supervisor, or above
    SURVEILLANCE = "surveillance"
    SYSTEM = "system"


PLAYER, CURATOR, DEALER, FLOOR, SURVEILLANCE, SYSTEM = Role  # quicker to read than members of the class


class Duty(StrEnum):
    """The duty of a named user on a floor; some duties are also a role at a table."""

    PLAYER = "player"
    DEALER = "dealer"
    FLOOR = "floor"
    CAGE = "cage"  # the chip bank: prepares what goes to a table, and receives what comes from it
    SECURITY = "security"  # carries chips, boxes and cards
    SURVEILLANCE = "surveillance"
    AUDITOR = "auditor"  # reads everything, changes nothing
    REGULATOR = "regulator"  # reads everything, acknowledges notices
    ADMINISTRATOR = "administrator"  # users and parameters, never money
    SYSTEM = "system"  # Punto itself and its command line; never given to a user


class Rank(StrEnum):
    """The rank of a floorperson, from the lowest to the highest.

    The documents say "floorperson or above" and "casino supervisor"; a casino supervisor is a pit manager (reading 31).
    """

    FLOORPERSON = "floorperson"
    PIT_MANAGER = "pit-manager"
    SHIFT_MANAGER = "shift-manager"

    def reaches(self, least: Rank) -> bool:
        """Return whether this rank is another one or above it.

        >>> Rank.SHIFT_MANAGER.reaches(Rank.PIT_MANAGER), Rank.FLOORPERSON.reaches(Rank.PIT_MANAGER)
        (True, False)
        """
        return _RANKS.index(self) >= _RANKS.index(least)


_RANKS = tuple(Rank)


@dataclass(frozen=True, slots=True)
class Signature:
    """The signature of a second person under a command, made at the same screen; the command has the time.

    Only the server writes it, after that person has shown who they are.
    """

    who: str  # pseudonym
    duty: Duty
    rank: Rank | None = None  # of a floorperson
