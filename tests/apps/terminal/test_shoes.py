"""A shoe under every rulebook, by keys alone, and its log proves itself; the soak plays longer ones."""

import asyncio

import pytest

from tests.apps.terminal.shoes import whole_shoe

TABLES = ("ma-baccarat-royal", "ma-midi-squeeze", "ma-midi-multilevel-ez", "ma-mini-classic", "md-mini-payout")


@pytest.mark.parametrize("name", TABLES)
def test_a_whole_shoe_is_played_by_keys(name: str) -> None:
    played = asyncio.run(whole_shoe(name))
    assert played.shoe == 2  # shuffled, cut and ready
    assert played.coups > 3
    assert played.shown == played.events
    assert played.report.whole
    assert "fairness" in played.report.made
