"""Must Hit: the hidden amount at which a meter pays, and who of those in the coup is paid.

At each reset of the meter a trigger is drawn from base to ceiling, both included, in whole cents, and committed to.
The round in which the meter reaches it has a winner, drawn evenly from those who made the wager. Then the seed is
shown, and anybody can compute both again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from punto.fair.preimage import (
    FairError,
    Field,
    digest,
    keyed,
    need_distinct,
    need_hash,
    need_name,
    need_number,
    need_seed,
)
from punto.fair.stream import Stream


@dataclass(frozen=True, slots=True)
class MustHit:
    """One run of a meter, from a reset to the next hit."""

    meter: str
    reset: int  # 1, 2, 3 …
    base: int
    ceiling: int

    def __post_init__(self) -> None:
        need_name("a meter's name", self.meter)
        need_number("a reset's number", self.reset)
        need_number("the base", self.base)
        need_number("the ceiling", self.ceiling, self.base)

    @property
    def fields(self) -> tuple[Field, ...]:
        """What names this run in a hash."""
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
    """Draw one of those who made the wager in this coup, each as likely as the other."""
    need_seed(seed)
    need_name("a coup's name", coup)
    ordered = sorted(entrants)
    if not ordered:
        raise FairError("nobody made the wager, so nobody can win the meter")
    for entrant in ordered:
        need_name("an entrant's name", entrant)
    need_distinct("entrant", ordered)
    return ordered[Stream.keyed(keyed(seed, "winner", *run.fields, coup, *ordered)).below(len(ordered))]


def verify_trigger(seed: bytes, run: MustHit, commitment: bytes, shown: int) -> str | None:
    """Return what does not hold of a trigger that was hit, or nothing."""
    need_hash("a commitment", commitment)
    if commit_trigger(seed, run) != commitment:
        return "commitment: this seed is not the one that was committed to for this run of the meter"
    if (drawn := trigger(seed, run)) != shown:
        return f"trigger: the seed gives {drawn}, and {shown} was said"
    return None
