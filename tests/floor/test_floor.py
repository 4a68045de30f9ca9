"""A house of live tables, in virtual time: it plays by itself, and every log of it verifies."""

import pytest

from punto.floor import Floor, Setup
from punto.record.memory import MemoryDurable
from tests.floor.floors import ALL, ROYAL, coups, proved, submission
from tests.floor.virtual import evening


@pytest.mark.parametrize("name", ALL)
def test_a_table_of_house_players_deals_by_itself(name: str) -> None:
    async def play() -> None:
        store = MemoryDurable()
        house = await Floor.open(store)
        progressive = "royal-9" if name in ROYAL else ""
        await house.open_table(submission(name, "A"), Setup(players=3), progressive=progressive)
        await coups(house, "A", 12)
        await house.stop()
        report = await proved(store)
        assert report.whole, report

    evening(play())
