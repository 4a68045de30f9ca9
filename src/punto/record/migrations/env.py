"""Alembic environment: runs the migrations on the given connection."""

from alembic import context

from punto.record.migrations import VERSION_TABLE

context.configure(connection=context.config.attributes["connection"], version_table=VERSION_TABLE)
with context.begin_transaction():
    context.run_migrations()
