"""What a coup came to for a seat: the same as the postings say, over a whole shoe of every submission that ships."""

from collections import Counter

import pytest

from punto.table.events import AnyEvent, CoupEnded, CoupSettled, CoupVoided
from punto.views.results import Results, Score, named
from tests.views.shoes import EACH, SEATS, dealt


def moved(event: AnyEvent, seat: int) -> int:
    """What an event brought a seat and its stakes; chips bought and taken away apart."""

    def own(account: str) -> bool:
        return account == f"seat/{seat}" or account.startswith(f"felt/{seat}/")

    postings = [posting for posting in event.postings if not posting.memo.startswith("chips")]
    return sum(posting.cents * (own(posting.credit) - own(posting.debit)) for posting in postings)


@pytest.mark.parametrize("submission", EACH)
def test_every_result_is_what_the_postings_say(submission: str) -> None:
    rules, events = dealt(submission)
    fold, moves, coups, wagers = Results(), Counter[int](), 0, Counter[str]()
    for event in events:
        moves.update({seat: moved(event, seat) for seat in SEATS})
        results = fold.add(event)
        if isinstance(event, CoupEnded | CoupVoided):
            for seat in SEATS:
                result = results.get(seat)
                assert moves[seat] == (result.net - result.collected if result else 0), (event, seat)
                wagers.update(one.wager for one in (result.wagers if result else ()))
            coups += 1
            moves.clear()
    assert coups >= 30
    assert set(wagers) == {wager.key for wager in rules.wagers}


def test_a_result_that_the_dealer_announces_by_name_is_noted() -> None:
    """Over whole shoes; the facts of both names are those of ma-mini 1."""
    seen = Counter[str]()
    for submission in ("ma-mini-ez-royal", "ma-midi-multilevel-ez", "md-mini-payout"):
        rules, events = dealt(submission)
        score = Score(named=named(rules))
        for event in events:
            score = score.after([event])
            if isinstance(event, CoupSettled):
                bonus, points = score.outcomes[-1].bonus, (event.winner, event.player, event.banker)
                third = len([place for place in score.places if place in ("P3", "B3")])
                assert bonus in ("", *score.named.values())
                assert bonus != "dragon-7" or (points[0], points[2], "B3" in score.places) == ("banker", 7, True)
                assert bonus != "panda-8" or (points[0], points[1], "P3" in score.places) == ("player", 8, True)
                assert bonus or not (score.named and points[:2] == ("player", 8) and third == 2)
                seen[bonus] += 1
        assert bool(score.named) == rules.ez
    assert set(seen) == {"", "dragon-7", "panda-8"}, seen
