"""Chips on the felt: by key and by mouse, within limits, taken back, repeated, doubled; and what is refused."""

from punto.apps.terminal.felt import Spot
from punto.core.money import dollars
from punto.table.events import CoupSettled
from tests.apps.terminal.people import played, seated

TABLE = "md-mini-payout"


def test_chips_are_laid_taken_back_doubled_and_cleared_by_keys() -> None:
    async def evening() -> None:
        async with seated(TABLE, players=0) as person:
            await person.bets()
            least = person.app.table.view.rules.limits["player"].least
            chip = person.app.table.view.chip
            assert chip >= least
            await person.press("1", "1", "2")
            assert person.stakes == {"player": 2 * chip, "banker": chip}
            await person.press("u")
            assert person.stakes == {"player": 2 * chip}
            await person.press("u", "d")
            assert person.stakes == {"player": 2 * chip}
            await person.press("c")
            assert person.stakes == {}

    played(evening())


def test_a_coup_is_repeated() -> None:
    async def evening() -> None:
        async with seated(TABLE, players=0) as person:
            await person.coup("1", "3")
            await person.bets()
            assert person.stakes == {}
            await person.press("r")
            assert set(person.stakes) == {"player", "tie"}

    played(evening())


def test_everything_can_be_done_by_mouse() -> None:
    async def evening() -> None:
        async with seated(TABLE, players=0) as person:
            await person.bets()
            app, pilot = person.app, person.pilot
            chip = app.table.view.chip
            await pilot.click("#chip-10000")
            await pilot.click("#spot-banker")
            assert person.stakes == {"banker": 10000}
            await pilot.click(f"#chip-{chip}")
            await pilot.click("#spot-player")
            await pilot.click("#push-undo")
            assert person.stakes == {"banker": 10000}
            await pilot.click("#push-double")
            await pilot.click("#push-deal")
            await person.until(lambda: app.coups == 1)
            settled = [one.event for one in app.stage.happened if isinstance(one.event, CoupSettled)]
            assert [(line.wager, line.stake) for line in settled[0].lines] == [("banker", 20000)]

    played(evening())


def test_a_chip_below_the_minimum_waits_in_the_hand() -> None:
    async def evening() -> None:
        async with seated(TABLE, players=0) as person:
            await person.bets()
            await person.press("left", "1")
            assert person.stakes == {}
            assert "waits in your hand" in person.text("#foot")
            assert "(" in person.text("#spot-player")
            while "player" not in person.stakes:
                await person.press("1")
            assert person.stakes["player"] == person.app.table.view.rules.limits["player"].least

    played(evening())


def test_a_refusal_says_why_and_what_would_be_right_and_cites() -> None:
    async def evening() -> None:
        async with seated(TABLE, players=0) as person:
            await person.bets()
            await person.press("space")
            assert person.notice.startswith("There are no wagers yet.")
            assert "§ ." in person.notice
            await person.press("right", "right", "right", "3")
            most = person.app.table.view.rules.limits["tie"].most
            assert f"Maximum: {dollars(most)}" in person.notice
            assert person.stakes == {}
            assert "above the maximum" in person.text("#foot")

    played(evening())


def test_an_area_says_its_key_what_it_pays_and_takes_and_what_became_of_it() -> None:
    async def evening() -> None:
        async with seated(TABLE, players=0) as person:
            await person.bets()
            said = person.text("#spot-banker")
            assert "2 BANKER" in said
            assert "1 to 1 less 5%" in said
            await person.coup("1", "2")
            await person.bets()
            fates = [person.text(f"#spot-{key}") for key in ("player", "banker")]
            assert sum("lost $" in fate or "push" in fate for fate in fates) >= 1
            assert len(person.app.table.query(Spot)) == len(person.app.table.view.rules.wagers)

    played(evening())


def test_net_time_and_chips_are_always_in_sight_and_chips_can_be_bought() -> None:
    async def evening() -> None:
        async with seated(TABLE, (80, 24), players=0) as person:
            await person.coup("1")
            await person.bets()
            sitting = person.app.sitting
            lines = [one.event.lines[0] for one in person.app.stage.happened if isinstance(one.event, CoupSettled)]
            won = lines[0].paid if lines[0].verdict == "win" else -lines[0].stake if lines[0].verdict == "lose" else 0
            assert sitting.net(sitting.state) == won
            assert "0:00  Net " in person.text("#bar")
            await person.press("b")
            assert sitting.net(sitting.state) == won
            assert sitting.state.accounts[f"seat/{sitting.seat}"] == 2 * sitting.buy_in + won

    played(evening())


def test_a_free_hand_is_a_coup_without_wagers() -> None:
    async def evening() -> None:
        async with seated("ma-mini-classic", players=0) as person:
            await person.bets()
            assert "Free hand" in person.text("#push-choose-1")
            await person.press("n")
            assert "free hand" in person.text("#hands")
            await person.coup()
            assert person.app.coups == 1
            assert person.app.sitting.net(person.app.sitting.state) == 0

    played(evening())


def test_who_has_wagers_on_the_felt_leaves_when_asked_twice() -> None:
    async def evening() -> None:
        async with seated(TABLE, players=0) as person:
            await person.bets()
            await person.press("1", "q")
            assert "Press q again to leave." in person.notice
            codes = [person.app.return_code]
            await person.press("q")
            codes.append(person.app.return_code)
            assert codes == [None, 0]
            net = person.app.sitting.net(person.app.sitting.state)
        assert net == 0
        assert person.app.log_text.count("\n") > 10

    played(evening())
