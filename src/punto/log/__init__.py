"""The log: append-only, hash-chained, one stream per table; a file that proves itself.

``Session`` decides commands and stores what they bring. ``Store`` is what keeps it, ``MemoryStore`` the simplest one.
``export`` writes a log as a file, ``load`` reads one back, and ``verify`` says whether one is whole and true.
``open_table`` and ``resume_table`` make a session with the meters and wallets that stand beside its table.
"""

from punto.log.export import export
from punto.log.linked import open_table, resume_table
from punto.log.memory import MemoryStore
from punto.log.meters import Meters
from punto.log.opening import Open, Unlawful
from punto.log.purses import Purses
from punto.log.reading import Fault, load
from punto.log.record import Batch, LogError, Record
from punto.log.session import Accepted, Session
from punto.log.store import Conflict, Reader, Store, Write
from punto.log.vault import Derived, Vault, Worded
from punto.log.verification import Report, verify

__all__ = [
    "Accepted",
    "Batch",
    "Conflict",
    "Derived",
    "Fault",
    "LogError",
    "MemoryStore",
    "Meters",
    "Open",
    "Purses",
    "Reader",
    "Record",
    "Report",
    "Session",
    "Store",
    "Unlawful",
    "Vault",
    "Worded",
    "Write",
    "export",
    "load",
    "open_table",
    "resume_table",
    "verify",
]
