"""PostgreSQL setup: checks durability settings and migrates the database."""

from __future__ import annotations

import asyncio

import asyncpg
from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from punto.store import migrations
from punto.store.durable import StoreError
from punto.store.line import LOST, shown, translated

LOCK = 0x50554E544F  # "PUNTO"; held during a migration


async def migrated(url: str, patience: float) -> None:
    """Check that commits are durable, and migrate the database to this version."""
    try:
        async with asyncio.timeout(patience):
            connection = await asyncpg.connect(url)
    except (*LOST, asyncpg.PostgresError, ValueError) as error:
        raise translated(error, url) from None
    try:
        await _durable(connection, url)
        current = await _is_current(connection)
    finally:
        await connection.close()
    if not current:
        await _upgrade(url)


async def _durable(connection: asyncpg.Connection, url: str) -> None:
    for setting in ("fsync", "synchronous_commit", "full_page_writes"):
        if await connection.fetchval(f"SHOW {setting}") == "off":
            raise StoreError(f"{shown(url)}: a commit would not be durable: {setting} is off")


async def _is_current(connection: asyncpg.Connection) -> bool:
    if await connection.fetchval("SELECT to_regclass($1)", migrations.VERSION_TABLE) is None:
        return False
    return migrations.is_current(await connection.fetchval(f"SELECT version_num FROM {migrations.VERSION_TABLE}"))


async def _upgrade(url: str) -> None:
    """Run the migrations in one transaction; of several starting processes, one migrates while the others wait."""

    def upgrade(connection: Connection) -> None:
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        migrations.upgrade(connection)

    engine = create_async_engine("postgresql+asyncpg://", async_creator=lambda: asyncpg.connect(url))
    try:
        async with engine.begin() as connection:
            await connection.run_sync(upgrade)
    except SQLAlchemyError as error:
        raise StoreError(
            f"{shown(url)}: cannot create its tables: {str(error.__cause__ or error).splitlines()[0]}"
        ) from None
    finally:
        await engine.dispose()
