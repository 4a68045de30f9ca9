"""A million commands at the tables of each rulebook, most of them expected and many of them wrong: tests/walk."""

from collections.abc import Mapping

from tests.walk.people import SUBMISSIONS, rulebook_of
from tests.walk.walker import walk
from tools.chunks import in_chunks
from tools.soaks import Figures, soak

COMMANDS = 1_000_000
OF_A_WALK = 2_500
ACT, REASON = "act ", "reason "


class Walks:
    """The walks of a rulebook: at its tables in turn, each from a seed of its own."""

    def __init__(self, rulebook: str) -> None:
        self.submissions = [name for name in SUBMISSIONS if rulebook_of(name) == rulebook]

    def __call__(self, number: int) -> Mapping[str, int]:
        tally = walk(self.submissions[number % len(self.submissions)], seed=number, commands=OF_A_WALK)
        return {
            "walks": 1,
            "commands": tally.commands,
            "accepted": tally.accepted,
            "refused": sum(tally.refused.values()),
            "not understood": tally.unread,
            "coups": tally.coups,
            "shoes": tally.shoes,
            **{f"{ACT}{name}": count for name, count in tally.acts.items()},
            **{f"{REASON}{name}": count for name, count in tally.refused.items()},
        }


def _walked(rulebook: str) -> Figures:
    found = in_chunks(f"walker {rulebook}", range(COMMANDS // OF_A_WALK), Walks(rulebook))
    assert found["commands"] >= COMMANDS
    acts = [name for name in found if name.startswith(ACT)]
    reasons = [name for name in found if name.startswith(REASON)]
    plain = {name: f"{number:,}" for name, number in found.items() if name not in (*acts, *reasons)}
    return {**plain, "kinds of act": len(acts), "reasons of refusals": len(reasons), "logs that do not verify": 0}


@soak("walker: a million commands at the tables of ma-baccarat")
def ma_baccarat() -> Figures:
    return _walked("ma-baccarat")


@soak("walker: a million commands at the tables of ma-midi")
def ma_midi() -> Figures:
    return _walked("ma-midi")


@soak("walker: a million commands at the tables of ma-midi-multilevel")
def ma_midi_multilevel() -> Figures:
    return _walked("ma-midi-multilevel")


@soak("walker: a million commands at the tables of ma-mini")
def ma_mini() -> Figures:
    return _walked("ma-mini")


@soak("walker: a million commands at the tables of md-mini")
def md_mini() -> Figures:
    return _walked("md-mini")
