"""The versions of the database, oldest first, and the way from each to the next: Alembic's, shipped with the package.

A database tells its version in the table ``punto_version``. One that is behind is brought up when it is opened, in one
transaction; one that is ahead was written by a later Punto and is left alone.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection

from punto.store.durable import StoreError

HEAD = "2"
VERSION_TABLE = "punto_version"
FOLDER = Path(__file__).parent


def is_current(version: str | None) -> bool:
    """Say whether a database is at this version; raise ``StoreError`` where it is of a later one."""
    if version is None or version == HEAD:
        return version == HEAD
    if version not in {path.stem.removeprefix("v") for path in (FOLDER / "versions").glob("v*.py")}:
        raise StoreError(f"this database is of version {version}, written by a later Punto; this one knows {HEAD}")
    return False


def upgrade(connection: Connection) -> None:
    """Bring a database to this version, in the transaction that its connection is in."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
