"""The floor's vault: seeds out of the store, each sealed there durably before anybody uses it.

Keepers and meters ask a vault and want the answer at once; a store takes its time. So a seed that is not at hand is an
exception, the strongbox fetches it, and the question is asked again. Everything that asks is a pure function, so asking
twice is the same as asking once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from punto.log.vault import Sealed, Secret
from punto.store.durable import Durable

AT_HAND = 4096  # seeds that are kept in memory; any other is asked of the store again
T = TypeVar("T")


class NotAtHand(LookupError):
    """A seed that has to be fetched first."""

    def __init__(self, secret: Secret) -> None:
        super().__init__(name_of(secret))
        self.secret = secret


def name_of(secret: Secret) -> str:
    """Name a secret in the store."""
    kind = "shoe" if isinstance(secret, Sealed) else "must-hit"
    return "/".join(map(str, (kind, *secret)))


class Strongbox:
    """A vault over a store."""

    def __init__(self, store: Durable) -> None:
        self._store = store
        self._seeds: dict[Secret, bytes] = {}

    def seed(self, secret: Secret) -> bytes:
        """Return a seed that is at hand."""
        try:
            return self._seeds[secret]
        except KeyError:
            raise NotAtHand(secret) from None

    async def answer(self, question: Callable[[], T]) -> T:
        """Answer a question with all the seeds it needs."""
        while True:
            try:
                return question()
            except NotAtHand as missing:
                while len(self._seeds) >= AT_HAND:
                    del self._seeds[next(iter(self._seeds))]
                self._seeds[missing.secret] = await self._store.seal(name_of(missing.secret))
