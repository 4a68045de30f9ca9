"""The durable log: records, secrets and small documents in one database, behind one interface.

``open_store`` opens a database by its address and answers with a ``Durable``. SQLite is the embedded default;
PostgreSQL is for many processes, memory for trying things.
"""

from punto.store.durable import Durable, StoreError, Unknown, open_store

__all__ = ["Durable", "StoreError", "Unknown", "open_store"]
