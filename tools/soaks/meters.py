"""Random sessions at tables with Royal 9, whose shoes contain only faces and nines, so that meters are won often."""

from collections import Counter
from random import Random

from punto.core.cards import DECK
from punto.core.roles import Role
from punto.game.card_sources import NoMoreCards
from punto.game.game import resume_table
from punto.record.export import export
from punto.record.vault import Worded
from punto.table.phases import Phase
from punto.verification.verify import verify
from punto.views.history import history
from tests.game.sessions import VERSION
from tests.game.test_random_sessions import Crowd, adds_up, happened
from tools.soaks import Figures, soak

SUBMISSIONS = ("ma-baccarat-royal", "ma-midi-multilevel-royal", "ma-midi-squeeze", "ma-mini-ez-royal")
NIGHTS, STEPS = 25, 500
COUNTED = ("AwardPaid", "MeterHit", "HitReversed", "MustHitWon", "StakesContributed")


@soak("meters: random nights with Royal 9 verify, and resume as they were")
def nights() -> Figures:
    seen: Counter[str] = Counter()
    for submission in SUBMISSIONS:
        for seed in range(NIGHTS):
            _night(submission, seed, seen)
    assert all(seen[name] for name in COUNTED), seen
    return {"nights": len(SUBMISSIONS) * NIGHTS, **{name: seen[name] for name in COUNTED}}


def _night(submission: str, seed: int, seen: Counter[str]) -> None:
    chance = Random(seed)
    loaded = [card for card in DECK if card.rank in (9, 11, 12, 13)] * 8
    chance.shuffle(loaded)
    crowd = Crowd(submission, seed, loaded)
    try:
        for _ in range(STEPS):
            crowd.act()
            if crowd.session.state.phase is Phase.BETTING and chance.random() < 0.2:
                _everybody_wagers(crowd)
    except NoMoreCards:
        pass
    store = crowd.session.store
    report = verify(export(store, VERSION).encode())
    assert report.whole, {check: str(fault) for check, fault in report.faults.items()}
    again = resume_table(store, crowd.session.stream, Worded("crowd"))
    assert again.state == crowd.session.state
    adds_up(list(history(happened(crowd.session))))
    seen.update(type(event).__name__ for record in store.records() for event in record.batch.events)


def _everybody_wagers(crowd: Crowd) -> None:
    least = crowd.session.rules.limits["player"].least
    for seat in list(crowd.session.state.seated):
        for wager, cents in (("player", least), ("royal-9", 5_00)):
            crowd.do("wager", Role.PLAYER, crowd.who(Role.PLAYER, seat), seat=seat, wager=wager, cents=cents)
