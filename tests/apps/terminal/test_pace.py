"""Time at the table in the terminal, passed in virtual time: cards come one by one, and a timer closes bets."""

from itertools import pairwise

from punto.apps.terminal.playback import FAST
from punto.apps.terminal.sitting import Patient
from punto.core.money import dollars
from tests.apps.terminal.people import seated
from tests.floor.virtual import evening

TABLE = "md-mini-classic"


def test_cards_come_one_by_one_while_the_table_waits_for_the_eye() -> None:
    async def coup() -> None:
        async with seated(TABLE, speed=1.0, dealer=Patient) as person:
            app, seen = person.app, list[int]()
            await person.bets()
            stage, table = app.stage, app.table
            show = stage._changed

            def changed() -> None:
                seen.append(len(stage.shown.state.places))
                assert app.sitting.state.coup == 1 or not stage.shown.state.places or stage.busy
                show()

            stage._changed = changed
            await person.press("1", "space")
            await person.until(lambda: stage.shown.state.coup == 2 and table.view.betting)
            grown = [after - before for before, after in pairwise(seen)]
            assert set(grown) <= {0, 1, -max(seen)}
            assert max(seen) >= 4

    evening(coup())


def test_space_shows_at_once_what_is_left() -> None:
    async def coup() -> None:
        async with seated(TABLE, speed=1.0, dealer=Patient) as person:
            await person.bets()
            before = person.app.sitting.elapsed
            await person.press("1", "space")
            while person.app.stage.shown.state.coup == 1:
                await person.press("space")
            assert person.app.sitting.elapsed - before < 2_000 / FAST

    evening(coup())


def test_a_timer_closes_bets_only_where_one_was_asked_for() -> None:
    async def waits() -> None:
        async with seated(TABLE, bet_seconds=7) as person:
            app = person.app
            await person.bets()
            assert app.sitting.left_to_bet == 7
            assert "7 s to bet" in person.text("#bar")
            await person.press("1")
            await person.until(lambda: app.coups == 1)
            chips = app.sitting.state.accounts[f"seat/{app.sitting.seat}"]
            assert f"Chips {dollars(chips)}" in person.text("#bar")
        async with seated(TABLE) as person:
            await person.bets()
            assert person.app.sitting.left_to_bet is None

    evening(waits())
