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
