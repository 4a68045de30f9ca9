"""The events of the staff of a table: their parts, their posts, and the defects that they find.

Their tags are stable names with a version; logs of version 1 stay readable permanently.
"""

from __future__ import annotations

from typing import Literal

from punto.table.event import Event

Post = Literal["caller", "wagers", "dealer"]  # of a dealer, where posts are signed for
Defect = Literal["missing", "extra", "marked", "damaged", "wrong-back"]
ASSIGNED = "floor"  # the post of the floorperson assigned to the table


class TableStaffed(Event, tag="table-staffed/1", frozen=True, kw_only=True):
    """Dealers were assigned: who calls the game, and who handles the wagers."""

    calling: tuple[str, ...]
    wagers: tuple[str, ...]


class SignedOn(Event, tag="signed-on/1", frozen=True, kw_only=True):
    """A dealer took a post, or a floorperson was assigned to the table."""

    who: str
    post: str
    at: int
    replaces: str = ""  # the floorperson assigned before


class SignedOff(Event, tag="signed-off/1", frozen=True, kw_only=True):
    """A person left a post, or will when the coup is complete."""

    who: str
    post: str
    at: int
    completes: bool = False  # the coup first


class Relieved(Event, tag="relieved/1", frozen=True, kw_only=True):
    """A person took over the post of another, with what was due from it."""

    who: str
    whom: str
    post: str
    at: int


class DefectFound(Event, tag="defect-found/1", frozen=True, kw_only=True):
    """A deck that was inspected has a defect; it is to be replaced, and the decks are inspected again."""

    deck: int
    kind: str
    who: str
    at: int
    card: str = ""
