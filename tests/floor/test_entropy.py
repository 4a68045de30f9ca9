"""Entropy by default: each player's client adds it to each shuffle, and a player who adds none delays little."""

from typing import Any

import pytest

from punto.floor import Floor, Pace, Setup, TableActor
from punto.record.memory import MemoryDurable
from punto.table import events as e
from tests.floor.floors import must
from tests.floor.test_table_actor import PACE, played

MUTE = Setup(pace=Pace(bets=10_000, beat=500, prepare=100, choice=8_000, pledge=700))


async def published(store: MemoryDurable, kind: type) -> list[tuple[int, Any]]:
    return [
        (record.batch.command.at, event)
        for record in [record async for record in store.records()]
        if record.stream.startswith("table/")
        for event in record.batch.events
        if isinstance(event, kind)
    ]


@pytest.mark.parametrize("name", ["md-mini-classic", "ma-mini-continuous"])
def test_demo_players_add_to_every_shuffle(name: str) -> None:
    store = MemoryDurable()

    async def play(house: Floor, desk: TableActor) -> None:
        await house.clock.sleep_until(house.clock.now() + 90_000)
        shared = [event for _, event in await published(store, e.CardsListed)]
        shown = [event for _, event in await published(store, e.EntropyRevealed)]
        assert shared
        assert not any(one.silent for one in shared)
        first = 1 if desk.state.continuous else 0  # they sit down one after the other, some during the first coup
        assert len(shown) >= 2 * (len(shared) - first) > 0 or not desk.state.continuous
        assert {one.who for one in shown} == {"bot-1", "bot-2"}

    played(play, name, store=store, setup=Setup(pace=PACE, players=2))


def test_a_player_who_adds_nothing_is_waited_for_as_long_as_the_pace_says() -> None:
    store = MemoryDurable()

    async def play(house: Floor, desk: TableActor) -> None:
        await must(desk, "sit", "mute", "in", seat=1, buy_in=500_00)
        await house.clock.sleep_until(house.clock.now() + 5_000)
        ((committed, _),) = (await published(store, e.ShoeCommitted))[-1:]
        ((listed, _),) = (await published(store, e.CardsListed))[-1:]
        assert listed - committed <= MUTE.pace.pledge

    played(play, "ma-mini-continuous", store=store, setup=MUTE)
