"""How a table is driven: by itself at what pace, or by a person; and how many house players keep it company.

No rule of any document is here. It is kept beside the log, since nothing that is logged depends on it.
"""

from __future__ import annotations

from typing import Literal

import msgspec

MOST_MS = 3_600_000


class Pace(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", omit_defaults=True):
    """What takes how long, in milliseconds by the floor's clock."""

    bets: int = 15_000  # from the moment when wagers may be made to "no more bets"
    beat: int = 1_000  # between two beats of a coup
    prepare: int = 3_000  # between two beats of a shuffle, in which players may add entropy to it
    choice: int = 20_000  # for whoever has a cut, a squeeze, a shoe or House Money to decide
    round: int = 5_000  # at least, from one "no more bets" to the next

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            if not 0 <= getattr(self, name) <= MOST_MS:
                raise ValueError(f"{name}: {getattr(self, name)} is no number of milliseconds up to an hour")


class Setup(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", omit_defaults=True):
    """How one table is driven."""

    driver: Literal["automatic", "desk"] = "automatic"
    pace: Pace = Pace()
    players: int = 0  # house players, shown as such
    seed: int = 1  # of what these do
