"""Version 2: the head of every stream, which each append compares and moves. What stands here is never changed again.

Heads are taken from the records that a database of version 1 holds: the last record of each stream.
"""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"

WHOLE = sa.BigInteger().with_variant(sa.Integer, "sqlite")
LAST_RECORDS = """
    INSERT INTO heads (stream, version, hash, epoch)
    SELECT records.stream, records.last, records.hash, 0
    FROM records
    JOIN (SELECT stream, max(n) AS n FROM records GROUP BY stream) AS ends
      ON ends.stream = records.stream AND ends.n = records.n
"""


def upgrade() -> None:
    """Make the table of heads, and fill it."""
    op.create_table(
        "heads",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("epoch", WHOLE, nullable=False),
        sqlite_with_rowid=False,
    )
    if op.get_bind().dialect.name == "postgresql":
        # A head is written anew by every append: with room on its page that touches no index.
        op.execute("ALTER TABLE heads SET (fillfactor = 50)")
    op.execute(LAST_RECORDS)
