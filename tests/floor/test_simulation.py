"""A whole floor from a seed: it dies and comes back, and nothing that anybody was told is lost or doubled."""

from typing import Any

import pytest

from punto.floor.table_actor import DriverError, TableActor
from punto.record.memory import MemoryStore
from tests.floor import simulation
from tests.floor.simulation import Process, simulate


@pytest.mark.parametrize("seed", range(6))
def test_nothing_is_lost_or_doubled(seed: int) -> None:
    found = simulate(seed)
    assert found["records"] > 200
    assert found["again"] > 20
    assert found["coups"] > 5


@pytest.mark.parametrize("seed", range(3))
def test_coupons_are_laid_and_settled_with_their_wagers_whenever_the_process_dies(seed: int) -> None:
    found = simulate(seed, names=("ma-midi-squeeze", "ma-baccarat-salon"), lives=4)
    assert found["coupons"] > 5


def test_the_same_seed_is_the_same_evening() -> None:
    assert simulate(21) == simulate(21)


def test_a_disk_that_forgets_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was told as stored, and was not when the process died."""

    class Forgetful(Process):
        """The last records of every life are gone in the next."""

        def __init__(self, disk: Any, *rest: Any) -> None:
            disk._log = MemoryStore(list(disk._log.records())[:-3])
            super().__init__(disk, *rest)

    monkeypatch.setattr(simulation, "Process", Forgetful)
    with pytest.raises((AssertionError, KeyError)):
        simulate(3)


def test_a_desk_that_answers_twice_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that comes again, decided as if it had never come."""

    async def forgotten(self: TableActor, command: Any) -> None:
        return None

    monkeypatch.setattr(TableActor, "_before", forgotten)
    with pytest.raises((AssertionError, DriverError)):
        assert simulate(3)["again"]
