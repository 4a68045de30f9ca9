"""One PostgreSQL for all tests of a worker; every test that asks has a schema of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.record.postgres_server import Server

KINDS = ("memory", "sqlite", "postgresql")


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    found = Server()
    try:
        yield found
    finally:
        found.end()


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new database of each kind."""
    return address(request, tmp_path, request.param)


@pytest.fixture(params=KINDS[1:])
def lasting(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new database of each kind that outlives its process."""
    return address(request, tmp_path, request.param)


def address(request: pytest.FixtureRequest, folder: Path, kind: str) -> str:
    if kind == "memory":
        return "memory:"
    if kind == "sqlite":
        return f"sqlite:///{folder / 'floor.db'}"
    server: Server = request.getfixturevalue("server")
    return server.schema()
