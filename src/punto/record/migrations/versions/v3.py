"""Version 3: leases of processes, without which they cannot append, and owners of tables.

Never edit a released migration.
"""

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"

WHOLE = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create both tables."""
    op.create_table(
        "leases",
        sa.Column("process", WHOLE, primary_key=True, autoincrement=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("beat", WHOLE, nullable=False),
    )
    op.create_table(
        "owners",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("process", WHOLE, nullable=False),
    )
