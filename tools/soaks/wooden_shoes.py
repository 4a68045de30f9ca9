"""Physical shoes run by a client that knows what is expected and nothing else: tests/game/physical.py."""

from collections.abc import Mapping

from tests.game.physical_shoe import SUBMISSIONS, whole_shoe
from tools.chunks import in_chunks
from tools.soaks import Figures, soak

SHOES = 100  # of each rulebook
BOOKS = list(SUBMISSIONS)


def one_shoe(number: int) -> Mapping[str, int]:
    session, client = whole_shoe(BOOKS[number % len(BOOKS)], seed=number)
    mistakes = sum(client.owned.values())
    return {"shoes": 1, "coups": session.state.coup - 1, "events": session.state.version, "mistakes": mistakes}


@soak("physical client: 100 shoes of each rulebook, with every mistake that can be owned up to")
def wooden_shoes() -> Figures:
    found = in_chunks("wooden shoes", range(SHOES * len(BOOKS)), one_shoe)
    return {name: f"{number:,}" for name, number in found.items()} | {"logs that do not verify": 0}
