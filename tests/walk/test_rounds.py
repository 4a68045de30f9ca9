"""A few automatic rounds at every table, audited; tools/soaks/rounds.py plays a million and asks if they are fair."""

from collections import Counter

import pytest

from tests.walk.people import SUBMISSIONS
from tests.walk.rounds import ERRORS, likely, means, odds_of, poisson, rounds, unlikely


@pytest.mark.parametrize("submission", SUBMISSIONS)
def test_every_wager_is_settled_and_audited_round_by_round(submission: str) -> None:
    found = rounds(submission, seed=22, number=40)
    for key in odds_of(submission):
        assert found[f"{submission} {key} : staked"] > 0
    assert list(unlikely(found, submission)) == []
    assert all(abs(errors) < ERRORS for _, errors in means(found, submission))


def test_a_mean_and_a_count_that_are_off_are_noticed() -> None:
    name = "md-mini-payout"
    number = 100_000
    odds = odds_of(name)["banker"]
    fair = Counter({f"{name} banker {line.result.category}": number * line.deals // odds.deals for line in odds.lines})
    fair[f"{name} banker : staked"] = number * 10_000
    fair[f"{name} banker : gained"] = int(odds.ev * number * 10_000 * 1000)
    assert [round(errors, 1) for _, errors in means(fair, name)] == [0.0]
    assert list(unlikely(fair, name)) == []
    generous = fair + Counter({f"{name} banker : gained": number * 10_000 * 1000 // 50})
    assert [errors > ERRORS for _, errors in means(generous, name)] == [True]
    often = fair + Counter({f"{name} banker win": 3000})
    assert [words.split(" came ")[0] for words in unlikely(often, name)][:1] == ["md-mini-payout: banker win"]


def test_what_comes_rarely_is_judged_by_its_own_odds() -> None:
    assert poisson(0, 0) == 1
    assert sum(poisson(count, 3.0) for count in range(60)) == pytest.approx(1)
    assert likely(0, 3, 10**6)
    assert likely(12, 3, 10**6)
    assert not likely(16, 3, 10**6)
    assert not likely(0, 12, 10**6)
    assert not likely(1, 0, 10**6)  # what cannot come
