"""The vault: secrets of virtual shoes and of Must Hit until they are revealed, next to the log and never in it.

A vault returns the same seed for the same purpose every time, so that a resumed table draws nothing again.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from punto.fair.preimage import keyed, need_seed
from punto.progressive import Run


class Sealed(NamedTuple):
    """The purpose of a seed: a shoe, or a coup of a continuous one; ``again`` counts discarded stacks."""

    table: str
    shoe: int
    coup: int = 0
    again: int = 0


Secret = Sealed | Run


class Tampered(ValueError):
    """Error for a secret of the vault that does not match its published commitment.

    The vault or the log was changed, or one of them was restored from another backup. No card is dealt and no meter is
    paid from such a secret.
    """

    def __init__(self, what: str) -> None:
        super().__init__(f"tampering: the secret in the vault for {what} does not match its published commitment")


class Vault(Protocol):
    """A source of secret seeds."""

    def seed(self, secret: Secret) -> bytes:
        """Return the 32 bytes of a seed; the same every time."""


class Derived:
    """Seeds derived from one secret, so that a transcript replays to the byte.

    A revealed seed discloses none of the others: each is an HMAC of the stack's name under the secret. But the secret
    discloses all of them, and a transcript has it in its first line: for experiments, never for money.
    """

    def __init__(self, secret: bytes) -> None:
        need_seed(secret)
        self._secret = secret

    def seed(self, secret: Secret) -> bytes:
        """Derive the seed of a stack, or of a run."""
        return keyed(self._secret, "vault", *secret)


@dataclass(frozen=True, slots=True)
class Worded:
    """Seeds derived from one word; for transcripts that are replayed, never for money."""

    word: str = field(repr=False)

    def seed(self, secret: Secret) -> bytes:
        """Derive the seed of a run."""
        return hashlib.sha256("\n".join(map(str, ("punto must hit", self.word, *secret))).encode()).digest()
