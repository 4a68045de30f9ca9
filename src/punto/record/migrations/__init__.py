"""Database migrations, oldest first, run by Alembic and included in the package.

The table ``punto_version`` holds a database's version. An older one is upgraded when it is opened, in one transaction,
unless another process is serving its floor: that process would write on as the older version does. A newer one was
written by a later Punto and is left alone.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection

from punto.record.durable import StoreError

HEAD = "3"
VERSION_TABLE = "punto_version"
FOLDER = Path(__file__).parent
SERVED = "a floor of an earlier Punto is using this database: stop it before this version migrates it"


def is_current(version: str | None) -> bool:
    """Return whether a database is at this version; raise ``StoreError`` if it is newer."""
    if version is None or version == HEAD:
        return version == HEAD
    if version not in {path.stem.removeprefix("v") for path in (FOLDER / "versions").glob("v*.py")}:
        raise StoreError(f"unsupported database version {version} of a later Punto: this one supports up to {HEAD}")
    return False


def upgrade(connection: Connection) -> None:
    """Migrate a database to this version, in its connection's current transaction."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
