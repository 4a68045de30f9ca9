"""A whole shoe under every rulebook, by keys alone, and its log proves itself."""

import pytest

from punto.log.verification import verify
from punto.table.events import ShoeEnded
from tests.terminal.people import played, seated

TABLES = ("ma-baccarat-royal", "ma-midi-squeeze", "ma-midi-multilevel-ez", "ma-mini-classic", "md-mini-payout")


@pytest.mark.parametrize("name", TABLES)
def test_a_whole_shoe_is_played_by_keys(name: str) -> None:
    async def shoe() -> None:
        async with seated(name) as person:
            app = person.app
            await person.coup("1", "2")
            while app.sitting.state.shoe == 1:
                await person.coup("r")
            await person.bets()  # the next shoe is shuffled, cut, and ready
            assert any(isinstance(one.event, ShoeEnded) for one in app.stage.happened)
            assert app.coups > 3
            report = verify((await app.sitting.log()).encode())
            assert report.whole
            assert "fairness" in report.made
            assert len(app.stage.happened) == app.sitting.state.version - 1

    played(shoe())
