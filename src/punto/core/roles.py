"""Roles at a table and duties on a floor, in the documents' words."""

from __future__ import annotations

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
    SURVEILLANCE = "surveillance"
    AUDITOR = "auditor"  # reads everything, changes nothing
    ADMINISTRATOR = "administrator"  # users and parameters, never money
    SYSTEM = "system"  # Punto itself and its command line; never given to a user
