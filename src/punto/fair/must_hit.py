"""Must Hit: the hidden amount at which a meter pays, and which player in the coup is paid.

At each reset of the meter a trigger from the meter seed to the ceiling, both included, is drawn in whole cents and
committed to. In the coup in which the meter reaches it, a winner is drawn uniformly from the players who made the
wager. Then the seed is revealed, and anyone can recompute both.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from punto.fair.preimage import (
    FairError,
    Field,
    Stream,
    digest,
    keyed,
    need_distinct,
    need_hash,
    need_name,
    need_number,
    need_seed,
)


@dataclass(frozen=True, slots=True)
class MustHit:
    """One run of a meter, from a reset to the next hit."""

    meter: str
    reset: int  # 1, 2, 3 …
    base: int
    ceiling: int

    def __post_init__(self) -> None:
        need_name("meter name", self.meter)
        need_number("reset number", self.reset)
        need_number("base", self.base)
        need_number("ceiling", self.ceiling, self.base)

    @property
    def fields(self) -> tuple[Field, ...]:
        """Fields that identify this run in a hash."""
        return self.meter, self.reset, self.base, self.ceiling


def commit_trigger(seed: bytes, run: MustHit) -> bytes:
    """Return the commitment, published at the reset."""
    need_seed(seed)
    return digest("must-hit-commit", seed, *run.fields)


def trigger(seed: bytes, run: MustHit) -> int:
    """Draw the amount at which the meter must hit."""
    need_seed(seed)
    amounts = Stream.keyed(keyed(seed, "must-hit", *run.fields))
    return run.base + amounts.below(run.ceiling - run.base + 1)


def winner(seed: bytes, run: MustHit, coup: str, entrants: Iterable[str]) -> str:
    """Draw one of the players who made the wager in this coup, each with equal probability."""
    need_seed(seed)
    need_name("coup name", coup)
    ordered = sorted(entrants)
    if not ordered:
        raise FairError("no entrants: the wager must have been made at least once")
    for entrant in ordered:
        need_name("entrant name", entrant)
    need_distinct("entrant", ordered)
    return ordered[Stream.keyed(keyed(seed, "winner", *run.fields, coup, *ordered)).below(len(ordered))]


def verify_trigger(seed: bytes, run: MustHit, commitment: bytes, shown: int) -> str | None:
    """Return what fails to verify of a trigger that was hit, or None."""
    need_hash("commitment", commitment)
    if commit_trigger(seed, run) != commitment:
        return "commitment: this seed is not the one that was committed to for this run of the meter"
    if (drawn := trigger(seed, run)) != shown:
        return f"trigger: the seed gives {drawn}, but {shown} was published"
    return None
