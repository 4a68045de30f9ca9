"""Version 2: the head of every stream, compared and moved by each append. Never edit a released migration.

Heads of an existing database are the last record of each stream.
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
    """Create and fill the table of heads."""
    op.create_table(
        "heads",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("epoch", WHOLE, nullable=False),
        sqlite_with_rowid=False,
    )
    if op.get_bind().dialect.name == "postgresql":
        # Every append rewrites a head: free space on its page avoids touching an index.
        op.execute("ALTER TABLE heads SET (fillfactor = 50)")
    op.execute(LAST_RECORDS)
