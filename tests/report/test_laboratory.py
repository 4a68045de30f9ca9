"""The counting laboratory: published triggers and a published correlation from exact effects of removal."""

from functools import cache

import pytest

from punto.core.cards import RANKS
from punto.law.rulebook import load
from punto.report.laboratory import LaboratoryError, best_tags, correlation, linear, play, tags_of
from punto.simulate.plan import Plan
from punto.simulate.trajectory import before_coups
from punto.wagers.book import wager_of
from punto.wagers.wager import Wager
from tests.apps.cli.running import punto


@cache
def wager(key: str) -> Wager:
    return wager_of(load("punto-open"), key)


# Eliot Jacobson: Advanced Advantage Play (Big Tiger, 2024; Baccarat Side Bets); for EZ Baccarat the 888casino blog.
OF_DRAGON_7 = 0.964  # of the tags for Dragon 7
PUBLISHED = {
    "dragon-7": ((0, 0, 0, -1, -1, -1, -1, 2, 2, 0), 4),
    "big-6": ((0, 0, -1, -1, -1, -2, 1, 2, 2, 0), 8),
    "nine-over-7": ((0, 1, 1, 1, 1, 1, -5, 1, -5, 1), 6),
    "bad-beat": ((0, 1, 1, 1, 1, 1, 1, -5, -5, 1), 6),
}


@pytest.mark.parametrize("key", PUBLISHED)
def test_published_triggers_follow_from_effects_of_removal(key: str) -> None:
    tags, trigger = PUBLISHED[key]
    found = linear(wager(key), tags)
    assert found.trigger == trigger
    assert found.correlation <= found.best_correlation <= 1
    assert sum(found.effects.values()) == 0
    if key == "big-6":
        assert round(found.correlation, 3) == 0.981  # as published with the count


def test_the_best_tags_are_found_again_and_point_the_right_way() -> None:
    found = linear(wager("dragon-7"))
    assert found.tags == found.best == best_tags([found.effects[rank] for rank in RANKS])
    wrong = linear(wager("dragon-7"), [-tag for tag in found.best])
    assert (wrong.correlation, wrong.trigger) == (-found.correlation, None)
    assert correlation(tuple(tag + 3 for tag in found.best), [*found.effects.values()]) == found.correlation


def test_a_count_wins_less_than_perfect_play_in_the_same_shoes() -> None:
    tags, trigger = PUBLISHED["dragon-7"]
    found = play(wager("dragon-7"), tags, trigger=trigger, shoes=60)
    assert found.count
    assert 0 < found.count.units.value < found.perfect.units.value
    again = play(wager("dragon-7"), tags, trigger=10**6, running=True, shoes=5)
    assert again.count
    assert again.count.bets.value == 0


def test_a_wager_on_suits_is_played_card_by_card() -> None:
    ranks, cards = (before_coups(Plan(2), by_card=by_card) for by_card in (False, True))
    assert cards.unseen.shape[1] == 52
    assert (ranks.running((*range(13),), 8) == cards.running((*range(13),), 8)).all()
    assert linear(wager("pair-player")).tags == ()  # the rank of a card that is removed does not matter
    won = play(wager("perfect-pair"), shoes=1)
    assert won.count is None
    assert won.perfect.bets.value >= 0


@pytest.mark.parametrize("tags", [(1, 2), (1,) * 10, (10**6,) * 9 + (0,), (0.5,) * 10])
def test_tags_that_say_nothing_are_refused(tags: tuple[int, ...]) -> None:
    with pytest.raises(LaboratoryError):
        tags_of(tags)


def test_the_command_prints_them_as_text_and_json() -> None:
    said = punto("count", "dragon-7", "--shoes", "0", "--json").json
    assert said["trigger"] == {"kind": "true", "count": 8}  # its best tags are twice as large as those above
    assert said["best-correlation"] > OF_DRAGON_7
    assert said["played"] is None
    words = punto("count", "dragon-7", "--shoes", "4", "--running", "33", "--tags", "1 0 0 -1 -1 -1 -1 2 2 0").out
    assert "a running count of 33" in words
    assert "perfect play" in words


@pytest.mark.parametrize(
    "given, words",
    [
        (("draggon-7",), "did you mean 'dragon-7'"),
        (("royal-9",), "pays meters"),
        (("tie", "--tags", "1 2 x"), "whole numbers"),
        (("tie", "--tags", "1 2 3"), "give ten"),
        (("tie", "--trigger", "1", "--running", "1"), "give one of them"),
        (("tie", "--shoes", "1", "--cover", "3"), "invalid cover depth"),
    ],
)
def test_bad_input_gets_one_line(given: tuple[str, ...], words: str) -> None:
    found = punto("count", *given)
    assert found.code == 2
    assert words in found.err
    assert found.err.count("\n") == 1
