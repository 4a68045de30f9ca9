"""The floor: many live tables in one process, over a durable store.

A ``House`` opens tables and keeps them; each has a ``Desk``, which answers commands one by one, stores what they bring
and then tells whoever watches.
"""

from punto.floor.clock import Clock
from punto.floor.desk import Busy, Desk, Gone, Published
from punto.floor.house import House
from punto.floor.setup import Pace, Setup

__all__ = ["Busy", "Clock", "Desk", "Gone", "House", "Pace", "Published", "Setup"]
