"""What a person is asked at the table: the cut, a hand to squeeze, House Money, the shoe."""

import pytest

from punto.apps.terminal.cards import LARGE_HEIGHT, LARGE_WIDTH, peeled
from punto.apps.terminal.squeeze import Cutting, PeelCard, Squeeze
from punto.table.events import CardTurned, HouseMoneySettled, StepPerformed
from tests.apps.terminal.people import Person, played, seated


def steps(person: Person, step: str) -> list[StepPerformed]:
    events = (one.event for one in person.app.stage.happened)
    return [event for event in events if isinstance(event, StepPerformed) and event.step == step]


def turned(person: Person) -> dict[str, str]:
    events = (one.event for one in person.app.stage.happened)
    return {event.place: event.card for event in events if isinstance(event, CardTurned)}


# ---------------------------------------------------------------- the cut


def test_the_cut_goes_as_deep_as_keys_move_it() -> None:
    async def evening() -> None:
        async with seated("ma-mini-classic") as person:
            await person.turn()
            assert isinstance(person.app.screen, Cutting)
            await person.press("right", "right", "up", "enter")
            await person.bets()
            assert [cut.cards for cut in steps(person, "place-cut")] == [208 + 2 + 26]
            assert steps(person, "place-cut")[0].seat == person.app.sitting.seat

    played(evening())


def test_the_cut_goes_where_the_stack_is_clicked() -> None:
    async def evening() -> None:
        async with seated("ma-mini-classic") as person:
            await person.turn()
            await person.pilot.click("#stack", offset=(20, 2))
            await person.press("enter")
            await person.bets()
            assert [cut.cards for cut in steps(person, "place-cut")] == [round(416 * 20 / 69)]

    played(evening())


def test_a_cut_too_near_the_end_is_refused_with_its_section_and_asked_again() -> None:
    async def evening() -> None:
        async with seated("ma-mini-classic") as person:
            await person.turn()
            await person.pilot.click("#stack", offset=(1, 2))
            await person.press("enter")
            await person.turn()
            assert "too close to the end" in person.notice
            assert person.notice.endswith("§ 5(c)")
            assert isinstance(person.app.screen, Cutting)
            await person.press("d")
            await person.bets()
            assert len(steps(person, "decline-cut")) >= 1
            assert steps(person, "dealer-cut")

    played(evening())


# ---------------------------------------------------------------- the squeeze


async def holding(person: Person) -> Squeeze:
    """Wager more on the Banker than anybody, and come to hold its cards."""
    await person.bets()
    await person.press("right", "2", "space")
    await person.turn()
    screen = person.app.screen
    assert isinstance(screen, Squeeze)
    return screen


def test_cards_are_peeled_row_by_row_and_nobody_else_sees_them() -> None:
    async def evening() -> None:
        async with seated("ma-midi-squeeze", word="w0") as person:
            screen = await holding(person)
            first, second = screen.cards
            assert {card.place for card in screen.cards} == {"B1", "B2"}
            assert {card.rows for card in screen.cards} == {0}
            await person.press("up", "up", "up", "down")
            assert (first.rows, second.rows) == (2, 0)
            await person.press("right", "s", "up")
            assert (second.rows, second.columns) == (0, 2)
            assert person.app.sitting.state.places["B1"] is None
            await person.press("a")
            assert first.seen
            assert second.seen
            faces = {card.place: str(card.card) for card in screen.cards}
            await person.press("enter")
            await person.until(lambda: not isinstance(person.app.screen, Squeeze) or person.app.screen is not screen)
            assert {place: turned(person)[place] for place in faces} == faces

    played(evening())


@pytest.mark.parametrize("way", ["up", "across"])
def test_a_card_is_peeled_by_dragging_it(way: str) -> None:
    async def evening() -> None:
        async with seated("ma-midi-squeeze", word="w0") as person:
            screen = await holding(person)
            card, pilot = screen.cards[0], person.pilot
            begin, end = ((4, 9), (4, 5)) if way == "up" else ((2, 5), (8, 5))
            await pilot.mouse_down(card, offset=begin)
            await pilot.hover(card, offset=end)
            await pilot.mouse_up(card, offset=end)
            assert (card.rows, card.columns) == ((4, 0) if way == "up" else (0, 6))

    played(evening())


def test_cards_are_handed_back_by_mouse() -> None:
    async def evening() -> None:
        async with seated("ma-midi-squeeze", word="w0") as person:
            screen = await holding(person)
            await person.pilot.click("#push-all")
            assert all(card.seen for card in screen.cards)
            await person.pilot.click("#push-turn")
            await person.until(lambda: "B1" in turned(person))

    played(evening())


def test_the_right_to_turn_is_given_up() -> None:
    async def evening() -> None:
        async with seated("ma-midi-squeeze", word="w0") as person:
            await holding(person)
            await person.press("g")
            await person.until(lambda: bool(steps(person, "give-up")))
            assert steps(person, "give-up")[0].seat == person.app.sitting.seat
            await person.bets()

    played(evening())


def test_a_card_that_is_peeled_shows_its_pips_and_hides_its_index() -> None:
    card = PeelCard("P1", "9h")
    assert (card.rows, card.columns, card.seen) == (0, 0, False)
    edge = peeled(card.card, 3, 0).plain.splitlines()
    assert "♥" in edge[-3]
    assert not any("9" in line for line in edge)
    whole = peeled(card.card, LARGE_HEIGHT, 0).plain
    assert whole.count("♥") == 9
    assert "9" in whole
    assert peeled(card.card, 0, LARGE_WIDTH).plain == whole


# ---------------------------------------------------------------- House Money, the shoe


@pytest.mark.parametrize("key, rides", [("1", False), ("2", True)])
def test_house_money_is_taken_or_rides(key: str, rides: bool) -> None:
    async def evening() -> None:
        async with seated("ma-midi-squeeze", word="w1") as person:
            await person.bets()
            await person.press("2", "left", "6", "right", "space")
            await person.turn()
            while isinstance(person.app.screen, Squeeze):
                await person.press("enter")
                await person.turn()
            assert "House Money has won $75" in person.text("#dock .ask")
            await person.press(key)
            await person.bets()
            own = [one.event for one in person.app.stage.happened if isinstance(one.event, HouseMoneySettled)]
            mine = next(event for event in own if event.seat == person.app.sitting.seat)
            assert (mine.payout, mine.rides, mine.on) == (7500, 7500 * rides, "banker" if rides else "")

    played(evening())


def test_the_curator_deals_every_card_and_passes_the_shoe() -> None:
    async def evening() -> None:
        async with seated("ma-baccarat-salon", players=0) as person:
            await person.turn()
            while person.app.table.offer.mode != "bet":
                words = [choice.words for choice in person.app.table.offer.choices]
                assert words
                await person.answer()
                await person.turn()
            assert person.app.sitting.state.curator == person.app.sitting.seat
            await person.press("1", "space")
            dealt = 0
            await person.turn()
            while person.app.coups == 0:
                offer = person.app.table.offer
                dealt += offer.asks == "The shoe is yours" and "Deal" in offer.choices[0].words
                await person.answer()
                await person.until(lambda: person.ready or person.app.coups == 1)
            assert dealt >= 4
            await person.bets()

    played(evening())
