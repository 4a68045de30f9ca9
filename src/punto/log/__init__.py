"""The log: append-only, hash-chained, one stream per table."""

from punto.log.memory import Conflict, MemoryLog
from punto.log.record import Record, chain, verify

__all__ = ["Conflict", "MemoryLog", "Record", "chain", "verify"]
