"""What one reads beside the game: history, odds, rules, fair cards, roads, help; and a terminal that is too small."""

import pytest
from textual.widgets import DataTable, Input, Static

from punto.apps.terminal.panels import FairPanel, HistoryPanel, OddsPanel, Panel, RoadsPanel, RulesPanel
from punto.apps.terminal.table import LEAST_HEIGHT, LEAST_WIDTH
from punto.core.cards import Card, Composition
from punto.odds import sheet
from punto.odds.queries import filed
from tests.apps.terminal.people import Person, played, seated

TABLE = "md-mini-classic"


async def opened(person: Person, key: str) -> Panel:
    await person.bets()
    await person.press(key)
    panel = person.app.screen
    assert isinstance(panel, Panel)
    return panel


def test_history_tells_a_coup_that_is_looked_up() -> None:
    async def evening() -> None:
        async with seated(TABLE) as person:
            await person.coup("1")
            await person.coup("2")
            panel = await opened(person, "h")
            assert isinstance(panel, HistoryPanel)
            assert panel.query_one(DataTable).row_count == 2
            panel.query_one(Input).focus()
            await person.press("1")
            told = person.text("#told")
            assert "coup 1, a wagered hand" in told
            assert "§ ." in told
            await person.press("escape")
            assert person.app.screen is person.app.table

    played(evening())


def test_odds_are_those_of_the_cards_that_nobody_has_seen() -> None:
    async def evening() -> None:
        async with seated(TABLE) as person:
            await person.coup("1")
            panel = await opened(person, "o")
            assert isinstance(panel, OddsPanel)
            await person.app.workers.wait_for_complete()
            table, view = panel.query_one(DataTable), person.app.table.view
            seen = [Card.of(face) for face, number in view.sitting.state.out.items() for _ in range(number)]
            assert 4 <= len(seen) <= 7  # the first coup, and the card that was burned face up
            offer = filed(view.rules)
            exact = sheet(Composition.decks(offer.decks).without(seen), offer.wagers, rate=offer.rate)
            edges = [str(table.get_cell_at((row, 2))) for row in range(table.row_count)]  # type: ignore[arg-type]
            assert edges == [f"{float(odds.edge):.4%}" for odds in exact.wagers.values()]

    played(evening())


def test_rules_are_found_by_section_and_by_word() -> None:
    async def evening() -> None:
        async with seated(TABLE) as person:
            panel = await opened(person, "s")
            assert isinstance(panel, RulesPanel)
            assert "Dragon Player" in person.text("#rules")
            await person.press(*"natural")
            said = person.text("#rules")
            assert "natural" in said
            assert "Dragon Player" not in said

    played(evening())


def test_fair_cards_are_checked_by_everything_that_happened() -> None:
    async def evening() -> None:
        async with seated(TABLE) as person:
            await person.coup("1")
            panel = await opened(person, "f")
            assert isinstance(panel, FairPanel)
            stack = person.app.sitting.state.fair
            assert stack is not None
            assert stack.stack is not None
            assert stack.stack.commitment in person.text("#published")
            assert "you" in stack.stack.entropy
            await panel.action_check()
            await person.pilot.pause()
            said = person.text("#checked")
            assert "Intact." in said
            assert "FAILED" not in said
            assert "fairness    passed" in said

    played(evening())


@pytest.mark.parametrize("key, says", [("v", "Cockroach pig"), ("question_mark", "undo the last chip")])
def test_roads_and_help(key: str, says: str) -> None:
    async def evening() -> None:
        async with seated(TABLE) as person:
            await person.coup("1")
            panel = await opened(person, key)
            await person.pilot.pause()
            said = "\n".join(line for static in panel.query(Static) for line in _lines(static))
            assert says in said
            if isinstance(panel, RoadsPanel):
                assert person.app.stage.shown.score.outcomes[0].outcome in said

    played(evening())


def _lines(widget: Static) -> list[str]:
    return [widget.render_line(row).text for row in range(widget.size.height)]


def test_panels_come_and_go_by_mouse() -> None:
    async def evening() -> None:
        async with seated(TABLE) as person:
            await person.bets()
            await person.pilot.pause()
            at = person.text("#foot").index("rules")
            await person.pilot.click("#foot", offset=(at + 1, 0))
            await person.pilot.pause()
            assert isinstance(person.app.screen, RulesPanel)
            await person.pilot.click(offset=(0, 29))
            await person.pilot.pause()
            assert [*person.app.screen_stack][-1] == person.app.table

    played(evening())


# ---------------------------------------------------------------- sizes


def test_a_terminal_that_is_too_small_says_how_large_it_must_be() -> None:
    async def evening() -> None:
        async with seated(TABLE, (60, 20)) as person:
            await person.pilot.pause()
            assert f"{LEAST_WIDTH} × {LEAST_HEIGHT}" in person.text("#small")
            assert "60 × 20" in person.text("#small")
            assert not person.app.table.query_one("#body").display
            await person.pilot.resize_terminal(LEAST_WIDTH, LEAST_HEIGHT)
            await person.pilot.pause()
            assert person.app.table.query_one("#body").display
            assert not person.app.table.query_one("#small").display

    played(evening())


@pytest.mark.parametrize("name", ["ma-mini-ez-royal", "ma-baccarat-royal"])
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 45)])
def test_everything_is_on_the_screen_at_any_size(name: str, size: tuple[int, int]) -> None:
    async def evening() -> None:
        async with seated(name, size) as person:
            await person.bets()
            await person.pilot.pause()
            width, height = size
            for widget in person.app.table.query("Spot, ChipPush, Push, #hands, #seats, #roads, #bar, #foot"):
                region = widget.region
                assert region.width, widget
                assert region.right <= width, widget
                assert region.bottom <= height, widget
            assert person.app.table.query_one("#roads").size.height >= 6

    played(evening())


def test_the_bar_says_that_no_regulator_approved_rules_of_ones_own() -> None:
    async def evening(name: str, said: bool) -> None:
        async with seated(name) as person:
            await person.bets()
            assert ("no regulator approved" in person.text("#bar")) is said

    played(evening(TABLE, False))
    played(evening("punto-open-classic", True))
