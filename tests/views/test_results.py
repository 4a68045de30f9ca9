"""What a coup came to for a seat: the same as the postings say, over a whole shoe of every submission that ships."""

from collections import Counter

import pytest

from punto.table.events import AnyEvent, CoupEnded, CoupVoided
from punto.views.results import Results
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
