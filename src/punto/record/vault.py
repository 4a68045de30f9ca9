"""Where secrets are kept until they are shown, beside the log and never in it: of virtual shoes, and of Must Hit.

A vault answers for what a seed is of, always with the same seed: so a table that is taken up again draws nothing anew.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from punto.fair.preimage import keyed, need_seed
from punto.progressive import Run


class Sealed(NamedTuple):
    """Which stack a seed is for: a shoe, or a coup of a continuous one; ``again`` counts stacks that were given up."""

    table: str
    shoe: int
    coup: int = 0
    again: int = 0


Secret = Sealed | Run


class Tampered(ValueError):
    """A secret of the vault that does not match the commitment which was published for it.

    Somebody has changed the vault or the log, or one of them was restored from another backup. No card is dealt and no
    meter is paid from such a secret.
    """

    def __init__(self, what: str) -> None:
        super().__init__(f"tampering: the secret in the vault for {what} does not match its published commitment")


class Vault(Protocol):
    """The keeper's secrets."""

    def seed(self, secret: Secret) -> bytes:
        """Return the 32 bytes of a seed; asked again, the same."""


class Derived:
    """Seeds that all come from one secret, so that a transcript is played again to the byte.

    A seed that is shown tells nothing of the others: each is an HMAC of the stack's name under the secret. But the
    secret tells all of them, and a transcript has it in its first line: this is for trying things, never for money.
    """

    def __init__(self, secret: bytes) -> None:
        need_seed(secret)
        self._secret = secret

    def seed(self, secret: Secret) -> bytes:
        """Derive the seed of a stack, or of a run."""
        return keyed(self._secret, "vault", *secret)


@dataclass(frozen=True, slots=True)
class Worded:
    """Seeds derived from one word; for a transcript that is to be played again, never for money."""

    word: str = field(repr=False)

    def seed(self, secret: Secret) -> bytes:
        """Derive the seed of a run."""
        return hashlib.sha256("\n".join(map(str, ("punto must hit", self.word, *secret))).encode()).digest()
