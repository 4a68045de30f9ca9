"""Every test of accounts is made in memory and on SQLite."""

from pathlib import Path

import pytest


@pytest.fixture(params=["memory", "sqlite"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty store."""
    return "memory:" if request.param == "memory" else f"sqlite:///{tmp_path / 'floor.db'}"
