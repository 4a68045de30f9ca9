"""Durable storage: log records, secrets and small documents in one database, behind one interface.

``open_store`` opens a database by its URL and returns a ``Durable``. SQLite is the embedded default; PostgreSQL serves
several processes, and ``memory:`` is for experiments.
"""

from punto.store.durable import Durable, StoreError, Unknown, open_store

__all__ = ["Durable", "StoreError", "Unknown", "open_store"]
