"""Teaching at a table: the provisions of everything on it, examples by the engine, and questions that it marks."""

import pytest

from punto.core.coup import play
from punto.core.tableau import DRAW, NONE
from punto.floor import Setup
from punto.rules.review import review
from punto.server.teaching import THINGS, explanations, howto, questions, result_of
from punto.wagers.wager import Verdict
from tests import filed
from tests.server.floors import QUICK, TABLE, busy, floor, run, until
from tests.views.shoes import SUBMISSIONS

PATH = f"/api/tables/{TABLE}"


def rules_of(name: str):  # type: ignore[no-untyped-def]
    rules = review(filed.text(name)).rules
    assert rules is not None
    return rules


@pytest.mark.parametrize("name", SUBMISSIONS)
def test_every_wager_and_thing_of_a_table_is_explained_by_its_own_rulebook(name: str) -> None:
    rules = rules_of(name)
    found = explanations(rules)
    for wager in rules.wagers:
        sections = {found.provisions[key].section for key in found.things[wager.key]}
        assert wager.section in sections, wager.key
    assert set(found.things) - {wager.key for wager in rules.wagers} <= set(THINGS)
    assert "vigorish" in found.things
    assert ("meters" in found.things) == (rules.royal9 is not None)
    for key, one in found.provisions.items():
        assert one.section == rules.rulebook.section(key)
        assert one.says["en"]


@pytest.mark.parametrize("name", SUBMISSIONS)
def test_the_examples_of_a_table_are_coups_that_its_wagers_win(name: str) -> None:
    rules = rules_of(name)
    meters = {str(one.pays): 1000_00 for wager in rules.wagers for one in wager.results}
    found = howto(rules, meters, 7)
    example = found.example
    p, b = example.player, example.banker
    coup = play([p[0], b[0], p[1], b[1], *p[2:], *b[2:]])
    assert [step.step for step in example.steps] == ["deal", "draws", "draws", "result"]
    assert coup.winner == example.winner
    assert found.banker[coup.coup_class.banker_two][coup.player[2].value] is True
    assert found.banker == DRAW
    assert all(len(row) == NONE + 1 for row in found.banker)
    assert set(found.wagers) == {wager.key for wager in rules.wagers}
    for wager in rules.wagers:
        one = found.wagers[wager.key]
        p, b = one.player, one.banker
        result = result_of(wager, play([p[0], b[0], p[1], b[1], *p[2:], *b[2:]]))
        assert (result.verdict, result.category) == (Verdict.WIN, one.line)
        assert one.paid > 0


def test_three_questions_about_a_coup_are_marked_by_the_engine() -> None:
    async def play_and_ask() -> None:
        async with floor("md-mini-payout", setup=Setup(pace=QUICK)) as house, busy(house):
            desk = house.live.house.desks[TABLE]
            await until(lambda: desk.state.coup > 4, 60)
            kinds = set()
            async with house.http() as client:
                for number in range(1, 5):
                    path = f"{PATH}/coups/1/{number}/questions"
                    asked = (await client.get(path)).json()["questions"]
                    assert [one["asks"] for one in asked] == ["winner", "won", "third"]
                    first = (await client.post(path, json={"chosen": [0, 0, 0]})).json()["marks"]
                    right = [one["choice"] for one in first]
                    assert [one["right"] for one in first] == [choice == 0 for choice in right]
                    again = (await client.post(path, json={"chosen": right})).json()["marks"]
                    assert all(one["right"] and one["why"][0]["section"] for one in again)
                    coup = (await client.get(f"{PATH}/coups/1/{number}")).json()["coup"]
                    said = asked[0]["choices"][right[0]]
                    assert said["says"] == coup["result"]["winner"]
                    seen = {card["place"] for card in coup["cards"]}
                    third = asked[2]["choices"][right[2]]["says"]
                    assert ("P3" in seen) == ("player-draws" in third)
                    assert ("B3" in seen) == ("banker-draws" in third)
                    kinds.add(third)
                assert (await client.get(f"{PATH}/coups/1/999/questions")).status_code == 404
                assert (await client.post(f"{PATH}/coups/1/1/questions", json={"chosen": [99]})).status_code == 400
            found = await house.live.archives[TABLE].find(1, 1)
            assert found is not None
            own = found[0].results[0]
            net = questions(desk.rules, found[0], own.seat)[1]
            assert net.answer.cents == own.net
            assert net.question.stake == own.staked

    run(play_and_ask)
