"""The floor: many live tables in one process, over a durable store.

A ``Floor`` opens tables and owns them. Each has a ``TableActor``, which decides commands one by one, stores their
events and then notifies its subscribers.
"""

from typing import TYPE_CHECKING

from punto.floor.floor import Floor
from punto.floor.setup import Clock, Pace, Setup
from punto.floor.table_actor import Published, QueueFull, TableActor, TableUnavailable
from punto.former import names

__all__ = ["Clock", "Floor", "Pace", "Published", "QueueFull", "Setup", "TableActor", "TableUnavailable"]

if not TYPE_CHECKING:
    __getattr__ = names("floor")
