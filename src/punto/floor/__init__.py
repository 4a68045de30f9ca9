"""The floor: many live tables in one process, over a durable store.

A ``Floor`` opens tables and keeps them. Each has a ``TableActor``, which decides commands one by one, stores their
events and then notifies its subscribers.
"""

from punto.floor.floor import Floor
from punto.floor.setup import Clock, Pace, Setup
from punto.floor.table_actor import Published, QueueFull, TableActor, TableUnavailable

__all__ = ["Clock", "Floor", "Pace", "Published", "QueueFull", "Setup", "TableActor", "TableUnavailable"]
