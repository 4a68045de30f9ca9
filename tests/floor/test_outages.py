"""The database goes away under a whole floor, in every way it can; the floor goes on, and every promise is kept."""

import asyncio
import os

import pytest

from tests.floor.outages import Sufferer, disowned, full, paused, restarted, small_disk, small_server
from tests.record.postgres_server import Server


def test_a_database_that_is_restarted_mid_round(server: Server) -> None:
    floor = Sufferer(server.database(), seed=1)
    found = asyncio.run(floor.suffer(restarted(server, "fast"), restarted(server, "immediate")))
    assert found["troubles"] == 2
    assert found["gone"] == 0  # who asked meanwhile has waited, and was answered
    assert found["answers"] > 5


def test_a_database_that_stands_still_mid_round(server: Server) -> None:
    floor = Sufferer(server.database(), seed=2)
    found = asyncio.run(floor.suffer(paused(server, floor, given_up=False)))
    assert found["gone"] == 0
    assert found["answers"] > 5


def test_a_database_that_stands_still_for_longer_than_the_floor_waits(server: Server) -> None:
    floor = Sufferer(server.database(), seed=3, patience=0.6)
    found = asyncio.run(floor.suffer(paused(server, floor, given_up=True)))
    assert found["gone"] > 0
    assert found["answers"] > 5


def test_a_keeper_that_loses_its_session(server: Server) -> None:
    floor = Sufferer(server.database(), seed=4, processes=2)
    found = asyncio.run(floor.suffer(disowned(server), disowned(server)))
    assert found["answers"] > 5


as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a small disk")


@as_root
def test_a_disk_of_postgresql_that_is_full_and_then_not() -> None:
    with small_server() as (disk, server):
        floor = Sufferer(server.database(), seed=5, patience=2)
        found = asyncio.run(floor.suffer(full(disk, floor, server)))
    assert found["gone"] > 0
    assert found["answers"] > 5


@as_root
def test_a_disk_of_sqlite_that_is_full_and_then_not() -> None:
    with small_disk() as disk:
        floor = Sufferer(f"sqlite:///{disk / 'floor.db'}", seed=6, patience=2)
        found = asyncio.run(floor.suffer(full(disk, floor)))
    assert found["gone"] > 0
    assert found["answers"] > 5
