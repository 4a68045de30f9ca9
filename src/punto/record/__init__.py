"""The durable record: append-only, hash-chained streams in SQLite, PostgreSQL or memory, behind one interface.

``open_store`` opens a database by its URL and returns a ``Durable``; ``MemoryStore`` is the simplest store. ``export``
writes a log as a file, and ``load`` reads one back.
"""

from punto.record.chain import Batch, LogError, Record
from punto.record.durable import Durable, OutcomeUnknown, StoreError, open_store
from punto.record.export import LogFault, export
from punto.record.log_reader import load
from punto.record.memory import MemoryStore
from punto.record.opening import Open, Unlawful
from punto.record.store import Conflict, Reader, Store, Write
from punto.record.vault import Derived, Vault, Worded

__all__ = [
    "Batch",
    "Conflict",
    "Derived",
    "Durable",
    "LogError",
    "LogFault",
    "MemoryStore",
    "Open",
    "OutcomeUnknown",
    "Reader",
    "Record",
    "Store",
    "StoreError",
    "Unlawful",
    "Vault",
    "Worded",
    "Write",
    "export",
    "load",
    "open_store",
]
