"""The tableau: all of it, as the documents print it."""

import pytest

from punto.core.tableau import DRAW, NONE, PLAYER_DRAWS, banker_draws, natural, player_draws, rendering

PRINTED = """\
Banker | 0 1 2 3 4 5 6 7 8 9 | stayed
     0 | D D D D D D D D D D | D
     1 | D D D D D D D D D D | D
     2 | D D D D D D D D D D | D
     3 | D D D D D D D D . D | D
     4 | . . D D D D D D . . | D
     5 | . . . . D D D D . . | D
     6 | . . . . . . D D . . | .
     7 | . . . . . . . . . . | ."""


def test_the_tableau_is_drawn_as_it_is_printed() -> None:
    assert rendering() == PRINTED


def test_the_constants_are_what_is_drawn() -> None:
    rows = [line.partition("| ")[2].replace("| ", "").split() for line in PRINTED.splitlines()[1:]]
    assert [[cell == "D" for cell in row] for row in rows] == [list(row) for row in DRAW]
    assert NONE == 10
    assert all(len(row) == 11 for row in DRAW)


@pytest.mark.parametrize("two", range(10))
def test_eight_and_nine_are_naturals_and_nobody_draws(two: int) -> None:
    assert natural(two) == (two in {8, 9})
    for other in (8, 9):
        for player, banker in ((two, other), (other, two)):
            assert not player_draws(player, banker)
            assert not any(banker_draws(player, banker, drawn) for drawn in range(11))


def test_the_player_draws_to_five_whatever_the_banker_has() -> None:
    for banker in range(8):
        assert [player_draws(player, banker) for player in range(8)] == [True] * 6 + [False] * 2
    assert PLAYER_DRAWS == (True,) * 6 + (False,) * 2


@pytest.mark.parametrize("banker", range(8))
def test_the_banker_looks_at_the_players_third_card_and_not_at_the_players_count(banker: int) -> None:
    for drawn in range(10):
        assert {banker_draws(player, banker, drawn) for player in range(6)} == {DRAW[banker][drawn]}
    assert {banker_draws(player, banker) for player in (6, 7)} == {banker <= 5}
