"""Who may be at a table, in the documents' words."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """Someone who acts at a table."""

    PLAYER = "player"
    CURATOR = "curator"  # ma-baccarat 1: the player who holds the shoe
    DEALER = "dealer"  # at the big table: the dealer calling the game
    FLOOR = "floor"  # a floorperson, or a casino supervisor, or above
    SURVEILLANCE = "surveillance"
    SYSTEM = "system"


class Duty(StrEnum):
    """What a named user is entrusted with on a floor; at a table some of them are a role."""

    PLAYER = "player"
    DEALER = "dealer"
    FLOOR = "floor"
    SURVEILLANCE = "surveillance"
    AUDITOR = "auditor"  # reads everything, changes nothing
    ADMINISTRATOR = "administrator"  # people and parameters, never money
    SYSTEM = "system"  # Punto itself and its command line; nobody has it
