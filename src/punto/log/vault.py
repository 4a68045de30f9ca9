"""Where the seeds of virtual shoes are kept until they are shown: beside the log, never in it.

A vault answers for a stack of cards, always with the same seed: so a table that is taken up again draws nothing anew.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from punto.fair.preimage import keyed, need_seed


class Sealed(NamedTuple):
    """Which stack a seed is for: a shoe, or a coup of a continuous one; ``again`` counts stacks that were given up."""

    table: str
    shoe: int
    coup: int = 0
    again: int = 0


class Vault(Protocol):
    """The keeper's secret."""

    def seed(self, sealed: Sealed) -> bytes:
        """Return the 32 bytes of a stack's seed; asked again, the same."""


class Derived:
    """Seeds that all come from one secret, so that a transcript is played again to the byte.

    A seed that is shown tells nothing of the others: each is an HMAC of the stack's name under the secret. But the
    secret tells all of them, and a transcript has it in its first line: this is for trying things, never for money.
    """

    def __init__(self, secret: bytes) -> None:
        need_seed(secret)
        self._secret = secret

    def seed(self, sealed: Sealed) -> bytes:
        """Derive the seed of a stack."""
        return keyed(self._secret, "vault", *sealed)
