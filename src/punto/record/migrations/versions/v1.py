"""Version 1: records, vault, shelf. Never edit a released migration; add a new version instead."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.schema import CreateSequence

revision = "1"
down_revision = None

WHOLE = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "records",
        sa.Column("position", WHOLE, primary_key=True, autoincrement=False),
        sa.Column("append", WHOLE, nullable=False),
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("n", WHOLE, nullable=False),
        sa.Column("last", WHOLE, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("command", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.UniqueConstraint("stream", "n", name="records_version"),
        sa.UniqueConstraint("stream", "who", "command", name="records_command"),
    )
    op.create_table(
        "vault",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("created", WHOLE, nullable=False),
    )
    op.create_table(
        "shelf",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    if op.get_bind().dialect.name == "postgresql":
        # A transaction reserves 1,024 positions: several processes may append, and no two share a number.
        op.execute(CreateSequence(sa.Sequence("records_position", start=1, increment=1024)))
