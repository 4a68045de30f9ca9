"""A million automatic rounds with every wager on the felt, each cent audited, against the exact odds: tests/walk."""

from collections.abc import Mapping

from tests.walk.people import SUBMISSIONS
from tests.walk.rounds import ERRORS, means, odds_of, rounds, unlikely
from tools.chunks import in_chunks
from tools.soaks import Figures, soak

ROUNDS = 1_000_000
OF_A_CHUNK = 250  # about three shoes


def some_rounds(number: int) -> Mapping[str, int]:
    """The rounds of a chunk: at the tables in turn, each from a seed of its own."""
    return rounds(SUBMISSIONS[number % len(SUBMISSIONS)], seed=number, number=OF_A_CHUNK)


@soak("rounds: a million at automatic tables, every wager within four standard errors of its odds, every cent audited")
def million() -> Figures:
    found = in_chunks("rounds", range(ROUNDS // OF_A_CHUNK), some_rounds)
    assert found["rounds"] >= ROUNDS
    errors = {f"{name} {key}": error for name in SUBMISSIONS for key, error in means(found, name)}
    strange = [words for name in SUBMISSIONS for words in unlikely(found, name)]
    assert not strange, "; ".join(strange)
    wager, farthest = max(errors.items(), key=lambda item: abs(item[1]))
    assert abs(farthest) <= ERRORS, f"{wager}: {farthest:+.2f} standard errors"
    results = sum(len(odds.lines) for name in SUBMISSIONS for odds in odds_of(name).values())
    return {
        "rounds": f"{found['rounds']:,}",
        "events audited": f"{found['events']:,}",
        "wagers": len(errors),
        "results counted": results,
        "farthest mean": f"{farthest:+.2f} standard errors ({wager})",
        "faults of the audit": 0,
    }
